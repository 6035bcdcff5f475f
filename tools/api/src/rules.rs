//! The rules of the game.

use loa_record::{SHARED, articles, occurrences_to_end, rules_lines};
use loa_solver::{Connection, NoMove, Preset};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::library::Library;
use crate::request::{Age, Answer, Request, Watch, preset};

/// Asks for the rules of the game, for people and for programs.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RulesRequest {
    /// A preset or a rules id. The default is `club`.
    rules: Option<String>,
}

impl Request for RulesRequest {
    type Response = RulesReply;

    fn answer(&self, _: &Library, _: &mut Watch<'_, Self>) -> Answer<Self> {
        Ok(RulesReply::new(preset(self.rules.as_deref())?))
    }

    fn age(&self, _: &RulesReply) -> Age {
        Age::Lasting
    }
}

/// The rules of the game under a preset, for people and for programs.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RulesReply {
    /// The rules id.
    rules: &'static str,
    /// The name of the rules, including the rule for repetition.
    preset: &'static str,
    /// The winner if a move connects the stones of both sides: `mover`, or `draw`. `own` if only
    /// the connection of the mover's own stones counts.
    connection: &'static str,
    /// The result for a side that has no move: `pass`, `loss` or `draw`.
    no_move: &'static str,
    /// True if a connection loses.
    misere: bool,
    /// The result of a repetition for the side that repeats: `draw` or `loss`.
    repetition: &'static str,
    /// The kind of repetition: of a `position`, with the same side to move, or of a `board`, with
    /// either side to move.
    repeated: &'static str,
    /// The number of occurrences at which a repetition ends the game.
    occurrences: usize,
    /// The rules that all presets share: which side begins, how stones move, an example at the
    /// start of 8x8, and the meaning of connected.
    shared: [&'static str; 4],
    /// The sentences that depend on the rules.
    articles: Vec<ArticleReply>,
    /// The complete rules, in lines that fit a terminal.
    text: Vec<String>,
}

/// A sentence of the rules.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct ArticleReply {
    /// The sentence.
    text: &'static str,
    /// True if the default rules have a different sentence.
    special: bool,
}

impl RulesReply {
    /// Returns the rules of a preset.
    pub fn new(preset: Preset) -> RulesReply {
        let articles = articles(preset)
            .into_iter()
            .map(|article| ArticleReply { text: article.text, special: article.is_special });
        RulesReply {
            rules: preset.rules.id(),
            preset: preset.name,
            connection: match preset.rules.connection() {
                Connection::Mover => "mover",
                Connection::Draw => "draw",
                Connection::Own => "own",
            },
            no_move: match preset.rules.no_move() {
                NoMove::Pass => "pass",
                NoMove::Loss => "loss",
                NoMove::Draw => "draw",
            },
            misere: preset.rules.is_misere(),
            repetition: preset.repetition.name(),
            repeated: preset.repetition.repeated(),
            occurrences: occurrences_to_end(preset.repetition),
            shared: SHARED,
            articles: articles.collect(),
            text: rules_lines(preset),
        }
    }
}
