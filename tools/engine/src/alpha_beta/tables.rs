//! The engine's access to tables, with or without waiting for the disk.
//!
//! An engine that does not wait gets only values in memory. A background thread reads the others
//! for later questions.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use loa_solver::{Board, Material, Move, Position, Value};
use loa_tablebase::{ProbeError, Tablebase};

/// A tablebase, and whether the search waits for it.
#[derive(Debug)]
pub struct Tables {
    tablebase: Arc<Tablebase>,
    /// `None` if the search waits for tables.
    reader: Option<ReadAhead>,
    /// The materials with tables, on the board of the last question.
    covered: Option<(Board, HashSet<Material>)>,
    trouble: Option<String>,
}

impl Tables {
    /// Returns tables that the search waits for or not.
    pub fn new(tablebase: impl Into<Arc<Tablebase>>, waits: bool) -> Tables {
        let tablebase = tablebase.into();
        Tables {
            reader: (!waits).then(|| ReadAhead::new(Arc::clone(&tablebase))),
            tablebase,
            covered: None,
            trouble: None,
        }
    }

    /// Returns whether the search waits for the disk.
    pub(super) const fn waits(&self) -> bool {
        self.reader.is_none()
    }

    /// Returns the last error since the previous call, and forgets it.
    pub(super) fn trouble(&mut self) -> Option<String> {
        self.trouble.take()
    }

    /// Returns whether a table exists for a position's material.
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

    /// Returns the value of a position; `None` if it is not available.
    pub(super) fn answer(&mut self, position: &Position) -> Option<Value> {
        if let Some(reader) = &self.reader {
            return reader.answer(&self.tablebase, position);
        }
        let answer = self.tablebase.answer(position);
        self.checked(position.material(), answer)
    }

    /// Returns the values of positions that all have the same material, or the material after a
    /// capture of it; `None` if any is not available.
    pub(super) fn answers(&mut self, positions: &[Position]) -> Option<Vec<Value>> {
        if let Some(reader) = &self.reader {
            let answers = positions.iter();
            // All positions are looked up, so that all are read.
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

    /// Returns an answer. If the tables of a material fail, it is not looked up again.
    fn checked(&mut self, material: Material, answer: Result<Value, ProbeError>) -> Option<Value> {
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

    /// Returns the moves of a position with their values to the side that makes them.
    pub(super) fn values(
        &mut self,
        position: &Position,
        moves: &[Move],
    ) -> Option<Vec<(Move, Value)>> {
        if !self.cover(position) {
            return None;
        }
        let after: Vec<Position> =
            moves.iter().map(|&played| position.play_unchecked(played)).collect();
        let answers = self.answers(&after)?.into_iter().map(Value::for_mover);
        Some(moves.iter().copied().zip(answers).collect())
    }
}

/// The maximum number of positions waiting to be read.
const WAITING: usize = 64;

/// A thread that reads values which were not in memory.
#[derive(Debug)]
struct ReadAhead {
    wanted: SyncSender<Position>,
}

impl ReadAhead {
    fn new(tablebase: Arc<Tablebase>) -> ReadAhead {
        let (wanted, receiver) = sync_channel(WAITING);
        // If the thread cannot be started, nothing is read ahead.
        let _ = thread::Builder::new().spawn(move || read_on(&tablebase, &receiver));
        ReadAhead { wanted }
    }

    fn answer(&self, tablebase: &Tablebase, position: &Position) -> Option<Value> {
        let answer = tablebase.answer_if_cached(position);
        if answer.is_none() {
            // A full queue already has enough to read.
            let _ = self.wanted.try_send(*position);
        }
        answer
    }
}

/// Reads until the other end of the queue is dropped.
fn read_on(tablebase: &Tablebase, wanted: &Receiver<Position>) {
    for position in wanted {
        // The error of a table is reported when the search waits for it.
        let _ = tablebase.answer(&position);
    }
}
