//! Values of positions, computed from the stored losses and a one-ply search.
//!
//! A position that is not lost is won in one ply more than the shortest loss that a move leads to,
//! or drawn if no move leads to a loss.

use std::sync::Arc;

use loa_solver::internal::{Cell, Leader};
use loa_solver::{Bitboard, Board, Material, Position, Value};
use smallvec::SmallVec;

use super::error::ProbeError;
use super::look_ahead::{LookAhead, is_loss_believed, look_ahead, without_table};
use super::open_table::OpenTable;
use super::tablebase::Tablebase;

/// The reach of a look-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// Nothing is opened, read or unpacked.
    Memory,
    /// Tables are opened and units unpacked as needed.
    Disk,
}

/// The result of looking up a position in its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lookup {
    /// The entry is not in memory, and [`Reach`] allows nothing else.
    NotCached,
    /// The position is won or drawn, or a connection has ended it.
    NotLost,
    /// The position is lost.
    Lost(Value),
}

impl Lookup {
    fn of(code: u16) -> Lookup {
        loss_of(code).map_or(Lookup::NotLost, Lookup::Lost)
    }
}

/// Returns the loss that an entry of a table represents; `None` if it is not a loss.
pub(crate) fn loss_of(code: u16) -> Option<Value> {
    (code != 0).then(|| Cell::from_code(code).value())
}

/// The look-ups of one question, which open tables and unpack units as needed. A value needs the
/// tables of a material, of its twin, and of the material after a capture. The values of all moves
/// need three more.
pub(crate) struct LookupSession<'a> {
    tablebase: &'a Tablebase,
    asked: Material,
    tables: SmallVec<[(Material, Arc<OpenTable>); 6]>,
    /// The leader of the last look-up and its table: all quiet moves lead to one leader.
    leader: Option<(usize, Bitboard, Leader)>,
    /// The last unit read and its table; the unit may be unpacked only in part.
    unit: Option<(usize, u64, Arc<[u16]>)>,
}

/// The location of an entry: the open table, the unit, and the entry within the unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct EntryLocation {
    table: usize,
    unit: u64,
    entry: usize,
}

