//! The state of the process when it begins.
#![allow(unsafe_code, reason = "it looks before the runtime of Rust does")]

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// True if standard output was closed when the process began.
static HAS_NO_OUTPUT: AtomicBool = AtomicBool::new(false);

/// Returns whether standard output was closed when the process began. Rust opens `/dev/null` in its
/// place before `main`, and what is printed there is lost.
pub(crate) fn has_no_output() -> bool {
    HAS_NO_OUTPUT.load(Relaxed)
}

/// The system calls what stands in this section before it calls the runtime of Rust.
#[cfg(unix)]
#[used]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
#[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
static LOOK: extern "C" fn() = {
    extern "C" fn look() {
        // SAFETY: the call takes no pointers, and changes nothing.
        let flags = unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) };
        HAS_NO_OUTPUT.store(flags == -1, Relaxed);
    }
    look
};

/// Makes a file that grows beyond the limit of its size an error, instead of the end of the process.
/// Threads that start later do the same; programs that are started do not.
#[cfg(unix)]
pub(crate) fn survive_large_files() {
    use nix::sys::signal::{SigSet, Signal};

    // A limit that cannot be survived is no reason to do nothing.
    let _ = SigSet::from(Signal::SIGXFSZ).thread_block();
}

/// Does nothing: the system has no such signal.
#[cfg(not(unix))]
pub(crate) fn survive_large_files() {}
