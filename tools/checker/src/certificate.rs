//! Certificate files.

use std::fs::File;
use std::io;
use std::path::Path;

use xxhash_rust::xxh3::Xxh3;

use crate::format::{Claim, DIGEST_AT, HEADER_BYTES, Part, ReadError, damaged, decode_header};
use crate::numbers::{CHUNK, Numbers};
use crate::source::Source;

/// A certificate file that is whole: its claim, of which nothing is proved before
/// [`check`](crate::check).
pub struct Certificate {
    claim: Claim,
    source: Box<dyn Source>,
    bytes: u64,
    digest: u128,
}

impl std::fmt::Debug for Certificate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let claim = &self.claim;
        f.debug_struct("Certificate").field("claim", claim).finish_non_exhaustive()
    }
}

impl Certificate {
    /// Opens a certificate file.
    ///
    /// # Errors
    /// When the file cannot be read, its header is none, or its digest is wrong.
    pub fn open(path: impl AsRef<Path>) -> Result<Certificate, ReadError> {
        let path = path.as_ref();
        // A pipe or a device has no length, and opening one may never return.
        if !std::fs::metadata(path)?.is_file() {
            let kind = io::ErrorKind::InvalidInput;
            return Err(io::Error::new(kind, "it is not a regular file").into());
        }
        Certificate::read(File::open(path)?)
    }

    /// Opens a certificate of any source.
    ///
    /// # Errors
    /// As for [`Certificate::open`].
    pub fn read(source: impl Source + 'static) -> Result<Certificate, ReadError> {
        let bytes = source.len()?;
        let mut header = [0; HEADER_BYTES as usize];
        let known = HEADER_BYTES.min(bytes) as usize;
        source.read_at(&mut header[..known], 0)?;
        if bytes < HEADER_BYTES {
            return Err(if header.starts_with(b"LOAPROOF") {
                damaged(Part::Header, "the file ends within it")
            } else {
                ReadError::Magic
            });
        }
        let (claim, digest) = decode_header(&header, bytes)?;
        let mut sum = Xxh3::new();
        sum.update(&header[..DIGEST_AT]);
        let mut at = HEADER_BYTES;
        while at < bytes {
            let mut chunk = vec![0; CHUNK.min(bytes - at) as usize];
            source.read_at(&mut chunk, at)?;
            sum.update(&chunk);
            at += chunk.len() as u64;
        }
        if sum.digest128() != digest {
            return Err(damaged(Part::File, "its digest does not agree"));
        }
        Ok(Certificate { claim, source: Box::new(source), bytes, digest })
    }

    /// The claims of the header.
    pub const fn claim(&self) -> &Claim {
        &self.claim
    }

    /// The digest of the file.
    pub const fn digest(&self) -> u128 {
        self.digest
    }

    /// The length of the file in bytes.
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    pub(crate) fn numbers(&self) -> Numbers<'_> {
        Numbers::new(&*self.source, self.bytes)
    }
}
