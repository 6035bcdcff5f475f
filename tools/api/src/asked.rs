//! Questions as they arrive: text in paths, queries and bodies.

use loa_record::text::decoded;
use serde::de::value::{self, MapDeserializer};
use serde::de::{DeserializeOwned, IntoDeserializer, Visitor};
use serde::{Deserializer, forward_to_deserialize_any};

use crate::failure::{Failure, Status};

/// A name that stands in braces in the path of an operation, and the text that replaces the name in
/// an address.
pub type Part = (String, String);

/// A question as it arrives.
#[derive(Clone, Debug)]
pub struct Asked<'a> {
    /// The named parts of the path.
    pub parts: &'a [Part],
    /// The query, without its question mark.
    pub query: &'a str,
    /// The body.
    pub body: &'a [u8],
}

impl Asked<'_> {
    /// Reads the query, together with the parts of the path if the path has parts.
    pub(crate) fn question<R: DeserializeOwned>(&self) -> Result<R, Failure> {
        let (read, part) = if self.parts.is_empty() {
            let pairs = form_urlencoded::parse(self.query.as_bytes());
            let query = serde_urlencoded::Deserializer::new(pairs);
            (serde_path_to_error::deserialize(query), "Failed to deserialize query string")
        } else {
            let query: Vec<_> = form_urlencoded::parse(self.query.as_bytes()).collect();
            let query = query.iter().map(|(name, text)| (&**name, Text(text)));
            let parts = self.parts.iter().map(|(name, text)| (name.as_str(), Text(text)));
            let path = MapDeserializer::new(parts.chain(query));
            (serde_path_to_error::deserialize(path), "Invalid URL")
        };
        read.map_err(|error| Failure::new(Status::Usage, format!("{part}: {error}")))
    }

    /// Checks that the address has no query.
    ///
    /// # Errors
    /// When it has one.
    pub fn without_query(&self) -> Result<(), Failure> {
        match form_urlencoded::parse(self.query.as_bytes()).next() {
            None => Ok(()),
            Some((name, _)) => {
                let message = format!("unknown field `{name}`, there are no fields");
                Err(Failure::new(Status::Usage, message))
            }
        }
    }

    /// Reads the JSON of the body.
    pub(crate) fn json<R: DeserializeOwned>(&self) -> Result<R, Failure> {
        self.without_query()?;
        let text = decoded(self.body.to_vec());
        serde_json::from_str(&text).map_err(|error| Failure::new(Status::Usage, error))
    }
}

/// The text of a part of a path. It can also fill an optional field.
#[derive(Clone, Copy)]
struct Text<'a>(&'a str);

impl<'de> IntoDeserializer<'de> for Text<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Text<'_> {
    type Error = value::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, value::Error> {
        visitor.visit_str(self.0)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, value::Error> {
        visitor.visit_some(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
