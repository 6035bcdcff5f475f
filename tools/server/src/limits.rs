//! Settings of a server, and bounds on what clients can make it do.

use std::path::PathBuf;
use std::time::Duration;

use loa_api::{NamedProof, NamedSuite};
use loa_tablebase::Tablebase;

/// The settings of a server.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Settings {
    /// The folder of the tables. It need not exist: 4x4 is built in.
    pub tables: PathBuf,
    /// The memory for unpacked values, in bytes.
    pub cache_bytes: usize,
    /// The questions that are answered at the same time, at most.
    pub threads: usize,
    /// The certificates to answer from, besides those built in.
    pub proofs: Vec<NamedProof>,
    /// The suites of problems, besides those built in.
    pub suites: Vec<NamedSuite>,
    /// The bounds on clients.
    pub limits: Limits,
    /// True if others than the operator ask: answers have no advice to the operator then and
    /// no places of files, and the server answers to any name. Without it a server that
    /// listens on a loopback address answers to loopback names alone.
    pub is_public: bool,
    /// The origins of other sites whose pages may ask, such as `https://example.org`; `*` for
    /// all.
    pub origins: Vec<String>,
}

impl Settings {
    /// Returns the usual settings for the tables of a folder.
    pub fn new(tables: impl Into<PathBuf>) -> Settings {
        Settings {
            tables: tables.into(),
            cache_bytes: Tablebase::DEFAULT_CACHE_BYTES,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            proofs: Vec::new(),
            suites: Vec::new(),
            limits: Limits::default(),
            is_public: false,
            origins: Vec::new(),
        }
    }

    /// Returns the number of positions that are estimated at the same time, at most.
    pub(crate) fn estimates(&self) -> usize {
        self.threads.div_ceil(2).max(1)
    }
}

/// Bounds on what clients can make a server do.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// The most connections at a time. Beyond them only `/healthz` is answered.
    pub connections: u32,
    /// The most connections of one address at a time; those of a network of IPv6 count
    /// together. A public server on a loopback address has a server before it, from which
    /// all connections come: there this is no bound.
    pub connections_of_address: u32,
    /// The most bytes of a request's head.
    pub head_bytes: usize,
    /// The most bytes of a request's body.
    pub body_bytes: usize,
    /// The most positions of one request.
    pub positions: usize,
    /// The longest time until the head of a request has arrived, and then its body.
    pub arrival: Duration,
    /// The longest time until a request that has arrived is answered.
    pub answer: Duration,
    /// The longest time that the engine thinks about a position.
    pub estimate: Duration,
    /// The longest time that the engine thinks about all positions of a game, of which it
    /// looks at no more than `positions`.
    pub estimated_game: Duration,
    /// The longest time in which a client takes nothing of an answer.
    pub stall: Duration,
    /// The longest life of a connection. What is under way at its end has `farewell` to
    /// end as well.
    pub connection: Duration,
    /// The longest time that requests under way have to end once the server is stopped.
    pub farewell: Duration,
}

impl Limits {
    /// Returns the limits of one question.
    pub(crate) fn of_a_question(&self) -> loa_api::Limits {
        loa_api::Limits {
            positions: self.positions,
            estimate: self.estimate,
            estimated_game: self.estimated_game,
        }
    }

    /// Returns the limits of a connection for which there is no place.
    pub(crate) fn of_the_crowded(&self) -> Limits {
        let short = Duration::from_secs(1);
        Limits {
            arrival: self.arrival.min(short),
            connection: self.connection.min(short),
            farewell: self.farewell.min(short),
            stall: self.stall.min(short),
            ..self.clone()
        }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        let loa_api::Limits { positions, estimate, estimated_game } = loa_api::Limits::default();
        Limits {
            connections: 512,
            connections_of_address: 64,
            head_bytes: 16 << 10,
            body_bytes: 256 << 10,
            positions,
            arrival: Duration::from_secs(10),
            answer: Duration::from_secs(30),
            estimate,
            estimated_game,
            stall: Duration::from_secs(10),
            connection: Duration::from_secs(600),
            farewell: Duration::from_secs(10),
        }
    }
}
