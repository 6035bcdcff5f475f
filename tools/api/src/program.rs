//! Reports about the program itself.

use std::fmt;

use serde::Serialize;

/// A listening server.
#[derive(Clone, Debug, Serialize)]
pub struct Listening {
    /// The address of the page.
    pub listening: String,
}

impl fmt::Display for Listening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "listening at {}: open it in a browser", self.listening)
    }
}

/// The version of the program and its citation.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct AboutReport {
    /// The version, with commit and features.
    pub program: &'static str,
    /// The title to cite.
    pub title: &'static str,
    /// The authors to cite.
    pub authors: [&'static str; 1],
    /// The version to cite.
    pub version: &'static str,
    /// The year of the version.
    pub year: &'static str,
    /// The address of the repository; `None` if the citation names none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<&'static str>,
}

impl fmt::Display for AboutReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AboutReport { program, title, authors: [author], version, year, url } = self;
        write!(f, "loa {program}\n\n@software{{loa,\n  title = {{{title}}},\n")?;
        write!(f, "  author = {{{{{author}}}}},\n  version = {{{version}}},\n  year = {{{year}}}")?;
        if let Some(url) = url {
            write!(f, ",\n  url = {{{url}}}")?;
        }
        f.write_str("\n}")
    }
}
