//! The tables as the engine asks them: waiting for the disk, or not.
//!
//! Who does not wait is told what is in memory. What is not there is read
//! meanwhile by a thread of its own, for a later question.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use loa_solver::{Board, Material, Move, Position};
use loa_tablebase::{Answer, ProbeError, Tablebase, Wdl};

/// A tablebase, and whether it may be waited for.
pub(crate) struct Tables {
    tablebase: Arc<Tablebase>,
    /// `None` where the tables are waited for.
    reader: Option<Reader>,
    /// What there are tables of, on the board last asked about.
    covered: Option<(Board, HashSet<Material>)>,
    trouble: Option<String>,
}

impl Tables {
    pub(crate) fn new(tablebase: impl Into<Arc<Tablebase>>, waits: bool) -> Tables {
        let tablebase = tablebase.into();
        Tables {
            reader: (!waits).then(|| Reader::new(Arc::clone(&tablebase))),
            tablebase,
            covered: None,
            trouble: None,
        }
    }

    /// Whether an answer may take as long as the disk does.
    pub(super) const fn waits(&self) -> bool {
        self.reader.is_none()
    }

    /// What has gone wrong since it was last asked.
    pub(super) fn trouble(&mut self) -> Option<String> {
        self.trouble.take()
    }

    /// Whether there is a table of a position's material.
    pub(super) fn cover(&mut self, position: &Position) -> bool {
        let (board, material) = (position.board(), position.material());
        if self
            .covered
            .as_ref()
            .is_none_or(|covered| covered.0 != board)
        {
            let materials = self.tablebase.materials(board).unwrap_or_else(|error| {
                self.trouble = Some(error.to_string());
                Vec::new()
            });
            self.covered = Some((board, materials.into_iter().collect()));
        }
        let covered = self.covered.as_ref();
        covered.is_some_and(|covered| covered.1.contains(&material))
    }

    /// What a position is worth, if the tables tell.
    pub(super) fn answer(&mut self, position: &Position) -> Option<Answer> {
        if let Some(reader) = &self.reader {
            return reader.answer(&self.tablebase, position);
        }
        let answer = self.tablebase.answer(position);
        self.checked(position.material(), answer)
    }

    /// What each of some positions with one material or after it is worth, if
    /// the tables tell of all.
    pub(super) fn answers(&mut self, positions: &[Position]) -> Option<Vec<Answer>> {
        if let Some(reader) = &self.reader {
            let answers = positions.iter();
            // All are asked about, so that all are read.
            let answers: Vec<_> = answers
                .map(|position| reader.answer(&self.tablebase, position))
                .collect();
            return answers.into_iter().collect();
        }
        let answers = self.tablebase.answers(positions).into_iter().zip(positions);
        let answers = answers.map(|(answer, position)| self.checked(position.material(), answer));
        answers.collect()
    }

    /// Material whose tables fail is not asked about again.
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

    /// The moves of a position with their values to the side that makes them,
    /// best first and otherwise in the order given.
    pub(super) fn values(
        &mut self,
        position: &Position,
        moves: &[Move],
    ) -> Option<Vec<(Move, Answer)>> {
        if !self.cover(position) {
            return None;
        }
        let after: Vec<Position> = moves
            .iter()
            .map(|&played| position.play_unchecked(played))
            .collect();
        let answers = self.answers(&after)?.into_iter().map(Answer::for_mover);
        let mut values: Vec<(Move, Answer)> = moves.iter().copied().zip(answers).collect();
        values.sort_by_key(|&(_, answer)| Reverse(answer));
        Some(values)
    }
}

/// Whether a distance is wanted that the tables do not tell.
pub(super) fn lacks_distance(answer: Answer) -> bool {
    answer.wdl() != Wdl::Draw && answer.plies().is_none()
}

/// Positions that wait to be read, at most.
const WAITING: usize = 64;

/// Reads what was not in memory.
struct Reader {
    wanted: SyncSender<Position>,
}

impl Reader {
    fn new(tablebase: Arc<Tablebase>) -> Reader {
        let (wanted, receiver) = sync_channel(WAITING);
        thread::spawn(move || read_on(&tablebase, &receiver));
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

/// Reads until nobody can ask any more.
fn read_on(tablebase: &Tablebase, wanted: &Receiver<Position>) {
    for position in wanted {
        // A table that fails is told of when it is waited for.
        let _ = tablebase.answer(&position);
    }
}
