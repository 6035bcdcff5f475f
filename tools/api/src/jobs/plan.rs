//! `plan`: estimates the cost of solving, and compares it with the available space.

use std::fmt;

use loa_record::text::{counted, grouped};
use loa_solver::{Board, Family, Material, Preset, Rules};
use loa_tablebase::{BuildError, Builder, FamilyPlan, Plan, Selection};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::part::{self, Fit};
use super::values::size;
use super::{Job, Work};
use crate::failure::Failure;
use crate::figures::{amount, cpu_time, forecast};

/// Print the time, memory and disk that solving would take, without solving
#[derive(Clone, Debug, Deserialize, clap::Args)]
pub(super) struct PlanRequest {
    #[arg(from_global)]
    pub(super) rules: Option<Preset>,
    /// The board, such as 5x5 (files x ranks, each 3 to 8)
    pub(super) board: Board,
    /// All material with up to N stones [default: all that play from the start can reach]
    #[arg(long, alias = "pieces", value_name = "N", conflicts_with = "material")]
    stones: Option<u32>,
    /// One material with its twin and all the material it leads to, such as 4v3
    #[arg(long, value_name = "AvB")]
    material: Option<Material>,
    /// Memory limit, such as 2GiB [default: all free memory]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(super) memory: Option<u64>,
}

impl PlanRequest {
    pub(super) fn selection(&self) -> Selection {
        match (self.stones, self.material) {
            (Some(stones), _) => Selection::Stones(stones),
            (_, Some(material)) => Selection::Material(material),
            _ => Selection::Whole,
        }
    }

    /// Returns the build of a part of the board in the folder of the library.
    pub(super) fn builder(&self, work: &Work<'_>, selection: Selection) -> Builder {
        let (layout, rules) = (work.library.layout.clone(), self.preset().rules);
        Builder::new(layout, rules, self.board, selection).memory(self.memory)
    }

    pub(super) fn preset(&self) -> Preset {
        self.rules.unwrap_or_default()
    }
}

impl Job for PlanRequest {
    type Answer = PlanReport;

    fn run(&self, work: &mut Work<'_>) -> Result<(PlanReport, Option<Failure>), Failure> {
        let builder = self.builder(work, self.selection());
        let plan = builder.plan().map_err(|error| {
            part::failure("plan", &builder, self.memory, BuildError::Plan(error))
        })?;
        let fit = Fit::of(&builder)?;
        let words = fit.words(&plan, &builder, self.memory);
        Ok((PlanReport::new(self.board, &plan, work.threads, &fit, words), None))
    }
}

/// The cost of solving a board, and whether it fits.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct PlanReport {
    /// The board.
    board: Board,
    /// The board whose tables it uses: itself or its transpose.
    tables_of: Board,
    /// The rules id.
    rules: Rules,
    /// The families of tables, in the order in which they are solved.
    families: Vec<PlannedFamily>,
    /// The number of values to solve.
    positions: u64,
    /// The bytes of memory for the fastest solve.
    memory: u64,
    /// The bytes of memory that a solve needs at least.
    least_memory: u64,
    /// The bytes of smaller tables that should stay in memory.
    mapped_bytes: u64,
    /// The bytes of the tables on the disk.
    table_bytes: u64,
    /// The bytes on the disk during the work.
    work_bytes: u64,
    /// A forecast of the processor time.
    cpu_seconds: f64,
    /// A forecast of the elapsed time on the threads.
    seconds: f64,
    /// True if the memory and the disk suffice.
    fits: bool,
    /// The available bytes of memory, if known.
    memory_available: Option<u64>,
    /// The available bytes of the disk, if known.
    disk_available: Option<u64>,
    /// The largest number of stones whose tables fit.
    largest_pieces: Option<u32>,
    #[serde(skip)]
    threads: usize,
    /// The text that says whether the plan fits, and otherwise names the largest plan that fits.
    #[serde(skip)]
    fit: String,
}

/// A family of tables in a plan.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct PlannedFamily {
    /// The larger of its materials.
    family: Family,
    /// The materials of its tables.
    tables: Vec<Material>,
    /// The number of its values.
    positions: u64,
    /// True if it is solved.
    complete: bool,
    /// True if its solution has begun.
    begun: bool,
}

impl From<&FamilyPlan> for PlannedFamily {
    fn from(family: &FamilyPlan) -> PlannedFamily {
        PlannedFamily {
            family: family.family,
            tables: family.tables.iter().map(|table| table.material).collect(),
            positions: family.positions(),
            complete: family.is_done(),
            begun: family.begun,
        }
    }
}

impl PlanReport {
    fn new(board: Board, plan: &Plan, threads: usize, fit: &Fit, words: String) -> PlanReport {
        let room = &fit.room;
        let cpu_seconds = plan.cpu_seconds(room.memory);
        PlanReport {
            board,
            tables_of: plan.board,
            rules: plan.rules,
            families: plan.families.iter().map(PlannedFamily::from).collect(),
            positions: plan.positions(),
            memory: plan.memory(),
            least_memory: plan.least_memory(),
            mapped_bytes: plan.mapped_bytes(),
            table_bytes: plan.table_bytes(),
            work_bytes: plan.work_bytes(),
            cpu_seconds,
            seconds: cpu_seconds / threads.max(1) as f64,
            fits: room.fits(plan),
            memory_available: room.memory,
            disk_available: room.disk,
            largest_pieces: fit.stones,
            threads,
            fit: words,
        }
    }
}

impl fmt::Display for PlanReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} under {}", self.board, self.rules)?;
        turned(f, self.board, self.tables_of)?;
        for family in &self.families {
            let state = match (family.complete, family.begun) {
                (true, _) => "there",
                (_, true) => "begun",
                _ => "to solve",
            };
            let (name, positions) = (family.family.to_string(), grouped(family.positions));
            write!(f, "\n  {name:<8} {positions:>19} positions  {state}")?;
        }
        if self.families.iter().all(|family| family.complete) {
            return write!(f, "\nnothing is left to solve");
        }
        let threads = counted(self.threads as u64, "thread");
        let (cpu, clock) = (cpu_time(self.cpu_seconds), forecast(self.seconds));
        let [memory, smaller, least] =
            [self.memory, self.mapped_bytes, self.least_memory].map(amount);
        for (what, much) in [
            ("positions to solve", grouped(self.positions)),
            ("memory", format!("{memory}, and {smaller} for smaller tables; at least {least}")),
            ("disk for tables", amount(self.table_bytes)),
            ("disk while working", amount(self.work_bytes)),
            ("time", format!("about {cpu}, {clock} by {threads}: a forecast")),
            ("fits", self.fit.clone()),
        ] {
            write!(f, "\n{what:<20}{much}")?;
        }
        Ok(())
    }
}

/// Writes a line if the board uses the tables of its transpose.
pub(super) fn turned(f: &mut fmt::Formatter<'_>, board: Board, of: Board) -> fmt::Result {
    if of == board {
        Ok(())
    } else {
        write!(f, "\nits tables are those of {of}: {board} is the same board turned")
    }
}
