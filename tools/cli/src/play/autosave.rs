//! A copy of the game for a session that is cut short.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use loa_record::Game;

use super::dialogue::Dialogue;
use super::event::Event;
use crate::failure::{Failure, at, failure};
use crate::output;
use crate::output_file::{OutputFile, Overwrite};

/// The game of a session as SGF, written if the session is cut short, or to a file that
/// was named, however the session ends. A signal finds it here.
pub(crate) struct Autosave(Mutex<Saved>);

#[derive(Default)]
struct Saved {
    /// The game; `None` if nothing would be lost.
    sgf: Option<String>,
    /// The file that was named.
    named: Option<OutputFile>,
    is_named: bool,
}

/// The number of file names to try where none is given.
const MOST_FILES: usize = 10_000;

impl Autosave {
    /// Returns a copy that is written to a file of this name, or else, if need be, to
    /// the first of `loa-game-1.sgf` and so on in the current folder that is free.
    ///
    /// # Errors
    /// When the file that was named exists and is not to be written over, or cannot be
    /// written.
    pub(crate) fn new(named: Option<&Path>, overwrite: Overwrite) -> Result<Autosave, Failure> {
        Ok(Autosave(Mutex::new(Saved {
            sgf: None,
            named: named.map(|path| overwrite.open(path)).transpose()?,
            is_named: named.is_some(),
        })))
    }

    /// Updates the copy to a game that has changed or was saved.
    pub(super) fn update(&self, game: &Game, sgf: impl FnOnce() -> String, is_saved: bool) {
        let mut saved = self.lock();
        let is_begun = !game.moves().is_empty() || game.resigned().is_some();
        let is_at_risk = is_begun && game.end().is_none() && !is_saved;
        let wanted = is_at_risk || saved.is_named;
        saved.sgf = wanted.then(sgf);
    }

    /// Removes a file that was named and has not been written.
    pub(crate) fn close(&self) {
        self.lock().named = None;
    }

    /// Writes the game if it would be lost, and prints the path.
    ///
    /// # Errors
    /// When writing or printing fails.
    pub(super) fn save(&self, dialogue: &Dialogue) -> Result<(), Failure> {
        let written = self.lock().write().transpose()?;
        match written {
            Some(path) => dialogue.print(&Event::Autosaved { file: path.to_string_lossy() }),
            None => Ok(()),
        }
    }

    /// Saves the game of a session that a signal ends.
    pub(crate) fn save_interrupted(&self, json: bool) {
        if let Err(failure) = self.save(&Dialogue::new(json)) {
            output::failure(&failure, json);
        }
        output::failure(&failure!(Interrupted, "interrupted"), json);
    }

    fn lock(&self) -> MutexGuard<'_, Saved> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Saved {
    fn write(&mut self) -> Option<Result<PathBuf, Failure>> {
        let sgf = self.sgf.take()?;
        let file = match self.named.take() {
            Some(named) => Ok(named),
            None => free_file(),
        };
        Some(file.and_then(|file| file.write(&sgf)))
    }
}

/// Returns the last game that was saved in the current folder.
pub(crate) fn last_saved() -> Option<PathBuf> {
    let files = (1..MOST_FILES).map(|number| PathBuf::from(format!("loa-game-{number}.sgf")));
    files.take_while(|file| file.exists()).last()
}

/// Makes a new file in the current folder.
fn free_file() -> Result<OutputFile, Failure> {
    for number in 1..MOST_FILES {
        let path = PathBuf::from(format!("loa-game-{number}.sgf"));
        match OutputFile::make(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Ok(file) => return Ok(file),
            Err(error) => {
                return Err(at(&path, error));
            }
        }
    }
    Err(failure!(
        Failed,
        "the game is not saved: there are too many files loa-game-1.sgf and so on here"
    ))
}
