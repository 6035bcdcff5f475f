//! Pointers from C, checked as far as possible.

use std::alloc::Layout;
use std::ffi::{CStr, c_char};

use crate::fault::Fault;
use crate::status::LoaStatus;

fn check<T>(pointer: *const T, name: &str) -> Result<(), Fault> {
    if pointer.is_null() {
        return Err(Fault::argument(format_args!("{name} is a null pointer")));
    }
    if !pointer.is_aligned() {
        return Err(Fault::argument(format_args!("{name} is not aligned")));
    }
    Ok(())
}

/// Borrows the item that a pointer points to.
///
/// # Safety
/// The pointer is null, or the item is valid for `'a`.
pub(crate) unsafe fn borrow<'a, T>(pointer: *const T, name: &str) -> Result<&'a T, Fault> {
    check(pointer, name)?;
    // SAFETY: It is neither null nor badly aligned; the rest is up to the caller.
    Ok(unsafe { &*pointer })
}

/// Borrows a list.
///
/// # Safety
/// The pointer is null, or points to `count` items that are valid for `'a`.
pub(crate) unsafe fn borrow_list<'a, T>(
    pointer: *const T,
    count: usize,
    name: &str,
) -> Result<&'a [T], Fault> {
    if count == 0 {
        return Ok(&[]);
    }
    check(pointer, name)?;
    Layout::array::<T>(count)
        .map_err(|_| Fault::argument(format_args!("no list has {count} items")))?;
    // SAFETY: As in `borrow`, and the length in bytes fits.
    Ok(unsafe { std::slice::from_raw_parts(pointer, count) })
}

/// Reads text.
///
/// # Safety
/// The pointer is null, or points to a text that ends with a zero byte and is valid for `'a`.
pub(crate) unsafe fn text<'a>(pointer: *const c_char, name: &str) -> Result<&'a CStr, Fault> {
    check(pointer, name)?;
    // SAFETY: As the caller says.
    Ok(unsafe { CStr::from_ptr(pointer) })
}

/// Reads text in UTF-8.
///
/// # Safety
/// As for [`text`].
pub(crate) unsafe fn utf8<'a>(pointer: *const c_char, name: &str) -> Result<&'a str, Fault> {
    // SAFETY: As the caller says.
    let text = unsafe { text(pointer, name)? };
    let words = text.to_str();
    words.map_err(|_| Fault::argument(format_args!("{name} is not text in UTF-8")))
}

/// A place for a result. It may be uninitialized.
pub(crate) struct Place<T>(*mut T);

impl<T> Place<T> {
    /// Checks a place.
    ///
    /// # Safety
    /// The pointer is null, or an item may be written there as long as the place is used.
    pub(crate) unsafe fn new(pointer: *mut T, name: &str) -> Result<Place<T>, Fault> {
        check(pointer, name)?;
        Ok(Place(pointer))
    }

    /// Writes the result.
    pub(crate) fn write(self, item: T) {
        // SAFETY: The caller of `new` promised that the place is valid. Nothing in it is dropped.
        unsafe { self.0.write(item) };
    }
}

/// Room for a list and its length.
pub(crate) struct Room<T> {
    items: *mut T,
    capacity: usize,
    count: Place<usize>,
}

impl<T> Room<T> {
    /// Checks room for a list; `items` may be null if `capacity` is 0.
    ///
    /// # Safety
    /// `capacity` items may be written at `items`, and a number at `count`, as long as the room
    /// is used.
    pub(crate) unsafe fn new(
        items: *mut T,
        capacity: usize,
        count: *mut usize,
    ) -> Result<Room<T>, Fault> {
        if capacity > 0 {
            check(items, "the list")?;
        }
        Ok(Room {
            items,
            capacity,
            // SAFETY: As the caller says.
            count: unsafe { Place::new(count, "count")? },
        })
    }

    /// Writes the items that fit, and the number of all items.
    pub(crate) fn fill(self, items: impl ExactSizeIterator<Item = T>) -> Result<LoaStatus, Fault> {
        let count = items.len();
        for (number, item) in items.take(self.capacity).enumerate() {
            // SAFETY: `items` has room for `capacity` items.
            unsafe { self.items.add(number).write(item) };
        }
        self.count.write(count);
        if count > self.capacity {
            return Err(Fault::new(
                LoaStatus::TooSmall,
                format_args!("room for {} of {count} items", self.capacity),
            ));
        }
        Ok(LoaStatus::Ok)
    }
}
