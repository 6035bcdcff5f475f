//! Judges engines by perfect play, and finds and checks suites of problems.
//!
//! [`judging`] asks an engine for moves in positions that tables cover, and reports the effects of
//! the moves on the value. [`match_play`] lets engines play each other. [`search`] finds
//! positions in tables. [`suite`] finds, reads and checks problems.
//!
//! # Examples
//!
//! An engine in this program, judged by the built-in tables:
//!
//! ```
//! use loa_engine::{Engine, EngineMove, Failed};
//! use loa_judge::judging::{EnginePool, Sample, judge};
//! use loa_record::Game;
//! use loa_solver::Control;
//! use loa_tablebase::Tablebase;
//!
//! fn first_move(game: &Game) -> Result<EngineMove, Failed> {
//!     let moves = game.preset().rules.moves(game.position());
//!     Ok(EngineMove::new(moves[0]))
//! }
//!
//! let tables = Tablebase::embedded(Default::default());
//! let sample = Sample::new(&tables, "4x4".parse()?, vec!["4v4".parse()?]);
//! let questions = sample.draw(Control::none())?;
//! let start = || Ok(Box::new(first_move) as Box<dyn Engine>);
//! let judgement = judge(&EnginePool::new(&start), &questions);
//! println!("{:?} % of the moves keep the result", judgement.all.effects.kept_percent);
//! # assert_eq!(judgement.all.effects.moves(), questions.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod crew;
pub mod judging;
pub mod match_play;
pub mod search;
pub mod suite;

/// The examples of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
