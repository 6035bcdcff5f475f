//! A plain alpha-beta engine, with and without tables: to be judged, to judge
//! with, and to play.
//!
//! Where the tables cover the position in hand, it plays their best move and is
//! perfect. Elsewhere it searches ([`search`]), with what the tables tell of
//! positions below and an estimate ([`evaluation`]) of all others.

mod budget;
mod evaluation;
mod game;
mod line;
#[cfg(test)]
mod minimax;
mod ordering;
mod score;
mod search;
mod stop;
mod tables;
mod transpositions;

use std::cmp::Reverse;
use std::collections::TryReserveError;

use loa_solver::{Move, Preset};
use loa_tablebase::{Answer, Wdl};

pub(crate) use game::Game;
pub(crate) use stop::StopSign;
pub(crate) use tables::Tables;

use crate::protocol::{Go, Info, Score};
use crate::repetition::{ends_by_repetition, worth_of_repeating};
use budget::Budget;
use search::Search;
use transpositions::Transpositions;

/// The engine: rules, tables if it has any, and memory.
pub(crate) struct Engine {
    preset: Preset,
    tables: Option<Tables>,
    transpositions: Transpositions,
}

/// What the engine answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Thought {
    /// `None` where the game is over.
    pub(crate) best: Option<Move>,
    /// What the position is worth to the side to move.
    pub(crate) score: Score,
}

impl Engine {
    /// Memory for positions seen, where nobody says how much.
    pub(crate) const DEFAULT_MEBIBYTES: usize = 16;

    /// An engine that keeps what it has searched in so many MiB.
    ///
    /// # Errors
    /// When there is no such memory.
    pub(crate) fn new(
        preset: Preset,
        tables: Option<Tables>,
        mebibytes: usize,
    ) -> Result<Engine, TryReserveError> {
        Ok(Engine {
            preset,
            tables,
            transpositions: Transpositions::new(mebibytes)?,
        })
    }

    /// Thinks about the position in hand until `go` or `stop` ends it, telling
    /// what it finds.
    pub(crate) fn think(
        &mut self,
        game: &Game,
        go: &Go,
        stop: &StopSign,
        tell: &mut dyn FnMut(Info),
    ) -> Thought {
        let position = game.position();
        let budget = Budget::new(go, position.turn(), stop);
        if let Some((_, value)) = self.preset.rules.termination(&position) {
            let score = told(value.into());
            tell(info(&budget, 0, 0, score, &[]));
            return Thought { best: None, score };
        }
        let mut moves = self.preset.rules.moves(&position);
        let values = self.values(game, &moves);
        if let Some(trouble) = self.tables.as_mut().and_then(Tables::trouble) {
            tell(Info::string(trouble));
        }
        let mut tables = self.tables.as_mut();
        if let Some(&(best, answer)) = values.as_ref().and_then(|values| values.first()) {
            if !tables::lacks_distance(answer) {
                let score = told(answer);
                tell(info(&budget, 1, 0, score, &[best]));
                let best = Some(best);
                return Thought { best, score };
            }
            // All that is known is which moves keep the win or the loss; the way
            // to its end has to be searched, and the tables would hide it.
            let keeps = values
                .iter()
                .flatten()
                .filter(|(_, other)| *other == answer);
            moves = keeps.map(|&(played, _)| played).collect();
            tables = None;
        }
        let rules = (self.preset.rules, self.preset.repetition);
        let memory = &mut self.transpositions;
        let search = Search::new(rules, game, moves.clone(), tables, memory, &budget);
        deepen(search, &moves, &budget, tell)
    }

    /// What tables tell of each move, best first; a move that ends the game by
    /// repetition has the worth of that. A [review](crate::review::choices) has the
    /// same from tables that it waits for.
    fn values(&mut self, game: &Game, moves: &[Move]) -> Option<Vec<(Move, Answer)>> {
        let position = game.position();
        let mut values = self.tables.as_mut()?.values(&position, moves)?;
        for (played, answer) in &mut values {
            let repetition = self.preset.repetition;
            if ends_by_repetition(
                repetition,
                game.positions(),
                &position.play_unchecked(*played),
            ) {
                *answer = worth_of_repeating(repetition).into();
            }
        }
        values.sort_by_key(|&(_, answer)| Reverse(answer));
        Some(values)
    }
}

/// Searches deeper and deeper.
fn deepen(
    mut search: Search<'_>,
    moves: &[Move],
    budget: &Budget<'_>,
    tell: &mut dyn FnMut(Info),
) -> Thought {
    let mut thought = Thought {
        best: moves.first().copied(),
        score: Score::Estimate(0),
    };
    for depth in 1..=budget.depth {
        let found = search.search(depth);
        let is_stopped = found.is_err();
        let Some(found) = found.ok().or_else(|| search.found_so_far()) else {
            break;
        };
        thought.best = found.line.first().copied().or(thought.best);
        thought.score = score::told(found.score);
        tell(info(
            budget,
            depth,
            search.nodes,
            thought.score,
            &found.line,
        ));
        if is_stopped {
            break;
        }
        // A win or loss within the depth is exact: more depth changes nothing.
        let is_exact = score::plies(found.score).is_some_and(|plies| plies <= depth);
        let no_choice = moves.len() == 1 && budget.has_deadline();
        if is_exact || no_choice {
            break;
        }
    }
    thought
}

/// What tables tell as the protocol tells it.
fn told(answer: Answer) -> Score {
    let plies = answer.plies().map(u32::from);
    match answer.wdl() {
        Wdl::Win => Score::Win(plies),
        Wdl::Draw => Score::Draw,
        Wdl::Loss => Score::Loss(plies),
    }
}

fn info(budget: &Budget<'_>, depth: u32, nodes: u64, score: Score, line: &[Move]) -> Info {
    let time = budget.elapsed();
    let per_second = nodes as f64 / time.as_secs_f64().max(1e-9);
    Info {
        depth: Some(depth),
        score: Some(score),
        nodes: Some(nodes),
        nps: Some(per_second as u64),
        time: Some(time.as_millis() as u64),
        pv: line.iter().map(Move::to_string).collect(),
        string: None,
    }
}

#[cfg(test)]
mod tests;
