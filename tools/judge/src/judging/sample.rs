//! Positions for judging, drawn at random; a seed makes them repeatable.
//!
//! Positions are drawn in *strata*: all positions of one material, result and band of distances.
//! Placements of each material are drawn uniformly and looked up until every stratum in the tables
//! is full or a maximum number of tries is reached. Rare strata, which random placements seldom
//! meet, are also searched along best play, from the longest wins and losses of each table and from
//! the draws found. Places are distributed in rounds. In each round a stratum with candidates left
//! gets the number of places of its [weight](Band::weight). So rare kinds stand beside common ones,
//! and places that a rare stratum cannot fill go to all others. For each place two positions are
//! examined, and the harder half of a stratum's positions is taken: those in which a larger share
//! of moves gives the result away, then those in which a larger share loses time. Positions without
//! a wrong move are skipped.

use std::collections::{BTreeMap, HashSet};

use loa_record::random::Pcg64;
use loa_solver::{Board, Control, Material, Position};
use loa_tablebase::{Row, Tablebase};
use rayon::prelude::*;

use super::error::JudgeError;
use super::question::{Question, questions_about};
use super::stratum::{Band, Stratum};
use crate::suite::ThemedPosition;

/// The description of the positions to draw.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Sample<'a> {
    /// The tables.
    pub tables: &'a Tablebase,
    /// The board.
    pub board: Board,
    /// The materials, the side to move first.
    pub materials: Vec<Material>,
    /// A filter for kinds of positions.
    pub wants: fn(Band) -> bool,
    /// The number of positions.
    pub positions: usize,
    /// The seed. With the same tables it gives the same positions.
    pub seed: u64,
}

/// The number of placements tried for each requested position. This is the minimum for each
/// material; if the material has draws, tries continue until one is found.
const TRIES: usize = 24;
const LEAST_TRIES: usize = 1024;
const TRIES_FOR_A_DRAW: usize = 8192;
/// The number of placements of a material tried in a round, and by one thread at a time.
const ROUND: usize = 1024;
const BATCH: usize = 64;
/// The number of successive rounds without a find after which tries end.
const FRUITLESS: usize = 8;
/// The number of positions examined for each position taken.
const LOOKED_AT: usize = 2;

/// The number of plies examined in a line of best play.
const WALK: usize = 24;

/// Positions found so far.
struct Candidates {
    /// The maximum number of positions of each stratum, and its positions in the order in which they
    /// were found.
    strata: BTreeMap<Stratum, (usize, Vec<Position>)>,
    seen: HashSet<Position>,
}

impl Candidates {
    /// Returns whether a stratum needs more positions: it is not full or, if `enough` has been
    /// tried, it is drawn and empty.
    fn lacks(&self, stratum: &Stratum, enough: bool) -> bool {
        self.strata.get(stratum).is_some_and(|(capacity, found)| {
            found.len() < *capacity && (!enough || found.is_empty() && stratum.is_drawn())
        })
    }

    /// Adds the positions of strata that are not full. Returns whether any was added.
    fn add(&mut self, found: Vec<Vec<(Stratum, Position)>>, control: &Control<'_>) -> bool {
        let before = self.seen.len();
        for (stratum, position) in found.into_iter().flatten() {
            if self.lacks(&stratum, false)
                && self.seen.insert(position)
                && let Some((_, found)) = self.strata.get_mut(&stratum)
            {
                found.push(position);
                control.step();
            }
        }
        self.seen.len() > before
    }
}

