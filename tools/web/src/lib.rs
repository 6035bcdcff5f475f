//! The explorer's answers for the worker beside it: questions and answers go through one buffer.
//! Files are those that the worker has behind the calls of WASI.
#![cfg(target_family = "wasm")]
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::sync::Arc;

use loa_explorer::{Explorer, Limits};
use loa_tablebase::Tablebases;

const TABLES: &str = "/tables";

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = RefCell::default();
    static EXPLORER: Explorer = {
        let mut explorer =
            Explorer::new(TABLES, Tablebases::open(TABLES), Limits::default());
        explorer.is_public = true;
        explorer
    };
}

#[link(wasm_import_module = "loa")]
unsafe extern "C" {
    /// Takes an event, which is found on the way to an answer.
    fn event(address: *const u8, length: usize);
}

/// Makes room for a question of `length` bytes, and returns where it is to be written.
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *mut u8 {
    BUFFER.set(vec![0; length]);
    answer()
}

/// Answers a question, its method, its address and its body, each after a line break. Returns
/// the status.
#[unsafe(no_mangle)]
extern "C" fn ask() -> u32 {
    let question = BUFFER.take();
    let mut parts = question.splitn(3, |&byte| byte == b'\n');
    let mut text = || String::from_utf8_lossy(parts.next().unwrap_or_default()).into_owned();
    let (method, address) = (text(), text());
    let body = parts.next().unwrap_or_default();
    let mut send = |bytes: &[u8]| {
        // SAFETY: the worker copies the bytes before it returns.
        unsafe { event(bytes.as_ptr(), bytes.len()) }
    };
    let stop = Arc::default();
    let reply =
        EXPLORER.with(|explorer| explorer.answer(&method, &address, body, &stop, &mut send));
    BUFFER.set(reply.body);
    reply.status.into()
}

/// Returns the bytes of the answer.
#[unsafe(no_mangle)]
extern "C" fn length() -> usize {
    BUFFER.with_borrow(Vec::len)
}

/// Returns where the answer is.
#[unsafe(no_mangle)]
extern "C" fn answer() -> *mut u8 {
    BUFFER.with_borrow_mut(Vec::as_mut_ptr)
}
