//! The apps that have secrets everywhere, the files they are read from, and the search for one in what left.

use qtmcp_tests::{Home, Launch, Qt, small};
use std::collections::HashSet;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

pub(crate) const MASK: &str = "••••••••";

/// How every planted secret begins, so that one is found quickly in megabytes.
const MARK: &str = "Kx";

/// So many characters of one, from its beginning, are too many.
const TOLD: usize = 8;

/// `vault`, or the same in QML.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Widgets,
    Quick,
}

impl Kind {
    pub(crate) const ALL: [Kind; 2] = [Kind::Widgets, Kind::Quick];

    pub(crate) fn launch(self, qt: Qt) -> Launch {
        let name = match self {
            Kind::Widgets => "vault",
            Kind::Quick => "vaultquick",
        };
        small(qt, name).env("QT_QUICK_BACKEND", "software")
    }
}

/// Random words, none of which is part of anything else that an app says.
pub(crate) fn plant(count: usize) -> Vec<String> {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let mut state = now.as_nanos() as u64 ^ u64::from(std::process::id()) << 32 | 1;
    let mut letter = || {
        // Xorshift: good enough for words that only have to differ.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        char::from(LETTERS[(state >> 33) as usize % LETTERS.len()])
    };
    (0..count).map(|_| format!("{MARK}{}", (0..14).map(|_| letter()).collect::<String>())).collect()
}

/// Writes a file that only its owner can read.
pub(crate) fn file(home: &Home, name: &str, text: &str) -> PathBuf {
    let path = home.dir().join(name);
    write_with(&path, text, 0o600);
    path
}

pub(crate) fn write_with(path: &Path, text: &str, mode: u32) {
    std::fs::write(path, text).unwrap();
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

/// Everything that left an app, searched as it comes.
pub(crate) struct Search {
    secrets: HashSet<String>,
    pub(crate) bytes: usize,
}

impl Search {
    pub(crate) fn new(secrets: &[String]) -> Self {
        Self { secrets: secrets.iter().map(|secret| secret[..TOLD].to_owned()).collect(), bytes: 0 }
    }

    /// Where in what left a secret is, or as much as half of one.
    pub(crate) fn look(&mut self, what: &str, text: &str) -> Vec<String> {
        self.bytes += text.len();
        let told = |at: usize| {
            text.get(at..at + TOLD).filter(|found| self.secrets.contains(*found))?;
            let around: String = text[at..].chars().take(40).collect();
            let before: String = text[..at].chars().rev().take(60).collect::<Vec<_>>().into_iter().rev().collect();
            Some(format!("`{before}{around}` in {}", what.chars().take(200).collect::<String>()))
        };
        text.match_indices(MARK).filter_map(|(at, _)| told(at)).collect()
    }
}
