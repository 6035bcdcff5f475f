//! The answering side of the UCI-like protocol: the engine of this crate, or any [`Engine`](crate::Engine).

mod built_in;
mod error;
mod listen;
mod replies;
mod settings;
mod uci;

pub use error::ServeError;
pub use settings::{EngineSettings, HASH};
pub use uci::{serve_engine, serve_uci};
