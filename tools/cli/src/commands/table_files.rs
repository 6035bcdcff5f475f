//! Table files on the command line.

use std::path::PathBuf;

use clap::Args;
use loa_record::text::grouped;
use loa_tablebase::TableError;

use crate::common::Common;
use crate::failure::{Failure, Status, bail, failure};
use loa_report::advice::{Advice, solving_again, tables_option};

/// Table files that a command names.
#[derive(Args, Debug)]
pub(crate) struct FilesArgs {
    /// Table files; all of the tables folder if none is named
    pub(crate) files: Vec<PathBuf>,
}

/// Returns the failure of a command that has found files which cannot be used.
pub(super) fn damage_failure(unsound: &[TableError], files: usize) -> Failure {
    let [unsound_files, files] = [unsound.len(), files].map(|files| grouped(files as u64));
    let status = if unsound.iter().all(|error| matches!(error, TableError::Io { .. })) {
        Status::Failed
    } else {
        Status::Damaged
    };
    let damaged = unsound.iter().filter(|error| error.is_damage());
    let advice = solving_again(damaged.map(TableError::path));
    Failure::new(status, format!("{unsound_files} of {files} damaged")).advised(advice)
}

/// Returns the files that a command names, none of which is a folder.
pub(super) fn named_files(command: &str, files: &FilesArgs) -> Result<Vec<PathBuf>, Failure> {
    let Some(folder) = files.files.iter().find(|file| file.is_dir()) else {
        return Ok(files.files.clone());
    };
    Err(failure!(Usage, "{} is a folder", folder.display()).advised(Some(Advice {
        words: "if tables lie in it, look at them with".to_owned(),
        command: Some(format!("loa {command}{}", tables_option(folder))),
    })))
}

/// Returns every table file of the tables folder.
pub(super) fn all_tables(common: &Common) -> Result<Vec<PathBuf>, Failure> {
    let layout = common.layout()?;
    let mut files = Vec::new();
    for (rules, board) in layout.boards()? {
        let tables = layout.tables(rules, board)?.into_iter();
        files.extend(tables.map(|(_, path)| path));
    }
    if files.is_empty() {
        bail!(Missing, "no tables in {}", layout.root().display());
    }
    Ok(files)
}
