//! Supersteps over the shards that one process owns: work through some blocks, agree, exchange,
//! apply, and perhaps write a checkpoint.
//!
//! Every process goes through the same supersteps. In each it works through some of its blocks.
//! Then all agree on the largest of five numbers, which decide the width of values, the end of a
//! stage, an interruption, a checkpoint and whether any process has failed. Then messages are sent
//! and applied. Neither the order of blocks nor the number of processes matters (S1, S2).
//!
//! A process that fails continues to the next agreement, so that all leave together and none waits
//! for another (S5).

use std::io;
use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::error::SolveError;
use super::event::{FamilyProgress, SolveEvent, SolveWatch};
use super::exchange::{Exchange, all_succeed, exchange_messages, failure};
use super::kernel::cell::{Cells, Stored, Width};
use super::kernel::message::Message;
use super::kernel::side::Side;
use super::kernel::sweep::{BlockArrays, Worker, concerns, visit};
use super::shards::{BlockRange, Shard};
use super::stage::{ResumePoint, Stage};
use super::store::ShardStore;
use crate::game::family::Family;
use crate::stop::Stop;

/// Returns the number of positions that a process works through in a superstep. The family has
/// `positions`, with `memory` bytes for their values and states.
///
/// The number is small enough that the messages of a superstep are small beside the values. A large
/// family has more shards, and a message with few values costs more than the values in it. So the
/// number grows up to eightfold, unless shards are on disk: the messages would take the memory of
/// some.
pub fn default_superstep(positions: u64, memory: u64) -> u64 {
    let is_in_memory = positions <= memory / 2;
    let times = if is_in_memory { positions >> 29 } else { 1 };
    times.clamp(1, 8) << 23
}

/// The settings of a schedule.
pub(crate) struct ScheduleSettings<'a> {
    /// The time between two checkpoints. If it is zero, one follows every superstep.
    pub(crate) checkpoint: Duration,
    /// Positions that a process works through in a superstep. `None` means [`default_superstep`].
    pub(crate) round: Option<u64>,
    /// Bytes of memory for the values and states of a family.
    pub(crate) memory: u64,
    /// Ends the work.
    pub(crate) stop: &'a Stop,
}

/// The work of one process on a family.
pub(crate) struct Schedule<'a> {
    sides: &'a [Side<'a>],
    store: &'a mut ShardStore,
    exchange: &'a mut dyn Exchange,
    watch: SolveWatch<'a>,
    settings: ScheduleSettings<'a>,
    /// Positions that a process works through in a superstep.
    round: u64,
    /// The rank of the owner of every shard, and the shards of this process.
    owners: Vec<usize>,
    own: Vec<Shard>,
    /// The next work to do.
    at: ResumePoint,
    /// The longest distance that any process has found.
    longest: u16,
    /// The time of the last checkpoint, and the least time from it to the next.
    written: Instant,
    rest: Duration,
}

/// The least time between checkpoints, as a multiple of the duration of the last one, so that a
/// slow disk is not always busy.
const REST: u32 = 4;

