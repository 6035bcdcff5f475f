//! The metric of tables on the command line.

/// The metric of tables.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MetricArgument {
    /// Win, draw or loss with the exact distance
    Distance,
    /// Win, draw or loss
    Wdl,
}

impl From<MetricArgument> for loa_tablebase::Metric {
    fn from(metric: MetricArgument) -> loa_tablebase::Metric {
        match metric {
            MetricArgument::Distance => loa_tablebase::Metric::Distance,
            MetricArgument::Wdl => loa_tablebase::Metric::Outcome,
        }
    }
}
