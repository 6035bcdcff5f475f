//! `loa check`: checksums and structure of files, no game knowledge.

use std::path::PathBuf;

use loa_tablebase::{Table, TableError};
use serde_json::json;

use crate::args::{Common, Files};
use crate::failure::{Failure, Status};
use crate::output;

pub(super) fn run(common: &Common, files: &Files) -> Result<(), Failure> {
    let mut files = files.files.clone();
    if files.is_empty() {
        files = all_tables(common)?;
    }
    let mut results = Vec::new();
    let mut first_failure: Option<Failure> = None;
    for file in &files {
        let checked = Table::open(file).and_then(|table| table.check());
        let error = checked.err().map(|error: TableError| Failure::from(error));
        if common.json {
            let error = error.as_ref().map(|failure| failure.message.clone());
            results.push(json!({ "file": file, "ok": error.is_none(), "error": error }));
        } else {
            let told = error.as_ref().map_or_else(
                || format!("{}: ok", file.display()),
                |failure| failure.message.clone(),
            );
            output::line(told)?;
        }
        if let Some(error) = error {
            first_failure.get_or_insert(error);
        }
    }
    if common.json {
        output::json(&json!({ "files": results }))?;
    }
    let Some(failure) = first_failure else {
        return Ok(());
    };
    let status = failure.status;
    Err(Failure::new(
        status,
        format!("not all of {} files are sound", files.len()),
    ))
}

/// Every table file of the tables folder.
pub(super) fn all_tables(common: &Common) -> Result<Vec<PathBuf>, Failure> {
    let layout = common.layout()?;
    let mut files = Vec::new();
    for (rules, board) in layout.boards()? {
        files.extend(
            layout
                .tables(rules, board)?
                .into_iter()
                .map(|(_, path)| path),
        );
    }
    if files.is_empty() {
        let message = format!("no tables in {}", layout.root().display());
        return Err(Failure::new(Status::Missing, message));
    }
    Ok(files)
}
