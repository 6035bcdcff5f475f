//! A game that would be lost if the session ended now, where a signal finds it.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::event::Event;
use super::teller::Teller;
use crate::failure::{Failure, Status};
use crate::output;
use crate::output_file::OutputFile;
use crate::record::{Game, Players, to_sgf};

/// Keeps the game of a session, and writes it if the session is cut short; to a file
/// that was named, however the session ends.
pub(crate) struct Keeper(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    /// `None` when there is nothing to lose.
    sgf: Option<String>,
    /// The file that was named.
    named: Option<OutputFile>,
    is_named: bool,
}

/// Files that are tried where none was named.
const MOST_FILES: usize = 10_000;

impl Keeper {
    /// Writes the game to a file of this name, or else, if need be, to
    /// `loa-game-1.sgf` or the first such name in the current folder that is free.
    ///
    /// # Errors
    /// When the file that was named is there already, or cannot be made.
    pub(crate) fn new(named: Option<&Path>) -> Result<Keeper, Failure> {
        let make = |path: &Path| {
            OutputFile::make(path).map_err(|error| {
                Failure::new(Status::Failed, format!("{}: {error}", path.display()))
            })
        };
        Ok(Keeper(Mutex::new(Kept {
            sgf: None,
            named: named.map(make).transpose()?,
            is_named: named.is_some(),
        })))
    }

    /// The game has changed, or was saved and need not be kept any longer.
    pub(super) fn keep(&self, game: &Game, players: &Players, is_saved: bool) {
        let mut kept = self.lock();
        let is_begun = !game.moves().is_empty() || game.resigned().is_some();
        let is_at_risk = is_begun && game.end().is_none() && !is_saved;
        let wanted = is_at_risk || kept.is_named;
        kept.sgf = wanted.then(|| to_sgf(game, players));
    }

    /// A person leaves of their own will, and has had the chance to save the game.
    pub(super) fn release(&self) {
        let mut kept = self.lock();
        if !kept.is_named {
            kept.sgf = None;
        }
    }

    /// The session is over: a file that was named and is not written goes.
    pub(crate) fn close(&self) {
        self.lock().named = None;
    }

    /// Writes the game if there is one to lose, and tells where.
    ///
    /// # Errors
    /// When it cannot be written, or nobody reads what is told.
    pub(super) fn save(&self, teller: &Teller) -> Result<(), Failure> {
        let written = self.lock().write().transpose()?;
        match written {
            Some(path) => teller.tell(&Event::Kept(&path)),
            None => Ok(()),
        }
    }

    /// Saves the game of a session that a signal ends.
    pub(crate) fn save_interrupted(&self, json: bool) {
        if let Err(failure) = self.save(&Teller { json }) {
            output::failure(&failure, json);
        }
        output::failure(&Failure::new(Status::Interrupted, "interrupted"), json);
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn write(&mut self) -> Option<Result<PathBuf, Failure>> {
        let sgf = self.sgf.take()?;
        let file = match self.named.take() {
            Some(named) => Ok(named),
            None => free_file(),
        };
        Some(file.and_then(|file| file.write(&sgf)))
    }
}

/// A new file in the current folder.
fn free_file() -> Result<OutputFile, Failure> {
    for number in 1..MOST_FILES {
        let path = PathBuf::from(format!("loa-game-{number}.sgf"));
        match OutputFile::make(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Ok(file) => return Ok(file),
            Err(error) => {
                let message = format!("{}: {error}", path.display());
                return Err(Failure::new(Status::Failed, message));
            }
        }
    }
    let message = "the game is not saved: there are too many files loa-game-1.sgf and so on here";
    Err(Failure::new(Status::Failed, message))
}
