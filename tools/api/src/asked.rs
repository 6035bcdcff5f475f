//! Questions as they arrive, in the text of addresses and the JSON of bodies, and the words for
//! what is wrong with them.

use std::borrow::Cow;
use std::fmt::{self, Display};
use std::iter::Enumerate;
use std::slice::Iter;

use loa_record::WrittenPosition;
use loa_record::text::{decoded, listed};
use serde::de::{
    Deserialize, DeserializeOwned, DeserializeSeed, Error, Expected, IntoDeserializer, MapAccess,
    SeqAccess, Unexpected, Visitor,
};
use serde::{Deserializer, forward_to_deserialize_any};
use serde_json::error::Category;

use crate::failure::{Failure, Status};

/// A name that stands in braces in the path of an operation, and the text that replaces the name in
/// an address.
pub(crate) type Part = (String, String);

/// A question as it arrives.
#[derive(Clone, Debug)]
pub(crate) struct Asked<'a> {
    /// The named parts of the path.
    pub(crate) parts: &'a [Part],
    /// The query, without its question mark.
    pub(crate) query: &'a str,
    /// The body.
    pub(crate) body: &'a [u8],
}

/// Checks that an address has no query.
///
/// # Errors
/// When it has one.
pub fn no_query(query: &str) -> Result<(), Failure> {
    match form_urlencoded::parse(query.as_bytes()).next() {
        None => Ok(()),
        Some((name, _)) => {
            let mistake = Mistake::unknown_field(&name, &[]).within(&name);
            Err(Failure::new(Status::Usage, mistake))
        }
    }
}

impl Asked<'_> {
    /// Reads the parts of the path and the query.
    pub(crate) fn question<R: DeserializeOwned>(&self) -> Result<R, Failure> {
        let query = form_urlencoded::parse(self.query.as_bytes());
        let parts = self.parts.iter().map(|(name, text)| (name.into(), text.into()));
        let fields = parts.chain(query).map(|(name, text)| (name, Given::Written(text)));
        read(&Given::Fields(fields.collect()))
    }

    /// Reads the JSON of the body.
    pub(crate) fn json<R: DeserializeOwned>(&self) -> Result<R, Failure> {
        read(&self.given()?)
    }

    pub(crate) fn given(&self) -> Result<Given<'static>, Failure> {
        no_query(self.query)?;
        given(&decoded(self.body.to_vec()))
    }
}

/// Reads JSON.
pub(crate) fn of_json<R: DeserializeOwned>(text: &str) -> Result<R, Failure> {
    read(&given(text)?)
}

fn given(text: &str) -> Result<Given<'static>, Failure> {
    serde_json::from_str(text).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        let words = match error.classify() {
            _ if text.trim().is_empty() => "the body is empty: JSON was expected".to_owned(),
            Category::Eof => "the JSON in the body is cut short".to_owned(),
            _ => format!("the body is not JSON: see line {line}, column {column}"),
        };
        Failure::new(Status::Usage, words)
    })
}

/// Reads a question, or a part of one.
pub(crate) fn read<R: DeserializeOwned>(given: &Given<'_>) -> Result<R, Failure> {
    R::deserialize(given).map_err(|mistake| mistake.failure(given))
}

/// A mistake in a question, in words for its author.
#[derive(Debug)]
pub(crate) struct Mistake {
    /// The path to the mistake, such as `moves[0]`; empty for the question itself. `None` if the
    /// words quote the text that is wrong.
    place: Option<String>,
    /// The words that follow the place.
    words: String,
}

impl Mistake {
    fn here(words: impl Into<String>) -> Mistake {
        Mistake { place: Some(String::new()), words: words.into() }
    }

    /// Returns the failure to read a question.
    pub(crate) fn failure(self, given: &Given<'_>) -> Failure {
        let wrong =
            given.text_of("position").and_then(|text| text.parse::<WrittenPosition>().err());
        match wrong {
            // An error of serde has no place for the wrong character of a position.
            Some(wrong) if wrong.to_string() == self.words => wrong.into(),
            _ => Failure::new(Status::Usage, self),
        }
    }

    pub(crate) fn is_about_text(&self) -> bool {
        self.place.is_none()
    }

    /// Returns the mistake as seen from the whole that has this part.
    pub(crate) fn within(self, part: &str) -> Mistake {
        let place = self.place.map(|place| {
            let dot = if place.is_empty() || place.starts_with('[') { "" } else { "." };
            format!("{part}{dot}{place}")
        });
        Mistake { place, ..self }
    }
}

impl std::error::Error for Mistake {}

impl Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place.as_deref() {
            Some("") => write!(f, "the question{}", self.words),
            place => write!(f, "{}{}", place.unwrap_or_default(), self.words),
        }
    }
}

