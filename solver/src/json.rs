//! The JSON form of the game's types: the text that they are read from and printed as, and the
//! fields of a value.

use std::fmt::Display;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Error as _, Serialize, Serializer};

use crate::game::board::Board;
use crate::game::family::Family;
use crate::game::material::Material;
use crate::game::moves::Move;
use crate::game::position::Position;
use crate::game::preset::Preset;
use crate::game::rules::Rules;
use crate::game::square::Square;
use crate::game::value::Value;
use crate::game::wdl::Wdl;
use crate::game::written::WrittenMove;
#[cfg(feature = "proof")]
use crate::proof::RuleSet;

/// Implements the reading of types that JSON has as text which `$written` reads.
macro_rules! read_text {
    ($($type:ty as $written:ty),*) => {$(
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                read::<$written, D>(deserializer).map(<$type>::from)
            }
        }

        #[cfg(feature = "schema")]
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

/// Implements the JSON form of types that print what `$written` reads.
macro_rules! text {
    ($($type:ty as $written:ty),*) => {$(
        read_text! { $type as $written }

        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    )*};
}

read_text! { Preset as Preset }

/// Writes the name, which must name these rules.
impl Serialize for Preset {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.name.parse::<Preset>() {
            Ok(named) if named == *self => serializer.serialize_str(self.name),
            _ => Err(S::Error::custom(format_args!("'{self}' does not name these rules"))),
        }
    }
}

text! {
    Board as Board,
    Family as Family,
    Material as Material,
    Move as WrittenMove,
    Position as Position,
    Rules as Rules,
    Square as Square,
    WrittenMove as WrittenMove
}

fn read<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: FromStr<Err: Display>,
    D: Deserializer<'de>,
{
    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}

/// Implements the JSON form and the schema of types through structs of their fields. A struct needs
/// `From<&Type>`, and the type needs `TryFrom` of the struct. Only for this project's packages.
#[doc(hidden)]
#[macro_export]
macro_rules! json_by_fields {
    ($($type:ident as $fields:ty),*) => {$(
        impl ::serde::Serialize for $type {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                ::serde::Serialize::serialize(&<$fields>::from(self), serializer)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $type {
            fn deserialize<D: ::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<$type, D::Error> {
                let fields = <$fields as ::serde::Deserialize>::deserialize(deserializer)?;
                fields.try_into().map_err(::serde::de::Error::custom)
            }
        }

        #[cfg(feature = "schema")]
        impl ::schemars::JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(generator: &mut ::schemars::SchemaGenerator) -> ::schemars::Schema {
                <$fields as ::schemars::JsonSchema>::json_schema(generator)
            }
        }
    )*};
}

json_by_fields! {
    Value as ValueFields
}

#[cfg(feature = "proof")]
json_by_fields! {
    RuleSet as RuleList
}

/// The value of a position to the side to move.
#[derive(serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ValueFields {
    /// The result under best play.
    #[cfg_attr(feature = "schema", schemars(with = "String", extend("enum" = ["win", "draw", "loss"])))]
    category: Wdl,
    /// The distance to the end in plies; null for a draw.
    plies: Option<u16>,
}

impl From<&Value> for ValueFields {
    fn from(value: &Value) -> ValueFields {
        ValueFields { category: value.wdl(), plies: value.plies() }
    }
}

impl TryFrom<ValueFields> for Value {
    type Error = &'static str;

    fn try_from(fields: ValueFields) -> Result<Value, &'static str> {
        match (fields.category, fields.plies) {
            (Wdl::Win, Some(plies)) => Ok(Value::Win(plies)),
            (Wdl::Draw, None) => Ok(Value::Draw),
            (Wdl::Loss, Some(plies)) => Ok(Value::Loss(plies)),
            (Wdl::Draw, Some(_)) => Err("a draw has no plies"),
            (Wdl::Win | Wdl::Loss, None) => Err("a win or a loss needs plies"),
        }
    }
}

/// Rules ids, at least one.
#[cfg(feature = "proof")]
#[derive(serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct RuleList(Vec<Rules>);

#[cfg(feature = "proof")]
impl From<&RuleSet> for RuleList {
    fn from(set: &RuleSet) -> RuleList {
        RuleList(set.iter().collect())
    }
}

#[cfg(feature = "proof")]
impl TryFrom<RuleList> for RuleSet {
    type Error = &'static str;

    fn try_from(RuleList(ids): RuleList) -> Result<RuleSet, &'static str> {
        let bits = ids.into_iter().fold(0, |bits, rules| bits | RuleSet::one(rules).bits());
        RuleSet::from_bits(bits).ok_or("at least one rules id is needed")
    }
}
