//! Answers for the worker beside this file. Questions and answers pass through one buffer. The
//! worker implements WASI calls that provide the files.
#![cfg(target_family = "wasm")]
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use loa_api::{Certificates, Failure, Library, Limits, NamedProof, NamedSuite, Reply};
use loa_tablebase::{Layout, Table, Tablebases};

const TABLES: &str = "/tables";

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = RefCell::default();
    static LIBRARY: Library = {
        // A search holds up all other questions of the page.
        let limits = Limits { search: Limits::default().search, ..Limits::none() };
        let library = Library::new(TABLES, Tablebases::open(TABLES), limits);
        let proofs = files("/proofs").into_iter().filter_map(|file| NamedProof::open(&file).ok());
        let suites = files("/suites").into_iter().filter_map(|file| NamedSuite::read(&file).ok());
        let certificates = Certificates::beside(Path::new("")).with(proofs);
        let suites: Vec<_> = suites.collect();
        let mut library = library.with_certificates(certificates).with_suites(&suites);
        library.is_public = true;
        library
    };
}

/// Returns the files of a folder, in the order of their names.
fn files(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.sort();
    files
}

#[link(wasm_import_module = "loa")]
unsafe extern "C" {
    /// Takes an event: an intermediate answer.
    fn event(address: *const u8, length: usize);
}

/// Reserves a buffer for a question of `length` bytes, and returns its address.
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *mut u8 {
    BUFFER.set(vec![0; length]);
    answer()
}

/// Answers the question in the buffer: method, address and body, separated by line breaks. Returns
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
    let reply = LIBRARY.with(|library| library.reply(&method, &address, body, &stop, &mut send));
    let reply = reply.unwrap_or_else(Reply::from);
    BUFFER.set(reply.body);
    reply.status.into()
}

/// Takes the bytes of a table. Answers with the path under which the table is expected. Returns the
/// status.
#[unsafe(no_mangle)]
extern "C" fn place() -> u32 {
    let (status, body) = match Table::from_storage(BUFFER.take(), "the table") {
        Ok(table) => {
            let path = Layout::new("tables").table(table.header().subject());
            (200, path.to_string_lossy().into_owned().into_bytes())
        }
        Err(error) => {
            let reply = Reply::from(Failure::from(error));
            (reply.status.into(), reply.body)
        }
    };
    BUFFER.set(body);
    status
}

/// Returns the number of bytes of the answer.
#[unsafe(no_mangle)]
extern "C" fn length() -> usize {
    BUFFER.with_borrow(Vec::len)
}

/// Returns the address of the answer.
#[unsafe(no_mangle)]
extern "C" fn answer() -> *mut u8 {
    BUFFER.with_borrow_mut(Vec::as_mut_ptr)
}
