//! Players that are not people.

use loa_engine::protocol::reply::Score;
use loa_record::Game;
use loa_record::random::Pcg64;
use loa_record::review::{Choice, choices, is_outside};
use loa_solver::{Move, Value};
use loa_tablebase::{Answer, ProbeError, Tablebase};

use crate::failure::{Failure, Status, explain};

/// A player that chooses moves by itself.
pub(super) trait Opponent {
    /// Returns a move in a game that is not over.
    fn choose(&mut self, game: &Game) -> Result<Chosen, Failure>;

    /// Announces that the next position belongs to another game.
    fn begin_game(&mut self) {}

    /// Ends the player in good order.
    fn leave(self: Box<Self>) {}
}

/// A move that a player has chosen.
pub(super) struct Chosen {
    pub(super) played: Move,
    /// The worth of the position to the player, if it is an engine that says.
    pub(super) score: Option<Score>,
    /// A note on the choice.
    pub(super) note: Option<String>,
}

impl Chosen {
    /// Returns a move without words.
    pub(super) fn new(played: Move) -> Chosen {
        Chosen { played, score: None, note: None }
    }
}

/// Plays any move.
pub(super) struct Random {
    pub(super) chance: Pcg64,
}

impl Opponent for Random {
    fn choose(&mut self, game: &Game) -> Result<Chosen, Failure> {
        let played = any(&mut self.chance, &game.preset().rules.moves(game.position()))?;
        Ok(Chosen::new(played))
    }
}

/// Plays best by the tables, but for mistakes.
pub(super) struct Perfect<'a> {
    pub(super) tables: &'a Tablebase,
    /// In how many moves of a hundred it tries to give away value.
    pub(super) mistakes: u8,
    pub(super) chance: Pcg64,
    /// True if there has been a note on positions without tables.
    pub(super) outside_noted: bool,
}

impl Opponent for Perfect<'_> {
    fn choose(&mut self, game: &Game) -> Result<Chosen, Failure> {
        let known = choices(self.tables, game.preset().repetition, game.positions());
        match known {
            Ok(choices) => Ok(Chosen::new(self.by_tables(&choices)?)),
            Err(error) if is_outside(&error) => {
                let is_noted = std::mem::replace(&mut self.outside_noted, true);
                Ok(Chosen {
                    played: self.at_sight(game)?,
                    score: None,
                    note: (!is_noted).then(|| without_value(&error)),
                })
            }
            Err(error) => Err(error.into()),
        }
    }
}

impl Perfect<'_> {
    /// Returns the first of the best moves, or a mistake if one is due and possible.
    fn by_tables(&mut self, choices: &[Choice]) -> Result<Move, Failure> {
        let best = choices.first().ok_or_else(no_move)?;
        if self.chance.below(100) < self.mistakes.into() {
            let keeps = best.value.wdl();
            let worse: Vec<&Choice> = choices.iter().filter(|c| c.value.wdl() != keeps).collect();
            if let Some(mistake) = self.chance.pick(&worse) {
                return Ok(mistake.played);
            }
        }
        Ok(best.played)
    }

    /// Returns any of the moves that lead to the best known value. Known are positions
    /// that need no table, terminal or won in 1, and after a capture perhaps some that
    /// have one. The others count as draws.
    fn at_sight(&mut self, game: &Game) -> Result<Move, Failure> {
        let mut best: Vec<Move> = Vec::new();
        let mut greatest = None;
        for played in game.preset().rules.moves(game.position()) {
            let value = match self.tables.answer(&game.position().play_unchecked(played)) {
                Ok(after) => after.for_mover(),
                Err(error) if is_outside(&error) => Answer::Exact(Value::Draw),
                Err(error) => return Err(error.into()),
            };
            if Some(value) > greatest {
                greatest = Some(value);
                best.clear();
            }
            if Some(value) == greatest {
                best.push(played);
            }
        }
        any(&mut self.chance, &best)
    }
}

