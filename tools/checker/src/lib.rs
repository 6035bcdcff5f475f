//! An independent checker of proof certificates for Lines of Action.
//!
//! A certificate is a file with the moves of one player, who wins against every play of the other;
//! `PROOF.md` describes it. This crate was written from that document. It shares no code with the
//! solver that searches for proofs: neither the moves, nor the test for connection, nor the reader.
//!
//! A certificate is checked by walking through every game in which the winner plays its moves, on
//! all threads. The results of the walk stay in memory and answer all questions about the proof.
//!
//! # Examples
//!
//! ```no_run
//! use loa_checker::{Certificate, check};
//!
//! let certificate = Certificate::open("6x6.proof")?;
//! let proof = check(&certificate, &|_| true)?;
//! let claim = proof.claim();
//! println!("{} wins {} within {} plies", claim.winner, claim.board, claim.plies);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod certificate;
mod coq;
mod error;
mod format;
mod game;
mod group;
mod numbers;
mod proof;
mod rules;
mod source;
mod split;
mod taken;
mod walk;

pub use board::{Board, Color, Move, Stones};
pub use certificate::{Certificate, Watch};
pub use coq::CoqError;
pub use error::{CheckError, ProofFault};
pub use format::{Claim, FilePart, ReadError};
pub use group::check_all;
pub use proof::{Part, Proof, WinningMove, check};
pub use rules::{EndingIds, Ids, ending};
pub use source::ByteSource;
pub use split::SplitError;

/// The examples of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
