//! The score of a match in pairs of games.

use std::ops::AddAssign;

use serde::{Deserialize, Deserializer, Serialize};

/// The numbers of pairs of games by the points of the first engine: none, a half, one, one and a
/// half, two.
///
/// # Examples
/// ```
/// use loa_judge::match_play::PairCounts;
///
/// let mut counts = PairCounts::default();
/// for half_points in [2, 3, 4, 2] {
///     counts.add(half_points);
/// }
/// assert_eq!(counts.share(), Some(0.6875));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PairCounts([u64; 5]);

/// A difference in strength on the Elo scale, with the interval that contains it in 95 of 100
/// matches. An end may be infinite; JSON then has null.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Elo {
    /// The lower end.
    #[serde(deserialize_with = "or_lowest")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    pub low: f64,
    /// The difference that the score shows.
    pub value: f64,
    /// The upper end.
    #[serde(deserialize_with = "or_highest")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    pub high: f64,
}

/// Reads a lower end. JSON has no infinite numbers, so that these are written as null.
fn or_lowest<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or(f64::NEG_INFINITY))
}

/// Reads an upper end, like [`or_lowest`].
fn or_highest<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or(f64::INFINITY))
}

/// The distance from the mean of a normal distribution to either end of its middle 95 %, in
/// standard deviations.
const MIDDLE: f64 = 1.959_964;

impl PairCounts {
    /// Adds a pair with this number of half points for the first engine, at most 4.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// Returns the counts, from no point to two points.
    pub const fn counts(&self) -> [u64; 5] {
        self.0
    }

    /// Returns the counts by the points of the second engine.
    pub const fn of_opponent(&self) -> PairCounts {
        let [none, half, one, more, two] = self.0;
        PairCounts([two, more, one, half, none])
    }

    /// Returns the number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns the first engine's share of all points; `None` before the first pair.
    pub fn share(&self) -> Option<f64> {
        (self.pairs() > 0).then(|| moments(&self.0.map(|count| count as f64)).0)
    }

    /// Returns the share's standard error; `None` if it cannot be estimated, because all pairs have
    /// the same score or their number is less than two.
    pub fn standard_error(&self) -> Option<f64> {
        let (_, variance) = moments(&self.0.map(|count| count as f64));
        let pairs = self.pairs();
        (pairs > 1 && variance > 0.0).then(|| (variance / (pairs - 1) as f64).sqrt())
    }

    /// Returns the difference in strength that the score shows; `None` if the error is unknown.
    pub fn elo(&self) -> Option<Elo> {
        let (share, error) = (self.share()?, self.standard_error()?);
        let elo = |share: f64| elo_of(share.clamp(0.0, 1.0));
        Some(Elo {
            low: elo(share - MIDDLE * error),
            value: elo(share),
            high: elo(share + MIDDLE * error),
        })
    }
}

impl AddAssign for PairCounts {
    fn add_assign(&mut self, other: PairCounts) {
        self.0.iter_mut().zip(other.0).for_each(|(count, more)| *count += more);
    }
}

/// Returns the difference in strength at which an engine's expected share is `share`.
pub(super) fn elo_of(share: f64) -> f64 {
    -400.0 * (1.0 / share - 1.0).log10()
}

/// Returns the expected share of an engine that is stronger by this difference.
pub(super) fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Returns mean and variance of a pair's share of its two points.
pub(super) fn moments(counts: &[f64; 5]) -> (f64, f64) {
    let all: f64 = counts.iter().sum();
    let shares = || counts.iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]);
    let mean = shares().map(|(count, share)| count * share).sum::<f64>() / all;
    let squares = shares().map(|(count, share)| count * (share - mean).powi(2));
    (mean, squares.sum::<f64>() / all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(numbers: [u64; 5]) -> PairCounts {
        PairCounts(numbers)
    }

    #[test]
    fn a_score_is_a_share_with_an_error() {
        assert_eq!(PairCounts::default().share(), None);
        assert_eq!(PairCounts::default().elo(), None);
        assert_eq!(counts([0, 0, 7, 0, 0]).share(), Some(0.5));
        assert_eq!(counts([0, 0, 7, 0, 0]).standard_error(), None);
        // Computed by hand: 50 pairs lost and 50 won each deviate by a half.
        let split = counts([50, 0, 0, 0, 50]);
        let error = split.standard_error().unwrap();
        assert!((error - (0.25f64 / 99.0).sqrt()).abs() < 1e-12);
        let elo = split.elo().unwrap();
        assert!(elo.value.abs() < 1e-9 && (elo.low + elo.high).abs() < 1e-9);
        // A difference of 400 means odds of ten to one.
        assert!((elo_of(10.0 / 11.0) - 400.0).abs() < 1e-9);
        assert!((share_of(elo_of(0.3)) - 0.3).abs() < 1e-12);
    }

    #[test]
    fn exchanging_the_engines_turns_the_score_round() {
        for numbers in [[3, 1, 4, 1, 5], [9, 2, 6, 5, 3], [0, 0, 1, 0, 9]] {
            let one = counts(numbers);
            let other = one.of_opponent();
            assert!((one.share().unwrap() + other.share().unwrap() - 1.0).abs() < 1e-12);
            let (one, other) = (one.elo().unwrap(), other.elo().unwrap());
            assert!((one.value + other.value).abs() < 1e-9);
            let (low, high) = (one.low, -other.high);
            assert!(low == high || (low - high).abs() < 1e-9, "{low} {high}");
        }
    }
}
