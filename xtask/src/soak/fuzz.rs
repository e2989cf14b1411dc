//! A million inputs for each of the fuzzer's targets. The short form replays those that were kept, as the tests do.

use super::table::Row;
use super::{Length, Part, Run};
use crate::layout::Layout;
use crate::{setup, step};
use anyhow::{Context, Result, bail};
use qtmcp_fuzz_targets::{TARGETS, Target};
use std::path::{Path, PathBuf};
use std::process::Command;

pub(super) const PART: Part = Part { name: "fuzz", run: Run::Once(run) };

const INPUTS: usize = 1_000_000;
/// One input that takes longer hangs.
const LONGEST_S: u32 = 20;
/// Longer ones say nothing that shorter ones do not.
const LONGEST_BYTES: usize = 1024;

fn run(layout: &Layout, length: Length) -> Result<Vec<Row>> {
    if length == Length::Short {
        return TARGETS.iter().map(|(name, target)| replay(layout, name, *target)).collect();
    }
    setup::ensure_tool("cargo-fuzz", &[])?;
    TARGETS.iter().map(|(name, _)| fuzz(layout, name)).collect()
}

fn replay(layout: &Layout, name: &str, target: Target) -> Result<Row> {
    let inputs = files(&layout.at("fuzz/corpus").join(name))?;
    let mut broken = Vec::new();
    for path in &inputs {
        let input = std::fs::read(path)?;
        if std::panic::catch_unwind(|| target(&input)).is_err() {
            broken.push(layout.short(path).to_string());
        }
    }
    let found = if broken.is_empty() { "nothing".to_owned() } else { broken.join(", ") };
    Ok(Row::new(name, format!("{} kept inputs, found {found}", inputs.len()), broken.is_empty()))
}

fn fuzz(layout: &Layout, name: &str) -> Result<Row> {
    let directory = layout.target("fuzz");
    let (new, found) = (directory.join("corpus").join(name), directory.join("found").join(name));
    for made in [&new, &found] {
        std::fs::create_dir_all(made).with_context(|| format!("cannot make {}", made.display()))?;
    }
    let before = files(&found)?;
    let kept = layout.at("fuzz/corpus").join(name);
    let mut command = Command::new("rustup");
    command.current_dir(layout.root()).args(["run", "nightly", "cargo", "fuzz", "run", "--fuzz-dir", "fuzz"]);
    // What is fuzzed is safe Rust: AddressSanitizer would only make it four times slower.
    command.args(["--sanitizer", "none"]);
    command.arg("--target-dir").arg(&directory).arg(name).args([&new, &kept]).arg("--");
    command.arg(format!("-runs={INPUTS}")).arg(format!("-timeout={LONGEST_S}"));
    command.arg(format!("-max_len={LONGEST_BYTES}")).arg(format!("-artifact_prefix={}/", found.display()));
    command.arg("-print_final_stats=1");
    let (output, is_well) = step::outcome(&format!("fuzz {name}"), &mut command)?;
    let broken: Vec<_> = files(&found)?.into_iter().filter(|path| !before.contains(path)).collect();
    let stat = |what: &str| -> Option<u64> { stat(&output, what) };
    let Some(inputs) = stat("stat::number_of_executed_units:") else {
        bail!("{name}: {}", last_lines(&output));
    };
    let seconds = stat("runs in").unwrap_or_default();
    let rate = stat("stat::average_exec_per_sec:").unwrap_or_default();
    let list =
        |paths: &[PathBuf]| paths.iter().map(|path| layout.short(path).to_string()).collect::<Vec<_>>().join(", ");
    let found = match broken.as_slice() {
        [] if is_well => "nothing".to_owned(),
        [] => last_lines(&output),
        paths => list(paths),
    };
    let result = format!(
        "{inputs} inputs in {seconds} s, {rate} a second, {} kept, found {found}",
        files(&kept)?.len() + files(&new)?.len()
    );
    Ok(Row::new(name, result, is_well && broken.is_empty() && inputs >= INPUTS as u64))
}

fn files(directory: &Path) -> Result<Vec<PathBuf>> {
    let entries = directory.read_dir().with_context(|| format!("cannot read {}", directory.display()))?;
    let mut files = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    files.sort();
    Ok(files)
}

/// The number behind some words of libFuzzer's.
fn stat(output: &str, what: &str) -> Option<u64> {
    let line = output.lines().rev().find(|line| line.contains(what))?;
    line.split_once(what)?.1.split_whitespace().next()?.parse().ok()
}

fn last_lines(output: &str) -> String {
    let lines: Vec<_> = output.lines().collect();
    lines[lines.len().saturating_sub(5)..].join(" / ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libfuzzers_figures_are_read() {
        let output = "#9 DONE cov: 3\nDone 1000000 runs in 51 second(s)\nstat::number_of_executed_units: 1000000\n\
                      stat::average_exec_per_sec:     19607\n";
        assert_eq!(stat(output, "stat::number_of_executed_units:"), Some(1_000_000));
        assert_eq!((stat(output, "runs in"), stat(output, "stat::average_exec_per_sec:")), (Some(51), Some(19607)));
        assert_eq!(stat("error: no such target", "runs in"), None);
    }
}
