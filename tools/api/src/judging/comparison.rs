//! The comparison of two reports on engines.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use super::JudgeReport;

/// A report as printed in JSON.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct OlderReport {
    all: Kept,
    #[serde(flatten)]
    fields: Map<String, Json>,
}

/// The fields that two reports must share to differ only in the engine.
const SETTINGS: [&str; 6] = ["rules", "board", "seed", "suite", "positions", "limit"];

/// The number of answers that kept the value, and the number of all answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
struct Kept {
    /// Answers that kept the value.
    kept: usize,
    /// All answers.
    answers: usize,
}

impl Kept {
    fn share(self) -> f64 {
        self.kept as f64 / self.answers as f64
    }
}

/// The answers of an engine in the older and the newer report.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(transparent)]
pub(crate) struct Comparison {
    change: Option<Change>,
    /// The settings in which the reports differ.
    #[serde(skip)]
    differing: Vec<&'static str>,
}

/// The change in the share of answers that keep the value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
struct Change {
    /// The answers of the older report.
    old: Kept,
    /// The answers of the newer report.
    new: Kept,
    /// The change in the share of answers that keep the value, in percent of all answers.
    change_percent: f64,
    /// The change in standard errors, as for two independent samples. It is 0 if both shares are 0
    /// or 1.
    standard_errors: f64,
    /// True if chance causes such a change in fewer than one of 20 pairs of reports on the same
    /// engine.
    more_than_chance: bool,
}

impl Change {
    /// Returns the change. `None` if one of the reports has no answers.
    fn of(old: Kept, new: Kept) -> Option<Change> {
        let counts = |kept: Kept| 0 < kept.answers && kept.kept <= kept.answers;
        if !counts(old) || !counts(new) {
            return None;
        }
        let [kept, answers] = [(old.kept + new.kept) as f64, (old.answers + new.answers) as f64];
        let share = kept / answers;
        let samples = 1.0 / old.answers as f64 + 1.0 / new.answers as f64;
        let error = (share * (1.0 - share) * samples).sqrt();
        let change = new.share() - old.share();
        let standard_errors = if error > 0.0 { change / error } else { 0.0 };
        Some(Change {
            old,
            new,
            change_percent: 100.0 * change,
            standard_errors,
            more_than_chance: standard_errors.abs() > 1.96,
        })
    }
}

impl Comparison {
    /// Compares two reports.
    ///
    /// # Errors
    /// If the new report cannot be written as JSON.
    pub(crate) fn of(
        old: &OlderReport,
        new: &JudgeReport,
    ) -> Result<Comparison, serde_json::Error> {
        let new: OlderReport = serde_json::from_value(serde_json::to_value(new)?)?;
        let field = |of: &OlderReport, name: &str| of.fields.get(name).cloned().unwrap_or_default();
        let differing = SETTINGS.into_iter().filter(|name| field(old, name) != field(&new, name));
        let differing = differing.collect();
        Ok(Comparison { change: Change::of(old.all, new.all), differing })
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.change {
            None => write!(f, "one of the reports has no answers")?,
            Some(change) => write!(
                f,
                "value kept: {:.2} % then, {:.2} % now: {:+.2}, which is {}",
                100.0 * change.old.share(),
                100.0 * change.new.share(),
                change.change_percent,
                if change.more_than_chance {
                    "more than chance"
                } else {
                    "no more than chance may make"
                }
            )?,
        }
        if self.differing.is_empty() {
            return Ok(());
        }
        let differing = self.differing.join(", ");
        write!(f, "\n  the reports differ in more than the engine: {differing}")
    }
}

#[cfg(test)]
mod tests {
    use loa_record::random::Pcg64;

    use super::*;

    fn change((old, of): (usize, usize), (new, all): (usize, usize)) -> Option<Change> {
        let kept = |kept, answers| Kept { kept, answers };
        Change::of(kept(old, of), kept(new, all))
    }

    /// An engine seems to differ from itself about once in twenty comparisons.
    #[test]
    fn chance_is_told_from_change() {
        let mut chance = Pcg64::of(11, &[]);
        let mut sample = || ((0..300).filter(|_| chance.below(10) < 8).count(), 300);
        let alarms =
            (0..1000).filter(|_| change(sample(), sample()).unwrap().more_than_chance).count();
        assert!((25..=80).contains(&alarms), "{alarms} of 1000");
        assert!(change((80, 100), (95, 100)).unwrap().more_than_chance);
        assert_eq!(change((100, 100), (90, 90)).unwrap().standard_errors, 0.0);
        assert_eq!(change((0, 0), (1, 2)), None);
        assert_eq!(change((3, 2), (1, 2)), None);
    }
}
