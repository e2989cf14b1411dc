//! The two ways a page is written: the specification's own, and that of Claude in Chrome.

/// How Chrome mode words what it says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// `[7] QToolButton "New" (clickable)`.
    #[default]
    Qt,
    /// `button "New" [ref_7]`.
    Chrome,
}

impl Dialect {
    /// The name in `QTMCP_DIALECT` and in arguments.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Dialect::Qt => "qt",
            Dialect::Chrome => "chrome",
        }
    }
}

impl std::str::FromStr for Dialect {
    type Err = UnknownDialect;

    fn from_str(name: &str) -> Result<Self, UnknownDialect> {
        [Dialect::Qt, Dialect::Chrome].into_iter().find(|dialect| dialect.as_str() == name).ok_or(UnknownDialect)
    }
}

/// A name that is no dialect.
#[derive(Debug)]
pub struct UnknownDialect;

impl std::fmt::Display for UnknownDialect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the dialects are qt and chrome")
    }
}

impl std::error::Error for UnknownDialect {}
