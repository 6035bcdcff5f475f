//! Downloads of table files.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use loa_api::{Failure, Library, Status, open_table};
use loa_solver::{Board, Material, Rules};
use loa_tablebase::{Header, TableSubject};
use schemars::JsonSchema;
use serde::Deserialize;
use tower_http::services::ServeFile;

use crate::reply::{self, Refused};
use crate::service::Here;

/// A question for the file of a table.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(crate) struct FileQuestion {
    /// A rules id.
    rules: Rules,
    /// The board, such as 5x5.
    board: Board,
    /// The file name of a table, such as `4v3.loa`.
    file: String,
}

/// Answers with the file of a table, complete or in the requested ranges.
pub(crate) async fn file(
    State(service): Here,
    question: Result<Path<FileQuestion>, PathRejection>,
    mut request: Request,
) -> Result<Response, Refused> {
    let Path(question) =
        question.map_err(|error| Refused::new(StatusCode::BAD_REQUEST, error.body_text()))?;
    let library = Arc::clone(&service);
    let (path, tag) = service.work(move || found(&library.library, &question)).await??;
    let headers = request.headers_mut();
    let mut response = if reply::is_known(headers, &tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        if headers.contains_key(header::IF_NONE_MATCH) {
            // The tag replaces the date, which cannot distinguish two tables written in the same
            // second.
            headers.remove(header::IF_MODIFIED_SINCE);
        }
        let sent = ServeFile::new(path).try_call(request).await;
        sent.map_err(|error| Failure::new(Status::Failed, error))?.into_response()
    };
    let headers = response.headers_mut();
    headers.insert(header::ETAG, tag);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Ok(response)
}

/// Returns the path of a table and the tag of its file. Refuses any other file with the name of a
/// table, also if a link leads to it.
fn found(library: &Library, question: &FileQuestion) -> Result<(PathBuf, HeaderValue), Failure> {
    let FileQuestion { rules, board, file } = question;
    let material = file.strip_suffix(".loa").unwrap_or_default().parse::<Material>();
    let material = material.map_err(|error| Failure::new(Status::Usage, error))?;
    let path = library.layout.table(TableSubject { rules: *rules, board: *board, material });
    if !path.is_file() {
        return Err(library.shown(library.no_tables(*rules, *board, Some(material))));
    }
    let written = path.metadata().and_then(|about| about.modified());
    if !written.is_ok_and(is_http_date) {
        let message =
            format!("{}: HTTP cannot express the file's date; touch the file", path.display());
        return Err(library.shown(Failure::new(Status::Failed, message)));
    }
    let table = open_table(&path).map_err(|error| library.shown(error.into()))?;
    let Header { digest, file_bytes, .. } = table.header();
    let tag = format!("W/\"{digest:032x}-{file_bytes:x}\"");
    Ok((path, HeaderValue::try_from(tag).expect("digits are visible")))
}

/// Returns whether HTTP has a date for this time. Libraries that write dates panic for other times,
/// such as that of a machine whose clock lost its battery.
pub(crate) fn is_http_date(time: SystemTime) -> bool {
    /// The year 10000.
    const END: Duration = Duration::from_secs(253_402_300_800);
    time.duration_since(SystemTime::UNIX_EPOCH).is_ok_and(|since| since < END)
}
