//! A build, as every process runs it: families in order, each solved and packed by all processes in
//! step. The first process, which has a [`FirstProcess`], chooses the next family and restores the
//! values of existing tables. A single process is also the first.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use loa_solver::retrograde::{
    self, Exchange, FinishedValues, Local, SolveError, SolveEvent, Solver, ValueCache, WorkDir,
    all_succeed,
};
use loa_solver::{Board, Family, Index, Material, Numbering};

use super::error::BuildError;
use super::first_process::FirstProcess;
use super::resumed::first_wrong;
use super::settings::Builder;
use super::writer::write_table_with;
use crate::event::{BuildReport, Event, RestartCause, Watch};
use crate::format::error::TableError;
use crate::format::subject::TableSubject;
use crate::format::table::Table;
use crate::source::orientations;
use crate::values::codes::{CellSource, MemoryValues, width_for};
use crate::values::losses::{LossBlocks, digest};
use crate::values::memory::{blocks_of_threads, value_bytes};
use crate::values::restore::{open_losses, restore, restore_part};

/// Tables of up to this many values are always restored, even if an earlier run has left the
/// values. That takes at most a tenth of a second and trusts nothing.
const RESTORED: u64 = 1 << 18;

impl Builder {
    /// Builds missing tables, on the threads of the current rayon pool.
    ///
    /// # Errors
    /// If memory or disk does not suffice (before anything is begun), files fail, or the work is
    /// stopped. Finished tables stay, and the next run resumes unfinished work.
    pub fn run(&self) -> Result<BuildReport, BuildError> {
        self.run_with(&mut Local, &|_| {})
    }

    /// Builds missing tables, as [`Builder::run`] does, together with the processes of an exchange,
    /// which all call this with the same settings. The first process returns the report. The others
    /// return an empty report, and their `watch` receives nothing.
    ///
    /// # Errors
    /// As for [`Builder::run`], and if another process fails.
    pub fn run_with(
        &self,
        exchange: &mut dyn Exchange,
        watch: Watch<'_>,
    ) -> Result<BuildReport, BuildError> {
        let builder = Builder { board: self.orientation(), ..self.clone() };
        let mut build = Build::begin(&builder, exchange, watch)?;
        let built = build.families(exchange);
        let ended = build.end();
        built?;
        all_succeed(exchange, ended)
    }
}

/// A running build.
pub(super) struct Build<'a> {
    pub(super) builder: &'a Builder,
    /// The tasks of the first process; `None` on the others.
    pub(super) lead: Option<FirstProcess<'a>>,
    pub(super) numbering: Numbering,
    /// The values of finished families that are still needed.
    pub(super) values: retrograde::Values,
    /// The cache for these values.
    pub(super) cache: ValueCache,
    /// Bytes of memory for the values and states of a family.
    pub(super) memory: u64,
    pub(super) work: WorkDir,
}

