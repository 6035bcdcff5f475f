//! A second solver for comparison with the first: retrograde analysis by counting, as used for
//! awari and checkers. It shares neither code nor method with the project's solver.
//!
//! Captures are irreversible, so materials are solved in the order of their numbers of stones. A
//! material is solved with its twin (4v3 with 3v4), because quiet moves lead from one to the other.
//! Each position has a byte for its best known value, and a byte that counts the quiet moves with
//! an unknown outcome (`family`).
//!
//! 1. `opening`: positions that a connection has ended get their value. In all others, captures and
//!    moves that end the game are looked up; the best of them is the value so far. The other moves,
//!    all quiet, are counted.
//! 2. `levels`: for 0, 1, 2 .. plies, all positions won or lost in exactly that number of plies
//!    affect the positions from which quiet moves lead to them. A loss in `d` makes the position
//!    before it a win in `d + 1`, unless it is won sooner. A win in `d` takes one from the count of
//!    the position before it. When the count is zero and its captures lose as well, that position
//!    is lost, in `d + 1` or by the longest of its captures.
//! 3. The remaining positions are drawn.
//!
//! Distances are exact for the following reason. The positions of level `d` are complete when the
//! level begins, because a win or loss in `d` is due to a move to a position of an earlier level or
//! to a capture with an exact value. A capture that wins in `c` is in the value byte from the
//! start, so level `c` finds it there if no quiet move has won sooner. The last quiet move taken
//! from the count of a lost position is the longest.
//!
//! A position that is the same under the board's symmetries may have several entries, all of which
//! are filled; `sets` explains how their moves are counted.

mod board;
mod census;
mod family;
mod game;
mod levels;
mod material;
mod opening;
mod rules;
mod sets;
mod symmetry;
mod table;
mod value;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use board::Board;
pub use census::{CENSUS_HEADER, CensusRow};
pub use material::Material;
pub use rules::Rules;

use family::Family;
use game::Game;
use sets::Sets;
use table::Table;

/// The figures of a solved family.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The material with the fewer stones to move.
    pub material: Material,
    /// The number of entries in its table and its twin's.
    pub entries: usize,
    /// The plies of the last level examined.
    pub levels: u32,
}

/// Solves everything that a game from the start of a board can reach with up to `most_stones`
/// stones, and counts it. Material with a lone stone is solved but not counted, because it is
/// always over or trivial.
///
/// # Panics
/// If a win or loss is too far away.
pub fn solve(
    board: Board,
    rules: Rules,
    most_stones: Option<u32>,
    mut progress: impl FnMut(Progress),
) -> Vec<CensusRow> {
    let game = Game::new(board, rules);
    let mut families = families(board);
    families.retain(|family| most_stones.is_none_or(|most| family.stones <= most));
    let most = families.iter().map(|family| family.them).max().unwrap_or(0);
    let sets = (0..=most).map(|stones| Sets::new(&game.symmetries, stones, board.squares()));
    let sets = Vec::from_iter(sets.map(Arc::new));

    let mut solved = BTreeMap::new();
    let mut census = Vec::new();
    for material in families {
        // A capture removes one stone, so smaller materials are not looked up.
        solved.retain(|before: &Material, _| before.stones + 1 >= material.stones);
        let table = |material: Material| {
            let sets = Arc::clone(&sets[material.us as usize]);
            Table::new(sets, material.us, material.them, board.squares())
        };
        let family = Family::new(&game, material, table, &solved);
        let levels = family.solve();
        let tables = family.into_tables();
        progress(Progress {
            material,
            entries: tables.iter().map(|(_, table)| table.values.len()).sum(),
            levels,
        });
        for (material, table) in tables {
            if material.us > 1 && material.them > 1 {
                census.extend(census::count(board, rules, material, &table));
            }
            solved.insert(material, table);
        }
    }
    census.sort_by_key(|row: &CensusRow| (row.material, row.outcome, row.plies));
    census
}

/// Returns the families that a game from the start can reach, each by the material with fewer
/// stones to move, in an order in which they can be solved.
fn families(board: Board) -> Vec<Material> {
    let [black, white] = board.start_stones();
    let (less, more) = (black.min(white), black.max(white));
    let pairs = (1..=less).flat_map(|us| (us..=more).map(move |them| Material::of(us, them)));
    let mut families = Vec::from_iter(pairs);
    families.sort();
    families
}
