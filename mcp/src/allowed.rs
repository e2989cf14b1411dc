//! What an agent may launch: the program of the command line, and those of `--allow-launch`. Names in `PATH`, relative
//! paths and links all come down to the file that would run.

use crate::app::AppCommand;
use qtmcp_tool::{Code, Fault};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// Variables that change how an app looks and speaks, and nothing of what code it runs.
const HARMLESS: [&str; 12] = [
    "LANG",
    "LANGUAGE",
    "TZ",
    "QT_ENABLE_HIGHDPI_SCALING",
    "QT_FONT_DPI",
    "QT_QPA_PLATFORM",
    "QT_QUICK_BACKEND",
    "QT_SCALE_FACTOR",
    "QT_SCALE_FACTOR_ROUNDING_POLICY",
    "QT_SCREEN_SCALE_FACTORS",
    "QT_STYLE_OVERRIDE",
    "QSG_RENDER_LOOP",
];

/// Of the platforms those that show the app to nobody else.
const PLATFORMS: [&str; 5] = ["offscreen", "minimal", "xcb", "wayland", "wayland-egl"];

/// Programs whose arguments say what is run. Besides these, any that is given another program.
const INTERPRETERS: &str = "ash bash busybox bwrap chrt dash dbus-run-session doas env fakeroot firejail fish \
    flatpak gdb ionice java ksh ld.so lldb ltrace nice node nohup npx \
    perl php pkexec prlimit proot qml qmlscene rr ruby runuser script setarch \
    setsid sh snap stdbuf strace su sudo systemd-run taskset time timeout unshare \
    uv uvx valgrind watch xargs xvfb-run xwfb-run zsh";

/// Options of every Qt program that load code, or open it to others; each with one dash or two.
const QT_OPTIONS: [&str; 4] = ["platformpluginpath", "platformtheme", "plugin", "qmljsdebugger"];

/// What may be launched.
#[derive(Clone, Debug, Default)]
pub(crate) struct Allowed {
    everything: bool,
    /// With whatever arguments an agent gives.
    programs: Vec<Resolved>,
    /// The program of the command line.
    own: Option<(Resolved, Vec<String>)>,
    /// As the person named them.
    named: Vec<String>,
}

/// A program that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Resolved {
    /// Where it was found.
    path: PathBuf,
    /// The file itself, behind all links.
    file: PathBuf,
}

impl Allowed {
    /// What the command line allows: the program to start, if there is one, and those that are named besides, with `*` for
    /// all there are.
    pub(crate) fn new(own: Option<&AppCommand>, named: &[String]) -> Self {
        let named: Vec<String> =
            named.iter().map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect();
        let programs = named.iter().filter_map(|program| Resolved::find(program, None)).collect();
        let everything = named.iter().any(|program| program == "*");
        let found = own.and_then(|own| Some((Resolved::find(&own.program, None)?, own.args.clone())));
        let named = own.map(|own| own.program.clone()).into_iter().chain(named).collect();
        Self { everything, programs, own: found, named }
    }

    /// The names that were given to `--allow-launch` and that are no program.
    pub(crate) fn missing(named: &[String]) -> impl Iterator<Item = &str> {
        let is_missing =
            |program: &str| !program.is_empty() && program != "*" && Resolved::find(program, None).is_none();
        named.iter().map(|program| program.trim()).filter(move |program| is_missing(program))
    }

