//! Suites of problems. The format is told by `loa suite --help` and by
//! `data/suites/README.md` in the same words:
//!
//! ```text
#![doc = include_str!("format.txt")]
//! ```

mod check;
mod file;
mod greedy;
mod make;
mod page;
mod pool;
mod problem;
mod solution;
mod theme;

pub(crate) use check::Wrong;
pub(crate) use file::{load, text_of};
pub(crate) use make::Wanted;
pub(crate) use page::page;
pub(crate) use problem::{Problem, ProblemError};
pub(crate) use solution::Solution;
pub(crate) use theme::Theme;

/// The format of a suite and what its themes mean, for people.
pub(crate) const FORMAT: &str = include_str!("format.txt");

/// A problem and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The line of the text, from 1.
    pub(crate) line: usize,
    pub(crate) problem: Problem,
}

/// A line that is no problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub(crate) struct SuiteError {
    line: usize,
    what: ProblemError,
}

/// The lines of a text, numbered from 1, without comments and empty lines.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().map(|line| line.split('#').next());
    let lines = (1..).zip(lines.map(Option::unwrap_or_default));
    lines.filter(|(_, text)| !text.trim().is_empty())
}

/// Reads the text of a suite.
fn read(text: &str) -> Result<Vec<Entry>, SuiteError> {
    let entries = lines(text).map(|(line, text)| match text.parse() {
        Ok(problem) => Ok(Entry { line, problem }),
        Err(what) => Err(SuiteError { line, what }),
    });
    entries.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzz::{fuzz, mangled};

    #[test]
    fn fuzz_suites() {
        const PROBLEMS: [&str; 3] = [
            "o2o/x3/2o1/x1xo x; mover-pass; win in 15; a3-b4; only-win long-win",
            "1xx1/o2o/o2o/1xx1 x; mover-pass-misere; draw; b1-d1 b4-d4 c1-a1 c4-a4; greedy",
            "# a remark",
        ];
        const PARTS: [&str; 20] = [
            ";",
            "#",
            "\n",
            " ",
            "x",
            "o",
            "1",
            "8",
            "/",
            "win in 65535",
            "draw",
            "club",
            "own-loss",
            "a3-b4",
            "pass",
            "only-draw",
            "greedy",
            "\u{1b}",
            "\u{0}",
            "é",
        ];
        fuzz(|chance| {
            let lines: Vec<&str> = (0..4)
                .filter_map(|_| chance.pick(&PROBLEMS).copied())
                .collect();
            let text = mangled(chance, &lines.join("\n"), &PARTS);
            match read(&text) {
                Ok(entries) => {
                    for Entry { line, problem } in entries {
                        let again = read(&problem.to_string()).unwrap();
                        assert_eq!(again[0].problem, problem, "line {line} of {text:?}");
                    }
                }
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        });
    }

    #[test]
    fn comments_and_empty_lines_are_skipped_and_counted() {
        let text = "# a suite\n\n  o2o/x3/2o1/x1xo x;mover-pass;win in 15;a3-b4;only-win # long\r\n\
                    \t# end\n o2o/x3/2o1/x1xo   x ;  mover-pass; win  in 15 ;a3-b4 ;  only-win greedy\n";
        let entries = read(text).unwrap();
        let lines: Vec<usize> = entries.iter().map(|entry| entry.line).collect();
        assert_eq!(lines, [3, 5]);
        assert_eq!(
            entries[0].problem.to_string(),
            "o2o/x3/2o1/x1xo x; mover-pass; win in 15; a3-b4; only-win"
        );
        let error = read(&format!("{text}nonsense\n")).unwrap_err();
        assert!(error.to_string().starts_with("line 6: "), "{error}");
    }
}
