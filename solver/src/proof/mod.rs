//! Proofs of positions: a search for a forced win, and the certificate that
//! comes of it.

mod bits;
mod certificate;
mod check;
mod dump;
mod evaluate;
mod expand;
mod file;
mod game;
mod geometry;
mod goal;
mod inquiry;
mod key;
mod memory;
mod numbers;
mod prover;
mod question;
mod search;
mod shared;
mod strategy;
mod summary;
mod table;
mod watch;

pub use certificate::{Certificate, Stored};
pub use check::Fault;
pub use file::CertificateError;
pub use goal::RuleSet;
pub use inquiry::{Answer, Inquiry};
pub use prover::{ExtractError, Prover, Verdict};
pub use question::Question;
pub use watch::{Progress, Watch};
