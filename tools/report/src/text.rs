//! Values as text.

use std::fmt::Display;
use std::path::Path;

/// Returns the name of a file, which need not be text.
pub(crate) fn named(file: &Path) -> String {
    file.display().to_string()
}

/// Returns texts with a separator between.
pub(crate) fn joined(values: impl IntoIterator<Item = impl Display>, separator: &str) -> String {
    let texts = values.into_iter().map(|value| value.to_string());
    texts.collect::<Vec<_>>().join(separator)
}
