//! The engine: plays by tables in covered positions, and by iterative deepening elsewhere.

use std::cmp::Reverse;
use std::collections::TryReserveError;

use loa_record::{Basis, Game, Worth, ends_by_repetition, value_of_repeating};
use loa_solver::{Color, Move, Position, Preset, Stop, Value, Wdl};
use loa_tablebase::fitting;
use serde::{Deserialize, Serialize};

use super::budget::Budget;
use super::proofs::Proofs;
use super::score;
use super::search::AlphaBetaSearch;
use super::tables::Tables;
use super::transpositions::Transpositions;
use crate::engine::{Engine, EngineMove, check_rules};
use crate::fault::Failed;
use crate::guide::Guide;
use crate::listener::Listener;
use crate::protocol::command::{Go, USUAL};
use crate::protocol::reply::{Info, Score};

/// An alpha-beta engine: rules, optional tables, and memory.
///
/// # Examples
///
/// ```
/// use loa_engine::alpha_beta::AlphaBeta;
/// use loa_engine::protocol::command::Go;
/// use loa_record::Game;
/// use loa_solver::{Preset, Stop};
///
/// let mut engine = AlphaBeta::new(Preset::default(), None, 1)?;
/// let game = Game::new(Preset::default(), "x2x/4/o3/3o x".parse()?);
/// let mut go = Go::default();
/// go.depth = Some(3);
/// let thought = engine.think(&game, &go, &Stop::default(), &mut |_| {});
/// assert_eq!(thought.score.to_string(), "win 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct AlphaBeta {
    preset: Preset,
    tables: Option<Tables>,
    transpositions: Transpositions,
    proofs: Proofs,
    listener: Listener,
    /// A remark of the last search for people.
    note: Option<String>,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Thought {
    /// The best move; `None` if the game is over.
    pub best: Option<Move>,
    /// The score of the position to the side to move. An estimate is the mean of the last two
    /// depths. The side that moves last looks better, and that side alternates with the depth.
    pub score: Score,
    /// The depth in plies to which all moves have been searched.
    pub depth: u32,
    /// The worth of the position. The score of a proved win has no plies.
    pub worth: Worth,
    /// The best line of play, including the move.
    pub line: Vec<Move>,
    /// The number of positions searched.
    pub nodes: u64,
}

/// Thinks for a second if nothing limits it.
impl Engine for AlphaBeta {
    fn name(&self) -> Option<&str> {
        Some(concat!("loa ", env!("CARGO_PKG_VERSION")))
    }

    fn listen(&mut self, listener: Listener) {
        self.listener = listener;
    }

    fn best_move(&mut self, game: &Game) -> Result<EngineMove, Failed> {
        let go = Go { movetime: Some(USUAL), ..Go::default() };
        self.best_move_within(game, &go, &Stop::default())
    }

    fn best_move_within(
        &mut self,
        game: &Game,
        go: &Go,
        stop: &Stop,
    ) -> Result<EngineMove, Failed> {
        check_rules(self.preset, game)?;
        let (listener, mut note) = (self.listener.clone(), None);
        let thought = self.think(game, go, stop, &mut |info| {
            listener.hear(&info);
            note = note.take().or(info.string);
        });
        self.note = note;
        Ok(EngineMove::found(thought.best)?.with_score(thought.score))
    }

    fn take_note(&mut self) -> Option<String> {
        self.note.take()
    }
}

impl AlphaBeta {
    /// The default size of the transposition table, in MiB.
    pub const DEFAULT_MEBIBYTES: usize = 16;

    /// Returns an engine with this number of MiB for the transposition table, and as much for
    /// searching a proof.
    ///
    /// # Errors
    /// If the memory is not available.
    pub fn new(
        preset: Preset,
        tables: Option<Tables>,
        mebibytes: usize,
    ) -> Result<AlphaBeta, TryReserveError> {
        Ok(AlphaBeta {
            preset,
            tables,
            transpositions: Transpositions::new(mebibytes)?,
            proofs: Proofs { preset, bytes: (mebibytes as u64) << 20, last: None },
            listener: Listener::default(),
            note: None,
        })
    }

    /// Returns an engine as [`AlphaBeta::new`] does, with half as much memory if the system has too
    /// little, or a quarter and so on.
    ///
    /// # Errors
    /// If even one MiB is not available.
    pub fn up_to(
        preset: Preset,
        tables: Option<Tables>,
        mebibytes: usize,
    ) -> Result<AlphaBeta, TryReserveError> {
        let engine = fitting((mebibytes as u64) << 20, 0, |bytes| {
            AlphaBeta::new(preset, None, (bytes >> 20).max(1) as usize)
        });
        Ok(AlphaBeta { tables, ..engine? })
    }

