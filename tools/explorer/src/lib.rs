//! Answers to what can be asked about Lines of Action: the JSON of `loa --json`, and all that
//! the page needs besides, whoever carries the questions. `loa serve` carries them over HTTP; in
//! a folder of files a worker of the browser does.
//!
//! An [`Explorer`] has tables, certificates and suites. [`operations`] lists the questions. One
//! that can be read is a [`Task`], which the caller runs on a thread of its choice.
//!
//! # Examples
//!
//! ```
//! use std::sync::Arc;
//!
//! use loa_explorer::{Explorer, Limits};
//! use loa_tablebase::Tablebases;
//!
//! let explorer = Explorer::new("tables", Tablebases::open("tables"), Limits::default());
//! let mut events = |_: &[u8]| {};
//! let address = "/api/value?position=start%204x4";
//! let reply = explorer.answer("GET", address, b"", &Arc::default(), &mut events);
//! assert_eq!((reply.status, reply.content_type), (200, "application/json"));
//! assert!(reply.body.ends_with(br#""category":"win","plies":3}"#));
//! ```

mod answers;
mod explorer;
mod operations;
mod proofs;
mod question;
mod reply;
mod suites;
mod task;

pub use answers::drawing::picture;
pub use explorer::{Explorer, Limits};
pub use loa_engine::alpha_beta::StopSign;
pub use loa_report::NamedProof;
pub use operations::{Description, Operation, Typed, operations, typed};
pub use reply::{Age, Refused, Reply};
pub use suites::NamedSuite;
pub use task::{Kind, Task};
