//! `loa rules`: prints the rules of the game.

use loa_api::RulesReply;
use loa_record::rules_lines;
use loa_solver::Preset;

use crate::common::Common;
use crate::failure::{Failure, bail};
use crate::output;

#[derive(clap::Args, Debug)]
pub(crate) struct RulesArgs {
    /// A preset or a rules id, as for --rules
    #[arg(value_name = "RULES")]
    pub(crate) preset: Option<Preset>,
}

pub(crate) fn run(common: &Common, args: &RulesArgs) -> Result<(), Failure> {
    let differ = |named: Preset| common.named_preset().is_some_and(|rules| rules != named);
    if let Some(named) = args.preset.filter(|&named| differ(named)) {
        bail!(Usage, "the rules are named twice: {} and --rules {}", named.name, common.rules.name);
    }
    let preset = args.preset.unwrap_or(common.rules);
    if common.json {
        return output::json(&RulesReply::new(preset));
    }
    for line in rules_lines(preset) {
        output::line(line)?;
    }
    let presets = Preset::ALL.map(|preset| preset.name).join(", ");
    output::line(format!("Other rules: loa rules RULES, with {presets}"))
}
