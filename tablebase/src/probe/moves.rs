//! The values of one position and its moves, and its best line.

use std::cmp::Reverse;
use std::path::{Path, PathBuf};

use loa_solver::{Move, Position, Rules, Termination, Value, Wdl};

use super::error::ProbeError;
use super::session::{LookupSession, Reach};
use super::tablebase::Tablebase;

/// The value of a position and of every move in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Probe {
    /// The rules of the values.
    pub rules: Rules,
    /// The position.
    pub position: Position,
    /// The position's value to the side to move.
    pub value: Value,
    /// The reason why the game is over; `None` if it is not.
    pub over: Option<Termination>,
    /// Every move with its value, best first: wins by the fewest plies, draws, losses
    /// by the most plies, then by text. Empty when the position is terminal.
    pub moves: Vec<MoveValue>,
}

/// A move and its value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct MoveValue {
    /// The move.
    pub played: Move,
    /// The value to the side that makes the move, counted from before the move.
    pub value: Value,
    /// The position after the move.
    pub position: Position,
}

impl Tablebase {
    /// Returns the value of a position to the side to move. The tables are trusted: only
    /// [`Tablebase::probe`], which looks up every move, finds contradictions.
    ///
    /// # Errors
    /// If a needed table is missing, unfinished, damaged or for other rules, or no table can cover
    /// the position.
    pub fn answer(&self, position: &Position) -> Result<Value, ProbeError> {
        LookupSession::new(self, position.material()).answer(position, &|_| false)
    }

    /// True if the table that contains a position is open. Reads no file.
    pub fn has_open_table(&self, position: &Position) -> bool {
        self.opened(position.board(), position.material()).is_some()
    }

    /// Returns the path of the table that contains a position, or the name of a built-in one. The
    /// other methods also answer without a table where the rules or a look at every move suffice.
    ///
    /// # Errors
    /// As for [`Tablebase::answer`].
    pub fn table_path(&self, position: &Position) -> Result<PathBuf, ProbeError> {
        let material = position.material();
        Ok(self.table(position.board(), material, material)?.path().to_owned())
    }

    /// Returns the outcome of a position for the side to move. This is faster than
    /// [`Tablebase::answer`] for a won position, because any winning move suffices.
    ///
    /// # Errors
    /// As for [`Tablebase::answer`].
    pub fn wdl(&self, position: &Position) -> Result<Wdl, ProbeError> {
        let is_won = |answer: Value| answer.wdl() == Wdl::Win;
        let answer = LookupSession::new(self, position.material()).answer(position, &is_won)?;
        Ok(answer.wdl())
    }

    /// Returns the value of a position if everything it needs is in memory, for use in a
    /// time-critical search. Never opens, reads or unpacks anything.
    pub fn answer_if_cached(&self, position: &Position) -> Option<Value> {
        let mut session = LookupSession::new(self, position.material());
        let answer = session.answer_within(Reach::Memory, position, &|_| false);
        answer.ok().flatten()
    }

    /// Returns the answers to positions, in their order, as [`Tablebase::answer`] does. With the
    /// feature `parallel` this uses all threads and unpacks each unit once.
    #[cfg(not(feature = "parallel"))]
    pub fn answers(&self, positions: &[Position]) -> Vec<Result<Value, ProbeError>> {
        positions.iter().map(|position| self.answer(position)).collect()
    }

    /// Returns the values of positions and of every move in them, in their order, as
    /// [`Tablebase::probe`] does. With the feature `parallel` this uses all threads and unpacks
    /// each unit once.
    #[cfg(not(feature = "parallel"))]
    pub fn probes(&self, positions: &[Position]) -> Vec<Result<Probe, ProbeError>> {
        positions.iter().map(|position| self.probe(position)).collect()
    }

    /// Returns the value of a position and of every move in it.
    ///
    /// # Errors
    /// If a needed table is missing, unfinished, damaged or for other rules, if no table can cover
    /// the position, or if the value is not that of the best move.
    pub fn probe(&self, position: &Position) -> Result<Probe, ProbeError> {
        let (board, material) = (position.board(), position.material());
        let probe = self.probe_within(Reach::Disk, position)?;
        // Everything is in reach.
        probe.ok_or_else(|| self.missing(board, material, material))
    }

