//! Checks the values against censuses.

use std::collections::BTreeMap;

use loa_solver::{Material, Numbering};
use loa_tablebase::{Layout, Table, TableSubject};
use loa_tests::golden;

use crate::measure::Measured;
use crate::{Args, Failure};

/// Counts by outcome and plies.
type Counts = BTreeMap<(String, u16), u64>;

/// Unpacks every table of every run, and compares the digests of their values.
pub(crate) fn digests(
    args: &Args,
    runs: &[Measured],
    layouts: &[Layout],
) -> Result<String, Failure> {
    let all = |run: &Measured| -> Vec<(String, String)> {
        let digests = run.families.iter().map(|family| family.digests.clone());
        digests.flatten().collect()
    };
    let first = all(&runs[0]);
    let numbering = Numbering::new(args.board);
    for (run, layout) in runs.iter().zip(layouts) {
        for (found, expected) in all(run).iter().zip(&first) {
            if found != expected {
                let threads = run.threads;
                return Err(format!("{threads} threads: {found:?} is not {expected:?}").into());
            }
            let material: Material = found.0.parse()?;
            let (rules, board) = (args.rules.rules, args.board);
            let table = Table::open(layout.table(TableSubject { rules, board, material }))?;
            table.cells(&numbering.index(material)?)?;
        }
    }
    let tables = first.len();
    let threads: Vec<String> = runs.iter().map(|run| run.threads.to_string()).collect();
    let threads = threads.join(", ");
    Ok(format!("digests: {tables} tables, the same with {threads} threads"))
}

/// Compares the counts in every table with each stored census of the board under these rules.
pub(crate) fn censuses(args: &Args, layout: &Layout) -> Result<Vec<String>, Failure> {
    let (board, rules) = (args.board, args.rules.rules);
    let mut found = BTreeMap::new();
    for (material, file) in layout.tables(rules, board)? {
        let census = Table::open(&file)?.census();
        let rows = census.rows().map(|(row, count)| ((row.name().to_owned(), row.plies), count));
        found.insert(material, Counts::from_iter(rows));
    }
    let mut lines = Vec::new();
    for (file, rows) in golden::censuses_of(board, rules) {
        let mut expected = BTreeMap::<Material, Counts>::new();
        for row in rows {
            let counts = expected.entry(row.material).or_default();
            counts.insert((row.outcome, row.plies), row.count);
        }
        let shared: Vec<_> =
            found.iter().filter(|(material, _)| expected.contains_key(material)).collect();
        if let Some((material, _)) =
            shared.iter().find(|&&(material, counts)| expected[material] != *counts)
        {
            return Err(format!("the counts of {material} differ from {file}").into());
        }
        let (same, all) = (shared.len(), found.len());
        lines.push(format!("census: {same} of {all} tables are in {file} and agree"));
    }
    if lines.is_empty() {
        lines.push(format!("census: none is kept of {board} under {rules}"));
    }
    Ok(lines)
}
