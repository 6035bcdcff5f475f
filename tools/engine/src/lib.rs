//! The engine protocol of Lines of Action, its two sides, and a plain engine.
//!
//! [`protocol`] has the words of a UCI-like protocol, which `docs/protocol.md` describes.
//! [`client::start`] starts a program that speaks it, or CodinGame's. Such a program is one kind of
//! [`Engine`], and callers can implement others. [`server`] has any of them speak the protocol, or
//! the engine of this crate, [`alpha_beta`].
//!
//! Moves, scores and settings have a JSON form, written and read.
//!
//! # Examples
//!
//! The engine of this crate, over the protocol:
//!
//! ```
//! use std::io::{BufRead, BufReader};
//!
//! use loa_engine::server::{EngineSettings, serve_uci};
//!
//! let mut settings = EngineSettings::default();
//! settings.use_tables = false;
//! let input = "position start 6x6\ngo depth 2\nquit\n";
//! let (output, writer) = std::io::pipe()?;
//! serve_uci(settings, input.as_bytes(), writer)?;
//! let lines: Result<Vec<String>, _> = BufReader::new(output).lines().collect();
//! assert!(lines?.last().is_some_and(|line| line.starts_with("bestmove ")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod alpha_beta;
pub mod client;
mod engine;
mod estimated_game;
mod estimates;
mod fault;
mod guide;
mod image;
mod level;
mod listener;
pub mod protocol;
mod remark;
pub mod server;

pub use engine::{Engine, EngineMove, EngineSource};
pub use estimated_game::{Effort, judge_moves};
pub use estimates::Estimator;
pub use fault::{Failed, Fault, LastWords};
pub use guide::{Guide, GuideMove};
pub use image::Image;
pub use level::{Level, LevelError, LevelPlayer};
pub use listener::Listener;
pub use remark::{Doubt, Remark};

/// The examples of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
