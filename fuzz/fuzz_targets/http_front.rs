//! Feeds requests to what decides who gets in.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| qtmcp_fuzz_targets::http_front(data));