impl Error for Mistake {
    fn custom<T: Display>(message: T) -> Mistake {
        Mistake { place: None, words: message.to_string() }
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Mistake {
        let expected = match expected.to_string() {
            name if is_integer(&name) => match found {
                Unexpected::Unsigned(_) => {
                    return Mistake::here(format!(" is {}: too large", shown(found)));
                }
                Unexpected::Signed(_) => "0 or more".to_owned(),
                _ => "a whole number".to_owned(),
            },
            name if name.starts_with("struct ") || name == "a map" => "a JSON object".to_owned(),
            name => match &*name {
                "f32" | "f64" => "a number",
                "a boolean" => "true or false",
                "a string" => "text",
                "a sequence" => "a list",
                _ => &name,
            }
            .to_owned(),
        };
        Mistake::here(format!(" is {}: expected {expected}", shown(found)))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Mistake {
        Mistake::invalid_type(found, expected)
    }

    fn invalid_length(_: usize, expected: &dyn Expected) -> Mistake {
        Mistake::invalid_type(Unexpected::Seq, expected)
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Mistake {
        Mistake::here(format!(" is {}: expected {}", quoted(variant), listed(expected, "or")))
    }

    fn unknown_field(_: &str, expected: &'static [&'static str]) -> Mistake {
        Mistake::here(match expected {
            [] => " is unknown: no field is expected".to_owned(),
            _ => format!(" is unknown: expected {}", listed(expected, "or")),
        })
    }

    fn missing_field(field: &'static str) -> Mistake {
        Mistake::here(" is missing").within(field)
    }

    fn duplicate_field(field: &'static str) -> Mistake {
        Mistake::here(" is given twice").within(field)
    }
}

fn is_integer(name: &str) -> bool {
    matches!(name, "u8" | "u16" | "u32" | "u64" | "usize")
}

fn shown(found: Unexpected<'_>) -> String {
    match found {
        Unexpected::Str(text) => quoted(text),
        Unexpected::Bool(is_true) => is_true.to_string(),
        Unexpected::Unsigned(number) => number.to_string(),
        Unexpected::Signed(number) => number.to_string(),
        Unexpected::Float(number) => number.to_string(),
        Unexpected::Seq => "a list".to_owned(),
        Unexpected::Map => "an object".to_owned(),
        _ => "null".to_owned(),
    }
}

/// Returns the text in quotation marks, cut if it is long.
fn quoted(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("'{}..'", &text[..end]),
        None => format!("'{text}'"),
    }
}

/// A question, or a part of it.
pub(crate) enum Given<'a> {
    /// Text in an address. It can also fill an optional field, and stand for a number.
    Written(Cow<'a, str>),
    Null,
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    Float(f64),
    Text(String),
    List(Vec<Given<'a>>),
    /// The fields in order. A name can occur twice.
    Fields(Vec<(Cow<'a, str>, Given<'a>)>),
}

/// Reads JSON.
impl<'de> Deserialize<'de> for Given<'static> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Given<'static>, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Given<'static>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Given::Null)
    }

    fn visit_bool<E>(self, is_true: bool) -> Result<Self::Value, E> {
        Ok(Given::Bool(is_true))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Self::Value, E> {
        Ok(Given::Unsigned(number))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Self::Value, E> {
        Ok(Given::Signed(number))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Self::Value, E> {
        Ok(Given::Float(number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Given::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Given::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let mut fields = Vec::new();
        while let Some((name, given)) = items.next_entry::<String, _>()? {
            fields.push((name.into(), given));
        }
        Ok(Given::Fields(fields))
    }
}

/// The elements of a list, with their indices.
struct Items<'a>(Enumerate<Iter<'a, Given<'a>>>);

impl<'de> SeqAccess<'de> for Items<'_> {
    type Error = Mistake;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Mistake> {
        let Some((index, given)) = self.0.next() else {
            return Ok(None);
        };
        let item = seed.deserialize(given);
        item.map(Some).map_err(|mistake| mistake.within(&format!("[{index}]")))
    }
}

/// The fields of an object that are left.
struct Fields<'a> {
    left: Iter<'a, (Cow<'a, str>, Given<'a>)>,
    /// The field whose name has been read.
    current: Option<&'a (Cow<'a, str>, Given<'a>)>,
}

impl<'de> MapAccess<'de> for Fields<'_> {
    type Error = Mistake;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Mistake> {
        self.current = self.left.next();
        let Some((name, _)) = self.current else {
            return Ok(None);
        };
        let key = seed.deserialize(name.as_ref().into_deserializer());
        key.map(Some).map_err(|mistake: Mistake| mistake.within(name))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Mistake> {
        let Some((name, given)) = self.current.take() else {
            return Err(Mistake::here(": a value without a name"));
        };
        seed.deserialize(given).map_err(|mistake| mistake.within(name))
    }
}

impl Given<'_> {
    /// Returns the text of a field.
    pub(crate) fn text_of(&self, field: &str) -> Option<&str> {
        let Given::Fields(fields) = self else { return None };
        fields.iter().find_map(|(name, given)| match given {
            Given::Written(text) if name == field => Some(&**text),
            Given::Text(text) if name == field => Some(text),
            _ => None,
        })
    }

    fn number<'de, V: Visitor<'de>>(&self, visitor: V) -> Result<V::Value, Mistake> {
        let Given::Written(text) = self else {
            return self.deserialize_any(visitor);
        };
        if let Ok(number) = text.parse() {
            visitor.visit_u64(number)
        } else if let Ok(number) = text.parse() {
            visitor.visit_i64(number)
        } else if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
            Err(Mistake::here(format!(" is {}: too large", quoted(text))))
        } else {
            visitor.visit_str(text)
        }
    }
}

macro_rules! numbers {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
            self.number(visitor)
        }
    )*};
}

