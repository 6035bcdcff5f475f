//! Players other than people.

use std::sync::Arc;
use std::time::Duration;

use loa_engine::alpha_beta::{AlphaBeta, StopSign, Tables};
use loa_engine::client::{self, Limit, Setup};
use loa_engine::protocol::command::Go;
use loa_engine::protocol::reply::Score;
use loa_engine::{Engine, Failed, Fault, Guide, History, LevelPlayer, Listener};
use loa_record::Game;
use loa_record::random::Pcg64;
use loa_record::review::{Choice, choices, is_outside};
use loa_solver::{Color, Move, Position, Preset, Rules, Value};
use loa_tablebase::{ProbeError, Tablebase};

use crate::failure::{Failure, Status, bail, explain, failure};

/// A player that chooses its moves.
pub(super) trait Opponent {
    /// Returns a move in a game that is not over.
    fn choose(&mut self, game: &Game) -> Result<Chosen, Failure>;

    /// Announces that the next position belongs to a new game.
    fn begin_game(&mut self) {}

    /// Ends the player in good order.
    fn leave(self: Box<Self>) {}
}

/// A chosen move.
pub(super) struct Chosen {
    pub(super) played: Move,
    /// The score of the position for the player, if an engine reports one.
    pub(super) score: Option<Score>,
    /// A note on the choice.
    pub(super) note: Option<String>,
}

impl Chosen {
    /// Returns a move without a score and a note.
    pub(super) fn new(played: Move) -> Chosen {
        Chosen { played, score: None, note: None }
    }
}

/// Plays random moves.
pub(super) struct Random {
    pub(super) chance: Pcg64,
}

impl Opponent for Random {
    fn choose(&mut self, game: &Game) -> Result<Chosen, Failure> {
        let played = any(&mut self.chance, &game.preset().rules.moves(game.position()))?;
        Ok(Chosen::new(played))
    }
}

/// Plays perfectly by the tables, except for mistakes.
pub(super) struct Perfect<'a> {
    pub(super) tables: &'a Tablebase,
    /// The percentage of moves with which it tries to give away the result.
    pub(super) mistakes: u8,
    pub(super) chance: Pcg64,
    /// True if positions without tables have been noted.
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

    /// Returns a random move among those with the best known value. Known are positions that need
    /// no table, because they are terminal or won in 1, and after a capture perhaps positions with
    /// a table. All others count as draws.
    fn at_sight(&mut self, game: &Game) -> Result<Move, Failure> {
        let mut best: Vec<Move> = Vec::new();
        let mut greatest = None;
        for played in game.preset().rules.moves(game.position()) {
            let value = match self.tables.answer(&game.position().play_unchecked(played)) {
                Ok(after) => after.for_mover(),
                Err(error) if is_outside(&error) => Value::Draw,
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
        "perfect has no value for this position, and plays by the known values after its moves: {}",
        explain(error)
    )
}

/// Returns the failure for a game without a move. A game that is not over has at least a pass.
fn no_move() -> Failure {
    failure!(Failed, "the game is not over, but no legal move exists")
}

/// Searches if the tables have no answer.
pub(super) struct BuiltIn {
    engine: AlphaBeta,
    go: Go,
    listener: Listener,
}

impl BuiltIn {
    pub(super) fn new(
        preset: Preset,
        tables: &Arc<Tablebase>,
        movetime: Duration,
        listener: Listener,
    ) -> Result<BuiltIn, Failure> {
        let tables = Tables::new(Arc::clone(tables), true);
        let engine = AlphaBeta::new(preset, Some(tables), AlphaBeta::DEFAULT_MEBIBYTES);
        let go = Go { movetime: Some(movetime), ..Go::default() };
        match engine {
            Ok(engine) => Ok(BuiltIn { engine, go, listener }),
            Err(error) => Err(Failure::new(Status::Failed, error)),
        }
    }
}

impl Opponent for BuiltIn {
    fn choose(&mut self, game: &Game) -> Result<Chosen, Failure> {
        let mut note = None;
        let never = StopSign::default();
        let thought = self.engine.think(&History::from(game), &self.go, &never, &mut |info| {
            self.listener.hear(&info);
            // A text reports a problem with the tables.
            note = note.take().or(info.string);
        });
        let played = thought.best.ok_or_else(no_move)?;
        let score = Some(thought.score);
        Ok(Chosen { played, score, note })
    }
}

/// The engine at a level.
pub(super) struct AtLevel {
    pub(super) player: LevelPlayer,
    pub(super) movetime: Duration,
}

impl Opponent for AtLevel {
    fn choose(&mut self, game: &Game) -> Result<Chosen, Failure> {
        let played = self.player.choose(&History::from(game), self.movetime);
        Ok(Chosen::new(played.ok_or_else(no_move)?))
    }
}

/// Plays the winner's moves of a certificate, and moves of the built-in engine in positions that
/// the certificate does not contain.
pub(super) struct ByProof {
    /// The name of the certificate.
    name: String,
    guide: Guide,
    elsewhere: BuiltIn,
    /// True if positions outside the proof have been noted.
    outside_noted: bool,
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
        elsewhere: BuiltIn,
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
        Ok(ByProof { name, guide, elsewhere, outside_noted: false })
    }
}

