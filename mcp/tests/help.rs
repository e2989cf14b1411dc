//! What the command says of itself: the help of each subcommand, completions for shells, and readers that leave early.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::io::Write;
use std::process::{Command, Output, Stdio};

const COMMANDS: [&str; 7] = ["config", "serve", "run", "inspect", "call", "doctor", "completions"];

fn qtmcp(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_qtmcp")).args(arguments).output().unwrap()
}

fn stdout(arguments: &[&str]) -> String {
    let output = qtmcp(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_help_names_the_commands_in_the_order_of_need_with_examples_and_exit_codes() {
    let help = stdout(&["--help"]);
    let places =
        COMMANDS.map(|command| help.find(&format!("\n  {command} ")).unwrap_or_else(|| panic!("{command}: {help}")));
    assert!(places.is_sorted(), "{help}");
    let examples = help.split("Examples:\n").nth(1).unwrap();
    assert_eq!(examples.lines().take_while(|line| line.starts_with("  qtmcp ")).count(), 3, "{help}");
    assert!(help.contains("\nExit codes:\n  0    it worked\n"), "{help}");
    assert!(help.lines().all(|line| line.chars().count() <= 120), "{help}");
}

#[test]
fn every_command_has_examples() {
    for command in COMMANDS {
        let help = stdout(&[command, "--help"]);
        let (_, examples) = help.split_once("Examples:\n").unwrap_or_else(|| panic!("{command}: {help}"));
        let examples: Vec<_> = examples.lines().take_while(|line| !line.is_empty()).collect();
        assert!(examples.iter().filter(|line| line.contains(&format!("qtmcp {command}"))).count() >= 2, "{help}");
    }
}

#[test]
fn shells_can_complete_commands_options_and_values() {
    for shell in ["bash", "zsh", "fish"] {
        let script = stdout(&["completions", shell]);
        for word in ["inspect", "computer_use", "objects"] {
            assert!(script.contains(word), "{word} in {shell}");
        }
        // The generator for fish leaves out what is no option.
        assert!(shell == "fish" || script.contains("claude-desktop"), "{shell}");
    }
    assert_eq!(qtmcp(&["completions", "tcsh"]).status.code(), Some(2));
}

#[test]
fn bash_completes_with_the_script() {
    let script = stdout(&["completions", "bash"]);
    let asked = "COMP_WORDS=(qtmcp insp); COMP_CWORD=1; _qtmcp qtmcp insp qtmcp; echo \"${COMPREPLY[@]}\"";
    let mut bash =
        Command::new("bash").args(["--norc", "-s"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    bash.stdin.take().unwrap().write_all(format!("{script}\n{asked}\n").as_bytes()).unwrap();
    assert_eq!(String::from_utf8(bash.wait_with_output().unwrap().stdout).unwrap(), "inspect\n");
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    for arguments in ["completions bash", "--help", "doctor --json", "config cursor"] {
        let line = format!("{{ {} {arguments}; echo $? >&2; }} | true", env!("CARGO_BIN_EXE_qtmcp"));
        let output = Command::new("sh").args(["-c", &line]).env("QTMCP_REGISTRY", "off").output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(!said.contains("panicked"), "{arguments}: {said}");
    }
}

#[test]
fn what_is_no_command_is_wrong_usage() {
    for wrong in [&[][..], &["frobnicate"], &["call"], &["inspect", "--page", "--objects"], &["doctor", "--try"]] {
        assert_eq!(qtmcp(wrong).status.code(), Some(2), "{wrong:?}");
    }
}
