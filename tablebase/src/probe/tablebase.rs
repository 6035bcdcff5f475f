//! A folder of tables, answering questions.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use loa_solver::retrograde::Cell;
use loa_solver::{
    Board, Index, Leader, Material, Numbering, Position, Rules, Value, position_count, transpose,
};
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::answer::Answer;
use super::error::ProbeError;
use crate::folder::embedded;
use crate::folder::layout::Layout;
use crate::folder::orientations::{self, orientations};
use crate::format::error::TableError;
use crate::format::metric::Metric;
use crate::format::table::{Scratch, Table};
use crate::format::tally::TableCensus;
use crate::format::units::{UNIT_SHIFT, Units};

/// Tables for one set of rules, opened as they are needed and shared by
/// threads. An open table is a memory map and keeps no file open; what has been
/// unpacked is kept in a cache of bounded size.
///
/// What the folder does not hold is looked for among the tables built into the
/// program: all of 4x4 under the rules of every preset.
pub struct Tablebase {
    rules: Rules,
    layout: Option<Layout>,
    numberings: Mutex<HashMap<Board, Arc<Numbering>>>,
    tables: RwLock<HashMap<(Board, Material), Arc<OpenTable>>>,
    /// Held while a table is opened.
    opening: Mutex<()>,
    units: Cache<UnitKey, Arc<[u16]>, UnitBytes>,
}

/// The smallest cache: room for what the moves of a position lead to.
const LEAST_CACHE_BYTES: usize = 64 << 10;

/// What a unit is called in the cache.
type UnitKey = (Board, Material, u64);

/// What a unit weighs in the cache.
#[derive(Clone)]
struct UnitBytes;

impl Weighter<UnitKey, Arc<[u16]>> for UnitBytes {
    fn weight(&self, _: &UnitKey, codes: &Arc<[u16]>) -> u64 {
        size_of_val(&**codes) as u64
    }
}

/// A table and how it is read.
pub(crate) struct OpenTable {
    table: Table,
    /// Whether it is a table of the transpose of the board that is asked about.
    is_turned: bool,
    index: Index,
    cut: Units,
    /// Room to unpack in that no thread is using.
    scratches: Mutex<Vec<Scratch>>,
}

impl Tablebase {
    /// Bytes of unpacked units that are kept, unless told otherwise.
    pub const DEFAULT_CACHE_BYTES: usize = 64 << 20;

    /// The tables in a folder laid out as [`Layout`] says, and the built-in
    /// ones. Nothing is opened yet.
    pub fn open(root: impl Into<PathBuf>, rules: Rules) -> Tablebase {
        Tablebase::new(
            Some(Layout::new(root)),
            rules,
            Tablebase::DEFAULT_CACHE_BYTES,
        )
    }

    /// Only the tables that are built into the program.
    pub fn embedded(rules: Rules) -> Tablebase {
        Tablebase::new(None, rules, Tablebase::DEFAULT_CACHE_BYTES)
    }

    /// Tables of a folder, or only built-in ones, keeping up to `cache_bytes`
    /// of unpacked units.
    pub fn new(layout: Option<Layout>, rules: Rules, cache_bytes: usize) -> Tablebase {
        let cache_bytes = cache_bytes.max(LEAST_CACHE_BYTES);
        let units = cache_bytes >> (UNIT_SHIFT + 1);
        Tablebase {
            rules,
            layout,
            numberings: Mutex::default(),
            tables: RwLock::default(),
            opening: Mutex::default(),
            units: Cache::with_weighter(units, cache_bytes as u64, UnitBytes),
        }
    }

    /// The rules of its values.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The folder of the tables, if they are not only built in.
    pub fn folder(&self) -> Option<&Path> {
        self.layout.as_ref().map(Layout::root)
    }

    /// The value of a position to the side to move.
    ///
    /// # Errors
    /// As for [`Tablebase::answer`], and when the tables do not tell the distance.
    pub fn value(&self, position: &Position) -> Result<Value, ProbeError> {
        self.exact(position, self.answer(position)?)
    }

    /// The value that an answer to a question about a position tells.
    pub(crate) fn exact(&self, position: &Position, answer: Answer) -> Result<Value, ProbeError> {
        answer.value().ok_or_else(|| {
            let (board, material) = (position.board(), position.material());
            let rules = self.rules;
            ProbeError::NoDistances {
                board,
                rules,
                material,
            }
        })
    }