impl Opponent for ByProof {
    fn choose(&mut self, game: &Game) -> Result<Chosen, Failure> {
        if let Some(answer) = self.guide.answer(game.position()) {
            return Ok(Chosen::new(answer.played));
        }
        let chosen = self.elsewhere.choose(game)?;
        let is_noted = std::mem::replace(&mut self.outside_noted, true);
        let note = (!is_noted).then(|| {
            format!(
                "{} does not prove a win for the side to move here, so the built-in engine plays",
                self.name
            )
        });
        Ok(Chosen { note: note.or(chosen.note), ..chosen })
    }

    fn begin_game(&mut self) {
        self.outside_noted = false;
    }
}

/// The time by which a move may be late.
const GRACE: Duration = Duration::from_secs(2);
/// The time that a program has to get ready.
const READY: Duration = Duration::from_secs(10);

/// A program that speaks the engine protocol.
pub(super) struct EngineProgram {
    command: String,
    engine: Box<dyn Engine>,
}

impl EngineProgram {
    /// Starts the program.
    ///
    /// # Errors
    /// If the program cannot be started or does not get ready.
    pub(super) fn start(
        command: &str,
        rules: Rules,
        movetime: Duration,
        listener: Listener,
    ) -> Result<EngineProgram, Failure> {
        let mut setup = Setup::new(command);
        setup.limit = Limit::Time(movetime);
        setup.grace = GRACE;
        setup.ready = READY;
        setup.listener = listener;
        let engine = client::start(&setup, rules).map_err(|failed| failure(command, &failed))?;
        let command = command.to_owned();
        Ok(EngineProgram { command, engine })
    }

    /// Returns the name of the engine, if it has one.
    pub(super) fn name(&self) -> Option<&str> {
        self.engine.name()
    }
}

impl Opponent for EngineProgram {
    fn choose(&mut self, game: &Game) -> Result<Chosen, Failure> {
        let answer =
            self.engine.best_move(game).map_err(|failed| failure(&self.command, &failed))?;
        Ok(Chosen { score: answer.score, ..Chosen::new(answer.played) })
    }

    fn begin_game(&mut self) {
        self.engine.begin_game();
    }

    fn leave(self: Box<Self>) {
        self.engine.quit();
    }
}

/// Returns the failure of an engine, with its last line of output.
fn failure(command: &str, failed: &Failed) -> Failure {
    let words = &failed.words;
    let last = words.errors.back().or(words.output.back());
    let last = last.map_or(String::new(), |line| format!("; its last line was {line:?}"));
    let fault = &failed.fault;
    let status = match fault {
        Fault::CommandLine { .. } => return Failure::new(Status::Usage, fault),
        _ => Status::Failed,
    };
    Failure::new(status, format!("the engine '{command}': {fault}{last}"))
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
        let chosen = player.choose(&game).unwrap();
        assert!(chosen.note.unwrap().contains("no table"));
        game.play(chosen.played).unwrap();
        assert_eq!(game.end().unwrap().reason(), "them-connected");
    }
}
