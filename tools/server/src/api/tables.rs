//! Questions about tables.

use std::collections::BTreeMap;

use loa_report::advice::MissingTables;
use loa_report::{
    BoardTables, BoardsReply, CensusReply, Failure, LongestReply, OverviewReply, Status,
    TableOverview,
};
use loa_solver::{Board, Material, Rules};
use loa_tablebase::{TableCensus, built_in};

use crate::question::BoardQuestion;
use crate::service::Service;

/// Returns all boards, rules and material that there are tables of.
pub(crate) fn boards(service: &Service) -> Result<BoardsReply, Failure> {
    let there = service.layout.boards().map_err(failed)?;
    let boards = there.into_iter().chain(built_in());
    // Tables of a board answer for its transpose.
    let boards = boards.flat_map(|(rules, board)| {
        [board, board.transposed()].map(|board| ((board, rules.id()), rules))
    });
    let mut found = Vec::new();
    for ((board, _), rules) in boards.collect::<BTreeMap<_, _>>() {
        let materials = service.tables.of(rules).materials(board).map_err(failed)?;
        if !materials.is_empty() {
            found.push(BoardTables { board, rules, materials });
        }
    }
    Ok(BoardsReply::new(found, service.proofs.list()))
}

/// Returns the census of the tables that the path names.
pub(crate) fn census(service: &Service, question: BoardQuestion) -> Result<CensusReply, Failure> {
    let (rules, board, material) = question.read()?;
    let counted = counted(service, rules, board, material)?;
    Ok(CensusReply::new(board, rules, &counted))
}

/// Returns the longest wins and losses.
pub(crate) fn longest(service: &Service, question: BoardQuestion) -> Result<LongestReply, Failure> {
    let (rules, board, material) = question.read()?;
    let counted = counted(service, rules, board, material)?;
    Ok(LongestReply::new(board, rules, &counted))
}

/// Returns all tables at a glance.
pub(crate) fn overview(service: &Service) -> Result<OverviewReply, Failure> {
    let layout = &service.layout;
    let mut tables = Vec::new();
    for (rules, board) in layout.boards().map_err(failed)? {
        for (material, file) in layout.tables(rules, board).map_err(failed)? {
            tables.push(TableOverview::of_file((rules, board, material), &file));
        }
    }
    for (rules, board) in built_in() {
        if layout.tables(rules, board).map_err(failed)?.is_empty() {
            let inside = service.tables.of(rules);
            for material in inside.materials(board).map_err(failed)? {
                tables.push(TableOverview::of_built_in(inside, board, material)?);
            }
        }
    }
    Ok(OverviewReply::new(tables))
}

/// Returns the census of one table, or of all of a board.
fn counted(
    service: &Service,
    rules: Rules,
    board: Board,
    material: Option<Material>,
) -> Result<Vec<(Material, TableCensus)>, Failure> {
    let tables = service.tables.of(rules);
    let materials = match material {
        Some(material) => vec![material],
        None => tables.materials(board).map_err(failed)?,
    };
    if materials.is_empty() {
        return Err(Failure::no_tables(&MissingTables {
            folder: service.layout.root().to_owned(),
            rules,
            board,
            material,
        }));
    }
    materials.into_iter().map(|material| Ok((material, tables.census(board, material)?))).collect()
}

fn failed(error: std::io::Error) -> Failure {
    Failure::new(Status::Failed, error)
}
