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
    /// A preset or a rules id, `club` if there is none.
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
    /// The name of the rules, repetition included.
    preset: &'static str,
    /// The side that a move wins for which connects both: `mover`, or `draw`; `own` if
    /// only the mover's own connection counts.
    connection: &'static str,
    /// The consequence of having no move: `pass`, `loss` or `draw`.
    no_move: &'static str,
    /// True if a connection loses.
    misere: bool,
    /// The result of a repetition for the side that repeats: `draw` or `loss`.
    repetition: &'static str,
    /// The thing that a repetition brings back: a `position`, with the same side to move, or a `board`,
    /// whichever side is to move.
    repeated: &'static str,
    /// The occurrences with which a repetition ends the game.
    occurrences: usize,
    /// The rules that all presets share: who begins, how stones move, an example at the start
    /// of 8x8, and what is connected.
    shared: [&'static str; 4],
    /// The sentences that depend on the rules.
    articles: Vec<ArticleReply>,
    /// The whole rules, in lines that fit a terminal.
    text: Vec<String>,
}

/// A sentence of the rules.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct ArticleReply {
    /// The sentence.
    text: &'static str,
    /// True if the default rules have another.
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
