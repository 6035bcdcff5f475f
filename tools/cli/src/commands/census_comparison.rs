//! `loa census --compare`: the values of a board under two rules.

use loa_judge::Unwatched;
use loa_judge::search::compare_rules;
use loa_report::ComparisonReport;
use loa_report::advice::MissingTables;
use loa_solver::{Board, Material, Preset};
use loa_tablebase::Tablebase;

use super::search::materials;
use crate::common::Common;
use crate::failure::Failure;
use crate::output;

/// Prints how the values under `other` differ from those under the rules of the command
/// line.
pub(super) fn run(
    common: &Common,
    other: Preset,
    board: Board,
    named: &[Material],
) -> Result<(), Failure> {
    let tables = [common.tablebase()?, common.tablebase_under(other.rules)?];
    let here = materials(common, &tables[0], board, named)?;
    let there = tables[1].materials(board)?;
    let (shared, alone): (Vec<Material>, Vec<Material>) =
        here.into_iter().partition(|one| there.contains(one));
    if shared.is_empty() {
        return Err(Failure::no_tables(&MissingTables {
            rules: other.rules,
            ..common.missing_tables(board)?
        }));
    }
    let [first, second] = &tables;
    let compared = compare_rules([first, second], board, &shared, &Unwatched)?;
    let rules = [first, second].map(Tablebase::rules);
    output::show(common, &ComparisonReport::new(board, rules, compared, alone))
}
