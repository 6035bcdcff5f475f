//! Games played out: the engine against the tables, from positions in which the
//! engine moves and wins, or holds a draw.
//!
//! In a won position the tables resist as long as they can. In a drawn one they
//! keep the draw, and of their moves that do so play the one after which the
//! fewest replies keep it too. What is equally good is chosen by the seed. A game
//! ends when the engine has given its outcome away: against this defence it does
//! not come back.
//!
//! Where whoever repeats a position loses, the tables' draw means that neither side
//! can force a win without a repetition. Such a draw is held until one comes,
//! whoever it is that repeats.

use std::cmp::Reverse;

use loa_solver::{Move, Position, Preset, Repetition};
use loa_tablebase::{Answer, MoveValue, Probe, ProbeError, Tablebase, Wdl};

use super::FailedAt;
use super::panel::{Introduction, Panel};
use super::question::Question;
use crate::chance::Chance;
use crate::effect::Blunder;
use crate::failure::{Failure, Status};
use crate::protocol::{Client, Failed};
use crate::record::Game;

/// The side of the tables.
pub(crate) struct Opposition<'a> {
    pub(crate) tables: &'a Tablebase,
    pub(crate) preset: Preset,
    /// After so many plies a game is ended.
    pub(crate) most_plies: usize,
    pub(crate) seed: u64,
}

/// How a game ended for the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// It has won, so many plies later than it could have, if that is known.
    Won { late: Option<usize> },
    /// It has held the draw: by the end of the game, by repetition, or until the
    /// bound on plies.
    Held,
    /// It made a move that gives the outcome away.
    ThrownAway(Blunder),
    /// It did not get on with its win, and a position was repeated, so that the
    /// rules take the win from it.
    Repeated,
    /// It kept its win until the bound on plies and did not make use of it.
    TooLong,
}

/// A game and its end.
pub(crate) struct PlayedOut {
    pub(crate) game: Game,
    /// What the start is worth to the engine, which begins.
    pub(crate) value: Answer,
    pub(crate) end: End,
}

/// All games.
pub(crate) struct Games {
    pub(crate) games: Vec<PlayedOut>,
    pub(crate) failures: Vec<FailedAt>,
    pub(crate) gave_up: bool,
    pub(crate) engine: Introduction,
}

impl End {
    pub(crate) const fn is_success(self) -> bool {
        matches!(self, End::Won { .. } | End::Held)
    }

    /// In words.
    pub(crate) fn told(self) -> String {
        match self {
            End::Won { late: None } => "won".to_owned(),
            End::Won { late: Some(late) } => format!("won, {late} plies over perfect"),
            End::Held => "held".to_owned(),
            End::ThrownAway(blunder) => format!("thrown away, {}", blunder.name()),
            End::Repeated => "ended by repetition".to_owned(),
            End::TooLong => "not won within the bound on plies".to_owned(),
        }
    }
}

impl Games {
    /// The games from won positions, or from drawn ones.
    pub(crate) fn of(&self, outcome: Wdl) -> impl Iterator<Item = &PlayedOut> {
        self.games
            .iter()
            .filter(move |game| game.value.wdl() == outcome)
    }

    /// Plies over perfect of all games won.
    pub(crate) fn late(&self) -> usize {
        let late = self.games.iter().filter_map(|game| match game.end {
            End::Won { late } => late,
            _ => None,
        });
        late.sum()
    }
}

