//! Where losses are looked up: in tables, or only in what of them is in memory.

use std::sync::Arc;

use loa_solver::retrograde::Cell;
use loa_solver::{Board, Leader, Material, Position, Wdl};

use super::answer::Answer;
use super::error::ProbeError;
use super::tablebase::{OpenTable, Tablebase};
use crate::format::metric::Metric;

/// Where losses are looked up.
pub(crate) trait Losses {
    type Error;
    /// The same as far as it is in memory.
    fn known(&mut self, position: &Position) -> Option<Option<Answer>>;

    /// The loss that a table has for a position that has one.
    fn loss(&mut self, position: &Position) -> Result<Option<Answer>, Self::Error>;

    /// Tells the losses among positions, in any order, until `enough` says so.
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

/// The loss that a cell of a table is, if it is one.
pub(crate) fn loss_of(cell: Cell, table: &OpenTable) -> Option<Answer> {
    let loss = || match table.metric() {
        Metric::Distance => cell.value().into(),
        Metric::Outcome => Answer::Wdl(Wdl::Loss),
    };
    (cell != Cell::OPEN).then(loss)
}

/// Opens and unpacks what is needed. One question needs the tables of a material,
/// of its twin, and of what a capture leads to.
pub(crate) struct Reading<'a> {
    tablebase: &'a Tablebase,
    asked: Material,
    tables: Vec<(Material, Arc<OpenTable>)>,
    /// The leader met last in one of the tables: all quiet moves lead to one.
    leader: Option<(usize, u64, Leader)>,
    /// The unit read last from one of the tables, whole or its first values.
    unit: Option<(usize, u64, Arc<[u16]>)>,
}

impl<'a> Reading<'a> {
    pub(crate) fn new(tablebase: &'a Tablebase, asked: Material) -> Reading<'a> {
        Reading {
            tablebase,
            asked,
            tables: Vec::with_capacity(3),
            leader: None,
            unit: None,
        }
    }

    /// The number of a material's table among those that are open.
    fn table(&mut self, board: Board, material: Material) -> Result<usize, ProbeError> {
        let known = self.tables.iter().position(|(known, _)| *known == material);
        if let Some(known) = known {
            return Ok(known);
        }
        let open = self.tablebase.table(board, material, self.asked)?;
        self.tables.push((material, open));
        Ok(self.tables.len() - 1)
    }

    /// Where the value of a position is.
    fn place(&mut self, position: &Position) -> Result<Place, ProbeError> {
        let table = self.table(position.board(), position.material())?;
        let open = &self.tables[table].1;
        let leader = match self.leader {
            Some((known, us, leader)) if (known, us) == (table, position.us()) => leader,
            _ => open.leader(position.us()),
        };
        self.leader = Some((table, position.us(), leader));
        let (unit, place) = open.place(leader, position.them());
        Ok(Place { table, unit, place })
    }

    /// What the unit read last, or else the cache has of a place.
    fn remembered(&mut self, at: Place) -> Option<Option<Answer>> {
        let Place { table, unit, place } = at;
        let open = &self.tables[table].1;
        if !matches!(&self.unit, Some((known, last, _)) if (*known, *last) == (table, unit)) {
            let codes = self.tablebase.cached(open, unit)?;
            self.unit = Some((table, unit, codes));
        }
        let (.., codes) = self.unit.as_ref()?;
        let code = *codes.get(place)?;
        Some(loss_of(Cell::from_code(code), open))
    }

    /// What a place has.
    fn read(&mut self, at: Place) -> Result<Option<Answer>, ProbeError> {
        let Place { table, unit, place } = at;
        let open = &self.tables[table].1;
        let codes = open.with_scratch(|scratch| self.tablebase.codes(open, scratch, unit, place));
        let codes = codes?;
        let loss = loss_of(Cell::from_code(codes[place]), open);
        self.unit = Some((table, unit, codes));
        Ok(loss)
    }
}

/// Where a value is: which of the open tables, which unit, which of its values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    table: usize,
    unit: u64,
    place: usize,
}

impl Losses for Reading<'_> {
    type Error = ProbeError;

    fn known(&mut self, position: &Position) -> Option<Option<Answer>> {
        let open = self.tablebase.open_table(position)?;
        if self.tables.is_empty() {
            self.tables.push((position.material(), open));
        }
        let at = self.place(position).ok()?;
        self.remembered(at)
    }

    fn loss(&mut self, position: &Position) -> Result<Option<Answer>, ProbeError> {
        let at = self.place(position)?;
        match self.remembered(at) {
            Some(loss) => Ok(loss),
            None => self.read(at),
        }
    }

    /// What is in memory comes first. Of the rest, a unit is unpacked once, as
    /// far as the last of its values that is wanted, and those come first of
    /// which the least must be unpacked.
    fn losses(
        &mut self,
        positions: &[Position],
        mut enough: impl FnMut(Answer) -> bool,
    ) -> Result<(), ProbeError> {
        let mut packed = Vec::new();
        for position in positions {
            let at = self.place(position)?;
            match self.remembered(at) {
                Some(loss) if loss.is_some_and(&mut enough) => return Ok(()),
                Some(_) => {}
                None => packed.push(at),
            }
        }
        packed.sort_unstable();
        let units = packed.chunk_by(|a, b| (a.table, a.unit) == (b.table, b.unit));
        let mut units: Vec<&[Place]> = units.collect();
        units.sort_by_key(|places| places.last().map(|last| last.place));
        for &at in units.into_iter().flat_map(|places| places.iter().rev()) {
            let loss = match self.remembered(at) {
                Some(loss) => loss,
                None => self.read(at)?,
            };
            if loss.is_some_and(&mut enough) {
                break;
            }
        }
        Ok(())
    }
}

/// Looks only at what is in memory.
pub(crate) struct Remembering<'a>(pub(crate) &'a Tablebase);

/// Something is not in memory.
pub(crate) struct NotThere;

impl Losses for Remembering<'_> {
    type Error = NotThere;

    fn known(&mut self, position: &Position) -> Option<Option<Answer>> {
        let open = self.0.open_table(position)?;
        let cell = self.0.cached_cell(&open, position)?;
        Some(loss_of(cell, &open))
    }

    fn loss(&mut self, position: &Position) -> Result<Option<Answer>, NotThere> {
        self.known(position).ok_or(NotThere)
    }
}
