//! The program that would be started: whether it can be, and whether a preloaded library gets into it.

use super::elf::{self, Platform};
use super::installation::Installation;
use super::linker::Search;
use super::report::Report;
use super::script::{self, Shebang, Wrapper};
use super::{privileges, qt};
use std::env;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Wrappers of wrappers; more than this is a circle.
const MOST_WRAPPERS: usize = 8;

/// What is read of a script.
const SCRIPT_BYTES: u64 = 64 << 10;

/// What comes after a program was looked at.
enum Next {
    Done,
    /// It starts another one.
    Starts(Vec<String>),
}

/// Looks at what `words` would start, through wrappers, to the program that has Qt.
pub(super) fn examine(report: &mut Report, installation: &Installation, words: &[String]) {
    let mut words = words.to_vec();
    for _ in 0..MOST_WRAPPERS {
        match look(report, installation, &words) {
            Next::Done => return,
            Next::Starts(next) => words = next,
        }
    }
    report.problem("wrappers", "its wrappers start each other without end", "Name the app itself.");
}

fn look(report: &mut Report, installation: &Installation, words: &[String]) -> Next {
    let Some((program, arguments)) = words.split_first() else { return Next::Done };
    let Some(file) = find(report, program) else { return Next::Done };
    let real = file.canonicalize().unwrap_or_else(|_| file.clone());
    let shown = file.display();
    if is_flatpak(&file, &real, arguments) {
        return flatpak(report, &file);
    }
    if real.starts_with("/snap") || real.file_name().is_some_and(|name| name == "snap") {
        report.problem(
            "snap",
            format!("{shown} is a Snap, which runs confined and without preloaded libraries"),
            "Install the app in another form: from the distribution, or built from source.",
        );
        return Next::Done;
    }
    let head = match head(&file) {
        Ok(head) => head,
        Err(error) => {
            report.problem("unreadable", format!("{shown} cannot be read: {error}"), "Let this user read it.");
            return Next::Done;
        }
    };
    if let Some(platform) = Platform::of(&head) {
        return program_file(report, installation, &file, &real, &head, platform, words);
    }
    let text = String::from_utf8_lossy(&head);
    match Shebang::of(&text) {
        Some(shebang) => script_file(report, &file, &text, shebang),
        None => {
            let message = format!("{shown} is neither a program nor a script with a `#!` line");
            report.problem("no_program", message, "Name the program itself.");
            Next::Done
        }
    }
}

/// The file that a shell would run.
fn find(report: &mut Report, program: &str) -> Option<PathBuf> {
    let has_path = program.contains('/');
    let paths = env::var_os("PATH").unwrap_or_default();
    let file = match has_path {
        true => Some(PathBuf::from(program)).filter(|file| file.exists()),
        false => {
            env::split_paths(&paths).map(|dir| dir.join(program)).find(|file| file.is_file() && is_executable(file))
        }
    };
    let Some(file) = file else {
        let place = if has_path { "" } else { " in PATH" };
        report.problem("no_program", format!("there is no program `{program}`{place}"), "Name it by its path.");
        return None;
    };
    let shown = file.display();
    if file.extension().is_some_and(|ending| ending == "desktop") {
        report.problem("launcher", format!("{shown} is a launcher, not a program"), launcher_advice(&file));
        return None;
    }
    if file.is_dir() {
        report.problem("no_program", format!("{shown} is a directory"), "Name the program in it.");
        return None;
    }
    if !is_executable(&file) {
        report.problem("not_executable", format!("{shown} is not executable"), format!("chmod +x {shown}"));
        return None;
    }
    Some(file)
}

fn launcher_advice(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("Exec="));
    let words: Vec<_> = line.unwrap_or_default().split_whitespace().filter(|word| !word.starts_with('%')).collect();
    if words.is_empty() {
        "Name the program it starts.".to_owned()
    } else {
        format!("qtmcp doctor -- {}", words.join(" "))
    }
}

fn is_executable(file: &Path) -> bool {
    rustix::fs::access(file, rustix::fs::Access::EXEC_OK).is_ok()
}

fn head(file: &Path) -> std::io::Result<Vec<u8>> {
    let mut head = Vec::new();
    File::open(file)?.take(SCRIPT_BYTES).read_to_end(&mut head)?;
    Ok(head)
}

fn is_flatpak(file: &Path, real: &Path, arguments: &[String]) -> bool {
    let is_exported = file.to_string_lossy().contains("/flatpak/exports/bin/");
    let runs = real.file_name().is_some_and(|name| name == "flatpak") && arguments.iter().any(|word| word == "run");
    is_exported || runs
}

fn flatpak(report: &mut Report, file: &Path) -> Next {
    report.problem(
        "flatpak",
        format!("{} is a Flatpak, which runs in a sandbox where the probe's libraries are not", file.display()),
        "Install the app in another form: from the distribution, or built from source.",
    );
    Next::Done
}