impl<'de> Deserializer<'de> for &Given<'_> {
    type Error = Mistake;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        match self {
            Given::Written(text) => visitor.visit_str(text),
            Given::Null => visitor.visit_unit(),
            Given::Bool(is_true) => visitor.visit_bool(*is_true),
            Given::Unsigned(number) => visitor.visit_u64(*number),
            Given::Signed(number) => visitor.visit_i64(*number),
            Given::Float(number) => visitor.visit_f64(*number),
            Given::Text(text) => visitor.visit_str(text),
            Given::List(list) => visitor.visit_seq(Items(list.iter().enumerate())),
            Given::Fields(fields) => {
                visitor.visit_map(Fields { left: fields.iter(), current: None })
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        match self {
            Given::Null => visitor.visit_none(),
            given => visitor.visit_some(given),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Mistake> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Mistake> {
        match self {
            Given::Written(text) => visitor.visit_enum((&**text).into_deserializer()),
            Given::Text(text) => visitor.visit_enum((&**text).into_deserializer()),
            _ => self.deserialize_any(visitor),
        }
    }

    numbers! {
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use crate::library::Library;
    use crate::operations::operations;

    /// Words of the libraries that read questions.
    const THEIRS: [&str; 12] = [
        "EOF while parsing",
        "deserialize",
        "did not match any variant",
        "duplicate field",
        "expected value",
        "invalid digit",
        "invalid length",
        "invalid type",
        "missing field",
        "struct ",
        "unknown field",
        "unknown variant",
    ];

    fn refusal(method: &str, address: &str, body: &str) -> Option<String> {
        let library = Library::built_in();
        let reply =
            library.reply(method, address, body.as_bytes(), &Default::default(), &mut |_| {});
        reply.err().map(|failure| failure.text())
    }

    #[test]
    fn no_answer_is_in_the_words_of_a_library() {
        let texts =
            ["", "abc", "-1", "1.5", "1e99", "99999999999999999999999", "true", "[]", "%ff"];
        let parts =
            ["position", "rules", "board", "material", "ms", "depth", "limit", "plies", "x"];
        let parts = parts.iter().chain(&["level", "kind", "order", "result", "moves", ""]);
        let queries = parts.flat_map(|part| texts.map(|text| format!("{part}={text}")));
        let queries: Vec<String> = queries.collect();
        let json =
            ["null", "true", "0", "-7", "1e400", "\"\"", "\"x", "[]", "[[]]", "{}", "{\"\"}"];
        let bodies = json.iter().flat_map(|json| {
            let within = ["position", "rules", "ms", "moves", "notes", "lines", "turn"];
            let within = within.map(|part| format!("{{\"position\": \"4x4\", {part:?}: {json}}}"));
            within.into_iter().chain([(*json).to_owned(), format!("[{json}]"), format!("[{json}")])
        });
        let bodies: Vec<String> = bodies.collect();
        let mut refusals = 0;
        let mut ask = |method: &str, address: &str, body: &str| {
            let Some(said) = refusal(method, address, body) else { return };
            refusals += 1;
            for theirs in THEIRS {
                assert!(!said.contains(theirs), "{address} {body}: {said}");
            }
        };
        for operation in operations() {
            let about = &operation.about;
            let path = about.example.as_deref().unwrap_or(about.path);
            let (path, example) = path.split_once('?').unwrap_or((path, ""));
            for query in &queries {
                ask(about.method, &format!("{path}?{query}"), "");
                if !example.contains("ms") && path != "/api/play" {
                    ask(about.method, &format!("{path}?{example}&{query}"), "");
                }
            }
            for body in &bodies {
                ask("POST", path, body);
            }
        }
        assert!(refusals > 3000, "{refusals}");
    }
}
