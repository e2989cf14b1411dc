//! The command line of the QML gallery.

/// What was asked for on the command line; the defaults are a plain run that ends when its window closes.
#[derive(Debug, Default)]
pub(crate) struct Options {
    /// Title of the tab to start on; empty for the first.
    pub(crate) tab: String,
    /// Title of the page to show instead of the main window; empty for the main window.
    pub(crate) page: String,
    /// Whether the signals that input causes are printed.
    pub(crate) log_signals: bool,
    /// File to save a picture of the window to, after which the program ends; empty for none.
    pub(crate) screenshot: String,
    /// Milliseconds after which to end; 0 for never.
    pub(crate) exit_after_ms: i32,
    /// The exit code.
    pub(crate) exit_code: u8,
}

impl Options {
    /// Reads our own `--options`; all else is left to Qt.
    pub(crate) fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self::default();
        while let Some(name) = arguments.next() {
            let mut value = || arguments.next().ok_or_else(|| format!("{name} needs a value"));
            match name.as_str() {
                "--tab" => options.tab = value()?,
                "--page" => options.page = value()?,
                "--log-signals" => options.log_signals = true,
                "--screenshot" => options.screenshot = value()?,
                "--exit-after" => options.exit_after_ms = number(&value()?)?,
                "--exit-code" => options.exit_code = number(&value()?)?,
                _ if name.starts_with("--") => return Err(format!("unknown option {name}")),
                _ => {}
            }
        }
        Ok(options)
    }
}

fn number<N: std::str::FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| format!("not a fitting number: {text}"))
}
