//! A bounded cache of what has been unpacked, shared by tables and threads.

use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::format::units::UNIT_SHIFT;

/// Codes of units, by the number of the table and of the unit.
pub(crate) type UnitCache = Cache<UnitKey, Arc<[u16]>, UnitBytes>;

/// The name of a unit in the cache.
pub(crate) type UnitKey = (u32, u64);

/// The weight of a unit in the cache.
#[derive(Clone)]
pub(crate) struct UnitBytes;

impl Weighter<UnitKey, Arc<[u16]>> for UnitBytes {
    fn weight(&self, _: &UnitKey, codes: &Arc<[u16]>) -> u64 {
        size_of_val(&**codes) as u64
    }
}

/// The size of the smallest cache: it holds what the moves of a position lead to.
const LEAST_CACHE_BYTES: usize = 64 << 10;

/// Returns a cache of so many bytes.
pub(crate) fn unit_cache(bytes: usize) -> UnitCache {
    let bytes = bytes.max(LEAST_CACHE_BYTES);
    let units = bytes >> (UNIT_SHIFT + 1);
    Cache::with_weighter(units, bytes as u64, UnitBytes)
}
