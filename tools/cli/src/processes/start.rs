//! The agreement of all processes on their work and its folder.

use std::collections::hash_map::RandomState;
use std::fs;
use std::hash::BuildHasher;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use loa_solver::retrograde::{Exchange, SolveError, all_succeed};
use tempfile::NamedTempFile;

/// The reason why the processes cannot begin.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StartError {
    /// A process is about to do different work than the first.
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
    /// Another process cannot find a file that the first process has written.
    #[error("the processes do not share {}: process {rank} cannot find the file that process 0 has written there", .folder.display())]
    NotShared {
        /// The folder.
        folder: PathBuf,
        /// The first process that cannot find it.
        rank: usize,
    },
    /// The processes cannot reach each other, or one cannot use the folder.
    #[error(transparent)]
    Failed(#[from] SolveError),
}

/// Checks that the value of a fact, such as "rules", is the same for all processes. All processes
/// return the same result.
pub(crate) fn expect_same(
    exchange: &mut dyn Exchange,
    name: &'static str,
    value: &str,
) -> Result<(), StartError> {
    let values = gather(exchange, value.as_bytes())?;
    let other = values.iter().position(|value| *value != values[0]);
    let text = |rank: usize| String::from_utf8_lossy(&values[rank]).into_owned();
    match other {
        None => Ok(()),
        Some(rank) => Err(StartError::Differs { name, rank, found: text(rank), expected: text(0) }),
    }
}

/// Checks that all processes share a folder, which need not exist yet. All processes return the
/// same result. The check leaves no file behind.
pub(crate) fn expect_shared(exchange: &mut dyn Exchange, folder: &Path) -> Result<(), StartError> {
    if exchange.size() == 1 {
        return Ok(());
    }
    let mark = match exchange.rank() {
        0 => Mark::write(folder).map(Some),
        _ => Ok(None),
    };
    let mark = mark.map_err(|error| SolveError::Io { path: folder.to_owned(), error });
    let mark = all_succeed(exchange, mark)?;
    let description = mark.as_ref().map(Mark::description).unwrap_or_default();
    let descriptions = gather(exchange, description.as_bytes())?;
    let is_there = Mark::is_there(folder, &String::from_utf8_lossy(&descriptions[0]));
    let answers = gather(exchange, &[is_there.into()])?;
    match answers.iter().position(|answer| *answer != [1]) {
        None => Ok(()),
        Some(rank) => Err(StartError::NotShared { folder: folder.to_owned(), rank }),
    }
}

fn gather(exchange: &mut dyn Exchange, bytes: &[u8]) -> Result<Vec<Vec<u8>>, SolveError> {
    exchange.all_gather(bytes).map_err(SolveError::Exchange)
}

/// A file that the first process writes for the others to find. It is removed when
/// dropped.
struct Mark {
    /// Levels by which the file is above the shared folder, which may not exist yet.
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
        let mut file = tempfile::Builder::new().prefix(".loa-shared-").tempfile_in(there)?;
        // The keys of hashes are the only source of randomness in the standard library.
        let content = format!("{:016x}", RandomState::new().hash_one(0));
        file.write_all(content.as_bytes())?;
        file.as_file().sync_all()?;
        Ok(Mark { above, file, content })
    }

    /// Returns the place of the file and its content.
    fn description(&self) -> String {
        let name = self.file.path().file_name().unwrap_or_default();
        format!("{} {} {}", self.above, self.content, name.display())
    }

    /// `true` if the file is where its description says. Waits some time for a network file system.
    fn is_there(folder: &Path, description: &str) -> bool {
        let mut words = description.splitn(3, ' ');
        let (Some(above), Some(content), Some(name)) = (words.next(), words.next(), words.next())
        else {
            return false;
        };
        let ancestor = above.parse().ok().and_then(|above| folder.ancestors().nth(above));
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

/// Looks for a file from another machine, and the time between two looks.
const LOOKS: u32 = 10;
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// Returns a folder: the current one if the path is empty.
fn here(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

#[cfg(test)]
mod tests {
    use loa_tests::threads::threads;

    use super::*;

    type Fact = (&'static str, &'static str);

    fn agree_to_start(
        exchange: &mut dyn Exchange,
        facts: &[Fact],
        folder: &Path,
    ) -> Result<(), StartError> {
        let mut facts = facts.iter();
        facts.try_for_each(|(name, value)| expect_same(exchange, name, value))?;
        expect_shared(exchange, folder)
    }

    /// Runs the agreement in one process for each pair of facts and folder.
    fn agree(processes: &[(Vec<Fact>, PathBuf)]) -> Vec<Result<(), StartError>> {
        std::thread::scope(|scope| {
            let ends = threads(processes.len()).into_iter().zip(processes);
            let started: Vec<_> = ends
                .map(|(mut end, (facts, folder))| {
                    scope.spawn(move || agree_to_start(&mut end, facts, folder))
                })
                .collect();
            let joined = started.into_iter().map(|thread| thread.join().unwrap());
            joined.collect()
        })
    }

    fn is_empty(folder: &Path) -> bool {
        folder.read_dir().unwrap().next().is_none()
    }

    #[test]
    fn processes_with_the_same_facts_and_folder_start() {
        let folder = tempfile::tempdir().unwrap();
        let facts = || vec![("version", "1"), ("board", "5x5")];
        for inside in ["", "tables", "tables/of/loa"] {
            let process = || (facts(), folder.path().join(inside));
            for size in 1..4 {
                let processes: Vec<_> = (0..size).map(|_| process()).collect();
                assert!(agree(&processes).iter().all(Result::is_ok));
            }
        }
        assert!(is_empty(folder.path()));
    }

    #[test]
    fn processes_that_differ_do_not_start() {
        let folder = tempfile::tempdir().unwrap();
        let process = |board: &'static str| {
            let facts = vec![("version", "1"), ("board", board)];
            (facts, folder.path().to_owned())
        };
        let started = agree(&[process("5x5"), process("5x5"), process("5x4")]);
        for started in started {
            let message = started.unwrap_err().to_string();
            let expected = "board differs: process 2 has 5x4, process 0 has 5x5";
            assert_eq!(message, expected);
        }
        assert!(is_empty(folder.path()));
    }

    #[test]
    fn processes_with_folders_of_their_own_do_not_start() {
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let process = |at: usize| (vec![("version", "1")], folders[at].path().join("tables"));
        for started in agree(&[process(0), process(0), process(1)]) {
            match started.unwrap_err() {
                StartError::NotShared { rank, .. } => assert_eq!(rank, 2),
                error => panic!("{error}"),
            }
        }
        assert!(folders.iter().all(|folder| is_empty(folder.path())));
    }
}
