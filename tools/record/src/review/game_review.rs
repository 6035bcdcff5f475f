//! The moves of a game, compared with the best ones.

use loa_solver::{Color, Move, Position, Value};
use loa_tablebase::{ProbeError, Tablebase};

use super::choices::{Choice, choices, is_outside};
use super::effect::{Effect, Effects};
use crate::end::End;
use crate::game::Game;

/// The moves of a game, assessed as far as the tables reach.
#[derive(Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Review {
    /// The moves, in order.
    pub plies: Vec<Ply>,
    /// The resignation that ended the game; `None` if it ended otherwise.
    pub resignation: Option<Resignation>,
    /// The reason why the tables do not cover the first position outside them.
    #[cfg_attr(feature = "serde", serde(default, with = "crate::json::outside"))]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::json::outside::Fields>"))]
    pub outside: Option<ProbeError>,
    /// The values of the start and of the position after each move, all to Black; `None` if the
    /// tables do not cover the position.
    pub values_to_black: Vec<Option<Value>>,
}

impl Review {
    /// Returns the moves that gave a win or a draw away, with their assessments.
    pub fn turning_points(&self) -> impl Iterator<Item = (&Ply, &Assessment)> {
        let assessed = self.plies.iter().filter_map(|ply| Some((ply, ply.assessment.as_ref()?)));
        assessed.filter(|(_, assessment)| assessment.effect.blunder().is_some())
    }
}

/// A move of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Ply {
    /// The number of the move, from 1.
    pub number: usize,
    /// The side that made it.
    pub color: Color,
    /// The position before it.
    pub position: Position,
    /// The move.
    pub played: Move,
    /// The assessment; `None` if the tables do not cover the position.
    pub assessment: Option<Assessment>,
}

/// A move compared with the best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Assessment {
    /// The value of the move to the side that made it, counted from before the move.
    pub value: Value,
    /// The first of the best moves.
    pub best: Choice,
    /// The effect of the move.
    pub effect: Effect,
}

/// Compares every move of a game, and its resignation, with the best move.
///
/// # Errors
/// If tables are damaged or cannot be read. Missing tables are not an error: their positions are
/// left unassessed.
pub fn review(tables: &Tablebase, game: &Game) -> Result<Review, ProbeError> {
    let mut outside = None;
    // Empty if the tables do not cover the position.
    let mut choices_at = |place: usize| -> Result<Vec<Choice>, ProbeError> {
        let positions = &game.positions()[..=place];
        match choices(tables, game.preset().repetition, positions) {
            Err(error) if is_outside(&error) => {
                outside.get_or_insert(error);
                Ok(Vec::new())
            }
            known => known,
        }
    };
    let mut plies = Vec::with_capacity(game.moves().len());
    for (place, &played) in game.moves().iter().enumerate() {
        let position = game.positions()[place];
        plies.push(Ply {
            number: place + 1,
            color: position.turn(),
            position,
            played,
            assessment: assess(&choices_at(place)?, played),
        });
    }
    let mut values_to_black: Vec<Option<Value>> = plies.iter().map(value_to_black).collect();
    values_to_black.push(match (game.end(), plies.last()) {
        // The game ended by the rules, not by a resignation.
        (Some(end), _) if game.conceded().is_none() => Some(value_of_end(end)),
        (_, last) => last.and_then(value_after),
    });
    let mut resignation = None;
    if let Some(color) = game.resigned() {
        let choices = choices_at(plies.len())?;
        resignation = Some(Resignation::of(color, *game.position(), &choices));
    }
    Ok(Review { plies, resignation, outside, values_to_black })
}

/// Converts a value to `color` into the value to Black.
fn to_black(color: Color, value: Value) -> Value {
    match (color, value) {
        (Color::Black, value) => value,
        (Color::White, Value::Win(plies)) => Value::Loss(plies),
        (Color::White, Value::Loss(plies)) => Value::Win(plies),
        (Color::White, Value::Draw) => Value::Draw,
    }
}

/// Returns the value to Black of the position before a move.
fn value_to_black(ply: &Ply) -> Option<Value> {
    let assessment = ply.assessment?;
    Some(to_black(ply.color, assessment.best.value))
}

/// Returns the value to Black of the position after a move, which is a ply nearer to the end.
fn value_after(ply: &Ply) -> Option<Value> {
    let value = match ply.assessment?.value {
        Value::Win(plies) => Value::Win(plies.saturating_sub(1)),
        Value::Loss(plies) => Value::Loss(plies.saturating_sub(1)),
        Value::Draw => Value::Draw,
    };
    Some(to_black(ply.color, value))
}

