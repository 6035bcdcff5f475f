//! A folder of tables, answering questions.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use loa_solver::retrograde::Cell;
use loa_solver::{Board, Index, Material, Move, Numbering, Position, Rules, Value};
use quick_cache::sync::Cache;

use crate::answer::{Answer, Outcome};
use crate::census::TableCensus;
use crate::embedded;
use crate::error::{ProbeError, TableError};
use crate::header::Metric;
use crate::layout::Layout;
use crate::packing::{MOST_VALUES, Walk};
use crate::table::Table;

/// Tables for one set of rules, opened as they are needed and shared by
/// threads.
///
/// What the folder does not hold is looked for among the tables built into the
/// program: all of 4x4 under the rules of every preset.
pub struct Tablebase {
    rules: Rules,
    layout: Option<Layout>,
    numberings: Mutex<HashMap<Board, Arc<Numbering>>>,
    tables: Mutex<HashMap<(Board, Material), Arc<OpenTable>>>,
    units: Cache<(Board, Material, u64), Arc<[u16]>>,
}

struct OpenTable {
    table: Table,
    index: Index,
    /// Walks that no thread is using.
    walks: Mutex<Vec<Walk>>,
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
        let units = cache_bytes / (2 * MOST_VALUES as usize);
        Tablebase {
            rules,
            layout,
            numberings: Mutex::default(),
            tables: Mutex::default(),
            units: Cache::new(units.max(64)),
        }
    }

    /// The rules of its values.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// What a position is worth to the side to move, with the distance if the
    /// tables tell it.
    ///
    /// # Errors
    /// When a table it needs is missing, unfinished, damaged or of other rules,
    /// or no table can cover the position.
    pub fn answer(&self, position: &Position) -> Result<Answer, ProbeError> {
        self.answer_for(position, position.material())
    }

    /// The value of a position to the side to move.
    ///
    /// # Errors
    /// As for [`Tablebase::answer`], and when the tables do not tell the distance.
    pub fn value(&self, position: &Position) -> Result<Value, ProbeError> {
        self.answer(position)?.value().ok_or_else(|| {
            let (board, material) = (position.board(), position.material());
            let rules = self.rules;
            ProbeError::NoDistances {
                board,
                rules,
                material,
            }
        })
    }

    /// What a position is worth, to answer a question about `asked`.
    pub(crate) fn answer_for(
        &self,
        position: &Position,
        asked: Material,
    ) -> Result<Answer, ProbeError> {
        if let Some(value) = self.rules.settled_value(position) {
            return Ok(value.into());
        }
        if let Some(loss) = self.loss(position, asked)? {
            return Ok(loss);
        }
        let mut best = Answer::Exact(Value::Draw);
        let mut consider = |m| -> Result<(), ProbeError> {
            let after = position.after(m);
            let loss = match self.rules.settled_value(&after) {
                Some(value) => Some(value.into()),
                None => self.loss(&after, asked)?,
            };
            let before = loss.map_or(best, Answer::before);
            if before.goodness() > best.goodness() {
                best = before;
            }
            Ok(())
        };
        // A side without a stone move passes here; other rules have settled it.
        if position.has_stone_move() {
            position.stone_moves().try_for_each(consider)?;
        } else {
            consider(Move::Pass)?;
        }
        Ok(best)
    }

    /// The loss that a table has for a position, which must not be settled.
    fn loss(&self, position: &Position, asked: Material) -> Result<Option<Answer>, ProbeError> {
        let (board, material) = (position.board(), position.material());
        let open = self.table(board, material, asked)?;
        let (unit, place) = open.place(position);
        let codes = self.unit(&open, board, material, unit)?;
        let cell = Cell::from_code(codes[place]);
        Ok(
            (cell != Cell::OPEN).then(|| match open.table.header().metric {
                Metric::Distance => cell.value().into(),
                Metric::Outcome => Answer::Somehow(Outcome::Loss),
            }),
        )
    }

    /// The material that there are tables of, smallest first: in the folder or,
    /// if it has none of this board, built in.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn materials(&self, board: Board) -> io::Result<Vec<Material>> {
        let mut materials = Vec::new();
        if let Some(layout) = &self.layout {
            let tables = layout.tables(self.rules, board)?;
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
        let open = self.table(board, material, material)?;
        Ok(open.table.table_census(&open.index))
    }

    fn unit(
        &self,
        open: &OpenTable,
        board: Board,
        material: Material,
        unit: u64,
    ) -> Result<Arc<[u16]>, TableError> {
        self.units
            .get_or_insert_with(&(board, material, unit), || open.unit(unit).map(Arc::from))
    }

    fn table(
        &self,
        board: Board,
        material: Material,
        asked: Material,
    ) -> Result<Arc<OpenTable>, ProbeError> {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = tables.get(&(board, material)) {
            return Ok(Arc::clone(open));
        }
        // An index can take seconds to build: none for a table that is missing.
        let numbering = self.numbering(board);
        numbering.count(material)?;
        let table = self.find(board, material, asked)?;
        let index = numbering.index(material)?;
        let open = Arc::new(OpenTable {
            table,
            index,
            walks: Mutex::default(),
        });
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
        if let Some(layout) = &self.layout {
            let path = layout.table(rules, board, material);
            if path.exists() {
                let table = Table::open(&path)?;
                check_place(&table, rules, board, material)?;
                return Ok(table);
            }
        }
        if let Some(bytes) = embedded::table(rules, board, material) {
            let name = format!("built-in {rules}/{board}/{material}");
            return Ok(Table::built_in(bytes, Path::new(&name))?);
        }
        Err(self.missing(board, material, asked))
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
        if let Some(looked) = layout.unfinished(rules, board, missing) {
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
    /// The unit that has a position, and its place there.
    fn place(&self, position: &Position) -> (u64, usize) {
        let at = self.index.of(position.us(), position.them());
        self.table.header().cut().place(at)
    }

    fn unit(&self, unit: u64) -> Result<Box<[u16]>, TableError> {
        let walks = || self.walks.lock().unwrap_or_else(PoisonError::into_inner);
        let walk = walks().pop();
        let mut walk = walk.unwrap_or_else(|| self.table.walk());
        let codes = self.table.unit(&self.index, &mut walk, unit);
        walks().push(walk);
        codes
    }
}

/// Whether a table is what its place says it is.
pub(crate) fn check_place(
    table: &Table,
    rules: Rules,
    board: Board,
    material: Material,
) -> Result<(), TableError> {
    let header = table.header();
    let file = || table.path().to_owned();
    if header.rules != rules {
        let (expected, found) = (rules, header.rules);
        return Err(TableError::Rules {
            file: file(),
            expected,
            found,
        });
    }
    if (header.board, header.material) != (board, material) {
        return Err(TableError::Misplaced {
            file: file(),
            expected: format!("{material} on {board} under {rules}"),
            found: header.subject(),
        });
    }
    Ok(())
}
