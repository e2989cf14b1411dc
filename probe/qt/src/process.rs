//! The probe's life in this process: loaded once, started with the application, stopped on demand.

use crate::abi::{Host, table_number};
use crate::engine::{self, Engine};
use crate::owner::Owner;
use crate::parts::Parts;
use crate::settings::Settings;
use crate::{changes, console, face, fork, hooks, presence, server, signals, veil};
use std::ffi::{CStr, OsString, c_char, c_void};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// What [`start`] answers.
pub(crate) const STARTED: i32 = 0;
pub(crate) const NO_PART: i32 = 1;
pub(crate) const NO_HOOKS: i32 = 2;

static HOST: Host = Host {
    abi: table_number::<Host>(),
    run_job: engine::run_job,
    drop_job: engine::drop_job,
    application_gone,
    signal_emitted: signals::signal_emitted,
    exception,
    is_forked_child,
    is_object,
    message: console::message,
    screen_size,
    titled,
    stirred,
    is_secret: veil::is_secret,
    secrets: veil::secrets,
    hidden_areas: crate::ui::hidden_areas,
};

static ENGINE: OnceLock<Arc<Engine>> = OnceLock::new();
static SERVER: Mutex<Option<server::Running>> = Mutex::new(None);

/// The engine, once the probe is loaded.
pub(crate) fn engine() -> Option<&'static Arc<Engine>> {
    ENGINE.get()
}

/// Loads the part for this Qt and puts the hooks in place. The server starts with the application.
pub(crate) fn start(major: u32, directory: PathBuf) -> i32 {
    let (settings, complaints) = settings();
    crate::log::begin(settings.log_level);
    for complaint in complaints {
        tracing::warn!("{complaint}");
    }
    fork::watch();
    if ENGINE.get().is_none() {
        match Parts::load(directory, major, &HOST) {
            Ok(parts) => drop(ENGINE.set(Arc::new(Engine::new(parts, hooks::tracker(), settings)))),
            Err(error) => {
                tracing::error!("not started: {error}");
                return NO_PART;
            }
        }
    }
    if !hooks::install(major) {
        tracing::error!("not started: this Qt {major} has another table of hooks than any we know");
        return NO_HOOKS;
    }
    if let Some(engine) = engine() {
        console::watch(engine.parts.core, engine.settings.policy.max_log_lines);
    }
    // An application made before us has had its start-up hook called already.
    application_started();
    STARTED
}

/// Called with each application that starts, from Qt's start-up hook.
pub(crate) fn application_started() {
    let Some(engine) = engine() else { return };
    if !engine.application_came() {
        return;
    }
    presence::hold_carets(engine);
    face::look_for_title(engine);
    let (settings, _) = settings();
    if !settings.children {
        keep_from_children();
    }
    let mut server = SERVER.lock().unwrap_or_else(PoisonError::into_inner);
    if server.is_none() {
        let owner = settings.owner.and_then(Owner::watch);
        *server = server::start(Arc::clone(engine), settings, owner);
    }
}

/// Closes the server and gives the hooks back. The engine stays, since Qt may still hold jobs of ours.
pub(crate) fn stop() {
    hooks::uninstall();
    if let Some(engine) = engine() {
        console::unwatch(engine.parts.core);
        if let Some(gui) = engine.parts.gui() {
            // Nobody will let go of what is being dragged, and nobody looks at the carets any more; the clients leave
            // when no job of theirs gets to the GUI thread.
            engine.later(|| {
                // SAFETY: on the GUI thread.
                unsafe { (gui.end_drag)() };
                // SAFETY: as above.
                unsafe { (gui.hold_caret)(false) };
            });
        }
        engine.application_goes();
    }
    let running = SERVER.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(running) = running {
        running.stop();
    }
}

/// What the app must call in the place of Qt's function at `real`.
pub(crate) fn stand_in(engine: &Engine, real: *const c_void) -> *const c_void {
    let other = console::stand_in(engine.parts.core, real);
    match engine.parts.gui() {
        Some(gui) if other == real && !fork::in_child() => {
            // SAFETY: may be called on any thread, with any address.
            let other = unsafe { (gui.drag_stand_in)(real) };
            if other.is_null() { real } else { other }
        }
        _ => other,
    }
}

