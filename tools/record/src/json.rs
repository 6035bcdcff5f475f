//! The JSON form of games and of the effects of their moves.

use std::borrow::Cow;

use loa_solver::{Color, Move, Position, Preset};
#[cfg(feature = "review")]
use serde::de::{Deserialize, Deserializer, Error};

use crate::end::Concession;
use crate::game::Game;
#[cfg(feature = "review")]
use crate::review::{Blunders, Delay, Effects};

/// A game under the rules of a preset.
#[derive(serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct GameFields<'a> {
    /// The rules of the game.
    preset: Preset,
    /// The position before the first move.
    start: Position,
    /// The moves, in order.
    moves: Cow<'a, [Move]>,
    /// The side that has resigned, if either has.
    #[serde(default)]
    resigned: Option<Color>,
    /// The side that has lost by other means than the rules and a resignation, if either has, and
    /// how.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    conceded: Option<(Color, Concession)>,
}

impl<'a> From<&'a Game> for GameFields<'a> {
    fn from(game: &'a Game) -> GameFields<'a> {
        GameFields {
            preset: game.preset(),
            start: *game.start(),
            moves: Cow::Borrowed(game.moves()),
            resigned: game.resigned(),
            conceded: game.conceded().filter(|_| game.resigned().is_none()),
        }
    }
}

impl TryFrom<GameFields<'_>> for Game {
    type Error = String;

    fn try_from(fields: GameFields<'_>) -> Result<Game, String> {
        let mut game = Game::new(fields.preset, fields.start);
        for (number, &played) in (1..).zip(&*fields.moves) {
            let refused = |refusal| format!("move {number}, {played}: {refusal}");
            game.play(played).map_err(refused)?;
        }
        let resigned = fields.resigned.map(|color| (color, Concession::Resignation));
        for (color, how) in resigned.into_iter().chain(fields.conceded) {
            game.concede(color, how).map_err(|refusal| refusal.to_string())?;
        }
        Ok(game)
    }
}

loa_solver::json_by_fields! {
    Game as GameFields<'_>
}

/// The fields of [`Effects`], from which the number of moves follows.
#[cfg(feature = "review")]
#[derive(serde::Deserialize)]
struct EffectsFields {
    kept: usize,
    kept_percent: Option<f64>,
    best: usize,
    slower: Delay,
    sooner: Delay,
    blunders: Blunders,
}

#[cfg(feature = "review")]
impl<'de> Deserialize<'de> for Effects {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Effects, D::Error> {
        let EffectsFields { kept, kept_percent, best, slower, sooner, blunders } =
            EffectsFields::deserialize(deserializer)?;
        let moves = blunders.counts().into_iter().try_fold(kept, usize::checked_add);
        let moves = moves.ok_or_else(|| D::Error::custom("the counts are too large"))?;
        Ok(Effects { moves, kept, kept_percent, best, slower, sooner, blunders })
    }
}

/// The reason why tables do not cover a position. Other errors are null.
#[cfg(feature = "review")]
pub(crate) mod outside {
    use std::path::PathBuf;

    use loa_solver::{Board, IndexError, Material, Rules};
    use loa_tablebase::ProbeError;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// The fields of the errors for which [`is_outside`](crate::review::is_outside) holds.
    #[derive(Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[serde(rename_all = "kebab-case")]
    pub(crate) enum Fields {
        /// A table is missing.
        Missing { board: Board, rules: Rules, asked: Material, missing: Material, path: PathBuf },
        /// Solving the table has begun but not ended.
        Unfinished { board: Board, rules: Rules, missing: Material, path: PathBuf },
        /// No table can cover the position.
        Outside(IndexError),
    }

    impl Fields {
        fn of(error: &ProbeError) -> Option<Fields> {
            Some(match error {
                &ProbeError::Missing { board, rules, asked, missing, ref path } => {
                    Fields::Missing { board, rules, asked, missing, path: path.clone() }
                }
                &ProbeError::Unfinished { board, rules, missing, ref path } => {
                    Fields::Unfinished { board, rules, missing, path: path.clone() }
                }
                ProbeError::Outside(error) => Fields::Outside(error.clone()),
                _ => return None,
            })
        }
    }

    impl From<Fields> for ProbeError {
        fn from(fields: Fields) -> ProbeError {
            match fields {
                Fields::Missing { board, rules, asked, missing, path } => {
                    ProbeError::Missing { board, rules, asked, missing, path }
                }
                Fields::Unfinished { board, rules, missing, path } => {
                    ProbeError::Unfinished { board, rules, missing, path }
                }
                Fields::Outside(error) => ProbeError::Outside(error),
            }
        }
    }

    pub(crate) fn serialize<S: Serializer>(
        error: &Option<ProbeError>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        error.as_ref().and_then(Fields::of).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<ProbeError>, D::Error> {
        Ok(Option::<Fields>::deserialize(deserializer)?.map(ProbeError::from))
    }
}
