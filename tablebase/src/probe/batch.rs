//! Batch probing on all threads: look-ups are sorted by unit, so that each unit is unpacked once.
//!
//! Positions whose values are in memory are answered first, the others in two rounds. The first
//! round looks up whether positions that need a table are lost; the second looks up the positions
//! after the moves of those that are not. The look-ups of a round are sorted by table and unit
//! before anything is read. If something fails for a position, the position is answered again
//! alone, and gets its own error.

use std::sync::atomic::{AtomicU16, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

use loa_solver::{Board, Material, Move, Position, Value};
use rayon::prelude::*;

use super::error::ProbeError;
use super::look_ahead::{LookAhead, NextPositions, examine};
use super::moves::Probe;
use super::open_table::OpenTable;
use super::session::{Lookup, LookupSession, Reach, loss_of};
use super::tablebase::Tablebase;

/// The maximum number of positions answered together. Each has about ten look-ups of 16 bytes.
const TOGETHER: usize = 1 << 19;
/// The maximum number of positions probed together. Their moves lead to about thirty times that
/// number.
const PROBED_TOGETHER: usize = TOGETHER / 32;
/// Units that one thread unpacks in a row: about those of a leader.
const NEAR_UNITS: u64 = 64;

/// Positions that one thread searches for in memory in a row.
const NEAR_POSITIONS: usize = 1 << 10;

/// The maximum number of look-ups whose units go into the cache even if it is full. More would
/// evict units that single questions need.
const KEPT_LOOKUPS: usize = 1 << 14;

impl Tablebase {
    /// Returns the values of positions, in their order, as [`Tablebase::answer`] does, on the
    /// threads of the current rayon pool.
    pub fn answers(&self, positions: &[Position]) -> Vec<Result<Value, ProbeError>> {
        let alone = |(answer, position): (Option<Value>, _)| match answer {
            Some(answer) => Ok(answer),
            None => self.answer(position),
        };
        let answers = self.answers_together(positions).into_par_iter();
        answers.zip(positions).map(alone).collect()
    }

    /// Returns the values of positions and of every move in them, in their order, as
    /// [`Tablebase::probe`] does, on the threads of the current rayon pool.
    pub fn probes(&self, positions: &[Position]) -> Vec<Result<Probe, ProbeError>> {
        let mut probes = Vec::with_capacity(positions.len());
        for chunk in positions.chunks(PROBED_TOGETHER) {
            probes.extend(self.probes_together(chunk));
        }
        probes
    }

    fn probes_together(&self, positions: &[Position]) -> Vec<Result<Probe, ProbeError>> {
        let rules = self.rules();
        // A position that is not over has at least one move.
        let legal = |position: &Position| match rules.termination(position) {
            Some(_) => Vec::new(),
            None => rules.moves(position),
        };
        let moves: Vec<Vec<Move>> = positions.par_iter().map(legal).collect();
        // Each position that is not over, followed by its successors.
        let mut asked = Vec::new();
        let mut starts = Vec::with_capacity(positions.len());
        for (position, moves) in positions.iter().zip(&moves) {
            starts.push(asked.len());
            if !moves.is_empty() {
                asked.push(*position);
                asked.extend(moves.iter().map(|&played| position.play_unchecked(played)));
            }
        }
        let answers = self.answers_together(&asked);
        let each = positions.par_iter().zip(moves).zip(starts);
        let probes = each.map(|((position, moves), start)| {
            let answers = answers[start..].iter().copied().take(1 + moves.len());
            match answers.collect::<Option<Vec<Value>>>().as_deref() {
                Some(&[value, ref after @ ..]) if !moves.is_empty() => {
                    self.assemble(position, value, moves.into_iter().zip(after.iter().copied()))
                }
                _ => self.probe(position),
            }
        });
        probes.collect()
    }

    /// Returns the answers that could be found together; `None` for a position that must be
    /// answered alone.
    fn answers_together(&self, positions: &[Position]) -> Vec<Option<Value>> {
        let mut answers = Vec::with_capacity(positions.len());
        for chunk in positions.chunks(TOGETHER) {
            for chunk in chunk.chunk_by(|a, b| a.board() == b.board()) {
                let cached: Vec<Option<Value>> = chunk
                    .par_chunks(NEAR_POSITIONS)
                    .flat_map_iter(|near| cached_answers(self, near))
                    .collect();
                let rest: Vec<Position> = chunk
                    .iter()
                    .zip(&cached)
                    .filter(|(_, cached)| cached.is_none())
                    .map(|(position, _)| *position)
                    .collect();
                let mut rest = Batch::new(self, chunk[0].board(), &rest).answers().into_iter();
                let each = cached.into_iter();
                answers.extend(each.map(|cached| cached.or_else(|| rest.next().flatten())));
            }
        }
        answers
    }
}

/// Returns the values of positions of one board if everything they need is in memory. The result is
/// `None` if a position's own table or unit is missing, even if the rules alone would give the
/// value.
fn cached_answers<'a>(
    tablebase: &'a Tablebase,
    positions: &'a [Position],
) -> impl Iterator<Item = Option<Value>> + 'a {
    let mut session = LookupSession::new(tablebase, positions[0].material());
    positions.iter().map(move |position| {
        let own = session.look_up(Reach::Memory, position).ok()?;
        if own == Lookup::NotCached {
            return None;
        }
        let answer = session.answer_within(Reach::Memory, position, &|_| false);
        answer.ok().flatten()
    })
}