    /// Returns what [`Tablebase::probe`] does if all that it takes is in memory. Never opens, reads
    /// or unpacks anything.
    ///
    /// # Errors
    /// When the value is not that of the best move.
    pub fn probe_if_cached(&self, position: &Position) -> Result<Option<Probe>, ProbeError> {
        self.probe_within(Reach::Memory, position)
    }

    fn probe_within(&self, reach: Reach, position: &Position) -> Result<Option<Probe>, ProbeError> {
        let rules = self.rules();
        let position = *position;
        if let Some((over, value)) = rules.termination(&position) {
            let moves = Vec::new();
            return Ok(Some(Probe { rules, position, value, over: Some(over), moves }));
        }
        let mut session = LookupSession::new(self, position.material());
        let Some(value) = session.answer_within(reach, &position, &|_| false)? else {
            return Ok(None);
        };
        let mut moves = Vec::new();
        for played in rules.moves(&position) {
            let after = position.play_unchecked(played);
            let Some(value) = session.answer_within(reach, &after, &|_| false)? else {
                return Ok(None);
            };
            moves.push((played, value));
        }
        self.assemble(&position, value, moves).map(Some)
    }

    /// Returns the best move of a position; `None` if the game is over.
    ///
    /// # Errors
    /// As for [`Tablebase::probe`].
    pub fn best_move(&self, position: &Position) -> Result<Option<MoveValue>, ProbeError> {
        Ok(self.probe(position)?.moves.into_iter().next())
    }

    /// Returns the probe of a position that is not terminal, given its value and the values after
    /// its moves.
    ///
    /// # Errors
    /// If the value is not that of the best move.
    pub(crate) fn assemble(
        &self,
        position: &Position,
        value: Value,
        moves: impl IntoIterator<Item = (Move, Value)>,
    ) -> Result<Probe, ProbeError> {
        let position = *position;
        let mut moves: Vec<MoveValue> = moves
            .into_iter()
            .map(|(played, after)| MoveValue {
                played,
                value: after.for_mover(),
                position: position.play_unchecked(played),
            })
            .collect();
        // The sort is stable, and the moves are already sorted by text.
        moves.sort_by_key(|candidate| Reverse(candidate.value));
        if let Some(best) = moves.first() {
            self.agree(&position, value, best.value)?;
        }
        Ok(Probe { rules: self.rules(), position, value, over: None, moves })
    }

    /// Returns best play from a won or lost position to the end: in each position the first of the
    /// best moves, each one ply nearer to the end. Empty for a drawn or terminal position.
    ///
    /// # Errors
    /// As for [`Tablebase::probe`].
    pub fn line(&self, position: &Position) -> Result<Vec<MoveValue>, ProbeError> {
        let mut line = Vec::new();
        let mut probe = self.probe(position)?;
        let mut from = *position;
        let mut value = probe.value;
        while value != Value::Draw && !probe.moves.is_empty() {
            let best = probe.moves.swap_remove(0);
            probe = self.probe(&best.position)?;
            self.agree(&from, value, probe.value.for_mover())?;
            (from, value) = (best.position, probe.value);
            line.push(best);
        }
        Ok(line)
    }

    /// Returns moves of both sides that keep a draw: in each position the first such move, until
    /// the game ends, a position recurs, or the line has [`Tablebase::MOST_HOLDING_MOVES`] moves.
    /// Empty if the position is not drawn.
    ///
    /// # Errors
    /// As for [`Tablebase::probe`].
    pub fn drawn_line(&self, position: &Position) -> Result<Vec<MoveValue>, ProbeError> {
        let mut seen = vec![*position];
        let mut line = Vec::new();
        while line.len() < Self::MOST_HOLDING_MOVES {
            let last = seen[seen.len() - 1];
            let best = self.probe(&last)?.moves.into_iter().next();
            let Some(best) = best.filter(|best| best.value.wdl() == Wdl::Draw) else {
                break;
            };
            let next = best.position;
            line.push(best);
            if seen.contains(&next) {
                break;
            }
            seen.push(next);
        }
        Ok(line)
    }

    /// The maximum length of a [drawn line](Tablebase::drawn_line).
    pub const MOST_HOLDING_MOVES: usize = 100;

    /// Compares the value of a position with that of its best move.
    fn agree(&self, position: &Position, stored: Value, implied: Value) -> Result<(), ProbeError> {
        if stored == implied {
            return Ok(());
        }
        Err(ProbeError::Contradiction {
            position: Box::new(*position),
            rules: self.rules(),
            folder: self.folder().map(Path::to_owned),
            stored,
            implied,
        })
    }
}
