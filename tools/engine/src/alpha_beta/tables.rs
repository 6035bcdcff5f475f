//! The tables as the engine uses them: waiting for the disk, or not.
//!
//! An engine that does not wait gets only values in memory. A thread of its own reads
//! the others, for a later question.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use loa_solver::{Board, Material, Move, Position};
use loa_tablebase::{Answer, ProbeError, Tablebase, Wdl};

/// A tablebase, and whether the search waits for it.
#[derive(Debug)]
pub struct Tables {
    tablebase: Arc<Tablebase>,
    /// `None` where the tables are waited for.
    reader: Option<Reader>,
    /// The materials with tables, on the board of the last question.
    covered: Option<(Board, HashSet<Material>)>,
    trouble: Option<String>,
}

impl Tables {
    /// Returns tables that are waited for, or not.
    pub fn new(tablebase: impl Into<Arc<Tablebase>>, waits: bool) -> Tables {
        let tablebase = tablebase.into();
        Tables {
            reader: (!waits).then(|| Reader::new(Arc::clone(&tablebase))),
            tablebase,
            covered: None,
            trouble: None,
        }
    }

    /// Returns whether an answer may take as long as the disk does.
    pub(super) const fn waits(&self) -> bool {
        self.reader.is_none()
    }

    /// Returns the last error since the call before, and forgets it.
    pub(super) fn trouble(&mut self) -> Option<String> {
        self.trouble.take()
    }

    /// Returns whether there is a table of a position's material.
    pub(super) fn cover(&mut self, position: &Position) -> bool {
        let (board, material) = (position.board(), position.material());
        if self.covered.as_ref().is_none_or(|covered| covered.0 != board) {
            let materials = self.tablebase.materials(board).unwrap_or_else(|error| {
                self.trouble = Some(error.to_string());
                Vec::new()
            });
            self.covered = Some((board, materials.into_iter().collect()));
        }
        let covered = self.covered.as_ref();
        covered.is_some_and(|covered| covered.1.contains(&material))
    }

    /// Returns the value of a position, if the tables have it.
    pub(super) fn answer(&mut self, position: &Position) -> Option<Answer> {
        if let Some(reader) = &self.reader {
            return reader.answer(&self.tablebase, position);
        }
        let answer = self.tablebase.answer(position);
        self.checked(position.material(), answer)
    }

    /// Returns the values of some positions, with one material or after it, if the
    /// tables have all of them.
    pub(super) fn answers(&mut self, positions: &[Position]) -> Option<Vec<Answer>> {
        if let Some(reader) = &self.reader {
            let answers = positions.iter();
            // All are looked up, so that all are read.
            let answers: Vec<_> =
                answers.map(|position| reader.answer(&self.tablebase, position)).collect();
            return answers.into_iter().collect();
        }
        let answers = self
            .tablebase
            .answers(positions)
            .into_iter()
            .zip(positions)
            .map(|(answer, position)| self.checked(position.material(), answer));
        answers.collect()
    }

    /// Returns an answer. Material whose tables fail is not looked up again.
    fn checked(
        &mut self,
        material: Material,
        answer: Result<Answer, ProbeError>,
    ) -> Option<Answer> {
        let error = match answer {
            Ok(answer) => return Some(answer),
            Err(error) => error,
        };
        if let Some((_, covered)) = &mut self.covered {
            covered.remove(&material);
        }
        self.trouble = Some(error.to_string());
        None
    }

    /// Returns the moves of a position with their values to the side that makes them,
    /// best first and otherwise in the order given.
    pub(super) fn values(
        &mut self,
        position: &Position,
        moves: &[Move],
    ) -> Option<Vec<(Move, Answer)>> {
        if !self.cover(position) {
            return None;
        }
        let after: Vec<Position> =
            moves.iter().map(|&played| position.play_unchecked(played)).collect();
        let answers = self.answers(&after)?.into_iter().map(Answer::for_mover);
        let mut values: Vec<(Move, Answer)> = moves.iter().copied().zip(answers).collect();
        values.sort_by_key(|&(_, answer)| Reverse(answer));
        Some(values)
    }
}

/// Returns whether the tables lack the distance of a win or a loss.
pub(super) fn lacks_distance(answer: Answer) -> bool {
    answer.wdl() != Wdl::Draw && answer.plies().is_none()
}

/// The most positions that wait to be read.
const WAITING: usize = 64;

/// A thread that reads values which were not in memory.
#[derive(Debug)]
struct Reader {
    wanted: SyncSender<Position>,
}

impl Reader {
    fn new(tablebase: Arc<Tablebase>) -> Reader {
        let (wanted, receiver) = sync_channel(WAITING);
        // If it cannot be started, nothing is read ahead.
        let _ = thread::Builder::new().spawn(move || read_on(&tablebase, &receiver));
        Reader { wanted }
    }

    fn answer(&self, tablebase: &Tablebase, position: &Position) -> Option<Answer> {
        let answer = tablebase.answer_if_cached(position);
        if answer.is_none() {
            // A full queue has enough to read.
            let _ = self.wanted.try_send(*position);
        }
        answer
    }
}

/// Reads until the other end of the queue is gone.
fn read_on(tablebase: &Tablebase, wanted: &Receiver<Position>) {
    for position in wanted {
        // A table that fails is reported when it is waited for.
        let _ = tablebase.answer(&position);
    }
}