impl Opposition<'_> {
    /// Plays a game from each position.
    ///
    /// # Errors
    /// When a table is missing or damaged.
    pub(crate) fn play(&self, panel: &Panel<'_>, starts: &[Question]) -> Result<Games, Failure> {
        panel.watch.begin("playing", starts.len());
        let worked = panel.run(starts.len(), |engine, number| {
            let mut chance = Chance::of(self.seed, &[3, number as u64]);
            self.game(engine, &starts[number], &mut chance)
        });
        let mut games = Games {
            games: Vec::new(),
            failures: Vec::new(),
            gave_up: worked.gave_up,
            engine: worked.engine,
        };
        for (start, result) in starts.iter().zip(worked.results) {
            match result {
                Some(Ok(game)) => games.games.push(game?),
                Some(Err(failed)) => games.failures.push(FailedAt {
                    position: *start.position(),
                    failed,
                }),
                None => {}
            }
        }
        Ok(games)
    }

    /// One game: the engine's failure, or that of the tables within.
    fn game(
        &self,
        engine: &mut Client,
        start: &Question,
        chance: &mut Chance,
    ) -> Result<Result<PlayedOut, Failure>, Failed> {
        let mut game = Game::new(self.preset, *start.position());
        let value = start.probe().value;
        loop {
            let played = engine.best_move(game.start(), game.moves())?.played;
            let end = match self.engine_plays(&mut game, value, played) {
                Ok(None) => self.tables_reply(&mut game, value, chance),
                end => end,
            };
            match end {
                Ok(Some(end)) => return Ok(Ok(PlayedOut { game, value, end })),
                Ok(None) => {}
                Err(failure) => return Ok(Err(failure)),
            }
        }
    }

    /// Makes the engine's move; how the game ends with it, if it does.
    fn engine_plays(
        &self,
        game: &mut Game,
        value: Answer,
        played: Move,
    ) -> Result<Option<End>, Failure> {
        let probe = self.tables.probe(game.position())?;
        let known = probe.moves.iter().find(|known| known.played == played);
        let left = known.ok_or_else(no_move)?.value.wdl();
        game.play(played)?;
        let thrown_away = Blunder::of(value.wdl(), left).map(End::ThrownAway);
        Ok(thrown_away.or_else(|| self.end(game, value)))
    }

    /// Makes the tables' move; how the game ends with it, if it does.
    fn tables_reply(
        &self,
        game: &mut Game,
        value: Answer,
        chance: &mut Chance,
    ) -> Result<Option<End>, Failure> {
        let probe = self.tables.probe(game.position())?;
        let reply = self.reply(&probe, game, chance)?;
        game.play(reply)?;
        Ok(self.end(game, value))
    }

    /// How a game ends in which the engine has kept its outcome, if it does.
    fn end(&self, game: &Game, value: Answer) -> Option<End> {
        let engine = game.start().turn();
        let is_won = value.wdl() == Wdl::Win;
        let plies = game.moves().len();
        match game.end() {
            Some(end) if is_won && end.winner == Some(engine) => Some(End::Won {
                late: value.plies().map(|best| plies.saturating_sub(best.into())),
            }),
            // With its outcome kept, nothing but a repetition takes a win from it.
            Some(_) if is_won => Some(End::Repeated),
            Some(_) => Some(End::Held),
            None if plies < self.most_plies => None,
            None => Some(if is_won { End::TooLong } else { End::Held }),
        }
    }

    /// The tables' move.
    fn reply(&self, probe: &Probe, game: &Game, chance: &mut Chance) -> Result<Move, Failure> {
        let draws = probe.value.wdl() == Wdl::Draw;
        let mut moves: Vec<&MoveValue> = probe.moves.iter().collect();
        moves.retain(|m| m.value.wdl() == probe.value.wdl());
        // Going round in circles resists nothing in a draw, and loses where whoever
        // repeats does.
        let fresh = |m: &&&MoveValue| !game.positions().contains(&m.position);
        if (draws || self.preset.repetition == Repetition::Loss) && moves.iter().any(|m| fresh(&m))
        {
            moves.retain(|m| fresh(&m));
        }
        let mut resistance = Vec::with_capacity(moves.len());
        for candidate in &moves {
            resistance.push(if draws {
                (Reverse(self.ways_to_hold(&candidate.position)?), None)
            } else {
                (Reverse(0), Some(candidate.value))
            });
        }
        let best = resistance.iter().max();
        let best: Vec<&MoveValue> = moves
            .iter()
            .zip(&resistance)
            .filter(|(_, resistance)| Some(*resistance) == best)
            .map(|(&m, _)| m)
            .collect();
        let chosen = chance.pick(&best).map(|chosen| chosen.played);
        chosen.ok_or_else(no_move)
    }

    /// How many moves keep the draw in a drawn position; as good as any number
    /// where the game is over.
    fn ways_to_hold(&self, position: &Position) -> Result<u32, ProbeError> {
        let probe = self.tables.probe(position)?;
        let holding = probe.moves.iter().filter(|m| m.value.wdl() == Wdl::Draw);
        Ok(match probe.over {
            Some(_) => u32::MAX,
            None => holding.count() as u32,
        })
    }
}

/// Clients hand on legal moves only, the tables know them all, and a position
/// that is not over has one, if only a pass.
fn no_move() -> Failure {
    Failure::new(
        Status::Failed,
        "a game goes on without a move that is known",
    )
}
