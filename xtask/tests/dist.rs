//! The packages as a user meets them: made from the tree that was built, unpacked elsewhere, and run with hardly any
//! environment.

#![cfg(target_os = "linux")]
#![allow(missing_docs, clippy::unwrap_used)]

#[path = "dist/server.rs"]
mod server;

use qtmcp_tests::{Client, Home, Qt, Value, built, eventually, json, node_program, product};
use server::{Server, succeed};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Packages the tree in one format, twice: the same tree gives the same bytes.
fn pack(home: &Home, format: &str) -> PathBuf {
    let elsewhere = Home::new();
    let [package, again] = [home, &elsewhere].map(|home| pack_once(home, format));
    assert!(std::fs::read(&package).unwrap() == std::fs::read(again).unwrap(), "made twice, they differ");
    package
}

fn pack_once(home: &Home, format: &str) -> PathBuf {
    let to = home.dir().join("packages");
    let tree = product("bin/qtmcp").ancestors().nth(2).unwrap().to_owned();
    succeed(Command::new(env!("CARGO_BIN_EXE_xtask")).args(["dist", format, "--from"]).arg(tree).arg("--to").arg(&to));
    let made: Vec<_> = to.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(made.len(), 1, "{made:?}");
    made.into_iter().next().unwrap()
}

/// A command with nothing in its environment but what every user has.
fn bare(program: &Path, home: &Home) -> Command {
    let mut command = Command::new(program);
    command.env_clear().env("PATH", "/usr/bin:/bin").env("HOME", home.dir()).env("QT_QPA_PLATFORM", "offscreen");
    // So that nothing stays behind.
    command.env("TMPDIR", home.dir().join("tmp")).current_dir(home.dir());
    command
}

/// Files below a directory, by their paths from there.
fn files(dir: &Path) -> BTreeMap<String, PathBuf> {
    let (mut found, mut open) = (BTreeMap::new(), vec![dir.to_owned()]);
    while let Some(directory) = open.pop() {
        for entry in directory.read_dir().unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() && !path.is_symlink() {
                true => open.push(path),
                false => drop(found.insert(path.strip_prefix(dir).unwrap().display().to_string(), path)),
            }
        }
    }
    found
}

struct Ending(Child);

