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
/// table of any board. `LOA_TABLES` may name a folder before the first solve: that is told only if
/// the name looks wrong or tables lie nearby.
pub fn named_without_tables(folder: &Path) -> Option<EmptyFolder> {
    if folder_of_user().is_some_and(|of_user| of_user == folder) {
        return None;
    }
    let empty = Layout::new(folder).without_tables()?;
    let is_lasting = default_folder().is_some_and(|default| default == folder);
    let looks_wrong = folder.to_string_lossy().contains(['$', '"', '\'', '~']);
    (!is_lasting || looks_wrong || empty.nearby.is_some()).then_some(empty)
}
