//! Doubts about options of an engine.

use std::fmt;

use serde::{Serialize, Serializer};

/// An option that was set, and a reason to doubt its effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Remark {
    /// The name of the option.
    pub name: String,
    /// The value it was set to.
    pub value: String,
    /// The doubt.
    #[serde(rename = "message", serialize_with = "as_text")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub doubt: Doubt,
}

fn as_text<S: Serializer>(doubt: &Doubt, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(doubt)
}

/// The reason why an option may not have been set.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Doubt {
    /// The engine declares no option with this name.
    Undeclared,
    /// The engine declares other values: the text after the option's type.
    OtherValues(String),
    /// The engine's comment on the option.
    Said(String),
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option {}={}: {}", self.name, self.value, self.doubt)
    }
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Doubt::Undeclared => f.write_str("the engine declares no such option"),
            Doubt::OtherValues(kind) => write!(f, "the engine declares it as '{kind}'"),
            Doubt::Said(text) => write!(f, "the engine said '{text}'"),
        }
    }
}
