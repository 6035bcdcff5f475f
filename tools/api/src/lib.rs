//! Questions about Lines of Action and their answers. Each answer has one type. Its JSON and schema
//! come from its fields; its text (by `Display`), page and drawing are functions of it. The command
//! line prints the answer. The server, or a worker in a browser, sends it.
//!
//! A [`Library`] contains tables, certificates and suites. [`operations`] lists the questions that
//! have an address. A [`Task`] is a question after it has been read.
//!
//! A [`Failure`] is one clear line with an exit status. If a command removes the cause, [`advice`]
//! finds the command.
//!
//! # Examples
//!
//! ```
//! use loa_api::{Failure, ProbeReply, Status};
//! use loa_record::WrittenPosition;
//! use loa_solver::Preset;
//! use loa_tablebase::Tablebase;
//!
//! let club = Preset::default();
//! let tables = Tablebase::embedded(club.rules);
//! let position = "start 4x4".parse()?;
//! let reply = ProbeReply::of(&tables, tables.probe(&position)?, club)?;
//! let json = serde_json::to_value(reply)?;
//! assert_eq!(json["moves"][0]["move"], "b1-b3");
//!
//! let unreadable = Failure::from("1xx1/o2q x".parse::<WrittenPosition>().unwrap_err());
//! assert_eq!(unreadable.status, Status::Usage);
//! assert_eq!(unreadable.character, Some(8));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ```
//! use std::sync::Arc;
//!
//! use loa_api::{Library, Limits};
//! use loa_tablebase::Tablebases;
//!
//! let library = Library::new("tables", Tablebases::open("tables"), Limits::default());
//! let address = "/api/value?position=start%204x4";
//! let reply = library.reply("GET", address, b"", &Arc::default(), &mut |_| {})?;
//! assert_eq!((reply.status, reply.content_type), (200, "application/json"));
//! assert!(reply.body.ends_with(br#""category":"win","plies":3}"#));
//! # Ok::<(), loa_api::Failure>(())
//! ```

pub mod advice;
mod analysis;
mod asked;
mod batches;
mod causes;
pub mod certificates;
mod charts;
pub mod drawing;
mod failure;
mod figures;
mod game_trees;
mod games;
pub mod input;
pub mod jobs;
mod judging;
mod library;
mod matches;
mod named_suites;
mod operations;
pub mod output_file;
mod pictures;
mod play;
mod positions;
mod problems;
mod program;
mod request;
mod rules;
mod searches;
mod site;
mod suites;
mod table_files;
mod tables;
mod tables_folder;
mod task;
mod text;

pub use analysis::{Analysis, Effort};
pub use asked::no_query;
pub use batches::{Each, Element, LookUp};
pub use certificates::{
    Certificates, NamedProof, ProofCheckReport, RankedPosition, SplitReport, checked,
    checked_parts, open_certificate, open_part,
};
pub use charts::{ChartKind, ChartReply, ChartRequest};
pub use failure::{Failure, FailureReply, RefusedPosition, Status, at};
pub use figures::{amount, duration};
pub use games::ReviewedGame;
pub use library::{Library, Limits};
pub use loa_solver::Stop;
pub use named_suites::NamedSuite;
pub use operations::{Description, Operation, Typed, operations, questions_at, typed};
pub use positions::{MovesReply, ProbeReply, ValueReply};
pub use program::Listening;
pub use request::{BoardRequest, PositionRequest, rules_of};
pub use rules::RulesReply;
pub use searches::{
    Divided, DividedMove, Findings, MaterialCount, PerftReport, SearchReport, SearchRequest,
};
pub use site::{
    SiteBoard, SiteFile, SiteIndex, SiteReport, first_answers, first_events, site_charts,
};
pub use suites::{SuiteDrawings, problem_solution, problem_task};
pub use table_files::{CheckReport, CheckedFile, InfoReport, TableInfo, open_table};
pub use tables_folder::{default_folder, named_without_tables};
pub use task::{Age, Kind, Reply, Task};