fn script_file(report: &mut Report, file: &Path, text: &str, shebang: Shebang) -> Next {
    let shown = file.display();
    let interpreter = &shebang.interpreter;
    if !shebang.is_shell() {
        report.good("script", format!("{shown} is a script that {interpreter} runs"));
        return Next::Starts(vec![interpreter.clone()]);
    }
    let wrapper = Wrapper::of(text);
    if wrapper.is_flatpak {
        return flatpak(report, file);
    }
    if let Some(line) = wrapper.unloads {
        report.problem(
            "wrapper_unloads",
            format!("{shown} is a wrapper that takes the probe out of the environment: {line}"),
            "Start the program behind it, or let it keep what LD_PRELOAD has: LD_PRELOAD=mine.so:$LD_PRELOAD.",
        );
    }
    if script::loads_late(&file.to_string_lossy()) {
        late(report, &format!("{shown}, a wrapper,"));
        return Next::Done;
    }
    match wrapper.command {
        Some(words) => {
            report.good("wrapper", format!("{shown} is a shell script that starts {}", words[0]));
            Next::Starts(words)
        }
        None => {
            report.warning(
                "wrapper",
                format!("{shown} is a shell script; what it starts cannot be told without running it"),
                "The probe goes along with what it starts. Name that program to have it looked at, or add --try.",
            );
            Next::Done
        }
    }
}

fn late(report: &mut Report, who: &str) {
    report.good("late_qt", format!("{who} loads Qt when its script asks for it: the probe waits for that"));
}

fn program_file(
    report: &mut Report,
    installation: &Installation,
    file: &Path,
    real: &Path,
    head: &[u8],
    platform: Platform,
    words: &[String],
) -> Next {
    let shown = file.display();
    let done = Next::Done;
    // Type 1 and type 2 of AppImages have this where other ELF files have padding.
    if matches!(head.get(8..11), Some(b"AI\x01" | b"AI\x02")) {
        let dir = file.parent().unwrap_or(Path::new(".")).display().to_string();
        report.problem(
            "appimage",
            format!("{shown} is an AppImage: what it starts is packed in it"),
            format!("Unpack it with `{shown} --appimage-extract` and run what comes out: qtmcp run -- {dir}/squashfs-root/AppRun"),
        );
        return done;
    }
    if let Some(ours) = installation.platform.filter(|ours| *ours != platform) {
        report.problem(
            "wrong_architecture",
            format!("{shown} is a program for {}, the probe's libraries are for {}", platform.name(), ours.name()),
            format!("Use a build of the app for {}, or build QtMCP for {}.", ours.name(), platform.name()),
        );
        return done;
    }
    let linkage = match elf::read(real) {
        Ok(linkage) => linkage,
        Err(error) => {
            report.problem("no_program", format!("{shown} is a damaged program: {error}"), "Install it again.");
            return done;
        }
    };
    if !linkage.is_loadable {
        report.problem("no_program", format!("{shown} is an object file or a core dump"), "Name the program itself.");
        return done;
    }
    let Some(interpreter) = &linkage.interpreter else {
        if file.to_string_lossy().contains(".so") {
            report.problem("no_program", format!("{shown} is a library"), "Name a program that uses it.");
        } else {
            report.problem(
                "static_program",
                format!("{shown} is linked statically: it has no dynamic linker that could load the probe"),
                "Link the app dynamically.",
            );
        }
        return done;
    };
    if interpreter.to_string_lossy().contains("ld-musl") {
        report.problem(
            "musl",
            format!("{shown} is linked with musl; the probe's libraries need glibc"),
            "Use a build of the app for a distribution with glibc.",
        );
        return done;
    }
    if !interpreter.exists() {
        let message = format!("{shown} cannot be run: its dynamic linker {} is not there", interpreter.display());
        report.problem("no_interpreter", message, "Install the C library that the program was built for.");
        return done;
    }
    if let Some(why) = privileges::of(real) {
        report.problem(
            "privileges",
            format!("{shown} {why}, and the system preloads nothing into such a program"),
            "Copy the program without its privileges (`cp`) and run the copy.",
        );
    }
    report.good("program", format!("{shown} is a program for {}", platform.name()));
    behind(report, installation, file, real, linkage, platform, words)
}

/// The libraries of a program, or the program that it only stands before.
fn behind(
    report: &mut Report,
    installation: &Installation,
    file: &Path,
    real: &Path,
    linkage: elf::Linkage,
    platform: Platform,
    words: &[String],
) -> Next {
    let name = real.file_name().unwrap_or_default().to_string_lossy().into_owned();
    match name.as_str() {
        "env" => return script::command(words).filter(|next| next != words).map_or(Next::Done, Next::Starts),
        "qtchooser" => return chosen(real, file).map_or(Next::Done, |tool| Next::Starts(vec![tool])),
        _ => {}
    }
    let loaded = Search::here(platform).load(real, linkage);
    for (library, by) in &loaded.missing {
        let message = format!("{library}, which {} needs, is not found", by.display());
        report.problem("missing_library", message, "Install it, or name its directory in LD_LIBRARY_PATH.");
    }
    if qt::examine(report, &loaded, &installation.majors) {
        return Next::Done;
    }
    if script::loads_late(&name) {
        late(report, &name);
    } else if matches!(name.as_str(), "bash" | "dash" | "sh" | "busybox") {
        report.warning(
            "wrapper",
            format!("{name} is a shell: the probe goes along with what it starts"),
            "Add --try to see.",
        );
    } else if loaded.missing.is_empty() {
        qt::examine_without_libraries(report, real);
    }
    Next::Done
}

/// The tool that qtchooser starts under the name it was called by.
fn chosen(qtchooser: &Path, called: &Path) -> Option<String> {
    let output =
        Command::new(qtchooser).arg("-print-env").env_remove("LD_PRELOAD").stderr(Stdio::null()).output().ok()?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let dir = printed.lines().find_map(|line| line.strip_prefix("QTTOOLDIR="))?.trim_matches('"');
    Some(Path::new(dir).join(called.file_name()?).to_string_lossy().into_owned())
}
