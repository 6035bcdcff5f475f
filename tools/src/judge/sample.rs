//! Positions to judge by, drawn at random and the same for the same seed.
//!
//! Positions are drawn in *strata*: all of one material, outcome and band of
//! distances. Placements of each material are drawn, all equally likely, and
//! looked up until every stratum that the tables have is full or a bounded
//! number of tries is used up. Places are dealt out in rounds, in each of which a
//! stratum that still has candidates gets as many as its [weight](Reach::weight),
//! so that rare kinds stand beside common ones and what a rare one cannot fill
//! goes to all others. For each place two positions are looked at, and the harder
//! half of a stratum's is taken: where the larger share of moves gives the outcome
//! away, then where the larger share loses time. Where no move can be wrong there
//! is nothing to judge, and the position is passed over.

use std::collections::{BTreeMap, HashSet};

use loa_solver::{Board, Material, Position};
use loa_tablebase::{Outcome, Tablebase};
use rayon::prelude::*;

use super::chance::Chance;
use super::question::{Question, probe_all};
use super::stratum::{Reach, Stratum};
use super::watch::Watch;
use crate::failure::Failure;

/// What to draw.
pub(crate) struct Sample<'a> {
    pub(crate) tables: &'a Tablebase,
    pub(crate) board: Board,
    pub(crate) materials: &'a [Material],
    pub(crate) outcomes: &'a [Outcome],
    pub(crate) positions: usize,
    pub(crate) seed: u64,
}

/// Placements tried for each position wanted, and at least for each material.
const TRIES: usize = 24;
const LEAST_TRIES: usize = 4096;
/// Placements of a material tried in a round, and by one thread at a time.
const ROUND: usize = 2048;
const BATCH: usize = 64;
/// Positions looked at for each that is taken.
const LOOKED_AT: usize = 2;

/// Candidates by their stratum, in the order in which they were drawn.
type Candidates = BTreeMap<Stratum, Vec<Position>>;

impl Sample<'_> {
    /// Draws the positions, in random order; fewer if there are no more.
    ///
    /// # Errors
    /// When a table is missing or damaged.
    pub(crate) fn draw(&self, watch: &Watch) -> Result<Vec<Question>, Failure> {
        let candidates = self.candidates(watch)?;
        let mut strata: Vec<(Stratum, Vec<Position>)> = candidates.into_iter().collect();
        Chance::of(self.seed, &[1]).shuffle(&mut strata);
        let (mut taken, mut spare) = (Vec::new(), Vec::new());
        for (stratum, places) in self.places(&strata) {
            let (_, positions) = &strata[stratum];
            let looked_at = positions.len().min(LOOKED_AT * places);
            let mut questions = probe_all(self.tables, &positions[..looked_at])?;
            questions.retain(Question::judges_something);
            // The sort is stable: equals stay in the order in which they were drawn.
            questions.sort_by(|a, b| b.harder(a));
            spare.extend(questions.split_off(places.min(questions.len())));
            taken.append(&mut questions);
        }
        spare.truncate(self.positions - taken.len());
        taken.append(&mut spare);
        Chance::of(self.seed, &[2]).shuffle(&mut taken);
        Ok(taken)
    }

    /// Tries placements until every stratum is full or no more are allowed.
    fn candidates(&self, watch: &Watch) -> Result<Candidates, Failure> {
        let room = self.room()?;
        let tries = (TRIES * self.positions / self.materials.len().max(1)).max(LEAST_TRIES);
        let mut candidates = Candidates::new();
        let mut seen = HashSet::new();
        watch.begin("drawing positions", room.values().sum());
        for round in 0..tries.div_ceil(ROUND) {
            let lacks = |stratum: &Stratum| {
                let has = candidates.get(stratum).map_or(0, Vec::len);
                room.get(stratum).is_some_and(|&room| has < room)
            };
            let open = self.materials.iter().filter(|&&material| {
                room.keys()
                    .any(|stratum| stratum.material == material && lacks(stratum))
            });
            let batches: Vec<(Material, usize)> = open
                .flat_map(|&material| (0..ROUND / BATCH).map(move |batch| (material, batch)))
                .collect();
            if batches.is_empty() || watch.interrupted() {
                break;
            }
            let found = batches.par_iter().map(|&(material, batch)| {
                let stones = [material.us(), material.them()].map(u64::from);
                let parts = [0, stones[0], stones[1], round as u64, batch as u64];
                self.batch(material, &mut Chance::of(self.seed, &parts), &lacks)
            });
            let found = found.collect::<Result<Vec<_>, Failure>>()?;
            for (stratum, position) in found.into_iter().flatten() {
                let kept = candidates.entry(stratum).or_default();
                if kept.len() < room[&stratum] && seen.insert(position) {
                    kept.push(position);
                    watch.step();
                }
            }
        }
        Ok(candidates)
    }

    /// Draws placements of a material; those that go on and are wanted, with
    /// their stratum.
    fn batch(
        &self,
        material: Material,
        chance: &mut Chance,
        wanted: &(impl Fn(&Stratum) -> bool + Sync),
    ) -> Result<Vec<(Stratum, Position)>, Failure> {
        let mut found = Vec::new();
        for _ in 0..BATCH {
            let Some(position) = chance.placement(self.board, material) else {
                break;
            };
            if self.tables.rules().outcome(&position).is_some() {
                continue;
            }
            let reach = Reach::of(self.tables.answer(&position)?);
            let stratum = Stratum { material, reach };
            if wanted(&stratum) {
                found.push((stratum, position));
            }
        }
        Ok(found)
    }

    /// How many candidates each stratum that the tables have may get: enough for
    /// its own places, and as many again for those that others cannot fill.
    fn room(&self) -> Result<BTreeMap<Stratum, usize>, Failure> {
        let mut strata = BTreeMap::new();
        for &material in self.materials {
            let census = self.tables.census(self.board, material)?;
            for ((outcome, plies), _) in census.counts.rows() {
                let known = self
                    .outcomes
                    .iter()
                    .find(|known| known.category() == outcome);
                if let Some(&outcome) = known {
                    // Tables without distances count all losses as losses in 0.
                    let plies = (plies > 0).then_some(plies);
                    let reach = Reach::new(outcome, plies);
                    strata.insert(Stratum { material, reach }, reach.weight());
                }
            }
        }
        let weights: usize = strata.values().sum();
        let share = self.positions.div_ceil(weights.max(1));
        for room in strata.values_mut() {
            *room *= 2 * LOOKED_AT * share;
        }
        Ok(strata)
    }

    /// Deals the places out: the number of a stratum, and how many it gets.
    fn places(&self, strata: &[(Stratum, Vec<Position>)]) -> BTreeMap<usize, usize> {
        let mut left = self.positions;
        let mut places = BTreeMap::new();
        loop {
            let before = left;
            for (number, (stratum, candidates)) in strata.iter().enumerate() {
                let has = places.entry(number).or_insert(0);
                let most = candidates.len().div_ceil(LOOKED_AT) - *has;
                let more = most.min(stratum.reach.weight()).min(left);
                *has += more;
                left -= more;
            }
            if left == before {
                return places;
            }
        }
    }
}
