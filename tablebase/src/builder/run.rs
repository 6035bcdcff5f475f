//! A build: what is missing is solved, one family after another, by all processes in step.
//!
//! The first process plans, locks, restores the values of tables, and records; it says which
//! family is next, and all solve and pack it together. One process is the first of one.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use loa_solver::retrograde::{
    Exchange, FinishedValues, Local, SolveError, SolveEvent, Solver, ValueCache, Values, WorkDir,
    all_succeed,
};
use loa_solver::{Board, Family, Index, Material, Numbering};

use super::dropping::PendingDistanceRemoval;
use super::error::{BuildError, PlanError};
use super::lock::BoardLock;
use super::plan::{FamilyPlan, Plan};
use super::resumed::first_wrong;
use super::selection::Selection;
use super::settings::Builder;
use super::writer::write_table_with;
use crate::event::{BuildReport, Event, Replaced, RestartCause, Watch};
use crate::format::error::TableError;
use crate::format::header::Header;
use crate::format::metric::Metric;
use crate::format::table::Table;
use crate::source::orientations;
use crate::values::losses::digest;
use crate::verify::proofs::Proofs;

/// Values up to this number are restored from their table even if an earlier run has left
/// them: that takes a tenth of a second or less, and nothing is believed.
const RESTORED: u64 = 1 << 18;

impl Builder {
    /// Builds what is missing, on the threads of the current rayon pool.
    ///
    /// # Errors
    /// When memory or disk do not suffice (before anything is begun), files fail, or the
    /// work is stopped. Finished tables stay, and unfinished work is taken up by the next
    /// run.
    pub fn run(&self) -> Result<BuildReport, BuildError> {
        self.run_with(&mut Local, &|_| {})
    }

    /// Builds what is missing, as [`Builder::run`] does, together with the processes of
    /// an exchange, all of which call this with the same settings. The first one returns
    /// the report; the others return an empty one, and their `watch` receives nothing.
    ///
    /// # Errors
    /// As for [`Builder::run`], and when another process fails.
    pub fn run_with(
        &self,
        exchange: &mut dyn Exchange,
        watch: Watch<'_>,
    ) -> Result<BuildReport, BuildError> {
        let builder = Builder {
            board: self.orientation(),
            ..self.clone()
        };
        let is_first = exchange.rank() == 0;
        let lead = is_first.then(|| Lead::begin(&builder, watch)).transpose();
        let mut lead = all_succeed(exchange, lead)?;
        let terms = lead.as_ref().map_or_else(Vec::new, Lead::terms);
        let terms = exchange.of_first(&terms).map_err(SolveError::Exchange)?;
        let [files, ranks, memory, cache] = terms[..] else {
            return Err(unexpected("terms").into());
        };
        let board = Board::new(files as usize, ranks as usize).map_err(|_| unexpected("board"))?;
        let mut build = Build {
            builder: &builder,
            numbering: Numbering::new(board),
            values: Values::new(),
            cache: ValueCache::new(cache),
            memory,
            work: WorkDir::new(self.layout.work(self.rules, board)),
        };
        let built = build.families(lead.as_mut(), exchange);
        let ended = match lead {
            Some(lead) => lead.end(built.is_ok()),
            None => Ok(BuildReport::default()),
        };
        built?;
        all_succeed(exchange, ended)
    }

    /// Returns whether work on any of the board's families is unfinished.
    pub(super) fn is_begun(&self) -> Result<bool, PlanError> {
        let all = Selection::Stones(self.board.squares());
        let begun = Plan::begun(&self.layout, self.rules, self.board, all)?;
        Ok(!begun.is_empty())
    }

    pub(super) fn check_resources(&self, plan: &Plan) -> Result<(), BuildError> {
        let room = self.resources();
        if room.fits(plan) {
            return Ok(());
        }
        if let Some(allowed) = room.memory.filter(|_| !room.memory_fits(plan)) {
            let needed = plan.least_memory();
            let path = self.layout.root().to_owned();
            return Err(TableError::Memory {
                path,
                needed,
                allowed,
            }
            .into());
        }
        Err(BuildError::Disk {
            path: self.layout.root().to_owned(),
            needed: room.disk_needed(plan),
            free: room.disk.unwrap_or_default(),
        })
    }

