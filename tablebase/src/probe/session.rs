//! Losses, looked up in tables or only in what of them is in memory.

use std::sync::Arc;

use loa_solver::internal::{Cell, Leader};
use loa_solver::{Bitboard, Board, Material, Position, Wdl};
use smallvec::SmallVec;

use super::answer::Answer;
use super::error::ProbeError;
use super::open_table::OpenTable;
use super::tablebase::Tablebase;
use crate::format::metric::Metric;

/// The entry of a position in its table, if it is in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lookup {
    /// The entry is not in memory.
    NotCached,
    /// The position is won or drawn, or a connection has ended it.
    NotLost,
    /// The position is lost.
    Lost(Answer),
}

impl From<Option<Answer>> for Lookup {
    fn from(loss: Option<Answer>) -> Lookup {
        loss.map_or(Lookup::NotLost, Lookup::Lost)
    }
}

/// A way to look losses up.
pub(crate) trait Losses {
    type Error;

    /// Looks a position up in memory alone.
    fn cached(&mut self, position: &Position) -> Lookup;

    /// Returns the loss that the table of a position has for it, if it is lost.
    fn loss(&mut self, position: &Position) -> Result<Option<Answer>, Self::Error>;

    /// Passes the losses among positions to `enough`, in any order, until it returns
    /// true.
    fn losses(
        &mut self,
        positions: &[Position],
        mut enough: impl FnMut(Answer) -> bool,
    ) -> Result<(), Self::Error> {
        for position in positions {
            if self.loss(position)?.is_some_and(&mut enough) {
                break;
            }
        }
        Ok(())
    }
}

/// Returns the loss that an entry of a table stands for, if it is one.
pub(crate) fn loss_of(code: u16, table: &OpenTable) -> Option<Answer> {
    let loss = || match table.metric() {
        Metric::Distance => Cell::from_code(code).value().into(),
        Metric::Outcome => Answer::Wdl(Wdl::Loss),
    };
    (code != 0).then(loss)
}

/// The lookups of one question, which open tables and unpack units as they need
/// them. A question needs the tables of a material, of its twin, and of what a
/// capture leads to.
pub(crate) struct Session<'a> {
    tablebase: &'a Tablebase,
    asked: Material,
    tables: SmallVec<[(Material, Arc<OpenTable>); 3]>,
    /// The leader that was last looked up in one of the tables: all quiet moves lead
    /// to one leader.
    leader: Option<(usize, Bitboard, Leader)>,
    /// The unit that was last read from one of the tables, whole or its first values.
    unit: Option<(usize, u64, Arc<[u16]>)>,
}

/// The location of an entry: which of the open tables, which unit, which of its
/// values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Location {
    table: usize,
    unit: u64,
    entry: usize,
}

