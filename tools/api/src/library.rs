//! The tables, certificates and suites that questions are answered from.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use crate::{Failure, NamedProof};
use loa_tablebase::{Layout, Tablebases};

use crate::certificates::Proofs;
use crate::named_suites::{self, NamedSuite};

/// Bounds on what one question can make a library do.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The most positions of one question.
    pub positions: usize,
    /// The longest time that the engine thinks about a position.
    pub estimate: Duration,
    /// The longest time that the engine thinks about all positions of a game, of which it
    /// looks at no more than `positions`.
    pub estimated_game: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            positions: 256,
            estimate: Duration::from_secs(1),
            estimated_game: Duration::from_secs(5),
        }
    }
}

/// Tables, certificates and suites that answer questions.
pub struct Library {
    /// The tables.
    pub tables: Tablebases,
    /// The folder of the tables, and the built-in ones besides.
    pub layout: Layout,
    /// True if others than the operator ask: failures name no places of files and advise no
    /// commands then.
    pub is_public: bool,
    pub(crate) limits: Limits,
    pub(crate) proofs: Proofs,
    pub(crate) suites: Vec<NamedSuite>,
}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Library").field("layout", &self.layout).finish_non_exhaustive()
    }
}

impl Library {
    /// Returns a library of the tables in a folder, with the certificates and suites that
    /// are built in.
    pub fn new(folder: impl Into<PathBuf>, tables: Tablebases, limits: Limits) -> Library {
        Library {
            tables,
            layout: Layout::new(folder),
            is_public: false,
            limits,
            proofs: Proofs::new(&[]),
            suites: named_suites::all(&[]),
        }
    }

    /// Returns the library with these certificates, which are consulted before those built in.
    #[must_use]
    pub fn with_proofs(self, proofs: &[NamedProof]) -> Library {
        Library { proofs: Proofs::new(proofs), ..self }
    }

    /// Returns the library with these suites besides those built in. Of two with a name the
    /// first given counts.
    #[must_use]
    pub fn with_suites(self, suites: &[NamedSuite]) -> Library {
        Library { suites: named_suites::all(suites), ..self }
    }

    /// Returns a failure as those who ask may read it.
    pub fn shown(&self, failure: Failure) -> Failure {
        if self.is_public { failure.for_visitors(self.layout.root()) } else { failure }
    }
}
