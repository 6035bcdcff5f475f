//! The JSON form of the game's types: the text that they are read from and printed as, and the
//! fields of a value, a preset and a set of squares.

use std::fmt::Display;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use crate::game::bitboard::Bitboard;
use crate::game::board::Board;
use crate::game::family::Family;
use crate::game::material::Material;
use crate::game::moves::Move;
use crate::game::position::Position;
use crate::game::preset::{Preset, Repetition};
use crate::game::rules::Rules;
use crate::game::square::Square;
use crate::game::symmetry::Symmetry;
use crate::game::value::Value;
use crate::game::wdl::Wdl;
use crate::game::written::WrittenMove;

/// Implements the JSON form of types that print what `$written` reads.
macro_rules! text {
    ($($type:ty as $written:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                read::<$written, D>(deserializer).map(<$type>::from)
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

/// Implements the JSON form and the schema of a type by those of its fields.
macro_rules! fields {
    ($($type:ident as $fields:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                <$fields>::from(*self).serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                <$fields>::deserialize(deserializer)?.try_into().map_err(D::Error::custom)
            }
        }

        impl schemars::JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                <$fields>::json_schema(generator)
            }
        }
    )*};
}

fields! {
    Value as ValueFields,
    Preset as PresetFields,
    Bitboard as SquareList,
    Symmetry as SymmetryNumber
}

/// The value of a position to the side to move.
#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
struct ValueFields {
    /// The result under best play.
    #[schemars(with = "String", extend("enum" = ["win", "draw", "loss"]))]
    category: Wdl,
    /// The distance to the end in plies; null for a draw.
    plies: Option<u16>,
}

