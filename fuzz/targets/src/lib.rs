//! What the fuzzer feeds. A target is a plain function of bytes that panics where a promise is broken: `cargo fuzz` looks
//! for such bytes, and a test replays those that were kept on any toolchain.

mod bounded;
mod bytes;
mod http_front;
mod json_rpc;
mod keys;
mod paths;
mod render;
mod tool_arguments;

pub use http_front::http_front;
pub use json_rpc::json_rpc;
pub use keys::keys;
pub use paths::paths;
pub use render::render;
pub use tool_arguments::tool_arguments;

/// A target's function.
pub type Target = fn(&[u8]);

/// Every target, by the name of its program and its corpus.
pub const TARGETS: &[(&str, Target)] = &[
    ("json_rpc", json_rpc),
    ("tool_arguments", tool_arguments),
    ("paths", paths),
    ("keys", keys),
    ("render", render),
    ("http_front", http_front),
];
