//! `solve`: solves and stores missing tables.

use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use loa_judge::search::Found;
use loa_record::review::is_outside;
use loa_record::text::{counted, grouped, listed};
use loa_solver::retrograde::{FamilyProgress, Stage};
use loa_solver::{Board, Control, Material, Preset, Progress, Rules};
use loa_tablebase::{BuildReport, Builder, Event, Probe, Selection};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::part;
use super::plan::{PlanRequest, turned};
use super::{Job, Work};
use crate::advice;
use crate::failure::Failure;
use crate::figures::{amount, duration};
use crate::positions::note_on_draw;

/// Solve a board, or part of its material, and store the tables
#[derive(Clone, Debug, Deserialize, clap::Args)]
pub(super) struct SolveRequest {
    #[serde(flatten)]
    #[command(flatten)]
    part: PlanRequest,
    /// Solve only the largest part, by number of stones, that fits memory and disk
    #[serde(default)]
    #[arg(long, conflicts_with = "material")]
    fit: bool,
    /// Seconds between two checkpoints: the work that a kill may cost. Checkpoints are further
    /// apart if writing them takes more than a quarter of the time. With 'never' a kill costs the
    /// current family, and less disk is needed [default: 20]
    #[serde(skip)]
    #[arg(long, value_name = "SECONDS", value_parser = interval)]
    checkpoint: Option<Duration>,
}

/// Parses the time between two checkpoints.
fn interval(text: &str) -> Result<Duration, String> {
    match text.parse() {
        _ if text == "never" => Ok(Duration::MAX),
        Ok(seconds) => Ok(Duration::from_secs(u32::into(seconds))),
        Err(_) => Err("expected seconds or 'never'".to_owned()),
    }
}

impl Job for SolveRequest {
    type Answer = SolveReport;

    fn run(&self, work: &mut Work<'_>) -> Result<(SolveReport, Option<Failure>), Failure> {
        let (board, preset) = (self.part.board, self.part.preset());
        let builder = |selection| {
            let builder = self.part.builder(work, selection);
            let checkpoint = self.checkpoint.unwrap_or(Duration::from_secs(20));
            builder.checkpoint(checkpoint).stop(work.control.stop.clone())
        };
        let mut selection = self.part.selection();
        if self.fit && work.exchange.rank() == 0 {
            let (fitting, sentence) = part::reduced(&builder(selection), selection)?;
            selection = fitting;
            work.control.note(&sentence);
        }
        let builder = builder(selection);
        let teller = Mutex::new(Teller::new(&builder, &work.control));
        let report = builder.run_with(work.exchange, &|event| {
            teller.lock().unwrap_or_else(PoisonError::into_inner).tell(&event);
        });
        let report =
            report.map_err(|error| part::failure("solve", &builder, self.part.memory, error))?;
        let (processes, sent) = (work.exchange.size(), work.exchange.sent_by_all()?);
        let start = match work.library.tables.of(preset.rules).probe(&board.start()) {
            Err(error) if is_outside(&error) => None,
            probe => Some(probe?),
        };
        let solved = SolveReport {
            board,
            tables_of: builder.layout().orientation(preset.rules, board),
            rules: preset.rules,
            pieces: match selection {
                Selection::Stones(stones) => Some(stones),
                Selection::Whole | Selection::Material(_) => None,
            },
            processes,
            sent,
            start: start.map(|Probe { position, value, .. }| Found { position, value }),
            remark: (!report.unproven.is_empty()).then(|| unproven(&builder, &report.unproven)),
            preset,
            report,
        };
        Ok((solved, None))
    }
}

/// The size in bytes from which checking tables takes seconds on a slow disk.
const TAKES_A_WHILE: u64 = 256 << 20;

/// Tells the events of a build.
struct Teller<'a> {
    builder: &'a Builder,
    control: &'a Control<'a>,
    /// The current family and its number, such as "4v3 (5 of 9)", and when it began.
    family: String,
    began: Instant,
    /// The numbers of positions of finished families, of the current one, and of all families.
    before: u64,
    positions: u64,
    all: u64,
}

