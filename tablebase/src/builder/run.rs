//! A build: what is missing is solved, one family after another.

use std::fs;
use std::path::Path;
use std::time::Instant;

use loa_solver::Numbering;
use loa_solver::retrograde::{Exchange, Local, ValueCache, Values};

use super::dropping::Dropping;
use super::error::{BuildError, PlanError};
use super::event::{BuildEvent, BuildReport, BuildWatch};
use super::helper::help;
use super::plan::Plan;
use super::selection::Selection;
use super::settings::Builder;
use super::state::BuildState;
use super::task::Task;
use crate::crew::Crew;
use crate::format::metric::Metric;
use crate::source::lock::{BoardLock, LockError};

impl Builder {
    /// Builds what is missing, on the threads of the current rayon pool.
    ///
    /// # Errors
    /// When memory or disk do not suffice (before anything is begun), files
    /// fail, or `watch` interrupts. Finished tables stay, and unfinished work
    /// is taken up by the next run.
    pub fn run(&self, watch: &dyn BuildWatch) -> Result<BuildReport, BuildError> {
        self.run_together(&mut Local, watch)
    }

    /// Builds what is missing, as [`Builder::run`] does, together with the processes of
    /// an exchange, all of which call this with the same settings. The first one leads
    /// and returns the report; the others return an empty one, and their `watch`
    /// receives nothing.
    ///
    /// # Errors
    /// As for [`Builder::run`], and when another process fails.
    pub fn run_together(
        &self,
        exchange: &mut dyn Exchange,
        watch: &dyn BuildWatch,
    ) -> Result<BuildReport, BuildError> {
        let mut crew = Crew::new(exchange);
        if !crew.is_first() {
            help(self, &mut crew, watch)?;
            return Ok(BuildReport::default());
        }
        let builder = Builder {
            board: self.orientation(),
            ..self.clone()
        };
        let report = builder.run_here(crew.exchange(), watch);
        let ended = Task::End.announce(&mut crew);
        let report = report?;
        ended?;
        Ok(report)
    }

    /// Builds tables of this builder's own board.
    fn run_here(
        &self,
        exchange: &mut dyn Exchange,
        watch: &dyn BuildWatch,
    ) -> Result<BuildReport, BuildError> {
        let began = Instant::now();
        let mut plan = self.plan()?;
        self.find_damage(&mut plan, watch)?;
        self.check_room(&plan)?;
        let mut report = BuildReport::default();
        for family in plan.families.iter().filter(|family| family.is_done()) {
            let have_more = match self.metric {
                Metric::Distance => 0,
                Metric::Outcome => family.with_distances(),
            };
            let has_more = have_more > 0;
            watch.event(BuildEvent::Skipped { family, has_more });
            report.skipped += family.tables.len();
            report.have_more += have_more;
        }
        let work = self.layout.work(self.rules, self.board);
        // With nothing to solve there may still be leavings of a run that was
        // killed after its last table.
        if plan.open().next().is_some() || work.exists() {
            self.build(&mut plan, &work, exchange, watch, &mut report)?;
        }
        report.elapsed = began.elapsed();
        Ok(report)
    }

    /// Builds the open families while holding the board's lock.
    fn build(
        &self,
        plan: &mut Plan,
        work: &Path,
        exchange: &mut dyn Exchange,
        watch: &dyn BuildWatch,
        report: &mut BuildReport,
    ) -> Result<(), BuildError> {
        let nothing_to_do = plan.open().next().is_none();
        let folder = self.layout.board(self.rules, self.board);
        make_folder(&folder)?;
        let _lock = match BoardLock::take(&folder) {
            Err(LockError::Busy { .. }) if nothing_to_do => return Ok(()),
            lock => lock?,
        };
        if fs::symlink_metadata(work).is_ok_and(|there| there.is_symlink()) {
            if nothing_to_do {
                return Ok(());
            }
            return Err(BuildError::Link {
                path: work.to_owned(),
            });
        }
        make_folder(work)?;
        let mut dropping = Dropping::read(work);
        if self.metric == Metric::Distance {
            dropping.spare(|material| plan.has(material))?;
        }
        let built = self.build_families(plan, work, exchange, watch, &mut dropping, report);
        let built = built.and_then(|()| self.drop_distances(plan, dropping, watch, report));
        let tidied = self.tidy(work);
        built.and(tidied)
    }

    fn build_families(
        &self,
        plan: &mut Plan,
        work: &Path,
        exchange: &mut dyn Exchange,
        watch: &dyn BuildWatch,
        dropping: &mut Dropping,
        report: &mut BuildReport,
    ) -> Result<(), BuildError> {
        let mut proofs = self.proofs(plan);
        if self.verify_lower && !self.built_on(plan).is_empty() {
            self.prove_lower(plan, watch)?;
            proofs = self.proofs(plan);
        }
        if !proofs.unproven().is_empty() {
            let (builder, tables) = (self, proofs.unproven());
            watch.event(BuildEvent::Unproven { builder, tables });
            report.unproven = tables.to_vec();
        }
        let shares = plan.shares(self.room().memory);
        let mut state = BuildState {
            builder: self,
            numbering: Numbering::new(self.board),
            values: Values::new(),
            cache: ValueCache::new(shares.cache),
            memory: shares.family,
            work,
            crew: Crew::new(exchange),
            watch,
            dropping,
            proofs,
        };
        state.build_all(plan, report)
    }

    /// Drops the distances of this selection's tables that were solved for that,
    /// unless unfinished work on other families may need them.
    fn drop_distances(
        &self,
        plan: &Plan,
        mut dropping: Dropping,
        watch: &dyn BuildWatch,
        report: &mut BuildReport,
    ) -> Result<(), BuildError> {
        if self.metric == Metric::Distance || dropping.is_empty() || self.is_begun()? {
            return Ok(());
        }
        let file = |material| {
            let file = self.layout.table(self.rules, self.board, material);
            plan.has(material).then_some(file)
        };
        dropping.drop_distances(file, self.memory, watch, report)
    }

    /// Returns whether work on any of the board's families is unfinished.
    pub(super) fn is_begun(&self) -> Result<bool, PlanError> {
        let all = Selection::Stones(self.board.squares());
        let begun = Plan::begun(&self.layout, self.rules, self.board, all)?;
        Ok(!begun.is_empty())
    }

    /// Removes the work folder, unless something in it is still of use.
    fn tidy(&self, work: &Path) -> Result<(), BuildError> {
        if !self.is_begun()? && Dropping::read(work).is_empty() {
            // If it stays, no harm is done.
            let _ = fs::remove_dir_all(work);
        }
        Ok(())
    }

    pub(super) fn check_room(&self, plan: &Plan) -> Result<(), BuildError> {
        let room = self.room();
        if room.fits(plan) {
            return Ok(());
        }
        if let Some(allowed) = room.memory.filter(|_| !room.memory_fits(plan)) {
            let needed = plan.least_memory();
            return Err(BuildError::Memory { needed, allowed });
        }
        Err(BuildError::Disk {
            path: self.layout.root().to_owned(),
            needed: room.disk_needed(plan),
            free: room.disk.unwrap_or_default(),
        })
    }
}

fn make_folder(folder: &Path) -> Result<(), BuildError> {
    fs::create_dir_all(folder).map_err(|error| BuildError::Io {
        path: folder.to_owned(),
        error,
    })
}
