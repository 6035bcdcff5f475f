//! The report of a server about itself.

use std::fmt;

use serde::Serialize;

/// A listening server.
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
