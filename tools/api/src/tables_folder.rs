//! The default folder for tables.

use std::path::PathBuf;

/// Returns the folder for tables if the command names none. `None` if the data folder of the user
/// is unknown.
pub fn default_folder() -> Option<PathBuf> {
    let named = std::env::var_os("LOA_TABLES").filter(|folder| !folder.is_empty());
    let of_user = || Some(dirs::data_dir()?.join("loa").join("tables"));
    named.map(PathBuf::from).or_else(of_user)
}
