//! A build under way: families in order, their values kept as long as they are
//! needed.

use std::path::Path;

use loa_solver::retrograde::{
    FinishedValues, SolveError, ValueCache, Values, WorkDir, all_succeed,
};
use loa_solver::{Family, Index, Material, Numbering};

use super::dropping::Dropping;
use super::error::BuildError;
use super::event::Replaced;
use super::event::RestartCause;
use super::event::{BuildEvent, BuildReport, BuildWatch};
use super::plan::{FamilyPlan, Plan};
use super::resumed::{Forward, first_wrong};
use super::settings::Builder;
use super::task::{SolveTask, Task};
use super::writer::write_table_together;
use crate::crew::Crew;
use crate::format::header::Header;
use crate::format::metric::Metric;
use crate::format::table::Table;
use crate::source::orientations;
use crate::values::losses::digest;
use crate::values::restore::RestoreError;
use crate::verify::proofs::Proofs;

/// Up to so many values are restored from their table even if an earlier run has
/// left them: that takes a tenth of a second or less, and nothing is believed.
const RESTORED: u64 = 1 << 18;

/// A build under way.
pub(super) struct BuildState<'a> {
    pub(super) builder: &'a Builder,
    pub(super) numbering: Numbering,
    /// Values of finished families that are still needed.
    pub(super) values: Values,
    /// The cache through which they are read.
    pub(super) cache: ValueCache,
    /// Bytes of memory for the values and states of a family.
    pub(super) memory: u64,
    pub(super) work: &'a Path,
    /// The processes that build together.
    pub(super) crew: Crew<'a>,
    pub(super) watch: &'a dyn BuildWatch,
    /// Tables whose distances are dropped in the end.
    pub(super) dropping: &'a mut Dropping,
    /// The tables that are not known to be right.
    pub(super) proofs: Proofs,
}

