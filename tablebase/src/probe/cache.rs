//! A bounded cache of unpacked units, shared by tables and threads.

use std::hash::{BuildHasher, Hasher};
use std::sync::Arc;

use loa_solver::internal::{SPLITMIX_STEP, mix};
use quick_cache::Weighter;
use quick_cache::sync::{Cache, DefaultLifecycle};

use crate::format::header::UNIT_SHIFT;

/// Codes of units, by table and unit.
pub(crate) type UnitCache = Cache<UnitKey, Arc<[u16]>, UnitBytes, UnitHasher>;

/// The key of a unit in the cache.
pub(crate) type UnitKey = (u32, u64);

/// The weight of a unit in the cache.
#[derive(Clone)]
pub(crate) struct UnitBytes;

impl Weighter<UnitKey, Arc<[u16]>> for UnitBytes {
    fn weight(&self, _: &UnitKey, codes: &Arc<[u16]>) -> u64 {
        size_of_val(&**codes) as u64
    }
}

/// A hash function for the keys of units, which no input can choose.
#[derive(Clone, Copy, Default)]
pub(crate) struct UnitHasher(u64);

impl BuildHasher for UnitHasher {
    type Hasher = UnitHasher;

    fn build_hasher(&self) -> UnitHasher {
        UnitHasher::default()
    }
}

impl Hasher for UnitHasher {
    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.0 = mix(self.0 ^ number.wrapping_add(SPLITMIX_STEP));
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.0 = self.0.rotate_left(32) ^ u64::from(number);
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

/// The minimum size of the cache, enough for the successors of a position.
const LEAST_CACHE_BYTES: usize = 64 << 10;

/// Returns a cache of this size.
pub(crate) fn unit_cache(bytes: usize) -> UnitCache {
    let bytes = bytes.max(LEAST_CACHE_BYTES);
    let units = bytes >> (UNIT_SHIFT + 1);
    let lifecycle = DefaultLifecycle::default();
    Cache::with(units, bytes as u64, UnitBytes, UnitHasher::default(), lifecycle)
}
