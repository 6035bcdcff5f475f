//! Reviews of games, as JSON.

use loa_record::review::{
    Assessment, Blunder, Choice, Effect, Effects, Ply, Resignation, Review, Summary,
};
use loa_solver::{Color, Value};
use loa_tablebase::ProbeError;
use schemars::JsonSchema;
use serde::Serialize;

/// A move and its value for the side that makes it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ChoiceFields {
    /// The move, such as `b1-b3`, `c3xa3` or `pass`.
    r#move: String,
    /// True if the move captures.
    capture: bool,
    #[serde(flatten)]
    value: Value,
    /// True if the move ends the game by repetition.
    repeats: bool,
}

impl From<&Choice> for ChoiceFields {
    fn from(choice: &Choice) -> ChoiceFields {
        ChoiceFields {
            r#move: choice.played.to_string(),
            capture: choice.played.is_capture(),
            value: choice.value,
            repeats: choice.repeats,
        }
    }
}

/// Every move of a game, the resignation if the game has one, and figures on the moves of each
/// side.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct HistoryFields {
    /// The moves, in order.
    moves: Vec<PlyFields>,
    /// The resignation that ended the game, if any.
    resignation: Option<ResignationFields>,
    /// The reason why the first position outside the tables is not covered.
    outside: Option<String>,
    /// Figures on the moves of each side.
    summary: Summaries,
    /// The values of the start and of the position after each move, for Black. A value is null if
    /// the tables do not cover the position.
    values: Vec<Option<Value>>,
    /// The moves that gave a win or a draw away.
    turning_points: Vec<TurningPoint>,
}

impl HistoryFields {
    /// Returns the fields of a review. `explain` returns the words for the reason why a position is
    /// not covered.
    pub fn new(review: &Review, explain: impl Fn(&ProbeError) -> String) -> HistoryFields {
        let turning_points = review.turning_points().map(TurningPoint::of);
        HistoryFields {
            moves: review.plies.iter().map(PlyFields::from).collect(),
            resignation: review.resignation.as_ref().map(ResignationFields::from),
            outside: review.outside.as_ref().map(explain),
            summary: Summaries {
                black: SummaryFields::of(review, Color::Black),
                white: SummaryFields::of(review, Color::White),
            },
            values: review.values_to_black.clone(),
            turning_points: turning_points.collect(),
        }
    }
}

/// A move of a game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct PlyFields {
    /// The number of the move, from 1.
    number: usize,
    /// The side that made it.
    #[schemars(extend("enum" = ["black", "white"]))]
    side: &'static str,
    /// The move.
    r#move: String,
    /// The position before it.
    position: String,
    /// True if the tables cover that position. The other fields exist only if this is true.
    covered: bool,
    #[serde(flatten)]
    assessment: Option<AssessmentFields>,
}

/// A move compared with the best one.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct AssessmentFields {
    /// The value of the move for the side that made it.
    #[serde(flatten)]
    value: Value,
    /// The effect of the move.
    #[schemars(extend("enum" = Effect::NAMES))]
    effect: &'static str,
    /// `??` for a move that turns the result into a loss, `?` for one that turns it into a draw;
    /// else null.
    #[schemars(extend("enum" = ["?", "??", null]))]
    mark: Option<&'static str>,
    /// The number of plies by which the move delays a win or hastens a loss, compared with the best
    /// move.
    plies_lost: u16,
    /// The first of the best moves.
    best: ChoiceFields,
}

impl From<&Ply> for PlyFields {
    fn from(ply: &Ply) -> PlyFields {
        let assessment = ply.assessment.as_ref().map(|assessment| AssessmentFields {
            value: assessment.value,
            effect: assessment.effect.name(),
            mark: assessment.effect.blunder().map(Blunder::sign),
            plies_lost: assessment.effect.plies_lost(),
            best: (&assessment.best).into(),
        });
        PlyFields {
            number: ply.number,
            side: ply.color.name(),
            r#move: ply.played.to_string(),
            position: ply.position.to_string(),
            covered: assessment.is_some(),
            assessment,
        }
    }
}

/// A resignation after the moves of a game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct ResignationFields {
    /// The side that resigned.
    #[schemars(extend("enum" = ["black", "white"]))]
    side: &'static str,
    /// The position in which the side resigned.
    position: String,
    /// True if the tables cover that position.
    covered: bool,
    /// The effect of resigning, rated like that of a move.
    effect: Option<&'static str>,
    /// The first of the best moves, if the side that resigned was to move.
    best: Option<ChoiceFields>,
}

impl From<&Resignation> for ResignationFields {
    fn from(resignation: &Resignation) -> ResignationFields {
        ResignationFields {
            side: resignation.color.name(),
            position: resignation.position.to_string(),
            covered: resignation.effect.is_some(),
            effect: resignation.effect.map(Effect::name),
            best: resignation.best.as_ref().map(ChoiceFields::from),
        }
    }
}

/// Figures on the moves of both sides.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct Summaries {
    /// The figures of Black.
    black: SummaryFields,
    /// The figures of White.
    white: SummaryFields,
}

/// Figures on the moves of one side.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct SummaryFields {
    /// The number of moves.
    moves: usize,
    /// The number of moves in positions that the tables cover.
    judged: usize,
    #[serde(flatten)]
    effects: Effects,
}

impl SummaryFields {
    fn of(review: &Review, color: Color) -> SummaryFields {
        let summary = Summary::of(&review.plies, color);
        SummaryFields {
            moves: summary.moves,
            judged: summary.effects.moves,
            effects: summary.effects,
        }
    }
}

/// A move that gave a win or a draw away.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct TurningPoint {
    /// The number of the move, from 1.
    number: usize,
    /// The side that made it.
    #[schemars(extend("enum" = ["black", "white"]))]
    side: &'static str,
    /// The move.
    r#move: String,
    /// The effect: `win-to-draw`, `win-to-loss` or `draw-to-loss`.
    effect: &'static str,
    /// The first of the best moves.
    best: String,
}

impl TurningPoint {
    fn of((ply, assessment): (&Ply, &Assessment)) -> TurningPoint {
        TurningPoint {
            number: ply.number,
            side: ply.color.name(),
            r#move: ply.played.to_string(),
            effect: assessment.effect.name(),
            best: assessment.best.played.to_string(),
        }
    }
}
