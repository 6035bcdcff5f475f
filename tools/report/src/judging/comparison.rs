//! Two reports on engines compared.

use serde_json::{Value as Json, json};

/// The answers of an engine then and now.
///
/// # Examples
/// ```
/// use loa_judge::judging::Comparison;
/// use serde_json::json;
///
/// let report = |kept: u64| json!({ "all": { "answers": 1000, "kept": kept } });
/// let comparison = Comparison::of(&report(800), &report(900)).unwrap();
/// assert!(comparison.is_more_than_chance());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// Answers that kept the value, and all answers: then, and now.
    counts: [(u64, u64); 2],
}

impl Comparison {
    /// Compares two reports as [`report_json`](super::report_json) makes them; `None` if
    /// one of them has no answers.
    pub fn of(old: &Json, new: &Json) -> Option<Comparison> {
        let counts = |report: &Json| {
            let number = |field: &str| report["all"][field].as_u64();
            let (kept, all) = (number("kept")?, number("answers")?);
            (0 < all && kept <= all).then_some((kept, all))
        };
        let counts = [counts(old)?, counts(new)?];
        Some(Comparison { counts })
    }

    /// Returns the change of the share of answers that keep the value.
    pub fn change(&self) -> f64 {
        let [old, new] = self.counts.map(|(kept, all)| kept as f64 / all as f64);
        new - old
    }

    /// Returns the change in standard errors, as of two independent samples; 0 where
    /// both shares are 0 or 1.
    pub fn standard_errors(&self) -> f64 {
        let [(kept_old, old), (kept_new, new)] = self.counts.map(|(k, n)| (k as f64, n as f64));
        let share = (kept_old + kept_new) / (old + new);
        let error = (share * (1.0 - share) * (1.0 / old + 1.0 / new)).sqrt();
        if error > 0.0 {
            self.change() / error
        } else {
            0.0
        }
    }

    /// Returns whether a change as large comes by chance in fewer than one of 20 pairs
    /// of reports on the same engine.
    pub fn is_more_than_chance(&self) -> bool {
        self.standard_errors().abs() > 1.96
    }

    /// Returns the comparison as JSON.
    pub fn to_json(&self) -> Json {
        let [old, new] = self
            .counts
            .map(|(kept, all)| json!({ "kept": kept, "answers": all }));
        json!({
            "old": old,
            "new": new,
            "change_percent": 100.0 * self.change(),
            "standard_errors": self.standard_errors(),
            "more_than_chance": self.is_more_than_chance(),
        })
    }
}

impl std::fmt::Display for Comparison {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [old, new] = self
            .counts
            .map(|(kept, all)| 100.0 * kept as f64 / all as f64);
        let verdict = match self.is_more_than_chance() {
            true => "more than chance",
            false => "no more than chance may make",
        };
        write!(
            f,
            "value kept: {old:.2} % then, {new:.2} % now: {:+.2}, which is {verdict}",
            100.0 * self.change()
        )
    }
}

/// Returns what makes two reports no fit comparison: the names of those settings in
/// which they differ.
pub fn differing_settings(old: &Json, new: &Json) -> Vec<&'static str> {
    let fields = ["rules", "board", "seed", "suite", "positions", "limit"];
    let differs = |field: &&str| old[*field] != new[*field];
    fields.into_iter().filter(differs).collect()
}

#[cfg(test)]
mod tests {
    use loa_record::random::Pcg64;

    use super::*;

    fn report(kept: u64, answers: u64) -> Json {
        json!({ "rules": "own-pass", "all": { "kept": kept, "answers": answers } })
    }

    /// An engine differs from itself about once in twenty.
    #[test]
    fn chance_is_told_from_change() {
        let mut chance = Pcg64::of(11, &[]);
        let mut sample = || {
            report(
                (0..300).filter(|_| chance.below(10) < 8).count() as u64,
                300,
            )
        };
        let alarms = (0..1000).filter(|_| {
            Comparison::of(&sample(), &sample())
                .unwrap()
                .is_more_than_chance()
        });
        let alarms = alarms.count();
        assert!((25..=80).contains(&alarms), "{alarms} of 1000");
        assert!(
            Comparison::of(&report(80, 100), &report(95, 100))
                .unwrap()
                .is_more_than_chance()
        );
        let none = Comparison::of(&report(100, 100), &report(90, 90)).unwrap();
        assert_eq!(none.standard_errors(), 0.0);
    }

    #[test]
    fn reports_without_answers_are_not_compared() {
        assert_eq!(Comparison::of(&report(0, 0), &report(1, 2)), None);
        assert_eq!(Comparison::of(&json!({}), &report(1, 2)), None);
        assert_eq!(Comparison::of(&report(3, 2), &report(1, 2)), None);
        let mut other = report(1, 2);
        other["rules"] = "own-loss".into();
        assert_eq!(differing_settings(&report(1, 2), &other), ["rules"]);
    }
}