    /// The same command, with the path of the program that it comes down to; `denied` when it may not be launched.
    pub(crate) fn check(&self, command: AppCommand) -> Result<AppCommand, Fault> {
        if self.everything {
            return Ok(command);
        }
        let found = Resolved::find(&command.program, command.dir.as_deref());
        let Some(found) = found.filter(|found| self.allows(found, &command)) else {
            return Err(self.refusal(&command));
        };
        let is_own = self.own.as_ref().is_some_and(|(_, args)| *args == command.args);
        if let Some(option) = refused_option(&command.args).filter(|_| !is_own) {
            let message = format!("launch_app: `{option}` may not be given: it could change what code the app runs.");
            let next = "Leave it out. The person can allow all by --allow-launch '*'.";
            return Err(Fault::new(Code::Denied, message).next(next));
        }
        if let Some((name, _)) = command.env.iter().find(|(name, value)| !is_harmless(name, value)) {
            let message = format!("launch_app: env may not set {name} so: it could change what code the app runs.");
            let next = format!(
                "Leave it out; env takes LC_* and {}, with QT_QPA_PLATFORM one of {}. The person can set others for this \
                 server, or allow all by --allow-launch '*'.",
                HARMLESS.join(", "),
                PLATFORMS.join(", ")
            );
            return Err(Fault::new(Code::Denied, message).next(next));
        }
        Ok(AppCommand { program: found.path.to_string_lossy().into_owned(), ..command })
    }

    fn allows(&self, found: &Resolved, command: &AppCommand) -> bool {
        if self.programs.iter().any(|program| program.is_same(found)) {
            return true;
        }
        let Some((own, args)) = &self.own else { return false };
        // A script's name means another file in another directory.
        let is_exactly = *args == command.args && command.dir.is_none();
        own.is_same(found) && (is_exactly || !runs_others(own, args))
    }

    fn refusal(&self, command: &AppCommand) -> Fault {
        let program = &command.program;
        let own = self.own.as_ref().filter(|(own, args)| runs_others(own, args));
        let is_own = own.is_some_and(|(own, _)| {
            Resolved::find(program, command.dir.as_deref()).is_some_and(|found| own.is_same(&found))
        });
        if is_own {
            let message = format!(
                "launch_app: `{program}` runs what its arguments say, so it may have no others than on \
                                   the command line of this server."
            );
            let next =
                "Call `launch_app` without arguments, or ask the person to start the server with --allow-launch.";
            return Fault::new(Code::Denied, message).next(next);
        }
        let allowed = match self.named.as_slice() {
            [] => "none: this server was started without one".to_owned(),
            named => named.join(", "),
        };
        let message = format!("launch_app: `{program}` may not be launched. Allowed is {allowed}.");
        let next = format!(
            "Launch what is allowed, or `list_apps` and `select_app` one that runs. The person can allow more by starting \
             the server with --allow-launch {}.",
            shlex::try_quote(program).unwrap_or_default()
        );
        Fault::new(Code::Denied, message).next(next)
    }
}

impl Resolved {
    /// The program of a name in `PATH`, or of a path from `dir` on; `None` when there is none.
    fn find(program: &str, dir: Option<&str>) -> Option<Self> {
        let here = std::env::current_dir().ok()?;
        let from = dir.map_or_else(|| here.clone(), |dir| here.join(dir));
        let path = match program.contains('/') {
            true => from.join(program),
            false => on_path(OsStr::new(program), std::env::var_os("PATH")?, &here)?,
        };
        let file = path.canonicalize().ok().filter(|file| file.is_file())?;
        Some(Self { path, file })
    }

    /// Whether it is the same file under the same name: some programs are many in one, and go by the name they have.
    fn is_same(&self, other: &Resolved) -> bool {
        let names = [self.path.file_name(), self.file.file_name()];
        self.file == other.file && names.contains(&other.path.file_name())
    }

    fn is_interpreter(&self) -> bool {
        let is_one = |path: &Path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let is_known = INTERPRETERS.split_ascii_whitespace().any(|known| known == name);
            is_known || ["python", "pypy", "ld-linux"].iter().any(|start| name.starts_with(start))
        };
        is_one(&self.path) || is_one(&self.file)
    }
}

/// Whether the arguments of a program say what is run: it is known for it, or was given another program.
fn runs_others(program: &Resolved, args: &[String]) -> bool {
    let is_program = |arg: &String| {
        use std::os::unix::fs::PermissionsExt;
        let found = Resolved::find(arg, None).filter(|found| !program.is_same(found));
        let mode = found.and_then(|found| found.file.metadata().ok()).map(|file| file.permissions().mode());
        mode.is_some_and(|mode| mode & 0o111 != 0)
    };
    program.is_interpreter() || args.iter().any(is_program)
}

