//! Tests that cross crates, in one program: a program for each would take longer to link than most
//! take to run.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says where")]

mod census;
mod changed_files;
mod conformance;
mod damage;
mod fuzz;
mod imports;
mod json_forms;
mod naive_twin;
mod packages;
mod perft;
mod plain_twin;
mod positions;
mod processes;
mod proofs;
mod prose;
mod repetition;
