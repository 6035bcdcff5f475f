//! A sequential test that decides which engine is stronger.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::score::{PairCounts, moments, share_of};

/// A sequential probability ratio test: is the first engine stronger than the second by `elo1`, or
/// by no more than `elo0`?
///
/// The test uses the likelihood ratio of the mean score of pairs, which is assumed to be normally
/// distributed with the observed variance.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sprt {
    /// The difference in strength that is too small.
    pub elo0: f64,
    /// The difference that is large enough, more than `elo0`.
    pub elo1: f64,
    /// The probability of accepting `elo1` if `elo0` is true.
    pub alpha: f64,
    /// The probability of accepting `elo0` if `elo1` is true.
    pub beta: f64,
}

/// Text that is not a sequential test.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected two differences of Elo, the smaller first, such as 0,20")]
pub struct ParseSprtError(());

impl FromStr for Sprt {
    type Err = ParseSprtError;

    fn from_str(text: &str) -> Result<Sprt, ParseSprtError> {
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|elo| elo.abs() <= 1000.0);
        let read = text.split_once(',').and_then(|(low, high)| number(low).zip(number(high)));
        let sprt = read.filter(|(elo0, elo1)| elo0 < elo1);
        sprt.map(|(elo0, elo1)| Sprt::new(elo0, elo1)).ok_or(ParseSprtError(()))
    }
}

/// The verdict of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SprtVerdict {
    /// The first engine is not stronger by more than `elo0`.
    NotStronger,
    /// The first engine is stronger by `elo1`.
    Stronger,
}

/// The number of pairs of each score added for the variance. Without them, a few pairs with the
/// same score would have no variance and end the test immediately: one verdict in three was wrong.
const BEFOREHAND: f64 = 1.0;

impl Sprt {
    /// Returns a test with error probabilities of one in twenty.
    pub const fn new(elo0: f64, elo1: f64) -> Sprt {
        let (alpha, beta) = (0.05, 0.05);
        Sprt { elo0, elo1, alpha, beta }
    }

    /// Returns the logarithm of the likelihood ratio. The greater it is, the likelier is `elo1`.
    pub fn log_likelihood_ratio(&self, counts: &PairCounts) -> f64 {
        let pairs = counts.pairs();
        if pairs == 0 {
            return 0.0;
        }
        let counts = counts.counts().map(|count| count as f64);
        let (mean, _) = moments(&counts);
        let (_, variance) = moments(&counts.map(|count| count + BEFOREHAND));
        let (share0, share1) = (share_of(self.elo0), share_of(self.elo1));
        pairs as f64 * (share1 - share0) * (2.0 * mean - share0 - share1) / (2.0 * variance)
    }

    /// Returns the bounds of the logarithm at which the test ends.
    pub fn bounds(&self) -> (f64, f64) {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        (lower, upper)
    }

    /// Returns the verdict; `None` if the test has not ended.
    pub fn verdict(&self, counts: &PairCounts) -> Option<SprtVerdict> {
        let ratio = self.log_likelihood_ratio(counts);
        let (lower, upper) = self.bounds();
        if ratio >= upper {
            Some(SprtVerdict::Stronger)
        } else if ratio <= lower {
            Some(SprtVerdict::NotStronger)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use loa_record::random::Pcg64;

    use super::*;

    /// Plays pairs between engines with this difference until the test ends. One game in five is
    /// drawn.
    fn verdict(sprt: &Sprt, elo: f64, chance: &mut Pcg64) -> SprtVerdict {
        let wins = share_of(elo) - 0.1;
        let mut counts = PairCounts::default();
        loop {
            let mut game = || {
                let drawn = chance.below(1_000_000) as f64 / 1e6;
                match drawn {
                    drawn if drawn < wins => 2,
                    drawn if drawn < wins + 0.2 => 1,
                    _ => 0,
                }
            };
            let half_points = game() + game();
            counts.add(half_points);
            if let Some(verdict) = sprt.verdict(&counts) {
                return verdict;
            }
        }
    }

    /// Errors are about as rare as the test promises.
    #[test]
    fn verdicts_are_right_as_often_as_promised() {
        let sprt = Sprt::new(0.0, 60.0);
        let mut chance = Pcg64::of(5, &[]);
        for (elo, right) in [(0.0, SprtVerdict::NotStronger), (60.0, SprtVerdict::Stronger)] {
            let wrong = (0..400).filter(|_| verdict(&sprt, elo, &mut chance) != right).count();
            assert!((5..=36).contains(&wrong), "{wrong} of 400 at {elo}");
        }
    }

    #[test]
    fn the_ratio_grows_with_the_score() {
        let sprt = Sprt::new(0.0, 20.0);
        assert_eq!(sprt.verdict(&PairCounts::default()), None);
        let mut counts = PairCounts::default();
        let mut before = sprt.log_likelihood_ratio(&counts);
        for _ in 0..50 {
            counts.add(4);
            counts.add(2);
            let now = sprt.log_likelihood_ratio(&counts);
            assert!(now > before);
            before = now;
        }
        assert_eq!(sprt.verdict(&counts), Some(SprtVerdict::Stronger));
        let (lower, upper) = sprt.bounds();
        assert!((upper - 2.944).abs() < 1e-3 && (lower + 2.944).abs() < 1e-3);
    }
}
