//! A bounded cache of finished values, shared by materials and threads.

use std::hash::RandomState;
use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::{Cache, DefaultLifecycle};

use crate::retrograde::error::SolveError;

/// The codes of the values of one frame.
#[derive(Clone, Debug)]
pub(super) enum FrameCodes {
    /// Codes of one byte.
    Narrow(Arc<[u8]>),
    /// Codes of two bytes.
    Wide(Arc<[u16]>),
}

/// The name of a frame: the number of the material's values, the shard and the frame.
pub(super) type FrameKey = (u64, u32, u32);

/// The weight of a frame.
#[derive(Clone, Debug)]
struct FrameBytes;

impl Weighter<FrameKey, FrameCodes> for FrameBytes {
    fn weight(&self, _: &FrameKey, codes: &FrameCodes) -> u64 {
        match codes {
            FrameCodes::Narrow(codes) => size_of_val(&**codes) as u64,
            FrameCodes::Wide(codes) => size_of_val(&**codes) as u64,
        }
    }
}

/// A bounded cache of finished values that lie on the disk.
#[derive(Clone, Debug)]
pub struct ValueCache(Arc<Cache<FrameKey, FrameCodes, FrameBytes>>);

impl ValueCache {
    /// A cache of so many bytes.
    pub fn new(bytes: u64) -> ValueCache {
        let frames = (bytes >> 17).clamp(16, 1 << 24) as usize;
        let lifecycle = DefaultLifecycle::default();
        let hasher = RandomState::new();
        ValueCache(Arc::new(Cache::with(
            frames, bytes, FrameBytes, hasher, lifecycle,
        )))
    }

    /// Returns the bytes that it may take.
    pub fn bytes(&self) -> u64 {
        self.0.capacity()
    }

    /// Gives all of its memory back for now.
    pub fn clear(&self) {
        self.0.clear();
    }

    /// Returns the codes of a frame, which `read` reads if they are not there.
    pub(super) fn get(
        &self,
        key: FrameKey,
        read: impl FnOnce() -> Result<FrameCodes, SolveError>,
    ) -> Result<FrameCodes, SolveError> {
        self.0.get_or_insert_with(&key, read)
    }
}

/// A cache of half a GiB.
impl Default for ValueCache {
    fn default() -> Self {
        ValueCache::new(1 << 29)
    }
}
