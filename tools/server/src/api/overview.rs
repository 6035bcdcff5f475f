//! All tables at a glance.

use std::path::Path;

use axum::extract::State;
use loa_reply::{Failure, Status};
use loa_solver::{Board, Material, Rules, position_count};
use loa_tablebase::{Census, Metric, Table, Wdl, built_in};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Answered, Here};
use crate::reply;
use crate::service::Service;

/// All tables at a glance.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct OverviewReply {
    /// Each table, by rules, board and material.
    tables: Vec<TableOverview>,
    /// The bytes of all files together.
    bytes: u64,
}

/// A table at a glance.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct TableOverview {
    /// The board.
    board: String,
    /// The rules id.
    rules: &'static str,
    /// The material, the side to move first.
    material: String,
    /// True if the table is built into the program.
    built_in: bool,
    /// The reason for which a table cannot be used.
    error: Option<String>,
    /// The contents of a table that can be used.
    #[serde(flatten)]
    contents: Option<Contents>,
}

/// The contents of a table in figures.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct Contents {
    /// The number of positions, those that mirror each other counted once.
    positions: u64,
    /// The bytes of the file; 0 for a table built into the program.
    bytes: u64,
    /// The values that the table holds: `distance`, or `wdl` without distances.
    metric: &'static str,
    /// The most plies to a win.
    longest_win: Option<u16>,
    /// The most plies to a loss.
    longest_loss: Option<u16>,
    /// The number of placements that the side to move wins.
    wins: u64,
    /// The number of placements that are drawn.
    draws: u64,
    /// The number of placements that the side to move loses.
    losses: u64,
}

impl Contents {
    fn new(positions: u64, bytes: u64, metric: Metric, census: &Census) -> Contents {
        let [wins, draws, losses] = census.shares();
        let has_distances = metric == Metric::Distance;
        let longest = |outcome| census.longest(outcome).filter(|_| has_distances);
        Contents {
            positions,
            bytes,
            metric: metric.name(),
            longest_win: longest(Wdl::Win),
            longest_loss: longest(Wdl::Loss),
            wins,
            draws,
            losses,
        }
    }
}

/// Answers with all tables at a glance.
pub(crate) async fn overview(State(service): Here) -> Answered {
    let answer = service.answer(|service| {
        let failed = |error: std::io::Error| Failure::new(Status::Failed, error);
        let layout = &service.layout;
        let mut tables = Vec::new();
        for (rules, board) in layout.boards().map_err(failed)? {
            for (material, file) in layout.tables(rules, board).map_err(failed)? {
                tables.push(of_file((rules, board, material), &file));
            }
        }
        for (rules, board) in built_in() {
            if layout.tables(rules, board).map_err(failed)?.is_empty() {
                tables.extend(inside(service, rules, board)?);
            }
        }
        let bytes = tables.iter().filter_map(|table| table.contents.as_ref());
        Ok(OverviewReply {
            bytes: bytes.map(|contents| contents.bytes).sum(),
            tables,
        })
    });
    Ok(reply::json(answer.await?))
}

fn of_file((rules, board, material): (Rules, Board, Material), file: &Path) -> TableOverview {
    let table = Table::open(file).and_then(|table| table.check_name().map(|()| table));
    let (contents, error) = match table {
        Ok(table) => {
            let header = table.header();
            let (positions, bytes) = (header.positions, header.file_bytes);
            let census = table.census();
            let contents = Contents::new(positions, bytes, header.metric, &census);
            (Some(contents), None)
        }
        Err(error) => (None, Some(error.to_string())),
    };
    TableOverview {
        board: board.to_string(),
        rules: rules.id(),
        material: material.to_string(),
        built_in: false,
        error,
        contents,
    }
}

/// Returns the tables of a board that are built into the program.
fn inside(service: &Service, rules: Rules, board: Board) -> Result<Vec<TableOverview>, Failure> {
    let tables = service.tables.of(rules);
    let materials = tables.materials(board);
    let materials = materials.map_err(|error| Failure::new(Status::Failed, error))?;
    let overviews = materials.into_iter().map(|material| {
        let census = tables.census(board, material)?.counts;
        let positions = position_count(board, material).unwrap_or(census.shares().iter().sum());
        Ok(TableOverview {
            board: board.to_string(),
            rules: rules.id(),
            material: material.to_string(),
            built_in: true,
            error: None,
            contents: Some(Contents::new(positions, 0, Metric::Distance, &census)),
        })
    });
    overviews.collect()
}
