//! Every move of a game against the best one.

use loa_solver::{Color, Move, Position};
use loa_tablebase::{Answer, ProbeError, Tablebase};

use super::choices::{Choice, choices, is_outside};
use super::resignation::Resignation;
use crate::effect::Effect;
use crate::failure::Failure;
use crate::record::Game;

/// A game's moves, judged as far as the tables reach.
pub(crate) struct Review {
    pub(crate) plies: Vec<Ply>,
    pub(crate) resignation: Option<Resignation>,
    /// Why the first position that the tables do not cover is not covered, and
    /// what would make the table.
    pub(crate) outside: Option<String>,
}

/// A move of a game.
pub(crate) struct Ply {
    /// From 1.
    pub(crate) number: usize,
    pub(crate) color: Color,
    /// Where it was played.
    pub(crate) position: Position,
    pub(crate) played: Move,
    /// `None` if the tables do not cover the position.
    pub(crate) judgement: Option<Judgement>,
}

/// What a move was worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Judgement {
    /// To the side that made it, counted from before the move.
    pub(crate) value: Answer,
    /// The first of the best moves.
    pub(crate) best: Choice,
    pub(crate) effect: Effect,
}

/// Judges every move of a game, and who gave it up.
///
/// # Errors
/// When tables are damaged or cannot be read. That they are missing is no error.
pub(crate) fn review(tables: &Tablebase, game: &Game) -> Result<Review, ProbeError> {
    let mut outside = None;
    // None where the tables do not reach.
    let mut choices_at = |place: usize| -> Result<Vec<Choice>, ProbeError> {
        let positions = &game.positions()[..=place];
        match choices(tables, game.preset().repetition, positions) {
            Err(error) if is_outside(&error) => {
                outside.get_or_insert_with(|| Failure::from(error).message);
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
            judgement: judge(&choices_at(place)?, played),
        });
    }
    let mut resignation = None;
    if let Some(color) = game.resigned() {
        let choices = choices_at(plies.len())?;
        resignation = Some(Resignation::of(color, *game.position(), &choices));
    }
    Ok(Review {
        plies,
        resignation,
        outside,
    })
}

fn judge(choices: &[Choice], played: Move) -> Option<Judgement> {
    let best = *choices.first()?;
    let value = choices.iter().find(|choice| choice.played == played)?.value;
    Some(Judgement {
        value,
        best,
        effect: Effect::of(value, best.value),
    })
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
            let last = review.plies.last().unwrap().judgement.unwrap();
            assert_eq!(last.value.wdl(), to);
            assert!(!last.best.repeats);
            assert!(matches!(last.effect, Effect::Blunder(_)));
        }
    }

    #[test]
    fn who_gives_a_won_game_up_throws_a_win_away() {
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
            assert_eq!(
                resignation.effect.unwrap().name(),
                expected,
                "{color:?} {moves:?}"
            );
            let is_its_turn = game.position().turn() == color;
            assert_eq!(resignation.best.is_some(), is_its_turn);
        }
    }
}
