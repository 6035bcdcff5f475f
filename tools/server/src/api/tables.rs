//! Questions about tables.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use loa_reply::advice::MissingTables;
use loa_reply::{BoardTables, BoardsReply, CensusReply, Failure, LongestReply, Status};
use loa_solver::{Board, Material, Rules};
use loa_tablebase::{TableCensus, built_in};
use serde::Serialize;

use super::{Answered, Here};
use crate::question::{Asked, BoardQuestion, Named};
use crate::reply;
use crate::service::Service;

/// Answers with all boards, rules and material that there are tables of.
pub(crate) async fn boards(State(service): Here) -> Answered {
    let answer = service.answer(|service| {
        let there = service.layout.boards().map_err(failed)?;
        let boards = there.into_iter().chain(built_in());
        // Tables of a board answer for its transpose.
        let boards = boards.flat_map(|(rules, board)| {
            [board, board.transposed()].map(|board| ((board, rules.id()), rules))
        });
        let mut found = Vec::new();
        for ((board, _), rules) in boards.collect::<BTreeMap<_, _>>() {
            let materials = service.tables.of(rules).materials(board);
            let materials = materials.map_err(failed)?;
            if !materials.is_empty() {
                found.push(BoardTables::new(board, rules, &materials));
            }
        }
        Ok(BoardsReply::new(found, service.proofs.list()))
    });
    Ok(reply::json(answer.await?))
}

/// Answers with the census of the tables that the path names.
pub(crate) async fn census(
    State(service): Here,
    headers: HeaderMap,
    Named(question): Named<BoardQuestion>,
) -> Answered {
    from_census(&service, &headers, question, CensusReply::new).await
}

/// Answers with the longest wins and losses.
pub(crate) async fn longest(
    State(service): Here,
    headers: HeaderMap,
    Asked(question): Asked<BoardQuestion>,
) -> Answered {
    from_census(&service, &headers, question, LongestReply::new).await
}

/// Answers a question about a board from the census of its tables.
async fn from_census<R: Serialize + 'static>(
    service: &Arc<Service>,
    headers: &HeaderMap,
    question: BoardQuestion,
    reply: fn(Board, Rules, &[(Material, TableCensus)]) -> R,
) -> Answered {
    let answer = service.answer(move |service| {
        let (rules, board, material) = question.read()?;
        let counted = counted(service, rules, board, material)?;
        Ok(reply(board, rules, &counted))
    });
    Ok(reply::lasting(headers, answer.await?))
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
    materials
        .into_iter()
        .map(|material| Ok((material, tables.census(board, material)?)))
        .collect()
}

fn failed(error: std::io::Error) -> Failure {
    Failure::new(Status::Failed, error)
}
