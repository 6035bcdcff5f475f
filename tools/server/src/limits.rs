//! Settings of a server, and bounds on the work that clients can cause.

use std::path::PathBuf;
use std::time::Duration;

use loa_api::{Certificates, NamedSuite};
use loa_tablebase::Tablebase;

/// The settings of a server.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Settings {
    /// The folder of the tables. It need not exist: 4x4 is built in.
    pub tables: PathBuf,
    /// The memory for unpacked values, in bytes.
    pub cache_bytes: usize,
    /// The maximum number of questions that are answered at the same time.
    pub threads: usize,
    /// The certificates that answer questions.
    pub certificates: Certificates,
    /// The suites of problems, in addition to the built-in ones.
    pub suites: Vec<NamedSuite>,
    /// The bounds on clients.
    pub limits: Limits,
    /// True if strangers ask. Then answers contain no advice to the operator and no file locations,
    /// and the server accepts any host name. Otherwise a server that listens on a loopback address
    /// accepts only loopback names.
    pub is_public: bool,
    /// The origins of other sites whose pages may ask, such as `https://example.org`. `*` allows
    /// all origins.
    pub origins: Vec<String>,
}

impl Settings {
    /// Returns the default settings for the tables of a folder.
    pub fn new(tables: impl Into<PathBuf>) -> Settings {
        let tables = tables.into();
        Settings {
            certificates: Certificates::beside(&tables),
            tables,
            cache_bytes: Tablebase::DEFAULT_CACHE_BYTES,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            suites: Vec::new(),
            limits: Limits::default(),
            is_public: false,
            origins: Vec::new(),
        }
    }

    /// Returns the maximum number of positions that are estimated at the same time.
    pub(crate) fn estimates(&self) -> usize {
        self.threads.div_ceil(2).max(1)
    }
}

/// Bounds on the work that clients can cause.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// The maximum number of simultaneous connections. Further connections are answered only for
    /// `/healthz`.
    pub connections: u32,
    /// The maximum number of simultaneous connections from one address. All addresses of an IPv6
    /// network count together. The bound does not apply to a public server on a loopback address:
    /// all its connections come from the proxy in front of it.
    pub connections_of_address: u32,
    /// The maximum number of bytes in a request's head.
    pub head_bytes: usize,
    /// The maximum number of bytes in a request's body.
    pub body_bytes: usize,
    /// The bounds on the work of one question.
    pub question: loa_api::Limits,
    /// The maximum time until the head of a request has arrived. The body gets the same time.
    pub arrival: Duration,
    /// The maximum time until a complete request is answered.
    pub answer: Duration,
    /// The maximum time in which a client reads nothing of an answer.
    pub stall: Duration,
    /// The maximum lifetime of a connection. A request that is running at its end gets `farewell`
    /// to finish.
    pub connection: Duration,
    /// The maximum time that running requests have to finish after the server is stopped.
    pub farewell: Duration,
}

impl Limits {
    /// Returns the limits of a connection beyond the maximum number.
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
        Limits {
            connections: 512,
            connections_of_address: 64,
            head_bytes: 16 << 10,
            body_bytes: 256 << 10,
            question: loa_api::Limits::default(),
            arrival: Duration::from_secs(10),
            answer: Duration::from_secs(30),
            stall: Duration::from_secs(10),
            connection: Duration::from_secs(600),
            farewell: Duration::from_secs(10),
        }
    }
}