    /// Locks the board's folder and makes that of work; `None` if there is nothing to do
    /// and something is in the way.
    fn lock(&self, work: &Path, nothing_to_do: bool) -> Result<Option<BoardLock>, BuildError> {
        let folder = self.layout.board(self.rules, self.board);
        make_folder(&folder)?;
        let lock = match BoardLock::take(&folder) {
            Err(BuildError::Busy { .. }) if nothing_to_do => return Ok(None),
            lock => lock?,
        };
        let is_link = fs::symlink_metadata(work).is_ok_and(|there| there.is_symlink());
        if is_link && nothing_to_do {
            return Ok(None);
        }
        if is_link {
            let path = work.to_owned();
            return Err(BuildError::NotAFile { path });
        }
        make_folder(work)?;
        Ok(Some(lock))
    }
}

/// The part of the first process: what only one may do.
struct Lead<'a> {
    builder: &'a Builder,
    watch: Watch<'a>,
    began: Instant,
    plan: Plan,
    /// Nothing is to be done without a lock.
    lock: Option<BoardLock>,
    work: PathBuf,
    /// Tables whose distances are dropped in the end.
    dropping: PendingDistanceRemoval,
    /// The tables that are not known to be right.
    proofs: Proofs,
    /// The families solved by this run, and the place of the one in hand in the plan.
    solved: Vec<Family>,
    at: usize,
    report: BuildReport,
}

