//! The names of the files of the work on a family.

use crate::game::material::Material;

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
