//! Tables of Lines of Action endings and solved boards: building them with
//! `loa-solver`, keeping them in files, and answering from them.
//!
//! [`Tablebase`] answers questions: values, every move with its value, the best
//! line. [`Builder`] solves what is missing. [`verify()`] proves finished tables
//! from their own successors. [`pack()`] makes tables of older ones. [`Table`] is
//! one file, which `FORMAT.md` describes.
//!
//! An engine asks at the root, and in its search when it has time or when the
//! answer is at hand:
//!
//! ```
//! use loa_tablebase::{Outcome, Tablebase};
//!
//! // The 4x4 game is built in; give a folder to answer from more:
//! // Tablebase::open("tables", rules).
//! let tables = Tablebase::embedded("mover-pass".parse()?);
//! let root = "1xx1/o2o/o2o/1xx1 x".parse()?;
//! let probe = tables.probe(&root)?;
//! let best = &probe.moves[0];
//! assert_eq!(best.value.plies(), Some(3));
//! println!("{} keeps a {}", best.played, best.value);
//! for candidate in &probe.moves {
//!     // None if that would take more than looking into memory.
//!     let hurried = tables.answer_if_cached(&candidate.position);
//!     assert_eq!(hurried.map(|answer| answer.before()), Some(candidate.value));
//! }
//! assert_eq!(tables.answer(&root)?.outcome(), Outcome::Win);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod around;
mod ask;
mod batch;
mod build;
mod census;
mod codes;
mod directory;
mod embedded;
mod error;
mod estimate;
mod header;
mod layout;
mod lock;
mod losses;
mod pack;
mod packing;
mod plan;
mod probe;
mod proven;
mod rate;
mod restore;
mod source;
mod space;
mod table;
mod tablebase;
mod turned;
mod verify;
mod writer;

pub use answer::{Answer, Outcome};
pub use build::{BuildError, BuildEvent, BuildReport, BuildWatch, Builder, Replaced, RestartCause};
pub use census::TableCensus;
pub use embedded::built_in;
pub use error::{ProbeError, TableError};
pub use estimate::{Estimate, Outlook};
pub use header::{FORMAT_VERSION, Header, Metric};
pub use layout::Layout;
pub use loa_solver::Value;
pub use lock::LockError;
pub use pack::{PackError, Packing, pack};
pub use plan::{FamilyPlan, Plan, PlanError, Selection, TablePlan, TableState};
pub use probe::{MoveValue, Probe};
pub use rate::Rate;
pub use restore::RestoreError;
pub use space::{MemoryError, Room};
pub use table::Table;
pub use tablebase::Tablebase;
pub use verify::{Mismatch, Verified, VerifyError, VerifyWatch, verify};
pub use writer::write_table;
