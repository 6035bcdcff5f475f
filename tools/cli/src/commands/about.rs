//! `loa info --about`: the version of the program and how to cite it.

use serde_json::json;

use crate::failure::Failure;
use crate::output;

/// The facts of the citation, in the Citation File Format.
const CITATION: &str = include_str!("../../../../CITATION.cff");

pub(super) fn run(as_json: bool) -> Result<(), Failure> {
    let [title, author, version] = ["title", "- name", "version"].map(fact);
    if as_json {
        return output::json(&json!({
            "program": env!("LOA_VERSION"),
            "title": title,
            "authors": [author],
            "version": version,
        }));
    }
    output::line(format!(
        "loa {}\n\n\
         @software{{loa,\n  title = {{{title}}},\n  author = {{{{{author}}}}},\n  version = {{{version}}}\n}}",
        env!("LOA_VERSION")
    ))
}

/// Returns the value of the first line of the citation with a key.
fn fact(key: &str) -> &'static str {
    let mut lines = CITATION
        .lines()
        .filter_map(|line| line.trim().split_once(": "));
    let (_, value) = lines.find(|(name, _)| *name == key).unwrap_or_default();
    value.trim_matches('"')
}
