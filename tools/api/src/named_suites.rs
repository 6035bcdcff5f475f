//! Suites of problems with their names, and the built-in suites.

use std::path::Path;
use std::sync::LazyLock;

use loa_judge::suite::{Problem, SuiteFileError, read, read_file};
use schemars::JsonSchema;
use serde::Serialize;

/// The suites that are built into the program, with their names.
const BUILT_IN: [(&str, &str); 4] = [
    ("4x4-mover-pass", include_str!("../../../data/suites/4x4-mover-pass.suite")),
    ("5x5-mover-pass", include_str!("../../../data/suites/5x5-mover-pass.suite")),
    ("6x6-mover-pass", include_str!("../../../data/suites/6x6-mover-pass.suite")),
    ("8x8-mover-pass", include_str!("../../../data/suites/8x8-mover-pass.suite")),
];

/// The problems of a suite.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "SuiteReply")]
pub struct NamedSuite {
    /// The name of the suite.
    #[serde(rename = "suite")]
    pub name: String,
    /// The problems.
    pub problems: Vec<Problem>,
}

impl NamedSuite {
    /// Returns the suite of a file. Its name is the file's name without the ending.
    ///
    /// # Errors
    /// When the file holds no suite.
    pub fn read(file: &Path) -> Result<NamedSuite, SuiteFileError> {
        let name = file.file_stem().unwrap_or(file.as_os_str());
        Ok(NamedSuite {
            name: name.to_string_lossy().into_owned(),
            problems: problems(read_file(file)?),
        })
    }

    /// Returns the suites that are built into the program.
    pub(crate) fn built_in() -> &'static [NamedSuite] {
        static ALL: LazyLock<Vec<NamedSuite>> = LazyLock::new(|| {
            let suites = BUILT_IN.iter().filter_map(|&(name, text)| {
                let (name, problems) = (name.to_owned(), problems(read(name, text).ok()?));
                Some(NamedSuite { name, problems })
            });
            suites.collect()
        });
        &ALL
    }
}

fn problems(entries: Vec<loa_judge::suite::Entry>) -> Vec<Problem> {
    entries.into_iter().map(|entry| entry.problem).collect()
}
