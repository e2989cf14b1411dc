//! How apps and their ends are put into words.

use std::path::Path;
use std::process::ExitStatus;

/// Lines of output that are worth a model's while.
const LINES: usize = 12;
const LONGEST_LINE: usize = 300;

/// `kcalc` for `/usr/bin/kcalc`.
pub(crate) fn program_name(program: &str) -> String {
    let name = Path::new(program).file_name().unwrap_or(program.as_ref());
    name.to_string_lossy().into_owned()
}

/// `ended with exit code 3`, or `crashed with signal 11 (SIGSEGV)`.
pub(crate) fn ended(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("ended with exit code {code}"),
        // As the standard library puts it: `signal: 11 (SIGSEGV) (core dumped)`.
        None => format!("crashed with {}", status.to_string().replacen("signal: ", "signal ", 1)),
    }
}

/// Advice that names methods of the WebSocket, in the words of MCP.
pub(crate) fn for_mcp(next: &str) -> String {
    if next.contains("`listTools`") {
        return "See the tool's input schema and call it again.".to_owned();
    }
    next.replace("`status`", "`app_status`")
}

/// The last lines of what an app wrote, without the probe's own.
pub(crate) fn last_lines(text: &str) -> String {
    let lines: Vec<_> = text.lines().filter(|line| !line.starts_with("qtmcp: ") && !line.trim().is_empty()).collect();
    let last = &lines[lines.len().saturating_sub(LINES)..];
    last.iter().map(|line| cut(line)).collect::<Vec<_>>().join("\n")
}

fn cut(line: &str) -> String {
    let clean = line.chars().map(|c| if c.is_control() && c != '\t' { '\u{fffd}' } else { c });
    match line.chars().nth(LONGEST_LINE) {
        Some(_) => clean.take(LONGEST_LINE).chain(['…']).collect(),
        None => clean.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_the_apps_own() {
        let written = format!("{}\nqtmcp: listening on ws://127.0.0.1:1\n\nthe end\n", "line\n".repeat(20));
        let last = last_lines(&written);
        assert_eq!((last.lines().count(), last.ends_with("line\nthe end")), (LINES, true), "{last}");
        assert_eq!(last_lines(&"x".repeat(1000)).chars().count(), LONGEST_LINE + 1);
        assert_eq!(last_lines("\u{1b}[31mred"), "\u{fffd}[31mred");
    }

    #[cfg(unix)]
    #[test]
    fn an_end_is_told_by_its_code_or_its_signal() {
        use std::os::unix::process::ExitStatusExt;
        assert_eq!(ended(ExitStatus::from_raw(3 << 8)), "ended with exit code 3");
        assert_eq!(ended(ExitStatus::from_raw(11)), "crashed with signal 11 (SIGSEGV)");
    }

    #[test]
    fn a_program_is_called_by_its_file_name() {
        assert_eq!((program_name("a/b/kcalc"), program_name("kcalc")), ("kcalc".to_owned(), "kcalc".to_owned()));
    }
}
