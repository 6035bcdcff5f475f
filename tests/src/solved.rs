//! Boards solved for a test, in a temporary folder.

use std::collections::BTreeMap;

use loa_solver::internal::Cell;
use loa_solver::retrograde::{FinishedValues, Solver, Values};
use loa_solver::{Bitboard, Board, Color, Family, Material, Numbering, Position, Rules, Value};
use loa_tablebase::Census;
use tempfile::TempDir;

use crate::plain::{Placement, PlainBoard};

/// Returns the families that a game from the start can reach with up to `most` stones in all,
/// without lone stones. Families that a capture leads to come first.
pub fn families(board: Board, most: u32) -> Vec<Family> {
    let mut families = board.families();
    families.retain(|family| family.stones() <= most);
    families
}

/// Returns a plain position on a board with as many files and ranks.
///
/// # Panics
/// If the position does not fit the board.
pub fn position(plain: &PlainBoard, stones: Placement, turn: Color) -> Position {
    let board = Board::new(plain.files, plain.ranks).expect("a board");
    let [us, them] = [stones.us, stones.them].map(|set| Bitboard(plain.spread(set)));
    Position::new(board, us, them, turn).expect("a plain position")
}

/// The values of some families of a board under one rules id.
#[derive(Debug)]
pub struct Solved {
    /// The board.
    pub board: Board,
    /// The rules.
    pub rules: Rules,
    /// The values, by material.
    pub values: Values,
    /// The values in memory.
    cells: BTreeMap<Material, Vec<Cell>>,
    /// The folder of the values, removed when this is dropped.
    _work: TempDir,
}

impl Solved {
    /// Solves `families`, which must be in the order of [`families`].
    ///
    /// # Panics
    /// If solving fails.
    pub fn new(board: Board, rules: Rules, families: &[Family]) -> Solved {
        let work = tempfile::tempdir().expect("a folder for temporary files");
        let numbering = Numbering::new(board);
        let solver = Solver::new(rules, &numbering, work.path());
        let mut values = Values::new();
        for &family in families {
            let files = solver
                .solve(family, &values)
                .unwrap_or_else(|error| panic!("{board} {rules} {family}: {error}"));
            values.extend(files.into_iter().map(|file| (file.index().material(), file)));
        }
        let all = |file: &FinishedValues| {
            let cells = (0..file.index().len()).map(|entry| file.get(entry));
            cells.collect::<Result<_, _>>().expect("values that have just been solved can be read")
        };
        let cells = values.iter().map(|(&material, file)| (material, all(file))).collect();
        Solved { board, rules, values, cells, _work: work }
    }

    /// Solves everything that a game from the start can reach.
    ///
    /// # Panics
    /// If solving fails.
    pub fn whole(board: Board, rules: Rules) -> Solved {
        Solved::new(board, rules, &families(board, board.squares()))
    }

    /// Returns the values of one material.
    ///
    /// # Panics
    /// If it was not solved.
    pub fn file(&self, material: Material) -> &FinishedValues {
        let file = self.values.get(&material);
        file.unwrap_or_else(|| panic!("{material} on {} was not solved", self.board))
    }

    /// Returns the value of a position: by the rules, or else as solved.
    ///
    /// # Panics
    /// If its material was not solved.
    pub fn value(&self, position: &Position) -> Value {
        self.rules.value_without_table(position).unwrap_or_else(|| {
            let material = position.material();
            let index = self.file(material).index();
            self.cell(material, index.of(position.us(), position.them())).value()
        })
    }

    /// Returns the position of an entry of a file, Black to move.
    ///
    /// # Panics
    /// If the entry does not exist.
    pub fn position(&self, file: &FinishedValues, entry: u64) -> Position {
        let (us, them) = file.index().position(entry);
        let position = Position::new(self.board, us, them, Color::Black);
        position.expect("an index holds positions only")
    }

    /// Counts the placements of a material by value.
    ///
    /// # Panics
    /// If it was not solved.
    pub fn census(&self, material: Material) -> Census {
        let file = self.file(material);
        let mut census = Census::default();
        for entry in 0..file.index().len() {
            let finished = self.rules.connection_termination(&self.position(file, entry));
            let weight = file.index().weight(entry / file.index().block_len());
            census.add(self.cell(material, entry).value(), finished.is_some(), weight);
        }
        census
    }

    /// Returns the cell of an entry.
    ///
    /// # Panics
    /// If the entry was not solved.
    pub fn cell(&self, material: Material, entry: u64) -> Cell {
        self.cells[&material][entry as usize]
    }
}
