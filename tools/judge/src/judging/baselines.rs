//! Plain players, asked about the same positions as an engine.

use std::fmt;
use std::time::Duration;

use loa_engine::protocol::command::Go;
use loa_engine::{Engine, EngineMove, EngineSource, Failed, Fault, Level, LevelPlayer};
use loa_record::Game;
use loa_record::random::Pcg64;
use loa_solver::{Bitboard, Move, Position, Preset, Stop, Value};
use serde::{Deserialize, Serialize};

use super::judgement::{Counts, judge};
use super::pool::EnginePool;
use super::question::Question;

/// A plain player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Baseline {
    /// Plays a random move.
    Random,
    /// Wins in one move if it can. Otherwise it plays the move after which its stones are closest
    /// to each other.
    Greedy,
    /// The built-in engine at a level, without tables.
    Level(Level),
}

impl Baseline {
    /// Returns all plain players.
    pub fn all() -> impl Iterator<Item = Baseline> {
        [Baseline::Random, Baseline::Greedy].into_iter().chain(Level::all().map(Baseline::Level))
    }
}

impl fmt::Display for Baseline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Baseline::Random => f.write_str("random"),
            Baseline::Greedy => f.write_str("greedy"),
            Baseline::Level(level) => write!(f, "level {level}"),
        }
    }
}

/// Starts a plain player.
#[derive(Debug)]
struct BaselineSource {
    baseline: Baseline,
    time: Duration,
    seed: u64,
}

impl EngineSource for BaselineSource {
    fn start(&self, preset: Preset) -> Result<Box<dyn Engine + '_>, Failed> {
        let seed = self.seed;
        let level = match self.baseline {
            Baseline::Random => return Ok(Box::new(move |game: &Game| random_move(game, seed))),
            Baseline::Greedy => return Ok(Box::new(greedy_move)),
            Baseline::Level(level) => level,
        };
        let player = LevelPlayer::new(level, preset, None, Pcg64::of(seed, &[]));
        let mut player = player.map_err(|fault| Fault::Own(Box::new(fault)))?;
        let go = Go { movetime: Some(self.time), ..Go::default() };
        Ok(Box::new(move |game: &Game| player.best_move_within(game, &go, &Stop::default())))
    }
}

/// Returns a move that depends only on the position and the seed.
fn random_move(game: &Game, seed: u64) -> Result<EngineMove, Failed> {
    let position = game.position();
    let mut chance = Pcg64::of(seed, &[position.us().0, position.them().0]);
    EngineMove::found(chance.pick(&game.legal_moves()).copied())
}

fn greedy_move(game: &Game) -> Result<EngineMove, Failed> {
    let rules = game.preset().rules;
    let spread_after = |played: &Move| {
        let after: Position = game.position().play_unchecked(*played);
        let wins = rules.termination(&after).is_some_and(|(_, value)| value == Value::Loss(0));
        (!wins, spread(after.them()))
    };
    EngineMove::found(game.legal_moves().into_iter().min_by_key(spread_after))
}

/// Returns the sum of the distances between the stones of a set.
fn spread(stones: Bitboard) -> u32 {
    let of_one = |one| stones.into_iter().map(move |other| other.distance(one)).sum::<u32>();
    stones.into_iter().map(of_one).sum()
}

/// Asks every plain player about the positions that the engine of a pool was asked about. The
/// highest level takes `time` for a move. Stops early if the watcher of the pool says so.
pub fn judge_baselines(
    pool: &EnginePool<'_>,
    questions: &[Question],
    time: Duration,
    seed: u64,
) -> Vec<(Baseline, Counts)> {
    let ask = |baseline| {
        let source = BaselineSource { baseline, time, seed };
        let pool = EnginePool { source: &source, ..*pool };
        (baseline, judge(&pool, questions).all)
    };
    let goes_on = |_: &Baseline| !pool.control.is_stopped();
    Baseline::all().take_while(goes_on).map(ask).collect()
}

/// The plain player that an engine resembles most, by the share of results that it keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Likeness {
    /// The engine keeps fewer results than the weakest player.
    Below(Baseline),
    /// The engine keeps about as many results as this player.
    Like(Baseline),
    /// The engine keeps more results than the strongest player.
    Above(Baseline),
}

