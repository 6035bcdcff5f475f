//! Tests of certificates, in one program.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says where")]

mod coq;
mod draft;
mod mutations;
mod parts;
mod verified;
