//! Tables of Lines of Action endings and solved boards: building them with
//! `loa-solver`, keeping them in files, and answering from them.
//!
//! [`Tablebase`] answers questions: values, every move with its value, the best
//! line. [`Builder`] solves what is missing. [`verify()`] proves finished tables
//! from their own successors. [`Table`] is one file.
//!
//! ```
//! use loa_tablebase::{Tablebase, Value};
//!
//! // The 4x4 game is built in; give a folder to answer from more.
//! let tables = Tablebase::embedded("mover-pass".parse()?);
//! let start = "1xx1/o2o/o2o/1xx1 x".parse()?;
//! assert_eq!(tables.value(&start)?, Value::Win(3));
//! let best = &tables.probe(&start)?.moves[0];
//! println!("{} wins in {:?}", best.played, best.value.plies());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod around;
mod build;
mod census;
mod codes;
mod embedded;
mod error;
mod estimate;
mod header;
mod layout;
mod mmap;
mod pack;
mod packing;
mod plan;
mod probe;
mod rate;
mod restore;
mod space;
mod table;
mod tablebase;
mod verify;
mod version1;
mod writer;

pub use answer::{Answer, Outcome};
pub use build::{BuildError, BuildEvent, BuildReport, BuildWatch, Builder};
pub use census::TableCensus;
pub use error::{ProbeError, TableError};
pub use estimate::{Estimate, Outlook};
pub use header::{FORMAT_VERSION, Header, Metric};
pub use layout::Layout;
pub use loa_solver::Value;
pub use pack::{PackError, pack};
pub use plan::{FamilyPlan, Plan, PlanError, Selection};
pub use probe::{MoveValue, Probe};
pub use rate::Rate;
pub use restore::RestoreError;
pub use table::Table;
pub use tablebase::Tablebase;
pub use verify::{Mismatch, Verified, VerifyError, VerifyWatch, verify};
pub use writer::write_table;
