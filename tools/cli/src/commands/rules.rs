//! `loa rules`: prints the rules of the game.

use loa_api::RulesReply;
use loa_solver::Preset;

use crate::common::Common;
use crate::failure::{Failure, bail};

#[derive(clap::Args, Debug)]
pub(crate) struct RulesArgs {
    /// A preset or a rules id, as for --rules
    #[arg(value_name = "RULES")]
    pub(crate) preset: Option<Preset>,
}

pub(crate) fn run(common: &Common, args: &RulesArgs) -> Result<(), Failure> {
    let differ = |named: Preset| common.rules.is_some_and(|rules| rules != named);
    if let Some(named) = args.preset.filter(|&named| differ(named)) {
        let (named, other) = (named.name, common.preset().name);
        bail!(Usage, "the rules are named twice: {named} and --rules {other}");
    }
    common.show(&RulesReply::new(args.preset.unwrap_or(common.preset())))
}
