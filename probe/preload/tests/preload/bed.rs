//! A directory with libqtmcp.so and a stand-in for the probe beside it, small programs to run under it, and what the
//! stand-in noted.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use std::{env, fs};

/// One test's own directory.
pub(crate) struct Bed {
    dir: PathBuf,
}

/// Which Qt a program is built with, if any.
#[derive(Clone, Copy)]
pub(crate) enum Qt {
    None,
    Five,
    Six,
}

impl Qt {
    /// Both, for tests that hold on each.
    pub(crate) const EACH: [Qt; 2] = [Qt::Five, Qt::Six];

    pub(crate) fn major(self) -> i32 {
        match self {
            Qt::None => 0,
            Qt::Five => 5,
            Qt::Six => 6,
        }
    }
}

impl Bed {
    /// A fresh directory for the test called `name`, with both libraries in place.
    pub(crate) fn new(name: &str) -> Self {
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("preload").join(name);
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir_all(&dir).unwrap();
        let bed = Self { dir: dir.canonicalize().unwrap() };
        fs::copy(library(), bed.path("libqtmcp.so")).unwrap();
        bed.compile("probe.c", Qt::None, "libqtmcp-probe.so", &["-shared", "-fPIC"]);
        bed
    }

    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.dir.join(file)
    }

    /// Builds `tests/programs/<source>` into this directory and answers with its path.
    pub(crate) fn compile(&self, source: &str, qt: Qt, output: &str, flags: &[&str]) -> PathBuf {
        let crate_dir = Path::new(env!("CARGO_MANIFEST_DIR"));
        let output = self.path(output);
        let mut compiler = Command::new(if source.ends_with(".c") { "cc" } else { "c++" });
        compiler.args(["-fPIC", "-Wall", "-o"]).arg(&output).arg(crate_dir.join("tests/programs").join(source));
        compiler.arg("-I").arg(crate_dir.join("include")).args(flags);
        if !matches!(qt, Qt::None) {
            let module = format!("Qt{}Core", qt.major());
            let asked = Command::new("pkg-config").args(["--cflags", "--libs", &module]).output().unwrap();
            assert!(asked.status.success(), "{module} is not installed: {}", text(&asked.stderr));
            compiler.arg("-std=c++17").args(text(&asked.stdout).split_whitespace());
        }
        let built = compiler.output().unwrap();
        assert!(built.status.success(), "{}", text(&built.stderr));
        output
    }

    /// The command without the preload, noting into this directory, with none of our variables inherited. Cargo's
    /// library path goes too: it would lead to another libqtmcp.so.
    pub(crate) fn plain(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        for name in ["LD_PRELOAD", "LD_LIBRARY_PATH", "QTMCP_ENABLED"] {
            command.env_remove(name);
        }
        command.env("PROBE_NOTES", self.path("notes"));
        command
    }

    /// The command under the preload.
    pub(crate) fn preloaded(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = self.plain(program);
        command.env("LD_PRELOAD", self.path("libqtmcp.so"));
        command
    }

    /// What the stand-in noted since the last time this was asked.
    pub(crate) fn notes(&self) -> String {
        let notes = fs::read_to_string(self.path("notes")).unwrap_or_default();
        let _ = fs::remove_file(self.path("notes"));
        notes
    }

    /// What it notes for a single start.
    pub(crate) fn one_start(&self, qt: Qt) -> String {
        format!("start {} {}\n", qt.major(), self.dir.display())
    }
}

/// Exit code, stdout and stderr of a command.
pub(crate) fn run(command: &mut Command) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    (status.code(), text(&stdout), text(&stderr))
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Cargo does not build a cdylib for the tests of its own package, so it is asked to, in the target directory in use.
pub(crate) fn library() -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let this_test = env::current_exe().unwrap();
        let target_dir = this_test.ancestors().nth(3).unwrap();
        let built = Command::new(env!("CARGO"))
            .args(["build", "--quiet", "--package", env!("CARGO_PKG_NAME"), "--target-dir"])
            .arg(target_dir)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .unwrap();
        assert!(built.status.success(), "{}", text(&built.stderr));
        target_dir.join("debug/libqtmcp.so")
    })
}
