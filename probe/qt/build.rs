//! Link settings of the probe's library: it is never unloaded, and it is found by this name.

fn main() {
    println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libqtmcp-probe.so");
    println!("cargo::rustc-cdylib-link-arg=-Wl,-z,nodelete");
    println!("cargo::rerun-if-changed=build.rs");
}
