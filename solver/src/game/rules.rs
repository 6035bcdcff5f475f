//! The rules in use: what a connection is worth, what a player without a move
//! gets, and who the winner is.
//!
//! A *rules id* names what decides a table's values: `mover-pass`,
//! `draw-loss-misere`, `own-draw`; fifteen in all. A *preset* is a rules id
//! with what happens to a repeated position, which no table depends on: a
//! forced win gets nearer with every move and so never repeats.

use std::fmt;
use std::str::FromStr;

use crate::game::position::Position;
use crate::game::value::Value;

/// What counts when both sides, or only one, are connected after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Connection {
    /// Both connected: the mover wins.
    Mover,
    /// Both connected: a draw.
    Draw,
    /// Only the mover's own connection counts (the literal wording of 1969).
    Own,
}

/// What happens to a player none of whose stones can move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoMove {
    /// The turn passes, which takes a ply; a draw if neither side can move.
    Pass,
    /// The player loses.
    Loss,
    /// The game is drawn.
    Draw,
}

/// What happens when a position repeats. No table depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// The game is drawn.
    Draw,
    /// Whoever repeats loses.
    Loss,
}

/// The rules that a table's values depend on; one of the fifteen rules ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    pub(crate) connection: Connection,
    pub(crate) no_move: NoMove,
    pub(crate) misere: bool,
}

/// A named set of rules as some club, program or author plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Its name, as `--rules` takes it.
    pub name: &'static str,
    /// The rules that decide values.
    pub rules: Rules,
    /// What a repeated position means.
    pub repetition: Repetition,
}

/// How a game has ended, from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Over {
    /// The side to move is connected, the other side is not.
    UsConnected,
    /// The side that has just moved is connected.
    ThemConnected,
    /// Both are.
    BothConnected,
    /// The side to move has no move, which ends the game under these rules.
    NoMove,
    /// Neither side can move, and the turn would pass for ever.
    Dead,
}

impl Over {
    /// `us-connected`, `them-connected`, `both-connected`, `no-move`, `dead`.
    pub const fn name(self) -> &'static str {
        match self {
            Over::UsConnected => "us-connected",
            Over::ThemConnected => "them-connected",
            Over::BothConnected => "both-connected",
            Over::NoMove => "no-move",
            Over::Dead => "dead",
        }
    }
}

/// Text that names no rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' names no rules: expected a preset (club, tournament, soucie, openspiel, playstrategy, \
     misere) or a rules id (mover-, draw- or own-, then pass, loss or draw, and -misere except \
     with own)"
)]
pub struct RulesError(String);

impl Preset {
    /// All presets, the default first.
    pub const ALL: [Preset; 6] = [
        Preset::of("club", Connection::Mover, NoMove::Pass),
        Preset::of("tournament", Connection::Draw, NoMove::Pass),
        Preset {
            repetition: Repetition::Loss,
            ..Preset::of("soucie", Connection::Own, NoMove::Loss)
        },
        Preset::of("openspiel", Connection::Mover, NoMove::Loss),
        Preset::of("playstrategy", Connection::Draw, NoMove::Draw),
        Preset {
            rules: Rules {
                misere: true,
                ..Preset::of("", Connection::Mover, NoMove::Pass).rules
            },
            ..Preset::of("misere", Connection::Mover, NoMove::Pass)
        },
    ];

    const fn of(name: &'static str, connection: Connection, no_move: NoMove) -> Preset {
        Preset {
            name,
            rules: Rules {
                connection,
                no_move,
                misere: false,
            },
            repetition: Repetition::Draw,
        }
    }
}

impl Default for Preset {
    fn default() -> Preset {
        Preset::ALL[0]
    }
}

impl FromStr for Preset {
    type Err = RulesError;

    /// Reads a preset's name, or a rules id, which comes with drawn
    /// repetition and its id for a name.
    fn from_str(text: &str) -> Result<Preset, RulesError> {
        let preset = Preset::ALL.into_iter().find(|preset| preset.name == text);
        preset.map_or_else(
            || {
                let rules = text.parse::<Rules>()?;
                Ok(Preset {
                    name: rules.id(),
                    rules,
                    repetition: Repetition::Draw,
                })
            },
            Ok,
        )
    }
}

/// The fifteen ids, in the order of [`Rules::all`].
const IDS: [&str; 15] = [
    "mover-pass",
    "mover-loss",
    "mover-draw",
    "draw-pass",
    "draw-loss",
    "draw-draw",
    "own-pass",
    "own-loss",
    "own-draw",
    "mover-pass-misere",
    "mover-loss-misere",
    "mover-draw-misere",
    "draw-pass-misere",
    "draw-loss-misere",
    "draw-draw-misere",
];

impl Rules {
    /// All fifteen: the normal games first, then the misere ones.
    pub fn all() -> impl Iterator<Item = Rules> {
        let connections = [Connection::Mover, Connection::Draw, Connection::Own];
        [false, true].into_iter().flat_map(move |misere| {
            let possible = connections.into_iter();
            let possible = possible.filter(move |&c| !(misere && c == Connection::Own));
            possible.flat_map(move |connection| {
                [NoMove::Pass, NoMove::Loss, NoMove::Draw].map(|no_move| Rules {
                    connection,
                    no_move,
                    misere,
                })
            })
        })
    }

