//! What valgrind has found, read from its XML, in which each tag has a line of its own.

use std::fmt;

/// One error with the stacks that belong to it: where it happened, and where the memory or the value came from.
#[derive(Debug, Default)]
pub(super) struct Finding {
    /// Such as `InvalidRead`.
    pub(super) kind: String,
    what: String,
    stacks: Vec<Vec<Frame>>,
}

#[derive(Debug, Default)]
struct Frame {
    library: String,
    function: String,
}

/// The crates that have no `unsafe` in them, as their functions begin.
const SAFE: [&str; 8] = [
    "qtmcp_a11y::",
    "qtmcp_vision::",
    "qtmcp_tool::",
    "qtmcp_native::",
    "qtmcp_chrome::",
    "qtmcp_computer_use::",
    "qtmcp_wire::",
    "qtmcp_guard::",
];

impl Finding {
    /// Whether any of our libraries has a part in it.
    pub(super) fn is_ours(&self) -> bool {
        self.stacks.iter().flatten().any(|frame| frame.library.contains("/libqtmcp"))
    }

    /// Whether a function of this name has a part in it.
    pub(super) fn is_in(&self, function: &str) -> bool {
        self.stacks.iter().flatten().any(|frame| frame.function.contains(function))
    }

    /// Whether it is the optimiser's doing: it may compare a value before it asks whether there is one. In code without
    /// `unsafe` no value can be used that was never set, if both the use and the value's own place are in such code.
    pub(super) fn is_of_the_compiler(&self) -> bool {
        let is_safe = |stack: &Vec<Frame>| {
            stack.first().is_some_and(|frame| SAFE.iter().any(|start| frame.function.starts_with(start)))
        };
        self.kind.starts_with("Uninit") && self.stacks.len() == 2 && self.stacks.iter().all(is_safe)
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind, self.what)?;
        let shown = self.stacks.first().into_iter().flatten().take(4);
        shown
            .enumerate()
            .try_for_each(|(nth, frame)| write!(f, "{}{}", if nth == 0 { " in " } else { " < " }, frame.function))
    }
}

/// The errors of a whole report; `None` when valgrind did not come to its end.
pub(super) fn findings(xml: &str) -> Option<Vec<Finding>> {
    let mut found: Vec<Finding> = Vec::new();
    for line in xml.lines().map(str::trim) {
        match line {
            "<error>" => found.push(Finding::default()),
            "<stack>" => found.last_mut()?.stacks.push(Vec::new()),
            "<frame>" => found.last_mut()?.stacks.last_mut()?.push(Frame::default()),
            _ => read(line, found.last_mut()),
        }
    }
    xml.trim_end().ends_with("</valgrindoutput>").then_some(found)
}

fn read(line: &str, finding: Option<&mut Finding>) {
    let Some(finding) = finding else { return };
    let value = |tag: &str| {
        let rest = line.strip_prefix('<')?.strip_prefix(tag)?.strip_prefix('>')?;
        let inner = rest.strip_suffix('>')?.strip_suffix(tag)?.strip_suffix("</")?;
        Some(inner.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
    };
    if let Some(kind) = value("kind") {
        finding.kind = kind;
    } else if let Some(what) = value("what").or_else(|| value("text")) {
        finding.what = what;
    } else if let Some(frame) = finding.stacks.last_mut().and_then(|stack| stack.last_mut()) {
        if let Some(library) = value("obj") {
            frame.library = library;
        } else if let Some(function) = value("fn") {
            frame.function = function;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stack(frames: &[(&str, &str)]) -> String {
        let frame = |(library, function): &(&str, &str)| {
            format!("<frame>\n  <ip>0x1</ip>\n  <obj>{library}</obj>\n  <fn>{function}</fn>\n</frame>\n")
        };
        format!("<stack>\n{}</stack>\n", frames.iter().map(frame).collect::<String>())
    }

    fn report(kind: &str, stacks: &[String]) -> String {
        let error =
            format!("<error>\n  <kind>{kind}</kind>\n  <what>It is a &lt;T&gt;</what>\n{}</error>\n", stacks.concat());
        format!("<?xml version=\"1.0\"?>\n<valgrindoutput>\n{error}</valgrindoutput>\n")
    }

    fn one(kind: &str, stacks: &[String]) -> Finding {
        findings(&report(kind, stacks)).unwrap().pop().unwrap()
    }

    const OURS: (&str, &str) = ("/t/libqtmcp-qt6.so", "qtmcp::commitPlanted(char const*)");
    const QT: (&str, &str) = ("/usr/lib/libQt6Core.so.6", "QObject::event(QEvent*)");
    const SAFE_RUST: (&str, &str) = ("/t/libqtmcp-probe.so", "qtmcp_a11y::tree::Tree::new");
    const RUST: (&str, &str) = ("/t/libqtmcp-probe.so", "qtmcp_qt::engine::run_job");

    #[test]
    fn an_error_is_ours_when_one_of_its_stacks_has_our_frames() {
        let found = one("InvalidRead", &[stack(&[QT]), stack(&[QT, OURS])]);
        assert!(found.is_ours() && found.is_in("commitPlanted"));
        assert_eq!(found.to_string(), "InvalidRead: It is a <T> in QObject::event(QEvent*)");
        assert!(!one("InvalidRead", &[stack(&[QT])]).is_ours());
    }

    #[test]
    fn only_what_safe_code_does_with_its_own_values_is_the_compilers() {
        let safe = || stack(&[SAFE_RUST, RUST]);
        assert!(one("UninitCondition", &[safe(), safe()]).is_of_the_compiler());
        assert!(!one("UninitCondition", &[safe(), stack(&[OURS])]).is_of_the_compiler());
        assert!(!one("UninitCondition", &[safe()]).is_of_the_compiler());
        assert!(!one("UninitCondition", &[stack(&[RUST]), stack(&[RUST])]).is_of_the_compiler());
        assert!(!one("InvalidRead", &[safe(), safe()]).is_of_the_compiler());
    }

    #[test]
    fn a_report_that_breaks_off_is_none() {
        let whole = report("InvalidRead", &[stack(&[OURS])]);
        assert!(findings(whole.strip_suffix("</valgrindoutput>\n").unwrap()).is_none());
    }
}
