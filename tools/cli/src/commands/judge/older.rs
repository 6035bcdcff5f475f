//! An older report to compare with.

use std::path::Path;

use loa_judge::judging::{Comparison, differing_settings};
use loa_record::text;
use serde_json::Value as Json;

use crate::failure::{Failure, Status};

/// Reads a report that was printed with `--json`.
pub(super) fn read_older(path: &Path) -> Result<Json, Failure> {
    let bytes = text::read_file(path)?;
    let report = serde_json::from_slice::<Json>(&bytes).ok();
    let report = report.filter(|report| report["all"]["answers"].is_u64());
    report.ok_or_else(|| {
        let message = format!("{}: this is no report of: loa judge --json", path.display());
        Failure::new(Status::Usage, message)
    })
}

/// Returns the comparison of two reports as lines.
pub(super) fn comparison_lines(
    older: &Json,
    newer: &Json,
    comparison: Option<Comparison>,
) -> Vec<String> {
    let mut lines = vec![String::new(), "compared with the older report".to_owned()];
    match comparison {
        Some(comparison) => lines.push(format!("  {comparison}")),
        None => lines.push("  one of the two has no answers".to_owned()),
    }
    let differing = differing_settings(older, newer);
    if !differing.is_empty() {
        lines.push(format!(
            "  the reports differ in more than the engine: {}",
            differing.join(", ")
        ));
    }
    lines
}
