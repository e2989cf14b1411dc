//! The functions that stand before the real ones. Each asks its check for the real one and then jumps there, so that
//! the real function sees its original caller: `dlopen` searches along the RUNPATH of whoever called it.

use super::accessibility::before_is_active;
use super::console::{before_install_message_handler, before_install_msg_handler};
use super::drag::{before_cancel, before_exec_with_default, before_exec_with_none, before_owns};
use super::{before_core_exec, before_dlopen, before_gui_exec, before_widgets_exec};
use libc::{c_char, c_int, c_void};
use std::arch::naked_asm;

/// Calls the check with the return address, the first three arguments kept safe, and jumps to the address it answers.
#[cfg(target_arch = "x86_64")]
macro_rules! ask_and_jump {
    ($check:path) => {
        naked_asm!(
            "push rdi",
            "push rsi",
            "push rdx",
            "mov rdi, [rsp + 24]",
            "call {check}",
            "pop rdx",
            "pop rsi",
            "pop rdi",
            "jmp rax",
            check = sym $check,
        )
    };
}

/// Calls the check with the return address, the first three arguments kept safe, and jumps to the address it answers.
#[cfg(target_arch = "aarch64")]
macro_rules! ask_and_jump {
    ($check:path) => {
        naked_asm!(
            "stp x29, x30, [sp, #-48]!",
            "mov x29, sp",
            "stp x0, x1, [sp, #16]",
            "str x2, [sp, #32]",
            "mov x0, x30",
            "bl {check}",
            "mov x16, x0",
            "ldp x0, x1, [sp, #16]",
            "ldr x2, [sp, #32]",
            "ldp x29, x30, [sp], #48",
            "br x16",
            check = sym $check,
        )
    };
}

#[unsafe(naked)]
#[unsafe(no_mangle)]
unsafe extern "C" fn dlopen(file: *const c_char, flags: c_int) -> *mut c_void {
    ask_and_jump!(before_dlopen)
}

#[unsafe(naked)]
#[unsafe(export_name = "_ZN16QCoreApplication4execEv")]
unsafe extern "C" fn core_exec() -> c_int {
    ask_and_jump!(before_core_exec)
}

#[unsafe(naked)]
#[unsafe(export_name = "_ZN15QGuiApplication4execEv")]
unsafe extern "C" fn gui_exec() -> c_int {
    ask_and_jump!(before_gui_exec)
}

#[unsafe(naked)]
#[unsafe(export_name = "_ZN12QApplication4execEv")]
unsafe extern "C" fn widgets_exec() -> c_int {
    ask_and_jump!(before_widgets_exec)
}

#[unsafe(naked)]
#[unsafe(export_name = "_Z22qInstallMessageHandlerPFv9QtMsgTypeRK18QMessageLogContextRK7QStringE")]
unsafe extern "C" fn install_message_handler(handler: *const c_void) -> *const c_void {
    ask_and_jump!(before_install_message_handler)
}

#[unsafe(naked)]
#[unsafe(export_name = "_Z18qInstallMsgHandlerPFv9QtMsgTypePKcE")]
unsafe extern "C" fn install_msg_handler(handler: *const c_void) -> *const c_void {
    ask_and_jump!(before_install_msg_handler)
}

#[unsafe(naked)]
#[unsafe(export_name = "_ZN11QAccessible8isActiveEv")]
unsafe extern "C" fn is_active() -> bool {
    ask_and_jump!(before_is_active)
}

#[unsafe(naked)]
#[unsafe(export_name = "_ZN5QDrag4execE6QFlagsIN2Qt10DropActionEES2_")]
unsafe extern "C" fn drag_with_default(drag: *mut c_void, supported: c_int, default: c_int) -> c_int {
    ask_and_jump!(before_exec_with_default)
}

#[unsafe(naked)]
#[unsafe(export_name = "_ZN5QDrag4execE6QFlagsIN2Qt10DropActionEE")]
unsafe extern "C" fn drag_with_none(drag: *mut c_void, supported: c_int) -> c_int {
    ask_and_jump!(before_exec_with_none)
}

#[unsafe(naked)]
#[unsafe(export_name = "_ZNK13QPlatformDrag14ownsDragObjectEv")]
unsafe extern "C" fn owns_drag_object(platform: *const c_void) -> bool {
    ask_and_jump!(before_owns)
}

#[unsafe(naked)]
#[unsafe(export_name = "_ZN13QPlatformDrag10cancelDragEv")]
unsafe extern "C" fn cancel_drag(platform: *mut c_void) {
    ask_and_jump!(before_cancel)
}
