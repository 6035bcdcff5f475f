//! Replies to questions about positions and tables, as JSON, and the reasons for which
//! a question has none. The command line prints them, and the server sends them.
//!
//! [`ProbeReply`] and its like are the JSON objects of `loa --json`, with their schemas.
//! A [`Failure`] is one clear line with an exit status and, where a command removes the
//! cause, that command: [`advice`] finds it.
//!
//! # Examples
//!
//! ```
//! use loa_reply::{Failure, ProbeReply, Status, by_repetition};
//! use loa_solver::Preset;
//! use loa_tablebase::Tablebase;
//!
//! let club = Preset::default();
//! let tables = Tablebase::embedded(club.rules);
//! let position = loa_record::read_position("start 4x4")?;
//! let decided = by_repetition(&tables, &position, club)?;
//! let reply = ProbeReply::new(tables.probe(&position)?, club, decided);
//! let json = serde_json::to_value(reply)?;
//! assert_eq!(json["moves"][0]["move"], "b1-b3");
//!
//! let unreadable = Failure::from(loa_record::read_position("1xx1/o2q x").unwrap_err());
//! assert_eq!(unreadable.status, Status::Usage);
//! assert_eq!(unreadable.to_json()["character"], 8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod advice;
mod estimates;
mod failure;
mod figures;
mod games;
mod named_proof;
mod positions;
pub mod proof_view;
mod proofs;
pub mod proved;
mod rules;
mod tables;
mod tables_folder;

pub use estimates::{EstimatedChoice, EstimatedMoveReply, Worth};
pub use failure::{Failure, Status, explain};
pub use figures::{amount, duration, forecast};
pub use games::ReviewReply;
pub use named_proof::NamedProof;
pub use positions::{
    LegalMove, LineReply, MovesReply, NO_FORCED_WIN, ProbeReply, ValueReply, by_repetition,
    note_on_draw,
};
pub use proofs::{CertificateReply, ProofReply, ProvedMove};
pub use rules::RulesReply;
pub use tables::{
    BoardTables, BoardsReply, CensusReply, Coverage, Longest, LongestPosition, LongestReply,
    MaterialCensus, PresetReply,
};
pub use tables_folder::default_folder;
