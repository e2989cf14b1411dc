//! Functions of Qt that the probe may want called otherwise: it is asked each time, and says what to call.

use super::mapped::{self, Library, Module};
use super::{FORKED, PROBE_STAND_IN, ProbeStandIn, STATE, complain, look};
use libc::c_void;
use std::ffi::CStr;
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

/// A function of Qt.
pub(super) struct Original {
    module: Module,
    symbol: &'static CStr,
    /// Where it is in the Qt that has the probe, once known.
    remembered: AtomicPtr<c_void>,
}

impl Original {
    pub(super) const fn new(module: Module, symbol: &'static CStr) -> Self {
        Self { module, symbol, remembered: AtomicPtr::new(ptr::null_mut()) }
    }

    /// Takes note of where it is, for forks. The probe keeps this Qt loaded.
    pub(super) fn remember(&self, qt: &Library) {
        let found = qt.symbol(self.symbol).map_or(ptr::null_mut(), <*const c_void>::cast_mut);
        self.remembered.store(found, Ordering::Release);
    }

    /// The function itself, or what the probe wants called in its place; `missing` where no library has it. The probe is
    /// told which function is meant, since it is in one Qt only and knows what it watches.
    pub(super) fn or_stand_in(&self, caller: *const c_void, missing: *const c_void) -> *const c_void {
        look();
        let Some(real) = self.in_fork().or_else(|| mapped::meant_by(caller, self.module, self.symbol)) else {
            complain(&[c"no library has ", self.symbol]);
            return missing;
        };
        let ask = PROBE_STAND_IN.load(Ordering::Acquire);
        if ask.is_null() {
            return real;
        }
        // SAFETY: the address of the probe's `qtmcp_probe_stand_in`, which has this type and is never unloaded.
        unsafe { std::mem::transmute::<*mut c_void, ProbeStandIn>(ask)(real) }
    }

    /// In a fork the linker must not be asked: a thread that is not here may have held its lock.
    fn in_fork(&self) -> Option<*const c_void> {
        if STATE.load(Ordering::Acquire) != FORKED || mapped::seen_both() {
            return None;
        }
        let remembered = self.remembered.load(Ordering::Acquire);
        (!remembered.is_null()).then_some(remembered.cast_const())
    }
}
