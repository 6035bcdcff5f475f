//! Judging an engine by the tables: positions to ask about, the engine's moves,
//! what they did to the value, and games played out.

mod game;
mod html;
mod json;
mod panel;
mod question;
mod report;
mod sample;
mod stratum;
mod tally;
mod text;
mod verdict;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::Instant;

use loa_solver::{Material, Position};

pub(crate) use game::{Games, Opposition};
pub(crate) use html::page;
pub(crate) use json::to_json;
pub(crate) use panel::Panel;
pub(crate) use question::{Question, read_suite};
pub(crate) use report::{FailOn, Report, Source, reasons};
pub(crate) use sample::Sample;
pub(crate) use stratum::Reach;
pub(crate) use text::print;

use crate::protocol::Failed;
use panel::Introduction;
use tally::Tally;
use verdict::Verdict;

/// What came of asking an engine for moves.
pub(crate) struct Judgement<'a> {
    /// How many positions there were to ask about.
    pub(crate) positions: usize,
    /// In the order of the questions.
    pub(crate) verdicts: Vec<Verdict<'a>>,
    pub(crate) failures: Vec<FailedAt>,
    pub(crate) all: Tally,
    pub(crate) by_material: BTreeMap<Material, Tally>,
    pub(crate) by_reach: BTreeMap<Reach, Tally>,
    pub(crate) gave_up: bool,
    pub(crate) engine: Introduction,
}

/// A failure of the engine, and where it was asked.
pub(crate) struct FailedAt {
    pub(crate) position: Position,
    pub(crate) failed: Failed,
}

/// Asks the engine for its move in every position and looks at what each is worth.
pub(crate) fn judge<'a>(panel: &Panel<'_>, questions: &'a [Question]) -> Judgement<'a> {
    panel.watch.begin("judging", questions.len());
    let worked = panel.run(questions.len(), |engine, number| {
        let asked = Instant::now();
        let answer = engine.best_move(questions[number].position(), &[])?;
        Ok((answer, asked.elapsed()))
    });
    let mut judgement = Judgement {
        positions: questions.len(),
        verdicts: Vec::new(),
        failures: Vec::new(),
        all: Tally::default(),
        by_material: BTreeMap::new(),
        by_reach: BTreeMap::new(),
        gave_up: worked.gave_up,
        engine: worked.engine,
    };
    for (question, result) in questions.iter().zip(worked.results) {
        match result {
            Some(Ok((answer, took))) => {
                if let Some(verdict) = Verdict::of(question, answer, took) {
                    judgement.count(question, |tally| tally.add(&verdict));
                    judgement.verdicts.push(verdict);
                }
            }
            Some(Err(failed)) => {
                judgement.count(question, |tally| tally.failures += 1);
                let position = *question.position();
                judgement.failures.push(FailedAt { position, failed });
            }
            None => {}
        }
    }
    judgement
}

impl<'a> Judgement<'a> {
    fn count(&mut self, question: &Question, mut add: impl FnMut(&mut Tally)) {
        let stratum = question.stratum();
        add(&mut self.all);
        add(self.by_material.entry(stratum.material).or_default());
        add(self.by_reach.entry(stratum.reach).or_default());
    }

    /// The worst moves, the worst first; none that is as good as any.
    pub(crate) fn worst(&self, most: usize) -> Vec<&Verdict<'a>> {
        let mut worst: Vec<&Verdict<'a>> = self.verdicts.iter().collect();
        worst.retain(|verdict| verdict.badness().0 > 0);
        worst.sort_by_cached_key(|verdict| {
            let position = verdict.question.position().to_string();
            (Reverse(verdict.badness()), position)
        });
        worst.truncate(most);
        worst
    }
}
