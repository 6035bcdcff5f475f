//! The report of a verification.

/// A report on what was verified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Verified {
    /// Tables verified.
    pub tables: usize,
    /// Values compared.
    pub values: u64,
    /// True if the built-in tables were verified because the folder has none.
    pub built_in: bool,
    /// The sample that was compared; `None` if all values were compared.
    pub sample: Option<Sampled>,
}

/// A report on a sample of the tables' values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Sampled {
    /// Values in the tables.
    pub of: u64,
    /// Blocks compared, with all values in each.
    pub blocks: u64,
    /// The seed that picked them.
    pub seed: u64,
}
