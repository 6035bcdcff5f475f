//! The JSON form of games and of the effects of their moves.

use std::borrow::Cow;

use loa_solver::{Color, Move, Position, Preset};
#[cfg(feature = "review")]
use serde::de::{Deserialize, Deserializer, Error};

use crate::end::Concession;
use crate::game::Game;
#[cfg(feature = "review")]
use crate::review::{Blunder, Blunders, Delay, Effect, Effects};

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
    /// The side that has lost by other means than the rules, if either has, and how.
    #[serde(default)]
    conceded: Option<(Color, Concession)>,
}

impl<'a> From<&'a Game> for GameFields<'a> {
    fn from(game: &'a Game) -> GameFields<'a> {
        GameFields {
            preset: game.preset(),
            start: *game.start(),
            moves: Cow::Borrowed(game.moves()),
            conceded: game.conceded(),
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
        if let Some((color, how)) = fields.conceded {
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

/// The effect of a move on the value of a position.
#[cfg(feature = "review")]
#[derive(serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct EffectFields {
    /// The effect of the move by tables: `best`, `slower`, `sooner`, `win-to-draw`, `win-to-loss` or
    /// `draw-to-loss`.
    effect: Cow<'static, str>,
    /// The number of plies by which the move delays a win or hastens a loss, compared with the best
    /// move.
    plies_lost: u16,
}

#[cfg(feature = "review")]
impl From<&Effect> for EffectFields {
    fn from(effect: &Effect) -> EffectFields {
        EffectFields { effect: effect.name().into(), plies_lost: effect.plies_lost() }
    }
}

#[cfg(feature = "review")]
impl TryFrom<EffectFields> for Effect {
    type Error = String;

    fn try_from(fields: EffectFields) -> Result<Effect, String> {
        let plies = fields.plies_lost;
        let blunders = Blunder::ALL.map(Effect::Blunder).into_iter();
        let all = blunders.chain([Effect::Best, Effect::Slower(plies), Effect::Sooner(plies)]);
        let named = all.into_iter().find(|effect| effect.name() == fields.effect);
        named.ok_or_else(|| format!("'{}' is no effect", fields.effect))
    }
}

#[cfg(feature = "review")]
loa_solver::json_by_fields! {
    Effect as EffectFields
}
