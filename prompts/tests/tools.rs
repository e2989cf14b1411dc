//! The texts against the tools there are: every tool that is named exists where the text is read, and the texts are short.

use qtmcp_modes::CATALOG;
use qtmcp_prompts::{PROMPTS, instructions};
use qtmcp_tool::{Access, Mode};

/// The server's own tools, there in every mode.
const SESSION_TOOLS: [&str; 6] = ["launch_app", "list_apps", "select_app", "close_app", "app_status", "set_mode"];

/// Those of them that act.
const ACTING_TOOLS: [&str; 2] = ["launch_app", "close_app"];

fn exists(mode: Mode, name: &str) -> bool {
    SESSION_TOOLS.contains(&name) || CATALOG.listed(mode).any(|(known, _)| known == name)
}

fn is_offered(mode: Mode, access: Access, name: &str) -> bool {
    match SESSION_TOOLS.contains(&name) {
        true => access != Access::Read || !ACTING_TOOLS.contains(&name),
        false => CATALOG.offered(mode, access).any(|(known, _)| known == name),
    }
}

/// What stands in backticks: nothing but tools does.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Names of tools that do not stand in backticks, and are no common words.
fn bare(text: &str) -> Vec<&str> {
    let outside: Vec<&str> = text.split('`').step_by(2).collect();
    let words = outside.into_iter().flat_map(|part| part.split(|c: char| !c.is_alphanumeric() && c != '_'));
    let is_tool = |word: &&str| word.contains(['_', 'A', 'B', 'I', 'P', 'S', 'T']) && exists(Mode::All, word);
    words.filter(is_tool).collect()
}

fn check(name: &str, mode: Mode, text: &str) {
    assert_eq!(text.matches('`').count() % 2, 0, "{name}: a backtick is left open");
    for tool in quoted(text) {
        assert!(exists(mode, tool), "{name} names `{tool}`, which {} mode does not have", mode.as_str());
    }
    assert_eq!(bare(text), Vec::<&str>::new(), "{name} names tools without backticks");
}

#[test]
fn every_tool_that_instructions_name_exists_in_their_mode() {
    for mode in Mode::ALL {
        for access in Access::ALL {
            let name = format!("the instructions of {} with {} access", mode.as_str(), access.as_str());
            let text = instructions(mode, access);
            check(&name, mode, text);
            let missing = quoted(text).find(|tool| !is_offered(mode, access, tool));
            assert_eq!(missing, None, "{name}");
        }
    }
}

#[test]
fn instructions_name_all_session_tools_and_are_short() {
    for mode in Mode::ALL {
        for access in Access::ALL {
            let text = instructions(mode, access);
            let length = text.chars().count();
            assert!(length <= 900, "{}, {}: {length} characters", mode.as_str(), access.as_str());
            for tool in SESSION_TOOLS.into_iter().filter(|tool| is_offered(mode, access, tool)) {
                assert!(quoted(text).any(|named| named == tool), "{} does not name {tool}", mode.as_str());
            }
        }
    }
}

#[test]
fn every_prompt_sets_the_mode_that_has_the_tools_it_names() {
    for prompt in PROMPTS {
        let (before, after) =
            prompt.text.split_once("`set_mode` with mode ").unwrap_or_else(|| panic!("{}", prompt.name));
        let word = after.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
        let mode: Mode = word.parse().unwrap_or_else(|error| panic!("{}: {error}", prompt.name));
        check(prompt.name, mode, prompt.text);
        for tool in quoted(before) {
            assert!(SESSION_TOOLS.contains(&tool), "{} names `{tool}` before it sets the mode", prompt.name);
        }
    }
}

#[test]
fn the_prompt_of_a_mode_sets_that_mode() {
    for mode in [Mode::Native, Mode::ComputerUse, Mode::Chrome] {
        let prompt = PROMPTS.iter().find(|prompt| prompt.name == mode.as_str());
        let wanted = format!("`set_mode` with mode {}.", mode.as_str());
        assert!(prompt.is_some_and(|prompt| prompt.text.contains(&wanted)), "{}", mode.as_str());
    }
}