impl<'a> Session<'a> {
    pub(crate) fn new(tablebase: &'a Tablebase, asked: Material) -> Session<'a> {
        Session {
            tablebase,
            asked,
            tables: SmallVec::new(),
            leader: None,
            unit: None,
        }
    }

    /// Returns which of the open tables is that of a material, opened if need be.
    fn table(&mut self, board: Board, material: Material) -> Result<usize, ProbeError> {
        let known = self.tables.iter().position(|(known, _)| *known == material);
        if let Some(known) = known {
            return Ok(known);
        }
        let open = self.tablebase.table(board, material, self.asked)?;
        self.tables.push((material, open));
        Ok(self.tables.len() - 1)
    }

    fn locate(&mut self, position: &Position) -> Result<Location, ProbeError> {
        let table = self.table(position.board(), position.material())?;
        let open = &self.tables[table].1;
        let leader = match self.leader {
            Some((known, us, leader)) if (known, us) == (table, position.us()) => leader,
            _ => open.leader(position.us()),
        };
        self.leader = Some((table, position.us(), leader));
        let (unit, entry) = open.locate(leader, position.them());
        Ok(Location { table, unit, entry })
    }

    /// Looks into the unit that was last read, or else into the cache.
    fn in_memory(&mut self, at: Location) -> Lookup {
        let Location { table, unit, entry } = at;
        let open = &self.tables[table].1;
        if !matches!(&self.unit, Some((known, last, _)) if (*known, *last) == (table, unit)) {
            let Some(codes) = open.cached(&self.tablebase.shared().cache, unit) else {
                return Lookup::NotCached;
            };
            self.unit = Some((table, unit, codes));
        }
        let code = self
            .unit
            .as_ref()
            .and_then(|(.., codes)| codes.get(entry).copied());
        code.map_or(Lookup::NotCached, |code| loss_of(code, open).into())
    }

    /// Reads and unpacks an entry.
    fn read(&mut self, at: Location) -> Result<Option<Answer>, ProbeError> {
        let Location { table, unit, entry } = at;
        let open = &self.tables[table].1;
        let cache = &self.tablebase.shared().cache;
        let codes = open.with_scratch(|scratch| open.codes(cache, scratch, unit, entry, true))?;
        let loss = loss_of(codes[entry], open);
        self.unit = Some((table, unit, codes));
        Ok(loss)
    }

    fn look_up(&mut self, at: Location) -> Result<Option<Answer>, ProbeError> {
        match self.in_memory(at) {
            Lookup::NotCached => self.read(at),
            Lookup::NotLost => Ok(None),
            Lookup::Lost(loss) => Ok(Some(loss)),
        }
    }
}

impl Losses for Session<'_> {
    type Error = ProbeError;

    fn cached(&mut self, position: &Position) -> Lookup {
        let material = position.material();
        if !self.tables.iter().any(|(known, _)| *known == material) {
            let Some(open) = self.tablebase.opened(position.board(), material) else {
                return Lookup::NotCached;
            };
            self.tables.push((material, open));
        }
        let at = self.locate(position);
        at.map_or(Lookup::NotCached, |at| self.in_memory(at))
    }

    fn loss(&mut self, position: &Position) -> Result<Option<Answer>, ProbeError> {
        let at = self.locate(position)?;
        self.look_up(at)
    }

    /// Entries in memory come first. Of the rest, a unit is unpacked once, as far as
    /// the last of its entries that is wanted, and units of which the least must be
    /// unpacked come first.
    fn losses(
        &mut self,
        positions: &[Position],
        mut enough: impl FnMut(Answer) -> bool,
    ) -> Result<(), ProbeError> {
        let mut packed = Vec::new();
        for position in positions {
            let at = self.locate(position)?;
            match self.in_memory(at) {
                Lookup::Lost(loss) if enough(loss) => return Ok(()),
                Lookup::Lost(_) | Lookup::NotLost => {}
                Lookup::NotCached => packed.push(at),
            }
        }
        packed.sort_unstable();
        let units = packed.chunk_by(|a, b| (a.table, a.unit) == (b.table, b.unit));
        let mut units: Vec<&[Location]> = units.collect();
        units.sort_by_key(|entries| entries.last().map(|last| last.entry));
        for &at in units.into_iter().flat_map(|entries| entries.iter().rev()) {
            if self.look_up(at)?.is_some_and(&mut enough) {
                break;
            }
        }
        Ok(())
    }
}

/// Lookups in memory alone, of positions of one board.
pub(crate) struct CachedOnly<'a>(Session<'a>);

impl<'a> CachedOnly<'a> {
    pub(crate) fn new(tablebase: &'a Tablebase, asked: Material) -> CachedOnly<'a> {
        CachedOnly(Session::new(tablebase, asked))
    }
}

/// An entry that is not in memory.
pub(crate) struct NotCached;

impl Losses for CachedOnly<'_> {
    type Error = NotCached;

    fn cached(&mut self, position: &Position) -> Lookup {
        self.0.cached(position)
    }

    fn loss(&mut self, position: &Position) -> Result<Option<Answer>, NotCached> {
        match self.cached(position) {
            Lookup::NotCached => Err(NotCached),
            Lookup::NotLost => Ok(None),
            Lookup::Lost(loss) => Ok(Some(loss)),
        }
    }
}
