//! `loa check`: checksums and structure of files, and whether they lie where their
//! names say; no game knowledge.

use std::path::{Path, PathBuf};

use loa_tablebase::{Table, TableError};
use serde_json::json;

use crate::args::{Common, Files};
use crate::cure::{Cure, mending, tables_option};
use crate::failure::{Failure, Status};
use crate::figures::{counted, grouped};
use crate::output;
use crate::printable::printable;

pub(super) fn run(common: &Common, files: &Files) -> Result<(), Failure> {
    let mut files = named("check", files)?;
    if files.is_empty() {
        files = all_tables(common)?;
    }
    let mut results = Vec::new();
    let mut unsound = Vec::new();
    for file in &files {
        let wrong = check(file).err();
        let message = wrong.as_ref().map(ToString::to_string);
        if common.json {
            let name = file.to_string_lossy();
            results.push(json!({ "file": name, "ok": wrong.is_none(), "error": message }));
        } else {
            let ok = || format!("{}: ok", file.display());
            output::line(printable(&message.unwrap_or_else(ok)))?;
        }
        unsound.extend(wrong);
    }
    if common.json {
        output::json(&json!({
            "files": results,
            "sound": files.len() - unsound.len(),
            "damaged": unsound.len(),
        }))?;
    }
    if !unsound.is_empty() {
        return Err(told(&unsound, files.len()));
    }
    if !common.json {
        let files = counted(files.len() as u64, "file");
        output::line(format!("no damage in {files}"))?;
    }
    Ok(())
}

fn check(file: &Path) -> Result<(), TableError> {
    let table = Table::open(file)?;
    table.check_name()?;
    table.check()
}

/// Returns the failure of a command that has met files which cannot be used.
pub(super) fn told(unsound: &[TableError], files: usize) -> Failure {
    let [unsound_files, files] = [unsound.len(), files].map(|files| grouped(files as u64));
    let status = match unsound
        .iter()
        .all(|error| matches!(error, TableError::Io { .. }))
    {
        true => Status::Failed,
        false => Status::Damaged,
    };
    let damaged = unsound.iter().filter(|error| error.is_damage());
    let cure = mending(damaged.map(TableError::path));
    Failure::new(status, format!("{unsound_files} of {files} damaged")).cured(cure)
}

/// Returns the files that a command names, none of which is a folder.
pub(super) fn named(command: &str, files: &Files) -> Result<Vec<PathBuf>, Failure> {
    let Some(folder) = files.files.iter().find(|file| file.is_dir()) else {
        return Ok(files.files.clone());
    };
    let message = format!("{} is a folder", folder.display());
    Err(Failure::new(Status::Usage, message).cured(Some(Cure {
        words: "if tables lie in it, look at them with".to_owned(),
        command: Some(format!("loa {command}{}", tables_option(folder))),
    })))
}

/// Every table file of the tables folder.
pub(super) fn all_tables(common: &Common) -> Result<Vec<PathBuf>, Failure> {
    let layout = common.layout()?;
    let mut files = Vec::new();
    for (rules, board) in layout.boards()? {
        let tables = layout.tables(rules, board)?.into_iter();
        files.extend(tables.map(|(_, path)| path));
    }
    if files.is_empty() {
        let message = format!("no tables in {}", layout.root().display());
        return Err(Failure::new(Status::Missing, message));
    }
    Ok(files)
}