impl<'a> Schedule<'a> {
    /// Begins the work, or resumes it at the earliest stage of any process, because work may be
    /// repeated (C2).
    pub(crate) fn begin(
        sides: &'a [Side<'a>],
        store: &'a mut ShardStore,
        exchange: &'a mut dyn Exchange,
        watch: SolveWatch<'a>,
        settings: ScheduleSettings<'a>,
    ) -> Result<Schedule<'a>, SolveError> {
        let shards = store.shards().clone();
        let owners = shards.owners(exchange.size());
        let own = shards.owned_by(exchange.rank(), exchange.size());
        let beginning = || (ResumePoint::beginning(Stage::Mark, owners.len()), 0);
        let (mine, longest) = store.left().cloned().unwrap_or_else(beginning);
        let is_wide = store.width() == Width::Wide;
        let mut numbers = [u64::MAX - mine.stage.number(), longest.into(), is_wide.into()];
        exchange.max(&mut numbers).map_err(SolveError::Exchange)?;
        let [before_last, longest, any_wide] = numbers;
        let widened = if any_wide != 0 && !is_wide { store.widen() } else { Ok(()) };
        all_succeed(exchange, widened)?;
        let stage = Stage::from_number(u64::MAX - before_last);
        let mut at = ResumePoint::beginning(stage, owners.len());
        for &shard in &own {
            let (number, blocks) = (shards.number(shard), shards.block_count(shard));
            // A process that is further ahead has done all of this stage.
            at.done[number] = if mine.stage == stage { mine.done[number] } else { blocks };
        }
        let positions: u64 = sides.iter().map(|side| side.index.len()).sum();
        let of_process = positions / exchange.size() as u64;
        let usual = || default_superstep(of_process, settings.memory);
        Ok(Schedule {
            sides,
            store,
            exchange,
            watch,
            written: Instant::now(),
            rest: settings.checkpoint,
            round: settings.round.unwrap_or_else(usual),
            settings,
            owners,
            own,
            at,
            longest: longest as u16,
        })
    }

    /// Goes through the remaining stages and returns the place after the last.
    pub(crate) fn run(mut self) -> Result<ResumePoint, SolveError> {
        // A ply looks at values whose distance is one ply less.
        while self.at.stage <= Stage::Seed || self.at.stage.known() <= self.longest {
            self.superstep()?;
        }
        Ok(self.at)
    }

    fn superstep(&mut self) -> Result<(), SolveError> {
        let ranges = self.next_ranges();
        let found = self.work(&ranges).and_then(|messages| self.address(messages));
        let longest = found.iter().flatten().flatten().map(Message::longest).max();
        let mut numbers = [
            longest.unwrap_or(0).into(),
            self.has_more().into(),
            self.settings.stop.is_set().into(),
            (self.settings.checkpoint.is_zero() || self.written.elapsed() >= self.rest).into(),
            found.is_err().into(),
        ];
        self.exchange.max(&mut numbers).map_err(SolveError::Exchange)?;
        let [longest, flags @ ..] = numbers;
        let [is_more, is_interrupted, is_due, has_failed] = flags.map(|flag| flag != 0);
        let outgoing = match found {
            Ok(outgoing) if !has_failed => outgoing,
            found => return Err(failure(self.exchange, found.err())),
        };
        self.longest = self.longest.max(longest as u16);
        let fitted = self.fit(self.longest);
        let inbound = exchange_messages(self.exchange, outgoing)?;
        let applied = fitted.and_then(|()| {
            self.expect_own(&inbound)?;
            self.store.apply(inbound)
        });
        all_succeed(self.exchange, applied)?;
        self.report();
        if !is_more {
            self.at = ResumePoint::beginning(self.at.stage.next(), self.owners.len());
        }
        if is_due || is_interrupted {
            self.checkpoint()?;
        }
        if is_interrupted {
            let (family, ply) = (self.family(), self.at.stage.known());
            return Err(SolveError::Interrupted { family, ply });
        }
        Ok(())
    }

    /// Returns the next blocks of this process with something to do. They come from as many shards
    /// as occupy all threads and can be lent together. These blocks and all before them count as
    /// done from now on.
    fn next_ranges(&mut self) -> Vec<BlockRange> {
        let (shards, stage) = (self.store.shards(), self.at.stage);
        let mut ranges = Vec::<BlockRange>::new();
        let mut left = None;
        for &shard in &self.own {
            let (all, len) = (shards.blocks(shard), shards.index(shard.side).block_len());
            let done = &mut self.at.done[shards.number(shard)];
            let rest = all.start + *done..all.end;
            if rest.is_empty() {
                continue;
            }
            let is_another_side = ranges.last().is_some_and(|range| range.shard.side != shard.side);
            if is_another_side || ranges.len() == self.store.most_in_memory() {
                break;
            }
            let least = 4 * rayon::current_num_threads() as u64;
            let wanted = left.get_or_insert((self.round / len).max(least) as usize);
            let activity = self.store.activity(shard);
            let concerned = rest.clone().filter(|&block| concerns(stage, activity, block));
            let visited: Vec<u64> = concerned.take(*wanted).collect();
            *wanted -= visited.len();
            // All blocks of the shard have been looked at unless enough have been found before.
            let end = visited.last().filter(|_| *wanted == 0).map_or(all.end, |last| last + 1);
            *done = end - all.start;
            if !visited.is_empty() {
                ranges.push(BlockRange { stage, shard, blocks: rest.start..end, visited });
            }
            if *wanted == 0 {
                break;
            }
        }
        ranges
    }

    /// Works through blocks of one side and returns the values found, as messages.
    fn work(&mut self, ranges: &[BlockRange]) -> Result<Vec<Message>, SolveError> {
        let Some(first) = ranges.first() else {
            return Ok(Vec::new());
        };
        let number = first.shard.side;
        let (side, twin) = (&self.sides[number], self.sides.len() - 1 - number);
        let shards = self.store.shards().first_places(twin);
        let is_wide = self.store.width() == Width::Wide;
        let (mut narrow, mut wide) = (Vec::new(), Vec::new());
        for (range, lent) in ranges.iter().zip(self.store.lend(ranges)?) {
            let states = bytemuck::cast_slice_mut(lent.states);
            match lent.values {
                Cells::Narrow(cells) => narrow.extend(range.arrays(cells, states, lent.activity)),
                Cells::Wide(cells) => wide.extend(range.arrays(cells, states, lent.activity)),
            }
        }
        if is_wide {
            visit_all(first.stage, side, &shards, wide)
        } else {
            visit_all(first.stage, side, &shards, narrow)
        }
    }

    /// Sorts messages by the process that they are for.
    fn address(&self, messages: Vec<Message>) -> Result<Vec<Vec<Message>>, SolveError> {
        let mut outgoing = vec![Vec::new(); self.exchange.size()];
        for message in messages {
            let owner = self.owner(&message).ok_or_else(foreign)?;
            outgoing[owner].push(message);
        }
        Ok(outgoing)
    }

    /// Checks that this process owns the shards of all messages.
    fn expect_own(&self, inbound: &[Message]) -> Result<(), SolveError> {
        let rank = Some(self.exchange.rank());
        let mut owners = inbound.iter().map(|message| self.owner(message));
        if owners.all(|owner| owner == rank) { Ok(()) } else { Err(foreign()) }
    }

    fn owner(&self, message: &Message) -> Option<usize> {
        let shards = self.store.shards();
        let shard = shards.destination(message)?;
        Some(self.owners[shards.number(shard)])
    }

    /// `true` if shards of this process have blocks left in the stage.
    fn has_more(&self) -> bool {
        let shards = self.store.shards();
        let done = |shard| self.at.done[shards.number(shard)];
        self.own.iter().any(|&shard| done(shard) < shards.block_count(shard))
    }

    /// Ensures that values can store this distance.
    fn fit(&mut self, longest: u16) -> Result<(), SolveError> {
        let limit = Width::Wide.longest();
        if longest > limit {
            let family = self.family();
            return Err(SolveError::TooLong { family, limit });
        }
        if longest > self.store.longest_possible() { self.store.widen() } else { Ok(()) }
    }

    /// Writes a checkpoint. In the marking stage it writes nothing, because an interrupted marking
    /// begins again.
    fn checkpoint(&mut self) -> Result<(), SolveError> {
        if self.at.stage == Stage::Mark {
            return Ok(());
        }
        let took = self.store.write_checkpoint(self.exchange, &self.at)?;
        self.written = Instant::now();
        self.rest = self.settings.checkpoint.max(REST * took);
        Ok(())
    }

    /// Reports the progress of all, assuming that the other processes are as far as this one.
    fn report(&self) {
        let shards = self.store.shards();
        let done_of =
            |&own: &Shard| self.at.done[shards.number(own)] * shards.index(own.side).block_len();
        let done: u64 = self.own.iter().map(done_of).sum();
        let own: u64 = self.own.iter().map(|&shard| shards.weight(shard)).sum();
        let total: u64 = self.sides.iter().map(|side| side.index.len()).sum();
        let share = u128::from(done) * u128::from(total) / u128::from(own.max(1));
        (self.watch)(SolveEvent::Progress(FamilyProgress {
            family: self.family(),
            stage: self.at.stage,
            done: share as u64,
            total,
        }));
    }

    fn family(&self) -> Family {
        self.sides[0].index.material().family()
    }
}