impl Likeness {
    /// Compares the counts of an engine with those of plain players; `None` without either. A
    /// failure counts as a result that was given away. The difference to the strongest or weakest
    /// player must be more than two standard errors.
    pub fn of(engine: &Counts, baselines: &[(Baseline, Counts)]) -> Option<Likeness> {
        let share = |counts: &Counts| {
            let answers = counts.answers + counts.failures;
            (answers > 0).then(|| (counts.effects.kept as f64 / answers as f64, answers))
        };
        let (own, answers) = share(engine)?;
        let known = || baselines.iter().filter_map(|(of, counts)| Some((share(counts)?.0, *of)));
        let (strongest, best) = known().max_by(|a, b| a.0.total_cmp(&b.0))?;
        let (weakest, worst) = known().min_by(|a, b| a.0.total_cmp(&b.0))?;
        let margin = |share: f64| 2.0 * (share * (1.0 - share) / answers as f64).sqrt();
        if own > strongest + margin(strongest) {
            return Some(Likeness::Above(best));
        }
        if own < weakest - margin(weakest) {
            return Some(Likeness::Below(worst));
        }
        let apart = |known: f64| (known - own).abs();
        let nearest = known().min_by(|a, b| apart(a.0).total_cmp(&apart(b.0)))?;
        Some(Likeness::Like(nearest.1))
    }
}

impl fmt::Display for Likeness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Likeness::Below(baseline) => write!(f, "plays worse than {baseline}"),
            Likeness::Like(baseline) => write!(f, "plays about like {baseline}"),
            Likeness::Above(baseline) => write!(f, "plays better than {baseline}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use loa_record::review::{Blunder, Effect};
    use loa_solver::Control;
    use loa_tablebase::Tablebase;

    use super::*;
    use crate::judging::Sample;

    fn counts(kept: usize, lost: usize, failures: usize) -> Counts {
        let mut counts = Counts { answers: kept + lost, failures, ..Counts::default() };
        (0..kept).for_each(|_| counts.effects.add(Effect::Best));
        (0..lost).for_each(|_| counts.effects.add(Effect::Blunder(Blunder::WinToLoss)));
        counts
    }

    #[test]
    fn an_engine_is_like_the_nearest_player() {
        let level = |text: &str| Baseline::Level(text.parse().unwrap());
        let known = [
            (Baseline::Random, counts(40, 60, 0)),
            (level("1"), counts(60, 40, 0)),
            (level("5"), counts(90, 10, 0)),
        ];
        let words = |engine: Counts| Likeness::of(&engine, &known).map(|like| like.to_string());
        for (engine, expected) in [
            (counts(62, 38, 0), "plays about like level 1"),
            (counts(85, 15, 0), "plays about like level 5"),
            (counts(95, 5, 0), "plays about like level 5"),
            (counts(99, 1, 0), "plays better than level 5"),
            (counts(62, 0, 38), "plays about like level 1"),
            (counts(35, 65, 0), "plays about like random"),
            (counts(20, 80, 0), "plays worse than random"),
        ] {
            assert_eq!(words(engine).as_deref(), Some(expected));
        }
        assert_eq!(words(counts(0, 0, 0)), None);
        assert_eq!(Likeness::of(&counts(1, 0, 0), &[]), None);
    }

    #[test]
    fn a_greedy_player_wins_and_gathers_its_stones() {
        let greedy = |text: &str| {
            let game = Game::new(Preset::default(), text.parse().unwrap());
            greedy_move(&game).unwrap().played.to_string()
        };
        assert_eq!(greedy("x2x/4/o3/3o x"), "a4-c4");
        let after = |position: &Position, played| spread(position.play_unchecked(played).them());
        let start: Position = "start 6x6".parse().unwrap();
        let moves = Preset::default().rules.moves(&start);
        let least = moves.iter().map(|&played| after(&start, played)).min();
        let played = Preset::default().rules.parse_move(&start, &greedy("start 6x6")).unwrap();
        assert_eq!(Some(after(&start, played)), least);
    }

    #[test]
    fn stronger_players_keep_more() {
        let tables = Tablebase::embedded(Default::default());
        let board = "4x4".parse().unwrap();
        let mut sample = Sample::new(&tables, board, tables.materials(board).unwrap());
        sample.positions = 150;
        let questions = sample.draw(Control::none()).unwrap();
        let start = || Ok(Box::new(greedy_move) as Box<dyn Engine>);
        let pool = EnginePool::new(&start);
        let found = judge_baselines(&pool, &questions, Duration::from_millis(2), 1);
        let kept: Vec<usize> = found.iter().map(|(_, counts)| counts.effects.kept).collect();
        assert_eq!(kept.len(), 8);
        // Random, level 1, level 3 and level 5.
        assert!(kept[0] < kept[5] && kept[3] < kept[5] && kept[5] <= kept[7], "{kept:?}");
        let again = judge_baselines(&pool, &questions, Duration::from_millis(2), 1);
        assert_eq!(again[0].1.effects, found[0].1.effects);
    }
}