impl BuildState<'_> {
    /// Builds the open families, smallest first. A table that proves damaged when
    /// its values are needed is solved again before.
    pub(super) fn build_all(
        &mut self,
        plan: &mut Plan,
        report: &mut BuildReport,
    ) -> Result<(), BuildError> {
        let mut solved = Vec::new();
        while let Some(at) = plan.families.iter().position(|family| !family.is_done()) {
            let later: Vec<&FamilyPlan> = plan.families[at + 1..]
                .iter()
                .filter(|family| !family.is_done())
                .collect();
            let family = &plan.families[at];
            self.watch.event(BuildEvent::Begun {
                family,
                number: solved.len() + 1,
                later: &later,
            });
            let needed: Vec<Material> = later
                .iter()
                .flat_map(|plan| plan.family.captures())
                .collect();
            if let Err(error) = self.load_lower(family.family) {
                self.builder.reopen(plan, error, &solved, self.watch)?;
                continue;
            }
            self.build_family(family, &needed, report)?;
            solved.push(family.family);
            plan.families[at].finish(self.builder.board);
        }
        Ok(())
    }

    fn load_lower(&mut self, family: Family) -> Result<(), BuildError> {
        family
            .captures()
            .try_for_each(|material| self.load(material))
    }

    /// Solves a family and stores its tables. What is `needed` later is kept.
    fn build_family(
        &mut self,
        family: &FamilyPlan,
        needed: &[Material],
        report: &mut BuildReport,
    ) -> Result<(), BuildError> {
        let files = self.solve(family, report)?;
        self.watch.event(BuildEvent::Solved(family));
        let mut made = Vec::new();
        for mut file in files {
            let header = self.store(family, &file, report)?;
            if self.builder.metric == Metric::Outcome {
                self.dropping.add(&header)?;
            }
            made.push((header.material, header.digest));
            report.written += 1;
            report.positions += header.positions;
            report.bytes += header.file_bytes;
            if needed.contains(&header.material) {
                file.persist(header.digest)?;
            }
            self.values.insert(header.material, file);
        }
        self.proofs.add(family.family, &made);
        self.work_dir().forget(family.family);
        self.keep_only(needed);
        Ok(())
    }

    pub(super) fn work_dir(&self) -> WorkDir {
        WorkDir::new(self.work)
    }

    /// Solves a family. If an earlier run has begun it the values are looked at
    /// before they get a table, and solved from the beginning if one is wrong.
    fn solve(
        &mut self,
        family: &FamilyPlan,
        report: &mut BuildReport,
    ) -> Result<Vec<FinishedValues>, BuildError> {
        let forward = Forward::new(self.watch, family);
        let mut files = self.solve_together(family, &forward)?;
        if forward.is_resumed()
            && let Some(mismatch) = first_wrong(self.builder.rules, &files, &self.values)?
        {
            forward.restart(RestartCause::Wrong(&mismatch));
            drop(files);
            self.work_dir().discard(family.family);
            files = self.solve_together(family, &forward)?;
        }
        report.restarted += forward.restarts();
        Ok(files)
    }

    fn solve_together(
        &mut self,
        family: &FamilyPlan,
        forward: &Forward<'_>,
    ) -> Result<Vec<FinishedValues>, BuildError> {
        let lower = family.family.captures().filter_map(|material| {
            let values = self.values.get(&material)?;
            Some((material, values.table()))
        });
        let task = Task::Solve(SolveTask {
            board: self.builder.board,
            material: family.family.larger_first(),
            memory: self.memory,
            cache: self.cache.bytes(),
            lower: lower.collect(),
        });
        task.announce(&mut self.crew)?;
        all_succeed(self.crew.exchange(), Ok::<(), SolveError>(()))?;
        let (builder, memory) = (self.builder, self.memory);
        let solver = builder.solver(&self.numbering, self.work, memory, &self.cache);
        let exchange = self.crew.exchange();
        Ok(solver.solve_together(family.family, &self.values, exchange, forward)?)
    }

    /// Writes the table of finished values, perhaps in place of a damaged one.
    fn store(
        &mut self,
        family: &FamilyPlan,
        values: &FinishedValues,
        report: &mut BuildReport,
    ) -> Result<Header, BuildError> {
        let Builder {
            layout,
            rules,
            board,
            ..
        } = self.builder;
        let material = values.index().material();
        let path = layout.table(*rules, *board, material);
        let replaced = family.damage(material);
        let replaced = replaced.map(|error| Replaced::make_room(&path, error));
        report.replaced.extend(replaced.transpose()?);
        Task::Pack(material).announce(&mut self.crew)?;
        let header = write_table_together(*rules, values, &path, self.work, &mut self.crew)?;
        self.watch.event(BuildEvent::Written(&header, &path));
        Ok(header)
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
        let table = table.ok_or(RestoreError::Missing {
            material,
            missing: material,
        })?;
        let index = self.numbering.index(material).map_err(SolveError::from)?;
        let is_large = index.len() > RESTORED && !self.builder.verify_lower;
        let left = is_large.then(|| self.left(&table, &index));
        let file = match left.flatten() {
            Some(file) => file,
            None => self.unpack(material, table.header().digest)?,
        };
        self.values.insert(material, file);
        Ok(())
    }

    /// Returns the values of a table that an earlier run has left: whole as it left
    /// them, and with the losses and the counts of the table.
    pub(super) fn left(&self, table: &Table, index: &Index) -> Option<FinishedValues> {
        let (dir, header) = (self.work_dir(), table.header());
        if header.board != index.board() {
            return None;
        }
        let file = FinishedValues::open_persisted(&dir, index, header.digest, &self.cache)?;
        // Values that cannot be read are as good as none.
        let is_its = digest(&file, Metric::Distance).ok()? == header.digest
            && table.tally().agrees(&file, header.rules).ok()?;
        is_its.then_some(file)
    }

    /// Removes the values of all other material.
    fn keep_only(&mut self, needed: &[Material]) {
        let others = |material: &Material, _: &mut FinishedValues| !needed.contains(material);
        let others = self.values.extract_if(others);
        others.for_each(|(_, file)| file.remove());
    }
}