unsafe extern "C" fn application_gone() {
    if fork::in_child() {
        return;
    }
    let _ = std::panic::catch_unwind(|| {
        if let Some(engine) = engine() {
            engine.application_goes();
        }
    });
}

unsafe extern "C" fn exception(place: *const c_char, what: *const c_char) {
    if fork::in_child() || place.is_null() || what.is_null() {
        return;
    }
    // SAFETY: both are C strings for the call.
    let (place, what) = unsafe { (CStr::from_ptr(place), CStr::from_ptr(what)) };
    let _ = std::panic::catch_unwind(|| {
        let what = what.to_string_lossy();
        let what = engine().map_or_else(|| what.clone().into_owned(), |engine| engine.veil.told(&what));
        tracing::warn!("an exception came out of the app in {}: {what}", place.to_string_lossy());
    });
}

unsafe extern "C" fn is_forked_child() -> bool {
    fork::in_child()
}

unsafe extern "C" fn is_object(address: *const c_void) -> bool {
    if fork::in_child() {
        return false;
    }
    std::panic::catch_unwind(|| hooks::tracker().get(address as usize).is_some()).unwrap_or(false)
}

unsafe extern "C" fn screen_size(width: *mut u32, height: *mut u32) {
    if let Some(size) = engine().and_then(|engine| engine.settings.screen) {
        // SAFETY: both are numbers of the caller's.
        unsafe { (*width, *height) = (size.width, size.height) };
    }
}

unsafe extern "C" fn titled(text: *const u16, length: usize) {
    let _ = std::panic::catch_unwind(|| {
        // SAFETY: lent for the call.
        let title = unsafe { crate::values::utf16(text, length) };
        if let Some(engine) = engine() {
            face::tell(engine, title);
        }
    });
}

unsafe extern "C" fn stirred() {
    if !fork::in_child() {
        changes::stirred();
    }
}

fn settings() -> (Settings, Vec<String>) {
    // What is no text is none of the words that a setting takes, so it is not taken for one that is not set.
    Settings::read(|name| std::env::var_os(name).map(|value| value.to_string_lossy().into_owned()))
}

/// Takes our library out of `LD_PRELOAD`, so that programs the app starts are left alone; they are nobody's then.
fn keep_from_children() {
    let preloads = std::env::var_os("LD_PRELOAD").unwrap_or_default();
    let kept = others(&preloads);
    // SAFETY: this runs in the application's constructor, or when its owner starts the probe: before the threads that
    // could read the environment at the same moment, as Qt's own `qputenv` at start-up assumes too.
    unsafe {
        match kept {
            Some(kept) => std::env::set_var("LD_PRELOAD", kept),
            None => std::env::remove_var("LD_PRELOAD"),
        }
        // What our launcher has set is for this process alone.
        if std::env::var_os("QTMCP_OWNER").is_some() {
            std::env::remove_var("QTMCP_OWNER");
            std::env::remove_var("QTMCP_PORT");
        }
        std::env::remove_var("QTMCP_ANNOUNCE");
        std::env::remove_var("QTMCP_SECRETS");
    }
}

/// The list without our library; `None` when nothing is left. The loader separates by colons and spaces.
fn others(preloads: &std::ffi::OsStr) -> Option<OsString> {
    use std::os::unix::ffi::{OsStrExt, OsStringExt};
    let ours =
        |entry: &&[u8]| Path::new(std::ffi::OsStr::from_bytes(entry)).file_name() == Some("libqtmcp.so".as_ref());
    let entries = preloads.as_bytes().split(|byte| matches!(byte, b':' | b' ')).filter(|entry| !entry.is_empty());
    let kept: Vec<&[u8]> = entries.filter(|entry| !ours(entry)).collect();
    (!kept.is_empty()).then(|| OsString::from_vec(kept.join(&b':')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_library_leaves_the_list() {
        assert_eq!(others("/a/libqtmcp.so".as_ref()), None);
        assert_eq!(others("/x/libasan.so:/a/libqtmcp.so b.so".as_ref()), Some("/x/libasan.so:b.so".into()));
    }
}
