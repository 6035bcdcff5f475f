//! Compression by zstd, with means that each thread makes once and uses again: making
//! them takes longer than a short frame.

use std::cell::RefCell;
use std::io;

use zstd::bulk::{Compressor, Decompressor};
use zstd::zstd_safe::compress_bound;

/// The level of compression. Values and states of a few sweeps are written and read
/// again: `data/bench` has the speed and size of this level and others.
const LEVEL: i32 = 1;

/// One thread's means, once they have been used, and room for what they write.
#[derive(Default)]
struct Means {
    compressor: Option<Compressor<'static>>,
    decompressor: Option<Decompressor<'static>>,
    room: Vec<u8>,
}

thread_local! {
    static MEANS: RefCell<Means> = RefCell::default();
}

/// Returns the compressed form of some bytes.
pub(super) fn compress(contents: &[u8]) -> io::Result<Vec<u8>> {
    MEANS.with_borrow_mut(
        |Means {
             compressor, room, ..
         }| {
            let compressor = match compressor {
                Some(compressor) => compressor,
                none => none.insert(Compressor::new(LEVEL)?),
            };
            let most = compress_bound(contents.len());
            if room.len() < most {
                room.resize(most, 0);
            }
            let len = compressor.compress_to_buffer(contents, &mut room[..])?;
            Ok(room[..len].to_vec())
        },
    )
}

/// Decompresses bytes, and returns whether they filled the room for their contents.
pub(super) fn decompress(packed: &[u8], contents: &mut [u8]) -> bool {
    MEANS.with_borrow_mut(|Means { decompressor, .. }| {
        let decompressor = decompressor.get_or_insert_default();
        let unpacked = decompressor.decompress_to_buffer(packed, contents);
        unpacked.is_ok_and(|len| len == contents.len())
    })
}
