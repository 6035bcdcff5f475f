//! A server over a real socket: its answers, its refusals and its limits.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says where")]

mod answers;
mod caching;
mod client;
mod explorer;
mod limits;
mod page;
mod refusals;
