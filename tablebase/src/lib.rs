//! Tables of Lines of Action endings and solved boards: building them with `loa-solver`, storing
//! them in files, and answering from them.
//!
//! [`Tablebase`] answers for positions under one set of rules: values, every move with its value,
//! the best line. [`Tablebases`] does so under any rules. [`Builder`] solves missing tables.
//! [`Verifier`] proves finished tables from their own successors.
//! [`Table`] is one file; [`FORMAT.md`](file_format) describes its bytes.
//!
//! An engine looks positions up at the root. In its search it does so if time permits or the answer
//! is in memory:
//!
//! ```
//! use loa_tablebase::{Wdl, Tablebase};
//!
//! // The 4x4 game is built in. A folder adds more tables:
//! // Tablebase::open("tables", rules).
//! let tables = Tablebase::embedded("mover-pass".parse()?);
//! let root = "start 4x4".parse()?;
//! let probe = tables.probe(&root)?;
//! let best = &probe.moves[0];
//! assert_eq!(best.value.plies(), Some(3));
//! println!("{} leads to a {}", best.played, best.value);
//! for candidate in &probe.moves {
//!     // `None` if the answer is not in memory.
//!     let hurried = tables.answer_if_cached(&candidate.position);
//!     assert_eq!(hurried.map(|answer| answer.for_mover()), Some(candidate.value));
//! }
//! assert_eq!(tables.answer(&root)?.wdl(), Wdl::Win);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! | feature | default | adds |
//! | --- | --- | --- |
//! | `build` | yes | [`Builder`], [`Verifier`], and whole tables in memory; includes `parallel` |
//! | `parallel` | | batches of positions on all threads |
//! | `serde` | no | the JSON of `loa --json`, written and read, for the game, answers and censuses |
//! | `schema` | no | the `JsonSchema` of these types; includes `serde` |
//!
//! Without features the crate is a reader. It needs neither threads nor files and compiles for
//! `wasm32-unknown-unknown`.

#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "build")]
mod builder;
#[cfg(feature = "build")]
mod event;
mod format;
#[cfg(feature = "serde")]
mod json;
mod probe;
mod source;
#[cfg(feature = "build")]
mod values;
#[cfg(feature = "build")]
mod verify;

#[cfg(feature = "build")]
pub use builder::{
    error::{BuildError, PlanError},
    plan::{FamilyPlan, Plan, Selection, TablePlan},
    settings::{Builder, Resources},
};
// For the tests of this project's own packages.
#[cfg(feature = "build")]
#[doc(hidden)]
pub use builder::writer::write_table;
#[cfg(feature = "build")]
pub use event::{BuildReport, Event, Replaced, RestartCause, Watch};
pub use format::census::{Census, Row};
pub use format::error::{ErrorKind, TableError};
pub use format::header::Header;
pub use format::storage::Storage;
pub use format::subject::TableSubject;
pub use format::table::Table;
pub use format::tally::{Longest, TableCensus};
// The game, so that a program needs no other crate.
pub use loa_solver::{
    Axis, Bitboard, Board, Color, Material, Move, Position, Preset, Repetition, Rules, Square,
    Stop, Termination, Value, Wdl,
};
pub use probe::error::ProbeError;
pub use probe::moves::{MoveValue, Probe};
pub use probe::options::TablebaseOptions;
pub use probe::repetition::ByRepetition;
#[cfg(feature = "build")]
pub use probe::table_values::TableValues;
pub use probe::tablebase::Tablebase;
pub use probe::tablebases::Tablebases;
#[cfg(feature = "build")]
pub use probe::winning_moves::{WinningMoves, WonPosition};
pub use source::embedded::built_in;
pub use source::layout::Layout;
pub use source::nearby::{EmptyFolder, Nearby};
pub use source::table_set::TableSet;
pub use source::table_source::TableSource;
// For the defaults of this project's own packages.
#[cfg(feature = "build")]
#[doc(hidden)]
pub use values::memory::{address_space, fitting};
#[cfg(feature = "build")]
pub use values::mismatch::Mismatch;
#[cfg(feature = "build")]
pub use verify::{
    error::VerifyError,
    verified::{Sampled, Verified},
    verifier::Verifier,
};

#[cfg(doc)]
#[doc = include_str!("../FORMAT.md")]
pub mod file_format {}

/// The examples of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Checks at compile time that threads may share the types for answering.
const _: () = {
    const fn shared_by_threads<T: Send + Sync>() {}
    shared_by_threads::<Tablebases>();
    shared_by_threads::<Tablebase>();
    shared_by_threads::<TablebaseOptions>();
    shared_by_threads::<Table>();
    shared_by_threads::<TableSet>();
    shared_by_threads::<ProbeError>();
    shared_by_threads::<TableError>();
};