/// The location of a position's value, and the position whose answer depends on it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct BatchLookup {
    table: u16,
    unit: u64,
    place: u16,
    of: u32,
}

/// The state of the answer to a position.
#[derive(Clone, Copy)]
enum AnswerState {
    Known(Value),
    /// A table must be read: the answer is at least this, unless the position is lost.
    Open(Value),
    /// Something failed: the position is answered alone.
    Failed,
}

/// The best loss found for a position so far, as a number: the plies plus one, so that fewer plies
/// give a lower number.
struct Least(AtomicU16);

impl Least {
    const FAILED: u16 = 0;
    const NONE: u16 = u16::MAX;

    fn lower(&self, number: u16) {
        self.0.fetch_min(number, Relaxed);
    }

    fn add(&self, loss: Value) {
        self.lower(loss.plies().map_or(Least::NONE, |plies| plies + 1));
    }

    /// Returns the new state of an open position; `some` turns the best loss into an answer.
    fn settle(self, none: AnswerState, some: impl Fn(Value) -> Value) -> AnswerState {
        let loss = match self.0.into_inner() {
            Least::FAILED => return AnswerState::Failed,
            Least::NONE => return none,
            number => Value::Loss(number - 1),
        };
        AnswerState::Known(some(loss))
    }
}

/// Positions of one board that are answered together.
struct Batch<'a> {
    tablebase: &'a Tablebase,
    board: Board,
    positions: &'a [Position],
    /// The tables by material; `None` for a table that cannot be opened.
    tables: Vec<OnceLock<Option<Arc<OpenTable>>>>,
}

