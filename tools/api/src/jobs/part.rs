//! The part of a board that fits a machine.

use loa_solver::IndexError;
use loa_tablebase::{BuildError, Builder, Plan, PlanError, Resources, Selection, TableError};

use crate::advice::{Advice, solving};
use crate::failure::{Failure, bail};
use crate::figures::amount;

/// The available space, and the largest part of a board that fits it.
pub(super) struct Fit {
    pub(super) room: Resources,
    /// The largest value of `--stones` that fits.
    pub(super) stones: Option<u32>,
}

impl Fit {
    pub(super) fn of(builder: &Builder) -> Result<Fit, Failure> {
        let room = builder.resources();
        let stones = builder.most_stones(&room)?;
        Ok(Fit { room, stones })
    }

    /// Describes whether a plan fits, and the largest part that fits.
    pub(super) fn words(&self, plan: &Plan, builder: &Builder, memory: Option<u64>) -> String {
        let room = self.room();
        if self.room.fits(plan) {
            let most = self.stones.map_or(String::new(), |stones| {
                format!("; the largest part that fits is --stones {stones}")
            });
            return format!("yes, in {room}{most}");
        }
        if self.stones.is_none() {
            return format!("no, not even four stones fit {room}");
        }
        format!("no, {room} are available; {}", self.advice("plan", builder, memory))
    }

    /// Returns the available space in words, such as "23.43 GiB of memory and 96.30 GiB of disk".
    fn room(&self) -> String {
        let some = |bytes: Option<u64>| bytes.map_or("an unknown amount".to_owned(), amount);
        let (memory, disk) = (some(self.room.memory), some(self.room.disk));
        format!("{memory} of memory and {disk} of disk")
    }

    /// Returns advice on a part that does not fit: `plan` or `solve` (in `command`) with the
    /// largest part that fits and this limit of memory.
    fn advice(&self, command: &str, builder: &Builder, memory: Option<u64>) -> Advice {
        let Some(stones) = self.stones else {
            return Advice::words(format!("not even four stones fit {}", self.room()));
        };
        let (folder, part) = (builder.layout().root(), Selection::Stones(stones));
        let solve = solving(folder, builder.rules(), builder.board(), part);
        let memory = memory.map_or(String::new(), |memory| format!(" --memory {}", exact(memory)));
        let words = format!("the largest part that fits is --stones {stones}");
        Advice::command(words, solve.replacen("solve", command, 1) + &memory)
    }
}

/// Returns the failure of a solve or a plan, with advice if a smaller part fits.
pub(super) fn failure(
    command: &str,
    builder: &Builder,
    memory: Option<u64>,
    error: BuildError,
) -> Failure {
    let too_large = match &error {
        BuildError::Table(TableError::Memory { .. }) | BuildError::Disk { .. } => true,
        BuildError::Plan(error) => is_too_large(error),
        _ => false,
    };
    let failure = Failure::from(error);
    match Fit::of(builder) {
        Ok(fit) if too_large => failure.advised(Some(fit.advice(command, builder, memory))),
        _ => failure,
    }
}

/// Returns the largest part of a builder's selection that fits, and a sentence about it.
pub(super) fn reduced(
    builder: &Builder,
    selection: Selection,
) -> Result<(Selection, String), Failure> {
    let (board, fit) = (builder.board(), Fit::of(builder)?);
    let room = fit.room();
    match builder.plan() {
        Ok(plan) if fit.room.fits(&plan) => {
            let part = match selection {
                Selection::Stones(stones) => format!("{board} to {stones} stones"),
                Selection::Whole | Selection::Material(_) => format!("all of {board}"),
            };
            return Ok((selection, format!("{part} fits {room}")));
        }
        Err(error) if !is_too_large(&error) => return Err(error.into()),
        _ => {}
    }
    let Some(stones) = fit.stones else {
        bail!(Failed, "not even four stones on {board} fit {room}");
    };
    let sentence = format!("{board} to {stones} stones is the largest part that fits {room}");
    Ok((Selection::Stones(stones), sentence))
}

fn is_too_large(error: &PlanError) -> bool {
    matches!(error, PlanError::Index(IndexError::TooMany { .. }))
}

/// Returns a size in the form that `--memory` takes, in the largest exact unit.
fn exact(bytes: u64) -> String {
    match bytes {
        _ if bytes.is_multiple_of(1 << 30) => format!("{}GiB", bytes >> 30),
        _ if bytes.is_multiple_of(1 << 20) => format!("{}MiB", bytes >> 20),
        _ => bytes.to_string(),
    }
}
