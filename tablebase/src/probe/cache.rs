//! A bounded cache of unpacked units, shared by tables and threads.

use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::{Cache, DefaultLifecycle};
use rustc_hash::FxBuildHasher;

use crate::format::header::UNIT_SHIFT;

/// Codes of units, by table and unit.
pub(crate) type UnitCache = Cache<UnitKey, Arc<[u16]>, UnitBytes, FxBuildHasher>;

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

/// The minimum size of the cache, enough for the successors of a position.
const LEAST_CACHE_BYTES: usize = 64 << 10;

/// Returns a cache of this size.
pub(crate) fn unit_cache(bytes: usize) -> UnitCache {
    let bytes = bytes.max(LEAST_CACHE_BYTES);
    let units = bytes >> (UNIT_SHIFT + 1);
    let lifecycle = DefaultLifecycle::default();
    Cache::with(units, bytes as u64, UnitBytes, FxBuildHasher, lifecycle)
}
