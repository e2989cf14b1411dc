//! What a program or shared library says of itself: the libraries it needs, the symbols it exports and the symbols it
//! wants, each with its version.

use object::Endianness;
use object::elf::{
    DT_NEEDED, DT_RPATH, DT_RUNPATH, FileHeader64, SHT_DYNSYM, STB_WEAK, STV_DEFAULT, STV_PROTECTED, VER_FLG_WEAK,
};
use object::read::elf::{Dyn, FileHeader, Sym};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// A symbol and its version, if it has one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Symbol {
    pub(crate) name: String,
    pub(crate) version: Option<String>,
}

/// A symbol that another library must have.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Wanted {
    pub(crate) symbol: Symbol,
    /// The library that the linker found the version in.
    pub(crate) library: Option<String>,
}

/// The dynamic part of a program or shared library.
#[derive(Default)]
pub(crate) struct Library {
    /// Their names as the linker wrote them down, such as `libQt6Core.so.6`.
    pub(crate) needed: Vec<String>,
    pub(crate) exported: BTreeSet<Symbol>,
    /// Without those that may be missing.
    pub(crate) wanted: Vec<Wanted>,
    /// The versions without which the dynamic linker refuses to load it, such as `GLIBC_2.34`.
    pub(crate) versions: BTreeSet<String>,
    /// Directories it has libraries searched in.
    pub(crate) run_paths: Vec<String>,
}

impl Library {
    pub(crate) fn read(path: &Path) -> Self {
        let data = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        parse(&data).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// The Qt modules it needs, such as `Core`.
    pub(crate) fn qt_modules(&self) -> BTreeSet<&str> {
        self.needed.iter().filter_map(|name| qt_module(name)).collect()
    }
}

/// `Core` of `libQt6Core.so.6`.
pub(crate) fn qt_module(library: &str) -> Option<&str> {
    let rest = library.strip_prefix("libQt5").or_else(|| library.strip_prefix("libQt6"))?;
    rest.split_once(".so").map(|(module, _)| module)
}

fn parse(data: &[u8]) -> object::Result<Library> {
    let header = FileHeader64::<Endianness>::parse(data)?;
    let endian = header.endian()?;
    let sections = header.sections(endian, data)?;
    let symbols = sections.symbols(endian, data, SHT_DYNSYM)?;
    let versions = sections.versions(endian, data)?.unwrap_or_default();
    let mut library = Library::default();
    for (index, symbol) in symbols.enumerate() {
        let name = text(symbols.symbol_name(endian, symbol)?);
        let version = versions.version(versions.version_index(endian, index).index())?;
        let (file, version) = (version.and_then(|version| version.file()), version.map(|version| text(version.name())));
        let found = Symbol { name, version };
        if found.name.is_empty() {
            continue;
        }
        if symbol.is_undefined(endian) {
            if symbol.st_bind() != STB_WEAK {
                library.wanted.push(Wanted { symbol: found, library: file.map(text) });
            }
        } else if !symbol.is_local() && [STV_DEFAULT, STV_PROTECTED].contains(&symbol.st_visibility()) {
            library.exported.insert(found);
        }
    }
    if let Some((entries, strings)) = sections.dynamic(endian, data)? {
        let strings = sections.strings(endian, data, strings)?;
        for entry in entries {
            match entry.tag(endian) {
                DT_NEEDED => library.needed.push(text(entry.string(endian, strings)?)),
                DT_RPATH | DT_RUNPATH => library.run_paths.push(text(entry.string(endian, strings)?)),
                _ => {}
            }
        }
    }
    if let Some((mut libraries, strings)) = sections.gnu_verneed(endian, data)? {
        let strings = sections.strings(endian, data, strings)?;
        while let Some((_, mut versions)) = libraries.next()? {
            while let Some(version) = versions.next()? {
                // One that only weak symbols ask for may be missing.
                if version.vna_flags.get(endian) & VER_FLG_WEAK != VER_FLG_WEAK {
                    library.versions.insert(text(version.name(endian, strings)?));
                }
            }
        }
    }
    Ok(library)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