    /// Searches the current position until `go` or `stop` ends the search, and passes its findings
    /// to `report`.
    pub fn think(
        &mut self,
        game: &Game,
        go: &Go,
        stop: &Stop,
        report: &mut dyn FnMut(Info),
    ) -> Thought {
        let position = *game.position();
        let budget = Budget::new(go, position.turn(), stop);
        if let Some((_, value)) = self.preset.rules.termination(&position) {
            let worth = Worth::exact(value, Basis::Over);
            return settled(None, worth, &budget, report);
        }
        let mut moves = self.preset.rules.moves(&position);
        let is_forced = moves.len() == 1;
        let is_narrowed = !go.searchmoves.is_empty();
        if is_narrowed {
            moves = self.chosen(&position, &go.searchmoves, report);
        }
        let values = self.values(game, &moves);
        if let Some(trouble) = self.tables.as_mut().and_then(Tables::trouble) {
            report(Info::string(trouble));
        }
        let tables = self.tables.as_mut();
        if let Some(&(best, value)) = values.as_ref().and_then(|values| values.first()) {
            let worth = Worth::exact(value, Basis::Tables);
            return settled(Some(best), worth, &budget, report);
        }
        let proved = match is_narrowed {
            // A new proof would win by any move.
            true => self.proofs.known(game).filter(|it| moves.contains(&it.played)),
            false => self.proofs.answer(game, &budget),
        };
        if let Some(answer) = proved {
            let worth = Worth::within(Wdl::Win, answer.plies, Basis::Proof);
            return settled(Some(answer.played), worth, &budget, report);
        }
        let rules = (self.preset.rules, self.preset.repetition);
        let memory = &mut self.transpositions;
        let search = AlphaBetaSearch::new(rules, game, moves.clone(), tables, memory, &budget);
        deepen(search, &moves, is_forced, &budget, report)
    }

    /// Returns the legal moves among those that a question names, and reports the others.
    fn chosen(
        &self,
        position: &Position,
        searchmoves: &[String],
        report: &mut dyn FnMut(Info),
    ) -> Vec<Move> {
        let mut moves = Vec::new();
        for text in searchmoves {
            match self.preset.rules.parse_move(position, text) {
                Ok(played) if moves.contains(&played) => {}
                Ok(played) => moves.push(played),
                Err(error) => report(Info::string(format!("go searchmoves: {error}"))),
            }
        }
        moves
    }

    /// Returns the proof that `winner` wins from a position, if a search of `go.nodes` expansions
    /// finds one before the time of `go` ends.
    pub(crate) fn prove(
        &self,
        position: Position,
        winner: Color,
        go: &Go,
        stop: &Stop,
    ) -> Option<Guide> {
        let budget = Budget::new(go, position.turn(), stop);
        self.proofs.prove(position, winner, &budget, None)
    }

    /// Returns the moves with their values by tables, best first. A move that ends the game by
    /// repetition has the value of that end. [`choices`](loa_record::review::choices) does the same
    /// with tables that it waits for.
    fn values(&mut self, game: &Game, moves: &[Move]) -> Option<Vec<(Move, Value)>> {
        let position = *game.position();
        let mut values = self.tables.as_mut()?.values(&position, moves)?;
        for (played, answer) in &mut values {
            let repetition = self.preset.repetition;
            if ends_by_repetition(repetition, game.positions(), &position.play_unchecked(*played)) {
                *answer = value_of_repeating(repetition);
            }
        }
        values.sort_by_key(|&(_, answer)| Reverse(answer));
        Some(values)
    }
}

/// Reports a move that needs no search, and returns it.
fn settled(
    best: Option<Move>,
    worth: Worth,
    budget: &Budget<'_>,
    report: &mut dyn FnMut(Info),
) -> Thought {
    // The plies of a proof are an upper bound, not a distance.
    let score = if worth.basis == Basis::Proof { Score::Win(None) } else { worth.into() };
    let line: Vec<Move> = best.into_iter().collect();
    let depth = u32::from(best.is_some());
    report(info(budget, depth, 0, score, &line));
    Thought { best, score, depth, worth, line, nodes: 0 }
}

/// Searches to depth 1, 2 and so on until the budget is spent.
fn deepen(
    mut search: AlphaBetaSearch<'_>,
    moves: &[Move],
    is_forced: bool,
    budget: &Budget<'_>,
    report: &mut dyn FnMut(Info),
) -> Thought {
    let mut last = search.estimate();
    let mut thought = Thought {
        best: moves.first().copied(),
        score: score::reported(last),
        depth: 0,
        worth: score::reported(last).into(),
        line: Vec::new(),
        nodes: 0,
    };
    if moves.is_empty() {
        return thought;
    }
    for depth in 1..=budget.depth {
        let found = search.search(depth);
        let is_stopped = found.is_err();
        let Some(found) = found.ok().or_else(|| search.found_so_far()) else {
            break;
        };
        thought.best = found.line.first().copied().or(thought.best);
        let score = score::reported(found.score);
        report(info(budget, depth, search.nodes, score, &found.line));
        (thought.line, thought.nodes) = (found.line, search.nodes);
        // A part of the moves can show a win. Only all moves can show a loss.
        if !is_stopped || matches!(score, Score::Win(_)) {
            thought.score = score::settled(last, found.score);
            thought.depth = depth;
        }
        if is_stopped {
            break;
        }
        last = found.score;
        // A win or loss within the depth is exact: more depth changes nothing.
        let is_exact = score::plies(found.score).is_some_and(|plies| plies <= depth);
        let no_choice = is_forced && budget.has_deadline();
        if is_exact || no_choice {
            break;
        }
    }
    thought.worth = Worth::from(thought.score).seen_to(thought.depth);
    thought
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
