//! Games in the terminal: people, perfect play, engines and chance against one
//! another.

mod board_text;
mod built_in;
mod engine;
mod event;
mod input;
mod keeper;
mod obey;
mod opponent;
mod player;
mod session;
mod teller;

pub(crate) use keeper::Keeper;
pub(crate) use player::Player;
pub(crate) use session::{Session, Settings};
