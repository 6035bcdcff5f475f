//! Answers from Lines of Action tables over HTTP: the JSON of `loa --json`, for programs and for
//! pages.
//!
//! A [`Server`] is bound to an address and has a [`Stopper`]. It runs until the stopper stops it.
//! [`Limits`] bound the work that clients can cause. `/api` is a page that lists the questions, and
//! `/api/openapi.json` describes them for programs. The answers come from [`loa_api`].
//!
//! # Examples
//!
//! ```
//! use std::io::{Read, Write};
//! use std::net::TcpStream;
//! use std::thread;
//!
//! use loa_server::{Server, Settings};
//!
//! let tables = tempfile::tempdir()?;
//! let server = Server::bind("127.0.0.1:0".parse()?, Settings::new(tables.path()))?;
//! let (address, stopper) = (server.address(), server.stopper());
//! let running = thread::spawn(|| server.run());
//!
//! let mut client = TcpStream::connect(address)?;
//! let question = "GET /api/value?position=start%204x4 HTTP/1.1";
//! write!(client, "{question}\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
//! let mut answer = String::new();
//! client.read_to_string(&mut answer)?;
//! assert!(answer.ends_with(r#""category":"win","plies":3}"#), "{answer}");
//!
//! stopper.stop();
//! running.join().unwrap()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod assets;
mod document;
mod files;
mod guard;
mod limits;
mod metrics;
mod operations;
mod page;
mod places;
mod reply;
mod requests;
mod routes;
mod server;
mod service;
mod share;
mod site;

pub use limits::{Limits, Settings};
pub use loa_api::{Certificates, NamedProof, NamedSuite};
pub use server::{Server, Stopper};
pub use site::{first_positions, site_files};
