//! The form of a table, and the versions of the format.

use std::ops::RangeInclusive;

/// The format version of the tables that this crate solves.
pub const FORMAT_VERSION: u32 = 3;
/// The format version of archives.
const ARCHIVE_VERSION: u32 = 4;
/// The format versions that this crate reads.
pub(crate) const VERSIONS: RangeInclusive<u32> = 2..=ARCHIVE_VERSION;

/// The form of a table: the number of values packed together. `pack` converts between the forms.
/// The bytes depend only on the values and the form.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Form {
    /// Small units with fast access to a value: the form of solved tables.
    #[default]
    Probing,
    /// Large units, which take less space but give slow access to a value: for tables to keep or
    /// send.
    Archive,
}

impl Form {
    /// Returns the form of tables of a version.
    pub(crate) const fn of_version(version: u32) -> Form {
        match version {
            ARCHIVE_VERSION => Form::Archive,
            _ => Form::Probing,
        }
    }

    /// Returns the version of the format for tables of this form.
    #[cfg(feature = "build")]
    pub(crate) const fn version(self) -> u32 {
        match self {
            Form::Probing => FORMAT_VERSION,
            Form::Archive => ARCHIVE_VERSION,
        }
    }

    /// Returns log2 of the maximum number of values in a unit when tables are written. A value is
    /// read together with those before it in its unit, half of them on average. Every unit costs
    /// six bytes and begins without neighbours. So smaller units are faster to read but take more
    /// space: `data/bench/README.md` has the figures.
    pub(crate) const fn unit_shift(self) -> u8 {
        match self {
            Form::Probing => 9,
            Form::Archive => 16,
        }
    }

    /// Returns the minimum and the maximum of the shift of a table.
    pub(crate) const fn unit_shifts(self) -> RangeInclusive<u8> {
        match self {
            Form::Probing => 4..=12,
            Form::Archive => 4..=16,
        }
    }

    /// Returns the number of bytes for the length of a unit in the directory. They suffice for any
    /// unit: a value takes at most 44 bits.
    pub(crate) const fn length_bytes(self) -> usize {
        match self {
            Form::Probing => 2,
            Form::Archive => 4,
        }
    }

    /// Returns `probing` or `archive`.
    pub const fn name(self) -> &'static str {
        match self {
            Form::Probing => "probing",
            Form::Archive => "archive",
        }
    }
}
