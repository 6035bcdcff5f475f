//! The moves of an engine in some positions, judged.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::Instant;

use loa_record::Game;
use loa_solver::Material;

use super::counts::Counts;
use super::judged_move::JudgedMove;
use super::pool::{EngineIdentity, EnginePool, FailedAt};
use super::question::Question;
use super::stratum::Band;
use crate::suite::Theme;

/// The moves of an engine in some positions, judged.
#[derive(Debug)]
#[non_exhaustive]
pub struct Judgement<'a> {
    /// The number of positions to ask about.
    pub positions: usize,
    /// The moves, in the order of the questions.
    pub moves: Vec<JudgedMove<'a>>,
    /// The failures, in the order of the questions.
    pub failures: Vec<FailedAt>,
    /// Counts over all positions.
    pub all: Counts,
    /// Counts over the positions of each material.
    pub by_material: BTreeMap<Material, Counts>,
    /// Counts over the positions of each band.
    pub by_band: BTreeMap<Band, Counts>,
    /// Counts over the problems of each theme; empty unless a suite was asked.
    pub by_theme: BTreeMap<Theme, Counts>,
    /// True if the engine was given up.
    pub gave_up: bool,
    /// The engine's report on itself.
    pub engine: EngineIdentity,
}

/// Asks the engines of a pool for a move in every position and judges each by its value.
pub fn judge<'a>(pool: &EnginePool<'_>, questions: &'a [Question]) -> Judgement<'a> {
    pool.watch.begin("judging", questions.len());
    let worked = pool.run(questions.len(), |engine, number| {
        let game = Game::new(pool.preset, *questions[number].position());
        let asked = Instant::now();
        let answer = engine.best_move(&game)?;
        Ok((answer, asked.elapsed()))
    });
    let mut judgement = Judgement {
        positions: questions.len(),
        moves: Vec::new(),
        failures: Vec::new(),
        all: Counts::default(),
        by_material: BTreeMap::new(),
        by_band: BTreeMap::new(),
        by_theme: BTreeMap::new(),
        gave_up: worked.gave_up,
        engine: worked.engine,
    };
    for (question, result) in questions.iter().zip(worked.results) {
        match result {
            Some(Ok((answer, took))) => {
                if let Some(judged) = JudgedMove::of(question, answer, took) {
                    judgement.count(question, |counts| counts.add(&judged));
                    judgement.moves.push(judged);
                }
            }
            Some(Err(failed)) => {
                judgement.count(question, |counts| counts.failures += 1);
                let position = *question.position();
                judgement.failures.push(FailedAt { position, failed });
            }
            None => {}
        }
    }
    judgement
}

impl<'a> Judgement<'a> {
    fn count(&mut self, question: &Question, mut add: impl FnMut(&mut Counts)) {
        let stratum = question.stratum();
        add(&mut self.all);
        add(self.by_material.entry(stratum.material).or_default());
        add(self.by_band.entry(stratum.band).or_default());
        for &theme in question.themes() {
            add(self.by_theme.entry(theme).or_default());
        }
    }

    /// Returns the worst moves, the worst first, and none that is as good as any.
    pub fn worst(&self, most: usize) -> Vec<&JudgedMove<'a>> {
        let mut worst: Vec<&JudgedMove<'a>> = self.moves.iter().collect();
        worst.retain(|judged| judged.badness().0 > 0);
        worst.sort_by_cached_key(|judged| {
            let position = judged.question.position().to_string();
            (Reverse(judged.badness()), position)
        });
        worst.truncate(most);
        worst
    }
}
