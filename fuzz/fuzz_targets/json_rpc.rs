//! Feeds messages to the parser and the tools behind it.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| qtmcp_fuzz_targets::json_rpc(data));
