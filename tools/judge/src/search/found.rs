//! Searches positions of a given kind in tables.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::{fmt, mem};

use loa_record::random::Pcg64;
use loa_solver::{Board, Color, Control, Material, Numbering, Position, Value, Wdl};
use loa_tablebase::{Longest, Tablebase};
use serde::{Deserialize, Serialize};

use crate::judging::JudgeError;

/// A kind of position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wanted {
    /// Any position that is not over.
    #[default]
    Any,
    /// Positions in which either side would prefer not to move: with the other side to move, the
    /// result would be better for the side that is now to move.
    MutualZugzwang,
    /// Positions in which only one move keeps the win or the draw.
    OnlyMove,
}

/// A search in the tables of a board.
#[derive(Clone, Debug)]
pub struct Search<'a> {
    /// The tables.
    pub tables: &'a Tablebase,
    /// The board.
    pub board: Board,
    /// The kind of positions.
    pub wanted: Wanted,
    /// The result for the side to move; `None` for any.
    pub wdl: Option<Wdl>,
    /// The range of plies to the end; `None` for any. Draws have no plies.
    pub plies: Option<RangeInclusive<u16>>,
    /// True for only the longest wins of each material, or its longest losses if the result is a
    /// loss. Then the range of plies has no effect.
    pub only_longest: bool,
    /// True for the order by plies to the end, longest first, then draws. Equally long positions
    /// are in the order of the table.
    pub longest_first: bool,
    /// The maximum number of positions of each material.
    pub limit: usize,
}

/// A position found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Found {
    /// The position.
    pub position: Position,
    /// The position's value to the side to move.
    #[serde(flatten)]
    pub value: Value,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}  {}", self.position, self.value.verdict())
    }
}

impl Found {
    /// Returns the position, material, result and plies, separated by commas.
    pub fn csv(&self) -> String {
        let Found { position, value } = self;
        let plies = value.plies().map_or(String::new(), |plies| plies.to_string());
        format!("{position},{},{},{plies}", position.material(), value.wdl().name())
    }

    /// Sorts positions by the plies to the end, longest first, then draws.
    pub fn sort_longest_first(all: &mut [Found]) {
        all.sort_by_key(|found| Reverse(found.value.plies()));
    }

    /// Returns the number of placements in its symmetry class, including itself: at most 8.
    pub fn placements(&self) -> u64 {
        self.position.images().collect::<HashSet<_>>().len() as u64
    }
}

/// The maximum number of random placements looked up for each position of a sample.
const TRIES: usize = 10_000;
/// The number of random placements looked up together.
const TOGETHER: usize = 1024;
/// The number of entries of an index in a batch.
const BATCH: u64 = 1 << 14;

impl<'a> Search<'a> {
    /// Returns a search for all positions.
    pub const fn new(tables: &'a Tablebase, board: Board) -> Search<'a> {
        Search {
            tables,
            board,
            wanted: Wanted::Any,
            wdl: None,
            plies: None,
            only_longest: false,
            longest_first: false,
            limit: usize::MAX,
        }
    }

    /// Returns the search with the range of plies in the table of a material. `None` if no position
    /// of the table has the requested result and plies, by its census.
    fn in_table(&self, material: Material) -> Result<Option<Search<'a>>, JudgeError> {
        let census = self.tables.census(self.board, material)?;
        if !self.only_longest {
            let rows = census.counts.rows().filter(|(row, _)| !row.is_terminal);
            let is_there = rows.map(|(row, _)| row.value()).any(|value| self.has_value(value));
            return Ok(is_there.then(|| self.clone()));
        }
        let (wdl, longest) = match self.wdl {
            Some(Wdl::Loss) => (Wdl::Loss, census.longest_loss),
            _ => (Wdl::Win, census.longest_win),
        };
        Ok(longest.map(|Longest { plies, .. }| Search {
            wdl: Some(wdl),
            plies: Some(plies..=plies),
            ..self.clone()
        }))
    }

