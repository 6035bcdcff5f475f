//! The form of a table, and the versions of the format.

use std::ops::RangeInclusive;

/// The format version of the tables that this crate solves.
pub const FORMAT_VERSION: u32 = 3;
/// The format version of archives.
const ARCHIVE_VERSION: u32 = 4;
/// The format versions that this crate reads.
pub(crate) const VERSIONS: RangeInclusive<u32> = 2..=ARCHIVE_VERSION;

/// The form of a table: how many values are packed together. `pack` makes tables of one
/// form from those of the other; the bytes depend on the values and the form alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Form {
    /// Small units, whose values are read soon: the form that tables are solved to.
    #[default]
    Probing,
    /// Large units, which take less space, for tables that are kept or sent: a value
    /// takes long to read.
    Archive,
}

impl Form {
    /// Returns the form of the tables of a version.
    pub(crate) const fn of_version(version: u32) -> Form {
        match version {
            ARCHIVE_VERSION => Form::Archive,
            _ => Form::Probing,
        }
    }

    /// Returns the version of the format that tables of this form are written in.
    #[cfg(feature = "build")]
    pub(crate) const fn version(self) -> u32 {
        match self {
            Form::Probing => FORMAT_VERSION,
            Form::Archive => ARCHIVE_VERSION,
        }
    }

    /// Returns the most values of a unit in tables that are written, as a power of two.
    /// A value is read with those before it in its unit, half of them on average; every
    /// unit costs six bytes and begins without neighbours. So smaller units are read
    /// sooner and take more space: `data/bench/README.md` has the figures.
    pub(crate) const fn unit_shift(self) -> u8 {
        match self {
            Form::Probing => 9,
            Form::Archive => 16,
        }
    }

    /// Returns the least and the greatest shift that a table may have.
    pub(crate) const fn unit_shifts(self) -> RangeInclusive<u8> {
        match self {
            Form::Probing => 4..=12,
            Form::Archive => 4..=16,
        }
    }

    /// Returns the bytes of the length of a unit in the directory. No unit of any table
    /// is longer than that allows: a value takes 44 bits at most.
    pub(crate) const fn length_bytes(self) -> usize {
        match self {
            Form::Probing => 2,
            Form::Archive => 4,
        }
    }

    /// `probing` or `archive`.
    pub const fn name(self) -> &'static str {
        match self {
            Form::Probing => "probing",
            Form::Archive => "archive",
        }
    }
}
