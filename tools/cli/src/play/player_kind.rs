//! Kinds of players, as named by `--black` and `--white`.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use loa_engine::Level;

/// A kind of player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PlayerKind {
    /// A person, who types moves.
    Person,
    /// Perfect play by the tables, with this percentage of mistakes.
    Perfect { mistakes: u8 },
    /// Random moves.
    Random,
    /// The built-in engine.
    BuiltIn,
    /// The built-in engine at a level.
    Level(Level),
    /// A program that speaks the engine protocol, named by its command line.
    Engine(String),
    /// The winner's moves of a certificate in a file, or of the library if no file is named.
    Proof(Option<PathBuf>),
}

/// The error for text that is not a kind of player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is not a player: expected person, perfect, perfect:20 (with mistakes in 20 moves of 100), \
     random, engine (the built-in one), level:0 to level:5, engine:COMMAND, proof (one that is here) or proof:FILE"
)]
pub(crate) struct PlayerError(String);

impl FromStr for PlayerKind {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<PlayerKind, PlayerError> {
        let (kind, of) = text.split_once(':').map_or((text, None), |(kind, of)| (kind, Some(of)));
        let player = match (kind, of) {
            ("person", None) => Some(PlayerKind::Person),
            ("perfect", None) => Some(PlayerKind::Perfect { mistakes: 0 }),
            ("perfect", Some(of)) => {
                let mistakes = of.strip_suffix('%').unwrap_or(of).parse().ok();
                let mistakes = mistakes.filter(|&mistakes| mistakes <= 100);
                mistakes.map(|mistakes| PlayerKind::Perfect { mistakes })
            }
            ("random", None) => Some(PlayerKind::Random),
            ("engine", None) => Some(PlayerKind::BuiltIn),
            ("engine", Some(of)) => Some(PlayerKind::Engine(of.to_owned())),
            ("level", Some(of)) => of.parse().ok().map(PlayerKind::Level),
            ("proof", None) => Some(PlayerKind::Proof(None)),
            ("proof", Some(of)) if !of.is_empty() => Some(PlayerKind::Proof(Some(of.into()))),
            _ => None,
        };
        player.ok_or_else(|| PlayerError(text.to_owned()))
    }
}

impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerKind::Person => f.write_str("person"),
            PlayerKind::Perfect { mistakes: 0 } => f.write_str("perfect"),
            PlayerKind::Perfect { mistakes } => write!(f, "perfect:{mistakes}"),
            PlayerKind::Random => f.write_str("random"),
            PlayerKind::BuiltIn => f.write_str("engine"),
            PlayerKind::Level(level) => write!(f, "level:{level}"),
            PlayerKind::Engine(command) => write!(f, "engine:{command}"),
            PlayerKind::Proof(None) => f.write_str("proof"),
            PlayerKind::Proof(Some(file)) => write!(f, "proof:{}", file.display()),
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
            "level:2",
            "engine:my engine -x",
            "proof",
            "proof:data/proofs/5x5.proof",
        ] {
            assert_eq!(text.parse::<PlayerKind>().unwrap().to_string(), text);
        }
        assert_eq!("perfect:20%".parse(), Ok(PlayerKind::Perfect { mistakes: 20 }));
        for text in ["", "nobody", "level:6", "proof:", "perfect:", "perfect:101", "perfect:-1"] {
            assert!(text.parse::<PlayerKind>().is_err(), "{text}");
        }
    }
}
