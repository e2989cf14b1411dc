//! The C++ parts: which of them the process can use, loaded when the Qt module they are for is there.

use crate::abi::{Core, Gui, Host, PartEntry, Quick, Widgets, table_number};
use std::ffi::{CStr, CString, c_void};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// The tables of the parts that are loaded.
pub(crate) struct Parts {
    directory: PathBuf,
    major: u32,
    host: &'static Host,
    pub(crate) core: &'static Core,
    gui: OnceLock<Option<&'static Gui>>,
    widgets: OnceLock<Option<&'static Widgets>>,
    quick: OnceLock<Option<&'static Quick>>,
    /// How many libraries the process had loaded when the modules were last looked for.
    seen_additions: AtomicU64,
}

/// Why the core part could not be loaded.
#[derive(Debug)]
pub(crate) struct LoadError(pub(crate) String);

impl std::fmt::Display for LoadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl Parts {
    /// Loads the core part for this major version of Qt.
    pub(crate) fn load(directory: PathBuf, major: u32, host: &'static Host) -> Result<Self, LoadError> {
        let path = directory.join(format!("libqtmcp-qt{major}.so"));
        // SAFETY: the file is one of our parts.
        let core = unsafe { table::<Core>(&path, host, std::ptr::null(), std::ptr::null()) }?;
        let empty = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Ok(Self {
            directory,
            major,
            host,
            core,
            gui: empty.0,
            widgets: empty.1,
            quick: empty.2,
            seen_additions: AtomicU64::new(0),
        })
    }

    /// Where the parts are.
    pub(crate) fn directory(&self) -> &Path {
        &self.directory
    }

    pub(crate) fn gui(&self) -> Option<&'static Gui> {
        self.gui.get().copied().flatten()
    }

    pub(crate) fn widgets(&self) -> Option<&'static Widgets> {
        self.widgets.get().copied().flatten()
    }

    pub(crate) fn quick(&self) -> Option<&'static Quick> {
        self.quick.get().copied().flatten()
    }

    /// Loads the parts whose modules the app has loaded meanwhile. On the GUI thread; cheap when called often.
    pub(crate) fn look_around(&self) {
        if self.quick.get().is_some() && self.widgets.get().is_some() {
            return;
        }
        let additions = additions();
        if self.seen_additions.swap(additions, Ordering::Relaxed) == additions {
            return;
        }
        self.part("Gui", "gui", &self.gui);
        if self.gui().is_some() {
            self.part("Widgets", "widgets", &self.widgets);
            self.part("Quick", "quick", &self.quick);
        }
    }

    fn part<T>(&self, module: &str, name: &str, slot: &OnceLock<Option<&'static T>>) {
        if slot.get().is_some() || !is_loaded(&format!("libQt{0}{module}.so.{0}", self.major)) {
            return;
        }
        let gui = self.gui().map_or(std::ptr::null(), std::ptr::from_ref);
        let path = self.directory.join(format!("libqtmcp-qt{}-{name}.so", self.major));
        // SAFETY: the file is one of our parts.
        let loaded = unsafe { table::<T>(&path, self.host, self.core, gui) };
        if let Err(error) = &loaded {
            tracing::warn!("without the {name} part: {error}");
        }
        // A part that fails is not tried again.
        let _ = slot.set(loaded.ok());
    }
}

/// Whether a library of this name is in the process already.
pub(crate) fn is_loaded(name: &str) -> bool {
    !handle_of(name).is_null()
}

/// The address of a symbol in a library that is loaded already.
pub(crate) fn symbol(library: &str, name: &CStr) -> *mut c_void {
    let handle = handle_of(library);
    if handle.is_null() {
        return std::ptr::null_mut();
    }
    // SAFETY: the handle is valid and the name a C string.
    unsafe { libc::dlsym(handle, name.as_ptr()) }
}

fn handle_of(library: &str) -> *mut c_void {
    let Ok(name) = CString::new(library) else { return std::ptr::null_mut() };
    // SAFETY: with RTLD_NOLOAD nothing is loaded and no code runs.
    let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_LAZY | libc::RTLD_NOLOAD) };
    if handle.is_null() {
        // SAFETY: always allowed. The app must not find our error when it asks for one of its own.
        unsafe { libc::dlerror() };
    }
    handle
}

/// How many libraries were ever loaded: asking for one by name searches the disk, asking for this does not.
fn additions() -> u64 {
    unsafe extern "C" fn read(info: *mut libc::dl_phdr_info, _: usize, count: *mut c_void) -> i32 {
        // SAFETY: the loader passes a valid record, and `additions` its counter.
        unsafe { *count.cast::<u64>() = (*info).dlpi_adds };
        1
    }
    let mut count = 0_u64;
    // SAFETY: the callback has the type asked for and ends at the first library.
    unsafe { libc::dl_iterate_phdr(Some(read), (&raw mut count).cast()) };
    count
}

/// Loads a part and asks it for its table.
///
/// # Safety
/// The file is one of our parts.
unsafe fn table<T>(
    path: &Path,
    host: &'static Host,
    core: *const Core,
    gui: *const Gui,
) -> Result<&'static T, LoadError> {
    let entry = self::entry(path, c"qtmcp_part")?;
    // SAFETY: our parts export `qtmcp_part` with this type.
    let entry: PartEntry = unsafe { std::mem::transmute(entry) };
    // SAFETY: the tables given are alive for the whole process.
    let table = unsafe { entry(host, core, gui) };
    // SAFETY: every table begins with its number.
    if table.is_null() || unsafe { *table.cast::<u32>() } != table_number::<T>() {
        return Err(LoadError(format!("{}: made for another version of the probe", path.display())));
    }
    // SAFETY: the number says that this is a `T`; the part is never unloaded.
    Ok(unsafe { &*table.cast::<T>() })
}

/// Loads one of our libraries and answers with a symbol of it, which is not null.
pub(crate) fn entry(path: &Path, name: &CStr) -> Result<*mut c_void, LoadError> {
    use std::os::unix::ffi::OsStrExt;
    let shown = path.display();
    let file =
        CString::new(path.as_os_str().as_bytes()).map_err(|_| LoadError(format!("{shown}: a NUL in the path")))?;
    // SAFETY: a valid C string; the library's own initialisers do nothing but set up statics.
    let handle = unsafe { libc::dlopen(file.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
    if handle.is_null() {
        // SAFETY: dlerror answers a C string or null.
        return Err(LoadError(unsafe { crate::values::c_string(libc::dlerror()) }));
    }
    // SAFETY: the handle is valid and the name a C string.
    let symbol = unsafe { libc::dlsym(handle, name.as_ptr()) };
    if symbol.is_null() {
        return Err(LoadError(format!("{shown}: no entry point")));
    }
    Ok(symbol)
}
