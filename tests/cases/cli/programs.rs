//! Programs that the doctor is shown: built with the C compiler, written as scripts, or patched.

use qtmcp_tests::{Home, on_path};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What stands for a Qt in a program or library: the build string that QtCore carries.
pub(super) fn build_string(version: &str, linkage: &str) -> String {
    format!("const char *build = \"Qt {version} (x86_64-little_endian-lp64 {linkage} release build; by GCC 12.2.0)\";")
}

/// A C program in the home, built with these options.
pub(super) fn compiled(home: &Home, name: &str, source: &str, options: &[&str]) -> PathBuf {
    let file = home.dir().join(format!("{name}.c"));
    fs::write(&file, format!("{source}\nint main(void) {{ return 0; }}\n")).unwrap();
    let output = home.dir().join(name);
    compile(&[file.to_str().unwrap(), "-o", output.to_str().unwrap()], options);
    output
}

/// A program whose only library is this one, which lies in `lib` beside it and is found by `$ORIGIN`.
pub(super) fn linked_with(home: &Home, library: &str, source: &str) -> PathBuf {
    let dir = home.dir().join("lib");
    fs::create_dir_all(&dir).unwrap();
    let (code, file) = (home.dir().join("library.c"), dir.join(library));
    fs::write(&code, format!("{source}\nint needed(void) {{ return 7; }}\n")).unwrap();
    let soname = format!("-Wl,-soname,{library}");
    compile(&[code.to_str().unwrap(), "-o", file.to_str().unwrap()], &["-shared", "-fPIC", &soname]);
    let use_it = "int needed(void); int (*use)(void) = needed;";
    compiled(home, "program", use_it, &[file.to_str().unwrap(), "-Wl,-rpath,$ORIGIN/lib"])
}

fn compile(files: &[&str], options: &[&str]) {
    let output = Command::new("cc").args(files).args(options).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// A file that can be run.
pub(super) fn script(home: &Home, name: &str, text: &str) -> PathBuf {
    let file = home.dir().join(name);
    fs::write(&file, text).unwrap();
    set_mode(&file, 0o755);
    file
}

/// `true` with some of its bytes changed.
pub(super) fn patched(home: &Home, name: &str, at: usize, bytes: &[u8]) -> PathBuf {
    let mut program = fs::read(on_path("true").unwrap()).unwrap();
    program[at..at + bytes.len()].copy_from_slice(bytes);
    let file = home.dir().join(name);
    fs::write(&file, program).unwrap();
    set_mode(&file, 0o755);
    file
}

pub(super) fn set_mode(file: &Path, mode: u32) {
    fs::set_permissions(file, PermissionsExt::from_mode(mode)).unwrap();
}
