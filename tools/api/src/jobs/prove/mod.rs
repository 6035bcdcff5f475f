//! `prove`: proves who wins from a position and writes a certificate.

mod files;
mod report;
mod request;
mod search;

pub(super) use self::request::ProveRequest;
pub use self::request::{NORMAL, preset_or_normal};
