//! Feeds pages with names that deceive to everything that writes them.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| qtmcp_fuzz_targets::render(data));
