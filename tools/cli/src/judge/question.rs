//! Positions to ask an engine about, with what the tables say of them.

use std::cmp::Ordering;
use std::path::Path;

use loa_solver::{Position, Rules};
use loa_tablebase::{MoveValue, Probe, Tablebase};
use rayon::prelude::*;

use super::stratum::{Reach, Stratum};
use crate::args::read_position;
use crate::failure::{Failure, Status};
use crate::suite::{self, Problem, ProblemError};
use crate::watch::Watch;

/// A position that is not over, and every move in it with its value.
#[derive(Clone)]
pub(crate) struct Question(Probe);

impl Question {
    /// `None` of a finished position.
    pub(super) fn of(probe: Probe) -> Option<Question> {
        (!probe.moves.is_empty()).then_some(Question(probe))
    }

    pub(crate) fn position(&self) -> &Position {
        &self.0.position
    }

    pub(crate) fn probe(&self) -> &Probe {
        &self.0
    }

    pub(crate) fn stratum(&self) -> Stratum {
        Stratum {
            material: self.0.position.material(),
            reach: Reach::of(self.0.value),
        }
    }

    /// The moves that keep the outcome, and of those that keep it the ones that
    /// lose no time either.
    pub(crate) fn best(&self) -> impl Iterator<Item = &MoveValue> {
        let best = self.0.moves.first().map(|best| best.value);
        self.0
            .moves
            .iter()
            .take_while(move |m| Some(m.value) == best)
    }

    /// How many of its moves give the outcome away, how many that or time, and
    /// how many there are.
    fn traps(&self) -> (usize, usize, usize) {
        let outcome = self.0.value.wdl();
        let moves = &self.0.moves;
        let blunders = moves.iter().filter(|m| m.value.wdl() != outcome).count();
        (blunders, moves.len() - self.best().count(), moves.len())
    }

    /// Whether a move can be wrong at all.
    pub(super) fn judges_something(&self) -> bool {
        self.traps().1 > 0
    }

    /// Compares by the share of moves that give the outcome away, then by the
    /// share of those that lose time.
    pub(super) fn harder(&self, other: &Question) -> Ordering {
        let ((a, late_a, all_a), (b, late_b, all_b)) = (self.traps(), other.traps());
        (a * all_b)
            .cmp(&(b * all_a))
            .then((late_a * all_b).cmp(&(late_b * all_a)))
    }
}

/// Reads the positions of a suite, or of a mere list. A line with as many fields as
/// a problem is read as one, and its rules must be those of the tables; of any
/// other line what stands before a semicolon is a position. Finished positions are
/// left out; how many is told too.
pub(crate) fn read_suite(
    tables: &Tablebase,
    file: &Path,
    watch: &Watch,
) -> Result<(Vec<Question>, usize), Failure> {
    let mut positions = Vec::new();
    for (line, text) in suite::lines(&suite::text_of(file)?) {
        let position = read_line(tables.rules(), text).map_err(|failure| {
            let message = format!("{}: line {line}: {}", file.display(), failure.message);
            Failure::new(failure.status, message)
        });
        positions.push(position?);
    }
    let asked = positions.len();
    watch.begin("probing positions", asked);
    let questions = probe_all(tables, &positions, watch)?;
    let finished = asked - questions.len();
    Ok((questions, finished))
}

fn read_line(rules: Rules, text: &str) -> Result<Position, Failure> {
    match text.parse::<Problem>() {
        Ok(problem) if problem.rules == rules => Ok(problem.position),
        Ok(problem) => {
            let message = format!("a problem under {}, not {rules}", problem.rules);
            Err(Failure::new(Status::Rules, message))
        }
        Err(ProblemError::Fields(_)) => read_position(text.split(';').next().unwrap_or(text)),
        Err(error) => Err(Failure::new(Status::Usage, error)),
    }
}

/// What the tables say of positions, in their order; finished ones are left out.
pub(super) fn probe_all(
    tables: &Tablebase,
    positions: &[Position],
    watch: &Watch,
) -> Result<Vec<Question>, Failure> {
    let probes = positions.par_iter().map(|position| {
        if watch.interrupted() {
            return Err(Failure::new(Status::Interrupted, "interrupted"));
        }
        watch.step();
        Ok(tables.probe(position)?)
    });
    let probes = probes.collect::<Result<Vec<Probe>, Failure>>()?;
    Ok(probes.into_iter().filter_map(Question::of).collect())
}
