//! `loa verify`: every value against its successors.

use loa_tablebase::verify;
use serde_json::json;

use crate::args::{Common, Verify};
use crate::failure::Failure;
use crate::output;
use crate::progress::Verifying;

pub(super) fn run(common: &Common, args: &Verify) -> Result<(), Failure> {
    let rules = common.rules.rules;
    let watch = Verifying::new(common.quiet || common.json);
    let verified = verify(&common.layout()?, rules, args.board, args.material, &watch);
    watch.finish();
    let verified = verified?;
    if common.json {
        return output::json(&json!({
            "board": args.board.to_string(),
            "rules": rules.id(),
            "tables": verified.tables,
            "values": verified.values,
            "ok": true,
        }));
    }
    output::line(format!(
        "{} under {rules}: {} values of {} tables checked, all agree with their successors",
        args.board, verified.values, verified.tables
    ))
}
