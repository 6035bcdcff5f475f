//! The report of a verification.

/// A report on what was verified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Verified {
    /// The number of tables.
    pub tables: usize,
    /// The number of values compared.
    pub values: u64,
    /// True if the built-in tables were verified because the folder has none.
    pub built_in: bool,
    /// The sample that was compared; `None` if all values were compared.
    pub sample: Option<Sampled>,
}

/// A report on a sample of the tables' values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Sampled {
    /// The number of values in the tables.
    pub of: u64,
    /// The number of blocks compared, with all values in each.
    pub blocks: u64,
    /// The seed that picked them.
    pub seed: u64,
}
