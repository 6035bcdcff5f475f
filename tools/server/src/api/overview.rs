//! All tables at a glance.

use loa_report::{Failure, OverviewReply, Status, TableOverview};
use loa_tablebase::built_in;

use crate::service::Service;

/// Returns all tables at a glance.
pub(crate) fn overview(service: &Service) -> Result<OverviewReply, Failure> {
    let failed = |error: std::io::Error| Failure::new(Status::Failed, error);
    let layout = &service.layout;
    let mut tables = Vec::new();
    for (rules, board) in layout.boards().map_err(failed)? {
        for (material, file) in layout.tables(rules, board).map_err(failed)? {
            tables.push(TableOverview::of_file((rules, board, material), &file));
        }
    }
    for (rules, board) in built_in() {
        if layout.tables(rules, board).map_err(failed)?.is_empty() {
            let inside = service.tables.of(rules);
            for material in inside.materials(board).map_err(failed)? {
                tables.push(TableOverview::of_built_in(inside, board, material)?);
            }
        }
    }
    Ok(OverviewReply::new(tables))
}
