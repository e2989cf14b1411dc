//! The archive: unpacked anywhere, it runs.

use super::Release;
use super::contents::Contents;
use super::product::Product;
use crate::step;
use anyhow::Result;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(super) fn make(product: &Product, release: &Release, workshop: &Path, to: &Path) -> Result<PathBuf> {
    let name = release.name();
    let mut contents = Contents::default();
    for part in [&product.programs, &product.development, &product.licences, &product.documents] {
        contents.include("", part);
    }
    contents.include("share/", &product.shell);
    contents.write(&workshop.join(&name), release.time)?;

    let archive = to.join(format!("{name}.tar.gz"));
    let mut tar = Command::new("tar");
    tar.args(["--create", "--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--format=ustar"]);
    tar.arg(format!("--mtime=@{}", release.time)).arg("--use-compress-program=gzip -9n");
    tar.arg("--file").arg(&archive).arg("--directory").arg(workshop).arg(&name);
    step::run("archive", &mut tar)?;
    Ok(archive)
}