impl<'a> Build<'a> {
    /// Begins a build on the terms of the first process.
    pub(super) fn begin(
        builder: &'a Builder,
        exchange: &mut dyn Exchange,
        watch: Watch<'a>,
    ) -> Result<Build<'a>, BuildError> {
        let is_first = exchange.rank() == 0;
        let begun = is_first.then(|| FirstProcess::begin(builder, watch)).transpose();
        let lead = all_succeed(exchange, begun)?;
        let mine = lead.as_ref().map_or_else(Vec::new, FirstProcess::terms);
        let terms = exchange.of_first(&mine).map_err(SolveError::Exchange)?;
        let [files, ranks, memory, cache] = terms[..] else {
            return Err(unexpected("terms").into());
        };
        let board = Board::new(files as usize, ranks as usize).map_err(|_| unexpected("board"))?;
        Ok(Build {
            builder,
            lead,
            numbering: Numbering::new(board),
            values: retrograde::Values::new(),
            cache: ValueCache::new(cache),
            memory,
            work: WorkDir::new(builder.layout.work(builder.rules, board)),
        })
    }

    /// Builds all families, smallest first.
    pub(super) fn families(&mut self, exchange: &mut dyn Exchange) -> Result<(), BuildError> {
        while let Some(family) = self.next(exchange)? {
            let solved = self.solve(family, exchange)?;
            self.write(family, solved, exchange)?;
        }
        Ok(())
    }

    /// Returns the next family, after opening the values that its captures lead to.
    fn next(&mut self, exchange: &mut dyn Exchange) -> Result<Option<Family>, BuildError> {
        let mine = all_succeed(exchange, self.load_next())?
            .map_or_else(Vec::new, |family| self.to_numbers(family));
        let next = exchange.of_first(&mine).map_err(SolveError::Exchange)?;
        let Some((&[us, them], lower)) = next.split_first_chunk() else {
            return Ok(None);
        };
        let opened = match self.lead {
            Some(_) => Ok(()),
            None => self.open_lower(lower),
        };
        all_succeed(exchange, opened)?;
        Ok(Some(Material::new(us as u32, them as u32).family()))
    }

    /// Begins the next family on the first process, and loads the values that it needs. A table
    /// that proves damaged is solved again first.
    fn load_next(&mut self) -> Result<Option<Family>, BuildError> {
        while let Some(family) = self.lead.as_mut().and_then(FirstProcess::next) {
            let mut captures = family.captures();
            match captures.try_for_each(|material| self.load(material)) {
                Ok(()) => return Ok(Some(family)),
                Err(error) => self.lead.as_mut().map_or(Ok(()), |lead| lead.reopen(error))?,
            }
        }
        Ok(None)
    }

    /// Returns a family and the tables that its captures lead to, each by material and digest.
    fn to_numbers(&self, family: Family) -> Vec<u64> {
        let stones = |material: Material| [material.us(), material.them()].map(u64::from);
        let lower = family.captures().filter_map(|material| {
            let table = self.values.get(&material)?.table_digest();
            Some([stones(material), [table as u64, (table >> 64) as u64]])
        });
        let family = stones(family.larger_first()).into_iter();
        family.chain(lower.flatten().flatten()).collect()
    }

    /// Opens the values that captures lead to, which the first process has written, and closes all
    /// others.
    fn open_lower(&mut self, lower: &[u64]) -> Result<(), BuildError> {
        let (lower, _) = lower.as_chunks();
        let lower = lower.iter().map(|&[us, them, low, high]| {
            let digest = u128::from(high) << 64 | u128::from(low);
            (Material::new(us as u32, them as u32), digest)
        });
        let mut before = std::mem::take(&mut self.values);
        for (material, digest) in lower {
            let known = before.remove(&material).filter(|it| it.table_digest() == digest);
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

    /// Solves a family. If earlier work was resumed, the values are checked before they get a
    /// table. If one is wrong, the family is solved from the beginning.
    fn solve(
        &mut self,
        family: Family,
        exchange: &mut dyn Exchange,
    ) -> Result<Vec<FinishedValues>, BuildError> {
        let (is_resumed, restarts) = (AtomicBool::new(false), AtomicUsize::new(0));
        let tell: Watch<'_> = self.lead.as_ref().map_or(&|_| {}, |lead| lead.watch);
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
        let solver = Solver {
            checkpoint: self.builder.checkpoint,
            memory: self.memory,
            cache: self.cache.clone(),
            stop: self.builder.stop.clone(),
            ..Solver::new(rules, &self.numbering, self.work.path())
        };
        let mut files = solver.solve_with(family, &self.values, exchange, &watch)?;
        // One process checks for all.
        let wrong = if self.lead.is_some() && is_resumed.load(Relaxed) {
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
        if let Some(lead) = &mut self.lead {
            lead.report.restarted += restarts.into_inner();
        }
        Ok(files)
    }

    /// Writes the tables of a family. The first process keeps the values that a later family needs.
    fn write(
        &mut self,
        family: Family,
        solved: Vec<FinishedValues>,
        exchange: &mut dyn Exchange,
    ) -> Result<(), BuildError> {
        let (rules, mut made) = (self.builder.rules, Vec::new());
        for mut values in solved {
            let (board, material) = (self.numbering.board(), values.index().material());
            let path = self.builder.layout.table(TableSubject { rules, board, material });
            let lead = &mut self.lead;
            let replaced = lead.as_mut().map(|lead| lead.replace(material, &path));
            all_succeed(exchange, replaced.transpose())?;
            let header = write_table_with(rules, &values, &path, exchange)?;
            let wrote = lead.as_mut().map(|lead| lead.wrote(&header, &path, &mut values));
            all_succeed(exchange, wrote.transpose())?;
            made.push((material, header.digest));
            if lead.is_some() {
                self.values.insert(material, values);
            }
        }
        if let Some(lead) = &mut self.lead {
            lead.finish(&made);
            self.work.forget(family);
            let others = self.values.extract_if(|&material, _| !lead.needs(material));
            others.for_each(|(_, values)| values.remove());
        }
        Ok(())
    }

    /// Ends the build and returns its report.
    pub(super) fn end(self) -> Result<BuildReport, BuildError> {
        match self.lead {
            Some(lead) => lead.end(),
            None => Ok(BuildReport::default()),
        }
    }

    /// Opens the values of a table that an interrupted run has left, or restores them.
    fn load(&mut self, material: Material) -> Result<(), BuildError> {
        if self.values.contains_key(&material) {
            return Ok(());
        }
        let Builder { layout, rules, board, .. } = self.builder;
        let subject = TableSubject { rules: *rules, board: *board, material };
        let table = orientations::find(layout, subject)?.ok_or_else(|| TableError::Missing {
            path: layout.table(subject),
            material,
            missing: material,
        })?;
        let index = self.numbering.index(material).map_err(SolveError::from)?;
        let left = (index.len() > RESTORED).then(|| self.left(&table, &index));
        let values = match left.flatten() {
            Some(values) => values,
            None => self.restore(material, table.header().digest)?,
        };
        self.values.insert(material, values);
        Ok(())
    }

    /// Returns the values of a table that an earlier run has left, if they are complete and have
    /// the losses and the counts of the table.
    pub(super) fn left(&self, table: &Table, index: &Index) -> Option<FinishedValues> {
        let header = table.header();
        if header.board != index.board() {
            return None;
        }
        let values = FinishedValues::open_persisted(&self.work, index, header.digest, &self.cache)?;
        // Values that cannot be read count as missing.
        let is_its = digest(&values).ok()? == header.digest
            && table.tally().agrees(&values, header.rules, &mut Local).ok()?;
        is_its.then_some(values)
    }

    /// Restores the values of the table with this digest: all together, or part by part if memory
    /// is too small.
    pub(super) fn restore(
        &self,
        material: Material,
        digest: u128,
    ) -> Result<FinishedValues, BuildError> {
        let Builder { layout, rules, stop, .. } = self.builder;
        let open = |needed| open_losses(layout, *rules, &self.numbering, needed, material);
        let bytes = |losses: &LossBlocks| {
            let header = losses.table.header();
            value_bytes(header.positions, header.longest)
        };
        let tables = [open(material)?, open(material.twin())?];
        let lower = material.captured().map(open).transpose()?;
        let lower_bytes = lower.as_ref().map_or(0, bytes);
        let lower = lower.map(LossBlocks::into_values).transpose()?;
        let all_bytes = tables.iter().map(bytes).fold(lower_bytes, u64::saturating_add);
        let is_turned = tables.iter().any(LossBlocks::is_turned);
        let mut values = if is_turned || all_bytes <= self.memory {
            let [table, twin] = tables;
            let twin = (material != material.twin()).then_some(twin);
            let values = restore(*rules, table, twin, lower.as_ref(), stop)?;
            let values = values.ok_or(BuildError::Interrupted)?;
            let fill = |first, codes: &mut [u16]| values.copy_codes(first, codes);
            let width = width_for(values.longest());
            FinishedValues::write(&self.work, values.index(), width, &self.cache, fill)?
        } else {
            // Nothing is looked up before the next solve.
            self.cache.clear();
            let blocks = self.blocks_in_memory(&tables, lower_bytes);
            self.write_parts(&tables, lower.as_ref(), blocks)?
        };
        values.persist(digest)?;
        Ok(values)
    }

    /// Returns how many blocks of a table fit into memory beside the smaller table's values and a
    /// block of its twin on each thread.
    fn blocks_in_memory(&self, [table, twin]: &[LossBlocks; 2], lower_bytes: u64) -> u64 {
        let held_bytes = lower_bytes + blocks_of_threads(twin.index.block_len());
        let memory = self.memory.saturating_add(self.cache.bytes());
        let block_bytes = value_bytes(table.index.block_len(), table.table.header().longest);
        memory.saturating_sub(held_bytes) / block_bytes
    }

    /// Restores and writes the values of a table in parts of at least `blocks` blocks. A part serves
    /// as many files as it has all blocks of.
    fn write_parts(
        &self,
        tables: &[LossBlocks; 2],
        lower: Option<&MemoryValues>,
        blocks: u64,
    ) -> Result<FinishedValues, BuildError> {
        let Builder { rules, stop, .. } = self.builder;
        let index = &tables[0].index;
        let width = width_for(tables[0].table.header().longest);
        let mut held: Option<Arc<MemoryValues>> = None;
        FinishedValues::write_in_parts(&self.work, index, width, &self.cache, |needed| {
            // The memory of a part that lacks some is needed for the next.
            let part = held.take().filter(|part| {
                part.blocks().start <= needed.start && needed.end <= part.blocks().end
            });
            let part = match part {
                Some(part) => part,
                None => {
                    let end = needed.end.max(needed.start + blocks).min(index.blocks());
                    Arc::new(restore_part(*rules, tables, lower, needed.start..end, stop)?)
                }
            };
            if stop.is_set() {
                return Err(BuildError::Interrupted);
            }
            held = Some(Arc::clone(&part));
            Ok(move |first, codes: &mut [u16]| part.copy_codes(first, codes))
        })
    }
}

/// Returns an error of process 0, which has sent something unexpected.
fn unexpected(what: &str) -> SolveError {
    let message = format!("process 0 has sent no {what}");
    SolveError::Exchange(std::io::Error::other(message))
}
