//! What an ELF file says of itself: for which machine it is, which interpreter loads it, what it needs and where that is.

use object::elf::{self, FileHeader64};
use object::read::elf::{Dyn, FileHeader, ProgramHeader};
use object::{Endianness, ReadCache, ReadRef, StringTable};
use std::fs::File;
use std::path::{Path, PathBuf};

/// What a program or library is made for: the class, byte order and machine of its header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Platform {
    class: u8,
    order: u8,
    machine: u16,
}

impl Platform {
    /// That of a file that begins with `head`; `None` if it is no ELF file.
    pub(super) fn of(head: &[u8]) -> Option<Self> {
        let [0x7f, b'E', b'L', b'F', class, order, ..] = *head else { return None };
        let machine = head.get(18..20).and_then(|bytes| bytes.try_into().ok())?;
        let machine =
            if order == elf::ELFDATA2MSB.0 { u16::from_be_bytes(machine) } else { u16::from_le_bytes(machine) };
        Some(Self { class, order, machine })
    }

    /// As people call it.
    pub(super) fn name(self) -> String {
        let name = match (elf::Machine(self.machine), self.class) {
            (elf::EM_X86_64, 1) => "x32",
            (elf::EM_X86_64, _) => "x86-64",
            (elf::EM_386, _) => "32-bit x86",
            (elf::EM_AARCH64, _) => "64-bit ARM",
            (elf::EM_ARM, _) => "32-bit ARM",
            (elf::EM_RISCV, 1) => "32-bit RISC-V",
            (elf::EM_RISCV, _) => "64-bit RISC-V",
            (elf::EM_PPC64, _) => "64-bit PowerPC",
            (elf::EM_S390, _) => "IBM Z",
            (elf::EM_LOONGARCH, _) => "LoongArch",
            _ => return format!("machine {} ({}-bit)", self.machine, if self.class == 1 { 32 } else { 64 }),
        };
        name.to_owned()
    }
}

/// The dynamic part of a program or library.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Linkage {
    /// Whether it is a program or a library, and not an object file or a core dump.
    pub(super) is_loadable: bool,
    /// The dynamic linker it asks for.
    pub(super) interpreter: Option<PathBuf>,
    /// The libraries it needs, as the linker wrote them down.
    pub(super) needed: Vec<String>,
    /// Where it looks first, for itself and for what it loads.
    pub(super) rpath: Vec<String>,
    /// Where it looks after `LD_LIBRARY_PATH`, for itself only.
    pub(super) runpath: Vec<String>,
}

/// Reads a file of our own platform.
pub(super) fn read(path: &Path) -> Result<Linkage, String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    parse(&ReadCache::new(file)).map_err(|error| error.to_string())
}

fn parse<'data, R: ReadRef<'data>>(data: R) -> object::Result<Linkage> {
    let header = FileHeader64::<Endianness>::parse(data)?;
    let endian = header.endian()?;
    let segments = header.program_headers(endian, data)?;
    let mut linkage =
        Linkage { is_loadable: matches!(header.e_type(endian), elf::ET_EXEC | elf::ET_DYN), ..Linkage::default() };
    for segment in segments {
        if let Some(interpreter) = segment.interpreter(endian, data)? {
            linkage.interpreter = Some(text(interpreter).into());
        }
        let Some(entries) = segment.dynamic(endian, data)? else { continue };
        let value = |tag| entries.iter().find(|entry| entry.tag(endian) == tag).map(|entry| entry.val(endian));
        let (Some(address), Some(size)) = (value(elf::DT_STRTAB), value(elf::DT_STRSZ)) else { continue };
        // A stripped file has no sections, so the texts are found the way the linker finds them: by their address.
        let Some(start) = segments.iter().find_map(|segment| {
            let first: u64 = segment.p_vaddr(endian);
            let is_inside =
                segment.p_type(endian) == elf::PT_LOAD && (first..first + segment.p_filesz(endian)).contains(&address);
            is_inside.then(|| address - first + segment.p_offset(endian))
        }) else {
            continue;
        };
        let strings = StringTable::new(data, start, start + size);
        for entry in entries {
            let list = || entry.string(endian, strings).map(|list| text(list).split(':').map(str::to_owned).collect());
            match entry.tag(endian) {
                elf::DT_NULL => break,
                elf::DT_NEEDED => linkage.needed.push(text(entry.string(endian, strings)?)),
                elf::DT_RPATH => linkage.rpath = list()?,
                elf::DT_RUNPATH => linkage.runpath = list()?,
                _ => {}
            }
        }
    }
    Ok(linkage)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_very_program_is_read() {
        let linkage = read(&std::env::current_exe().unwrap()).unwrap();
        assert!(linkage.is_loadable && linkage.interpreter.is_some_and(|interpreter| interpreter.exists()));
        assert!(linkage.needed.contains(&"libc.so.6".to_owned()), "{:?}", linkage.needed);
    }

    #[test]
    fn a_platform_has_a_name() {
        let mut head = [0; 20];
        head[..6].copy_from_slice(b"\x7fELF\x02\x01");
        let name = |head: &[u8]| Platform::of(head).map(Platform::name);
        for (machine, expected) in
            [(62, "x86-64"), (183, "64-bit ARM"), (243, "64-bit RISC-V"), (9999, "machine 9999 (64-bit)")]
        {
            head[18..].copy_from_slice(&u16::to_le_bytes(machine));
            assert_eq!(name(&head).as_deref(), Some(expected));
        }
        head[5] = 2;
        head[18..].copy_from_slice(&[0, 21]);
        assert_eq!(name(&head).as_deref(), Some("64-bit PowerPC"));
        assert_eq!(name(b"#!/bin/sh"), None);
        assert_eq!(name(b"\x7fELF\x02\x01"), None);
    }
}
