//! Who plays a side.

use std::fmt;
use std::str::FromStr;

/// A player as `--black` and `--white` name one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Player {
    /// Types moves.
    Person,
    /// Plays best by the tables, but for mistakes in so many moves of a hundred.
    Perfect { mistakes: u8 },
    /// Plays any move.
    Random,
    /// The engine that is part of this program.
    BuiltIn,
    /// A program that speaks the engine protocol, by its command line.
    Engine(String),
}

/// Text that names no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is no player: expected person, perfect, perfect:20 (with mistakes in 20 moves of 100), \
     random, engine (the built-in one) or engine:COMMAND"
)]
pub(crate) struct PlayerError(String);

impl FromStr for Player {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<Player, PlayerError> {
        let wrong = || PlayerError(text.to_owned());
        match text {
            "person" => Ok(Player::Person),
            "perfect" => Ok(Player::Perfect { mistakes: 0 }),
            "random" => Ok(Player::Random),
            "engine" => Ok(Player::BuiltIn),
            _ => {
                if let Some(command) = text.strip_prefix("engine:") {
                    return Ok(Player::Engine(command.to_owned()));
                }
                let percent = text.strip_prefix("perfect:").ok_or_else(wrong)?;
                let percent = percent.strip_suffix('%').unwrap_or(percent);
                let mistakes = percent.parse().ok().filter(|&mistakes| mistakes <= 100);
                let mistakes = mistakes.ok_or_else(wrong)?;
                Ok(Player::Perfect { mistakes })
            }
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Person => f.write_str("person"),
            Player::Perfect { mistakes: 0 } => f.write_str("perfect"),
            Player::Perfect { mistakes } => write!(f, "perfect:{mistakes}"),
            Player::Random => f.write_str("random"),
            Player::BuiltIn => f.write_str("engine"),
            Player::Engine(command) => write!(f, "engine:{command}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_come_back_and_nonsense_does_not() {
        for text in [
            "person",
            "perfect",
            "perfect:20",
            "perfect:100",
            "random",
            "engine",
            "engine:my engine -x",
        ] {
            assert_eq!(text.parse::<Player>().unwrap().to_string(), text);
        }
        assert_eq!("perfect:20%".parse(), Ok(Player::Perfect { mistakes: 20 }));
        for text in ["", "nobody", "perfect:", "perfect:101", "perfect:-1"] {
            assert!(text.parse::<Player>().is_err(), "{text}");
        }
    }
}