fn any(chance: &mut Pcg64, moves: &[Move]) -> Result<Move, Failure> {
    chance.pick(moves).copied().ok_or_else(no_move)
}

fn without_value(error: &ProbeError) -> String {
    format!(
        "perfect has no value here and plays by the known values of positions after its moves: {}",
        explain(error)
    )
}

/// Returns the failure of a game without a move. A game that is not over has one, if
/// only a pass.
pub(super) fn no_move() -> Failure {
    Failure::new(Status::Failed, "a game goes on without a legal move")
}

#[cfg(test)]
mod tests {
    use loa_solver::Preset;
    use loa_tablebase::Wdl;

    use super::*;

    fn perfect(tables: &Tablebase, mistakes: u8) -> Perfect<'_> {
        Perfect { tables, mistakes, chance: Pcg64::of(7, &[]), outside_noted: false }
    }

    fn game(preset: &str, start: &str) -> (Tablebase, Game) {
        let preset: Preset = preset.parse().unwrap();
        let tables = Tablebase::embedded(preset.rules);
        (tables, Game::new(preset, start.parse().unwrap()))
    }

    #[test]
    fn mistakes_give_value_away_and_nothing_else_does() {
        let (tables, game) = game("club", "1xx1/o2o/o2o/1xx1 x");
        let outcome = |played: Move| {
            let after = tables.answer(&game.position().play_unchecked(played)).unwrap();
            after.for_mover().wdl()
        };
        for _ in 0..20 {
            let chosen = perfect(&tables, 0).choose(&game).unwrap();
            assert_eq!(outcome(chosen.played), Wdl::Win);
            let chosen = perfect(&tables, 100).choose(&game).unwrap();
            assert_ne!(outcome(chosen.played), Wdl::Win);
        }
        let mut often = perfect(&tables, 30);
        let mistakes = (0..1000)
            .filter(|_| {
                let chosen = often.choose(&game).unwrap();
                outcome(chosen.played) != Wdl::Win
            })
            .count();
        assert!((250..350).contains(&mistakes), "{mistakes}");
    }

    #[test]
    fn a_repetition_is_not_walked_into_where_it_loses() {
        let (tables, game) = game("soucie", "2o1/1xxo/4/xo1x x");
        let mut player = perfect(&tables, 0);
        let mut avoided = 0;
        let mut games = vec![game];
        // After three plies the fourth can bring back the start.
        for _ in 0..3 {
            games = games.iter().flat_map(continuations).collect();
        }
        for game in games {
            let known = choices(&tables, game.preset().repetition, game.positions()).unwrap();
            let chosen = player.choose(&game).unwrap().played;
            let chosen = known.iter().find(|choice| choice.played == chosen).unwrap();
            let repeats = known.iter().any(|choice| choice.repeats);
            let has_other = known.iter().any(|choice| !choice.repeats);
            assert!(!chosen.repeats || !has_other, "{}", game.position());
            avoided += u32::from(repeats && has_other);
        }
        assert!(avoided > 0);
    }

    /// The game after each of its moves, unless that ends it.
    fn continuations(game: &Game) -> Vec<Game> {
        let mut games = Vec::new();
        for played in game.preset().rules.moves(game.position()) {
            let mut game = game.clone();
            game.play(played).unwrap();
            if game.end().is_none() {
                games.push(game);
            }
        }
        games
    }

    #[test]
    fn without_tables_wins_in_one_are_seen() {
        // c6-b5 joins a6, and nothing else wins at once.
        let (tables, mut game) = game("club", "8/8/x1x5/8/8/o7/5o2/o6o x");
        let mut player = perfect(&tables, 0);
        let chosen = player.choose(&game).unwrap();
        assert!(chosen.note.unwrap().contains("no table"));
        game.play(chosen.played).unwrap();
        assert_eq!(game.end().unwrap().reason(), "them-connected");
    }
}
