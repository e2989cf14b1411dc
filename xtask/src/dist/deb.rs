//! The Debian package. All of it is in a directory of its own, since the command finds its libraries by its place; what
//! others look for is linked from where they look.

use super::Release;
use super::contents::{Contents, Entry};
use super::product::{Product, VERSION, read};
use crate::layout::Layout;
use crate::step;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

const HOME: &str = "usr/lib/qtmcp/";
const PAPERS: &str = "usr/share/doc/qtmcp/";
/// What the desktop part needs. It is loaded only when asked for, so that the rest works without.
const RECOMMENDS: &str = "Recommends: libgbm1, libwayland-client0, libxcb1\n";

pub(super) fn make(
    layout: &Layout,
    product: &Product,
    release: &Release,
    workshop: &Path,
    to: &Path,
) -> Result<PathBuf> {
    let architecture = match release.arch {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => bail!("Debian's name for {other} is not known here"),
    };
    let root = workshop.join("deb");
    let contents = contents(layout, product, release)?;
    contents.write(&root, release.time)?;

    let template = |name: &str| {
        let path = layout.at("dist/deb").join(name);
        std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    let control = template("control")?
        .replace("@VERSION@", VERSION)
        .replace("@ARCHITECTURE@", architecture)
        .replace("@RECOMMENDS@", if product.has_desktop() { RECOMMENDS } else { "" })
        .replace("@INSTALLED_SIZE@", &contents.kilobytes().to_string());
    let mut own = Contents::default();
    own.add("DEBIAN/control", Entry::File(control.into_bytes()));
    own.add("DEBIAN/md5sums", Entry::File(checksums(&root, &contents)?));
    own.write(&root, release.time)?;

    let package = to.join(format!("qtmcp_{VERSION}_{architecture}.deb"));
    let mut build = Command::new("dpkg-deb");
    // One thread: with more, the compressed bytes depend on how many there are.
    build.args(["--root-owner-group", "-Zxz", "--threads-max=1", "--build"]).arg(&root).arg(&package);
    step::run("debian package", build.env("SOURCE_DATE_EPOCH", release.time.to_string()))?;
    Ok(package)
}

fn contents(layout: &Layout, product: &Product, release: &Release) -> Result<Contents> {
    let mut contents = Contents::default();
    contents.include(HOME, &product.programs);
    contents.add("usr/bin/qtmcp", Entry::Link("../lib/qtmcp/bin/qtmcp".to_owned()));
    for (path, entry) in product.development.iter() {
        match path.rsplit_once('/') {
            // pkg-config looks in its own directories only, from where the way to ours is fixed.
            Some(("lib/pkgconfig", name)) => {
                let Entry::File(text) = entry else { bail!("{path} is no file") };
                let text = String::from_utf8_lossy(text).replace("${pcfiledir}/../..", "/usr/lib/qtmcp");
                let place = format!("usr/lib/{}-linux-gnu/pkgconfig/{name}", release.arch);
                contents.add(place, Entry::File(text.into_bytes()));
            }
            _ => contents.add(format!("{HOME}{path}"), entry.clone()),
        }
    }
    for (path, entry) in product.documents.iter().chain(product.licences.iter()) {
        match path {
            // Debian has a name of its own for each.
            "LICENSE" => {}
            "CHANGELOG.md" => contents.add(format!("{PAPERS}changelog.gz"), compressed(entry)?),
            _ => contents.add(format!("{PAPERS}{path}"), entry.clone()),
        }
    }
    contents.add(format!("{PAPERS}copyright"), Entry::File(read(&layout.at("dist/deb/copyright"))?));
    for (path, entry) in product.shell.iter() {
        match path.strip_prefix("zsh/site-functions/") {
            Some(name) => contents.add(format!("usr/share/zsh/vendor-completions/{name}"), entry.clone()),
            None if path.starts_with("man/") => contents.add(format!("usr/share/{path}.gz"), compressed(entry)?),
            None => contents.add(format!("usr/share/{path}"), entry.clone()),
        }
    }
    Ok(contents)
}

/// With neither name nor time in it.
fn compressed(entry: &Entry) -> Result<Entry> {
    let Entry::File(bytes) = entry else { bail!("only files are compressed") };
    let mut encoder = flate2::GzBuilder::new().write(Vec::new(), flate2::Compression::best());
    std::io::Write::write_all(&mut encoder, bytes)?;
    Ok(Entry::File(encoder.finish()?))
}

fn checksums(root: &Path, contents: &Contents) -> Result<Vec<u8>> {
    let files = contents.iter().filter(|(_, entry)| !matches!(entry, Entry::Link(_))).map(|(path, _)| path);
    let sums = step::run("debian checksums", Command::new("md5sum").current_dir(root).args(files))?;
    Ok(sums.into_bytes())
}
