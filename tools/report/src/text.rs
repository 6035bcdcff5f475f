//! Values that JSON has as text.

use std::fmt::{self, Display};
use std::ops::Deref;
use std::path::Path;

use serde::{Serialize, Serializer};

/// A value that JSON has as its text, such as a position or a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text<T>(pub T);

impl<T> Text<T> {
    /// Returns values as texts, in their order.
    pub fn all<A: FromIterator<Text<T>>>(values: impl IntoIterator<Item = T>) -> A {
        values.into_iter().map(Text).collect()
    }
}

impl<T> Deref for Text<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Display> Display for Text<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T: Display> Serialize for Text<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

#[cfg(feature = "schema")]
impl<T> schemars::JsonSchema for Text<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Text".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        String::json_schema(generator)
    }
}

/// Returns the name of a file, which need not be text.
pub(crate) fn named(file: &Path) -> String {
    file.display().to_string()
}

/// Returns texts with a separator between.
pub(crate) fn joined(values: impl IntoIterator<Item = impl Display>, separator: &str) -> String {
    let texts = values.into_iter().map(|value| value.to_string());
    texts.collect::<Vec<_>>().join(separator)
}
