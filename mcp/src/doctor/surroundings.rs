//! What is around the app: the settings of the probe, the port, the display, the directory where apps announce themselves.

use super::report::Report;
use crate::target::describe;
use qtmcp_client::registry;
use std::env;
use std::net::{IpAddr, Ipv4Addr, TcpListener};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// The longest path of a Unix socket, without the byte that ends it.
const LONGEST_SOCKET_PATH: usize = 107;

/// The longest name of a probe's socket: a process id has seven digits at the most.
const LONGEST_SOCKET_NAME: usize = "/4194304.sock".len();

fn set(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}

/// The settings that keep a probe from being reached.
pub(super) fn examine_settings(report: &mut Report) {
    if set("QTMCP_ENABLED").is_some_and(|value| value == "0") {
        report.problem("disabled", "QTMCP_ENABLED=0 switches the probe off", "unset QTMCP_ENABLED");
    }
    let bind = set("QTMCP_BIND").unwrap_or_default();
    let address = match bind.as_str() {
        "" => Some(IpAddr::V4(Ipv4Addr::LOCALHOST)),
        bind => bind.parse().ok(),
    };
    let Some(address) = address else {
        return report.problem("bind", format!("QTMCP_BIND={bind} is no IP address"), "Use 127.0.0.1, or unset it.");
    };
    match set("QTMCP_PORT").as_deref() {
        None | Some("0" | "auto" | "off") => {}
        Some(port) => examine_port(report, address, port),
    }
}

fn examine_port(report: &mut Report, address: IpAddr, port: &str) {
    let Ok(number) = port.parse::<u16>() else {
        let message = format!("QTMCP_PORT={port} is no port");
        return report.problem("port", message, "Use a number up to 65535, `auto` or `off`.");
    };
    match TcpListener::bind((address, number)) {
        Ok(_) => report.good("port", format!("port {number} (QTMCP_PORT) is free")),
        Err(error) => report.problem(
            "port",
            format!("the probe cannot listen on {address}, port {number} (QTMCP_PORT): {error}"),
            "Set QTMCP_PORT=auto for a free port, or end what uses this one (`ss -ltnp` shows it).",
        ),
    }
}

/// Whether windows have a place to be shown.
pub(super) fn examine_display(report: &mut Report) {
    let platform = set("QT_QPA_PLATFORM");
    match (&platform, set("WAYLAND_DISPLAY"), set("DISPLAY")) {
        (Some(platform), ..) => report.good("display", format!("QT_QPA_PLATFORM={platform}")),
        (None, Some(display), _) => report.good("display", format!("Wayland display {display}")),
        (None, None, Some(display)) => report.good("display", format!("X11 display {display}")),
        (None, None, None) => report.warning(
            "no_display",
            "there is no display here: neither DISPLAY nor WAYLAND_DISPLAY is set",
            "Set QT_QPA_PLATFORM=offscreen: the probe sees and drives windows without one. `qtmcp serve` does so by itself.",
        ),
    }
}

/// The directory where apps announce themselves, and the apps that did.
pub(super) fn examine_registry(report: &mut Report) {
    let Some(dir) = registry::dir() else {
        return report.warning(
            "registry",
            "QTMCP_REGISTRY=off: apps do not announce themselves",
            "Name them by their address: qtmcp call --app ws://127.0.0.1:PORT …",
        );
    };
    if examine_dir(report, &dir) {
        let apps = registry::list();
        let lines: String = apps.iter().map(|entry| format!("\n{}", describe(entry))).collect();
        match apps.len() {
            0 => report.good("registry", format!("no app is running with the probe ({})", dir.display())),
            1 => report.good("registry", format!("one app is running with the probe:{lines}")),
            count => report.good("registry", format!("{count} apps are running with the probe:{lines}")),
        }
    }
}

fn examine_dir(report: &mut Report, dir: &Path) -> bool {
    let shown = dir.display();
    if dir.as_os_str().len() + LONGEST_SOCKET_NAME > LONGEST_SOCKET_PATH {
        let message = format!("the path of {shown} is too long for sockets in it");
        report.problem("registry", message, "Set QTMCP_REGISTRY to a directory with a shorter path.");
        return false;
    }
    let Ok(known) = dir.metadata() else { return true };
    let is_ours = known.is_dir() && known.uid() == rustix::process::getuid().as_raw() && known.mode() & 0o077 == 0;
    if !is_ours {
        let message =
            format!("{shown}, where apps announce themselves, is not this user's alone: probes do not use it");
        report.problem("registry", message, format!("Remove {shown}, or set QTMCP_REGISTRY to another directory."));
    }
    is_ours
}