impl<'a> Lead<'a> {
    /// Plans a build, and locks the board's folder if there is something to do.
    fn begin(builder: &'a Builder, watch: Watch<'a>) -> Result<Lead<'a>, BuildError> {
        let began = Instant::now();
        let mut plan = builder.plan()?;
        builder.find_damage(&mut plan, watch)?;
        builder.check_resources(&plan)?;
        let mut report = BuildReport::default();
        for family in plan.families.iter().filter(|family| family.is_done()) {
            let have_more = match builder.metric {
                Metric::Distance => 0,
                Metric::Outcome => family.with_distances(),
            };
            let has_more = have_more > 0;
            watch(Event::Skipped {
                family: family.family,
                has_more,
            });
            report.skipped += family.tables.len();
            report.have_more += have_more;
        }
        let work = builder.layout.work(builder.rules, builder.board);
        let nothing_to_do = plan.open().next().is_none();
        // With nothing to solve there may still be leavings of a run that was killed after
        // its last table.
        let lock = if nothing_to_do && !work.exists() {
            None
        } else {
            builder.lock(&work, nothing_to_do)?
        };
        let mut dropping = PendingDistanceRemoval::read(&work);
        let mut proofs = builder.proofs(&plan);
        if lock.is_some() {
            if builder.metric == Metric::Distance {
                dropping.spare(|material| plan.has(material))?;
            }
            if builder.verify_lower && !builder.built_on(&plan).is_empty() {
                builder.prove_lower(&plan, watch)?;
                proofs = builder.proofs(&plan);
            }
            let tables = proofs.unproven();
            if !tables.is_empty() {
                watch(Event::Unproven(tables));
                report.unproven = tables.to_vec();
            }
        }
        Ok(Lead {
            builder,
            watch,
            began,
            plan,
            lock,
            work,
            dropping,
            proofs,
            solved: Vec::new(),
            at: 0,
            report,
        })
    }

    /// Returns what all processes must know: the board, and bytes of memory for a family and
    /// for finished values.
    fn terms(&self) -> Vec<u64> {
        let (board, shares) = (
            self.plan.board,
            self.plan.shares(self.builder.resources().memory),
        );
        let sides = [board.files(), board.ranks()].map(|side| side as u64);
        [sides, [shares.family, shares.cache]].concat()
    }

    /// Returns the open families after the one in hand.
    fn later(&self) -> impl Iterator<Item = &FamilyPlan> {
        let later = &self.plan.families[self.at + 1..];
        later.iter().filter(|family| !family.is_done())
    }

    /// Begins the smallest open family, and loads what it builds on. A table that proves
    /// damaged then is solved again before.
    fn next(&mut self, build: &mut Build<'_>) -> Result<Option<Family>, BuildError> {
        let is_open = |family: &FamilyPlan| !family.is_done();
        while let Some(at) = self.plan.families.iter().position(is_open) {
            self.at = at;
            let plan = &self.plan.families[at];
            let family = plan.family;
            (self.watch)(Event::Begun {
                family,
                positions: plan.positions(),
                number: self.solved.len() + 1,
                later: self.later().count(),
                later_positions: self.later().map(FamilyPlan::positions).sum(),
            });
            let mut captures = family.captures();
            let Err(error) = captures.try_for_each(|material| build.load(material)) else {
                return Ok(Some(family));
            };
            let (plan, solved) = (&mut self.plan, &self.solved);
            self.builder.reopen(plan, error, solved, self.watch)?;
        }
        Ok(None)
    }

    /// Makes room for a table where a damaged one lies.
    fn replace(&mut self, material: Material, path: &Path) -> Result<(), BuildError> {
        if let Some(error) = self.plan.families[self.at].damage(material) {
            let replaced = Replaced::make_room(path, error)?;
            self.report.replaced.push(replaced);
        }
        Ok(())
    }

    /// Takes note of a table that has been written, and of its values where a later family
    /// needs them.
    fn wrote(
        &mut self,
        header: &Header,
        path: &Path,
        values: &mut FinishedValues,
    ) -> Result<(), BuildError> {
        (self.watch)(Event::Written(header, path));
        if self.builder.metric == Metric::Outcome {
            self.dropping.add(header)?;
        }
        self.report.written += 1;
        self.report.positions += header.positions;
        self.report.bytes += header.file_bytes;
        if self.needs(header.material) {
            values.persist(header.digest)?;
        }
        Ok(())
    }

    /// Returns whether a later family captures into a material.
    fn needs(&self, material: Material) -> bool {
        let mut captures = self.later().flat_map(|plan| plan.family.captures());
        captures.any(|captured| captured == material)
    }

    /// Ends the work on the family in hand, whose tables have been made.
    fn finish(&mut self, build: &mut Build<'_>, made: &[(Material, u128)]) {
        let family = self.plan.families[self.at].family;
        self.proofs.add(family, made);
        build.work.forget(family);
        let others = |material: &Material, _: &mut FinishedValues| !self.needs(*material);
        let others = build.values.extract_if(others);
        others.for_each(|(_, values)| values.remove());
        self.solved.push(family);
        self.plan.families[self.at].finish(self.builder.board);
    }

    /// Ends the build: drops distances, and removes the work folder unless something in it
    /// is still of use.
    fn end(mut self, is_built: bool) -> Result<BuildReport, BuildError> {
        if self.lock.is_some() {
            let dropped = if is_built {
                self.drop_distances()
            } else {
                Ok(())
            };
            if !self.builder.is_begun()? && PendingDistanceRemoval::read(&self.work).is_empty() {
                // If it stays, no harm is done.
                let _ = fs::remove_dir_all(&self.work);
            }
            dropped?;
        }
        self.report.elapsed = self.began.elapsed();
        Ok(self.report)
    }

    /// Drops the distances of this selection's tables that were solved for that,
    /// unless unfinished work on other families may need them.
    fn drop_distances(&mut self) -> Result<(), BuildError> {
        let builder = self.builder;
        let keeps_all = builder.metric == Metric::Distance || self.dropping.is_empty();
        if keeps_all || builder.is_begun()? {
            return Ok(());
        }
        let file = |material| {
            let file = builder.layout.table(builder.rules, builder.board, material);
            self.plan.has(material).then_some(file)
        };
        self.dropping
            .drop_distances(builder, file, &mut self.report)
    }
}

