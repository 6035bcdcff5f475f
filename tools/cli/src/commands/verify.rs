//! `loa verify`: every value against its successors.

use loa_record::text::{counted, grouped};
use loa_solver::{Board, Material};
use loa_tablebase::{RestoreError, Verifier, VerifyError};
use serde_json::json;

use crate::advice::MissingTables;
use crate::common::Common;
use crate::failure::Failure;
use crate::output;
use crate::progress::VerifyProgress;
use crate::size::size;

#[derive(clap::Args, Debug)]
pub(crate) struct VerifyArgs {
    /// The board, such as 5x5
    pub(crate) board: Board,
    /// Only the tables of this material and its twin
    #[arg(long, value_name = "AvB")]
    pub(crate) material: Option<Material>,
    /// Memory to use at most, such as 2GiB [default: all there is]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) memory: Option<u64>,
}

pub(crate) fn run(common: &Common, args: &VerifyArgs) -> Result<(), Failure> {
    let rules = common.rules.rules;
    let watch = VerifyProgress::new(common.quiet || common.json);
    let layout = common.layout()?;
    let verifier = Verifier::new(layout, rules, args.board)
        .only(args.material)
        .memory(args.memory);
    let verified = verifier.run(&watch);
    watch.finish();
    let verified = verified.map_err(|error| failure(common, args, error));
    let verified = verified?;
    if common.json {
        return output::json(&json!({
            "board": args.board.to_string(),
            "rules": rules.id(),
            "tables": verified.tables,
            "values": verified.values,
            "built_in": verified.built_in,
            "ok": true,
        }));
    }
    let table = match verified.built_in {
        true => "built-in table",
        false => "table",
    };
    output::line(format!(
        "{} under {rules}: {} values of {} checked, all agree with their successors",
        args.board,
        grouped(verified.values),
        counted(verified.tables as u64, table)
    ))
}

/// Adds the command that makes missing tables to a failure.
fn failure(common: &Common, args: &VerifyArgs, error: VerifyError) -> Failure {
    let missing = match common.missing_tables(args.board) {
        Ok(missing) => missing,
        Err(failure) => return failure,
    };
    match error {
        VerifyError::NoTables { .. } => {
            let material = args.material;
            Failure::no_tables(&MissingTables {
                material,
                ..missing
            })
        }
        VerifyError::Restore(RestoreError::Missing { material, .. }) => {
            let material = Some(material);
            Failure::from(error).advised(
                MissingTables {
                    material,
                    ..missing
                }
                .advice(),
            )
        }
        error => error.into(),
    }
}
