//! Pairings of a match, and their scores.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize, Serializer};

use super::score::{Elo, PairCounts};

/// The engines of a match that play each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Tournament {
    /// Every engine plays every other.
    #[default]
    RoundRobin,
    /// The first engine plays every other.
    Gauntlet,
}

impl Tournament {
    /// Returns the pairs of engines that play each other, by their indexes, for this number of
    /// engines.
    ///
    /// # Examples
    ///
    /// ```
    /// use loa_judge::match_play::Tournament;
    ///
    /// assert_eq!(Tournament::RoundRobin.pairings(3), [[0, 1], [0, 2], [1, 2]]);
    /// assert_eq!(Tournament::Gauntlet.pairings(3), [[0, 1], [0, 2]]);
    /// ```
    pub fn pairings(self, engines: usize) -> Vec<[usize; 2]> {
        let first = match self {
            Tournament::RoundRobin => 0..engines,
            Tournament::Gauntlet => 0..engines.min(1),
        };
        first.flat_map(|one| (one + 1..engines).map(move |two| [one, two])).collect()
    }
}

/// The score of an engine against one opponent or against all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(into = "ScoreFields")]
#[non_exhaustive]
pub struct MatchScore {
    /// The number of games that the engine won.
    pub won: usize,
    /// The number of drawn games.
    pub drawn: usize,
    /// The number of games that the engine lost.
    pub lost: usize,
    /// The pairs by their score, without repeats. A game without its twin belongs to no pair.
    pub pairs: PairCounts,
    /// The number of pairs that repeat an earlier pair move by move, and so add no information.
    pub repeats: u64,
}

/// The JSON of a score: its counts, and what they show.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ScoreFields {
    /// Pairs that repeat an earlier pair move by move.
    repeats: u64,
    /// Games that the engine won.
    won: usize,
    /// Drawn games.
    drawn: usize,
    /// Games that the engine lost.
    lost: usize,
    /// The points: one for a win, a half for a draw.
    points: f64,
    /// Openings that were played from both sides, without repeats.
    openings: u64,
    /// These pairs, counted by the points of the engine: 0, 0.5, 1, 1.5 and 2.
    pairs: PairCounts,
    /// The share of the points in these pairs, from 0 to 1.
    score: Option<f64>,
    /// The standard error of the share.
    standard_error: Option<f64>,
    /// The difference in strength.
    elo: Option<Elo>,
}

impl From<MatchScore> for ScoreFields {
    fn from(score: MatchScore) -> ScoreFields {
        let MatchScore { won, drawn, lost, pairs, repeats } = score;
        ScoreFields {
            repeats,
            won,
            drawn,
            lost,
            points: score.points(),
            openings: pairs.pairs(),
            pairs,
            score: pairs.share(),
            standard_error: pairs.standard_error(),
            elo: pairs.elo(),
        }
    }
}

impl MatchScore {
    /// Returns the number of games.
    pub const fn games(&self) -> usize {
        self.won + self.drawn + self.lost
    }

    /// Returns the points: one for a win, a half for a draw.
    pub fn points(&self) -> f64 {
        self.won as f64 + 0.5 * self.drawn as f64
    }

    /// Returns the score of the opponent.
    pub const fn of_opponent(&self) -> MatchScore {
        let MatchScore { won, drawn, lost, pairs, repeats } = *self;
        MatchScore { won: lost, drawn, lost: won, pairs: pairs.of_opponent(), repeats }
    }

    /// Adds a game with this number of half points for the engine.
    pub(super) const fn add(&mut self, half_points: usize) {
        match half_points {
            0 => self.lost += 1,
            1 => self.drawn += 1,
            _ => self.won += 1,
        }
    }
}

impl AddAssign for MatchScore {
    fn add_assign(&mut self, other: MatchScore) {
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
        self.pairs += other.pairs;
        self.repeats += other.repeats;
    }
}

/// Two engines of a match that play each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Pairing {
    /// The engines, by their indexes in the match. JSON counts them from 1.
    #[serde(serialize_with = "from_one")]
    #[cfg_attr(feature = "schema", schemars(with = "[usize; 2]"))]
    pub engines: [usize; 2],
    /// The score of the pairing's first engine.
    #[serde(flatten)]
    pub score: MatchScore,
}

fn from_one<S: Serializer>(engines: &[usize; 2], serializer: S) -> Result<S::Ok, S::Error> {
    engines.map(|engine| engine + 1).serialize(serializer)
}

impl Pairing {
    pub(super) fn new(engines: [usize; 2]) -> Pairing {
        Pairing { engines, score: MatchScore::default() }
    }

    /// Returns the score of an engine; `None` if it is not of this pairing.
    pub fn score_of(&self, engine: usize) -> Option<MatchScore> {
        match self.engines {
            [first, _] if first == engine => Some(self.score),
            [_, second] if second == engine => Some(self.score.of_opponent()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_engines_have_few_pairings() {
        for kind in [Tournament::RoundRobin, Tournament::Gauntlet] {
            assert!(kind.pairings(0).is_empty() && kind.pairings(1).is_empty());
            assert_eq!(kind.pairings(2), [[0, 1]]);
        }
        assert_eq!(Tournament::RoundRobin.pairings(5).len(), 10);
        assert_eq!(Tournament::Gauntlet.pairings(5).len(), 4);
    }

    #[test]
    fn the_scores_of_both_sides_of_a_pairing_add_up() {
        let mut pairing = Pairing::new([3, 1]);
        for half_points in [2, 2, 1, 0] {
            pairing.score.add(half_points);
        }
        pairing.score.pairs.add(4);
        pairing.score.pairs.add(1);
        let (one, two) = (pairing.score_of(3).unwrap(), pairing.score_of(1).unwrap());
        assert_eq!((one.won, one.drawn, one.lost, one.points()), (2, 1, 1, 2.5));
        assert_eq!((two.won, two.drawn, two.lost, two.points()), (1, 1, 2, 1.5));
        assert_eq!(two.pairs.counts(), [1, 0, 0, 1, 0]);
        assert_eq!(pairing.score_of(0), None);
        let mut both = one;
        both += two;
        assert_eq!((both.games(), both.points(), both.pairs.share()), (8, 4.0, Some(0.5)));
    }
}