impl<'a> Sample<'a> {
    /// Returns a sample of 1000 positions of all kinds with seed 1.
    pub fn new(tables: &'a Tablebase, board: Board, materials: Vec<Material>) -> Sample<'a> {
        Sample { tables, board, materials, wants: |_| true, positions: 1000, seed: 1 }
    }

    /// Draws the positions in random order; fewer if the tables have no more.
    ///
    /// # Errors
    /// If a table is missing or damaged.
    pub fn draw(&self, control: &Control<'_>) -> Result<Vec<Question>, JudgeError> {
        let mut strata = self.candidates(control)?;
        Pcg64::of(self.seed, &[1]).shuffle(&mut strata);
        let places = self.places(&strata);
        let looked_at = strata.iter().zip(&places).flat_map(|((_, positions), places)| {
            positions.iter().take(LOOKED_AT * places).map(|&position| (position, Vec::new()))
        });
        let looked_at: Vec<ThemedPosition> = looked_at.collect();
        let mut questions = questions_about(self.tables, &looked_at, control)?;
        questions.retain(Question::has_wrong_moves);
        // The sort is stable: equally hard positions stay in the order in which they were drawn.
        questions.sort_by(|a, b| b.harder(a));
        let kinds = strata.iter().map(|(stratum, _)| *stratum);
        let mut left: BTreeMap<Stratum, usize> = kinds.zip(places).collect();
        let (mut taken, mut spare): (Vec<_>, Vec<_>) =
            questions.into_iter().partition(|question| match left.get_mut(&question.stratum()) {
                Some(places @ 1..) => {
                    *places -= 1;
                    true
                }
                _ => false,
            });
        spare.truncate(self.positions - taken.len());
        taken.append(&mut spare);
        Pcg64::of(self.seed, &[2]).shuffle(&mut taken);
        Ok(taken)
    }

    /// Tries placements until every stratum is full or the maximum is reached, then walks along
    /// best play.
    fn candidates(
        &self,
        control: &Control<'_>,
    ) -> Result<Vec<(Stratum, Vec<Position>)>, JudgeError> {
        let (capacity, longest) = self.capacity()?;
        let tries = (TRIES * self.positions / self.materials.len().max(1)).max(LEAST_TRIES);
        control.begin("drawing positions", capacity.values().sum::<usize>() as u64);
        let strata = capacity.into_iter().map(|(stratum, most)| (stratum, (most, Vec::new())));
        let mut candidates = Candidates { strata: strata.collect(), seen: HashSet::new() };
        let mut fruitless = 0;
        for round in 0..tries.max(TRIES_FOR_A_DRAW).div_ceil(ROUND) {
            let enough = round * ROUND >= tries;
            let lacks = |stratum: &Stratum| candidates.lacks(stratum, enough);
            let open = self.materials.iter().filter(|&&material| {
                let mut strata = candidates.strata.keys();
                strata.any(|stratum| stratum.material == material && lacks(stratum))
            });
            let batches: Vec<(Material, usize)> = open
                .flat_map(|&material| (0..ROUND / BATCH).map(move |batch| (material, batch)))
                .collect();
            if batches.is_empty() || control.is_stopped() {
                break;
            }
            let found = batches
                .par_iter()
                .map(|&(material, batch)| {
                    let stones = [material.us(), material.them()].map(u64::from);
                    let parts = [0, stones[0], stones[1], round as u64, batch as u64];
                    self.batch(material, &mut Pcg64::of(self.seed, &parts), &lacks)
                })
                .collect::<Result<Vec<_>, JudgeError>>()?;
            fruitless = if candidates.add(found, control) { 0 } else { fruitless + 1 };
            if fruitless == FRUITLESS {
                break;
            }
        }
        let lacks = |stratum: &Stratum| candidates.lacks(stratum, false);
        let draws =
            candidates.strata.iter().filter(|(stratum, _)| stratum.is_drawn() && lacks(stratum));
        let draws = draws.flat_map(|(_, (_, draws))| draws.iter().copied());
        let starts: Vec<Position> = longest.into_iter().chain(draws).collect();
        let walks = starts
            .par_iter()
            .enumerate()
            .map(|(number, start)| {
                let mut chance = Pcg64::of(self.seed, &[4, number as u64]);
                self.walk(*start, &mut chance, &lacks)
            })
            .collect::<Result<Vec<_>, JudgeError>>()?;
        candidates.add(walks, control);
        let found = candidates.strata.into_iter().map(|(stratum, (_, found))| (stratum, found));
        Ok(found.filter(|(_, found)| !found.is_empty()).collect())
    }

    /// Returns the wanted positions in a line of best play, with their strata.
    fn walk(
        &self,
        start: Position,
        chance: &mut Pcg64,
        wanted: &impl Fn(&Stratum) -> bool,
    ) -> Result<Vec<(Stratum, Position)>, JudgeError> {
        let mut found = Vec::new();
        let mut position = start;
        for _ in 0..WALK {
            let Some(question) = Question::of(self.tables.probe(&position)?) else {
                break;
            };
            if wanted(&question.stratum()) {
                found.push((question.stratum(), chance.turned(&position)));
            } else if question.stratum().is_drawn() {
                // Other draws of this kind are just as common.
                break;
            }
            let best: Vec<Position> = question.best().map(|m| m.position).collect();
            let Some(&next) = chance.pick(&best) else {
                break;
            };
            position = next;
        }
        Ok(found)
    }

    /// Draws placements of a material. Returns those that are wanted and not over, with their
    /// strata.
    fn batch(
        &self,
        material: Material,
        chance: &mut Pcg64,
        wanted: &(impl Fn(&Stratum) -> bool + Sync),
    ) -> Result<Vec<(Stratum, Position)>, JudgeError> {
        let mut found = Vec::new();
        for _ in 0..BATCH {
            let Some(position) = chance.placement(self.board, material) else {
                break;
            };
            if self.tables.rules().termination(&position).is_some() {
                continue;
            }
            let stratum = Stratum::new(material, Band::of(self.tables.answer(&position)?));
            if wanted(&stratum) {
                found.push((stratum, position));
            }
        }
        Ok(found)
    }

    /// Returns the maximum number of candidates of each stratum: enough for its own places, and as
    /// many again for places that other strata cannot fill. Also returns the positions of the
    /// longest wins and losses.
    fn capacity(&self) -> Result<(BTreeMap<Stratum, usize>, Vec<Position>), JudgeError> {
        let mut strata = BTreeMap::new();
        let mut longest = Vec::new();
        for &material in &self.materials {
            let census = self.tables.census(self.board, material)?;
            let known = [census.longest_win, census.longest_loss].into_iter().flatten();
            longest.extend(known.map(|longest| longest.position));
            let rows = census.counts.rows().map(|(row, _)| row);
            for Row { wdl, plies, .. } in rows.filter(|row| !row.is_terminal) {
                let band = Band::new(wdl, (plies > 0).then_some(plies));
                if (self.wants)(band) {
                    strata.insert(Stratum::new(material, band), band.weight());
                }
            }
        }
        let weights: usize = strata.values().sum();
        let share = self.positions.div_ceil(weights.max(1));
        for capacity in strata.values_mut() {
            *capacity *= 2 * LOOKED_AT * share;
        }
        Ok((strata, longest))
    }

    /// Returns the number of places of each stratum.
    fn places(&self, strata: &[(Stratum, Vec<Position>)]) -> Vec<usize> {
        let mut left = self.positions;
        let mut places = vec![0; strata.len()];
        loop {
            let before = left;
            for (has, (stratum, candidates)) in places.iter_mut().zip(strata) {
                let most = candidates.len().div_ceil(LOOKED_AT) - *has;
                let more = most.min(stratum.band.weight()).min(left);
                *has += more;
                left -= more;
            }
            if left == before {
                return places;
            }
        }
    }
}
