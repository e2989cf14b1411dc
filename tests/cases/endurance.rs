//! What goes on for long or ends without a word, in a few rounds; `cargo xtask soak` has all of them. No reply is lost or
//! crossed, nothing leaks, nobody is left behind, nothing stays pressed.

mod clients;
mod kills;
mod memory;
