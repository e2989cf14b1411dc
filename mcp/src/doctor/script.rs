//! Scripts: who runs them, and what a plain wrapper starts in the end.

/// Who runs a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shebang {
    /// The interpreter: a path, or with `env` a name to look up.
    pub(super) interpreter: String,
}

impl Shebang {
    /// That of a text's first line.
    pub(super) fn of(text: &str) -> Option<Self> {
        let line = text.lines().next()?.strip_prefix("#!")?;
        let mut words = line.split_whitespace();
        let first = words.next()?;
        if file_name(first) != "env" {
            return Some(Self { interpreter: first.to_owned() });
        }
        let name = words.find(|word| !word.starts_with('-') && !word.contains('='))?;
        Some(Self { interpreter: name.to_owned() })
    }

    pub(super) fn is_shell(&self) -> bool {
        matches!(file_name(&self.interpreter), "sh" | "bash" | "dash" | "zsh" | "ksh" | "ash" | "busybox")
    }
}

/// Whether a program of this name runs scripts that may bring in Qt while they run.
pub(super) fn loads_late(program: &str) -> bool {
    let name = file_name(program);
    ["python", "pypy", "ruby", "perl", "node"].into_iter().any(|known| {
        let rest = name.strip_prefix(known);
        rest.is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'))
    })
}

/// What a shell script does that matters to a preloaded library.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Wrapper {
    /// The words of the command that it becomes, if they can be read without running it.
    pub(super) command: Option<Vec<String>>,
    /// The line that takes the probe out of the environment.
    pub(super) unloads: Option<String>,
    /// Whether it runs a Flatpak.
    pub(super) is_flatpak: bool,
}

impl Wrapper {
    pub(super) fn of(script: &str) -> Self {
        let lines = || script.lines().map(str::trim).filter(|line| !line.starts_with('#'));
        let last = lines().rfind(|line| line.starts_with("exec "));
        let unloads = |line: &&str| {
            let sets = line.trim_start_matches("export ").strip_prefix("LD_PRELOAD=");
            sets.is_some_and(|value| !value.contains("$LD_PRELOAD") && !value.contains("${LD_PRELOAD"))
                || line.starts_with("unset LD_PRELOAD")
                || line.contains("env -i ")
        };
        Self {
            command: last.and_then(|line| command(&words(&line["exec ".len()..])?)),
            unloads: lines().find(unloads).map(str::to_owned),
            is_flatpak: lines().any(|line| line.contains("flatpak run")),
        }
    }
}

/// The program that words stand for, without `env`, its variables and options; `None` where the shell must say what it is.
pub(super) fn command(words: &[String]) -> Option<Vec<String>> {
    let mut rest = words.iter();
    let mut is_env = false;
    while let Some(first) = rest.next() {
        let is_variable = first.split_once('=').is_some_and(|(name, _)| !name.is_empty() && !name.contains('/'));
        match first.as_str() {
            "-u" | "--unset" | "-C" | "--chdir" if is_env => drop(rest.next()),
            _ if is_variable || (is_env && first.starts_with('-')) => {}
            name if file_name(name) == "env" => is_env = true,
            name if name.contains(['$', '`', '*', '~']) => return None,
            name => return Some(std::iter::once(name.to_owned()).chain(rest.cloned()).collect()),
        }
    }
    None
}

/// A line of shell as words; `None` if it is more than one simple command.
fn words(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = line.chars();
    while let Some(c) = characters.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some('\''), c) => word.get_or_insert_default().push(c),
            (_, '\\') => word.get_or_insert_default().push(characters.next()?),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, '|' | ';' | '&' | '<' | '(' | ')') => return None,
            // Where its output goes does not matter.
            (None, '>') => break,
            (None, ' ' | '\t') => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    (quote.is_none() && !words.is_empty()).then_some(words)
}

pub(super) fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrapped(script: &str) -> Option<String> {
        Wrapper::of(script).command.map(|words| words.join(" "))
    }

    #[test]
    fn the_interpreter_is_read_from_the_first_line() {
        let interpreter = |text| Shebang::of(text).map(|shebang| shebang.interpreter);
        assert_eq!(interpreter("#!/usr/bin/python3\n").as_deref(), Some("/usr/bin/python3"));
        assert_eq!(interpreter("#! /usr/bin/env -S A=b python3 -X dev\n").as_deref(), Some("python3"));
        assert_eq!(interpreter("plain text"), None);
        assert!(Shebang::of("#!/bin/bash -e").unwrap().is_shell());
    }

    #[test]
    fn interpreters_are_known_in_every_version() {
        assert!(["python3", "/usr/bin/python3.12", "pypy3"].into_iter().all(loads_late));
        assert!(!["python-config", "pythonista", "kcalc"].into_iter().any(loads_late));
    }

    #[test]
    fn a_plain_wrapper_shows_what_it_becomes() {
        let script = "#!/bin/sh\n# exec no\nexport A=1\nexec /opt/app/bin/app --flag \"$@\" >/dev/null\n";
        assert_eq!(wrapped(script).as_deref(), Some("/opt/app/bin/app --flag $@"));
        assert_eq!(wrapped("exec env -u X A=b '/opt/my app' \"$@\"").as_deref(), Some("/opt/my app $@"));
        for unclear in ["exec \"$HERE/app\"", "exec $(which app)", "exec a | b", "echo hello", "exec 'open"] {
            assert_eq!(wrapped(unclear), None, "{unclear}");
        }
    }

    #[test]
    fn a_wrapper_that_drops_the_probe_is_seen() {
        let unloads = |script| Wrapper::of(script).unloads;
        assert_eq!(unloads("export LD_PRELOAD=/x.so\nexec app").as_deref(), Some("export LD_PRELOAD=/x.so"));
        assert_eq!(unloads("unset LD_PRELOAD").as_deref(), Some("unset LD_PRELOAD"));
        assert_eq!(unloads("LD_PRELOAD=/x.so:$LD_PRELOAD\n# unset LD_PRELOAD"), None);
        assert!(Wrapper::of("exec /usr/bin/flatpak run org.kde.kcalc").is_flatpak);
    }
}
