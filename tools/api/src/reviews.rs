//! Reviews of games, as JSON.

use loa_engine::{EstimatedMove, Judgement, Lapse};
use loa_record::review::{Assessment, Blunder, Effect, Effects, Ply, Resignation, Review, Summary};
use loa_record::text::plies;
use loa_record::{Basis, RatedMove, Worth};
use loa_solver::{Color, Move, Position, Value};
use loa_tablebase::ProbeError;
use schemars::JsonSchema;
use serde::Serialize;

/// Every move of a game, the resignation if the game has one, and figures on the moves of each
/// side.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct HistoryFields {
    /// The moves, in order.
    pub(crate) moves: Vec<PlyFields>,
    /// The resignation that ended the game, if any.
    resignation: Option<ResignationFields>,
    /// The reason why the first position outside the tables is not covered.
    outside: Option<String>,
    /// Figures on the moves of each side.
    summary: Summaries,
    /// The worth of the start and of the position after each move, for Black; null if unknown.
    pub(crate) values: Vec<Option<Worth>>,
    /// The moves that gave a win or a draw away.
    turning_points: Vec<TurningPoint>,
}

impl HistoryFields {
    /// Returns the fields of a review. `explain` returns the words for the reason why a position is
    /// not covered, and `basis` the basis of a value.
    pub fn new(
        review: &Review,
        explain: impl Fn(&ProbeError) -> String,
        basis: impl Fn(&Position) -> Basis,
    ) -> HistoryFields {
        let last = review.plies.last().map(|ply| ply.position.play_unchecked(ply.played));
        let positions = review.plies.iter().map(|ply| ply.position).chain(last);
        let values = review.values_to_black.iter().zip(positions);
        let exact = |(value, position): (&Option<Value>, Position)| {
            value.map(|value| Worth::exact(value, basis(&position)))
        };
        let turning_points = review.turning_points().map(TurningPoint::of);
        HistoryFields {
            moves: review.plies.iter().map(|ply| PlyFields::new(ply, &basis)).collect(),
            resignation: review.resignation.as_ref().map(|it| ResignationFields::new(it, &basis)),
            outside: review.outside.as_ref().map(explain),
            summary: Summaries {
                black: SummaryFields::of(review, Color::Black),
                white: SummaryFields::of(review, Color::White),
            },
            values: values.map(exact).collect(),
            turning_points: turning_points.collect(),
        }
    }
}

/// A move of a game, compared with the best one.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct PlyFields {
    /// The number of the move, from 1.
    number: usize,
    /// The side that made it.
    #[schemars(extend("enum" = ["black", "white"]))]
    side: &'static str,
    /// The move.
    r#move: Move,
    /// The position before it.
    position: Position,
    /// The move with its worth; null if it was not judged.
    played: Option<RatedMove>,
    /// The best move: by facts, or the engine's choice at the same depth.
    best: Option<RatedMove>,
    /// The effect of the move, such as `slower` or `win-to-draw`, if tables cover it.
    effect: Option<&'static str>,
    /// The number of plies by which the move delays a win or hastens a loss, compared with the best
    /// move.
    plies_lost: u16,
    /// `?!`, `?` or `??` for a doubtful, bad or very bad move; null if the move is about as good as
    /// the best one, as far as known.
    #[schemars(extend("enum" = [Lapse::SIGNS[0], Lapse::SIGNS[1], Lapse::SIGNS[2], null]))]
    mark: Option<&'static str>,
    /// The loss by the move, such as `loses in 4` or `left the proof`; null if it lost nothing.
    words: Option<String>,
    /// The estimated chances of winning that the move lost, from 0 to 1; null unless both moves are
    /// estimated.
    lost: Option<f64>,
}

impl PlyFields {
    fn new(ply: &Ply, basis: impl Fn(&Position) -> Basis) -> PlyFields {
        let assessment = ply.assessment.as_ref();
        let effect = assessment.map(|assessment| assessment.effect);
        let played = |assessment: &Assessment| {
            RatedMove::new(ply.played, Worth::exact(assessment.value, basis(&ply.position)))
        };
        PlyFields {
            number: ply.number,
            side: ply.color.name(),
            r#move: ply.played,
            position: ply.position,
            played: assessment.map(played),
            best: assessment.map(|assessment| assessment.best.rated(basis(&ply.position))),
            effect: effect.map(Effect::name),
            plies_lost: effect.map_or(0, Effect::plies_lost),
            mark: effect.and_then(Effect::blunder).map(Blunder::sign),
            words: effect.and_then(words_of),
            lost: None,
        }
    }

    /// Takes over what certificates and the engine say of the move.
    pub(crate) fn judged(&mut self, judged: &EstimatedMove) {
        self.played = Some(judged.played.clone());
        self.best = Some(judged.best.clone());
        self.mark = judged.lapse().map(Lapse::sign);
        self.words = judged.words();
        self.lost = match judged.judgement() {
            Judgement::GaveAway(lost) => Some((1e2 * lost).round() / 1e2),
            _ => None,
        };
    }
}

/// Returns what a move lost according to the tables.
fn words_of(effect: Effect) -> Option<String> {
    let (verb, when) = match effect {
        Effect::Best => return None,
        Effect::Slower(_) => ("wins", "later"),
        Effect::Sooner(_) => ("loses", "sooner"),
        Effect::Blunder(blunder) => return Some(blunder.in_words()),
    };
    Some(format!("{verb} {} {when}", plies(effect.plies_lost().into())))
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
    best: Option<RatedMove>,
}

impl ResignationFields {
    fn new(resignation: &Resignation, basis: impl Fn(&Position) -> Basis) -> ResignationFields {
        ResignationFields {
            side: resignation.color.name(),
            position: resignation.position.to_string(),
            covered: resignation.effect.is_some(),
            effect: resignation.effect.map(Effect::name),
            best: resignation.best.map(|best| best.rated(basis(&resignation.position))),
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
