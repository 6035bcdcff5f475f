//! Advice on failures: commands that remove the cause, ready to paste.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};

use loa_record::text::path_text;
use loa_solver::{Board, Material, Rules};
use loa_tablebase::{
    Builder, Layout, Nearby, Plan, Resources, Selection, TableError, TableSubject,
};

use crate::figures::{amount, cpu_time};
use crate::tables_folder::default_folder;

/// The maximum processor time for advising to solve a whole board where solving one material would
/// be enough.
const WHOLE_SECONDS: f64 = 3600.0;

/// The maximum number of pieces of advice in memory.
const MOST_KNOWN: usize = 4096;

/// Advice on a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The advice in words. The command follows them.
    pub words: String,
    /// The command, if the advice has one.
    pub command: Option<String>,
}

/// Writes the words and the command as they follow the failure.
impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.command {
            Some(command) => write!(f, "{}: {command}", self.words),
            None => f.write_str(&self.words),
        }
    }
}

impl Advice {
    /// Returns advice in words, without a command.
    pub fn words(words: impl Into<String>) -> Advice {
        Advice { words: words.into(), command: None }
    }

    /// Returns advice to run a command.
    pub fn command(words: impl Into<String>, command: String) -> Advice {
        Advice { words: words.into(), command: Some(command) }
    }

    /// Returns advice on tables that contradict themselves.
    pub fn contradiction(folder: Option<&Path>, rules: Rules, board: Board) -> Advice {
        Advice::command("the tables are wrong, as this shows", verifying(folder, rules, board))
    }
}

/// Tables that a question needs and the folder lacks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MissingTables {
    /// The folder for tables.
    pub folder: PathBuf,
    /// The rules.
    pub rules: Rules,
    /// The board.
    pub board: Board,
    /// The material of the question. `None` if any table of the board will do.
    pub material: Option<Material>,
}

impl MissingTables {
    /// Returns where the tables lie instead. If they are not near, returns the command that makes
    /// them, and its cost. The command solves the whole board if an hour is enough, otherwise only
    /// the material.
    pub fn advice(&self) -> Option<Advice> {
        // A file of many questions may need the same table a million times. The lock is not held
        // during planning, because other threads ask questions too.
        static KNOWN: LazyLock<Mutex<HashMap<MissingTables, Option<Advice>>>> =
            LazyLock::new(Mutex::default);
        let lock = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(advice) = lock().get(self) {
            return advice.clone();
        }
        let advice = self.find();
        let mut known = lock();
        if known.len() == MOST_KNOWN {
            known.clear();
        }
        known.insert(self.clone(), advice.clone());
        advice
    }

    fn find(&self) -> Option<Advice> {
        let family = self.material.map(Material::family);
        let nearby = Layout::new(self.folder.clone()).nearby(&|found: TableSubject| {
            let is_of_board = [found.board, found.board.transposed()].contains(&self.board);
            let is_wanted = family.is_none_or(|family| family == found.material.family());
            found.rules == self.rules && is_of_board && is_wanted
        });
        if let Some(nearby) = nearby {
            return Some(Advice::words(match nearby {
                Nearby::Folder(folder) => format!("did you mean --tables {}?", quoted(&folder)),
                misplaced => misplaced.to_string(),
            }));
        }
        if self.folder.is_file() {
            let folder = self.folder.display();
            return Some(Advice::words(format!("{folder} is a file: name a folder")));
        }
        let builder = |selection| {
            let layout = Layout::new(self.folder.clone());
            Builder::new(layout, self.rules, self.board, selection)
        };
        let room = builder(Selection::Whole).resources();
        let plan = |selection| builder(selection).plan().ok();
        let fits = |plan: &Plan| room.fits(plan) && plan.cpu_seconds(room.memory) < WHOLE_SECONDS;
        let whole = plan(Selection::Whole).filter(|whole| self.is_in(whole) && fits(whole));
        if let Some(whole) = whole {
            return Some(self.made_by(Selection::Whole, &whole, &room));
        }
        let Some(material) = self.material else {
            let parts = (4..=self.board.squares())
                .map(Selection::Stones)
                .map_while(|part| Some((part, plan(part).filter(fits)?)));
            return parts.last().map(|(part, plan)| self.made_by(part, &plan, &room));
        };
        let selection = Selection::Material(material.family().larger_first());
        let alone = plan(selection)?;
        if room.fits(&alone) {
            return Some(self.made_by(selection, &alone, &room));
        }
        let needs = |what, needed, there: Option<u64>| {
            let there = amount(there.unwrap_or_default());
            format!(
                "solving {material} takes {} of {what}, and {there} are available",
                amount(needed)
            )
        };
        Some(Advice::words(if room.memory_fits(&alone) {
            needs("disk", alone.disk_bytes(), room.disk)
        } else {
            needs("memory", alone.memory(), room.memory)
        }))
    }

    /// Returns whether a plan makes all missing tables.
    fn is_in(&self, plan: &Plan) -> bool {
        self.material.is_none_or(|material| {
            let family = material.family();
            plan.families.iter().any(|plan| plan.family == family)
        })
    }

