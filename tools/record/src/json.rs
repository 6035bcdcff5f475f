//! The JSON form of games and of the effects of their moves.

use std::borrow::Cow;

use loa_solver::{Color, Move, Position, Preset};

use crate::end::Concession;
use crate::game::Game;
#[cfg(feature = "review")]
use crate::review::{Blunder, Effect};

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

/// The effect of a move on the value of a position.
#[cfg(feature = "review")]
#[derive(serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct EffectFields {
    /// The effect of the move by tables, or of a resignation also by certificates: `best`, `slower`,
    /// `sooner`, `win-to-draw`, `win-to-loss` or `draw-to-loss`.
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
