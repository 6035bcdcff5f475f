//! The agreement of all processes on what they are about to do, and where.

use std::collections::hash_map::RandomState;
use std::fs;
use std::hash::BuildHasher;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use loa_solver::retrograde::{Exchange, SolveError, all_succeed};
use tempfile::NamedTempFile;

/// A fact that must be the same for all processes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// The name of the fact, such as "rules".
    pub name: &'static str,
    /// Its value for this process.
    pub value: String,
}

/// The reason why the processes cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// A process is about to do something else than the first.
    #[error("{name} differs: process {rank} has {found}, process 0 has {expected}")]
    Differs {
        /// The name of the fact.
        name: &'static str,
        /// The first process that differs.
        rank: usize,
        /// The value of the fact for that process.
        found: String,
        /// The value for process 0.
        expected: String,
    },
    /// A file that the first process has written is not there for another.
    #[error("the processes do not share {}: process {rank} does not find there what process 0 writes", .folder.display())]
    NotShared {
        /// The folder.
        folder: PathBuf,
        /// The first process that does not find it.
        rank: usize,
    },
    /// The processes cannot reach each other, or one cannot use the folder.
    #[error(transparent)]
    Failed(#[from] SolveError),
}

/// Checks that a fact is the same for all processes. Every process returns the same.
///
/// # Errors
/// When it differs for any of them.
pub fn expect_same(exchange: &mut dyn Exchange, fact: &Fact) -> Result<(), StartError> {
    let values = gather(exchange, fact.value.as_bytes())?;
    let other = values.iter().position(|value| *value != values[0]);
    let text = |rank: usize| String::from_utf8_lossy(&values[rank]).into_owned();
    match other {
        None => Ok(()),
        Some(rank) => Err(StartError::Differs {
            name: fact.name,
            rank,
            found: text(rank),
            expected: text(0),
        }),
    }
}

/// Checks that all processes share a folder, which need not be there yet. Every process
/// returns the same, and nothing stays written.
///
/// # Errors
/// When any of them does not find there what the first one writes.
pub fn expect_shared(exchange: &mut dyn Exchange, folder: &Path) -> Result<(), StartError> {
    if exchange.size() == 1 {
        return Ok(());
    }
    let mark = match exchange.rank() {
        0 => Mark::write(folder).map(Some),
        _ => Ok(None),
    };
    let mark = mark.map_err(|error| SolveError::Io {
        path: folder.to_owned(),
        error,
    });
    let mark = all_succeed(exchange, mark)?;
    let description = mark.as_ref().map(Mark::description).unwrap_or_default();
    let descriptions = gather(exchange, description.as_bytes())?;
    let is_there = Mark::is_there(folder, &String::from_utf8_lossy(&descriptions[0]));
    let answers = gather(exchange, &[is_there.into()])?;
    match answers.iter().position(|answer| *answer != [1]) {
        None => Ok(()),
        Some(rank) => Err(StartError::NotShared {
            folder: folder.to_owned(),
            rank,
        }),
    }
}

fn gather(exchange: &mut dyn Exchange, bytes: &[u8]) -> Result<Vec<Vec<u8>>, SolveError> {
    exchange.all_gather(bytes).map_err(SolveError::Exchange)
}

/// A file that the first process writes for the others to find. It is removed when
/// dropped.
struct Mark {
    /// The number of folders that the file lies above the shared one, which may not be
    /// there yet.
    above: usize,
    file: NamedTempFile,
    content: String,
}

impl Mark {
    fn write(folder: &Path) -> io::Result<Mark> {
        let above = folder
            .ancestors()
            .position(|ancestor| here(ancestor).is_dir())
            .ok_or(io::ErrorKind::NotFound)?;
        let there = here(folder.ancestors().nth(above).unwrap_or(folder));
        let mut file = tempfile::Builder::new()
            .prefix(".loa-shared-")
            .tempfile_in(there)?;
        // The keys of its hashes are the only randomness of the standard library.
        let content = format!("{:016x}", RandomState::new().hash_one(0));
        file.write_all(content.as_bytes())?;
        file.as_file().sync_all()?;
        Ok(Mark {
            above,
            file,
            content,
        })
    }

    /// Returns the place of the file and its content.
    fn description(&self) -> String {
        let name = self.file.path().file_name().unwrap_or_default();
        format!("{} {} {}", self.above, self.content, name.display())
    }

    /// Returns whether the file is where its description says. A network file system
    /// gets some time for that.
    fn is_there(folder: &Path, description: &str) -> bool {
        let mut words = description.splitn(3, ' ');
        let (Some(above), Some(content), Some(name)) = (words.next(), words.next(), words.next())
        else {
            return false;
        };
        let ancestor = above
            .parse()
            .ok()
            .and_then(|above| folder.ancestors().nth(above));
        let Some(ancestor) = ancestor else {
            return false;
        };
        let file = here(ancestor).join(name);
        (0..LOOKS).any(|look| {
            if look > 0 {
                sleep(BETWEEN_LOOKS);
            }
            fs::read(&file).is_ok_and(|found| found == content.as_bytes())
        })
    }
}

/// Looks for a file that another machine has written, and the time between two.
const LOOKS: u32 = 10;
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// Returns a folder, the current one if the path is empty.
fn here(folder: &Path) -> &Path {
    match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    }
}
