//! The border to C: turns failures into a status and a message of the thread.

use std::any::Any;
use std::cell::Cell;
use std::ffi::c_char;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

use loa_tablebase::{ErrorKind, ProbeError};

use crate::status::LoaStatus;

/// A call that fails: its status and the reason in words.
#[derive(Debug)]
pub(crate) struct Fault {
    status: LoaStatus,
    message: String,
}

impl Fault {
    pub(crate) fn new(status: LoaStatus, message: impl Display) -> Fault {
        Fault { status, message: message.to_string() }
    }

    /// Returns the fault of an argument that is not allowed.
    pub(crate) fn argument(message: impl Display) -> Fault {
        Fault::new(LoaStatus::Argument, message)
    }

    /// Adds the place of the fault, such as the number of a position in a list.
    pub(crate) fn within(mut self, place: impl Display) -> Fault {
        self.message = format!("{place}: {}", self.message);
        self
    }
}

impl From<ProbeError> for Fault {
    fn from(error: ProbeError) -> Fault {
        let status = match error.kind() {
            ErrorKind::Failed => LoaStatus::Failed,
            ErrorKind::Damaged => LoaStatus::Damaged,
            ErrorKind::Missing => LoaStatus::Missing,
            ErrorKind::Outside => LoaStatus::Outside,
            ErrorKind::Rules => LoaStatus::Rules,
        };
        Fault::new(status, error)
    }
}

/// The maximum length of a message in bytes, including the zero byte at its end.
const MESSAGE_BYTES: usize = 2048;

thread_local! {
    // It stays at one address until the thread ends, so that earlier pointers to it remain valid.
    static MESSAGE: Cell<[u8; MESSAGE_BYTES]> = const { Cell::new([0; MESSAGE_BYTES]) };
}

/// Stores the message of the thread, cut to its maximum length.
fn remember(message: &str) {
    let mut bytes = [0; MESSAGE_BYTES];
    let most = message.len().min(MESSAGE_BYTES - 1);
    let length = (0..=most).rev().find(|&at| message.is_char_boundary(at)).unwrap_or(0);
    bytes[..length].copy_from_slice(&message.as_bytes()[..length]);
    // A path or text from outside may contain any byte except 0.
    bytes[..length].iter_mut().filter(|byte| **byte == 0).for_each(|byte| *byte = b' ');
    MESSAGE.set(bytes);
}

/// Runs the body of a function, and turns a failure or a panic into a status and a message.
pub(crate) fn border(work: impl FnOnce() -> Result<LoaStatus, Fault>) -> LoaStatus {
    let panicked = |panic: Box<dyn Any + Send>| {
        let words = panic.downcast_ref::<&str>().map(|words| words.to_string());
        let words = words
            .or_else(|| panic.downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "a panic".to_owned());
        // Dropping the payload of the panic might panic again.
        std::mem::forget(panic);
        Err(Fault::new(LoaStatus::Internal, format!("a fault of the library: {words}")))
    };
    match catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(panicked) {
        Ok(status) => status,
        Err(Fault { status, message }) => {
            remember(&message);
            status
        }
    }
}

/// Returns the reason of the calling thread's last failure, in words, or an empty text if no
/// call has failed. The pointer is the same for all calls of a thread and valid until the thread
/// ends; the next failure overwrites the text. A text has at most 2,047 bytes.
#[unsafe(no_mangle)]
pub extern "C" fn loa_message() -> *const c_char {
    MESSAGE.with(Cell::as_ptr).cast()
}

#[cfg(test)]
mod tests {
    use std::ffi::CStr;
    use std::thread;

    use super::*;

    fn message() -> String {
        // SAFETY: The text stays until the next failure of this thread.
        let text = unsafe { CStr::from_ptr(loa_message()) };
        text.to_string_lossy().into_owned()
    }

    #[test]
    fn every_thread_has_its_own_message() {
        assert_eq!(message(), "");
        border(|| Err(Fault::argument("first")));
        thread::spawn(|| {
            assert_eq!(message(), "");
            border(|| Err(Fault::argument("second")));
            assert_eq!(message(), "second");
        })
        .join()
        .unwrap();
        assert_eq!(message(), "first");
    }

    #[test]
    fn a_message_stays_where_it_is_and_ends_with_a_whole_character() {
        let before = loa_message();
        border(|| Err(Fault::argument("ü".repeat(MESSAGE_BYTES))));
        assert_eq!(loa_message(), before);
        assert_eq!(message(), "ü".repeat(MESSAGE_BYTES / 2 - 1));
    }

    #[test]
    fn a_panic_becomes_a_status() {
        for words in ["a number", ""] {
            let status = border(|| match words {
                "" => std::panic::panic_any(7),
                words => panic!("{words}\0"),
            });
            assert_eq!(status, LoaStatus::Internal);
            assert!(message().starts_with("a fault of the library: a "));
        }
    }
}
