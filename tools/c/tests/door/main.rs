//! Tests of the library for C, in one program.

#![allow(clippy::unwrap_used, reason = "a failed test says where")]

mod allocations;
mod header;
mod programs;
