//! The file with the token of this server, beside the entries of the apps; it goes with the server.

use qtmcp_client::registry;
use qtmcp_guard::private::{make_private, write_whole};
use qtmcp_guard::token::Token;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Removed when this is dropped.
pub(crate) struct TokenFile(PathBuf);

impl TokenFile {
    pub(crate) fn write(url: &str, token: &Token) -> io::Result<Self> {
        let off = || io::Error::new(io::ErrorKind::NotFound, "QTMCP_REGISTRY is off");
        let dir = registry::dir().ok_or_else(off)?;
        make_private(&dir)?;
        forget_those_gone(&dir);
        let pid = std::process::id();
        let file = dir.join(format!("http-{pid}.json"));
        write_whole(&file, json!({"pid": pid, "url": url, "token": token.reveal()}).to_string().as_bytes())?;
        Ok(Self(file))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TokenFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Removes what servers left that were killed.
fn forget_those_gone(dir: &Path) {
    for file in fs::read_dir(dir).into_iter().flatten().flatten() {
        let name = file.file_name();
        let pid = name.to_str().and_then(|name| name.strip_prefix("http-")?.strip_suffix(".json")?.parse().ok());
        if pid.is_some_and(|pid| !registry::is_running(pid)) {
            let _ = fs::remove_file(file.path());
        }
    }
}
