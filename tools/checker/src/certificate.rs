//! Certificate files.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use xxhash_rust::xxh3::Xxh3;

use crate::error::CheckError;
use crate::format::{
    Claim, DIGEST_AT, DIGEST_BYTES, FilePart, HEADER_BYTES, Header, ReadError, damaged,
    decode_header, number,
};
use crate::numbers::Numbers;
use crate::source::ByteSource;
use crate::taken::{Taken, read_taken};

/// Watches a check: receives the number of the winner's moves followed so far, 0 while the file is
/// only read, and returns `true` if the check should continue.
pub type Watch<'a> = &'a (dyn Fn(u64) -> bool + Sync);

const MAGIC: &[u8] = b"LOAPROOF";

/// Bytes read between two calls of the watch.
const DIGEST_CHUNK: u64 = 1 << 20;

/// The maximum length of a certificate from a pipe, which is held in memory.
const MOST_PIPED: u64 = 1 << 30;

/// A certificate file whose header agrees with its length. Its claim is not proved until
/// [`check`](crate::check) succeeds, which also reads the rest of the file.
pub struct Certificate {
    header: Header,
    rests_on: Vec<u128>,
    source: Box<dyn ByteSource>,
    bytes: u64,
}

impl std::fmt::Debug for Certificate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let claim = self.claim();
        f.debug_struct("Certificate").field("claim", claim).finish_non_exhaustive()
    }
}

impl Certificate {
    /// Opens a certificate file and reads its header.
    ///
    /// # Errors
    /// If the file cannot be read, or does not begin with a valid header.
    pub fn open(path: impl AsRef<Path>) -> Result<Certificate, ReadError> {
        let file = File::open(path)?;
        match file.metadata()?.is_file() {
            true => Certificate::read(file),
            false => Certificate::read_all(file),
        }
    }

    /// Reads a certificate from a pipe to its end.
    ///
    /// # Errors
    /// As for [`Certificate::open`], and if it is longer than 1 GiB.
    pub fn read_all(mut pipe: impl Read) -> Result<Certificate, ReadError> {
        let mut bytes = Vec::new();
        pipe.by_ref().take(HEADER_BYTES).read_to_end(&mut bytes)?;
        // Anything else may be endless.
        if bytes.starts_with(MAGIC) {
            pipe.take(MOST_PIPED).read_to_end(&mut bytes)?;
        }
        if bytes.len() as u64 > MOST_PIPED {
            let message = "it is longer than 1 GiB, the most that is read from a pipe";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message).into());
        }
        Certificate::read(bytes)
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
            return Err(if header.starts_with(MAGIC) {
                damaged(FilePart::Header, "the file ends within it")
            } else {
                ReadError::Magic
            });
        }
        let header = decode_header(&header, bytes)?;
        let mut digests = vec![0; (DIGEST_BYTES * header.certificates) as usize];
        source.read_at(&mut digests, HEADER_BYTES)?;
        let digests = digests.chunks_exact(DIGEST_BYTES as usize);
        let rests_on = digests.map(|digest| u128::from_le_bytes(number(digest, 0))).collect();
        Ok(Certificate { header, rests_on, source: Box::new(source), bytes })
    }

    /// Compares the digest in the header with the bytes of the file.
    pub(crate) fn check_digest(&self, watch: Watch<'_>) -> Result<(), CheckError> {
        let mut sum = Xxh3::new();
        self.read_through(watch, |at, chunk| match at {
            // The digest covers all bytes except its own.
            0 => {
                sum.update(&chunk[..DIGEST_AT]);
                sum.update(&chunk[HEADER_BYTES as usize..]);
            }
            _ => sum.update(chunk),
        })?;
        if sum.digest128() != self.header.digest {
            return Err(damaged(FilePart::File, "its digest does not agree").into());
        }
        Ok(())
    }

    /// Passes all bytes of the file to `each` in parts, with the offset of each part.
    ///
    /// # Errors
    /// If the file cannot be read, or `watch` stops the reading.
    pub fn read_through(
        &self,
        watch: Watch<'_>,
        mut each: impl FnMut(u64, &[u8]),
    ) -> Result<(), CheckError> {
        let (mut at, mut chunk) = (0, Vec::new());
        while at < self.bytes {
            if !watch(0) {
                return Err(CheckError::Interrupted { checked: 0 });
            }
            chunk.resize(DIGEST_CHUNK.min(self.bytes - at) as usize, 0);
            self.source.read_at(&mut chunk, at).map_err(ReadError::from)?;
            each(at, &chunk);
            at += chunk.len() as u64;
        }
        Ok(())
    }

    /// Returns the claims of the header.
    pub const fn claim(&self) -> &Claim {
        &self.header.claim
    }

    /// Returns the digest of the file that its header states.
    pub const fn digest(&self) -> u128 {
        self.header.digest
    }

    /// Returns the digests of the certificates that this one rests on. If it rests on any, it proves
    /// its claim only together with them: see [`check_all`](crate::check_all).
    pub fn rests_on(&self) -> &[u128] {
        &self.rests_on
    }

    /// Fails if the certificate rests on others: alone it proves nothing.
    ///
    /// # Errors
    /// [`CheckError::Rests`] with the digests of the others.
    pub fn expect_whole(&self) -> Result<(), CheckError> {
        match self.rests_on() {
            [] => Ok(()),
            others => Err(CheckError::Rests(others.to_vec())),
        }
    }

    /// Reads the positions that the certificate takes from those it rests on.
    pub(crate) fn taken(&self) -> Result<Vec<Taken>, ReadError> {
        read_taken(&*self.source, &self.header)
    }

    /// Returns the length of the file in bytes.
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    pub(crate) fn numbers(&self) -> Numbers<'_> {
        Numbers::new(&*self.source, self.header.moves_at(), self.bytes)
    }
}
