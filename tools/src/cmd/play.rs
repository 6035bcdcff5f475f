//! `loa play`: a game in the terminal.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use loa_solver::Position;
use loa_tablebase::Tablebase;

use crate::args::{Common, read_position};
use crate::chance::Chance;
use crate::failure::Failure;
use crate::play::{Player, Session, Settings};
use crate::review::is_outside;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "A person types moves, and 'help' to be told what else; on a terminal or over \
    a pipe. At the end the value history tells who threw what away, by a move or by \
    resigning, as far as the tables reach. With --json whatever happens is a line of JSON \
    with its kind in \"event\": a \"position\" with \"person\" true waits for a line."
)]
pub(crate) struct Play {
    /// A position such as "1xx1/o2o/o2o/1xx1 x", or: start BOARD, or:
    /// scrambled BOARD [default: start 8x8]
    #[arg(num_args = 0..=2, value_name = "POSITION")]
    pub(crate) position: Vec<String>,
    /// Who plays Black: person, perfect (by the tables), perfect:20 (with
    /// mistakes in 20 moves of 100), random, engine (the built-in one, with the
    /// tables where they reach), or engine:COMMAND, a program that speaks the
    /// engine protocol
    #[arg(long, value_name = "PLAYER", default_value = "person")]
    pub(crate) black: Player,
    /// Who plays White [default: perfect if the tables cover the start, else
    /// engine]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) white: Option<Player>,
    /// What chance follows from: the same number makes the same choices, but for
    /// those of engines
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Milliseconds for a move of an engine, the built-in one or another
    #[arg(long, value_name = "MS", default_value = "1000")]
    pub(crate) movetime: NonZeroU32,
}

impl Play {
    fn start(&self) -> Result<Position, Failure> {
        match self.position.as_slice() {
            [] => read_position("start 8x8"),
            words => read_position(&words.join(" ")),
        }
    }

    /// Who plays White; if nobody is named, that depends on whether perfect play is
    /// known from the start.
    fn white(&self, tables: &Tablebase, start: &Position) -> Player {
        if let Some(white) = &self.white {
            return white.clone();
        }
        match tables.probe(start) {
            Err(error) if is_outside(&error) => Player::BuiltIn,
            // Tables that fail are told of when they are asked for a move.
            Ok(_) | Err(_) => Player::Perfect { mistakes: 0 },
        }
    }
}

pub(super) fn run(common: &Common, play: &Play) -> Result<(), Failure> {
    let tables = Arc::new(common.tablebase()?);
    let start = play.start()?;
    let settings = Settings {
        preset: common.rules,
        start,
        black: play.black.clone(),
        white: play.white(&tables, &start),
        seed: play.seed.unwrap_or_else(Chance::any_seed),
        movetime: Duration::from_millis(play.movetime.get().into()),
        json: common.json,
    };
    Session::new(&tables, &settings)?.run()
}
