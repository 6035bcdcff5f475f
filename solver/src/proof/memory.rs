//! Zeroed memory for a table, in large pages where the system has them: every
//! look into the table is at a random place, and small pages would have most of
//! them wait for a translation of the address.

// A view of plain memory as buckets; see below.
#![allow(unsafe_code)]

use std::io;
use std::marker::PhantomData;
use std::mem::{align_of, size_of};
use std::ops::Deref;

use memmap2::MmapMut;

/// A slice of `T`, of which all bytes zero at first.
pub(super) struct Zeroed<T> {
    memory: MmapMut,
    length: usize,
    kind: PhantomData<T>,
}

impl<T: bytemuck::Zeroable> Zeroed<T> {
    pub(super) fn new(length: usize) -> io::Result<Zeroed<T>> {
        let memory = MmapMut::map_anon(length * size_of::<T>())?;
        #[cfg(target_os = "linux")]
        // Refused, it works as well, only slower.
        let _ = memory.advise(memmap2::Advice::HugePage);
        let aligned = (memory.as_ptr() as usize).is_multiple_of(align_of::<T>());
        assert!(aligned, "pages are larger than any alignment asked for");
        Ok(Zeroed {
            memory,
            length,
            kind: PhantomData,
        })
    }
}

impl<T: bytemuck::Zeroable> Deref for Zeroed<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: the mapping is as long as `length` times `T`, aligned for it,
        // lives as long as `self`, is reached in no other way, and began as
        // zeros, which `T` allows.
        unsafe { std::slice::from_raw_parts(self.memory.as_ptr().cast(), self.length) }
    }
}
