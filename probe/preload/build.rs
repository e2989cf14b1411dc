//! Gives libqtmcp.so its soname, and keeps it mapped for good: addresses of its functions stay in the app's tables.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libqtmcp.so");
        println!("cargo::rustc-cdylib-link-arg=-Wl,-z,nodelete");
    }
}
