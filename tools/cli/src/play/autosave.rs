//! A copy of the game for a session that ends early.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{fs, io};

use loa_api::output_file::{OutputFile, Overwrite};
use loa_record::Game;
use loa_record::text::path_text;

use super::dialogue::Dialogue;
use super::event::Event;
use crate::failure::{Failure, at, failure};
use crate::output;
use crate::paths;

/// The game of a session as SGF. It is written to a named file when the session ends, or to a new
/// file if the session ends early. The signal handler reads it here.
pub(crate) struct Autosave(Mutex<Saved>);

#[derive(Default)]
struct Saved {
    /// The game; `None` if it is empty or saved.
    sgf: Option<String>,
    /// The named file.
    named: Option<OutputFile>,
    is_named: bool,
}

impl Autosave {
    /// Returns a copy for a file of this name, or else for the name after the last of
    /// `loa-game-1.sgf` and so on in the current folder.
    ///
    /// # Errors
    /// If the named file exists and must not be overwritten, or cannot be written.
    pub(crate) fn new(named: Option<&Path>, overwrite: Overwrite) -> Result<Autosave, Failure> {
        Ok(Autosave(Mutex::new(Saved {
            sgf: None,
            named: named.map(|path| overwrite.open(path, paths::stdout)).transpose()?,
            is_named: named.is_some(),
        })))
    }

    /// Updates the copy after a change of the game.
    pub(super) fn update(&self, game: &Game, sgf: impl FnOnce() -> String) {
        let mut saved = self.lock();
        let is_begun = !game.moves().is_empty() || game.conceded().is_some();
        let is_at_risk = is_begun && game.end().is_none();
        let wanted = is_at_risk || saved.is_named;
        saved.sgf = wanted.then(sgf);
    }

    /// Removes a named file that has not been written.
    pub(crate) fn close(&self) {
        self.lock().named = None;
    }

    /// Writes the game unless it is saved, and prints the path.
    ///
    /// # Errors
    /// When writing or printing fails.
    pub(super) fn save(&self, dialogue: &Dialogue) -> Result<(), Failure> {
        let written = self.lock().write().transpose()?;
        match written {
            Some(path) => dialogue.print(&Event::Saved { file: path_text(&path).into() }),
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
            None => new_file(),
        };
        Some(file.and_then(|file| file.write(&sgf)))
    }
}

/// Returns the file of the last game that was saved in the current folder.
pub(crate) fn last_saved() -> Option<PathBuf> {
    last_number().map(file_of)
}

/// Creates a file in the current folder, after the files of other games.
fn new_file() -> Result<OutputFile, Failure> {
    let mut number = last_number().map_or(1, |last| last + 1);
    loop {
        let path = file_of(number);
        match OutputFile::make(&path) {
            Ok(file) => return Ok(file),
            // Another session has just created it.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(at(&path, error)),
        }
    }
}

fn file_of(number: u64) -> PathBuf {
    PathBuf::from(format!("loa-game-{number}.sgf"))
}

/// Returns the greatest number of a saved game in the current folder. Some may have been removed.
fn last_number() -> Option<u64> {
    let files = fs::read_dir(".").ok()?.flatten();
    let names = files.filter_map(|file| file.file_name().into_string().ok());
    let number = |name: String| {
        let number: u32 = name.strip_prefix("loa-game-")?.strip_suffix(".sgf")?.parse().ok()?;
        let number = number.into();
        // A name such as loa-game-01.sgf belongs to no saved game.
        (file_of(number).as_os_str() == name.as_str()).then_some(number)
    };
    names.filter_map(number).max()
}
