//! Proofs of positions: the search for a forced win, and its certificate.
//!
//! # Examples
//! ```
//! use loa_solver::Color;
//! use loa_solver::proof::{Prover, Question, RuleSet, Verdict};
//!
//! let start = "4x4".parse::<loa_solver::Board>()?.start();
//! let question = Question::new(start, RuleSet::NORMAL, Color::Black);
//! let mut prover = Prover::new(question, 1 << 20)?;
//! assert!(matches!(prover.search(u64::MAX, 1, &|_| true)?, Verdict::Proved));
//! let certificate: Vec<u8> = prover.certificate(&|_| true)?;
//! assert!(certificate.starts_with(b"LOAPROOF"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Parts of the table are used only for saving.
#![cfg_attr(not(feature = "save"), allow(dead_code, unused_imports))]

mod certificate;
#[cfg(feature = "save")]
mod dump;
mod encode;
mod evaluate;
mod expand;
mod game;
mod geometry;
mod goal;
mod joins;
mod key;
mod learn;
mod memory;
mod net;
mod numbers;
mod products;
mod prover;
mod question;
mod rooted_game;
mod search;
mod shared;
mod strategy;
mod summary;
mod table;
#[cfg(test)]
mod tests;
mod training;
mod two_sided;
mod watch;

#[cfg(doc)]
#[doc = include_str!("../../PROOF.md")]
pub mod file_format {}

pub use goal::RuleSet;
pub use prover::Prover;
pub use question::{Question, Verdict};
pub use strategy::ExtractError;
pub use training::train_weights;
pub use two_sided::{TwoSidedResult, TwoSidedSearch};
pub use watch::{Progress, SearchStage, Watch};

pub use crate::exchange::{Exchange, Local};
