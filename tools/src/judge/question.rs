//! Positions to ask an engine about, with what the tables say of them.

use std::cmp::Ordering;
use std::path::Path;

use loa_solver::{Position, Rules};
use loa_tablebase::{MoveValue, Probe, Tablebase};
use rayon::prelude::*;

use super::stratum::{Reach, Stratum};
use super::watch::Watch;
use crate::args::read_position;
use crate::failure::{Failure, Status};

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
        let best = self.0.moves.first().map(|best| best.value.goodness());
        self.0
            .moves
            .iter()
            .take_while(move |m| Some(m.value.goodness()) == best)
    }

    /// How many of its moves give the outcome away, how many that or time, and
    /// how many there are.
    fn traps(&self) -> (usize, usize, usize) {
        let outcome = self.0.value.outcome();
        let moves = &self.0.moves;
        let blunders = moves
            .iter()
            .filter(|m| m.value.outcome() != outcome)
            .count();
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

/// Reads the positions of a suite, or of a plain file: a line each, up to a
/// semicolon; lines that begin with `#` are comments. What follows the semicolon
/// is left unread, but for a rules id, which must be that of the tables. Finished
/// positions are left out; how many is told too.
pub(crate) fn read_suite(
    tables: &Tablebase,
    file: &Path,
    watch: &Watch,
) -> Result<(Vec<Question>, usize), Failure> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| Failure::new(Status::Failed, format!("{}: {error}", file.display())))?;
    let mut positions = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let place = || format!("{}, line {number}", file.display());
        let mut fields = line.split(';');
        let position = read_position(fields.next().unwrap_or(line));
        positions.push(position.map_err(|failure| {
            Failure::new(failure.status, format!("{}: {}", place(), failure.message))
        })?);
        let rules = fields
            .next()
            .and_then(|field| field.trim().parse::<Rules>().ok());
        if let Some(other) = rules.filter(|&rules| rules != tables.rules()) {
            let message = format!(
                "{}: a problem under {other}, not {}",
                place(),
                tables.rules()
            );
            return Err(Failure::new(Status::Rules, message));
        }
    }
    let asked = positions.len();
    watch.begin("probing positions", asked);
    let questions = probe_all(tables, &positions, watch)?;
    let finished = asked - questions.len();
    Ok((questions, finished))
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