fn foreign() -> SolveError {
    SolveError::Exchange(io::Error::other("a message is for another family"))
}

/// Works through blocks of one side on all threads. Returns messages for the array whose shards
/// begin at the places in `shards`.
fn visit_all<S: Stored>(
    stage: Stage,
    side: &Side<'_>,
    shards: &[u64],
    blocks: Vec<BlockArrays<'_, S>>,
) -> Result<Vec<Message>, SolveError> {
    let per_thread = blocks.len() / (8 * rayon::current_num_threads());
    let blocks = blocks.into_par_iter().with_min_len(per_thread.max(1));
    let workers = blocks.try_fold(
        || None,
        // Boxed, because every block moves it.
        |worker: Option<Box<Worker<'_>>>, block| {
            let mut worker = worker.unwrap_or_else(|| Box::new(Worker::new(side)));
            visit(stage, &mut worker, block)?;
            Ok(Some(worker))
        },
    );
    let sealed = workers.map(|worker: Result<Option<Box<Worker<'_>>>, SolveError>| {
        Ok(worker?.map_or_else(Vec::new, |worker| worker.outbox.seal(shards)))
    });
    let messages = sealed.collect::<Result<Vec<Vec<Message>>, SolveError>>()?;
    Ok(messages.into_iter().flatten().collect())
}
