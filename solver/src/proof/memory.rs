//! Zeroed memory for a table, in large pages if the system has them.
//!
//! The table is accessed at random places, so with small pages most accesses would wait for address
//! translation.

// For a view of plain memory as buckets; see below.
#![allow(unsafe_code)]

use std::io;
use std::marker::PhantomData;
use std::mem::{align_of, size_of};
use std::ops::Deref;

use memmap2::MmapMut;

/// A slice of `T` whose bytes are all zero at first.
pub(super) struct Zeroed<T> {
    memory: MmapMut,
    length: usize,
    kind: PhantomData<T>,
}

impl<T: bytemuck::Zeroable> Zeroed<T> {
    pub(super) fn new(length: usize) -> io::Result<Zeroed<T>> {
        let memory = MmapMut::map_anon(length * size_of::<T>())?;
        #[cfg(target_os = "linux")]
        // Without large pages everything works, but more slowly.
        let _ = memory.advise(memmap2::Advice::HugePage);
        let aligned = (memory.as_ptr() as usize).is_multiple_of(align_of::<T>());
        assert!(aligned, "pages are larger than any alignment asked for");
        Ok(Zeroed { memory, length, kind: PhantomData })
    }
}

impl<T: bytemuck::Zeroable> Deref for Zeroed<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: the mapping has the length of `length` times `T`, is aligned for `T`, lives as
        // long as `self`, is accessed in no other way, and began as zeros, which `T` allows.
        unsafe { std::slice::from_raw_parts(self.memory.as_ptr().cast(), self.length) }
    }
}
