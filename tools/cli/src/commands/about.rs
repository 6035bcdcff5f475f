//! `loa info --about`: the version of the program and how to cite it.

use loa_report::AboutReport;

use crate::common::Common;
use crate::failure::Failure;
use crate::output;

/// The facts of the citation, in the Citation File Format.
const CITATION: &str = include_str!("../../../../CITATION.cff");

pub(super) fn run(common: &Common) -> Result<(), Failure> {
    let [title, author, version] = ["title", "- name", "version"].map(fact);
    let about = AboutReport { program: env!("LOA_VERSION"), title, authors: [author], version };
    output::show(common, &about)
}

/// Returns the value of the first line of the citation with a key.
fn fact(key: &str) -> &'static str {
    let mut lines = CITATION.lines().filter_map(|line| line.trim().split_once(": "));
    let (_, value) = lines.find(|(name, _)| *name == key).unwrap_or_default();
    value.trim_matches('"')
}
