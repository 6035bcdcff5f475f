//! The folder of the work on one board under one rules id, and the names in it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::game::family::Family;
use crate::game::material::Material;

/// The folder of the work on one board under one rules id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WorkDir {
    path: PathBuf,
}

impl WorkDir {
    /// The folder at `path`, which need not exist.
    pub fn new(path: impl Into<PathBuf>) -> WorkDir {
        WorkDir { path: path.into() }
    }

    /// Returns the folder itself.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn of_family(&self, family: Family, ending: &str) -> PathBuf {
        self.path
            .join(format!("{}.{ending}", family.larger_first()))
    }

    /// Returns the path of the checkpoint record of a family.
    pub fn record(&self, family: impl Into<Family>) -> PathBuf {
        self.of_family(family.into(), "record")
    }

    /// Returns the path of the record before it is whole.
    pub(crate) fn new_record(&self, family: Family) -> PathBuf {
        self.of_family(family, "record.new")
    }

    /// Returns the path of the record of a material's finished values.
    pub(crate) fn finished(&self, material: Material) -> PathBuf {
        self.path.join(format!("{material}.finished"))
    }

    /// Returns the path of that record before it is whole.
    pub(crate) fn new_finished(&self, material: Material) -> PathBuf {
        self.path.join(format!("{material}.finished.new"))
    }

    /// Returns a file that shows that solving a material was begun and not finished,
    /// if there is one.
    pub fn unfinished(&self, material: Material) -> Option<PathBuf> {
        let record = self.record(material.family());
        record.exists().then_some(record)
    }

    /// Returns the path of a file of one shard.
    pub(crate) fn part(&self, label: &Label) -> PathBuf {
        let Label {
            part,
            material,
            shard,
            generation,
        } = label;
        let ending = part.ending();
        self.path
            .join(format!("{material}.{shard}.{generation}.{ending}"))
    }

    /// Returns the files of all shards of a family that are there.
    pub(crate) fn parts(&self, family: Family) -> Vec<Label> {
        let entries = fs::read_dir(&self.path).into_iter().flatten().flatten();
        let labels = entries.filter_map(|entry| label(&entry.path()));
        labels
            .filter(|label| label.material.family() == family)
            .collect()
    }

    /// Removes the record of a family whose values are finished, and what only solving
    /// needs.
    pub fn forget(&self, family: impl Into<Family>) {
        let family = family.into();
        // The record first, for without it the others mean nothing. What cannot be
        // removed goes with the folder.
        let mut paths = vec![self.new_record(family), self.record(family)];
        let parts = self.parts(family).into_iter();
        let parts = parts.filter(|label| label.part != Part::Values);
        paths.extend(parts.map(|label| self.part(&label)));
        for path in paths {
            let _ = fs::remove_file(path);
        }
    }

    /// Removes all that is there of the work on a family, its values included.
    pub fn discard(&self, family: impl Into<Family>) {
        let family = family.into();
        self.forget(family);
        let parts = self.parts(family).into_iter();
        let parts = parts.map(|label| self.part(&label));
        let finished = family
            .materials()
            .flat_map(|material| [self.finished(material), self.new_finished(material)]);
        for path in finished.chain(parts) {
            let _ = fs::remove_file(path);
        }
    }
}

/// Reads the name of a file of a shard.
fn label(path: &Path) -> Option<Label> {
    let mut words = path.file_name()?.to_str()?.split('.');
    let material: Material = words.next()?.parse().ok()?;
    let (shard, generation) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    let ending = words.next()?;
    let part = Part::ALL.into_iter().find(|part| part.ending() == ending)?;
    let label = Label {
        part,
        material,
        shard,
        generation,
    };
    words.next().is_none().then_some(label)
}

/// The contents of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    Values,
    States,
    Log,
}

impl Part {
    pub(crate) const ALL: [Part; 3] = [Part::Values, Part::States, Part::Log];

    pub(super) const fn name(self) -> &'static [u8; 6] {
        match self {
            Part::Values => b"values",
            Part::States => b"states",
            Part::Log => b"log   ",
        }
    }

    /// Returns the ending of the names of such files.
    pub(crate) fn ending(self) -> &'static str {
        str::from_utf8(self.name()).map_or("", str::trim_end)
    }
}

/// The name of a file in the work on a family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Label {
    pub(crate) part: Part,
    pub(crate) material: Material,
    pub(crate) shard: u32,
    /// A number that grows with every file of the shard: nothing but a log is
    /// changed once it is written.
    pub(crate) generation: u64,
}
