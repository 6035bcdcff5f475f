//! The answering side: the engine of this crate with either protocol, or any [`Engine`](crate::Engine).

mod codingame;
mod error;
mod listen;
mod player;
mod replies;
mod settings;
mod uci;

pub use codingame::serve_codingame;
pub use error::ServeError;
pub use settings::{EngineSettings, HASH};
pub use uci::{serve_engine, serve_uci};
