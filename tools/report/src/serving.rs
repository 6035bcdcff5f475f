//! A server that has begun.

use std::fmt;

use serde::Serialize;

/// A server that listens.
#[derive(Clone, Debug, Serialize)]
pub struct Listening {
    /// The address of the page.
    pub listening: String,
}

impl fmt::Display for Listening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "listening at {}: open it in a browser", self.listening)
    }
}
