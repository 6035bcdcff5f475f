//! Certificate files.

use std::fs::File;
use std::io;
use std::path::Path;

use xxhash_rust::xxh3::Xxh3;

use crate::error::CheckError;
use crate::format::{Claim, DIGEST_AT, FilePart, HEADER_BYTES, ReadError, damaged, decode_header};
use crate::numbers::Numbers;
use crate::source::ByteSource;
use crate::watch::Watch;

/// The number of bytes digested between two calls of the watch.
const DIGEST_CHUNK: u64 = 1 << 20;

/// A certificate file whose header agrees with its length. Its claim is not proved until
/// [`check`](crate::check) succeeds, which also reads the rest of the file.
pub struct Certificate {
    claim: Claim,
    source: Box<dyn ByteSource>,
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
    /// Opens a certificate file and reads its header.
    ///
    /// # Errors
    /// If the file cannot be read, or does not begin with a valid header.
    pub fn open(path: impl AsRef<Path>) -> Result<Certificate, ReadError> {
        let path = path.as_ref();
        // A pipe or a device has no length, and opening it may never return.
        if !std::fs::metadata(path)?.is_file() {
            let kind = io::ErrorKind::InvalidInput;
            return Err(io::Error::new(kind, "it is not a regular file").into());
        }
        Certificate::read(File::open(path)?)
    }

    /// Opens a certificate from any source.
    ///
    /// # Errors
    /// As for [`Certificate::open`].
    pub fn read(source: impl ByteSource + 'static) -> Result<Certificate, ReadError> {
        let bytes = source.len()?;
        let mut header = [0; HEADER_BYTES as usize];
        let known = HEADER_BYTES.min(bytes) as usize;
        source.read_at(&mut header[..known], 0)?;
        if bytes < HEADER_BYTES {
            return Err(if header.starts_with(b"LOAPROOF") {
                damaged(FilePart::Header, "the file ends within it")
            } else {
                ReadError::Magic
            });
        }
        let (claim, digest) = decode_header(&header, bytes)?;
        Ok(Certificate { claim, source: Box::new(source), bytes, digest })
    }

    /// Compares the digest in the header with the bytes of the file.
    pub(crate) fn check_digest(&self, watch: &dyn Watch) -> Result<(), CheckError> {
        let mut sum = Xxh3::new();
        let (mut at, mut chunk) = (0, Vec::new());
        while at < self.bytes {
            if watch.interrupted() {
                return Err(CheckError::Interrupted { checked: 0 });
            }
            chunk.resize(DIGEST_CHUNK.min(self.bytes - at) as usize, 0);
            self.source.read_at(&mut chunk, at).map_err(ReadError::from)?;
            match at {
                // The digest covers all bytes except its own.
                0 => {
                    sum.update(&chunk[..DIGEST_AT]);
                    sum.update(&chunk[HEADER_BYTES as usize..]);
                }
                _ => sum.update(&chunk),
            }
            at += chunk.len() as u64;
        }
        if sum.digest128() != self.digest {
            return Err(damaged(FilePart::File, "its digest does not agree").into());
        }
        Ok(())
    }

    /// Returns the claims of the header.
    pub const fn claim(&self) -> &Claim {
        &self.claim
    }

    /// Returns the digest of the file that its header states.
    pub const fn digest(&self) -> u128 {
        self.digest
    }

    /// Returns the length of the file in bytes.
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    pub(crate) fn numbers(&self) -> Numbers<'_> {
        Numbers::new(&*self.source, self.bytes)
    }
}
