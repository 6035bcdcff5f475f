//! The folder for tables: the default one, and what to say about one without tables.

use std::path::{Path, PathBuf};

use loa_tablebase::{EmptyFolder, Layout};

/// Returns the folder for tables if the command names none. `None` if the data folder of the user
/// is unknown.
pub fn default_folder() -> Option<PathBuf> {
    let named = std::env::var_os("LOA_TABLES").filter(|folder| !folder.is_empty());
    named.map(PathBuf::from).or_else(folder_of_user)
}

fn folder_of_user() -> Option<PathBuf> {
    Some(dirs::data_dir()?.join("loa").join("tables"))
}

/// Returns what to tell the user if a folder was named, by an option or by `LOA_TABLES`, and has no
/// table of any board.
pub fn named_without_tables(folder: &Path) -> Option<EmptyFolder> {
    let is_named = folder_of_user().is_none_or(|of_user| of_user != folder);
    is_named.then(|| Layout::new(folder).without_tables())?
}
