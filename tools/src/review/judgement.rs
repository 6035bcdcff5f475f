//! Every move of a game against the best one.

use loa_solver::{Color, Move, Position};
use loa_tablebase::{Answer, Outcome, ProbeError, Tablebase};

use super::choices::{Choice, choices, is_outside};
use crate::failure::Failure;
use crate::record::Game;

/// A game's moves, judged as far as the tables reach.
pub(crate) struct Review {
    pub(crate) plies: Vec<Ply>,
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
    pub(crate) verdict: Verdict,
}

/// What a move has cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Nothing: no move was better.
    Best,
    /// It wins, so many plies later than the best.
    Slower(u16),
    /// It loses, so many plies sooner than the best.
    Sooner(u16),
    /// It gave away value.
    GaveAway { from: Outcome, to: Outcome },
}

impl Verdict {
    fn of(value: Answer, best: Answer) -> Verdict {
        let (from, to) = (best.outcome(), value.outcome());
        if from != to {
            return Verdict::GaveAway { from, to };
        }
        let (Some(plies), Some(best)) = (value.plies(), best.plies()) else {
            return Verdict::Best;
        };
        match from {
            Outcome::Win if plies > best => Verdict::Slower(plies - best),
            Outcome::Loss if plies < best => Verdict::Sooner(best - plies),
            _ => Verdict::Best,
        }
    }
}

/// Judges every move of a game.
///
/// # Errors
/// When tables are damaged or cannot be read. That they are missing is no error.
pub(crate) fn review(tables: &Tablebase, game: &Game) -> Result<Review, ProbeError> {
    let mut review = Review {
        plies: Vec::with_capacity(game.moves().len()),
        outside: None,
    };
    for (place, &played) in game.moves().iter().enumerate() {
        let position = game.positions()[place];
        let known = choices(
            tables,
            game.preset().repetition,
            &game.positions()[..=place],
        );
        let judgement = match known {
            Ok(choices) => judge(&choices, played),
            Err(error) if is_outside(&error) => {
                let why = || Failure::from(error).message;
                review.outside.get_or_insert_with(why);
                None
            }
            Err(error) => return Err(error),
        };
        review.plies.push(Ply {
            number: place + 1,
            color: position.turn(),
            position,
            played,
            judgement,
        });
    }
    Ok(review)
}

fn judge(choices: &[Choice], played: Move) -> Option<Judgement> {
    let best = *choices.first()?;
    let value = choices.iter().find(|choice| choice.played == played)?.value;
    let verdict = Verdict::of(value, best.value);
    Some(Judgement {
        value,
        best,
        verdict,
    })
}

#[cfg(test)]
mod tests {
    use loa_solver::{Preset, Value};

    use super::*;

    #[test]
    fn a_verdict_tells_what_was_lost() {
        let exact = |value: Value| Answer::Exact(value);
        let verdict = |value, best| Verdict::of(exact(value), exact(best));
        assert_eq!(verdict(Value::Win(3), Value::Win(3)), Verdict::Best);
        assert_eq!(verdict(Value::Win(9), Value::Win(3)), Verdict::Slower(6));
        assert_eq!(verdict(Value::Loss(2), Value::Loss(8)), Verdict::Sooner(6));
        assert_eq!(verdict(Value::Draw, Value::Draw), Verdict::Best);
        for (value, best, from, to) in [
            (Value::Draw, Value::Win(1), Outcome::Win, Outcome::Draw),
            (Value::Loss(2), Value::Win(1), Outcome::Win, Outcome::Loss),
            (Value::Loss(2), Value::Draw, Outcome::Draw, Outcome::Loss),
        ] {
            assert_eq!(verdict(value, best), Verdict::GaveAway { from, to });
        }
        let somehow = Answer::Somehow(Outcome::Win);
        assert_eq!(Verdict::of(somehow, exact(Value::Win(3))), Verdict::Best);
    }

    #[test]
    fn a_repetition_is_worth_what_it_does_to_the_game() {
        let round = ["b1-d1", "a2-a4", "d1-b1", "a4-a2"];
        for (preset, rounds, to) in [("misere", 2, Outcome::Draw), ("soucie", 1, Outcome::Loss)] {
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
            assert_eq!(last.value.outcome(), to);
            assert!(!last.best.repeats);
            assert!(matches!(last.verdict, Verdict::GaveAway { .. }));
        }
    }
}
