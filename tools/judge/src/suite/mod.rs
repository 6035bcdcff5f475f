//! Suites of problems: positions with their values and the moves that keep them.
//!
//! ```text
#![doc = include_str!("format.txt")]
//! ```
//!
//! # Examples
//!
//! ```
//! use loa_judge::suite::{Solution, read};
//! use loa_tablebase::Tablebase;
//!
//! let text = "1o2/x1xo/x2o/3x x; mover-pass; win in 15; c3-c4; only-win long-win greedy";
//! for entry in read("example", text)? {
//!     let tables = Tablebase::embedded(entry.problem.rules);
//!     let solution = Solution::find(&tables, &entry.problem.position)?;
//!     assert!(solution.wrong_claims(&entry.problem).is_empty());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod greedy;
mod make;
mod pool;
mod problem;
mod reading;
mod solution;
mod theme;

pub use make::WantedProblems;
pub use problem::{Problem, ProblemError};
pub use reading::{Entry, SuiteFileError, ThemedPosition, read, read_file, read_positions};
pub use solution::{Solution, WrongClaim};
pub use theme::{Theme, ThemeError};

/// The format of a suite and the meaning of its themes, as text for users.
pub const FORMAT: &str = include_str!("format.txt");
