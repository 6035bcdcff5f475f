//! The agreement of all processes on their work and its folder.

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use loa_solver::retrograde::{Exchange, SolveError, all_succeed};

use crate::failure::{Failure, Status, at, failure};

/// Checks that the value of a fact, such as the command line, is the same for all processes. If not,
/// all return the same failure, with this status and advice.
pub(crate) fn expect_same(
    exchange: &mut dyn Exchange,
    (name, value): (&str, &str),
    (status, advice): (Status, &str),
) -> Result<(), Failure> {
    let values = gather(exchange, value.as_bytes())?;
    let text = |rank: usize| String::from_utf8_lossy(&values[rank]);
    match values.iter().position(|value| *value != values[0]) {
        None => Ok(()),
        Some(rank) => {
            let (found, expected) = (text(rank), text(0));
            let words = format_args!("process {rank} has {found}, process 0 has {expected}");
            Err(Failure::new(status, format_args!("{name} differs: {words}{advice}")))
        }
    }
}

/// Checks that all processes share a folder, and creates it. The check leaves no file behind. If
/// another process does not find the file of the first, all return the same failure.
pub(crate) fn expect_shared(exchange: &mut dyn Exchange, folder: &Path) -> Result<(), Failure> {
    if exchange.size() == 1 {
        return Ok(());
    }
    let mark = || {
        fs::create_dir_all(folder)?;
        tempfile::Builder::new().prefix(".loa-shared-").rand_bytes(16).tempfile_in(folder)
    };
    let mark = (exchange.rank() == 0).then(mark).transpose();
    let mark = all_succeed(exchange, mark.map_err(|error| at(folder, error)))?;
    // A network file system may have noted that the folder did not exist.
    let made = fs::create_dir_all(folder);
    all_succeed(exchange, made.map_err(|error| at(folder, error)))?;
    let name = mark.as_ref().and_then(|mark| mark.path().file_name()).unwrap_or_default();
    let names = gather(exchange, name.as_encoded_bytes())?;
    let file = folder.join(String::from_utf8_lossy(&names[0]).as_ref());
    let is_there = (0..LOOKS).any(|look| {
        if look > 0 {
            sleep(BETWEEN_LOOKS);
        }
        file.exists()
    });
    let answers = gather(exchange, &[is_there.into()])?;
    match answers.iter().position(|answer| *answer != [1]) {
        None => Ok(()),
        Some(rank) => Err(failure!(
            Failed,
            "the processes do not share {}: process {rank} cannot find the file that process 0 has \
             written there; name a folder that every machine has, with --tables DIR",
            folder.display()
        )),
    }
}

fn gather(exchange: &mut dyn Exchange, bytes: &[u8]) -> Result<Vec<Vec<u8>>, Failure> {
    Ok(exchange.all_gather(bytes).map_err(SolveError::Exchange)?)
}

/// Looks for a file from another machine, and the time between two looks.
const LOOKS: u32 = 10;
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use loa_tests::folder::files;
    use loa_tests::threads::threads;

    use super::*;

    type Fact = (&'static str, &'static str);

    fn agree_to_start(
        exchange: &mut dyn Exchange,
        facts: &[Fact],
        folder: &Path,
    ) -> Result<(), Failure> {
        let mut facts = facts.iter();
        facts.try_for_each(|&fact| expect_same(exchange, fact, (Status::Usage, "; try again")))?;
        expect_shared(exchange, folder)
    }

    /// Runs the agreement in one process for each pair of facts and folder.
    fn agree(processes: &[(Vec<Fact>, PathBuf)]) -> Vec<Result<(), Failure>> {
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

    fn has_no_file(folder: &Path) -> bool {
        files(folder).is_empty()
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
        assert!(has_no_file(folder.path()));
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
            let expected = "board differs: process 2 has 5x4, process 0 has 5x5; try again";
            assert_eq!(message, expected);
        }
        assert!(has_no_file(folder.path()));
    }

    #[test]
    fn processes_with_folders_of_their_own_do_not_start() {
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let process = |at: usize| (vec![("version", "1")], folders[at].path().join("tables"));
        for started in agree(&[process(0), process(0), process(1)]) {
            let message = started.unwrap_err().to_string();
            assert!(message.contains("process 2 cannot find the file"), "{message}");
        }
        assert!(folders.iter().all(|folder| has_no_file(folder.path())));
    }
}