impl<'a> Teller<'a> {
    fn new(builder: &'a Builder, control: &'a Control<'a>) -> Teller<'a> {
        let (family, began) = (String::new(), Instant::now());
        Teller { builder, control, family, began, before: 0, positions: 0, all: 0 }
    }

    fn tell(&mut self, event: &Event<'_>) {
        let control = self.control;
        match event {
            Event::Skipped(family) => control.note(&format!("{family}: already solved")),
            Event::Checking { tables, bytes } if *bytes >= TAKES_A_WHILE => {
                let bytes = amount(*bytes);
                control.note(&format!("checking {tables} existing tables, {bytes}"));
            }
            Event::Unlocked(folder) => control.warn(&format!(
                "the file system of {} has no locks: make sure that no other process solves there",
                folder.display()
            )),
            Event::Damaged(error) => control.note(&format!("{error}: it will be solved again")),
            Event::Begun { family, positions, number, later, later_positions } => {
                self.family = format!("{family} ({number} of {})", number + later);
                self.began = Instant::now();
                self.before += self.positions;
                self.positions = *positions;
                self.all = self.before + positions + later_positions;
            }
            Event::Unproven(tables) => control.note(&unproven(self.builder, tables)),
            Event::Restarted { family, cause } => {
                control.note(&format!("{family}: begun again: {cause}"));
            }
            Event::Progress(progress) => self.reach(progress.share(), &stage(progress.stage)),
            Event::Solved(_) => self.reach(FamilyProgress::SOLVED, "packing"),
            Event::Written(header, path) => {
                self.reach(1.0, "written");
                control.note(&format!(
                    "{}: {} positions, longest {} plies, {} in {}, {}",
                    header.material,
                    grouped(header.positions),
                    header.longest,
                    amount(header.file_bytes),
                    path.display(),
                    duration(self.began.elapsed().as_secs_f64())
                ));
            }
            _ => {}
        }
    }

    /// Tells that a share of the current family is done.
    fn reach(&self, share: f64, stage: &str) {
        self.control.tell(Progress::Reached {
            stage: "solving",
            done: self.before + (share * self.positions as f64) as u64,
            of: Some(self.all),
            detail: &format!("{}, {stage}", self.family),
        });
    }
}

fn stage(stage: Stage) -> String {
    match stage {
        Stage::Mark => "mark".to_owned(),
        Stage::QuietWins => "ply 1".to_owned(),
        Stage::Seed => "seed".to_owned(),
        Stage::Ply(ply) => format!("ply {ply}"),
    }
}

/// Returns a line about unproven tables on which the solve builds.
fn unproven(builder: &Builder, tables: &[Material]) -> String {
    const NAMED: usize = 4;
    let mut names: Vec<String> = tables.iter().map(ToString::to_string).collect();
    if names.len() > NAMED + 1 {
        names.truncate(NAMED);
        names.push(format!("{} more", tables.len() - NAMED));
    }
    let names = listed(names, "and");
    let command =
        advice::verifying(Some(builder.layout().root()), builder.rules(), builder.board());
    format!("built on {names}, neither solved nor verified in this folder; verify with: {command}")
}

/// Tables that were solved.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct SolveReport {
    /// The board.
    board: Board,
    /// The board whose tables it uses: itself or its transpose.
    tables_of: Board,
    /// The rules id.
    rules: Rules,
    /// The maximum number of stones, if the command names one.
    pieces: Option<u32>,
    /// The work that was done.
    #[serde(flatten)]
    report: BuildReport,
    /// The number of processes.
    processes: usize,
    /// The bytes that the processes sent.
    sent: u64,
    /// The value of the start, if known.
    start: Option<Found>,
    /// A remark on tables that were used without verification.
    #[serde(skip)]
    remark: Option<String>,
    /// The rules, including the rule for repetition.
    #[serde(skip)]
    preset: Preset,
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
