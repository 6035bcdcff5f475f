//! The material that the command line selects, and the part of a board that fits the machine.

use clap::Args;
use loa_api::advice::{Advice, solving};
use loa_api::amount;
use loa_solver::{Board, IndexError, Material};
use loa_tablebase::{BuildError, Builder, PlanError, Resources, Selection, TableError};

use crate::failure::{Failure, bail};

/// A selection of the material of a board.
#[derive(Args, Debug)]
pub(crate) struct Selected {
    /// The board, such as 5x5 (files x ranks, each 3 to 8)
    pub(crate) board: Board,
    /// All material with up to N stones [default: all that play from the start can reach]
    #[arg(long, alias = "pieces", value_name = "N", conflicts_with = "material")]
    pub(crate) stones: Option<u32>,
    /// One material with its twin and all the material it leads to, such as 4v3
    #[arg(long, value_name = "AvB")]
    pub(crate) material: Option<Material>,
}

impl Selected {
    pub(crate) fn selection(&self) -> Selection {
        match (self.stones, self.material) {
            (Some(stones), _) => Selection::Stones(stones),
            (_, Some(material)) => Selection::Material(material),
            _ => Selection::Whole,
        }
    }
}

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

    /// Returns the available space in words, such as "23.43 GiB of memory and 96.30 GiB of disk".
    pub(super) fn room(&self) -> String {
        let some = |bytes: Option<u64>| bytes.map_or("an unknown amount".to_owned(), amount);
        let (memory, disk) = (some(self.room.memory), some(self.room.disk));
        format!("{memory} of memory and {disk} of disk")
    }

    /// Returns advice on a selection that does not fit: `plan` or `solve` (in `command`) with the
    /// largest part that fits and its [`options`].
    pub(super) fn advice(&self, command: &str, builder: &Builder, options: &str) -> Advice {
        let Some(stones) = self.stones else {
            let words = format!("not even four stones fit {}", self.room());
            return Advice { words, command: None };
        };
        let (folder, part) = (builder.layout().root(), Selection::Stones(stones));
        let solve = solving(folder, builder.rules(), builder.board(), part);
        let command = solve.replacen("solve", command, 1) + options;
        Advice {
            words: format!("the largest part that fits is --stones {stones}"),
            command: Some(command),
        }
    }
}

/// Returns the options of a solve or a plan, as they follow the selection.
pub(super) fn options(memory: Option<u64>) -> String {
    memory.map_or(String::new(), |memory| format!(" --memory {}", exact(memory)))
}

/// Returns the failure of a solve or a plan, with advice if a smaller selection fits.
pub(super) fn failure(
    command: &str,
    builder: &Builder,
    options: &str,
    error: BuildError,
) -> Failure {
    let too_large = match &error {
        BuildError::Table(TableError::Memory { .. }) | BuildError::Disk { .. } => true,
        BuildError::Plan(error) => is_too_large(error),
        _ => false,
    };
    let failure = Failure::from(error);
    match Fit::of(builder) {
        Ok(fit) if too_large => failure.advised(Some(fit.advice(command, builder, options))),
        _ => failure,
    }
}

/// Returns the largest part of a builder's selection that fits, and a sentence about it.
pub(super) fn reduced(
    builder: &Builder,
    selection: Selection,
) -> Result<(Selection, String), Failure> {
    let (board, fit) = (builder.board(), Fit::of(builder)?);
    match builder.plan() {
        Ok(plan) if fit.room.fits(&plan) => {
            let part = match selection {
                Selection::Stones(stones) => format!("{board} to {stones} stones"),
                Selection::Whole | Selection::Material(_) => format!("all of {board}"),
            };
            return Ok((selection, format!("{part} fits {}", fit.room())));
        }
        Err(error) if !is_too_large(&error) => return Err(error.into()),
        _ => {}
    }
    let Some(stones) = fit.stones else {
        bail!(Failed, "not even four stones on {board} fit {}", fit.room());
    };
    let room = fit.room();
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
