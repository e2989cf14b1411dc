//! What agents read before they begin: the server's instructions for each mode, and its prompts. The texts are files of
//! this crate; tests hold that every tool they name exists.

mod prompts;

pub use prompts::{Argument, PROMPTS, Prompt, RenderError};
use qtmcp_tool::Mode;

/// What the server tells a model about itself in this mode.
#[must_use]
pub fn instructions(mode: Mode) -> &'static str {
    let text = match mode {
        Mode::Native => include_str!("../instructions/native.md"),
        Mode::ComputerUse => include_str!("../instructions/computer_use.md"),
        Mode::Chrome => include_str!("../instructions/chrome.md"),
        Mode::All => include_str!("../instructions/all.md"),
    };
    text.trim_ascii_end()
}
