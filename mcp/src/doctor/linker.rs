//! Where the dynamic linker would find the libraries of a program, by ld.so's own rules and without running the program.

use super::elf::{self, Linkage, Platform};
use std::collections::{HashMap, VecDeque};
use std::env;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Where ld.so looks last of all; the cache of most systems has more.
const LAST_DIRS: [&str; 4] = ["/lib64", "/usr/lib64", "/lib", "/usr/lib"];

/// Everything that a program loads when it starts.
#[derive(Debug, Default)]
pub(super) struct Loaded {
    /// The name of each library as it is asked for, and the file found for it.
    pub(super) libraries: HashMap<String, PathBuf>,
    /// Names that nothing was found for, each with who asks for it.
    pub(super) missing: Vec<(String, PathBuf)>,
}

/// What the search depends on beside the files themselves.
pub(super) struct Search {
    platform: Platform,
    library_path: Vec<PathBuf>,
    /// The linker's cache, by name.
    cache: HashMap<String, Vec<PathBuf>>,
}

impl Search {
    /// As it would be for a program of this platform that is started from here.
    pub(super) fn here(platform: Platform) -> Self {
        let listed = env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
        let library_path = env::split_paths(&listed).filter(|dir| !dir.as_os_str().is_empty()).collect();
        Self { platform, library_path, cache: cache() }
    }

    /// Follows what a program needs, breadth first as ld.so does.
    pub(super) fn load(&self, program: &Path, linkage: Linkage) -> Loaded {
        let mut loaded = Loaded::default();
        // Each object with the paths that it inherits from those that loaded it.
        let mut waiting = VecDeque::from([(program.to_owned(), linkage, Vec::new())]);
        while let Some((file, linkage, inherited)) = waiting.pop_front() {
            let own = expanded(&linkage.rpath, &file);
            let rpath: Vec<PathBuf> = own.into_iter().chain(inherited).collect();
            let runpath = expanded(&linkage.runpath, &file);
            for name in linkage.needed {
                if loaded.libraries.contains_key(&name) || loaded.missing.iter().any(|(known, _)| *known == name) {
                    continue;
                }
                // An object with a RUNPATH does not look in any RPATH.
                let first: &[PathBuf] = if runpath.is_empty() { &rpath } else { &[] };
                let Some(found) = self.find(&name, first, &runpath) else {
                    loaded.missing.push((name, file.clone()));
                    continue;
                };
                if let Ok(linkage) = elf::read(&found) {
                    waiting.push_back((found.clone(), linkage, rpath.clone()));
                }
                loaded.libraries.insert(name, found);
            }
        }
        loaded
    }

    fn find(&self, name: &str, rpath: &[PathBuf], runpath: &[PathBuf]) -> Option<PathBuf> {
        if name.contains('/') {
            return Some(PathBuf::from(name)).filter(|file| self.fits(file));
        }
        let dirs = rpath.iter().chain(&self.library_path).chain(runpath).map(|dir| dir.join(name));
        let cached = self.cache.get(name).into_iter().flatten().cloned();
        let last = LAST_DIRS.iter().map(|dir| Path::new(dir).join(name));
        dirs.chain(cached).chain(last).find(|file| self.fits(file))
    }

    /// A library for another machine is passed over, as ld.so does.
    fn fits(&self, file: &Path) -> bool {
        let mut head = [0; 20];
        let read = File::open(file).and_then(|mut file| file.read_exact(&mut head));
        read.is_ok() && Platform::of(&head) == Some(self.platform)
    }
}

/// The paths of an object, with its own directory for `$ORIGIN`. What the other variables stand for is the linker's secret.
fn expanded(paths: &[String], object: &Path) -> Vec<PathBuf> {
    let object = object.canonicalize().unwrap_or_else(|_| object.to_owned());
    let origin = object.parent().unwrap_or(Path::new("/")).to_string_lossy();
    let paths = paths.iter().filter(|path| !path.is_empty());
    paths.map(|path| path.replace("${ORIGIN}", &origin).replace("$ORIGIN", &origin).into()).collect()
}

/// The cache as `ldconfig` prints it; empty where there is none.
fn cache() -> HashMap<String, Vec<PathBuf>> {
    let print = |program: &str| {
        let output = Command::new(program).arg("-p").env_remove("LD_PRELOAD").stderr(Stdio::null()).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let printed = ["/sbin/ldconfig", "/usr/sbin/ldconfig", "ldconfig"].into_iter().find_map(print).unwrap_or_default();
    read_cache(&printed)
}

/// Reads lines such as `libQt6Core.so.6 (libc6,x86-64) => /lib/libQt6Core.so.6`.
fn read_cache(printed: &str) -> HashMap<String, Vec<PathBuf>> {
    let mut cache: HashMap<String, Vec<PathBuf>> = HashMap::new();
    for line in printed.lines() {
        let Some((name, path)) = line.split_once(" => ") else { continue };
        let name = name.split_whitespace().next().unwrap_or_default();
        cache.entry(name.to_owned()).or_default().push(path.trim().into());
    }
    cache
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cache_is_read_with_all_platforms_of_a_name() {
        let printed = "2 libs found in cache `/etc/ld.so.cache'\n\tliba.so.1 (libc6,x86-64) => /lib/liba.so.1\n\
                       \tliba.so.1 (libc6) => /lib32/liba.so.1\n";
        let cache = read_cache(printed);
        assert_eq!(cache["liba.so.1"], [PathBuf::from("/lib/liba.so.1"), PathBuf::from("/lib32/liba.so.1")]);
        assert_eq!(cache.len(), 1);
    }

    #[test]
    fn origin_is_where_the_object_lies() {
        let listed = ["$ORIGIN/../lib".to_owned(), "${ORIGIN}".to_owned(), String::new(), "/abs".to_owned()];
        let expected = ["/no/such/bin/../lib", "/no/such/bin", "/abs"].map(PathBuf::from);
        assert_eq!(expanded(&listed, Path::new("/no/such/bin/app")), expected);
    }

    #[test]
    fn this_very_program_is_complete() {
        let this = env::current_exe().unwrap();
        let mut head = [0; 20];
        File::open(&this).unwrap().read_exact(&mut head).unwrap();
        let loaded = Search::here(Platform::of(&head).unwrap()).load(&this, elf::read(&this).unwrap());
        assert!(loaded.libraries.contains_key("libc.so.6"), "{loaded:?}");
        assert_eq!(loaded.missing, []);
    }
}
