//! `loa info`: what tables there are, and how to cite them.

use loa_report::{AboutReport, InfoReport, TableInfo, open_table};
use loa_tablebase::{Plan, Selection};

use super::table_files::{FilesArgs, all_tables, damage_failure, named_files};
use crate::common::Common;
use crate::failure::{Failure, Status};
use crate::output;

#[derive(clap::Args, Debug)]
pub(crate) struct InfoArgs {
    #[command(flatten)]
    files: FilesArgs,
    /// Print the version and how to cite loa instead
    #[arg(long, conflicts_with = "files")]
    about: bool,
}

pub(crate) fn run(common: &Common, args: &InfoArgs) -> Result<(), Failure> {
    if args.about {
        return about(common);
    }
    let files = &args.files;
    let mut tables = Vec::new();
    let mut named = named_files("info", files)?;
    let mut folder = None;
    if named.is_empty() {
        folder = Some(common.layout()?.root().to_owned());
        tables.extend(unfinished(common)?);
        match all_tables(common) {
            Ok(files) => named = files,
            // There are those built into the program.
            Err(failure) if failure.status == Status::Missing => {}
            Err(failure) => return Err(failure),
        }
    }
    let mut unsound = Vec::new();
    for file in &named {
        match open_table(file) {
            Ok(table) => tables.push(TableInfo::new(file, &table)),
            Err(error) => unsound.push(error),
        }
    }
    output::show(common, &InfoReport::new(folder.as_deref(), &named, tables, &unsound))?;
    if unsound.is_empty() { Ok(()) } else { Err(damage_failure(&unsound, named.len())) }
}

/// Returns the tables whose solving was begun.
fn unfinished(common: &Common) -> Result<Vec<TableInfo>, Failure> {
    let layout = common.layout()?;
    let mut tables = Vec::new();
    for (rules, board) in layout.boards()? {
        let selection = Selection::Stones(board.squares());
        for (material, positions) in Plan::begun(&layout, rules, board, selection)? {
            let file = layout.table(rules, board, material);
            tables.push(TableInfo::unfinished(&file, (rules, board), (material, positions)));
        }
    }
    Ok(tables)
}

/// The facts of the citation, in the Citation File Format.
const CITATION: &str = include_str!("../../../../CITATION.cff");

fn about(common: &Common) -> Result<(), Failure> {
    let [title, author, version] = ["title", "- name", "version"].map(fact);
    let about = AboutReport { program: env!("LOA_VERSION"), title, authors: [author], version };
    output::show(common, &about)
}

/// Returns the value of the first line of the citation with a key.
fn fact(key: &str) -> &'static str {
    let mut lines = CITATION.lines().filter_map(|line| line.trim().split_once(": "));
    let (_, value) = lines.find(|(name, _)| *name == key).unwrap_or_default();
    value.trim_matches('"')
}