/// The part of every process: families in order, their values kept as long as they are
/// needed.
pub(super) struct Build<'a> {
    pub(super) builder: &'a Builder,
    pub(super) numbering: Numbering,
    /// Values of finished families that are still needed.
    pub(super) values: Values,
    /// The cache through which they are read.
    pub(super) cache: ValueCache,
    /// Bytes of memory for the values and states of a family.
    pub(super) memory: u64,
    pub(super) work: WorkDir,
}

impl Build<'_> {
    /// Builds the families that the first process names, which has `lead`.
    fn families(
        &mut self,
        mut lead: Option<&mut Lead<'_>>,
        exchange: &mut dyn Exchange,
    ) -> Result<(), BuildError> {
        loop {
            let next = lead.as_mut().map(|lead| lead.next(self)).transpose();
            let next = all_succeed(exchange, next)?.flatten();
            let next = next.map_or_else(Vec::new, |family| self.to_numbers(family));
            let next = exchange.of_first(&next).map_err(SolveError::Exchange)?;
            let Some((&[us, them], lower)) = next.split_first_chunk() else {
                return Ok(());
            };
            let opened = match lead {
                Some(_) => Ok(()),
                None => self.open_lower(lower),
            };
            all_succeed(exchange, opened)?;
            let family = Material::new(us as u32, them as u32).family();
            self.family(family, lead.as_deref_mut(), exchange)?;
        }
    }

    /// Returns a family and the tables whose values its captures look into, each by its
    /// material and digest.
    fn to_numbers(&self, family: Family) -> Vec<u64> {
        let stones = |material: Material| [material.us(), material.them()].map(u64::from);
        let lower = family.captures().filter_map(|material| {
            let table = self.values.get(&material)?.table();
            Some([stones(material), [table as u64, (table >> 64) as u64]])
        });
        let family = stones(family.larger_first()).into_iter();
        family.chain(lower.flatten().flatten()).collect()
    }

    /// Opens the values that captures look into, which the first process has written, and
    /// no others.
    fn open_lower(&mut self, lower: &[u64]) -> Result<(), BuildError> {
        let (lower, _) = lower.as_chunks();
        let lower = lower.iter().map(|&[us, them, low, high]| {
            let digest = u128::from(high) << 64 | u128::from(low);
            (Material::new(us as u32, them as u32), digest)
        });
        let mut before = std::mem::take(&mut self.values);
        for (material, digest) in lower {
            let known = before.remove(&material).filter(|it| it.table() == digest);
            let index = self.numbering.index(material).map_err(SolveError::from)?;
            let open = || FinishedValues::open_persisted(&self.work, &index, digest, &self.cache);
            let values = known.or_else(open).ok_or_else(|| BuildError::NotShared {
                path: self.work.path().to_owned(),
                material,
            })?;
            self.values.insert(material, values);
        }
        Ok(())
    }

    /// Solves a family and writes its tables.
    fn family(
        &mut self,
        family: Family,
        mut lead: Option<&mut Lead<'_>>,
        exchange: &mut dyn Exchange,
    ) -> Result<(), BuildError> {
        let files = self.solve(family, lead.as_deref_mut(), exchange)?;
        let Builder { layout, rules, .. } = self.builder;
        let (rules, mut made) = (*rules, Vec::new());
        for mut values in files {
            let material = values.index().material();
            let path = layout.table(rules, self.numbering.board(), material);
            let lead = &mut lead;
            let replaced = lead.as_mut().map(|lead| lead.replace(material, &path));
            all_succeed(exchange, replaced.transpose())?;
            let header = write_table_with(rules, &values, &path, self.work.path(), exchange)?;
            let wrote = lead
                .as_mut()
                .map(|lead| lead.wrote(&header, &path, &mut values));
            all_succeed(exchange, wrote.transpose())?;
            made.push((material, header.digest));
            if lead.is_some() {
                self.values.insert(material, values);
            }
        }
        if let Some(lead) = lead {
            lead.finish(self, &made);
        }
        Ok(())
    }

    /// Solves a family. If an earlier run has begun it the values are looked at
    /// before they get a table, and solved from the beginning if one is wrong.
    fn solve(
        &mut self,
        family: Family,
        lead: Option<&mut Lead<'_>>,
        exchange: &mut dyn Exchange,
    ) -> Result<Vec<FinishedValues>, BuildError> {
        let (is_resumed, restarts) = (AtomicBool::new(false), AtomicUsize::new(0));
        let tell: Watch<'_> = lead.as_ref().map_or(&|_| {}, |lead| lead.watch);
        let restart = |cause: RestartCause<'_>| {
            is_resumed.store(false, Relaxed);
            restarts.fetch_add(1, Relaxed);
            tell(Event::Restarted { family, cause });
        };
        let watch = |event: SolveEvent<'_>| match event {
            SolveEvent::Progress(progress) => tell(Event::Progress(progress)),
            SolveEvent::Resumed(_) => is_resumed.store(true, Relaxed),
            SolveEvent::Refused(fault) => restart(RestartCause::Work(fault)),
            _ => {}
        };
        let rules = self.builder.rules;
        let solver = Solver::new(rules, &self.numbering, self.work.path())
            .checkpoint(self.builder.checkpoint)
            .memory(self.memory)
            .cache(self.cache.clone())
            .stop(self.builder.stop.clone());
        let mut files = solver.solve_with(family, &self.values, exchange, &watch)?;
        // One process looks for all.
        let wrong = if lead.is_some() && is_resumed.load(Relaxed) {
            first_wrong(rules, &files, &self.values)
        } else {
            Ok(None)
        };
        let wrong = all_succeed(exchange, wrong)?;
        let mut is_wrong = [u64::from(wrong.is_some())];
        exchange.max(&mut is_wrong).map_err(SolveError::Exchange)?;
        if is_wrong == [1] {
            drop(files);
            if let Some(mismatch) = &wrong {
                restart(RestartCause::Wrong(mismatch));
                self.work.discard(family);
            }
            exchange.barrier().map_err(SolveError::Exchange)?;
            files = solver.solve_with(family, &self.values, exchange, &watch)?;
        }
        tell(Event::Solved(family));
        if let Some(lead) = lead {
            lead.report.restarted += restarts.into_inner();
        }
        Ok(files)
    }

    /// Maps the values of a table that an interrupted run has left, or unpacks them.
    fn load(&mut self, material: Material) -> Result<(), BuildError> {
        if self.values.contains_key(&material) {
            return Ok(());
        }
        let Builder {
            layout,
            rules,
            board,
            ..
        } = self.builder;
        let table = orientations::find(layout, *rules, *board, material)?;
        let table = table.ok_or_else(|| TableError::Missing {
            path: layout.table(*rules, *board, material),
            material,
            missing: material,
        })?;
        let index = self.numbering.index(material).map_err(SolveError::from)?;
        let is_large = index.len() > RESTORED && !self.builder.verify_lower;
        let left = is_large.then(|| self.left(&table, &index));
        let values = match left.flatten() {
            Some(values) => values,
            None => self.unpack(material, table.header().digest)?,
        };
        self.values.insert(material, values);
        Ok(())
    }

    /// Returns the values of a table that an earlier run has left: whole as it left
    /// them, and with the losses and the counts of the table.
    pub(super) fn left(&self, table: &Table, index: &Index) -> Option<FinishedValues> {
        let header = table.header();
        if header.board != index.board() {
            return None;
        }
        let values = FinishedValues::open_persisted(&self.work, index, header.digest, &self.cache)?;
        // Values that cannot be read are as good as none.
        let is_its = digest(&values, Metric::Distance).ok()? == header.digest
            && table.tally().agrees(&values, header.rules).ok()?;
        is_its.then_some(values)
    }
}

/// An error of process 0, which has sent something else than this.
fn unexpected(what: &str) -> SolveError {
    let message = format!("process 0 has sent no {what}");
    SolveError::Exchange(std::io::Error::other(message))
}

fn make_folder(folder: &Path) -> Result<(), BuildError> {
    Ok(fs::create_dir_all(folder).map_err(|error| TableError::io(folder, error))?)
}
