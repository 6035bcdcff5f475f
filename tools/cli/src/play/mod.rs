//! Games in the terminal between people, perfect play, engines and random players.

mod autosave;
mod dialogue;
mod event;
mod execute;
mod opponent;
mod player_kind;
mod session;

pub(crate) use autosave::{Autosave, last_saved};
pub(crate) use player_kind::PlayerKind;
pub(crate) use session::{Session, SessionSettings};