    /// The rules id, such as `mover-pass`.
    pub fn id(self) -> &'static str {
        let place = Rules::all().position(|rules| rules == self);
        IDS[place.expect("own rules are never made misere")]
    }

    /// What connections count.
    pub const fn connection(self) -> Connection {
        self.connection
    }

    /// What a player without a move gets.
    pub const fn no_move(self) -> NoMove {
        self.no_move
    }

    /// Whether whoever is connected loses.
    pub const fn is_misere(self) -> bool {
        self.misere
    }

    /// The value, to the side to move, of a position in which the sides are
    /// connected or not as told, if that ends the game.
    #[inline]
    pub fn connected_value(self, us: bool, them: bool) -> Option<Value> {
        let value = match (self.connection, us, them) {
            (_, false, false) | (Connection::Own, _, false) => return None,
            (Connection::Draw, true, true) => return Some(Value::Draw),
            (_, _, true) => Value::Loss(0),
            (_, true, false) => Value::Win(0),
        };
        Some(match value {
            Value::Loss(0) if self.misere => Value::Win(0),
            Value::Win(0) if self.misere => Value::Loss(0),
            value => value,
        })
    }

    /// How a connection has ended the game, with the value to the side to
    /// move; `None` if none has.
    pub fn connection_outcome(self, position: &Position) -> Option<(Over, Value)> {
        let (us, them) = (position.us.is_connected(), position.them.is_connected());
        let value = self.connected_value(us, them)?;
        let over = match (us, them) {
            (true, true) if self.connection != Connection::Own => Over::BothConnected,
            (_, true) => Over::ThemConnected,
            _ => Over::UsConnected,
        };
        Some((over, value))
    }

    /// How the game has ended, with the value to the side to move; `None` if
    /// it goes on.
    pub fn outcome(self, position: &Position) -> Option<(Over, Value)> {
        let connection = self.connection_outcome(position);
        if connection.is_some() || position.has_stone_move() {
            return connection;
        }
        match self.no_move {
            NoMove::Loss => Some((Over::NoMove, Value::Loss(0))),
            NoMove::Draw => Some((Over::NoMove, Value::Draw)),
            NoMove::Pass if position.passed().has_stone_move() => None,
            NoMove::Pass => Some((Over::Dead, Value::Draw)),
        }
    }

    /// The value of a position that needs no table: a finished one, or one
    /// with a side of a single stone, which is always connected.
    ///
    /// Only `own` rules leave such a game going, with the lone stone to move:
    /// its owner wins with any move, being one group still.
    pub fn settled_value(self, position: &Position) -> Option<Value> {
        if let Some((_, value)) = self.outcome(position) {
            return Some(value);
        }
        if position.us.count() > 1 {
            return None;
        }
        // A pass counts as a move here too: what follows it is a position
        // whose waiting side is connected, which is finished.
        Some(Value::Win(1))
    }
}

impl Default for Rules {
    /// `mover-pass`, the rules of the preset `club`.
    fn default() -> Rules {
        Preset::default().rules
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl FromStr for Rules {
    type Err = RulesError;

    /// Reads a rules id; presets are read by [`Preset`].
    fn from_str(text: &str) -> Result<Rules, RulesError> {
        let found = Rules::all().find(|rules| rules.id() == text);
        found.ok_or_else(|| RulesError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_presets_come_back() {
        let ids: Vec<_> = Rules::all().map(Rules::id).collect();
        assert_eq!(ids, IDS);
        for rules in Rules::all() {
            assert_eq!(rules.id().parse::<Rules>().unwrap(), rules);
            let [connection, no_move, ..] = IDS
                .iter()
                .find(|id| **id == rules.id())
                .unwrap()
                .split('-')
                .collect::<Vec<_>>()[..]
            else {
                panic!()
            };
            assert_eq!(format!("{:?}", rules.connection).to_lowercase(), connection);
            assert_eq!(format!("{:?}", rules.no_move).to_lowercase(), no_move);
            assert_eq!(rules.id().ends_with("misere"), rules.misere);
        }
        let preset = |name: &str| name.parse::<Preset>().unwrap();
        assert_eq!(preset("club").rules.id(), "mover-pass");
        assert_eq!(preset("tournament").rules.id(), "draw-pass");
        assert_eq!(preset("soucie").rules.id(), "own-loss");
        assert_eq!(preset("soucie").repetition, Repetition::Loss);
        assert_eq!(preset("openspiel").rules.id(), "mover-loss");
        assert_eq!(preset("playstrategy").rules.id(), "draw-draw");
        assert_eq!(preset("misere").rules.id(), "mover-pass-misere");
        assert_eq!(preset("own-draw").name, "own-draw");
        assert!("own-pass-misere".parse::<Preset>().is_err());
    }
}
