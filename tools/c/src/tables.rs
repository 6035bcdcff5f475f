//! Handles of tables.

use std::ffi::{CStr, c_char};
use std::path::PathBuf;

use loa_solver::{Board, Material, Preset};
use loa_tablebase::Tablebase;

use crate::fault::{Fault, border};
use crate::pointers::{Place, Room, borrow, text, utf8};
use crate::status::LoaStatus;
use crate::types::{LoaCounts, LoaMaterial};

/// Tables of one set of rules.
#[derive(Debug)]
pub struct LoaTables(pub(crate) Tablebase);

const VERSION: &CStr =
    match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(version) => version,
        Err(_) => panic!("a version has no zero byte"),
    };

/// Returns the version of the library.
#[unsafe(no_mangle)]
pub extern "C" fn loa_version() -> *const c_char {
    VERSION.as_ptr()
}

/// Opens tables. Files are opened and read when they are needed.
///
/// `folder` is the folder of tables, or null for the built-in tables of 4x4 alone; `rules`
/// a rules id or preset, or null for "club". Unpacked values stay in a cache of at most
/// `cache_bytes`, or 64 MiB if `cache_bytes` is 0. Call loa_close() on `*tables`.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn loa_open(
    folder: *const c_char,
    rules: *const c_char,
    cache_bytes: usize,
    tables: *mut *mut LoaTables,
) -> LoaStatus {
    border(|| {
        // SAFETY: As the caller says.
        let place = unsafe { Place::new(tables, "tables")? };
        let preset = match rules.is_null() {
            true => Preset::default(),
            // SAFETY: As the caller says.
            false => unsafe { utf8(rules, "rules")? }.parse().map_err(Fault::argument)?,
        };
        let mut options = Tablebase::options();
        if !folder.is_null() {
            // SAFETY: As the caller says.
            options = options.folder(path(unsafe { text(folder, "folder")? })?);
        }
        if cache_bytes > 0 {
            options = options.cache_bytes(cache_bytes);
        }
        let tables = Box::new(LoaTables(options.tablebase(preset.rules)));
        place.write(Box::into_raw(tables));
        Ok(LoaStatus::Ok)
    })
}

/// Closes tables. No other call may be using them. Null is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn loa_close(tables: *mut LoaTables) {
    border(|| {
        if !tables.is_null() {
            // SAFETY: It comes from `Box::into_raw`, and no other call uses it.
            drop(unsafe { Box::from_raw(tables) });
        }
        Ok(LoaStatus::Ok)
    });
}

/// Sets `*counts` to the counts of the table for `us` stones, which are to move, against `them`
/// stones on a board of this size.
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn loa_census(
    tables: *const LoaTables,
    files: u8,
    ranks: u8,
    us: u32,
    them: u32,
    counts: *mut LoaCounts,
) -> LoaStatus {
    border(|| {
        // SAFETY: As the caller says.
        let (tables, place) = unsafe { (borrow(tables, "tables")?, Place::new(counts, "counts")?) };
        let board = Board::new(files.into(), ranks.into()).map_err(Fault::argument)?;
        let census = tables.0.census(board, Material::new(us, them))?;
        place.write(census.counts.into());
        Ok(LoaStatus::Ok)
    })
}

/// Lists the materials that have tables on a board of this size, by the number of stones, so that
/// the last is of the largest table. The built-in tables count if the board has no others.
///
/// `capacity` and `*count` work as in loa_moves().
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn loa_materials(
    tables: *const LoaTables,
    files: u8,
    ranks: u8,
    materials: *mut LoaMaterial,
    capacity: usize,
    count: *mut usize,
) -> LoaStatus {
    border(|| {
        // SAFETY: As the caller says.
        let (tables, room) =
            unsafe { (borrow(tables, "tables")?, Room::new(materials, capacity, count)?) };
        let board = Board::new(files.into(), ranks.into()).map_err(Fault::argument)?;
        let found = tables.0.materials(board);
        let found = found.map_err(|error| Fault::new(LoaStatus::Failed, error))?;
        room.fill(found.into_iter().map(LoaMaterial::from))
    })
}

#[cfg(unix)]
fn path(text: &CStr) -> Result<PathBuf, Fault> {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    Ok(OsStr::from_bytes(text.to_bytes()).into())
}

#[cfg(not(unix))]
fn path(text: &CStr) -> Result<PathBuf, Fault> {
    let text = text.to_str();
    let text = text.map_err(|_| Fault::argument("folder is not text in UTF-8"))?;
    Ok(text.into())
}
