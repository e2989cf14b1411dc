//! The Rust object that QML sees as `backend`.

#![allow(dead_code, reason = "QML reads these fields through the meta-object")]
#![allow(clippy::useless_transmute, reason = "in the code that the derive writes")]

use std::io::Write as _;
use std::process::ExitCode;
use std::time::Duration;

use qmetaobject::{QObject, QString, qt_base_class, qt_method, qt_property, qt_signal};

use crate::options::Options;

/// Properties, methods and signals on the Rust side of the gallery.
#[derive(QObject, Default)]
pub(crate) struct Backend {
    base: qt_base_class!(trait QObject),

    counter: qt_property!(i32; NOTIFY counter_changed),
    counter_changed: qt_signal!(),
    user_name: qt_property!(QString; NOTIFY user_name_changed ALIAS userName),
    user_name_changed: qt_signal!(),
    start_tab: qt_property!(QString; CONST ALIAS startTab),
    start_page: qt_property!(QString; CONST ALIAS startPage),
    logs_signals: qt_property!(bool; CONST ALIAS logsSignals),
    screenshot: qt_property!(QString; CONST),
    exit_after_ms: qt_property!(i32; CONST ALIAS exitAfterMs),

    submitted: qt_signal!(json: QString),

    submit: qt_method!(
        fn submit(&mut self, json: QString) {
            write_line(&format!("SUBMIT {json}"));
            self.submitted(json);
        }
    ),
    say: qt_method!(
        fn say(&self, line: QString) {
            write_line(&line.to_string());
        }
    ),
    seen: qt_method!(
        fn seen(&self, name: QString, signal: QString, value: QString) {
            if self.logs_signals {
                write_line(&format!("SIGNAL {name} {signal}({value})"));
            }
        }
    ),
    greet: qt_method!(
        fn greet(&self, name: QString) -> QString {
            format!("Hello {name}").into()
        }
    ),
    increment: qt_method!(
        fn increment(&mut self) -> i32 {
            self.counter += 1;
            self.counter_changed();
            self.counter
        }
    ),
    block: qt_method!(
        fn block(&self, ms: u32) {
            std::thread::sleep(Duration::from_millis(ms.into()));
        }
    ),

    code: u8,
}

impl Backend {
    pub(crate) fn new(options: &Options) -> Self {
        Self {
            user_name: "Ada".into(),
            start_tab: options.tab.as_str().into(),
            start_page: options.page.as_str().into(),
            logs_signals: options.log_signals,
            screenshot: options.screenshot.as_str().into(),
            exit_after_ms: options.exit_after_ms,
            code: options.exit_code,
            ..Self::default()
        }
    }

    pub(crate) fn exit_code(&self) -> ExitCode {
        ExitCode::from(self.code)
    }
}

fn write_line(line: &str) {
    let mut out = std::io::stdout().lock();
    // A reader that went away is no reason to end.
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}