/// Returns the value to Black of a position in which the game is over.
fn value_of_end(end: End) -> Value {
    match end.winner {
        Some(Color::Black) => Value::Win(0),
        Some(Color::White) => Value::Loss(0),
        None => Value::Draw,
    }
}

fn assess(choices: &[Choice], played: Move) -> Option<Assessment> {
    let best = *choices.first()?;
    let value = choices.iter().find(|choice| choice.played == played)?.value;
    Some(Assessment { value, best, effect: Effect::of(value, best.value) })
}

/// A resignation after the moves of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Resignation {
    /// The side that resigned.
    pub color: Color,
    /// The position in which it resigned.
    pub position: Position,
    /// The first of the best moves, if the side that resigned was to move.
    pub best: Option<Choice>,
    /// The effect; `None` if the tables do not cover the position.
    pub effect: Option<Effect>,
}

impl Resignation {
    /// Returns the resignation of `color` in a position with these moves, which are empty if the
    /// tables do not cover it.
    pub(super) fn of(color: Color, position: Position, choices: &[Choice]) -> Resignation {
        let best = choices.first().copied();
        let is_its_turn = position.turn() == color;
        let given_up = best.map(|best| match best.value.wdl() {
            wdl if is_its_turn => wdl,
            wdl => wdl.for_mover(),
        });
        Resignation {
            color,
            position,
            best: best.filter(|_| is_its_turn),
            effect: given_up.map(Effect::of_resigning),
        }
    }
}

/// A summary of one side's moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Summary {
    /// The number of moves.
    pub moves: usize,
    /// The effects of the moves whose positions the tables cover.
    pub effects: Effects,
}

impl Summary {
    /// Returns the summary of a side.
    pub fn of(plies: &[Ply], color: Color) -> Summary {
        let mut summary = Summary::default();
        for ply in plies.iter().filter(|ply| ply.color == color) {
            summary.moves += 1;
            if let Some(assessment) = ply.assessment {
                summary.effects.add(assessment.effect);
            }
        }
        summary
    }
}

#[cfg(test)]
mod tests {
    use loa_solver::Preset;
    use loa_tablebase::Wdl;

    use super::*;

    #[test]
    fn a_repetition_is_worth_what_it_does_to_the_game() {
        let round = ["b1-d1", "a2-a4", "d1-b1", "a4-a2"];
        for (preset, rounds, to) in [("misere", 2, Wdl::Draw), ("soucie", 1, Wdl::Loss)] {
            let preset: Preset = preset.parse().unwrap();
            let start = "1xx1/o2o/o2o/1xx1 x".parse().unwrap();
            let mut game = Game::new(preset, start);
            for text in round.iter().cycle().take(4 * rounds) {
                let played = preset.rules.parse_move(game.position(), text);
                game.play(played.unwrap()).unwrap();
            }
            assert_eq!(game.end().unwrap().reason(), "repetition");
            let tables = Tablebase::embedded(preset.rules);
            let review = review(&tables, &game).unwrap();
            let last = review.plies.last().unwrap().assessment.unwrap();
            assert_eq!(last.value.wdl(), to);
            assert!(!last.best.repeats);
            assert!(matches!(last.effect, Effect::Blunder(_)));
        }
    }

    #[test]
    fn resigning_a_won_game_gives_a_win_away() {
        let preset = Preset::default();
        let tables = Tablebase::embedded(preset.rules);
        for (moves, color, expected) in [
            (&[][..], Color::Black, "win-to-loss"),
            (&[], Color::White, "best"),
            (&["b1-d1"], Color::Black, "best"),
            (&["b1-d1"], Color::White, "win-to-loss"),
        ] {
            let start = "1xx1/o2o/o2o/1xx1 x".parse().unwrap();
            let mut game = Game::new(preset, start);
            for text in moves {
                let played = preset.rules.parse_move(game.position(), text);
                game.play(played.unwrap()).unwrap();
            }
            game.resign(color).unwrap();
            let resignation = review(&tables, &game).unwrap().resignation.unwrap();
            assert_eq!(resignation.effect.unwrap().name(), expected, "{color:?} {moves:?}");
            let is_its_turn = game.position().turn() == color;
            assert_eq!(resignation.best.is_some(), is_its_turn);
        }
    }
}