    /// Passes the matching positions of a material to `take`, one of each symmetry class, Black to
    /// move. In the order of the table, each is passed when it is found.
    ///
    /// # Errors
    /// If a table is missing or damaged, or `take` fails. If the work is interrupted, the positions
    /// found until then have been passed.
    pub fn each<E: From<JudgeError>>(
        &self,
        material: Material,
        control: &Control<'_>,
        mut take: impl FnMut(Found) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some(search) = self.in_table(material)? else {
            return Ok(());
        };
        if self.longest_first {
            let mut longest = Vec::new();
            let ended = search.find_longest(material, control, &mut longest);
            longest.into_iter().try_for_each(take)?;
            return Ok(ended?);
        }
        let mut left = self.limit;
        search.each_batch(material, control, |batch| {
            let mut found = search.fitting(&batch)?;
            found.truncate(left);
            left -= found.len();
            found.into_iter().try_for_each(&mut take)?;
            Ok(left > 0)
        })
    }

    /// Finds the positions of a material with the most plies to the end, longest first.
    fn find_longest(
        &self,
        material: Material,
        control: &Control<'_>,
        positions: &mut Vec<Found>,
    ) -> Result<(), JudgeError> {
        let mut search = self.clone();
        self.each_batch(material, control, |batch| {
            let mut candidates = search.with_value(&batch)?;
            Found::sort_longest_first(&mut candidates);
            let longest = self.wanted(candidates).take(self.limit);
            positions.append(&mut longest.collect::<Result<_, _>>()?);
            Found::sort_longest_first(positions);
            positions.truncate(self.limit);
            if let Some(shortest) = positions.last().filter(|_| positions.len() == self.limit) {
                // Only longer ones can still displace a position.
                let least = shortest.value.plies().map_or(0, |plies| plies.saturating_add(1));
                let (from, to) =
                    self.plies.clone().map_or((0, u16::MAX), RangeInclusive::into_inner);
                search.plies = Some(from.max(least)..=to);
            }
            Ok(self.limit > 0)
        })
    }

