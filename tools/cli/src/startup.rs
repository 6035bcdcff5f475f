//! The state of the process when it begins.
#![allow(unsafe_code, reason = "it must run before the runtime of Rust")]

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// True if standard output was closed when the process began.
static HAS_NO_OUTPUT: AtomicBool = AtomicBool::new(false);

/// `true` if standard output was closed when the process began. Rust replaces it with `/dev/null`
/// before `main`, so that output would be lost.
pub(crate) fn has_no_output() -> bool {
    HAS_NO_OUTPUT.load(Relaxed)
}

/// The system calls the functions of this section before the runtime of Rust.
#[cfg(unix)]
#[used]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
#[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
static LOOK: extern "C" fn() = {
    extern "C" fn look() {
        // SAFETY: the call takes no pointers and changes nothing.
        let flags = unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) };
        HAS_NO_OUTPUT.store(flags == -1, Relaxed);
    }
    look
};

/// Turns writing beyond the size limit of a file into an error. By default it ends the process.
/// Applies to threads that start later, but not to other programs.
#[cfg(unix)]
pub(crate) fn survive_large_files() {
    use nix::sys::signal::{SigSet, Signal};

    // If this fails, the program still works unless a file grows beyond the limit.
    let _ = SigSet::from(Signal::SIGXFSZ).thread_block();
}

/// Does nothing: this system has no such signal.
#[cfg(not(unix))]
pub(crate) fn survive_large_files() {}
