//! Before the app drags something: where Qt's platform has no drag of its own, the probe has one. The last two are private
//! to Qt; its platform plugins have them from QtGui, and so from us.

use super::mapped::Module;
use super::standin::Original;
use libc::{c_int, c_void};

static EXEC_WITH_DEFAULT: Original = Original::new(Module::Gui, c"_ZN5QDrag4execE6QFlagsIN2Qt10DropActionEES2_");
static EXEC_WITH_NONE: Original = Original::new(Module::Gui, c"_ZN5QDrag4execE6QFlagsIN2Qt10DropActionEE");
static OWNS: Original = Original::new(Module::Gui, c"_ZNK13QPlatformDrag14ownsDragObjectEv");
static CANCEL: Original = Original::new(Module::Gui, c"_ZN13QPlatformDrag10cancelDragEv");

pub(super) extern "C" fn before_exec_with_default(caller: *const c_void) -> *const c_void {
    EXEC_WITH_DEFAULT.or_stand_in(caller, nothing_taken as *const c_void)
}

pub(super) extern "C" fn before_exec_with_none(caller: *const c_void) -> *const c_void {
    EXEC_WITH_NONE.or_stand_in(caller, nothing_taken as *const c_void)
}

pub(super) extern "C" fn before_owns(caller: *const c_void) -> *const c_void {
    OWNS.or_stand_in(caller, nothing_taken as *const c_void)
}

pub(super) extern "C" fn before_cancel(caller: *const c_void) -> *const c_void {
    CANCEL.or_stand_in(caller, nothing_taken as *const c_void)
}

/// Takes the place of a function that is nowhere to be found: no drop action, and no to whoever asks.
extern "C" fn nothing_taken(_object: *const c_void) -> c_int {
    0
}
