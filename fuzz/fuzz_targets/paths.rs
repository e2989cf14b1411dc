//! Feeds paths and refs in any spelling.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| qtmcp_fuzz_targets::paths(data));