impl Drop for Ending {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// `qtmcp run -- gallery` by that command comes up and answers.
async fn runs(qtmcp: &Path, qt: Qt, home: &Home) {
    let announcement = home.dir().join(format!("announcement-{}.json", qt.major()));
    let mut command = bare(qtmcp, home);
    command.arg("run").arg("--").arg(built(qt, "gallery")).env("QTMCP_ANNOUNCE", &announcement);
    let _app = Ending(command.stdin(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
    let announced = eventually("the announcement", async || {
        serde_json::from_str::<Value>(&std::fs::read_to_string(&announcement).ok()?).ok()
    })
    .await;
    let client = Client::connect(announced["url"].as_str().unwrap()).await.unwrap();
    let button = eventually("the gallery's button", async || {
        let found = client.call("findByObjectName", json!({"name": "okButton"})).await.unwrap();
        found["objects"][0]["className"].as_str().map(str::to_owned)
    })
    .await;
    assert_eq!(button, "QPushButton");
}

/// What the extensions' own tool says.
async fn mcpb(arguments: &[&OsStr]) -> String {
    let output = node_program("mcpb", "@anthropic-ai/mcpb/dist/cli/cli.js").args(arguments).output().await.unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{arguments:?}: {said}{}", String::from_utf8_lossy(&output.stderr));
    said
}

fn assert_there(files: &BTreeMap<String, PathBuf>, expected: &[&str]) {
    for path in expected {
        assert!(files.contains_key(*path), "{path} is missing");
    }
}

/// Every library there is, and no other.
fn assert_libraries(files: &BTreeMap<String, PathBuf>, prefix: &str) {
    let found: BTreeSet<_> = files.keys().filter_map(|path| path.strip_prefix(prefix)).collect();
    let found: BTreeSet<_> = found.into_iter().filter(|path| path.ends_with(".so")).collect();
    let mut expected: BTreeSet<_> = ["libqtmcp.so", "libqtmcp-probe.so"].map(str::to_owned).into();
    for part in ["", "-gui", "-widgets", "-quick"] {
        expected.extend([format!("libqtmcp-qt5{part}.so"), format!("libqtmcp-qt6{part}.so")]);
    }
    assert_eq!(found, expected.iter().map(String::as_str).collect());
}

#[tokio::test]
async fn the_archive_runs_wherever_it_is_unpacked() {
    let home = Home::new();
    let archive = pack(&home, "archive");
    let name = archive.file_name().unwrap().to_string_lossy().replace(".tar.gz", "");
    assert_eq!(name, format!("qtmcp-{VERSION}-linux-{}", std::env::consts::ARCH));
    // The second as well, though LD_PRELOAD cannot hold a space.
    for (place, qt) in [("plain", Qt::Five), ("with a space", Qt::Six)] {
        let place = home.dir().join(place);
        std::fs::create_dir(&place).unwrap();
        succeed(Command::new("tar").arg("-xzf").arg(&archive).arg("-C").arg(&place));
        let top = place.join(&name);
        let files = files(&top);
        assert_libraries(&files, "lib/");
        assert_there(
            &files,
            &[
                "LICENSE",
                "README.md",
                "THIRD-PARTY.txt",
                "docs/protocol.md",
                "include/qtmcp.h",
                "lib/pkgconfig/qtmcp.pc",
                "share/man/man1/qtmcp.1",
                "share/bash-completion/completions/qtmcp",
            ],
        );
        runs(&top.join("bin/qtmcp"), qt, &home).await;
    }
}

#[tokio::test]
async fn the_debian_package_runs_from_where_it_is_extracted() {
    let home = Home::new();
    let package = pack(&home, "deb");
    let control = succeed(Command::new("dpkg-deb").arg("--field").arg(&package));
    for line in ["Package: qtmcp", &format!("Version: {VERSION}")] {
        assert!(control.lines().any(|found| found == line), "{control}");
    }
    let depends = control.lines().find_map(|line| line.strip_prefix("Depends: ")).unwrap();
    let depends: Vec<_> = depends.split(", ").map(|package| package.split(' ').next().unwrap()).collect();
    assert_eq!(depends, ["libc6", "libgcc-s1", "libstdc++6"]);
    let listing = succeed(Command::new("dpkg-deb").arg("--contents").arg(&package));
    assert!(listing.lines().all(|line| line.contains(" root/root ")), "{listing}");

    let root = home.dir().join("root");
    succeed(Command::new("dpkg-deb").arg("-x").arg(&package).arg(&root));
    let files = files(&root);
    assert_libraries(&files, "usr/lib/qtmcp/lib/");
    assert_there(
        &files,
        &[
            "usr/share/doc/qtmcp/copyright",
            "usr/share/doc/qtmcp/changelog.gz",
            "usr/share/doc/qtmcp/THIRD-PARTY.txt",
            "usr/share/man/man1/qtmcp.1.gz",
            "usr/share/zsh/vendor-completions/_qtmcp",
        ],
    );
    for qt in [Qt::Five, Qt::Six] {
        runs(&root.join("usr/bin/qtmcp"), qt, &home).await;
    }
}

#[tokio::test]
async fn the_extension_runs_as_its_manifest_says() {
    let home = Home::new();
    let bundle = pack(&home, "mcpb");
    // Where Claude Desktop unpacks them; the space in it is its own.
    let dir = home.dir().join("Claude Extensions/local.mcpb.qtmcp");
    std::fs::create_dir_all(&dir).unwrap();
    mcpb(&["unpack".as_ref(), bundle.as_os_str(), dir.as_os_str()]).await;
    let said = mcpb(&["validate".as_ref(), dir.join("manifest.json").as_os_str()]).await;
    assert!(said.contains("validation passes"), "{said}");
    let files = files(&dir);
    assert_libraries(&files, "lib/");

    let manifest: Value = serde_json::from_slice(&std::fs::read(dir.join("manifest.json")).unwrap()).unwrap();
    assert_eq!(manifest["version"], VERSION);
    let entry = dir.join(manifest["server"]["entry_point"].as_str().unwrap());
    assert_eq!(std::fs::metadata(entry).unwrap().permissions().mode() & 0o777, 0o755);

    // With nothing filled in: the server is there, and its tools are those that the manifest names.
    let mut server = Server::start(&manifest, &dir, &home, &[]);
    let names = |tools: &Value| -> BTreeSet<String> {
        tools.as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
    };
    let listed = names(&server.call("tools/list", json!({}))["tools"]);
    assert_eq!(listed, names(&manifest["tools"]));
    assert!(listed.contains("read_page") && listed.contains("launch_app"), "{listed:?}");
    let gallery = built(Qt::Six, "gallery");
    let refused = server.tool("launch_app", json!({"program": gallery}));
    assert_eq!(refused["structuredContent"]["code"], "denied", "{refused}");
    drop(server);

    // With programs that may be launched.
    let programs = format!("kcalc, {}", gallery.display());
    let mut server = Server::start(&manifest, &dir, &home, &[("programs", &programs)]);
    let launched = server.tool("launch_app", json!({"program": gallery}));
    assert_ne!(launched["isError"], true, "{launched}");
    drop(server);

    // With an app and a mode.
    let app = format!("'{}' --tab Threads", built(Qt::Five, "gallery").display());
    let mut server = Server::start(&manifest, &dir, &home, &[("app", &app), ("mode", "native")]);
    let found = server.tool("findByObjectName", json!({"name": "startThreadsButton"}));
    assert!(found["isError"] != true && found.to_string().contains("startThreadsButton"), "{found}");
}

#[test]
fn a_tree_that_is_not_there_is_told() {
    let home = Home::new();
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(["dist", "--from", "/nowhere", "--to"])
        .arg(home.dir())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("cannot run /nowhere/bin/qtmcp"), "{said}");
    assert_eq!(files(home.dir()), BTreeMap::new(), "something was left behind");
}
