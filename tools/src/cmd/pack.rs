//! `loa pack`: the same tables in the format of this version, or without
//! distances.

use std::path::{Path, PathBuf};

use loa_tablebase::{Header, Layout, pack};
use serde_json::json;

use super::check::all_tables;
use crate::args::{Common, Pack};
use crate::failure::Failure;
use crate::figures::amount;
use crate::output;

pub(super) fn run(common: &Common, args: &Pack) -> Result<(), Failure> {
    let mut files = args.files.clone();
    if files.is_empty() {
        files = all_tables(common)?;
    }
    let mut packed = Vec::new();
    for file in &files {
        let before = std::fs::metadata(file)?.len();
        let (header, to) = pack_one(file, args)?;
        if common.json {
            packed.push(json!({
                "file": to,
                "metric": header.metric.name(),
                "positions": header.positions,
                "before": before,
                "bytes": header.file_bytes,
                "digest": format!("{:032x}", header.digest),
            }));
        } else {
            output::line(format!(
                "{}: {} before, {} packed, {:.3} bits a position",
                to.display(),
                amount(before),
                amount(header.file_bytes),
                8.0 * header.file_bytes as f64 / header.positions as f64
            ))?;
        }
    }
    if common.json {
        output::json(&json!({ "tables": packed }))?;
    }
    Ok(())
}

fn pack_one(file: &Path, args: &Pack) -> Result<(Header, PathBuf), Failure> {
    let metric = args.metric.into();
    let Some(folder) = &args.to else {
        return Ok((pack(file, metric, file)?, file.to_owned()));
    };
    // Where it belongs is known when it has been packed.
    let layout = Layout::new(folder);
    std::fs::create_dir_all(folder)?;
    let unplaced = folder.join("unplaced.loa");
    let header = pack(file, metric, &unplaced)?;
    let to = layout.table(header.rules, header.board, header.material);
    std::fs::create_dir_all(layout.board(header.rules, header.board))?;
    std::fs::rename(&unplaced, &to)?;
    Ok((header, to))
}
