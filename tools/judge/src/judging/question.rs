//! Positions to ask an engine about, with their values.

use std::cmp::Ordering;

use loa_record::WrittenPosition;
use loa_solver::{Control, Position, Rules};
use loa_tablebase::{MoveValue, Probe, Tablebase};
use rayon::prelude::*;

use super::error::JudgeError;
use super::stratum::{Band, Stratum};
use crate::suite::{Problem, ProblemError, Theme, lines};

/// A position that is not over, with the value of every move in it.
#[derive(Clone, Debug)]
pub struct Question {
    probe: Probe,
    /// The themes of the problem with this position; empty if no problem has it.
    themes: Vec<Theme>,
}

impl Question {
    /// Returns the question about a position; `None` if the game is over.
    pub fn of(probe: Probe) -> Option<Question> {
        let themes = Vec::new();
        (!probe.moves.is_empty()).then_some(Question { probe, themes })
    }

    /// Returns the themes of the problem with this position, if a suite has one.
    pub fn themes(&self) -> &[Theme] {
        &self.themes
    }

    /// Returns the position.
    pub fn position(&self) -> &Position {
        &self.probe.position
    }

    /// Returns the answer of the tables.
    pub fn probe(&self) -> &Probe {
        &self.probe
    }

    /// Returns the kind of the position.
    pub fn stratum(&self) -> Stratum {
        Stratum::new(self.probe.position.material(), Band::of(self.probe.value))
    }

    /// Returns the best moves: those that keep the result and lose no time.
    pub fn best(&self) -> impl Iterator<Item = &MoveValue> {
        let best = self.probe.moves.first().map(|best| best.value);
        self.probe.moves.iter().take_while(move |m| Some(m.value) == best)
    }

    /// Returns the number of moves that give the result away, of those that give the result or time
    /// away, and of all moves.
    fn wrong_moves(&self) -> (usize, usize, usize) {
        let outcome = self.probe.value.wdl();
        let moves = &self.probe.moves;
        let blunders = moves.iter().filter(|m| m.value.wdl() != outcome).count();
        (blunders, moves.len() - self.best().count(), moves.len())
    }

    /// Returns whether any move is wrong.
    pub(super) fn has_wrong_moves(&self) -> bool {
        self.wrong_moves().1 > 0
    }

    /// Compares by the share of moves that give the result away, then by the share of moves that
    /// lose time.
    pub(super) fn harder(&self, other: &Question) -> Ordering {
        let ((a, late_a, all_a), (b, late_b, all_b)) = (self.wrong_moves(), other.wrong_moves());
        (a * all_b).cmp(&(b * all_a)).then((late_a * all_b).cmp(&(late_b * all_a)))
    }
}

/// Reads the positions of a suite, or of a list with one position on each line. Returns the
/// questions about them, and the number of positions that are over.
///
/// A line with the number of fields of a problem is read as a problem, whose rules must be those of
/// the tables. In any other line the text before a semicolon is a position.
///
/// # Errors
/// If the file cannot be read, a line is wrong, a table is missing or damaged, or the work is
/// interrupted.
pub fn read_questions(
    tables: &Tablebase,
    (name, text): (&str, &str),
    control: &Control<'_>,
) -> Result<(Vec<Question>, usize), JudgeError> {
    let (_, entries) = read_entries(Some(tables.rules()), name, text)?;
    control.begin("probing positions", entries.len() as u64);
    let (positions, themes): (Vec<Position>, Vec<Vec<Theme>>) = entries.into_iter().unzip();
    let probes = probes(tables, &positions, control)?.into_iter();
    let questions: Vec<Question> = probes
        .zip(themes)
        .filter_map(|(probe, themes)| {
            let question = Question::of(probe)?;
            Some(Question { themes, ..question })
        })
        .collect();
    let over = positions.len() - questions.len();
    Ok((questions, over))
}

/// Reads the positions of a suite, or of a list with one position on each line, as
/// [`read_questions`] does. Also returns the rules of the problems and links: `rules` if given, and
/// `None` if no line names rules.
///
/// # Errors
/// If the file cannot be read, or a line is wrong or a problem under other rules.
pub fn read_positions(
    rules: Option<Rules>,
    (name, text): (&str, &str),
) -> Result<(Option<Rules>, Vec<Position>), JudgeError> {
    let (rules, entries) = read_entries(rules, name, text)?;
    Ok((rules, entries.into_iter().map(|(position, _)| position).collect()))
}

/// A position with the themes that a suite gives it.
type ThemedPosition = (Position, Vec<Theme>);

fn read_entries(
    mut rules: Option<Rules>,
    name: &str,
    text: &str,
) -> Result<(Option<Rules>, Vec<ThemedPosition>), JudgeError> {
    let entries = lines(text).map(|(line, text)| read_line(&mut rules, name, line, text));
    let entries = entries.collect::<Result<_, _>>()?;
    Ok((rules, entries))
}

/// Reads a line. If no rules are known yet, the first line that names rules decides them.
fn read_line(
    rules: &mut Option<Rules>,
    name: &str,
    line: usize,
    text: &str,
) -> Result<ThemedPosition, JudgeError> {
    let name = || name.to_owned();
    match text.parse::<Problem>() {
        Ok(problem) => {
            let (found, wanted) = (problem.rules, *rules.get_or_insert(problem.rules));
            if found != wanted {
                return Err(JudgeError::Rules { name: name(), line, found, wanted });
            }
            Ok((problem.position, problem.themes))
        }
        Err(ProblemError::Fields(_)) => {
            let written = text.split(';').next().unwrap_or(text).parse::<WrittenPosition>();
            let position = written.and_then(|written| {
                if let Some(preset) = written.preset {
                    rules.get_or_insert(preset.rules);
                }
                rules.map_or(Ok(written.position), |rules| written.under(rules))
            });
            let position =
                position.map_err(|source| JudgeError::Position { name: name(), line, source });
            Ok((position?, Vec::new()))
        }
        Err(source) => Err(JudgeError::Problem { name: name(), line, source }),
    }
}

/// Returns the questions about positions, in order, without positions that are over.
///
/// # Errors
/// If a table is missing or damaged, or the work is interrupted.
pub(super) fn questions_about(
    tables: &Tablebase,
    positions: &[Position],
    control: &Control<'_>,
) -> Result<Vec<Question>, JudgeError> {
    let probes = probes(tables, positions, control)?.into_iter();
    Ok(probes.filter_map(Question::of).collect())
}

fn probes(
    tables: &Tablebase,
    positions: &[Position],
    control: &Control<'_>,
) -> Result<Vec<Probe>, JudgeError> {
    let probes = positions.par_iter().map(|position| {
        if control.is_stopped() {
            return Err(JudgeError::Interrupted);
        }
        control.step();
        Ok(tables.probe(position)?)
    });
    probes.collect()
}