/// The first option of Qt's own that an agent may not give.
fn refused_option(args: &[String]) -> Option<&String> {
    args.iter().enumerate().find_map(|(nth, arg)| {
        let (name, value) = arg.split_once('=').map_or((arg.as_str(), None), |(name, value)| (name, Some(value)));
        let name = name.strip_prefix("--").or_else(|| name.strip_prefix('-'))?;
        let is_refused = match name {
            "platform" => {
                !value.or(args.get(nth + 1).map(String::as_str)).is_some_and(|value| PLATFORMS.contains(&value))
            }
            name => QT_OPTIONS.contains(&name),
        };
        is_refused.then_some(arg)
    })
}

fn on_path(name: &OsStr, path: OsString, here: &Path) -> Option<PathBuf> {
    use std::os::unix::fs::PermissionsExt;
    let is_program =
        |file: &PathBuf| file.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0);
    std::env::split_paths(&path).map(|dir| here.join(dir).join(name)).find(is_program)
}

fn is_harmless(name: &str, value: &str) -> bool {
    match name {
        "QT_QPA_PLATFORM" => PLATFORMS.contains(&value),
        _ => HARMLESS.contains(&name) || name.starts_with("LC_"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(program: &str) -> AppCommand {
        AppCommand { program: program.to_owned(), ..AppCommand::default() }
    }

    fn allowed(named: &[&str]) -> Allowed {
        Allowed::new(None, &named.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn a_program_is_the_same_by_name_by_path_and_by_a_way_around() {
        let allowed = allowed(&["ls"]);
        let path = allowed.check(command("ls")).unwrap().program;
        assert!(path.ends_with("/ls") && path.starts_with('/'), "{path}");
        let (dir, _) = path.rsplit_once('/').unwrap();
        assert!(allowed.check(command(&path)).is_ok() && allowed.check(command(&format!("{dir}/../bin/ls"))).is_ok());
        let relative = AppCommand { dir: Some(dir.to_owned()), ..command("./ls") };
        assert!(allowed.check(relative).is_ok());
        for other in ["cat", "/bin/cat", "./ls", "no-such-program", "", "*"] {
            assert_eq!(allowed.check(command(other)).unwrap_err().code, Code::Denied, "{other}");
        }
    }

    #[test]
    fn a_link_is_the_program_it_leads_to_and_no_other_name_is() {
        let dir = std::env::temp_dir().join(format!("qtmcp-allowed-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&dir);
        std::fs::create_dir(&dir).unwrap();
        let link = |name: &str, to: &str| {
            let link = dir.join(name);
            std::os::unix::fs::symlink(on_path(to.as_ref(), std::env::var_os("PATH").unwrap(), &dir).unwrap(), &link)
                .unwrap();
            link.to_string_lossy().into_owned()
        };
        let (same, other, trap) = (link("ls", "ls"), link("other", "ls"), link("cat", "ls"));
        let fake = link("sub-ls", "cat");
        assert!(allowed(&["ls"]).check(command(&same)).is_ok());
        for refused in [&other, &trap, &fake] {
            assert!(allowed(&["ls"]).check(command(refused)).is_err(), "{refused}");
        }
        // What was allowed as a link is launched as that.
        assert_eq!(allowed(&[&other]).check(command(&other)).unwrap().program, other);
        std::fs::remove_dir_all(&dir).unwrap();
    }

    #[test]
    fn a_refusal_says_what_may_be_launched_and_how_to_allow_more() {
        let fault = allowed(&["ls"]).check(command("my app")).unwrap_err();
        assert_eq!(fault.message, "launch_app: `my app` may not be launched. Allowed is ls.");
        assert!(fault.next.contains("--allow-launch 'my app'"), "{}", fault.next);
        assert!(allowed(&[]).check(command("ls")).unwrap_err().message.contains("started without one"));
    }

    #[test]
    fn a_star_allows_every_program_and_every_variable() {
        let launched = AppCommand { env: vec![("LD_PRELOAD".into(), "x".into())], ..command("no-such-program") };
        assert_eq!(allowed(&["*"]).check(launched.clone()).unwrap(), launched);
    }

    #[test]
    fn no_variable_may_bring_code_into_an_app() {
        let with = |name: &str, value: &str| {
            let env = vec![(name.to_owned(), value.to_owned())];
            allowed(&["ls"]).check(AppCommand { env, ..command("ls") })
        };
        for (name, value) in [("LANG", "C"), ("LC_ALL", "de_DE.UTF-8"), ("QT_QPA_PLATFORM", "offscreen")] {
            assert!(with(name, value).is_ok(), "{name}");
        }
        let loaders = [
            "LD_PRELOAD",
            "LD_LIBRARY_PATH",
            "LD_AUDIT",
            "PATH",
            "QTMCP_ACCESS",
            "QTMCP_DENY",
            "QT_PLUGIN_PATH",
            "QML_IMPORT_PATH",
            "QML2_IMPORT_PATH",
            "QT_QUICK_CONTROLS_STYLE",
            "PYTHONPATH",
            "PYTHONSTARTUP",
            "GTK_MODULES",
            "GCONV_PATH",
            "HOME",
            "XDG_CONFIG_HOME",
            "DISPLAY",
            "lang",
            "",
        ];
        for name in loaders {
            let fault = with(name, "x").unwrap_err();
            assert_eq!(fault.code, Code::Denied, "{name}");
        }
        // It would let others look at the app, or lead to a file.
        for platform in ["vnc", "vnc:port=1", "xcb:x", "/tmp/evil"] {
            assert!(with("QT_QPA_PLATFORM", platform).is_err(), "{platform}");
        }
    }

    #[test]
    fn no_option_of_qt_may_bring_code_into_an_app() {
        let with = |args: &[&str]| {
            let args = args.iter().map(|arg| (*arg).to_owned()).collect();
            allowed(&["ls"]).check(AppCommand { args, ..command("ls") })
        };
        for fine in [&["-l"][..], &["-platform", "offscreen"], &["--platform=xcb"], &["a=b", "-"]] {
            assert!(with(fine).is_ok(), "{fine:?}");
        }
        let refused = [
            &["-platformpluginpath", "x"][..],
            &["--platformpluginpath=x"],
            &["-platform", "vnc"],
            &["-platform=vnc:port=1"],
            &["-platform"],
            &["a", "-qmljsdebugger=port:1"],
        ];
        for args in refused {
            assert_eq!(with(args).unwrap_err().code, Code::Denied, "{args:?}");
        }
    }

    #[test]
    fn the_program_of_the_command_line_takes_other_arguments_unless_they_say_what_is_run() {
        let own = |program: &str, args: &[&str]| AppCommand {
            args: args.iter().map(|arg| (*arg).to_owned()).collect(),
            ..command(program)
        };
        let allowed = Allowed::new(Some(&own("ls", &["-l"])), &[]);
        assert!(allowed.check(own("ls", &["-a"])).is_ok());
        let shell = Allowed::new(Some(&own("sh", &["app.sh"])), &[]);
        assert!(shell.check(own("sh", &["app.sh"])).is_ok());
        let elsewhere = AppCommand { dir: Some("/tmp".to_owned()), ..own("sh", &["app.sh"]) };
        for other in [own("sh", &["-c", "true"]), own("sh", &[]), elsewhere] {
            let fault = shell.check(other).unwrap_err();
            assert!(fault.message.contains("runs what its arguments say"), "{fault}");
        }
        // Nobody knows every program that runs others, but this one was given one.
        let wrapper = Allowed::new(Some(&own("ls", &["sh"])), &[]);
        assert!(wrapper.check(own("ls", &["sh"])).is_ok() && wrapper.check(own("ls", &["cat"])).is_err());
        let named = Allowed::new(None, &["sh".to_owned()]);
        assert!(named.check(own("sh", &["-c", "true"])).is_ok());
    }
}
