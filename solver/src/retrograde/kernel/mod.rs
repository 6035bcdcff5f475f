//! The work on one block: slices in, messages out.
//!
//! The kernel knows no files, threads or other processes.

pub(crate) mod activity;
mod block;
mod captures;
pub(crate) mod cell;
pub(crate) mod draft;
mod flags;
mod group;
pub(crate) mod instructions;
mod lines;
pub(crate) mod lower;
pub(crate) mod message;
mod outbox;
pub(crate) mod ranking;
mod scatter;
pub(crate) mod side;
pub(crate) mod state;
pub(crate) mod sweep;
