//! Players other than people.

use loa_engine::alpha_beta::AlphaBeta;
use loa_engine::protocol::command::Go;
use loa_engine::{Engine, EngineMove, Failed, Fault, Guide};
use loa_record::random::Pcg64;
use loa_record::review::{choices, is_outside};
use loa_record::{Basis, Game, RatedMove};
use loa_solver::{Color, Move, Position, Stop, Value};
use loa_tablebase::{ProbeError, Tablebase};

use super::player_kind::PlayerKind;
use crate::failure::{Failure, Status, bail, failure};

/// Returns the failure of a player. It has its own exit status if the player is of this program,
/// and otherwise the last line of the engine's output.
pub(super) fn failure_of(player: &PlayerKind, Failed { fault, words }: Failed) -> Failure {
    let last = words.errors.back().or(words.output.back());
    let last = last.map_or(String::new(), |line| format!("; its last line was {line:?}"));
    match (fault, player) {
        (Fault::Own(error), _) => match error.downcast::<Failure>() {
            Ok(failure) => *failure,
            Err(error) => Failure::new(Status::Failed, error),
        },
        (fault @ Fault::CommandLine { .. }, _) => Failure::new(Status::Usage, fault),
        (fault, PlayerKind::Engine(command)) => {
            failure!(Failed, "the engine '{command}': {fault}{last}")
        }
        (fault, _) => Failure::new(Status::Failed, fault),
    }
}

/// Returns the fault of a player of this program.
fn own(failure: impl Into<Failure>) -> Failed {
    Fault::Own(Box::new(failure.into())).into()
}

/// Plays perfectly by the tables, except for mistakes.
pub(super) struct Perfect<'a> {
    pub(super) tables: &'a Tablebase,
    /// The percentage of moves with which it tries to give away the result.
    pub(super) mistakes: u8,
    pub(super) chance: Pcg64,
    pub(super) note: OneNote,
}

impl Engine for Perfect<'_> {
    fn best_move(&mut self, game: &Game) -> Result<EngineMove, Failed> {
        match choices(self.tables, game.preset().repetition, game.positions(), Basis::Tables) {
            Ok(choices) => self.by_tables(&choices),
            Err(error) if is_outside(&error) => {
                self.note.give(|| without_value(&error));
                self.at_sight(game)
            }
            Err(error) => Err(own(error)),
        }
    }

    fn take_note(&mut self) -> Option<String> {
        self.note.text.take()
    }
}

/// A note that is given once.
#[derive(Default)]
pub(super) struct OneNote {
    is_given: bool,
    text: Option<String>,
}

impl OneNote {
    fn give(&mut self, text: impl FnOnce() -> String) {
        if !std::mem::replace(&mut self.is_given, true) {
            self.text = Some(text());
        }
    }
}

impl Perfect<'_> {
    /// Returns the first of the best moves, or a mistake if one is due and possible.
    fn by_tables(&mut self, choices: &[RatedMove]) -> Result<EngineMove, Failed> {
        let best = choices.first().ok_or_else(no_move)?;
        if self.chance.below(100) < self.mistakes.into() {
            let keeps = best.worth.category;
            let worse = choices.iter().filter(|choice| choice.worth.category != keeps);
            let worse: Vec<&RatedMove> = worse.collect();
            if let Some(mistake) = self.chance.pick(&worse) {
                return Ok(EngineMove::new(mistake.played));
            }
        }
        Ok(EngineMove::new(best.played))
    }

    /// Returns a random move among those with the best known value. Known are positions that need
    /// no table, because they are terminal or won in 1, and after a capture perhaps positions with
    /// a table. All others count as draws.
    fn at_sight(&mut self, game: &Game) -> Result<EngineMove, Failed> {
        let value =
            |&played: &Move| match self.tables.answer(&game.position().play_unchecked(played)) {
                Ok(after) => Ok(after.for_mover()),
                Err(error) if is_outside(&error) => Ok(Value::Draw),
                Err(error) => Err(own(error)),
            };
        let moves = game.legal_moves();
        let values = moves.iter().map(value).collect::<Result<Vec<Value>, Failed>>()?;
        let greatest = values.iter().max();
        let valued = moves.into_iter().zip(&values);
        let best = valued.filter(|&(_, value)| Some(value) == greatest).map(|(played, _)| played);
        let best: Vec<Move> = best.collect();
        any(&mut self.chance, &best)
    }
}

/// Plays a random move.
pub(super) fn any(chance: &mut Pcg64, moves: &[Move]) -> Result<EngineMove, Failed> {
    chance.pick(moves).copied().map(EngineMove::new).ok_or_else(no_move)
}

fn without_value(error: &ProbeError) -> String {
    format!(
        "perfect has no value for this position, and plays by the known values after its moves: {}",
        Failure::of(error).text()
    )
}

/// Returns the fault for a game without a move. A game that is not over has at least a pass.
fn no_move() -> Failed {
    own(failure!(Failed, "the game is not over, but no legal move exists"))
}