    /// The material that there are tables of, smallest first: in the folder or,
    /// if it has none of this board, built in.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn materials(&self, board: Board) -> io::Result<Vec<Material>> {
        let mut materials = Vec::new();
        if let Some(layout) = &self.layout {
            let tables = orientations::tables(layout, self.rules, board)?;
            materials.extend(tables.into_iter().map(|(material, _)| material));
        }
        if materials.is_empty() {
            materials.extend(embedded::materials(self.rules, board));
            materials.sort_by_key(|&material| (material.stones(), material));
        }
        Ok(materials)
    }

    /// Counts one table.
    ///
    /// # Errors
    /// When it is missing, unfinished, damaged or of other rules.
    pub fn census(&self, board: Board, material: Material) -> Result<TableCensus, ProbeError> {
        let table = self.find(board, material, material)?;
        let of = table.header().board;
        let index = self.numbering(of).index_at_once(material)?;
        let census = table.tally().table_census(&index);
        Ok(if of == board {
            census
        } else {
            census.transposed()
        })
    }

    /// A unit's values as far as the cache has them.
    pub(crate) fn cached(&self, open: &OpenTable, unit: u64) -> Option<Arc<[u16]>> {
        self.units.get(&open.key(unit))
    }

    /// A unit's values as far as `place` or farther. Unpacks, if the cache does not
    /// have them, all up to there, or all of it if a part was unpacked before.
    pub(crate) fn codes(
        &self,
        open: &OpenTable,
        scratch: &mut Scratch,
        unit: u64,
        place: usize,
    ) -> Result<Arc<[u16]>, TableError> {
        let cached = self.cached(open, unit);
        let whole = cached.is_some();
        if let Some(codes) = cached.filter(|codes| codes.len() > place) {
            return Ok(codes);
        }
        let codes: Arc<[u16]> = open.unpacked(scratch, unit, (place, whole))?.into();
        self.units.insert(open.key(unit), Arc::clone(&codes));
        Ok(codes)
    }

    /// The cell of a position if it is in the cache.
    pub(crate) fn cached_cell(&self, open: &OpenTable, position: &Position) -> Option<Cell> {
        let (unit, place) = open.place(open.leader(position.us()), position.them());
        let codes = self.cached(open, unit)?;
        codes.get(place).map(|&code| Cell::from_code(code))
    }

    /// The table of a position, if it is open.
    pub(crate) fn open_table(&self, position: &Position) -> Option<Arc<OpenTable>> {
        self.opened(position.board(), position.material())
    }

    fn opened(&self, board: Board, material: Material) -> Option<Arc<OpenTable>> {
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner);
        tables.get(&(board, material)).map(Arc::clone)
    }

    pub(crate) fn table(
        &self,
        board: Board,
        material: Material,
        asked: Material,
    ) -> Result<Arc<OpenTable>, ProbeError> {
        if let Some(open) = self.opened(board, material) {
            return Ok(open);
        }
        // One at a time, while others read on.
        let _opening = self.opening.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = self.opened(board, material) {
            return Ok(open);
        }
        position_count(board, material)?;
        let table = self.find(board, material, asked)?;
        // No file makes the index larger than what is asked about.
        let of = table.header().board;
        let index = self.numbering(of).index_at_once(material)?;
        let open = Arc::new(OpenTable {
            is_turned: of != board,
            cut: table.header().cut(),
            table,
            index,
            scratches: Mutex::default(),
        });
        let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
        tables.insert((board, material), Arc::clone(&open));
        Ok(open)
    }

    fn numbering(&self, board: Board) -> Arc<Numbering> {
        let mut known = self
            .numberings
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let numbering = known
            .entry(board)
            .or_insert_with(|| Arc::new(Numbering::new(board)));
        Arc::clone(numbering)
    }

    fn find(&self, board: Board, material: Material, asked: Material) -> Result<Table, ProbeError> {
        let rules = self.rules;
        if let Some(layout) = &self.layout
            && let Some(table) = orientations::find(layout, rules, board, material)?
        {
            return Ok(table);
        }
        match embedded::table(rules, board, material) {
            Some(table) => Ok(table?),
            None => Err(self.missing(board, material, asked)),
        }
    }

    fn missing(&self, board: Board, missing: Material, asked: Material) -> ProbeError {
        let rules = self.rules;
        let Some(layout) = &self.layout else {
            let looked = PathBuf::from("the built-in tables");
            return ProbeError::Missing {
                board,
                rules,
                asked,
                missing,
                looked,
            };
        };
        let mut begun = orientations(board).map(|board| layout.unfinished(rules, board, missing));
        if let Some(looked) = begun.find_map(|begun| begun) {
            return ProbeError::Unfinished {
                board,
                rules,
                missing,
                looked,
            };
        }
        let looked = layout.table(rules, board, missing);
        ProbeError::Missing {
            board,
            rules,
            asked,
            missing,
            looked,
        }
    }
}

impl OpenTable {
    /// What its values tell.
    pub(crate) const fn metric(&self) -> Metric {
        self.table.header().metric
    }

    fn key(&self, unit: u64) -> UnitKey {
        let header = self.table.header();
        (header.board, header.material, unit)
    }

    /// What is known of the side to move.
    pub(crate) fn leader(&self, us: u64) -> Leader {
        self.index.leaders().leader(self.turn(us))
    }

    /// The unit that has a position with this leader, and its place there.
    pub(crate) fn place(&self, leader: Leader, them: u64) -> (u64, usize) {
        self.cut
            .place(self.index.of_leader(leader, self.turn(them)))
    }

    /// Squares of the board that is asked about, on that of the table.
    #[inline]
    const fn turn(&self, set: u64) -> u64 {
        if self.is_turned { transpose(set) } else { set }
    }

    /// A unit's cells, as [`Table::unit`] has them.
    pub(crate) fn unpacked<'a>(
        &self,
        scratch: &'a mut Scratch,
        unit: u64,
        upto: (usize, bool),
    ) -> Result<&'a [u16], TableError> {
        self.table.unit(&self.index, scratch, unit, upto)
    }

    /// Lends room to unpack in.
    pub(crate) fn with_scratch<T>(&self, unpack: impl FnOnce(&mut Scratch) -> T) -> T {
        let scratches = || {
            let scratches = self.scratches.lock();
            scratches.unwrap_or_else(PoisonError::into_inner)
        };
        let scratch = scratches().pop();
        let mut scratch = scratch.unwrap_or_else(|| self.table.scratch());
        let unpacked = unpack(&mut scratch);
        scratches().push(scratch);
        unpacked
    }
}
