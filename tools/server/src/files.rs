//! The files of tables.

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use loa_report::advice::MissingTables;
use loa_report::{Failure, Status};
use loa_solver::{Board, Material, Rules};
use schemars::JsonSchema;
use serde::Deserialize;
use tower_http::services::ServeFile;

use crate::operations::Here;
use crate::reply::Refused;

/// A question for the file of a table.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(crate) struct FileQuestion {
    /// A rules id.
    rules: String,
    /// A board such as `5x5`.
    board: String,
    /// A material and `.loa`, such as `4v3.loa`.
    file: String,
}

impl FileQuestion {
    fn read(&self) -> Result<(Rules, Board, Material), Failure> {
        let material = self.file.strip_suffix(".loa").unwrap_or_default();
        Ok((
            self.rules.parse().map_err(unreadable)?,
            self.board.parse().map_err(unreadable)?,
            material.parse().map_err(unreadable)?,
        ))
    }
}

/// Answers with the file of a table, whole or in the ranges that are asked for.
pub(crate) async fn file(
    State(service): Here,
    question: Result<Path<FileQuestion>, PathRejection>,
    request: Request,
) -> Result<Response, Refused> {
    let Path(question) =
        question.map_err(|error| Refused::new(StatusCode::BAD_REQUEST, error.body_text()))?;
    let (rules, board, material) = question.read()?;
    let path = service.explorer.layout.table(rules, board, material);
    if !path.is_file() {
        let folder = service.explorer.layout.root().to_owned();
        let missing = MissingTables { folder, rules, board, material: Some(material) };
        return Err(service.explorer.shown(Failure::no_tables(&missing)).into());
    }
    let failed = |error| Failure::new(Status::Failed, error);
    let sent = ServeFile::new(path).try_call(request).await.map_err(failed)?;
    Ok(sent.into_response())
}

fn unreadable(error: impl std::fmt::Display) -> Failure {
    Failure::new(Status::Usage, error)
}
