//! The JSON form of the game's types: the text that they are read from and printed as, and the
//! fields of a value.

use serde::ser::{Serialize, Serializer};

use crate::game::board::Board;
use crate::game::family::Family;
use crate::game::material::Material;
use crate::game::moves::Move;
use crate::game::position::Position;
use crate::game::rules::Rules;
use crate::game::value::Value;

macro_rules! text {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl schemars::JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                String::json_schema(generator)
            }
        }
    )*};
}

text!(Board, Family, Material, Move, Position, Rules);

/// The value of a position to the side to move.
#[derive(serde::Serialize, schemars::JsonSchema)]
struct ValueFields {
    /// The result under best play.
    #[schemars(extend("enum" = ["win", "draw", "loss"]))]
    category: &'static str,
    /// The distance to the end in plies; null for a draw.
    plies: Option<u16>,
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ValueFields { category: self.wdl().name(), plies: self.plies() }.serialize(serializer)
    }
}

impl schemars::JsonSchema for Value {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Value".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        ValueFields::json_schema(generator)
    }
}
