//! The tasks that all processes of a build carry out together, as a line of text.

use std::fmt;
use std::io;

use loa_solver::retrograde::SolveError;
use loa_solver::{Board, Material};

use crate::crew::Crew;

/// Something that all processes do together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// Solve a family, whose files lie in the work folder.
    Solve(SolveTask),
    /// Pack the table of a material of the family that was solved last.
    Pack(Material),
    /// There is nothing left to do.
    End,
}

/// A family to be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SolveTask {
    pub(super) board: Board,
    /// A material of the family.
    pub(super) material: Material,
    /// Bytes of memory for values and states, for each process.
    pub(super) memory: u64,
    /// Bytes of memory for finished values.
    pub(super) cache: u64,
    /// The materials that captures look into, and the digests of their tables, by which
    /// their values are found.
    pub(super) lower: Vec<(Material, u128)>,
}

impl Task {
    /// Hands a task to the others, as the first process.
    pub(super) fn announce(&self, crew: &mut Crew<'_>) -> Result<(), SolveError> {
        let announced = crew.of_first(self.to_string().as_bytes());
        announced.map(|_| ()).map_err(SolveError::Exchange)
    }

    /// Waits for the next task of the first process.
    pub(super) fn receive(crew: &mut Crew<'_>) -> Result<Task, SolveError> {
        let text = crew.of_first(&[]).map_err(SolveError::Exchange)?;
        let text = String::from_utf8_lossy(&text);
        Task::parse(&text).ok_or_else(|| {
            let message = format!("process 0 has sent {text:?}, which is no task");
            SolveError::Exchange(io::Error::other(message))
        })
    }

    fn parse(text: &str) -> Option<Task> {
        let mut words = text.split(' ');
        let task = match words.next()? {
            "solve" => Task::Solve(SolveTask {
                board: words.next()?.parse().ok()?,
                material: words.next()?.parse().ok()?,
                memory: words.next()?.parse().ok()?,
                cache: words.next()?.parse().ok()?,
                lower: words.by_ref().map(lower).collect::<Option<_>>()?,
            }),
            "pack" => Task::Pack(words.next()?.parse().ok()?),
            "end" => Task::End,
            _ => return None,
        };
        words.next().is_none().then_some(task)
    }
}

/// Reads a material and a digest.
fn lower(word: &str) -> Option<(Material, u128)> {
    let (material, digest) = word.split_once(':')?;
    let digest = u128::from_str_radix(digest, 16).ok()?;
    Some((material.parse().ok()?, digest))
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Task::Solve(task) => {
                let SolveTask {
                    board,
                    material,
                    memory,
                    cache,
                    lower,
                } = task;
                write!(f, "solve {board} {material} {memory} {cache}")?;
                lower
                    .iter()
                    .try_for_each(|(material, digest)| write!(f, " {material}:{digest:032x}"))
            }
            Task::Pack(material) => write!(f, "pack {material}"),
            Task::End => f.write_str("end"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_come_back() {
        let material = |text: &str| text.parse().unwrap();
        let solve = |lower| {
            Task::Solve(SolveTask {
                board: "5x4".parse().unwrap(),
                material: material("4v3"),
                memory: u64::MAX,
                cache: 1,
                lower,
            })
        };
        for task in [
            solve(vec![]),
            solve(vec![(material("3v3"), 7), (material("2v4"), u128::MAX)]),
            Task::Pack(material("3v4")),
            Task::End,
        ] {
            let text = task.to_string();
            assert_eq!(Task::parse(&text), Some(task), "{text}");
            assert_eq!(Task::parse(&format!("{text} and more")), None);
            assert_eq!(Task::parse(&text[1..]), None);
        }
    }
}