    /// Passes one position of each symmetry class of a material to `take`, in batches, until it
    /// returns false.
    fn each_batch<E: From<JudgeError>>(
        &self,
        material: Material,
        control: &Control<'_>,
        mut take: impl FnMut(Vec<Position>) -> Result<bool, E>,
    ) -> Result<(), E> {
        let index = Numbering::new(self.board).index(material).map_err(JudgeError::from)?;
        control.begin("searching", index.len());
        let (mut done, mut batch) = (0, Vec::new());
        for orbit in 0..index.blocks() {
            let us = index.leaders().representative(orbit);
            for them in index.followers(orbit) {
                if index.images(orbit, them).all(|image| image >= done) {
                    let position = Position::new(self.board, us, them, Color::Black);
                    batch.push(position.map_err(|_| JudgeError::NoMove)?);
                }
                done += 1;
                if !done.is_multiple_of(BATCH) && done < index.len() {
                    continue;
                }
                if control.is_stopped() {
                    return Err(JudgeError::Interrupted.into());
                }
                let goes_on = take(mem::take(&mut batch));
                control.reach(done, "");
                if !goes_on? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Returns `count` random matching positions of a material, uniformly distributed over
    /// placements; a seed makes them repeatable. Returns fewer if they are rare.
    ///
    /// # Errors
    /// If a table is missing or damaged, or the work is interrupted.
    pub fn sample(
        &self,
        material: Material,
        count: usize,
        seed: u64,
        control: &Control<'_>,
    ) -> Result<Vec<Found>, JudgeError> {
        let Some(search) = self.in_table(material)? else {
            return Ok(Vec::new());
        };
        let mut chance = Pcg64::of(seed, &[6, material.us().into(), material.them().into()]);
        let mut sample = Vec::new();
        for _ in 0..(count * TRIES).div_ceil(TOGETHER) {
            if control.is_stopped() {
                return Err(JudgeError::Interrupted);
            }
            let placements: Vec<Position> =
                (0..TOGETHER).filter_map(|_| chance.placement(self.board, material)).collect();
            sample.append(&mut search.fitting(&placements)?);
            if sample.len() >= count {
                break;
            }
        }
        sample.truncate(count);
        Ok(sample)
    }

    /// Returns the matching positions, in order.
    fn fitting(&self, positions: &[Position]) -> Result<Vec<Found>, JudgeError> {
        self.wanted(self.with_value(positions)?).collect()
    }

    /// Keeps the positions with the other wanted properties.
    fn wanted(&self, found: Vec<Found>) -> impl Iterator<Item = Result<Found, JudgeError>> {
        let is_wanted = |found| Ok(self.is_wanted(&found)?.then_some(found));
        found.into_iter().filter_map(move |found| is_wanted(found).transpose())
    }

    /// Returns the positions that are not over and have the requested result and plies, in their
    /// order.
    fn with_value(&self, positions: &[Position]) -> Result<Vec<Found>, JudgeError> {
        let rules = self.tables.rules();
        let open: Vec<Position> =
            positions.iter().filter(|p| rules.termination(p).is_none()).copied().collect();
        let answers = self.tables.answers(&open);
        let mut found = Vec::new();
        for (position, answer) in open.into_iter().zip(answers) {
            let value = answer?;
            if self.has_value(value) {
                found.push(Found { position, value });
            }
        }
        Ok(found)
    }

    fn has_value(&self, value: Value) -> bool {
        let fits = |plies: &RangeInclusive<u16>| value.plies().is_some_and(|n| plies.contains(&n));
        self.wdl.is_none_or(|wdl| value.wdl() == wdl) && self.plies.as_ref().is_none_or(fits)
    }

    fn is_wanted(&self, &Found { position, value }: &Found) -> Result<bool, JudgeError> {
        match self.wanted {
            Wanted::Any => Ok(true),
            Wanted::MutualZugzwang if value.wdl() == Wdl::Win => Ok(false),
            Wanted::MutualZugzwang => {
                let passed = self.tables.answer(&position.passed())?;
                Ok(value.wdl() < passed.wdl().for_mover())
            }
            Wanted::OnlyMove if value.wdl() == Wdl::Loss => Ok(false),
            Wanted::OnlyMove => {
                let moves = self.tables.probe(&position)?.moves;
                let keeps = moves.iter().filter(|known| known.value.wdl() == value.wdl());
                Ok(moves.len() > 1 && keeps.count() == 1)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use loa_solver::{Bitboard, Color, Preset, Progress, Rules, Stop};

    use super::*;

    /// Returns every placement of a material, one by one.
    fn placements(board: Board, material: Material) -> Vec<Position> {
        let sets = |count: u32| {
            (0u64..1 << 16).filter(move |set| set.count_ones() == count).map(move |set| {
                let squares = (0..16).filter(move |&n| set >> n & 1 == 1);
                squares.map(|n| board.square(n)).collect::<Bitboard>()
            })
        };
        let them: Vec<Bitboard> = sets(material.them()).collect();
        sets(material.us())
            .flat_map(|us| them.iter().map(move |&them| (us, them)))
            .filter_map(|(us, them)| {
                let apart = us.into_iter().all(|square| !them.contains(square));
                apart.then(|| Position::new(board, us, them, Color::Black).unwrap())
            })
            .collect()
    }

    /// Returns the positions that a search passes.
    fn all(search: &Search<'_>, material: Material) -> Vec<Found> {
        let mut all = Vec::new();
        let taken: Result<(), JudgeError> = search.each(material, Control::none(), |one| {
            all.push(one);
            Ok(())
        });
        taken.unwrap();
        all
    }

    /// Returns one position for all images.
    fn canonical(position: &Position) -> String {
        let images = position.images().map(|image| (image.us().0, image.them().0));
        format!("{:?}", images.min().unwrap())
    }

    /// The search finds exactly the classes that an examination of every placement finds.
    #[test]
    fn all_positions_that_fit_are_found_once() {
        let tables = Tablebase::embedded(Default::default());
        let (board, material) = ("4x4".parse().unwrap(), "2v2".parse().unwrap());
        let rules = tables.rules();
        let all = placements(board, material);
        for wanted in [Wanted::Any, Wanted::MutualZugzwang, Wanted::OnlyMove] {
            let mut search = Search::new(&tables, board);
            search.wanted = wanted;
            let (mut found, mut counted) = (Vec::new(), 0);
            let result: Result<(), JudgeError> = search.each(material, Control::none(), |one| {
                found.push(canonical(&one.position));
                counted += one.placements();
                Ok(())
            });
            result.unwrap();
            let naive: Vec<String> = all
                .iter()
                .filter(|p| rules.termination(p).is_none())
                .filter(|position| {
                    let probe = tables.probe(position).unwrap();
                    let wdl = probe.value.wdl();
                    match wanted {
                        Wanted::Any => true,
                        Wanted::OnlyMove => {
                            let keeps = probe.moves.iter().filter(|m| m.value.wdl() == wdl);
                            wdl != Wdl::Loss && probe.moves.len() > 1 && keeps.count() == 1
                        }
                        Wanted::MutualZugzwang => {
                            let passed = tables.answer(&position.passed()).unwrap().wdl();
                            matches!(
                                (wdl, passed),
                                (Wdl::Loss, Wdl::Loss | Wdl::Draw) | (Wdl::Draw, Wdl::Loss)
                            )
                        }
                    }
                })
                .map(canonical)
                .collect();
            assert_eq!(counted, naive.len() as u64, "{wanted:?}");
            let naive: BTreeSet<String> = naive.into_iter().collect();
            assert_eq!(found.len(), naive.len(), "{wanted:?}");
            assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), naive);
            assert!(wanted != Wanted::Any || naive.len() > 500);
        }
    }

    /// The longest are the first of all positions that fit, sorted.
    #[test]
    fn the_longest_are_the_first_of_all() {
        let misere = "misere".parse::<Preset>().unwrap().rules;
        for (rules, board, material) in [
            (Rules::default(), "4x4", "2v3"),
            (Rules::default(), "4x4", "4v3"),
            (misere, "4x4", "3v3"),
        ] {
            let tables = Tablebase::embedded(rules);
            let (board, material) = (board.parse().unwrap(), material.parse().unwrap());
            for wanted in [Wanted::Any, Wanted::MutualZugzwang, Wanted::OnlyMove] {
                for plies in [None, Some(2..=5)] {
                    let search = Search { wanted, plies, ..Search::new(&tables, board) };
                    let in_table = all(&search, material);
                    let mut sorted = in_table.clone();
                    sorted.sort_by_key(|found| Reverse(found.value.plies()));
                    for limit in [0, 1, 7, 200, usize::MAX] {
                        let search = Search { limit, ..search.clone() };
                        let first = |all: &[Found]| all[..limit.min(all.len())].to_vec();
                        assert_eq!(all(&search, material), first(&in_table), "{wanted:?}");
                        let search = Search { longest_first: true, ..search };
                        assert_eq!(all(&search, material), first(&sorted), "{wanted:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn positions_found_before_an_interruption_are_passed() {
        let tables = Tablebase::embedded(Default::default());
        let material = "4v3".parse().unwrap();
        for longest_first in [false, true] {
            let search = Search { longest_first, ..Search::new(&tables, "4x4".parse().unwrap()) };
            for batches in 0..3 {
                let (mut found, left) = (0, AtomicUsize::new(batches));
                let stop = Stop::when(move || left.fetch_sub(1, Relaxed) == 0);
                let ended = search.each(material, &Control::new(stop, |_| {}), |_| {
                    found += 1;
                    Ok(())
                });
                assert!(matches!(ended, Err(JudgeError::Interrupted)));
                assert_eq!(found > 0, batches > 0);
            }
        }
    }

    #[test]
    fn a_distance_that_no_position_has_is_not_searched_for() {
        let searched = |progress: Progress<'_>| panic!("{progress:?}");
        let control = Control::new(Stop::default(), searched);
        let tables = Tablebase::embedded(Default::default());
        let mut search = Search::new(&tables, "4x4".parse().unwrap());
        for (wdl, plies) in [(None, 85..=85), (Some(Wdl::Draw), 1..=9)] {
            (search.wdl, search.plies) = (wdl, Some(plies));
            let found = search.each("3v4".parse().unwrap(), &control, |_| Ok(()));
            found.map_err(|error: JudgeError| error.to_string()).unwrap();
        }
    }

    #[test]
    fn samples_fit_and_come_back_for_a_seed() {
        let tables = Tablebase::embedded(Default::default());
        let mut search = Search::new(&tables, "4x4".parse().unwrap());
        search.wdl = Some(Wdl::Win);
        search.plies = Some(5..=9);
        let material = "3v4".parse().unwrap();
        let sample = search.sample(material, 30, 4, Control::none()).unwrap();
        assert_eq!(sample.len(), 30);
        for one in &sample {
            let value = tables.answer(&one.position).unwrap();
            assert_eq!(value, one.value);
            assert!((5..=9).contains(&value.plies().unwrap()) && value.wdl() == Wdl::Win);
        }
        assert_eq!(search.sample(material, 30, 4, Control::none()).unwrap(), sample);
    }
}
