//! Zeroed memory for a table, in large pages if the system has them.
//!
//! The table is accessed at random places, so with small pages most accesses would wait for address
//! translation.

// For a view of plain memory as buckets; see below.
#![allow(unsafe_code)]

use std::io;
#[cfg(not(target_family = "wasm"))]
use std::{marker::PhantomData, mem::align_of, mem::size_of, ops::Deref};

#[cfg(not(target_family = "wasm"))]
use memmap2::MmapMut;

/// A slice of `T` whose bytes are all zero at first. Browsers map no memory.
#[cfg(target_family = "wasm")]
pub(super) type Zeroed<T> = Box<[T]>;

#[cfg(target_family = "wasm")]
pub(super) fn zeroed<T: bytemuck::Zeroable>(length: usize) -> io::Result<Zeroed<T>> {
    Ok((0..length).map(|_| T::zeroed()).collect())
}

/// A slice of `T` whose bytes are all zero at first.
#[cfg(not(target_family = "wasm"))]
pub(super) struct Zeroed<T> {
    memory: MmapMut,
    length: usize,
    kind: PhantomData<T>,
}

#[cfg(not(target_family = "wasm"))]
pub(super) fn zeroed<T: bytemuck::Zeroable>(length: usize) -> io::Result<Zeroed<T>> {
    let memory = MmapMut::map_anon(length * size_of::<T>())?;
    #[cfg(target_os = "linux")]
    // Without large pages everything works, but more slowly.
    let _ = memory.advise(memmap2::Advice::HugePage);
    let aligned = (memory.as_ptr() as usize).is_multiple_of(align_of::<T>());
    assert!(aligned, "pages are larger than any alignment asked for");
    Ok(Zeroed { memory, length, kind: PhantomData })
}

#[cfg(not(target_family = "wasm"))]
impl<T: bytemuck::Zeroable> Deref for Zeroed<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: the mapping has the length of `length` times `T`, is aligned for `T`, lives as
        // long as `self`, is accessed in no other way, and began as zeros, which `T` allows.
        unsafe { std::slice::from_raw_parts(self.memory.as_ptr().cast(), self.length) }
    }
}
