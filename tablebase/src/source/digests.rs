//! Files that list tables. Each line has a table's material and the digest of its values, which no
//! longer matches once the table has been replaced.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use loa_solver::Material;
use loa_solver::internal::NewFile;

/// The digests of tables, by material.
pub(crate) type Digests = BTreeMap<Material, u128>;

/// More bytes than the lines for all tables of any board.
const MOST_BYTES: u64 = 1 << 18;

/// Reads a file. If it is not a plain file of reasonable size, the result is empty. Malformed lines
/// are ignored.
pub(crate) fn read_digests(path: &Path) -> Digests {
    let is_plain = |file: &fs::Metadata| file.is_file() && file.len() <= MOST_BYTES;
    let file = fs::symlink_metadata(path).ok().filter(is_plain);
    let text = file.and_then(|_| fs::read_to_string(path).ok());
    let lines = text.iter().flat_map(|text| text.lines());
    let entries = lines.filter_map(|line| {
        let (material, digest) = line.split_once(' ')?;
        let digest = u128::from_str_radix(digest, 16).ok()?;
        Some((material.parse().ok()?, digest))
    });
    entries.collect()
}

/// Replaces a file, or removes it if `digests` is empty.
///
/// # Errors
/// If the system refuses.
pub(crate) fn write_digests(path: &Path, digests: &Digests) -> io::Result<()> {
    if digests.is_empty() {
        return fs::remove_file(path);
    }
    let mut text = String::new();
    for (material, digest) in digests {
        let _ = writeln!(text, "{material} {digest:032x}");
    }
    let mut new = NewFile::create(path)?;
    new.file.write_all(text.as_bytes())?;
    new.finish()
}
