//! The record of a board's tables that are known to be right: tables solved from known tables, and
//! tables verified together with known tables.
//!
//! The record protects honest people who mix folders. It is not a security measure: write access to
//! a folder includes its record. Only verifying proves.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use loa_solver::internal::{NewFile, beside};
use loa_solver::{Family, Material};

/// The file in a board's folder: a line for each table, with its material and the digest of its
/// values, which no longer matches once the table has been replaced.
const NAME: &str = ".proven";

/// The tables of a board that some work depends on or makes, and those among them that are not
/// known to be right.
pub(crate) struct ProvedTables {
    folder: PathBuf,
    /// The tables that are not known to be right.
    pub(crate) unproven: Vec<Material>,
}

impl ProvedTables {
    /// Looks up tables, given by material and digest, in the record of a board's folder. A table
    /// without a digest is unknown.
    pub(crate) fn of(
        folder: &Path,
        tables: impl IntoIterator<Item = (Material, Option<u128>)>,
    ) -> ProvedTables {
        let known = read_digests(&folder.join(NAME));
        let unproven = tables
            .into_iter()
            .filter(|(material, digest)| digest.is_none() || known.get(material) != digest.as_ref())
            .map(|(material, _)| material);
        ProvedTables { folder: folder.to_owned(), unproven: unproven.collect() }
    }

    /// Removes what a process that was killed while it wrote the record has left. No other process may
    /// write it now.
    pub(crate) fn clean_up(&self) {
        let _ = fs::remove_file(beside(&self.folder.join(NAME)));
    }

    /// Adds the tables of a family that were just made or compared with their successors. They
    /// become known if everything that they depend on is known.
    pub(crate) fn add(&mut self, family: Family, tables: &[(Material, u128)]) {
        self.unproven.retain(|material| material.family() != family);
        if self.unproven.iter().any(|&below| rests_on(family, below.family())) {
            let tables = tables.iter().map(|&(material, _)| material);
            return self.unproven.extend(tables);
        }
        let mut known = read_digests(&self.folder.join(NAME));
        let before = known.clone();
        known.extend(tables.iter().copied());
        if known != before {
            // If the folder cannot be written, it has no record, and its tables are reported as
            // unproved.
            let _ = write_digests(&self.folder.join(NAME), &known);
        }
    }
}

/// `true` if values of a family depend on those of another.
pub(crate) fn rests_on(family: Family, other: Family) -> bool {
    let [family, below] = [family, other].map(Family::larger_first);
    below.us() <= family.us() && below.them() <= family.them()
}

/// The digests of tables, by material.
type Digests = BTreeMap<Material, u128>;

/// More bytes than the lines for all tables of any board.
const MOST_BYTES: u64 = 1 << 18;

/// Reads a file. If it is not a plain file of reasonable size, the result is empty. Malformed lines
/// are ignored.
fn read_digests(path: &Path) -> Digests {
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

/// Replaces a file.
///
/// # Errors
/// If the system refuses.
fn write_digests(path: &Path, digests: &Digests) -> io::Result<()> {
    let mut text = String::new();
    for (material, digest) in digests {
        let _ = writeln!(text, "{material} {digest:032x}");
    }
    let mut new = NewFile::create(path)?;
    new.file.write_all(text.as_bytes())?;
    new.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn material(text: &str) -> Material {
        text.parse().unwrap()
    }

    fn unproven(folder: &Path, tables: &[(&str, u128)]) -> Vec<String> {
        let tables = tables.iter().map(|&(name, digest)| (material(name), Some(digest)));
        let proofs = ProvedTables::of(folder, tables);
        let names = proofs.unproven.iter().map(ToString::to_string);
        names.collect()
    }

    #[test]
    fn what_rests_on_known_tables_is_known() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        let mut proofs = ProvedTables::of(path, [(material("2v2"), Some(7))]);
        assert_eq!(proofs.unproven, [material("2v2")]);
        // Made from a table that is not known.
        proofs.add(material("3v2").family(), &[(material("2v3"), 8)]);
        assert_eq!(proofs.unproven.len(), 2);
        assert!(!path.join(NAME).exists());
        proofs.add(material("2v2").family(), &[(material("2v2"), 7)]);
        let both = [(material("2v3"), 8), (material("3v2"), u128::MAX)];
        proofs.add(material("3v2").family(), &both);
        assert!(proofs.unproven.is_empty());
        assert!(unproven(path, &[("2v2", 7), ("2v3", 8), ("3v2", u128::MAX)]).is_empty());
        // Another table in its place is not known.
        assert_eq!(unproven(path, &[("2v2", 7), ("2v3", 9)]), ["2v3"]);
        let tables = [(material("3v3"), None)];
        assert_eq!(ProvedTables::of(path, tables).unproven.len(), 1);
    }

    #[test]
    fn a_record_that_makes_no_sense_says_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(NAME);
        fs::write(&path, "2v2 07\n2v3\nx 9\n3v2 fg\n\u{0}\n").unwrap();
        assert_eq!(unproven(folder.path(), &[("2v2", 7), ("3v2", 15)]), ["3v2"]);
        fs::write(&path, b"2v2 07\n\xff\n").unwrap();
        assert_eq!(unproven(folder.path(), &[("2v2", 7)]), ["2v2"]);
        fs::write(&path, "2v2 07\n").unwrap();
        assert!(unproven(folder.path(), &[("2v2", 7)]).is_empty());
        #[cfg(unix)]
        {
            let other = folder.path().join("other");
            fs::rename(&path, &other).unwrap();
            std::os::unix::fs::symlink(&other, &path).unwrap();
            assert_eq!(unproven(folder.path(), &[("2v2", 7)]), ["2v2"]);
            ProvedTables::of(folder.path(), [])
                .add(material("2v2").family(), &[(material("2v2"), 9)]);
            assert_eq!(fs::read(other).unwrap(), b"2v2 07\n");
            assert!(unproven(folder.path(), &[("2v2", 9)]).is_empty());
        }
    }
}
