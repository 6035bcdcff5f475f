//! The JSON form of games and of the effects of their moves.

use std::borrow::Cow;

use loa_solver::{Color, Move, Position, Preset};
use schemars::JsonSchema;
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use crate::game::Game;
#[cfg(feature = "review")]
use crate::review::{Blunders, Delay, Effects};

/// A game under the rules of a preset.
#[derive(serde::Serialize, serde::Deserialize, JsonSchema)]
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
}

impl Serialize for Game {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = GameFields {
            preset: self.preset(),
            start: *self.start(),
            moves: Cow::Borrowed(self.moves()),
            resigned: self.resigned(),
        };
        fields.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Game {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Game, D::Error> {
        let fields = GameFields::deserialize(deserializer)?;
        let mut game = Game::new(fields.preset, fields.start);
        for (number, &played) in (1..).zip(&*fields.moves) {
            let refused = |refusal| D::Error::custom(format!("move {number}, {played}: {refusal}"));
            game.play(played).map_err(refused)?;
        }
        if let Some(color) = fields.resigned {
            game.resign(color).map_err(D::Error::custom)?;
        }
        Ok(game)
    }
}

impl JsonSchema for Game {
    fn schema_name() -> Cow<'static, str> {
        "Game".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        GameFields::json_schema(generator)
    }
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

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use serde::de::DeserializeOwned;

    use super::*;

    /// Returns the JSON of a value, which is read back from it.
    fn comes_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> String {
        let json = serde_json::to_string(value).unwrap();
        assert_eq!(serde_json::from_str::<T>(&json).unwrap(), *value);
        json
    }

    fn game() -> Game {
        let mut game = Game::new("soucie".parse().unwrap(), "start 4x4".parse().unwrap());
        for text in ["b1-d1", "a2xc4"] {
            let played = game.preset().rules.parse_move(game.position(), text).unwrap();
            game.play(played).unwrap();
        }
        game
    }

    #[test]
    fn a_game_comes_back() {
        let mut game = game();
        game.resign(Color::Black).unwrap();
        let json = comes_back(&game);
        let end = r#""start":"1xx1/o2o/o2o/1xx1 x","moves":["b1-d1","a2xc4"],"resigned":"black"}"#;
        assert!(json.ends_with(end), "{json}");
        assert!(comes_back(&game.end()).contains(r#"{"resignation":"black"}"#));
    }

    #[test]
    fn an_illegal_move_of_a_game_is_refused() {
        let json = serde_json::to_string(&game()).unwrap().replace("a2xc4", "a2xb4");
        let refused = serde_json::from_str::<Game>(&json).unwrap_err().to_string();
        assert!(refused.starts_with("move 2, a2xb4: it is not a legal move in "), "{refused}");
    }

    #[cfg(feature = "review")]
    #[test]
    fn the_moves_of_a_review_come_back() {
        let game = game();
        let tables = loa_tablebase::Tablebase::embedded(game.preset().rules);
        let review = crate::review::review(&tables, &game).unwrap();
        assert!(review.plies.iter().all(|ply| ply.assessment.is_some()));
        comes_back(&review.plies);
        let json = serde_json::to_string(&review).unwrap();
        let back: crate::review::Review = serde_json::from_str(&json).unwrap();
        assert_eq!(back.values_to_black, review.values_to_black);
        let summary = crate::review::Summary::of(&review.plies, Color::Black);
        assert_eq!(summary.effects.moves, 1);
        comes_back(&summary);
    }

    #[cfg(feature = "review")]
    #[test]
    fn counts_that_cannot_be_added_are_refused() {
        let json = serde_json::to_string(&Effects::default()).unwrap();
        let many = json.replace(r#""kept":0"#, &format!(r#""kept":{}"#, usize::MAX));
        let many = many.replace(r#""win-to-draw":0"#, r#""win-to-draw":1"#);
        let refused = serde_json::from_str::<Effects>(&many).unwrap_err().to_string();
        assert!(refused.starts_with("the counts are too large"), "{refused}");
    }
}