    fn made_by(&self, selection: Selection, plan: &Plan, room: &Resources) -> Advice {
        let command = solving(&self.folder, self.rules, self.board, selection);
        Advice::command(format!("make it ({}) with", cost(plan, room)), command)
    }
}

/// Returns the command that remakes the largest damaged file and all files that it depends on.
/// Returns `None` if the files lie outside the folder for tables.
pub fn solving_again<'a>(files: impl Iterator<Item = &'a Path>) -> Option<Advice> {
    let tables = files.filter_map(|file| {
        let folder = file.ancestors().nth(3)?;
        Some((folder, Layout::named(file)?))
    });
    let largest = tables.max_by_key(|(_, subject)| subject.material.stones());
    let (folder, TableSubject { rules, board, material }) = largest?;
    let selection = Selection::Material(material.family().larger_first());
    Some(Advice::command("make it again with", solving(folder, rules, board, selection)))
}

/// Returns where to move files that are tables of another subject than their paths name. `None` if
/// none of the files is such a table.
pub fn moving<'a>(unusable: impl Iterator<Item = &'a TableError>) -> Option<Advice> {
    let places = unusable.filter_map(|error| {
        let TableError::Misplaced { path, found, .. } = error else {
            return None;
        };
        let layout = Layout::new(path.ancestors().nth(3)?);
        Some((&**path, layout.table(*found)))
    });
    let places: Vec<(&Path, PathBuf)> = places.collect();
    let folder = places.first()?.1.parent()?;
    let keeps_name = |(path, place): &(&Path, PathBuf)| {
        path.file_name().is_some_and(|name| *place == folder.join(name))
    };
    Some(Advice::words(match &*places {
        [(_, place)] => format!("move it to {}", place.display()),
        _ if places.iter().all(keeps_name) => format!("move them to {}", folder.display()),
        _ => "move each to the path of its rules, board and material".to_owned(),
    }))
}

/// Returns the cost of solving, such as "about 5 CPU-minutes, 1.46 GiB of memory".
fn cost(plan: &Plan, room: &Resources) -> String {
    let time = cpu_time(plan.cpu_seconds(room.memory));
    format!("about {time}, {} of memory", amount(plan.memory()))
}

/// Returns the command that solves a selection.
pub fn solving(folder: &Path, rules: Rules, board: Board, selection: Selection) -> String {
    let part = match selection {
        Selection::Whole => String::new(),
        Selection::Stones(stones) => format!(" --stones {stones}"),
        Selection::Material(material) => format!(" --material {material}"),
    };
    format!("loa solve {board}{part}{}{}", rules_option(rules), tables_option(folder))
}

/// Returns the command that verifies the tables of a board.
pub fn verifying(folder: Option<&Path>, rules: Rules, board: Board) -> String {
    let tables = folder.map_or(String::new(), tables_option);
    format!("loa verify {board}{}{tables}", rules_option(rules))
}

/// Returns `--rules ID` with a space before it. Returns nothing for the default rules.
pub fn rules_option(rules: Rules) -> String {
    if rules == Rules::default() {
        return String::new();
    }
    format!(" --rules {rules}")
}

/// Returns `--tables FOLDER` with a space before it. Returns nothing for the default folder.
pub fn tables_option(folder: &Path) -> String {
    if default_folder().is_some_and(|default| default == folder) {
        return String::new();
    }
    format!(" --tables {}", quoted(folder))
}

/// Returns a path as one word of a shell.
pub fn quoted(path: &Path) -> String {
    let text = path_text(path);
    if path.to_str().is_none() {
        return format!("$'{}'", text.replace('\'', "\\'"));
    }
    shlex::try_quote(&text).map_or_else(|_| text.to_string(), |quoted| quoted.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn missing(board: &str, material: Option<&str>) -> MissingTables {
        MissingTables {
            folder: PathBuf::from("/nowhere/my tables"),
            rules: Rules::default(),
            board: board.parse().unwrap(),
            material: material.map(|material| material.parse().unwrap()),
        }
    }

    fn command(board: &str, material: Option<&str>) -> Option<String> {
        missing(board, material).advice().unwrap().command
    }

    #[test]
    fn a_board_is_advised_whole_where_an_hour_is_enough() {
        let tables = "--tables '/nowhere/my tables'";
        let whole = format!("loa solve 4x5 {tables}");
        for material in [None, Some("2v2"), Some("4v6"), Some("6v4")] {
            assert_eq!(command("4x5", material).as_ref(), Some(&whole));
        }
        // Play from the start of 4x5 does not reach 7v2.
        let part = |part: &str| Some(format!("loa solve {part} {tables}"));
        assert_eq!(command("4x5", Some("2v7")), part("4x5 --material 7v2"));
        assert_eq!(command("8x8", Some("2v3")), part("8x8 --material 3v2"));
        assert!(command("8x8", None).unwrap().starts_with("loa solve 8x8 --stones "));
        let advice = missing("8x8", Some("3v2")).advice().unwrap();
        assert!(advice.words.starts_with("make it (about "), "{}", advice.words);
    }

    #[test]
    fn nothing_is_advised_that_does_not_fit() {
        let advice = missing("8x8", Some("7v7")).advice().unwrap();
        assert_eq!(advice.command, None);
        assert!(advice.words.starts_with("solving 7v7 takes "), "{}", advice.words);
    }
}
