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

use std::collections::HashMap;

use loa_solver::{Move, Position, Repetition};
use loa_tablebase::{Answer, MoveValue, Outcome, Probe, ProbeError, Tablebase};

use super::FailedAt;
use super::panel::Panel;
use super::question::Question;
use crate::chance::Chance;
use crate::effect::Blunder;
use crate::failure::Failure;
use crate::protocol::{Client, Failed};

/// The side of the tables.
pub(crate) struct Opposition<'a> {
    pub(crate) tables: &'a Tablebase,
    pub(crate) repetition: Repetition,
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
pub(crate) struct Game {
    pub(crate) start: Position,
    pub(crate) value: Answer,
    pub(crate) moves: Vec<Move>,
    pub(crate) end: End,
}

/// All games.
pub(crate) struct Games {
    pub(crate) games: Vec<Game>,
    pub(crate) failures: Vec<FailedAt>,
    pub(crate) gave_up: bool,
    pub(crate) name: Option<String>,
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
    pub(crate) fn of(&self, outcome: Outcome) -> impl Iterator<Item = &Game> {
        self.games
            .iter()
            .filter(move |game| game.value.outcome() == outcome)
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
            name: worked.name,
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
    ) -> Result<Result<Game, ProbeError>, Failed> {
        let mut game = Game {
            start: *start.position(),
            value: start.probe().value,
            moves: Vec::new(),
            end: End::TooLong,
        };
        let mut seen = HashMap::from([(game.start, 1)]);
        let mut probe = start.probe().clone();
        loop {
            let played = engine.best_move(&game.start, &game.moves)?;
            let Some(chosen) = probe.moves.iter().find(|known| known.played == played) else {
                // Clients hand on legal moves only, and the tables know them all.
                return Ok(Ok(game));
            };
            game.moves.push(played);
            if let Some(blunder) = Blunder::of(game.value.outcome(), chosen.value.outcome()) {
                game.end = End::ThrownAway(blunder);
                return Ok(Ok(game));
            }
            if let Some(end) = self.end(&game, &chosen.position, &mut seen, true) {
                game.end = end;
                return Ok(Ok(game));
            }
            let reply = self.tables.probe(&chosen.position);
            let reply = reply.and_then(|probe| self.reply(&probe, &seen, chance));
            let reply = match reply {
                Ok(Some(reply)) => reply,
                // A position that is not over has a move, if only a pass.
                Ok(None) => return Ok(Ok(game)),
                Err(error) => return Ok(Err(error)),
            };
            game.moves.push(reply.played);
            if let Some(end) = self.end(&game, &reply.position, &mut seen, false) {
                game.end = end;
                return Ok(Ok(game));
            }
            probe = match self.tables.probe(&reply.position) {
                Ok(probe) => probe,
                Err(error) => return Ok(Err(error)),
            };
        }
    }

    /// How the game ends with `position`, to which the engine or the tables have
    /// moved without a change of outcome, if it does.
    fn end(
        &self,
        game: &Game,
        position: &Position,
        seen: &mut HashMap<Position, u32>,
        by_engine: bool,
    ) -> Option<End> {
        let wins = game.value.outcome() == Outcome::Win;
        let late = |perfect: u16| game.moves.len().saturating_sub(perfect.into());
        let won = End::Won {
            late: game.value.plies().map(late),
        };
        let success = if wins { won } else { End::Held };
        if self.tables.rules().outcome(position).is_some() {
            return Some(success);
        }
        let times = seen.entry(*position).or_insert(0);
        *times += 1;
        let ends = match self.repetition {
            Repetition::Loss => *times > 1,
            Repetition::Draw => *times > 2,
        };
        if ends {
            // Whoever repeats a position loses, or the third time is a draw.
            let wins_still = self.repetition == Repetition::Loss && !by_engine;
            let success_still = !wins || wins_still;
            return Some(if success_still {
                success
            } else {
                End::Repeated
            });
        }
        let too_long = game.moves.len() >= self.most_plies;
        too_long.then_some(if wins { End::TooLong } else { End::Held })
    }

    /// The tables' move, if there is any.
    fn reply(
        &self,
        probe: &Probe,
        seen: &HashMap<Position, u32>,
        chance: &mut Chance,
    ) -> Result<Option<MoveValue>, ProbeError> {
        let draws = probe.value.outcome() == Outcome::Draw;
        let mut moves: Vec<&MoveValue> = probe.moves.iter().collect();
        moves.retain(|m| m.value.outcome() == probe.value.outcome());
        // Going round in circles resists nothing in a draw, and loses where whoever
        // repeats does.
        let fresh = |m: &&&MoveValue| !seen.contains_key(&m.position);
        if (draws || self.repetition == Repetition::Loss) && moves.iter().any(|m| fresh(&m)) {
            moves.retain(|m| fresh(&m));
        }
        let mut resistance = Vec::with_capacity(moves.len());
        for candidate in &moves {
            resistance.push(if draws {
                -i64::from(self.ways_to_hold(&candidate.position)?)
            } else {
                i64::from(candidate.value.goodness())
            });
        }
        let best = resistance.iter().max();
        let best: Vec<&MoveValue> = moves
            .iter()
            .zip(&resistance)
            .filter(|(_, resistance)| Some(*resistance) == best)
            .map(|(&m, _)| m)
            .collect();
        Ok(chance.pick(&best).map(|&m| m.clone()))
    }

    /// How many moves keep the draw in a drawn position; as good as any number
    /// where the game is over.
    fn ways_to_hold(&self, position: &Position) -> Result<u32, ProbeError> {
        let probe = self.tables.probe(position)?;
        let holding = probe
            .moves
            .iter()
            .filter(|m| m.value.outcome() == Outcome::Draw);
        Ok(match probe.over {
            Some(_) => u32::MAX,
            None => holding.count() as u32,
        })
    }
}
