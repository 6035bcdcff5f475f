//! The work of every process of a build but the first.

use std::io;

use loa_solver::retrograde::{
    Control, FinishedValues, SolveError, ValueCache, Values, WorkDir, all_succeed,
};
use loa_solver::{Board, Material, Numbering};

use super::error::BuildError;
use super::event::BuildWatch;
use super::settings::Builder;
use super::task::{SolveTask, Task};
use super::writer::write_table_together;
use crate::crew::Crew;

/// Carries out the tasks of the first process until it has no more.
///
/// # Errors
/// The error of the last task that failed, or when another process has left.
pub(super) fn help(
    builder: &Builder,
    crew: &mut Crew<'_>,
    watch: &dyn BuildWatch,
) -> Result<(), BuildError> {
    let mut helper: Option<Helper<'_>> = None;
    let mut failure = None;
    loop {
        let done = match Task::receive(crew)? {
            Task::Solve(task) => {
                let kept = helper.take().filter(|helper| helper.board() == task.board);
                let helper = helper.insert(kept.unwrap_or_else(|| Helper::new(builder, &task)));
                helper.solve(&task, crew, watch)
            }
            Task::Pack(material) => match &helper {
                Some(helper) => helper.pack(material, crew),
                None => Err(not_solved(material).into()),
            },
            Task::End => return failure.map_or(Ok(()), Err),
        };
        failure = done.err();
    }
}

/// A process that helps, between tasks.
struct Helper<'a> {
    builder: &'a Builder,
    numbering: Numbering,
    work: WorkDir,
    cache: ValueCache,
    /// Values of finished families.
    values: Values,
    /// The values of the family that was solved last.
    solved: Vec<FinishedValues>,
}

impl<'a> Helper<'a> {
    fn new(builder: &'a Builder, task: &SolveTask) -> Helper<'a> {
        Helper {
            builder,
            numbering: Numbering::new(task.board),
            work: WorkDir::new(builder.layout.work(builder.rules, task.board)),
            cache: ValueCache::new(task.cache),
            values: Values::new(),
            solved: Vec::new(),
        }
    }

    fn board(&self) -> Board {
        self.numbering.board()
    }

    fn solve(
        &mut self,
        task: &SolveTask,
        crew: &mut Crew<'_>,
        watch: &dyn BuildWatch,
    ) -> Result<(), BuildError> {
        self.solved.clear();
        let opened = self.open_lower(&task.lower);
        all_succeed(crew.exchange(), opened)?;
        let (work, memory) = (self.work.path(), task.memory);
        let solver = self
            .builder
            .solver(&self.numbering, work, memory, &self.cache);
        let (family, exchange) = (task.material.family(), crew.exchange());
        let listening = Listening(watch);
        self.solved = solver.solve_together(family, &self.values, exchange, &listening)?;
        Ok(())
    }

    /// Opens the values that captures look into, and no others.
    fn open_lower(&mut self, lower: &[(Material, u128)]) -> Result<(), BuildError> {
        let is_wanted =
            |values: &FinishedValues| lower.contains(&(values.index().material(), values.table()));
        self.values.retain(|_, values| is_wanted(values));
        for &(material, digest) in lower {
            if self.values.contains_key(&material) {
                continue;
            }
            let index = self.numbering.index(material).map_err(SolveError::from)?;
            let (work, cache) = (&self.work, &self.cache);
            let values = FinishedValues::open_persisted(work, &index, digest, cache);
            let values = values.ok_or_else(|| BuildError::NotShared {
                path: work.path().to_owned(),
                material,
            })?;
            self.values.insert(material, values);
        }
        Ok(())
    }

    fn pack(&self, material: Material, crew: &mut Crew<'_>) -> Result<(), BuildError> {
        let mut solved = self.solved.iter();
        let values = solved.find(|values| values.index().material() == material);
        let values = values.ok_or_else(|| not_solved(material))?;
        let Builder { layout, rules, .. } = self.builder;
        let path = layout.table(*rules, self.board(), material);
        write_table_together(*rules, values, &path, self.work.path(), crew)?;
        Ok(())
    }
}

fn not_solved(material: Material) -> SolveError {
    let message = format!("process 0 packs {material}, which was not solved just now");
    SolveError::Exchange(io::Error::other(message))
}

/// A watch that is only asked whether to interrupt.
struct Listening<'a>(&'a dyn BuildWatch);

impl Control for Listening<'_> {
    fn interrupted(&self) -> bool {
        self.0.interrupted()
    }
}