impl<'a> LookupSession<'a> {
    pub(crate) fn new(tablebase: &'a Tablebase, asked: Material) -> LookupSession<'a> {
        LookupSession { tablebase, asked, tables: SmallVec::new(), leader: None, unit: None }
    }

    /// Returns the value of a position, or the value of one of its moves that is `enough`.
    pub(crate) fn answer(
        &mut self,
        position: &Position,
        enough: &dyn Fn(Value) -> bool,
    ) -> Result<Value, ProbeError> {
        let answer = self.answer_within(Reach::Disk, position, enough)?;
        let (board, material) = (position.board(), position.material());
        // Everything is in reach.
        answer.ok_or_else(|| self.tablebase.missing(board, material, self.asked))
    }

    /// Returns the best value that a position's moves lead to, or one that is `enough`; `None` if
    /// something needed is out of reach.
    ///
    /// The rules take precedence over the table, and a loss in the table over the moves. So an
    /// answer does not depend on what is in memory, even if tables contradict each other.
    pub(crate) fn answer_within(
        &mut self,
        reach: Reach,
        position: &Position,
        enough: &dyn Fn(Value) -> bool,
    ) -> Result<Option<Value>, ProbeError> {
        let rules = self.tablebase.rules();
        if let Some(value) = without_table(rules, position) {
            return Ok(Some(value));
        }
        // Looking up a loss in memory is faster than generating all moves. It is believed if the
        // rules alone cannot give another value.
        let cached = self.look_up(Reach::Memory, position)?;
        if let Lookup::Lost(loss) = cached
            && is_loss_believed(rules)
            && position.has_stone_move()
        {
            return Ok(Some(loss));
        }
        let (mut best, open) = match look_ahead(rules, position) {
            LookAhead::Known(answer) => return Ok(Some(answer)),
            LookAhead::Open { best, open } => (best, open),
        };
        let own = match cached {
            Lookup::NotCached => self.look_up(reach, position)?,
            known => known,
        };
        match own {
            Lookup::Lost(loss) => return Ok(Some(loss)),
            Lookup::NotLost => {}
            Lookup::NotCached => return Ok(None),
        }
        let is_whole = enough(best)
            || self.losses(reach, &open, |loss| {
                best = best.max(loss.for_mover());
                enough(best)
            })?;
        Ok(is_whole.then_some(best))
    }

    /// Looks a position up.
    pub(crate) fn look_up(
        &mut self,
        reach: Reach,
        position: &Position,
    ) -> Result<Lookup, ProbeError> {
        match self.locate(reach, position)? {
            Some(at) => self.entry(reach, at),
            None => Ok(Lookup::NotCached),
        }
    }

    /// Passes the losses among positions to `enough`, in any order, until it returns true. Returns
    /// false if an entry was out of reach before that.
    ///
    /// Entries in memory come first. Each of the other units is unpacked once, up to the last entry
    /// needed, and units that need the least unpacking come first.
    fn losses(
        &mut self,
        reach: Reach,
        positions: &[Position],
        mut enough: impl FnMut(Value) -> bool,
    ) -> Result<bool, ProbeError> {
        let mut packed = Vec::new();
        for position in positions {
            let Some(at) = self.locate(reach, position)? else {
                return Ok(false);
            };
            match self.in_memory(at) {
                Lookup::Lost(loss) if enough(loss) => return Ok(true),
                Lookup::Lost(_) | Lookup::NotLost => {}
                Lookup::NotCached if reach == Reach::Memory => return Ok(false),
                Lookup::NotCached => packed.push(at),
            }
        }
        packed.sort_unstable();
        let mut units: Vec<&[EntryLocation]> =
            packed.chunk_by(|a, b| (a.table, a.unit) == (b.table, b.unit)).collect();
        units.sort_by_key(|entries| entries.last().map(|last| last.entry));
        for &at in units.into_iter().flat_map(|entries| entries.iter().rev()) {
            if let Lookup::Lost(loss) = self.entry(reach, at)?
                && enough(loss)
            {
                break;
            }
        }
        Ok(true)
    }

    /// Returns the index of a material's table among the open tables; `None` if it is out of reach.
    fn table(
        &mut self,
        reach: Reach,
        board: Board,
        material: Material,
    ) -> Result<Option<usize>, ProbeError> {
        let known = self.tables.iter().position(|(known, _)| *known == material);
        if known.is_some() {
            return Ok(known);
        }
        let open = match reach {
            Reach::Memory => self.tablebase.opened(board, material),
            Reach::Disk => Some(self.tablebase.table(board, material, self.asked)?),
        };
        Ok(open.map(|open| {
            self.tables.push((material, open));
            self.tables.len() - 1
        }))
    }

    fn locate(
        &mut self,
        reach: Reach,
        position: &Position,
    ) -> Result<Option<EntryLocation>, ProbeError> {
        let Some(table) = self.table(reach, position.board(), position.material())? else {
            return Ok(None);
        };
        let open = &self.tables[table].1;
        let leader = match self.leader {
            Some((known, us, leader)) if (known, us) == (table, position.us()) => leader,
            _ => open.leader(position.us()),
        };
        self.leader = Some((table, position.us(), leader));
        let (unit, entry) = open.locate(leader, position.them());
        Ok(Some(EntryLocation { table, unit, entry }))
    }

    /// Looks into the last unit read, then into the cache.
    fn in_memory(&mut self, at: EntryLocation) -> Lookup {
        let EntryLocation { table, unit, entry } = at;
        let open = &self.tables[table].1;
        if !matches!(&self.unit, Some((known, last, _)) if (*known, *last) == (table, unit)) {
            let Some(codes) = open.cached(&self.tablebase.shared().cache, unit) else {
                return Lookup::NotCached;
            };
            self.unit = Some((table, unit, codes));
        }
        let codes = self.unit.as_ref().map(|(.., codes)| codes);
        let code = codes.and_then(|codes| codes.get(entry));
        code.map_or(Lookup::NotCached, |&code| Lookup::of(code))
    }

    /// Returns an entry; reads and unpacks its unit if needed.
    fn entry(&mut self, reach: Reach, at: EntryLocation) -> Result<Lookup, ProbeError> {
        let cached = self.in_memory(at);
        if cached != Lookup::NotCached || reach == Reach::Memory {
            return Ok(cached);
        }
        let EntryLocation { table, unit, entry } = at;
        let open = &self.tables[table].1;
        let cache = &self.tablebase.shared().cache;
        let codes = open.with_scratch(|scratch| open.codes(cache, scratch, unit, entry, true))?;
        let found = Lookup::of(codes[entry]);
        self.unit = Some((table, unit, codes));
        Ok(found)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use loa_solver::{Board, Color, Numbering, Rules};

    use super::*;

    /// Returns positions of 4x4 from all over some materials.
    pub(in crate::probe) fn spread(materials: &[&str], each: u64) -> Vec<Position> {
        let board: Board = "4x4".parse().unwrap();
        let numbering = Numbering::new(board);
        let mut positions = Vec::new();
        for material in materials {
            let index = numbering.index(material.parse().unwrap()).unwrap();
            for number in 0..each {
                let (us, them) = index.position(number * 7919 % index.len());
                positions.push(Position::new(board, us, them, Color::White).unwrap());
            }
        }
        positions
    }

    fn positions() -> Vec<Position> {
        spread(&["4v4", "3v4", "4v3", "2v3", "1v3"], 200)
    }

    #[test]
    fn many_are_answered_as_one_by_one() {
        for rules in ["mover-pass", "own-loss", "mover-pass-misere"] {
            let tables = Tablebase::embedded(rules.parse().unwrap());
            let positions = positions();
            let answers = tables.answers(&positions);
            let probes = Tablebase::embedded(tables.rules()).probes(&positions);
            assert_eq!([answers.len(), probes.len()], [positions.len(); 2]);
            for ((position, answer), probe) in positions.iter().zip(answers).zip(probes) {
                let best = tables.probe(position).unwrap();
                assert_eq!(probe.unwrap(), best);
                assert_eq!(answer.unwrap(), best.value, "{position}");
                let best_move = tables.best_move(position).unwrap();
                assert_eq!(best_move.as_ref(), best.moves.first());
                let outcome = tables.wdl(position).unwrap();
                assert_eq!(outcome, best.value.wdl(), "{position}");
                if let Some(best_move) = best.moves.first() {
                    assert_eq!(best_move.value, best.value, "{position}");
                }
            }
        }
    }

    #[test]
    fn the_hurried_answer_what_is_in_memory_and_read_nothing() {
        let tables = Tablebase::embedded(Rules::default());
        let mut known = 0;
        for position in positions() {
            let hurried = Tablebase::embedded(Rules::default()).answer_if_cached(&position);
            let answer = tables.answer(&position).unwrap();
            // Terminal positions and wins in 1 need no table.
            let needs_none = answer.plies().is_some_and(|plies| plies < 2);
            assert!(hurried.is_none() || hurried == Some(answer) && needs_none);
            assert_eq!(tables.answer_if_cached(&position), Some(answer));
            let cold = Tablebase::embedded(Rules::default()).probe_if_cached(&position).unwrap();
            let probe = tables.probe(&position).unwrap();
            assert!(cold.is_none_or(|cold| cold == probe && needs_none));
            assert_eq!(tables.probe_if_cached(&position).unwrap(), Some(probe));
            known += u32::from(hurried.is_some());
        }
        assert!(known > 100);
    }

    #[test]
    fn what_has_no_table_is_told_of_many_each() {
        let tables = Tablebase::embedded(Rules::default());
        let start = Board::new(5, 5).unwrap().start();
        let asked = [start, Board::new(4, 4).unwrap().start(), start];
        let probes = tables.probes(&asked);
        assert!(probes[0].is_err() && probes[1].is_ok() && probes[2].is_err());
        let answers = tables.answers(&asked);
        assert!(answers[0].is_err() && answers[2].is_err());
        assert_eq!(answers[1].as_ref().unwrap().plies(), Some(3));
    }
}