impl From<Value> for ValueFields {
    fn from(value: Value) -> ValueFields {
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

/// The rules of games.
#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
struct PresetFields {
    /// The name: that of a club, a program or an author, or the rules id.
    name: String,
    /// The rules id.
    rules: Rules,
    /// The result of a repeated position.
    repetition: Repetition,
}

impl From<Preset> for PresetFields {
    fn from(Preset { name, rules, repetition }: Preset) -> PresetFields {
        PresetFields { name: name.to_owned(), rules, repetition }
    }
}

impl TryFrom<PresetFields> for Preset {
    type Error = String;

    fn try_from(PresetFields { name, rules, repetition }: PresetFields) -> Result<Preset, String> {
        let by_id = Preset { name: rules.id(), rules, repetition };
        let of_name = |preset: &Preset| {
            preset.name == name && preset.rules == rules && preset.repetition == repetition
        };
        let found = Preset::ALL.into_iter().chain([by_id]).find(of_name);
        found.ok_or_else(|| format!("'{name}' does not name these rules"))
    }
}

/// Squares, the lowest first.
#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
struct SquareList(Vec<Square>);

impl From<Bitboard> for SquareList {
    fn from(set: Bitboard) -> SquareList {
        SquareList(set.into_iter().collect())
    }
}

impl From<SquareList> for Bitboard {
    fn from(SquareList(squares): SquareList) -> Bitboard {
        squares.into_iter().collect()
    }
}

/// The number of a symmetry: 1 for flipped files, 2 for flipped ranks and 4 for a transposition.
#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
struct SymmetryNumber(u8);

impl From<Symmetry> for SymmetryNumber {
    fn from(symmetry: Symmetry) -> SymmetryNumber {
        SymmetryNumber(symmetry.number())
    }
}

impl TryFrom<SymmetryNumber> for Symmetry {
    type Error = &'static str;

    fn try_from(SymmetryNumber(number): SymmetryNumber) -> Result<Symmetry, &'static str> {
        let symmetry = Symmetry::from_number(number);
        if symmetry.number() == number { Ok(symmetry) } else { Err("symmetries go from 0 to 7") }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use serde::de::DeserializeOwned;

    use super::*;
    use crate::game::line::Axis;
    use crate::game::position::Color;
    use crate::game::rules::{Connection, NoMove};
    use crate::game::termination::Termination;

    fn comes_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, json: &str) {
        assert_eq!(serde_json::to_string(&value).unwrap(), json);
        assert_eq!(serde_json::from_str::<T>(json).unwrap(), value);
    }

    #[test]
    fn every_type_of_the_game_comes_back() {
        let position: Position = "1xx1/ox1o/o2o/2x1 o".parse().unwrap();
        let rules = Rules::default();
        let written: WrittenMove = "c3xa3".parse().unwrap();
        comes_back(position.board(), r#""4x4""#);
        comes_back(Material::new(3, 4).family(), r#""4v3""#);
        comes_back(position.material(), r#""4v4""#);
        comes_back(position, r#""1xx1/ox1o/o2o/2x1 o""#);
        for played in rules.moves(&position).into_iter().chain([Move::Pass]) {
            comes_back(played, &format!("\"{played}\""));
        }
        comes_back(written, r#""c3xa3""#);
        comes_back(rules, r#""mover-pass""#);
        comes_back(Square::new(1, 2), r#""b3""#);
        comes_back(position.them(), r#"["c1","b3","b4","c4"]"#);
        comes_back(Value::Win(3), r#"{"category":"win","plies":3}"#);
        comes_back(Value::Draw, r#"{"category":"draw","plies":null}"#);
        comes_back([Wdl::Win, Wdl::Draw, Wdl::Loss], r#"["win","draw","loss"]"#);
        comes_back([Color::Black, Color::White], r#"["black","white"]"#);
        comes_back(Axis::ALL, r#"["rank","file","rising","falling"]"#);
        comes_back([Connection::Mover, Connection::Own], r#"["mover","own"]"#);
        comes_back([NoMove::Pass, NoMove::Loss], r#"["pass","loss"]"#);
        comes_back([Repetition::BoardDraw, Repetition::Loss], r#"["board-draw","loss"]"#);
        for symmetry in Symmetry::all(position.board()) {
            comes_back(symmetry, &symmetry.number().to_string());
        }
    }

    #[test]
    fn an_end_of_a_game_has_its_name() {
        for over in [
            Termination::UsConnected,
            Termination::ThemConnected,
            Termination::BothConnected,
            Termination::NoMove,
            Termination::NeitherCanMove,
        ] {
            comes_back(over, &format!("{:?}", over.name()));
        }
    }

    #[test]
    fn every_preset_comes_back() {
        let soucie: Preset = "soucie".parse().unwrap();
        let json = r#"{"name":"soucie","rules":"own-loss","repetition":"loss"}"#;
        comes_back(soucie, json);
        for rules in Rules::all() {
            for repetition in [Repetition::Draw, Repetition::BoardDraw, Repetition::Loss] {
                let preset = Preset::of_rules(rules, repetition);
                comes_back(preset, &serde_json::to_string(&preset).unwrap());
                let by_id: Preset = rules.id().parse().unwrap();
                comes_back(by_id, &serde_json::to_string(&by_id).unwrap());
            }
        }
    }

    #[test]
    fn nonsense_is_refused_with_the_reason() {
        fn refused<T: DeserializeOwned + Debug>(json: &str) -> String {
            serde_json::from_str::<T>(json).unwrap_err().to_string()
        }
        assert!(refused::<Position>(r#""4/4 x""#).starts_with("not a position"));
        assert!(refused::<Move>(r#""b1-""#).starts_with("'b1-' is not a move"));
        assert!(refused::<Board>("5").contains("expected a string"));
        assert!(refused::<Value>(r#"{"category":"draw","plies":2}"#).contains("has no plies"));
        assert!(refused::<Value>(r#"{"category":"win","plies":null}"#).contains("needs plies"));
        assert!(refused::<Symmetry>("8").contains("from 0 to 7"));
        let club = r#"{"name":"club","rules":"own-loss","repetition":"draw"}"#;
        assert!(refused::<Preset>(club).starts_with("'club' does not name these rules"));
    }
}
