//! `loa info` and `loa check`: describe table files and check them for damage.

use std::path::PathBuf;

use clap::Args;
use loa_api::advice::{Advice, moving, solving_again, tables_option};
use loa_api::{CheckReport, CheckedFile, InfoReport, TableInfo, open_table};
use loa_record::text::{counted, grouped};
use loa_tablebase::{Plan, Selection, TableError, TableSubject};

use crate::common::Common;
use crate::failure::{Failure, Status, bail, failure};
use crate::output;
use crate::paths::named_path;

/// Table files that a command names.
#[derive(Args, Debug)]
pub(crate) struct FilesArgs {
    /// Table files [default: all in the tables folder]
    #[arg(value_parser = named_path())]
    pub(crate) files: Vec<PathBuf>,
}

/// Returns the failure of a command that found unusable files.
pub(super) fn damage_failure(unsound: &[TableError], files: usize) -> Failure {
    let counted = |words: &str, is: fn(&TableError) -> bool| {
        let bad = unsound.iter().filter(|error| is(error)).count() as u64;
        (bad > 0).then(|| format!("{} of {} {words}", grouped(bad), grouped(files as u64)))
    };
    let is_damaged = |error: &TableError| error.is_damage() && !error.is_misplaced();
    let message = [
        counted("damaged", is_damaged),
        counted("in the wrong place", TableError::is_misplaced),
        counted("cannot be read", |error| !error.is_damage() && !error.is_misplaced()),
    ];
    let message = message.into_iter().flatten().collect::<Vec<_>>().join(", ");
    let is_io = |error: &TableError| matches!(error, TableError::Io { .. });
    let status = if unsound.iter().all(is_io) { Status::Failed } else { Status::Damaged };
    let damaged = unsound.iter().filter(|error| is_damaged(error));
    let advice = solving_again(damaged.map(TableError::path)).or_else(|| moving(unsound.iter()));
    Failure::new(status, message).advised(advice)
}

/// Returns the files that a command names. Fails if one of them is a folder.
pub(super) fn named_files(command: &str, files: &FilesArgs) -> Result<Vec<PathBuf>, Failure> {
    let Some(folder) = files.files.iter().find(|file| file.is_dir()) else {
        return Ok(files.files.clone());
    };
    let command = format!("loa {command}{}", tables_option(folder));
    let advice = Advice::command("to see the tables in it", command);
    Err(failure!(Usage, "{} is a folder", folder.display()).advised(Some(advice)))
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
        match layout.without_tables() {
            Some(empty) if empty.folder.is_file() => bail!(Failed, "{empty}"),
            Some(empty) => bail!(Missing, "{empty}"),
            None => bail!(Missing, "no finished tables in {}", layout.root().display()),
        }
    }
    Ok(files)
}

pub(crate) fn info(common: &Common, files: &FilesArgs) -> Result<(), Failure> {
    let mut tables = Vec::new();
    let mut named = named_files("info", files)?;
    let mut folder = None;
    if named.is_empty() {
        folder = Some(common.layout()?.root().to_owned());
        tables.extend(unfinished(common)?);
        match all_tables(common) {
            Ok(files) => named = files,
            // The program has built-in tables.
            Err(failure) if failure.status == Status::Missing => {}
            Err(failure) => return Err(failure),
        }
    }
    let mut unsound = Vec::new();
    for file in &named {
        match TableInfo::open(file) {
            Ok(table) => tables.push(table),
            Err(error) => unsound.push(error),
        }
    }
    common.show(&InfoReport::new(folder.as_deref(), tables, &unsound))?;
    if unsound.is_empty() { Ok(()) } else { Err(damage_failure(&unsound, named.len())) }
}

/// Returns the tables that an unfinished solve has begun.
fn unfinished(common: &Common) -> Result<Vec<TableInfo>, Failure> {
    let layout = common.layout()?;
    let mut tables = Vec::new();
    for (rules, board) in layout.boards()? {
        let selection = Selection::Stones(board.squares());
        for material in Plan::begun(&layout, rules, board, selection)? {
            let file = layout.table(TableSubject { rules, board, material });
            tables.push(TableInfo::unfinished(&file, (rules, board, material)));
        }
    }
    Ok(tables)
}

pub(crate) fn check(common: &Common, files: &FilesArgs) -> Result<(), Failure> {
    let mut files = named_files("check", files)?;
    if files.is_empty() {
        files = all_tables(common)?;
    }
    let mut checked = Vec::new();
    let mut unsound = Vec::new();
    for path in &files {
        let damage = open_table(path).and_then(|table| table.check()).err();
        let file = CheckedFile::new(path, damage.as_ref());
        if !common.json {
            output::line(&file)?;
        }
        checked.push(file);
        unsound.extend(damage);
    }
    if common.json {
        output::json(&checked.into_iter().collect::<CheckReport>())?;
    }
    if !unsound.is_empty() {
        return Err(damage_failure(&unsound, files.len()));
    }
    if !common.json {
        let files = counted(files.len() as u64, "file");
        output::line(format!("no damage in {files}"))?;
    }
    Ok(())
}
