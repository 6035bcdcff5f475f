//! The report of a verification.

/// A report of what was verified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Verified {
    /// The number of tables.
    pub tables: usize,
    /// The number of values that were compared.
    pub values: u64,
    /// True if the tables are those built into the program, for want of others.
    pub built_in: bool,
    /// The sample that was compared; `None` if all values were.
    pub sample: Option<Sampled>,
}

/// A report of a sample of the values of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Sampled {
    /// The number of values of the tables.
    pub of: u64,
    /// The number of blocks compared, with all values in each.
    pub blocks: u64,
    /// The seed that picked them.
    pub seed: u64,
}
