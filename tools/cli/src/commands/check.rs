//! `loa check`: checksums and structure of files, and whether they lie where their
//! names say; no game knowledge.

use std::path::Path;

use loa_record::text::{counted, printable};
use loa_tablebase::{Table, TableError};
use serde_json::json;

use super::table_files::{FilesArgs, all_tables, damage_failure, named_files};
use crate::common::Common;
use crate::failure::Failure;
use crate::output;

pub(crate) fn run(common: &Common, files: &FilesArgs) -> Result<(), Failure> {
    let mut files = named_files("check", files)?;
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
        return Err(damage_failure(&unsound, files.len()));
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
