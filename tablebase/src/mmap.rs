//! Memory-mapping of finished tables.

#![allow(unsafe_code)]

use std::fs::File;
use std::io;
use std::ops::Deref;
use std::path::Path;

use memmap2::Mmap;

/// The bytes of a table, in a file or built in.
pub(crate) enum Bytes {
    Mapped(Mmap),
    BuiltIn(&'static [u8]),
}

impl Bytes {
    pub(crate) fn open(path: &Path) -> io::Result<Bytes> {
        let file = File::open(path)?;
        // SAFETY: a mapping is sound as long as nobody truncates the file.
        // Tables are written to a temporary name, renamed when whole and never
        // written again; replacing one by renaming leaves this mapping on the
        // old file. Whatever bytes are found are checked before they are used,
        // and no reference to them outlives the mapping.
        let map = unsafe { Mmap::map(&file) }?;
        Ok(Bytes::Mapped(map))
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Mapped(map) => map,
            Bytes::BuiltIn(bytes) => bytes,
        }
    }
}
