//! The rules of the game.

use std::fmt;

use loa_record::{Article, SHARED, articles, rules_lines};
use loa_solver::{Connection, NoMove, Preset};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::library::Library;
use crate::tables::PresetReply;

/// Asks for the rules of the game, for people and for programs.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RulesRequest {
    /// A preset or a rules id. The default is `club`.
    rules: Option<Preset>,
}

impl RulesRequest {
    pub(crate) fn answer(&self, _: &Library) -> Result<RulesReply, Failure> {
        Ok(RulesReply::new(self.rules.unwrap_or_default()))
    }
}

/// The rules of the game under a preset, for people and for programs.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RulesReply {
    #[serde(flatten)]
    preset: PresetReply,
    /// The winner if a move connects the stones of both sides: `mover`, or `draw`. `own` if only
    /// the connection of the mover's own stones counts.
    connection: Connection,
    /// The result for a side that has no move: `pass`, `loss` or `draw`.
    no_move: NoMove,
    /// True if a connection loses.
    misere: bool,
    /// The rules that all presets share: which side begins, how stones move, an example at the
    /// start of 8x8, and the meaning of connected.
    shared: [&'static str; 4],
    /// The sentences that depend on the rules.
    articles: [Article; 3],
    /// The complete rules, in lines that fit a terminal.
    text: Vec<String>,
}

/// Writes the complete rules, and how to ask for others.
impl fmt::Display for RulesReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let presets = Preset::ALL.map(|preset| preset.name).join(", ");
        write!(f, "{}\nOther rules: loa rules RULES, with {presets}", self.text.join("\n"))
    }
}

impl RulesReply {
    /// Returns the rules of a preset.
    pub fn new(preset: Preset) -> RulesReply {
        RulesReply {
            preset: preset.into(),
            connection: preset.rules.connection(),
            no_move: preset.rules.no_move(),
            misere: preset.rules.is_misere(),
            shared: SHARED,
            articles: articles(preset),
            text: rules_lines(preset),
        }
    }
}
