//! Feeds arguments of any kind to every tool.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| qtmcp_fuzz_targets::tool_arguments(data));
