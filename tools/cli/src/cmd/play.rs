//! `loa play`: a game in the terminal.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use loa_solver::Position;
use loa_tablebase::Tablebase;

use super::solve::leave;
use crate::args::{Common, read_position};
use crate::chance::Chance;
use crate::failure::{Failure, Status};
use crate::play::{Keeper, Player, Session, Settings};
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
    /// A new file for the game, however the session ends. Without it a game that
    /// is cut short, by Ctrl-C, an engine that fails or the end of input, is saved
    /// as loa-game-1.sgf and so on in the current folder
    #[arg(long, value_name = "FILE")]
    pub(crate) sgf: Option<PathBuf>,
}

impl Play {
    fn start(&self) -> Result<Position, Failure> {
        match self.position.as_slice() {
            [] => read_position("start 8x8"),
            words => read_position(&words.join(" ")),
        }
    }

    /// Whether who plays perfectly by name can do so at the start.
    fn check(&self, tables: &Tablebase, start: &Position) -> Result<(), Failure> {
        let players = [Some(&self.black), self.white.as_ref()];
        let is_perfect = |player: &Player| matches!(player, Player::Perfect { .. });
        if !players.into_iter().flatten().any(is_perfect) {
            return Ok(());
        }
        tables.probe(start).map(drop).map_err(|error| {
            let is_outside = is_outside(&error);
            let failure = Failure::from(error);
            match is_outside {
                true => failure.within("perfect cannot play here, as engine can"),
                false => failure,
            }
        })
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
    play.check(&tables, &start)?;
    let keeper = Arc::new(Keeper::new(play.sgf.as_deref())?);
    save_when_interrupted(&keeper, common.json)?;
    let session = Session::new(&tables, &settings, &keeper);
    let result = session.and_then(Session::run);
    keeper.close();
    result
}

/// Has the first signal save the game and end the process, whatever is waited for
/// meanwhile; should that not end, the second one does. Engines end with the process.
fn save_when_interrupted(keeper: &Arc<Keeper>, json: bool) -> Result<(), Failure> {
    let keeper = Arc::clone(keeper);
    let was_interrupted = AtomicBool::new(false);
    let handler = ctrlc::set_handler(move || {
        if was_interrupted.swap(true, Relaxed) {
            leave();
        }
        let keeper = Arc::clone(&keeper);
        thread::spawn(move || {
            keeper.save_interrupted(json);
            leave();
        });
    });
    handler.map_err(|error| Failure::new(Status::Failed, error))
}
