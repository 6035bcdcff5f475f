//! Presets: rules as clubs, programs and authors play them.
//!
//! A preset is a rules id with the result of a repeated position. Tables do not depend on
//! repetition: a forced win gets nearer with every move and so never repeats.

use std::fmt;
use std::str::FromStr;

use crate::game::rules::{Connection, NoMove, Rules};

/// The definition of a repeated position, and its result. Tables do not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Repetition {
    /// The game is drawn when a position occurs for the third time with the same side to move.
    Draw,
    /// The game is drawn when a board occurs for the second time, whichever side is to move.
    BoardDraw,
    /// The player who repeats a position, with the same side to move, loses.
    Loss,
}

impl Repetition {
    /// Returns `draw` or `loss`: the result for the player who repeats a position.
    pub const fn name(self) -> &'static str {
        match self {
            Repetition::Draw | Repetition::BoardDraw => "draw",
            Repetition::Loss => "loss",
        }
    }

    /// Returns the thing that must recur: `position`, with the same side to move, or `board`, with
    /// either side to move.
    pub const fn repeated(self) -> &'static str {
        match self {
            Repetition::Draw | Repetition::Loss => "position",
            Repetition::BoardDraw => "board",
        }
    }
}

/// A named set of rules that some club, program or author uses.
///
/// # Examples
/// ```
/// use loa_solver::{Preset, Repetition};
///
/// let soucie: Preset = "soucie".parse()?;
/// assert_eq!(soucie.rules.id(), "own-loss");
/// assert_eq!(soucie.repetition, Repetition::Loss);
/// # Ok::<(), loa_solver::ParsePresetError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Preset {
    /// The name.
    pub name: &'static str,
    /// The rules that decide values.
    pub rules: Rules,
    /// The result of a repeated position.
    pub repetition: Repetition,
}

/// Text that is neither a preset nor a rules id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' names no rules: expected a preset (club, tournament, soucie, openspiel, playstrategy, \
     misere) or a rules id (mover-, draw- or own-, then pass, loss or draw, and -misere except \
     with own)"
)]
pub struct ParsePresetError(String);

impl Preset {
    /// All presets, the default first.
    pub const ALL: [Preset; 6] = [
        Preset::of("club", Connection::Mover, NoMove::Pass),
        Preset::of("tournament", Connection::Draw, NoMove::Pass),
        Preset {
            repetition: Repetition::Loss,
            ..Preset::of("soucie", Connection::Own, NoMove::Loss)
        },
        Preset {
            repetition: Repetition::BoardDraw,
            ..Preset::of("openspiel", Connection::Mover, NoMove::Loss)
        },
        Preset::of("playstrategy", Connection::Draw, NoMove::Draw),
        Preset {
            rules: Rules::new(Connection::Mover, NoMove::Pass, true),
            ..Preset::of("misere", Connection::Mover, NoMove::Pass)
        },
    ];

    /// Returns the preset with these rules and this result of a repetition. If none exists, returns
    /// one named by the rules id.
    pub fn of_rules(rules: Rules, repetition: Repetition) -> Preset {
        let like = |preset: &Preset| preset.rules == rules && preset.repetition == repetition;
        let named = Preset::ALL.into_iter().find(like);
        named.unwrap_or(Preset { name: rules.id(), rules, repetition })
    }

    const fn of(name: &'static str, connection: Connection, no_move: NoMove) -> Preset {
        let rules = Rules::new(connection, no_move, false);
        Preset { name, rules, repetition: Repetition::Draw }
    }
}

impl Default for Preset {
    fn default() -> Preset {
        Preset::ALL[0]
    }
}

/// Writes the name.
impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

impl FromStr for Preset {
    type Err = ParsePresetError;

    /// Reads a preset's name, or a rules id, in upper or lower case. A rules id means drawn
    /// repetition and is also the name.
    fn from_str(text: &str) -> Result<Preset, ParsePresetError> {
        let name = text.to_ascii_lowercase();
        let preset = Preset::ALL.into_iter().find(|preset| preset.name == name);
        let of_rules =
            |rules: Rules| Preset { name: rules.id(), rules, repetition: Repetition::Draw };
        preset
            .or_else(|| name.parse().ok().map(of_rules))
            .ok_or_else(|| ParsePresetError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_come_back() {
        let preset = |name: &str| name.parse::<Preset>().unwrap();
        assert_eq!(preset("club").rules.id(), "mover-pass");
        assert_eq!((preset("Club"), preset("OWN-draw")), (preset("club"), preset("own-draw")));
        assert_eq!(preset("tournament").rules.id(), "draw-pass");
        assert_eq!(preset("soucie").rules.id(), "own-loss");
        assert_eq!(preset("soucie").repetition, Repetition::Loss);
        assert_eq!(preset("openspiel").rules.id(), "mover-loss");
        assert_eq!(preset("openspiel").repetition, Repetition::BoardDraw);
        assert_eq!(preset("mover-loss").repetition, Repetition::Draw);
        assert_eq!(preset("playstrategy").rules.id(), "draw-draw");
        assert_eq!(preset("misere").rules.id(), "mover-pass-misere");
        assert_eq!(preset("own-draw").name, "own-draw");
        for known in Preset::ALL {
            assert_eq!(Preset::of_rules(known.rules, known.repetition), known);
        }
        let other = Preset::of_rules(preset("soucie").rules, Repetition::Draw);
        assert_eq!(other, preset("own-loss"));
        assert!("own-pass-misere".parse::<Preset>().is_err());
        let error = "chess".parse::<Preset>().unwrap_err().to_string();
        assert!(error.contains("club") && error.contains("rules id"), "{error}");
        assert_eq!(Preset::default().rules, Rules::default());
    }
}
