//! The prompts: texts with places for arguments, `{{name}}`.

use std::collections::BTreeMap;
use std::fmt;

/// A text that a user picks to begin with.
#[derive(Clone, Copy, Debug)]
pub struct Prompt {
    /// How clients call it.
    pub name: &'static str,
    /// How people see it.
    pub title: &'static str,
    /// What it is for.
    pub description: &'static str,
    /// What it is filled in with.
    pub arguments: &'static [Argument],
    /// The text, with a place `{{name}}` for each argument.
    pub text: &'static str,
}

/// What a prompt is filled in with.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// Its name.
    pub name: &'static str,
    /// What to give.
    pub description: &'static str,
    /// Whether the prompt makes no sense without it.
    pub required: bool,
}

const TASK: Argument = Argument { name: "task", description: "What to do with the app.", required: false };
const APP: Argument =
    Argument { name: "app", description: "The app: its title, or the program to launch.", required: false };

/// Every prompt.
pub const PROMPTS: &[Prompt] = &[
    Prompt {
        name: "native",
        title: "Work by Qt objects",
        description: "Use an app through its objects, properties, methods and signals.",
        arguments: &[TASK],
        text: include_str!("../prompts/native.md"),
    },
    Prompt {
        name: "chrome",
        title: "Work by elements",
        description: "Use an app like a page: elements with refs, forms, menus.",
        arguments: &[TASK],
        text: include_str!("../prompts/chrome.md"),
    },
    Prompt {
        name: "computer_use",
        title: "Work by the screen",
        description: "Use an app by screenshots and coordinates.",
        arguments: &[TASK],
        text: include_str!("../prompts/computer_use.md"),
    },
    Prompt {
        name: "explore_app",
        title: "Explore this app",
        description: "Look through an app and tell what it does, without changing anything that lasts.",
        arguments: &[APP],
        text: include_str!("../prompts/explore.md"),
    },
    Prompt {
        name: "fill_form",
        title: "Fill this form",
        description: "Fill in a form with given data and report what fitted.",
        arguments: &[
            Argument { name: "data", description: "The values, in any form: text, JSON, CSV.", required: true },
            APP,
        ],
        text: include_str!("../prompts/fill_form.md"),
    },
    Prompt {
        name: "find_bug",
        title: "Find the bug",
        description: "Reproduce a bug, narrow it down and report its likely cause.",
        arguments: &[Argument {
            name: "symptom",
            description: "What goes wrong, and when; what should happen instead.",
            required: true,
        }],
        text: include_str!("../prompts/find_bug.md"),
    },
];

/// Why a prompt cannot be filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RenderError {
    /// A required argument is not there, or says nothing.
    Missing {
        /// The prompt.
        prompt: &'static str,
        /// The argument.
        argument: &'static str,
    },
    /// The prompt has no such argument.
    Unknown {
        /// The prompt.
        prompt: &'static str,
        /// What was given.
        argument: String,
        /// The arguments it has.
        known: Vec<&'static str>,
    },
}

impl fmt::Display for RenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { prompt, argument } => write!(f, "the prompt `{prompt}` needs the argument `{argument}`"),
            Self::Unknown { prompt, argument, known } => {
                write!(f, "the prompt `{prompt}` has no argument `{argument}`; it has {}", known.join(", "))
            }
        }
    }
}

impl std::error::Error for RenderError {}

impl Prompt {
    /// The tools that it names.
    pub fn tools(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.text.split('`').skip(1).step_by(2)
    }

    /// The text with the arguments in their places. The lines of an optional argument that is not given are left out.
    pub fn render(&self, given: &BTreeMap<String, String>) -> Result<String, RenderError> {
        if let Some(unknown) = given.keys().find(|name| self.arguments.iter().all(|known| known.name != name.as_str()))
        {
            let known = self.arguments.iter().map(|argument| argument.name).collect();
            return Err(RenderError::Unknown { prompt: self.name, argument: unknown.clone(), known });
        }
        let value = |name: &str| given.get(name).map(|value| value.trim()).filter(|value| !value.is_empty());
        let is_missing = |argument: &&Argument| argument.required && value(argument.name).is_none();
        if let Some(missing) = self.arguments.iter().find(is_missing) {
            return Err(RenderError::Missing { prompt: self.name, argument: missing.name });
        }
        let paragraphs = self.text.trim().split("\n\n").filter_map(|paragraph| match place(paragraph) {
            None => Some(paragraph.to_owned()),
            // A value is put in once and not read again: braces in it are text.
            Some((before, name, after)) => value(name).map(|value| format!("{before}{value}{after}")),
        });
        Ok(paragraphs.collect::<Vec<_>>().join("\n\n"))
    }
}

/// What stands before the place of an argument, its name, and what stands behind. A paragraph has one place at most.
fn place(paragraph: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = paragraph.split_once("{{")?;
    let (name, after) = rest.split_once("}}")?;
    Some((before, name, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prompt(name: &str) -> &'static Prompt {
        PROMPTS.iter().find(|prompt| prompt.name == name).unwrap()
    }

    fn given(arguments: &[(&str, &str)]) -> BTreeMap<String, String> {
        arguments.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn arguments_stand_in_their_places() {
        let text =
            prompt("fill_form").render(&given(&[("data", "Name: Ada\n\nCity: {{app}}"), ("app", "kcalc")])).unwrap();
        assert!(text.contains("<data>\nName: Ada\n\nCity: {{app}}\n</data>"), "{text}");
        assert!(text.contains("\n\nApp: kcalc\n\n"), "{text}");
    }

    #[test]
    fn a_paragraph_whose_argument_is_not_given_is_left_out() {
        for optional in [given(&[]), given(&[("app", " ")])] {
            let text = prompt("explore_app").render(&optional).unwrap();
            assert!(!text.contains("App:") && !text.contains("{{") && !text.contains("\n\n\n"), "{text}");
        }
        assert!(!prompt("chrome").render(&given(&[])).unwrap().contains("Task:"));
    }

    #[test]
    fn what_is_missing_or_unknown_is_named() {
        let missing = prompt("find_bug").render(&given(&[])).unwrap_err();
        assert_eq!(missing.to_string(), "the prompt `find_bug` needs the argument `symptom`");
        assert_eq!(prompt("find_bug").render(&given(&[("symptom", "\n")])).unwrap_err(), missing);
        let unknown = prompt("fill_form").render(&given(&[("data", "x"), ("colour", "red")])).unwrap_err();
        assert_eq!(unknown.to_string(), "the prompt `fill_form` has no argument `colour`; it has data, app");
    }

    #[test]
    fn every_place_is_an_argument_and_every_argument_has_one_place() {
        for prompt in PROMPTS {
            let places: Vec<&str> = prompt.text.split("\n\n").filter_map(place).map(|(_, name, _)| name).collect();
            assert_eq!(places.len(), prompt.text.matches("{{").count(), "{}: two places in a paragraph", prompt.name);
            let mut names: Vec<&str> = prompt.arguments.iter().map(|argument| argument.name).collect();
            names.sort_unstable();
            let mut sorted = places.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, names, "{}", prompt.name);
        }
    }

    #[test]
    fn clients_find_the_prompts_by_name() {
        let names: Vec<_> = PROMPTS.iter().map(|prompt| prompt.name).collect();
        assert_eq!(names, ["native", "chrome", "computer_use", "explore_app", "fill_form", "find_bug"]);
    }
}
