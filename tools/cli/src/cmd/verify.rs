//! `loa verify`: every value against its successors.

use loa_tablebase::{RestoreError, Verifier, VerifyError};
use serde_json::json;

use crate::args::{Common, Verify};
use crate::cure::Lack;
use crate::failure::Failure;
use crate::figures::{counted, grouped};
use crate::output;
use crate::progress::Verifying;

pub(super) fn run(common: &Common, args: &Verify) -> Result<(), Failure> {
    let rules = common.rules.rules;
    let watch = Verifying::new(common.quiet || common.json);
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
fn failure(common: &Common, args: &Verify, error: VerifyError) -> Failure {
    let lack = match common.lack(args.board) {
        Ok(lack) => lack,
        Err(failure) => return failure,
    };
    match error {
        VerifyError::NoTables { .. } => {
            let material = args.material;
            Failure::no_tables(&Lack { material, ..lack })
        }
        VerifyError::Restore(RestoreError::Missing { material, .. }) => {
            let material = Some(material);
            Failure::from(error).cured(Lack { material, ..lack }.cure())
        }
        error => error.into(),
    }
}
