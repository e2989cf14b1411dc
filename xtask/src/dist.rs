//! `cargo xtask dist`: the built tree as an archive that runs anywhere, a Debian package, and a desktop extension. The same
//! tree gives the same bytes.

mod archive;
mod contents;
mod deb;
mod manual;
mod mcpb;
mod notices;
mod product;

use crate::build::{self, Apps, Profile};
use crate::layout::Layout;
use crate::packages::Group;
use crate::setup;
use anyhow::{Context, Result};
use product::Product;
use std::path::{Path, PathBuf};
use std::process::Command;

#[derive(clap::Args)]
pub(crate) struct Dist {
    /// What to make; everything when nothing is given.
    #[arg(value_enum)]
    formats: Vec<Format>,
    /// Package this tree as it is; without it, `target/qtmcp` is built first.
    #[arg(long, value_name = "DIR")]
    from: Option<PathBuf>,
    /// Where the packages go; `target/dist` unless given.
    #[arg(long, value_name = "DIR")]
    to: Option<PathBuf>,
    /// With the part for the real screen and real input.
    #[arg(long)]
    desktop: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// An archive that runs wherever it is unpacked.
    Archive,
    /// A Debian package.
    Deb,
    /// A desktop extension.
    Mcpb,
}

impl Format {
    const ALL: [Format; 3] = [Format::Archive, Format::Deb, Format::Mcpb];
}

impl Dist {
    pub(crate) fn run(self, layout: &Layout) -> Result<()> {
        let from = match self.from {
            Some(tree) => tree,
            None => {
                setup::ensure(layout, &[Group::Build])?;
                build::build(layout, Profile::Release, Apps::None)?;
                if self.desktop {
                    build::build_desktop(layout, Profile::Release)?;
                }
                layout.product("")
            }
        };
        let to = self.to.unwrap_or_else(|| layout.target("dist"));
        std::fs::create_dir_all(&to).with_context(|| format!("cannot make {}", to.display()))?;
        eprintln!("dist");
        let workshop = Workshop::open(&to)?;
        let release = Release { time: time(layout), arch: std::env::consts::ARCH };
        let product = Product::read(layout, &from, &workshop.0, self.desktop)?;
        let formats = if self.formats.is_empty() { &Format::ALL } else { self.formats.as_slice() };
        for format in formats {
            let package = match format {
                Format::Archive => archive::make(&product, &release, &workshop.0, &to)?,
                Format::Deb => deb::make(layout, &product, &release, &workshop.0, &to)?,
                Format::Mcpb => mcpb::make(layout, &product, &release, &from, &to)?,
            };
            let bytes = std::fs::metadata(&package)?.len();
            eprintln!("  {:<50} {:6.1} MB", layout.short(&package).to_string(), bytes as f64 / 1e6);
        }
        Ok(())
    }
}

/// What the packages have in common.
struct Release {
    /// The time every file in them has, in seconds since 1970.
    time: u64,
    arch: &'static str,
}

impl Release {
    /// The name all packages but Debian's begin with.
    fn name(&self) -> String {
        format!("qtmcp-{}-linux-{}", product::VERSION, self.arch)
    }
}

/// A directory for what is made on the way, gone when the packages are.
struct Workshop(PathBuf);

impl Workshop {
    fn open(to: &Path) -> Result<Self> {
        let dir = to.join(format!(".making-{}", std::process::id()));
        std::fs::create_dir_all(&dir).with_context(|| format!("cannot make {}", dir.display()))?;
        Ok(Self(dir))
    }
}

impl Drop for Workshop {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// As reproducible builds have it: what `SOURCE_DATE_EPOCH` says, otherwise the time of the last commit.
fn time(layout: &Layout) -> u64 {
    // The first moment that a zip file can tell.
    const EARLIEST: u64 = 315_532_800;
    let given = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.parse().ok());
    let committed = || {
        let output =
            Command::new("git").current_dir(layout.root()).args(["log", "-1", "--format=%ct"]).output().ok()?;
        String::from_utf8_lossy(&output.stdout).trim().parse().ok()
    };
    given.or_else(committed).unwrap_or(EARLIEST).max(EARLIEST)
}
