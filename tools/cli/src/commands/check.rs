//! `loa check`: checksums and structure of files, and whether they lie where their
//! names say; no game knowledge.

use loa_record::text::counted;
use loa_report::{CheckReport, CheckedFile, open_table};

use super::table_files::{FilesArgs, all_tables, damage_failure, named_files};
use crate::common::Common;
use crate::failure::Failure;
use crate::output;

pub(crate) fn run(common: &Common, files: &FilesArgs) -> Result<(), Failure> {
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
