//! The beginning of a table file, by which anything else is refused.

use std::path::Path;

use super::bytes::u32_at;
use super::error::TableError;
use super::form::VERSIONS;
use super::header::{HEADER_BYTES, Header, MAGIC, VERSION_AT};

/// Reads the header at the start of a file of this length.
pub(super) fn read_header(bytes: &[u8], length: u64, path: &Path) -> Result<Header, TableError> {
    let wrong_length = |expected: u64| TableError::Length {
        path: path.to_owned(),
        expected,
        found: length,
    };
    if !bytes.starts_with(MAGIC.as_bytes()) {
        let (path, expected) = (path.to_owned(), MAGIC);
        return Err(TableError::NotATable { path, expected });
    }
    let Some(header) = bytes.first_chunk::<HEADER_BYTES>() else {
        return Err(wrong_length(HEADER_BYTES as u64));
    };
    let found = u32_at(header, VERSION_AT);
    if !VERSIONS.contains(&found) {
        return Err(TableError::UnknownVersion {
            path: path.to_owned(),
            found,
            known: *VERSIONS.end(),
        });
    }
    let damaged = |fault| TableError::damaged(path, format!("the header is damaged: {fault}"));
    let header = Header::decode(header).map_err(damaged)?;
    if header.file_bytes != length {
        return Err(wrong_length(header.file_bytes));
    }
    Ok(header)
}
