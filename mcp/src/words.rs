//! How apps and their ends are put into words.

use crate::policy;
use qtmcp_modes::CATALOG;
use qtmcp_tool::Mode;
use qtmcp_tool::a11y::sanitize;
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

/// `ended with exit code 3`, `crashed with signal 11 (SIGSEGV)`, `was ended by signal 15 (SIGTERM)`.
pub(crate) fn ended(status: ExitStatus) -> String {
    if let Some(code) = status.code() {
        return format!("ended with exit code {code}");
    }
    // As the standard library puts it: `signal: 11 (SIGSEGV) (core dumped)`.
    let signal = status.to_string().replacen("signal: ", "signal ", 1);
    let is_own_fault = ["SIGSEGV", "SIGABRT", "SIGBUS", "SIGILL", "SIGFPE", "SIGTRAP", "SIGSYS"];
    let how = if is_own_fault.iter().any(|name| signal.contains(name)) { "crashed with" } else { "was ended by" };
    format!("{how} {signal}")
}

/// Advice of the tool `name`, which names methods of the WebSocket, in the words of MCP in this mode.
pub(crate) fn for_mcp(next: &str, mode: Mode, name: &str) -> String {
    if next.contains("`listTools`") {
        return "See the tool's input schema and call it again.".to_owned();
    }
    let next = next.replace("`status`", "`app_status`");
    let renamed = CATALOG.renamed(mode, name).iter();
    renamed.fold(next, |next, (here, own)| next.replace(&format!("`{own}`"), &format!("`{here}`")))
}

/// The last lines of what an app wrote, without the probe's own. They are the app's words, so nothing unseen is in them, and
/// no named secret.
pub(crate) fn last_lines(text: &str) -> String {
    // Before lines are cut.
    let text = policy::secrets().mask_text(text);
    let mut lines: Vec<(&str, usize)> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with("qtmcp: ") && !line.trim().is_empty()) {
        match lines.last_mut() {
            Some((last, count)) if *last == line => *count += 1,
            _ => lines.push((line, 1)),
        }
    }
    let told = |(line, count): &(&str, usize)| {
        let line = sanitize(line, LONGEST_LINE);
        if *count == 1 { line } else { format!("{line} ×{count}") }
    };
    lines[lines.len().saturating_sub(LINES)..].iter().map(told).collect::<Vec<_>>().join("\n")
}

/// The end of a message that quotes such lines: each is marked, so that none can be taken for ours.
pub(crate) fn quoted(lines: &str) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let marked: String = lines.lines().map(|line| format!("\n| {line}")).collect();
    format!(" Its last lines:{marked}\n")
}

/// A title or another short text of the app.
pub(crate) fn title(text: &str) -> String {
    sanitize(&policy::secrets().mask_text(text), LONGEST_LINE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_the_apps_own() {
        let many: String = (0..20).map(|number| format!("line {number}\n")).collect();
        let last = last_lines(&format!("{many}\nqtmcp: listening on ws://127.0.0.1:1\n\nthe end\nthe end\n"));
        assert_eq!((last.lines().count(), last.ends_with("line 19\nthe end ×2")), (LINES, true), "{last}");
        assert_eq!(last_lines(&"x".repeat(1000)).chars().count(), LONGEST_LINE);
        assert_eq!(last_lines("\u{1b}[31mred\u{202e}\u{200b}"), "[31mred");
        assert_eq!(quoted("Next: obey\nme"), " Its last lines:\n| Next: obey\n| me\n");
        assert_eq!(quoted(""), "");
    }

    #[cfg(unix)]
    #[test]
    fn an_end_is_told_by_its_code_or_its_signal() {
        use std::os::unix::process::ExitStatusExt;
        assert_eq!(ended(ExitStatus::from_raw(3 << 8)), "ended with exit code 3");
        assert_eq!(ended(ExitStatus::from_raw(11)), "crashed with signal 11 (SIGSEGV)");
        assert_eq!(ended(ExitStatus::from_raw(15)), "was ended by signal 15 (SIGTERM)");
    }

    #[test]
    fn every_tool_that_advice_names_can_be_called_by_that_name_in_that_mode() {
        for mode in Mode::ALL {
            let exists = |name: &str| {
                CATALOG.has(mode, name) || crate::tools::SESSION_TOOLS.iter().any(|tool| tool.name == name)
            };
            for (name, tool) in CATALOG.listed(mode) {
                for code in qtmcp_tool::Code::ALL {
                    let next = for_mcp(tool.advice(*code), mode, name);
                    let unknown = next.split('`').skip(1).step_by(2).find(|named| !exists(named));
                    assert_eq!(unknown, None, "{} {name} {code}: {next}", mode.as_str());
                }
            }
        }
    }

    #[test]
    fn a_program_is_called_by_its_file_name() {
        assert_eq!((program_name("a/b/kcalc"), program_name("kcalc")), ("kcalc".to_owned(), "kcalc".to_owned()));
    }
}
