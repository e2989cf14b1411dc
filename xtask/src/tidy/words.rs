//! Words that have no place in a file: paths of one machine, addresses of registries, ignored tests, sleeps in tests,
//! settings that are in no table.

use super::source::Source;
use qtmcp_wire::SETTINGS;

pub(super) fn problems(source: &Source) -> Vec<String> {
    let mut problems = Vec::new();
    let mut problem = |line: usize, what: String| problems.push(format!("{}:{line}: {what}", source.path));
    for (index, line) in source.text.lines().enumerate() {
        if let Some(path) = machine_path(line) {
            problem(index + 1, format!("`{path}` is a path of one machine"));
        }
        if let Some(address) = registry_address(source, line) {
            problem(index + 1, format!("`{address}` belongs into the user's own configuration"));
        }
    }
    for (line, name) in unknown_settings(source) {
        problem(line, format!("`{name}` is not in probe/wire/src/settings.rs, so nobody can know of it"));
    }
    for (line, word) in words_in_code(source) {
        problem(line, format!("`{word}`: {}", if word.contains("sleep") { POLL } else { RUN }));
    }
    problems
}

const POLL: &str = "poll with a deadline instead";
const RUN: &str = "a test runs or is deleted";

// The words are split so that this file does not find them in itself.
const HOMES: [&str; 3] = [concat!("/ro", "ot/"), concat!("/wo", "rk/"), concat!("/ho", "me/")];
const REGISTRIES: [&str; 6] = [
    concat!("crates.io-", "index"),
    concat!("index.", "crates.io"),
    concat!("static.", "crates.io"),
    concat!("pypi.org/", "simple"),
    concat!("index", "-url"),
    concat!("replace", "-with"),
];
const LOCKED_SOURCE: &str = concat!("source = \"registry+https://github.com/rust-lang/crates.io-", "index\"");
const IGNORED: &str = concat!("#[ig", "nore");
const SLEEPS: [&str; 2] = [concat!("thread::", "sleep"), concat!("time.", "sleep")];

fn machine_path(line: &str) -> Option<&'static str> {
    HOMES.into_iter().find(|home| {
        line.match_indices(home).any(|(at, _)| {
            // In the middle of a longer path it is a name like any other.
            !line[..at].ends_with(|before: char| before.is_alphanumeric() || "._-#*})]>".contains(before))
        })
    })
}

fn registry_address(source: &Source, line: &str) -> Option<&'static str> {
    if source.path.ends_with("Cargo.lock") && (line == LOCKED_SOURCE || !line.starts_with("source")) {
        return None;
    }
    if source.path.ends_with("Cargo.lock") {
        return Some("a source that is not crates.io");
    }
    REGISTRIES.into_iter().find(|address| line.contains(address))
}

/// Variables that shipped code reads but the table of settings does not have.
fn unknown_settings(source: &Source) -> Vec<(usize, &str)> {
    let is_shipped = source.is_rust() && source.is_in(&["probe/", "mcp/"]) && !source.path.contains("/tests/");
    let names = source.code().filter(|_| is_shipped).flat_map(|(number, line)| {
        let literals = line.split('"').skip(1).step_by(2);
        literals.filter(|literal| literal.starts_with("QTMCP_")).map(move |name| (number, name))
    });
    let is_name = |name: &str| name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_');
    names.filter(|(_, name)| is_name(name) && !SETTINGS.iter().any(|setting| setting.name == *name)).collect()
}

fn words_in_code(source: &Source) -> Vec<(usize, &'static str)> {
    let mut found = Vec::new();
    // The test applications are programs: one of them blocks on purpose.
    let is_app = source.is_in(&["tests/apps/"]);
    let mut in_tests = source.path.starts_with("tests/") || source.path.contains("/tests/");
    if !source.is_rust() && !source.is_python() {
        return found;
    }
    for (number, line) in source.code() {
        in_tests |= line.trim() == "#[cfg(test)]";
        if source.is_rust() && line.contains(IGNORED) {
            found.push((number, IGNORED));
        }
        if in_tests && !is_app {
            found.extend(SLEEPS.into_iter().filter(|sleep| line.contains(sleep)).map(|sleep| (number, sleep)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, text: &str) -> usize {
        problems(&Source { path: path.into(), text: text.into() }).len()
    }

    #[test]
    fn paths_of_one_machine_are_found() {
        let path = format!("let file = \"{}ada/x\";\n", HOMES[2]);
        assert_eq!(check("mcp/src/a.rs", &path), 1);
        assert_eq!(check("docs/protocol.md", &format!("QApplication{}x\n", HOMES[0])), 0);
    }

    #[test]
    fn registries_are_found() {
        assert_eq!(check("deny.toml", &format!("allow = [\"https://{}\"]\n", REGISTRIES[1])), 1);
        assert_eq!(check("Cargo.lock", &format!("{LOCKED_SOURCE}\n")), 0);
        assert_eq!(check("Cargo.lock", "source = \"registry+https://example.org/\"\n"), 1);
    }

    #[test]
    fn sleeps_are_found_in_tests_and_nowhere_else() {
        let sleep = format!("std::{}(second);\n", SLEEPS[0]);
        assert_eq!(check("tests/tests/click.rs", &sleep), 1);
        assert_eq!(check("mcp/src/a.rs", &sleep), 0);
        assert_eq!(check("mcp/src/a.rs", &format!("#[cfg(test)]\n{sleep}")), 1);
        assert_eq!(check("tests/apps/busy.py", &format!("{}(10)\n", SLEEPS[1])), 0);
        assert_eq!(check("tests/tests/click.rs", &format!("{IGNORED}]\n")), 1);
    }

    #[test]
    fn a_setting_without_documentation_is_found() {
        assert_eq!(check("mcp/src/a.rs", "let port = get(\"QTMCP_PORT\");\n"), 0);
        assert_eq!(check("mcp/src/a.rs", "let secret = get(\"QTMCP_SECRET\");\n"), 1);
    }
}
