//! Reports on boards that were planned, solved and verified.

use std::fmt;

use loa_judge::search::Found;
use loa_record::text::{counted, grouped};
use loa_solver::{Board, Preset, Rules};
use loa_tablebase::{BuildReport, FamilyPlan, Plan, Resources, Sampled, Verified};
use serde::Serialize;

use crate::figures::{amount, cpu_time, duration, forecast};
use crate::positions::note_on_draw;

/// The cost of solving a board, and whether it fits.
#[derive(Clone, Debug, Serialize)]
pub struct PlanReport {
    board: Board,
    tables_of: Board,
    rules: Rules,
    families: Vec<PlannedFamily>,
    positions: u64,
    memory: u64,
    least_memory: u64,
    mapped_bytes: u64,
    table_bytes: u64,
    work_bytes: u64,
    /// The processor time, and the elapsed time on the threads.
    cpu_seconds: f64,
    seconds: f64,
    fits: bool,
    memory_available: Option<u64>,
    disk_available: Option<u64>,
    largest_pieces: Option<u32>,
    #[serde(skip)]
    threads: usize,
    /// The text that says whether the plan fits, and otherwise names the largest plan that fits.
    #[serde(skip)]
    fit: String,
}

/// A family of tables in a plan.
#[derive(Clone, Debug, Serialize)]
struct PlannedFamily {
    family: String,
    tables: Vec<String>,
    positions: u64,
    complete: bool,
    begun: bool,
}

impl From<&FamilyPlan> for PlannedFamily {
    fn from(family: &FamilyPlan) -> PlannedFamily {
        let tables = family.tables.iter();
        PlannedFamily {
            family: family.family.to_string(),
            tables: tables.map(|table| table.material.to_string()).collect(),
            positions: family.positions(),
            complete: family.is_done(),
            begun: family.begun,
        }
    }
}

impl PlanReport {
    /// Returns the report of a plan for `board` with a number of threads. `room` is the available
    /// memory and disk, `pieces` the maximum number of stones that fit, and `fit` a text about it.
    pub fn new(
        board: Board,
        plan: &Plan,
        threads: usize,
        (room, pieces): (&Resources, Option<u32>),
        fit: String,
    ) -> PlanReport {
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
            largest_pieces: pieces,
            threads,
            fit,
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
            let (name, positions) = (&family.family, grouped(family.positions));
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
fn turned(f: &mut fmt::Formatter<'_>, board: Board, of: Board) -> fmt::Result {
    if of == board {
        Ok(())
    } else {
        write!(f, "\nits tables are those of {of}: {board} is the same board turned")
    }
}

/// Tables that were solved.
#[derive(Clone, Debug, Serialize)]
pub struct SolveReport {
    /// The board.
    pub board: Board,
    /// The board whose tables it uses: itself or its transpose.
    pub tables_of: Board,
    /// The rules id.
    pub rules: Rules,
    /// The maximum number of stones, if the command names one.
    pub pieces: Option<u32>,
    /// The work that was done.
    #[serde(flatten)]
    pub report: BuildReport,
    /// The number of processes.
    pub processes: usize,
    /// The bytes that the processes sent.
    pub sent: u64,
    /// The value of the start, if known.
    pub start: Option<Found>,
    /// A remark on tables that were used without verification.
    #[serde(skip)]
    pub remark: Option<String>,
    /// The rules, including the rule for repetition.
    #[serde(skip)]
    pub preset: Preset,
}

impl SolveReport {
    fn summary(&self) -> String {
        let BuildReport { written, skipped, positions, seconds, .. } = self.report;
        let [made, there] = [written, skipped].map(|tables| counted(tables as u64, "table"));
        let made = format!("{made}, {} positions, {}", grouped(positions), duration(seconds));
        match (written, skipped) {
            (0, 1) => "nothing to do: the table already exists".to_owned(),
            (0, _) => format!("nothing to do: all {there} already exist"),
            (_, 0) => made,
            (_, 1) => format!("{made}; 1 table already existed"),
            (..) => format!("{made}; {there} already existed"),
        }
    }
}

impl fmt::Display for SolveReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.summary())?;
        turned(f, self.board, self.tables_of)?;
        if let Some(remark) = &self.remark {
            write!(f, "\n{remark}")?;
        }
        let untrusted = "begun again: the work files were not trustworthy";
        match self.report.restarted {
            0 => {}
            1 => write!(f, "\n1 family was {untrusted}")?,
            restarted => write!(f, "\n{restarted} families were {untrusted}")?,
        }
        for replaced in &self.report.replaced {
            write!(f, "\nmade {} again", replaced.path.display())?;
            if let Some(aside) = &replaced.aside {
                write!(f, "; the old file is now {}", aside.display())?;
            }
        }
        let (board, rules) = (&self.board, &self.rules);
        let Some(Found { position, value }) = &self.start else {
            return write!(f, "\nthese tables do not reach the start of {board}");
        };
        let (side, verdict) = (position.turn().letter(), value.verdict());
        write!(f, "\nthe start of {board} under {rules}: {side} {verdict}")?;
        note_on_draw(self.preset, value.wdl()).map_or(Ok(()), |note| write!(f, ": {note}"))
    }
}

/// Tables that were verified.
#[derive(Clone, Debug, Serialize)]
pub struct VerifyReport {
    /// The board.
    pub board: Board,
    /// The rules id.
    pub rules: Rules,
    /// The values that were compared.
    #[serde(flatten)]
    pub verified: Verified,
    /// The number of processes.
    pub processes: usize,
    /// The bytes that the processes sent.
    pub sent: u64,
    /// True: all values agree.
    pub ok: bool,
}

impl fmt::Display for VerifyReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verified { tables, values, built_in, sample, .. } = self.verified;
        let noun = if built_in { "built-in table" } else { "table" };
        let tables = counted(tables as u64, noun);
        write!(f, "{} under {}: {} ", self.board, self.rules, grouped(values))?;
        let Some(Sampled { of, blocks, seed, .. }) = sample else {
            return write!(f, "values of {tables} checked, all agree with their successors");
        };
        let percent = 100.0 * values as f64 / of as f64;
        let (of, blocks) = (grouped(of), counted(blocks, "block"));
        write!(
            f,
            "of {of} values of {tables} checked ({percent:.2} %, {blocks}, seed {seed}), all agree \
             with their successors; a sample does not prove the rest"
        )
    }
}
