//! What the command itself tells: the manual from its help, and the completions of shells. So neither can differ from it.

use super::contents::{Contents, Entry};
use super::product::VERSION;
use anyhow::{Context, Result, ensure};
use std::path::Path;
use std::process::Command;

/// The paths are those below `share` that shells and `man` look at.
const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "bash-completion/completions/qtmcp"),
    ("zsh", "zsh/site-functions/_qtmcp"),
    ("fish", "fish/vendor_completions.d/qtmcp.fish"),
];

pub(super) fn make(tree: &Path) -> Result<Contents> {
    let mut contents = Contents::default();
    let help = ask(tree, &["--help"])?;
    let mut sections = vec![("DESCRIPTION".to_owned(), help.clone())];
    for command in commands(&help) {
        sections.push((format!("QTMCP {}", command.to_uppercase()), ask(tree, &[command, "--help"])?));
    }
    contents.add("man/man1/qtmcp.1", Entry::File(page(&sections).into_bytes()));
    for (shell, path) in COMPLETIONS {
        contents.add(path, Entry::File(ask(tree, &["completions", shell])?.into_bytes()));
    }
    Ok(contents)
}

/// What the tree's command answers to these arguments.
pub(super) fn ask(tree: &Path, arguments: &[&str]) -> Result<String> {
    let program = tree.join("bin/qtmcp");
    let output = Command::new(&program).args(arguments).output();
    let output = output.with_context(|| format!("cannot run {} (`cargo xtask build` makes it)", program.display()))?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{} {}: {}", program.display(), arguments.join(" "), said.trim());
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The subcommands that the help lists.
fn commands(help: &str) -> impl Iterator<Item = &str> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    // A description that goes on in the next line is indented further.
    lines.take_while(|line| !line.is_empty()).filter_map(|line| {
        let line = line.strip_prefix("  ")?;
        line.split_whitespace().next().filter(|_| !line.starts_with(' '))
    })
}

/// The help as it is in a terminal of the width that manuals have: filled by `man`, its columns would be lost.
fn page(sections: &[(String, String)]) -> String {
    let mut page = format!(
        ".TH QTMCP 1 \"\" \"qtmcp {VERSION}\" \"\"\n.SH NAME\nqtmcp \\- drive Qt applications from programs and AI agents\n"
    );
    for (title, text) in sections {
        page.push_str(&format!(".SH {title}\n.nf\n"));
        for line in text.trim_end().lines().flat_map(wrapped) {
            // A dot or a quote at the beginning would be a request.
            page.push_str(&format!("\\&{}\n", line.replace('\\', "\\e").replace('-', "\\-")));
        }
        page.push_str(".fi\n");
    }
    page
}

/// A long line in several, the further ones below the text of the first.
fn wrapped(line: &str) -> Vec<String> {
    const WIDTH: usize = 72;
    if line.chars().count() <= WIDTH {
        return vec![line.to_owned()];
    }
    let text = line.trim_start();
    let indent = line.len() - text.len();
    // In `  name   What it is` below `What`.
    let column = text.find("  ").map_or(0, |end| text.len() - text[end..].trim_start().len());
    let mut lines = vec![line[..indent + column].to_owned()];
    for word in text[column..].split_whitespace() {
        let begins = lines.last().is_none_or(|last| last.trim_end().len() < last.len() || last.is_empty());
        match lines.last_mut() {
            Some(last) if begins => last.push_str(word),
            Some(last) if last.chars().count() + word.chars().count() < WIDTH => *last = format!("{last} {word}"),
            _ => lines.push(format!("{}{word}", " ".repeat(indent + column))),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commands_are_read_from_the_help() {
        let help = "Drive.\n\nUsage: qtmcp\n\nCommands:\n  serve  Serve\n         and more\n  run    Run\n\nOptions:\n  -h  Help\n";
        assert_eq!(commands(help).collect::<Vec<_>>(), ["serve", "run"]);
    }

    #[test]
    fn a_line_of_the_help_is_never_a_request_of_the_manual() {
        let page = page(&[("RUN".to_owned(), ".TH\n'a --b \\n\n".to_owned())]);
        assert!(page.ends_with(".SH RUN\n.nf\n\\&.TH\n\\&'a \\-\\-b \\en\n.fi\n"), "{page}");
    }

    #[test]
    fn a_long_line_goes_on_below_its_text() {
        let text = "word ".repeat(14);
        let lines = wrapped(&format!("  name   {text}end"));
        assert_eq!(
            lines,
            [format!("  name   {}", "word ".repeat(12).trim()), format!("{}word word end", " ".repeat(9))]
        );
        assert_eq!(wrapped("  -h, --help"), ["  -h, --help"]);
        assert_eq!(wrapped(""), [""]);
    }
}
