//! The JSON form of the game's types: the text that they are read from and printed as.

use serde::ser::{Serialize, Serializer};

use crate::game::board::Board;
use crate::game::family::Family;
use crate::game::material::Material;
use crate::game::moves::Move;
use crate::game::position::Position;
use crate::game::rules::Rules;

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