/// Plays the winner's moves of a certificate, and moves of the built-in engine in positions that
/// the certificate does not contain.
pub(super) struct ByProof {
    /// The name of the certificate.
    name: String,
    guide: Guide,
    elsewhere: AlphaBeta,
    note: OneNote,
}

impl ByProof {
    /// Returns the player of `color` in a game from `start`.
    ///
    /// # Errors
    /// When the certificate does not prove that the player wins from there.
    pub(super) fn new(
        name: String,
        guide: Guide,
        (color, start): (Color, &Position),
        elsewhere: AlphaBeta,
    ) -> Result<ByProof, Failure> {
        if guide.winner() != color || guide.bound(start).is_none() {
            bail!(
                Outside,
                "{name}: the certificate does not prove that {} wins from {start}: it proves that {} wins \
                 from {}",
                color.letter(),
                guide.winner().letter(),
                guide.start()
            );
        }
        Ok(ByProof { name, guide, elsewhere, note: OneNote::default() })
    }
}

impl Engine for ByProof {
    fn best_move(&mut self, game: &Game) -> Result<EngineMove, Failed> {
        self.best_move_within(game, &Go::default(), &Stop::default())
    }

    fn best_move_within(
        &mut self,
        game: &Game,
        go: &Go,
        stop: &Stop,
    ) -> Result<EngineMove, Failed> {
        if let Some(answer) = self.guide.answer(game.position()) {
            return Ok(EngineMove::new(answer.played));
        }
        let answer = self.elsewhere.best_move_within(game, go, stop)?;
        self.note.give(|| {
            format!(
                "{} does not prove a win for the side to move here, so the built-in engine plays",
                self.name
            )
        });
        Ok(answer)
    }

    fn take_note(&mut self) -> Option<String> {
        let elsewhere = self.elsewhere.take_note();
        self.note.text.take().or(elsewhere)
    }

    fn begin_game(&mut self) {
        self.note = OneNote::default();
    }
}

#[cfg(test)]
mod tests {
    use loa_solver::Preset;
    use loa_tablebase::Wdl;

    use super::*;

    fn perfect(tables: &Tablebase, mistakes: u8) -> Perfect<'_> {
        Perfect { tables, mistakes, chance: Pcg64::of(7, &[]), note: OneNote::default() }
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
            let chosen = perfect(&tables, 0).best_move(&game).unwrap();
            assert_eq!(outcome(chosen.played), Wdl::Win);
            let chosen = perfect(&tables, 100).best_move(&game).unwrap();
            assert_ne!(outcome(chosen.played), Wdl::Win);
        }
        let mut often = perfect(&tables, 30);
        let mistakes = (0..1000)
            .filter(|_| {
                let chosen = often.best_move(&game).unwrap();
                outcome(chosen.played) != Wdl::Win
            })
            .count();
        assert!((250..350).contains(&mistakes), "{mistakes}");
    }

    /// So games against it end as the tables say.
    #[test]
    fn each_move_keeps_the_value_and_the_distance() {
        let mut chance = Pcg64::of(5, &[]);
        for preset in ["club", "tournament", "soucie", "misere"] {
            let (tables, game) = game(preset, "start 4x4");
            let mut player = perfect(&tables, 0);
            for material in ["4v4", "3v4", "4v2"].into_iter().cycle().take(300) {
                let board = game.position().board();
                let position = chance.placement(board, material.parse().unwrap()).unwrap();
                let game = Game::new(game.preset(), position);
                if game.end().is_none() {
                    let played = player.best_move(&game).unwrap().played;
                    let after = tables.answer(&position.play_unchecked(played)).unwrap();
                    let value = tables.answer(&position).unwrap();
                    assert_eq!(after.for_mover(), value, "{preset} {position}");
                }
            }
        }
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
            let (repetition, positions) = (game.preset().repetition, game.positions());
            let known = choices(&tables, repetition, positions, Basis::Tables).unwrap();
            let chosen = player.best_move(&game).unwrap().played;
            let chosen = known.iter().find(|choice| choice.played == chosen).unwrap();
            let repeats = known.iter().any(|choice| choice.repeats);
            let has_other = known.iter().any(|choice| !choice.repeats);
            assert!(!chosen.repeats || !has_other, "{}", game.position());
            avoided += u32::from(repeats && has_other);
        }
        assert!(avoided > 0);
    }

    /// The game after each of its moves, except those that end it.
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
        // c6-b5 joins a6. No other move wins immediately.
        let (tables, mut game) = game("club", "8/8/x1x5/8/8/o7/5o2/o6o x");
        let mut player = perfect(&tables, 0);
        let chosen = player.best_move(&game).unwrap();
        assert!(player.take_note().unwrap().contains("no table"));
        game.play(chosen.played).unwrap();
        assert_eq!(game.end().unwrap().reason(), "them-connected");
    }
}
