//! Questions about tables.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::advice::MissingTables;
use crate::{
    BoardTables, BoardsReply, CensusReply, Failure, FoundPosition, LongestReply, OverviewReply,
    Status, TableOverview,
};
use loa_judge::StageWatch;
use loa_judge::judging::JudgeError;
use loa_judge::search::{Found, Search, Wanted};
use loa_solver::{Board, Material, Rules};
use loa_tablebase::{TableCensus, Tablebase, built_in};
use schemars::JsonSchema;
use serde::Serialize;

use crate::library::Library;
use crate::question::{BoardQuestion, Kind, Order, SearchQuestion};
use crate::reply::Age;

/// Returns all boards, rules and material that there are tables of.
pub(crate) fn boards(library: &Library) -> Result<BoardsReply, Failure> {
    let there = library.layout.boards().map_err(failed)?;
    let boards = there.into_iter().chain(built_in());
    // Tables of a board answer for its transpose.
    let boards = boards.flat_map(|(rules, board)| {
        [board, board.transposed()].map(|board| ((board, rules.id()), rules))
    });
    let mut found = Vec::new();
    for ((board, _), rules) in boards.collect::<BTreeMap<_, _>>() {
        let materials = library.tables.of(rules).materials(board).map_err(failed)?;
        if !materials.is_empty() {
            found.push(BoardTables { board, rules, materials });
        }
    }
    Ok(BoardsReply::new(found, library.proofs.list()))
}

/// Returns the census of the tables that the path names.
pub(crate) fn census(library: &Library, question: BoardQuestion) -> Result<CensusReply, Failure> {
    let (rules, board, material) = question.read()?;
    let counted = counted(library, rules, board, material)?;
    Ok(CensusReply::new(board, rules, &counted))
}

/// Returns the longest wins and losses.
pub(crate) fn longest(library: &Library, question: BoardQuestion) -> Result<LongestReply, Failure> {
    let (rules, board, material) = question.read()?;
    let counted = counted(library, rules, board, material)?;
    Ok(LongestReply::new(board, rules, &counted))
}

/// The findings of a search in tables.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SearchReply {
    /// The board.
    board: Board,
    /// The rules id.
    rules: Rules,
    /// The positions, one of each symmetry class, with Black to move.
    positions: Vec<FoundPosition>,
    /// True if every position was looked at, or as many were found as the limit allows.
    complete: bool,
}

impl SearchReply {
    /// Returns how long the answer holds: what the end of the time left out may be found next time.
    pub(crate) fn age(&self) -> Age {
        if self.complete { Age::Open } else { Age::Fleeting }
    }
}

/// The time after which a search ends with what it has found.
const SEARCH: Duration = Duration::from_secs(2);

/// A watcher that ends a search in time.
struct Until(Instant);

impl StageWatch for Until {
    fn interrupted(&self) -> bool {
        Instant::now() >= self.0
    }
}

/// Returns positions of a kind, one of each symmetry class.
pub(crate) fn search(library: &Library, asked: SearchQuestion) -> Result<SearchReply, Failure> {
    let question = BoardQuestion::new(asked.rules, asked.board, asked.material);
    let (rules, board, material) = question.read()?;
    let mut materials = materials(library, rules, board, material)?;
    let limit = asked.limit.unwrap_or(20).clamp(1, 200);
    let tables = library.tables.of(rules);
    let mut search = Search::new(tables, board);
    search.plies = asked.plies.map(|plies| plies..=plies);
    search.wanted = match asked.kind {
        Kind::Zugzwang => Wanted::MutualZugzwang,
        Kind::OnlyMove => Wanted::OnlyMove,
        Kind::Any | Kind::Longest => Wanted::Any,
    };
    search.wdl = asked.result;
    if asked.order == Order::Longest {
        // The time may end before all materials are searched.
        materials = by_longest_win(tables, board, materials)?;
    }
    let watch = Until(Instant::now() + SEARCH);
    let (mut positions, mut complete) = (Vec::new(), true);
    for material in materials {
        let search = match asked.kind {
            Kind::Longest => search.clone().longest(material)?,
            _ => Some(search.clone()),
        };
        let Some(search) = search else { continue };
        complete = match asked.order {
            Order::Table => first(&search, material, limit, &watch, &mut positions)?,
            Order::Longest => {
                let mut found = search.longest_first(material, limit, &watch)?;
                positions.append(&mut found.positions);
                found.complete
            }
        };
        if !complete {
            break;
        }
    }
    if asked.order == Order::Longest {
        positions.sort_by_key(|found| Reverse(found.value.plies()));
    }
    let positions = positions.into_iter().map(FoundPosition::from).collect();
    Ok(SearchReply { board, rules, positions, complete })
}

/// Returns materials sorted by their longest wins, longest first.
fn by_longest_win(
    tables: &Tablebase,
    board: Board,
    materials: Vec<Material>,
) -> Result<Vec<Material>, Failure> {
    let mut longest = Vec::new();
    for material in materials {
        let census = tables.census(board, material)?;
        longest.push((census.longest_win.map(|(plies, _)| plies), material));
    }
    longest.sort_by_key(|&(plies, _)| Reverse(plies));
    Ok(longest.into_iter().map(|(_, material)| material).collect())
}

/// Adds the first positions of a material; returns false if the time ended before.
fn first(
    search: &Search<'_>,
    material: Material,
    mut limit: usize,
    watch: &Until,
    positions: &mut Vec<Found>,
) -> Result<bool, JudgeError> {
    let ended = search.each(material, watch, |found| {
        positions.push(found);
        limit -= 1;
        Ok::<_, JudgeError>(limit > 0)
    });
    match ended {
        Err(JudgeError::Interrupted) => Ok(false),
        ended => ended.map(|()| true),
    }
}

/// Returns all tables at a glance.
pub(crate) fn overview(library: &Library) -> Result<OverviewReply, Failure> {
    let layout = &library.layout;
    let mut tables = Vec::new();
    for (rules, board) in layout.boards().map_err(failed)? {
        for (material, file) in layout.tables(rules, board).map_err(failed)? {
            tables.push(TableOverview::of_file((rules, board, material), &file));
        }
    }
    for (rules, board) in built_in() {
        if layout.tables(rules, board).map_err(failed)?.is_empty() {
            let inside = library.tables.of(rules);
            for material in inside.materials(board).map_err(failed)? {
                tables.push(TableOverview::of_built_in(inside, board, material)?);
            }
        }
    }
    Ok(OverviewReply::new(tables))
}

/// Returns the census of one table, or of all of a board.
fn counted(
    library: &Library,
    rules: Rules,
    board: Board,
    material: Option<Material>,
) -> Result<Vec<(Material, TableCensus)>, Failure> {
    let tables = library.tables.of(rules);
    let materials = materials(library, rules, board, material)?;
    materials.into_iter().map(|material| Ok((material, tables.census(board, material)?))).collect()
}

/// Returns the material that is named, or all that there are tables of.
fn materials(
    library: &Library,
    rules: Rules,
    board: Board,
    material: Option<Material>,
) -> Result<Vec<Material>, Failure> {
    let materials = match material {
        Some(material) => vec![material],
        None => library.tables.of(rules).materials(board).map_err(failed)?,
    };
    if materials.is_empty() {
        return Err(missing(library, rules, board, material));
    }
    Ok(materials)
}

fn missing(library: &Library, rules: Rules, board: Board, material: Option<Material>) -> Failure {
    let folder = library.layout.root().to_owned();
    Failure::no_tables(&MissingTables { folder, rules, board, material })
}

fn failed(error: std::io::Error) -> Failure {
    Failure::new(Status::Failed, error)
}