impl<'a> Batch<'a> {
    /// Returns a batch of positions, all of the same board.
    fn new(tablebase: &'a Tablebase, board: Board, positions: &'a [Position]) -> Batch<'a> {
        let counts = board.squares() + 1;
        Batch {
            tablebase,
            board,
            positions,
            tables: (0..counts * counts).map(|_| OnceLock::new()).collect(),
        }
    }

    fn answers(&self) -> Vec<Option<Value>> {
        let rules = self.tablebase.rules();
        let look_aheads = self.positions.par_iter().map(|position| examine(rules, position));
        let mut states: Vec<AnswerState> = look_aheads
            .map(|look_ahead| match look_ahead {
                LookAhead::Known(answer) => AnswerState::Known(answer),
                LookAhead::Open { best, .. } => AnswerState::Open(best),
            })
            .collect();
        self.look_up(
            &mut states,
            |position| NextPositions::from_elem(*position, 1),
            |_, loss| loss,
        );
        let ahead = |position: &Position| match examine(rules, position) {
            LookAhead::Open { open, .. } => open,
            LookAhead::Known(_) => NextPositions::new(),
        };
        self.look_up(&mut states, ahead, |best, loss| best.max(loss.for_mover()));
        let answers = states.into_iter().map(|state| match state {
            AnswerState::Known(answer) | AnswerState::Open(answer) => Some(answer),
            AnswerState::Failed => None,
        });
        answers.collect()
    }

    /// Looks up the `wanted` positions of every open position. Of those that are lost, the one with
    /// the fewest plies decides: `answer` combines it with the best known value.
    fn look_up(
        &self,
        states: &mut [AnswerState],
        wanted: impl Fn(&Position) -> NextPositions + Sync,
        answer: impl Fn(Value, Value) -> Value,
    ) {
        let least: Vec<Least> = states.iter().map(|_| Least(AtomicU16::new(Least::NONE))).collect();
        let open = states
            .par_iter()
            .zip(self.positions)
            .enumerate()
            .filter(|(_, (state, _))| matches!(state, AnswerState::Open(_)));
        let lookups = open.fold(Vec::new, |mut lookups, (of, (_, position))| {
            match self.add_lookups(of as u32, &wanted(position), &mut lookups) {
                Some(()) => {}
                None => least[of].lower(Least::FAILED),
            }
            lookups
        });
        let parts: Vec<Vec<BatchLookup>> = lookups.collect();
        let mut lookups = Vec::with_capacity(parts.iter().map(Vec::len).sum());
        parts.into_iter().for_each(|part| lookups.extend(part));
        lookups.par_sort_unstable();
        let near = lookups
            .par_chunk_by(|a, b| (a.table, a.unit / NEAR_UNITS) == (b.table, b.unit / NEAR_UNITS));
        let keep = lookups.len() <= KEPT_LOOKUPS;
        near.for_each(|lookups| self.read(lookups, keep, &least));
        for (state, least) in states.iter_mut().zip(least) {
            if let AnswerState::Open(best) = *state {
                *state = least.settle(AnswerState::Open(best), |loss| answer(best, loss));
            }
        }
    }

    /// Adds the look-ups of positions; `None` if a table cannot be opened.
    fn add_lookups(
        &self,
        of: u32,
        positions: &[Position],
        lookups: &mut Vec<BatchLookup>,
    ) -> Option<()> {
        // All quiet moves lead to one leader.
        let same = |a: &Position, b: &Position| a.us() == b.us() && a.material() == b.material();
        for positions in positions.chunk_by(same) {
            let (us, them) = (positions[0].us(), positions[0].them());
            let table = (us.count() * (self.board.squares() + 1) + them.count()) as u16;
            let open = self.table(table, positions[0].material())?;
            let leader = open.leader(us);
            lookups.extend(positions.iter().map(|position| {
                let (unit, place) = open.locate(leader, position.them());
                BatchLookup { table, unit, place: place as u16, of }
            }));
        }
        Some(())
    }

    fn table(&self, number: u16, material: Material) -> Option<&OpenTable> {
        let open = || self.tablebase.table(self.board, material, material).ok();
        self.tables[usize::from(number)].get_or_init(open).as_deref()
    }

    /// Reads the look-ups in a few units of one table. Newly unpacked units go into the cache if
    /// `keep` is set or the cache has room.
    fn read(&self, lookups: &[BatchLookup], keep: bool, least: &[Least]) {
        let table = self.tables[usize::from(lookups[0].table)].get();
        let Some(Some(open)) = table else {
            return;
        };
        let cache = &self.tablebase.shared().cache;
        let keep = keep || cache.weight() < cache.capacity();
        open.with_scratch(|scratch| {
            for lookups in lookups.chunk_by(|a, b| a.unit == b.unit) {
                let last = lookups[lookups.len() - 1];
                let (unit, place) = (last.unit, usize::from(last.place));
                let codes = open.codes(cache, scratch, unit, place, keep).ok();
                for lookup in lookups {
                    let least = &least[lookup.of as usize];
                    let code = codes.as_ref().map(|codes| codes[usize::from(lookup.place)]);
                    match code.map(loss_of) {
                        Some(Some(loss)) => least.add(loss),
                        Some(None) => {}
                        None => least.lower(Least::FAILED),
                    }
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use loa_solver::Rules;

    use super::*;
    use crate::probe::session::tests::spread;

    #[test]
    fn answers_are_the_same_whatever_is_in_the_cache() {
        // More positions than may evict other units from the cache.
        let positions = spread(&["4v4"], 5000);
        let embedded = |bytes| {
            let options = Tablebase::options().cache_bytes(bytes);
            options.tablebase(Rules::default())
        };
        let alone = embedded(1 << 24);
        let expected: Vec<Value> = positions.iter().map(|p| alone.answer(p).unwrap()).collect();
        // With an empty cache, with some units or parts of units, and with all.
        for bytes in [0, 1 << 17, 1 << 24] {
            let tables = embedded(bytes);
            for known in [0, 50, 0] {
                for position in &positions[..known] {
                    tables.wdl(position).unwrap();
                }
                let answers: Vec<Value> =
                    tables.answers(&positions).into_iter().map(Result::unwrap).collect();
                assert!(answers == expected, "{bytes} bytes");
                assert!(tables.shared().cache.weight() <= tables.shared().cache.capacity());
            }
        }
        // Units unpacked for a batch serve single questions, if the cache has room.
        let tables = embedded(1 << 24);
        tables.answers(&positions);
        let cached = positions.iter().map(|position| tables.answer_if_cached(position));
        assert!(cached.eq(expected.into_iter().map(Some)));
    }
}
