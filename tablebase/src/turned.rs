//! Boards whose files and ranks are exchanged, such as 4x5 and 5x4: the same game,
//! and so the same tables.
//!
//! A position and its transpose have the same value, and material is that of the
//! sides to move, so the table of a material on one board answers for the other.
//! What is asked about a board is looked for among its own tables first. Everything
//! above this module, [`OpenTable`](crate::tablebase::OpenTable) and
//! [`Restored`](crate::restore::Restored) sees tables of the board it asks about.

use std::io;
use std::path::PathBuf;

use loa_solver::{Board, Index, Material, Numbering, Rules, Subsets, transpose};

use crate::census::Tally;
use crate::codes::Values;
use crate::error::TableError;
use crate::layout::Layout;
use crate::table::Table;
use crate::tablebase::check_place;

/// Returns a board and its transpose, if that is another one.
pub(crate) fn orientations(board: Board) -> impl Iterator<Item = Board> {
    let other = Some(board.transposed()).filter(|&other| other != board);
    [board].into_iter().chain(other)
}

/// Opens the table of a material among those of a board and of its transpose: the
/// first that is sound as far as opening shows.
///
/// # Errors
/// The first error, if no table is sound and one is there.
pub(crate) fn find(
    layout: &Layout,
    rules: Rules,
    board: Board,
    material: Material,
) -> Result<Option<Table>, TableError> {
    let mut unsound = None;
    for board in orientations(board) {
        let table = Table::open(&layout.table(rules, board, material)).and_then(|table| {
            check_place(&table, rules, board, material)?;
            Ok(table)
        });
        match table {
            Ok(table) => return Ok(Some(table)),
            Err(TableError::Io { source, .. }) if is_nothing_there(&source) => {}
            Err(error) => {
                unsound.get_or_insert(error);
            }
        }
    }
    unsound.map_or(Ok(None), Err)
}

/// Returns the table files of a board, and of its transpose those of other material,
/// smallest material first.
///
/// # Errors
/// When a folder is there but cannot be read.
pub(crate) fn tables(
    layout: &Layout,
    rules: Rules,
    board: Board,
) -> io::Result<Vec<(Material, PathBuf)>> {
    let mut tables: Vec<(Material, PathBuf)> = Vec::new();
    for board in orientations(board) {
        for (material, path) in layout.tables(rules, board)? {
            if tables.iter().all(|&(known, _)| known != material) {
                tables.push((material, path));
            }
        }
    }
    tables.sort_by_key(|&(material, _)| (material.stones(), material));
    Ok(tables)
}

pub(crate) fn is_nothing_there(error: &io::Error) -> bool {
    use io::ErrorKind::{NotADirectory, NotFound};
    matches!(error.kind(), NotFound | NotADirectory)
}

/// Returns the losses and the counts of a table by the index of its board or of the
/// transpose.
///
/// # Errors
/// As for [`Table::losses`].
pub(crate) fn losses(table: &Table, index: &Index) -> Result<(Values, Tally), TableError> {
    let (board, material) = (table.header().board, table.header().material);
    if board == index.board() {
        return Ok((table.losses(index)?, table.tally().clone()));
    }
    let own = Numbering::new(board).index(material);
    let own = own.expect("its transpose has an index");
    let losses = table.losses(&own)?;
    let mut turned = table.open_values(index)?;
    let fill = |_: &mut (), orbit, codes: &mut [u16]| {
        let us = index.leaders().representative(orbit);
        let leader = own.leaders().leader(transpose(us));
        let followers = Subsets::new(index.board().mask() & !us, material.them());
        for (code, them) in codes.iter_mut().zip(followers) {
            *code = losses.get(own.of_leader(leader, transpose(them))).code();
        }
        Ok::<(), TableError>(())
    };
    turned.fill(index.block_len(), || (), fill)?;
    let tally = table.tally().renumbered(|at| {
        let (us, them) = own.position(at);
        index.of(transpose(us), transpose(them))
    });
    Ok((turned, tally))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use loa_solver::{Color, Position};
    use tempfile::TempDir;

    use super::*;
    use crate::build::Builder;
    use crate::plan::Selection;
    use crate::tablebase::Tablebase;

    fn solved(board: &str, rules: Rules) -> (TempDir, Layout, Board) {
        let folder = tempfile::tempdir().unwrap();
        let (layout, board) = (Layout::new(folder.path()), board.parse().unwrap());
        let builder = Builder::new(layout.clone(), rules, board, Selection::Whole);
        builder.run(&()).unwrap();
        (folder, layout, board)
    }

    #[test]
    fn tables_of_the_transpose_answer_as_tables_of_the_board_do() {
        for rules in ["mover-pass", "draw-loss-misere"].map(|id| id.parse().unwrap()) {
            let (_one, wide, _) = solved("4x3", rules);
            let (_other, tall, board) = solved("3x4", rules);
            let numbering = Numbering::new(board);
            let [turned, own] = [wide.root(), tall.root()].map(|root| Tablebase::open(root, rules));
            let materials = own.materials(board).unwrap();
            assert_eq!(turned.materials(board).unwrap(), materials);
            for material in materials {
                let index = numbering.index(material).unwrap();
                let positions = (0..index.len()).step_by(7).map(|at| {
                    let (us, them) = index.position(at);
                    Position::new(board, us, them, Color::Black).unwrap()
                });
                let positions: Vec<Position> = positions.collect();
                for (answer, position) in turned.answers(&positions).into_iter().zip(&positions) {
                    let expected = own.probe(position).unwrap();
                    assert_eq!(answer.unwrap(), expected.value, "{position}");
                    assert_eq!(turned.probe(position).unwrap(), expected);
                }

                let census = turned.census(board, material).unwrap();
                assert_eq!(census.counts, own.census(board, material).unwrap().counts);
                for (plies, longest) in [census.longest_win, census.longest_loss]
                    .into_iter()
                    .flatten()
                {
                    assert_eq!(
                        own.value(&longest).unwrap().plies(),
                        Some(plies),
                        "{longest}"
                    );
                }

                let [of_wide, of_tall] = [&wide, &tall].map(|layout| {
                    let table = find(layout, rules, board, material).unwrap().unwrap();
                    losses(&table, &index).unwrap()
                });
                assert!((0..index.len()).all(|at| of_wide.0.get(at) == of_tall.0.get(at)));
            }
        }
    }

    #[test]
    fn a_sound_table_of_either_board_will_do() {
        let rules = Rules::default();
        let (_folder, layout, board) = solved("3x4", rules);
        let (_other, wide, _) = solved("4x3", rules);
        let material = "2v4".parse().unwrap();
        let own = layout.table(rules, board, material);
        let bytes = fs::read(&own).unwrap();
        let found = || find(&layout, rules, board, material);
        for damaged in [&bytes[..bytes.len() - 1], b""] {
            fs::write(&own, damaged).unwrap();
            assert!(found().is_err());
        }
        let turned = layout.table(rules, board.transposed(), material);
        fs::create_dir_all(turned.parent().unwrap()).unwrap();
        fs::copy(wide.table(rules, board.transposed(), material), &turned).unwrap();
        assert_eq!(found().unwrap().unwrap().path(), turned);
        fs::remove_file(&own).unwrap();
        assert_eq!(found().unwrap().unwrap().path(), turned);
        fs::write(&own, &bytes).unwrap();
        assert_eq!(found().unwrap().unwrap().path(), own);
    }
}
