//! An independent checker of proof certificates for Lines of Action.
//!
//! A certificate is a file with a set of positions, from each of which one
//! player wins whatever the other does; `PROOF.md` describes it. This crate was
//! written from that document. It shares no code with the solver that searches
//! for proofs: neither the moves, nor the test for connection, nor the reader.
//!
//! Checking is local. Every stored position is checked alone, against the ranks
//! of those that the winner can move to, in any order and on any number of
//! threads. Memory is bounded by the cache of decoded blocks and 48 bytes a block
//! of the directory.
//!
//! # Examples
//!
//! ```no_run
//! use loa_checker::{Certificate, DEFAULT_CACHE_BYTES, check};
//!
//! let certificate = Certificate::open("6x6.proof", DEFAULT_CACHE_BYTES)?;
//! check(&certificate, &())?;
//! let claim = certificate.claim();
//! println!("{} wins {} within {} plies", claim.winner, claim.board, claim.plies);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bits;
mod board;
mod certificate;
mod check;
mod format;
mod proof;
mod rules;
mod source;

pub use board::{Board, Color, Move, Stones};
pub use certificate::{Certificate, DEFAULT_CACHE_BYTES};
pub use check::{CheckError, Fault, Watch, check};
pub use format::{Claim, Part, ReadError, Stored};
pub use proof::{Answer, Proof};
pub use rules::{Ending, Ids, ending};
pub use source::Source;
