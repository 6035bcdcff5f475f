//! The results of commands and addresses: each is one type, whose JSON and schema come
//! from its fields, and whose text (by `Display`), page and drawing are functions of it. The
//! command line prints it, and the server sends it.
//!
//! A [`Failure`] is one clear line with an exit status and, where a command removes the
//! cause, that command: [`advice`] finds it.
//!
//! # Examples
//!
//! ```
//! use loa_report::{Failure, ProbeReply, Status, by_repetition};
//! use loa_solver::{Position, Preset};
//! use loa_tablebase::Tablebase;
//!
//! let club = Preset::default();
//! let tables = Tablebase::embedded(club.rules);
//! let position = "start 4x4".parse()?;
//! let decided = by_repetition(&tables, &position, club)?;
//! let reply = ProbeReply::new(tables.probe(&position)?, club, decided);
//! let json = serde_json::to_value(reply)?;
//! assert_eq!(json["moves"][0]["move"], "b1-b3");
//!
//! let unreadable = Failure::from("1xx1/o2q x".parse::<Position>().unwrap_err());
//! assert_eq!(unreadable.status, Status::Usage);
//! assert_eq!(unreadable.character, Some(8));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod advice;
mod beyond;
mod causes;
mod census_drawing;
pub mod drawing;
mod estimates;
mod failure;
mod figures;
mod games;
pub mod judging;
mod matches;
mod named_proof;
mod page;
mod positions;
mod program;
pub mod proof_view;
mod proofs;
pub mod proved;
mod proving;
mod reviews;
mod rules;
mod searches;
mod site;
mod solved_starts;
mod solving;
mod suites;
mod table_files;
mod tables;
mod tables_folder;
mod text;

pub use beyond::BeyondReply;
pub use estimates::{EstimatedChoice, EstimatedMoveReply, Worth};
pub use failure::{Failure, FailureReply, RefusedPosition, Status, explain};
pub use figures::{amount, duration, forecast};
pub use games::{ReviewReply, ReviewReport, rules_of};
pub use matches::{MatchReport, match_game_sgf};
pub use named_proof::NamedProof;
pub use positions::{
    LegalMove, LineReply, MovesReply, NO_FORCED_WIN, ProbeReply, RepetitionReply, ValueReply,
    by_repetition, note_on_draw, verdict,
};
pub use program::{AboutReport, Listening};
pub use proofs::{CertificateReply, ProofReply, ProvedMove};
pub use proving::{
    AnsweredReply, ProofCheckReport, ProofLineReport, ProveReport, RankedPosition, UndecidedReport,
    WonPosition,
};
pub use reviews::{ChoiceFields, HistoryFields};
pub use rules::RulesReply;
pub use searches::{
    ComparisonReport, Divided, DividedMove, Findings, FoundPosition, MaterialCount, PerftReport,
    SearchReport,
};
pub use site::{SiteBoard, SiteFile, SiteIndex, SiteReport};
pub use solving::{PlanReport, SolveReport, VerifyReport};
pub use suites::{
    ProblemFields, SuiteCheckReport, SuiteDrawings, SuiteProblems, SuiteReport, problem_solution,
    problem_task,
};
pub use table_files::{
    CheckReport, CheckedFile, InfoReport, OverviewReply, PackReport, PackedTable, TableInfo,
    TableOverview, open_table,
};
pub use tables::{
    BoardTables, BoardsReply, CensusReply, Coverage, Longest, LongestPosition, LongestReply,
    MaterialCensus, PresetReply,
};
pub use tables_folder::default_folder;
pub use text::{color_name, with_last_words};
