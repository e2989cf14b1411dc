//! Rules about a file as a whole: what it opens with, how long it is, what it is called, where C++ and unsafe may be.

/// Past this a file is split.
const MOST_LINES: usize = 600;
const FORBIDDEN_NAMES: [&str; 7] = ["util", "utils", "common", "helper", "helpers", "manager", "core"];
/// The only places with C or C++: the parts, the programs that tests drive, the examples, and the header for C programs.
const CPP_HOMES: [&str; 5] =
    ["probe/qt/cpp/", "tests/apps/", "examples/", "probe/preload/include/", "probe/preload/tests/programs/"];
/// The only places with `unsafe`. The test applications are programs of their own.
const UNSAFE_HOMES: [&str; 4] = ["probe/preload/", "probe/qt/", "probe/desktop/", "tests/apps/"];

/// A text file of the repository.
pub(super) struct Source {
    /// From the root, with forward slashes.
    pub(super) path: String,
    pub(super) text: String,
}

impl Source {
    pub(super) fn problems(&self) -> Vec<String> {
        let mut problems = Vec::new();
        let mut problem = |what: String| problems.push(format!("{}: {what}", self.path));
        if let Some(mark) = self.opening()
            && !self.opens_with(mark)
        {
            problem(format!("does not open with `{mark}` and what the file is"));
        }
        let lines = self.text.lines().count();
        if self.opening().is_some() && lines > MOST_LINES {
            problem(format!("has {lines} lines; split it, {MOST_LINES} are the most"));
        }
        if self.is_rust()
            && let Some(name) = self.names().find(|name| FORBIDDEN_NAMES.contains(name))
        {
            problem(format!("`{name}` says nothing; name it after what it holds"));
        }
        if self.is_cpp() && !self.is_in(&CPP_HOMES) {
            problem("C++ lives in probe/qt/cpp, the programs that tests drive and the examples only".to_owned());
        }
        if self.is_rust() && !self.is_in(&UNSAFE_HOMES) && self.code().any(|(_, line)| has_unsafe(line)) {
            problem("`unsafe` lives in probe/preload, probe/qt and probe/desktop only".to_owned());
        }
        problems
    }

    pub(super) fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    pub(super) fn is_python(&self) -> bool {
        self.path.ends_with(".py")
    }

    pub(super) fn is_in(&self, homes: &[&str]) -> bool {
        homes.iter().any(|home| self.path.starts_with(home))
    }

    /// Line numbers and lines, comments of whole lines left out.
    pub(super) fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().enumerate().map(|(index, line)| (index + 1, line));
        lines.filter(|(_, line)| !line.trim_start().starts_with("//"))
    }

    fn is_cpp(&self) -> bool {
        [".cpp", ".cc", ".h", ".hpp"].iter().any(|extension| self.path.ends_with(extension))
    }

    fn opening(&self) -> Option<&'static str> {
        match () {
            () if self.is_rust() => Some("//!"),
            () if self.is_cpp() || self.path.ends_with(".qml") => Some("//"),
            () if self.is_python() => Some("#"),
            () => None,
        }
    }

    fn opens_with(&self, mark: &str) -> bool {
        let mut lines = self.text.lines();
        let first = lines.next().unwrap_or_default();
        let first = if first.starts_with("#!/") { lines.next().unwrap_or_default() } else { first };
        // The header for C programs speaks the C of all ages.
        let mark = if self.path.ends_with(".h") && first.starts_with("/*") { "/*" } else { mark };
        first.strip_prefix(mark).is_some_and(|text| text.trim().len() > 10)
    }

    /// Directories and the file, without the extension.
    fn names(&self) -> impl Iterator<Item = &str> {
        self.path.strip_suffix(".rs").unwrap_or(&self.path).split('/')
    }
}

fn has_unsafe(line: &str) -> bool {
    // Split, so that this line does not find itself.
    let keyword = concat!("un", "safe");
    let is_keyword = |at: usize| {
        let (before, after) = (&line[..at], &line[at + keyword.len()..]);
        let starts = !before.ends_with(|character: char| character.is_alphanumeric() || "_\"`".contains(character));
        starts && [" {", " fn ", " impl ", " extern ", "("].iter().any(|follows| after.starts_with(follows))
    };
    line.match_indices(keyword).any(|(at, _)| is_keyword(at)) || line.contains(&format!("allow({keyword}_code)"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, text: &str) -> String {
        Source { path: path.into(), text: text.into() }.problems().join("\n")
    }

    #[test]
    fn a_file_says_what_it_is() {
        assert_eq!(check("mcp/src/main.rs", "//! The qtmcp command.\n"), "");
        assert!(check("mcp/src/main.rs", "fn main() {}\n").contains("open with"));
        assert!(check("mcp/src/main.rs", "//!\nfn main() {}\n").contains("open with"));
        assert_eq!(check("tests/apps/button.py", "#!/usr/bin/env python3\n# A window with one button.\n"), "");
    }

    #[test]
    fn a_long_file_is_split() {
        assert!(check("a/src/b.rs", &("//! A list of lines.\n".to_owned() + &"\n".repeat(600))).contains("601 lines"));
        assert_eq!(check("docs/long.md", &"\n".repeat(1000)), "");
    }

    #[test]
    fn names_mean_something() {
        assert!(check("mcp/src/util.rs", "//! Everything else.\n").contains("`util`"));
        assert!(check("mcp/src/common/mod.rs", "//! Everything else.\n").contains("`common`"));
        assert_eq!(check("mcp/src/commonplace.rs", "//! Everything else.\n"), "");
    }

    #[test]
    fn cpp_and_unsafe_stay_at_home() {
        assert!(check("mcp/src/a.cpp", "// A widget or two.\n").contains("C++"));
        assert_eq!(check("probe/qt/cpp/a.cpp", "// A widget or two.\n"), "");
        let text = format!("//! Reads memory.\nlet x = {} {{ *p }};\n", concat!("un", "safe"));
        assert!(check("mcp/src/a.rs", &text).contains("only"));
        assert_eq!(check("probe/qt/src/a.rs", &text), "");
    }
}
