//! What agents read before they begin: the server's instructions for each mode, and its prompts. The texts are files of
//! this crate; tests hold that every tool they name exists.

mod prompts;

pub use prompts::{Argument, PROMPTS, Prompt, RenderError};
use qtmcp_tool::{Access, Mode};

/// What the server tells a model about itself in this mode, when it allows this much.
#[must_use]
pub fn instructions(mode: Mode, access: Access) -> &'static str {
    let text = match (access, mode) {
        (Access::Read, Mode::Native) => include_str!("../instructions/read/native.md"),
        (Access::Read, Mode::ComputerUse) => include_str!("../instructions/read/computer_use.md"),
        (Access::Read, Mode::Chrome) => include_str!("../instructions/read/chrome.md"),
        (Access::Read, Mode::All) => include_str!("../instructions/read/all.md"),
        (Access::Act, Mode::Native) => include_str!("../instructions/act/native.md"),
        (Access::Act, Mode::All) => include_str!("../instructions/act/all.md"),
        (Access::Full, Mode::Native) => include_str!("../instructions/native.md"),
        (Access::Full, Mode::All) => include_str!("../instructions/all.md"),
        (_, Mode::ComputerUse) => include_str!("../instructions/computer_use.md"),
        (_, Mode::Chrome) => include_str!("../instructions/chrome.md"),
    };
    text.trim_ascii_end()
}
