//! `cargo xtask tidy`: the rules of this repository that no compiler checks. The same rules run as a test.

mod layers;
mod source;
mod words;

use crate::layout::Layout;
use anyhow::{Context, Result, bail};
use source::Source;
use std::path::Path;

#[derive(clap::Args)]
pub(crate) struct Tidy {}

impl Tidy {
    pub(crate) fn run(self, layout: &Layout) -> Result<()> {
        let problems = problems(layout)?;
        for problem in &problems {
            eprintln!("  {problem}");
        }
        match problems.len() {
            0 => {
                eprintln!("tidy: all is in order");
                Ok(())
            }
            count => bail!("tidy: {count} things are not in order"),
        }
    }
}

/// Everything that breaks a rule, each with the place and the rule.
fn problems(layout: &Layout) -> Result<Vec<String>> {
    let mut problems = layers::problems(layout)?;
    for source in sources(layout)? {
        problems.extend(source.problems());
        problems.extend(words::problems(&source));
    }
    Ok(problems)
}

/// All text files somebody wrote.
fn sources(layout: &Layout) -> Result<Vec<Source>> {
    const NOT_OURS: [&str; 4] = ["target", ".git", "__pycache__", "node_modules"];
    let mut sources = Vec::new();
    let mut open = vec![layout.root().to_path_buf()];
    while let Some(directory) = open.pop() {
        for entry in directory.read_dir().with_context(|| format!("cannot read {}", directory.display()))? {
            let entry = entry?;
            let path = entry.path();
            if entry.file_type()?.is_dir() {
                if !NOT_OURS.iter().any(|name| entry.file_name() == *name) {
                    open.push(path);
                }
            } else if is_text(&path)
                && let Ok(text) = std::fs::read_to_string(&path)
            {
                sources.push(Source { path: layout.short(&path).to_string(), text });
            }
        }
    }
    sources.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(sources)
}

fn is_text(path: &Path) -> bool {
    const EXTENSIONS: [&str; 14] =
        ["rs", "cpp", "h", "hpp", "cc", "py", "qml", "md", "toml", "lock", "txt", "cmake", "json", "sh"];
    let extension = path.extension().unwrap_or_default();
    path.ends_with(".ci/run") || EXTENSIONS.iter().any(|known| extension == *known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_repository_keeps_its_own_rules() {
        let problems = problems(&Layout::of_this_repository()).unwrap();
        assert!(problems.is_empty(), "\n{}", problems.join("\n"));
    }
}
