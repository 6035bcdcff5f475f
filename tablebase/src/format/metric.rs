//! The metric of a table.

/// The metric of a table: the part of a value that it stores.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Metric {
    /// Win, draw or loss with the exact distance in plies.
    #[default]
    Distance,
    /// Win, draw or loss only.
    Outcome,
}

impl Metric {
    /// Returns `distance` or `wdl`.
    pub const fn name(self) -> &'static str {
        match self {
            Metric::Distance => "distance",
            Metric::Outcome => "wdl",
        }
    }
}
