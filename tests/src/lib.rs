//! Oracles, golden figures and helpers for the tests.
//!
//! [`naive`] is a solver simple enough to be believed on sight; [`counting`]
//! one that is fast enough for 5x5 and shares nothing with the real one;
//! [`golden`] reads figures that other programs have made; [`solved`] has the real solver
//! solve what a test asks for; [`usage`] measures the time and memory of this
//! process; [`folder`] makes folders. The tests themselves are beside this library.

pub mod counting;
pub mod folder;
pub mod golden;
pub mod naive;
pub mod solved;
pub mod usage;

/// The examples of the project's README, compiled and run as documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
