//! Tables that a folder lacks, found one folder up or down or outside the layout.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf, absolute};

use super::layout::Layout;
use crate::format::subject::TableSubject;
use crate::format::table::Table;

/// A folder without a table of any board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmptyFolder {
    /// The folder.
    pub folder: PathBuf,
    /// Tables near the folder; `None` if no such tables were found.
    pub nearby: Option<Nearby>,
}

impl fmt::Display for EmptyFolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let folder = self.folder.display();
        match self.folder.is_file() {
            true => write!(f, "{folder} is a file, not a folder of tables")?,
            false => write!(f, "no tables in {folder}")?,
        }
        self.nearby.as_ref().map_or(Ok(()), |nearby| write!(f, " ({nearby})"))
    }
}

/// Tables that a folder lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nearby {
    /// The folder that has them.
    Folder(PathBuf),
    /// One of them, in a folder of other tables or outside the layout.
    Misplaced {
        /// The file.
        file: PathBuf,
        /// Its path in the layout.
        place: PathBuf,
    },
}

impl fmt::Display for Nearby {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Nearby::Folder(folder) => write!(f, "did you mean {}?", folder.display()),
            Nearby::Misplaced { file, place } => {
                write!(f, "{} is a table: move it to {}", file.display(), place.display())
            }
        }
    }
}

/// The maximum number of names that a search for misplaced tables reads.
const MOST_NAMES: usize = 10_000;

/// A table lies this many folders below the root: those of its rules and its board.
const DEPTH: usize = 2;

impl Layout {
    /// Returns `None` if the folder has a table or unfinished work of any board; otherwise what to
    /// tell its user.
    pub fn without_tables(&self) -> Option<EmptyFolder> {
        let mut boards = self.boards().unwrap_or_default().into_iter();
        if boards.any(|(rules, board)| self.is_used(rules, board)) {
            return None;
        }
        let nearby = self.nearby(&|_| true);
        Some(EmptyFolder { folder: self.root().to_owned(), nearby })
    }

    /// Looks for tables that this folder lacks: in the folder that a shell would make of its name,
    /// in the folders above and below, and among files whose names are not those of their tables.
    pub fn nearby(&self, wanted: &dyn Fn(TableSubject) -> bool) -> Option<Nearby> {
        let root = absolute(self.root()).unwrap_or_else(|_| self.root().to_owned());
        let above = root.ancestors().skip(1).take(DEPTH + 1).map(Path::to_owned);
        let below = names_in(&root).into_iter().take(MOST_NAMES);
        let mut folders = unquoted(self.root()).into_iter().chain(above).chain(below);
        let has_wanted = |folder: &PathBuf| *folder != root && holds(folder, wanted);
        if let Some(folder) = folders.find(has_wanted) {
            return Some(Nearby::Folder(seen_from_here(folder)));
        }
        let mut left = MOST_NAMES;
        let file = misplaced(self.root(), DEPTH, wanted, &mut left)?;
        let place = self.table(Table::open(&file).ok()?.header().subject());
        Some(Nearby::Misplaced { file, place })
    }
}

/// `true` if the folder has a table with a wanted subject, as the table's path names it.
fn holds(folder: &Path, wanted: &dyn Fn(TableSubject) -> bool) -> bool {
    let layout = Layout::new(folder);
    layout.boards().unwrap_or_default().into_iter().any(|(rules, board)| {
        let tables = layout.tables(rules, board).unwrap_or_default();
        tables.iter().any(|&(material, _)| wanted(TableSubject { rules, board, material }))
    })
}

/// Returns a table with a wanted subject that its path does not name.
fn misplaced(
    folder: &Path,
    depth: usize,
    wanted: &dyn Fn(TableSubject) -> bool,
    left: &mut usize,
) -> Option<PathBuf> {
    names_in(folder).into_iter().find_map(|path| {
        *left = left.checked_sub(1)?;
        if path.is_dir() {
            return misplaced(&path, depth.checked_sub(1)?, wanted, left);
        }
        path.extension().filter(|&ending| ending == Layout::ENDING)?;
        let table = Table::open(&path).ok()?;
        let subject = table.header().subject();
        (Layout::named(&path) != Some(subject) && wanted(subject)).then_some(path)
    })
}

/// Returns the paths in a folder, in order; nothing if it cannot be read.
fn names_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    names.sort();
    names
}

/// Returns the folder that a shell would make of a name with quotes, `~` or `$HOME`.
fn unquoted(folder: &Path) -> Option<PathBuf> {
    let text = folder.to_str()?.trim_matches(['"', '\'']);
    let rest = ["~", "$HOME", "${HOME}"].iter().find_map(|home| text.strip_prefix(home));
    match rest {
        Some(rest) => Some(std::env::home_dir()?.join(rest.trim_start_matches('/'))),
        None => Some(PathBuf::from(text)).filter(|path| path != folder),
    }
}

/// Returns a path as seen from the current folder, if it lies below.
fn seen_from_here(path: PathBuf) -> PathBuf {
    let here = std::env::current_dir().ok();
    let below = here.and_then(|here| Some(path.strip_prefix(here).ok()?.to_owned()));
    below.filter(|below| !below.as_os_str().is_empty()).unwrap_or(path)
}

#[cfg(all(test, feature = "build"))]
mod tests {
    use std::fs;

    use super::*;
    use crate::builder::plan::Selection;
    use crate::builder::settings::Builder;

    #[test]
    fn tables_are_found_one_folder_up_and_down_and_in_the_wrong_place() {
        let made = tempfile::tempdir().unwrap();
        let root = made.path();
        let (rules, board) = ("mover-pass".parse().unwrap(), "3x3".parse().unwrap());
        Builder::new(root.join("t"), rules, board, Selection::Whole).run().unwrap();
        let meant = |name: &str| Layout::new(root.join(name)).without_tables();
        assert_eq!(meant("t"), None);
        let found = Some(Nearby::Folder(root.join("t")));
        for name in
            ["t/nowhere", "t/mover-pass", "t/mover-pass/3x3", "t/mover-pass/3x3/2v2.loa", ""]
        {
            assert_eq!(meant(name).unwrap().nearby, found, "{name}");
        }
        let quoted = Layout::new(format!("\"{}\"", root.join("t").display())).without_tables();
        let quoted = quoted.unwrap().to_string();
        assert!(quoted.ends_with(&format!("\" (did you mean {}?)", root.join("t").display())));
        let file = meant("t/mover-pass/3x3/2v2.loa").unwrap().to_string();
        assert!(
            file.contains("2v2.loa is a file, not a folder of tables (did you mean "),
            "{file}"
        );
        assert_eq!(meant("elsewhere/deep/in/there").unwrap().nearby, None);

        // Flat in a folder, and in the folder of other rules.
        for name in ["flat/2v2.loa", "moved/draw-pass/3x3/2v2.loa", "board/3x3/2v2.loa"] {
            let file = root.join(name);
            let folder = root.join(name.split('/').next().unwrap());
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::copy(root.join("t/mover-pass/3x3/2v2.loa"), &file).unwrap();
            let layout = Layout::new(&folder);
            let place = folder.join("mover-pass/3x3/2v2.loa");
            let found = layout.nearby(&|wanted| wanted.rules == rules);
            assert_eq!(found, Some(Nearby::Misplaced { file, place }));
            assert_eq!(layout.nearby(&|wanted| wanted.rules != rules), None, "{name}");
        }
    }
}
