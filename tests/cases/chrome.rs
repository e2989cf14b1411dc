//! Chrome mode on real apps: pages read and driven by ref, the specification's usage patterns call for call, windows and
//! popups, waiting, batches, mouse and keyboard.

mod computer;
mod finding;
mod hostile;
mod outcomes;
mod pages;
mod patterns;
mod popups;
mod waits;
mod windows;
