//! Suites of problems that clients can ask for.

use std::path::Path;

use loa_judge::suite::{Problem, SuiteFileError, read, read_file};

/// The suites that are built into the program, with their names.
const BUILT_IN: [(&str, &str); 2] = [
    ("4x4-mover-pass", include_str!("../../../data/suites/4x4-mover-pass.suite")),
    ("5x5-mover-pass", include_str!("../../../data/suites/5x5-mover-pass.suite")),
];

/// A suite of problems and its name.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct NamedSuite {
    /// The name.
    pub name: String,
    /// The problems.
    pub problems: Vec<Problem>,
}

impl NamedSuite {
    /// Returns the suite of a file, named as the file without its ending.
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
}

fn problems(entries: Vec<loa_judge::suite::Entry>) -> Vec<Problem> {
    entries.into_iter().map(|entry| entry.problem).collect()
}

/// Returns the suites given and those built into the program. Of two with a name the first
/// given counts.
pub(crate) fn all(given: &[NamedSuite]) -> Vec<NamedSuite> {
    let built_in = BUILT_IN.iter().filter_map(|&(name, text)| {
        let (name, problems) = (name.to_owned(), problems(read(text).ok()?));
        Some(NamedSuite { name, problems })
    });
    let mut suites: Vec<NamedSuite> = Vec::new();
    for suite in given.iter().cloned().chain(built_in) {
        if suites.iter().all(|known| known.name != suite.name) {
            suites.push(suite);
        }
    }
    suites
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suite_given_replaces_one_built_in() {
        let built_in = all(&[]);
        assert_eq!(built_in.len(), BUILT_IN.len());
        let problems = built_in[0].problems[..1].to_vec();
        let name = built_in[1].name.clone();
        let suites = all(&[NamedSuite { name, problems }]);
        let counts: Vec<usize> = suites.iter().map(|suite| suite.problems.len()).collect();
        assert_eq!(counts, [1, 40]);
    }
}
