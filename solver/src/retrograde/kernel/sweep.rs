//! The sweeps, as work on one block, and a thread's tools to go from block to block.

use super::activity::Activity;
use super::block::{Block, QuietMoves, split};
use super::captures::{Captures, NO_CAPTURE};
use super::cell::{Cell, DRAWN, Stored};
use super::flags::which;
use super::group::{GROUP, SetGroup};
use super::lines::{LANES, Lanes};
use super::outbox::Outbox;
use super::ranking::{Ranking, Ranks};
use super::side::Side;
use super::state::PositionState;
use crate::dispatch;
use crate::game::bitboard::{Bitboard, members};
use crate::game::position::{Color, Position};
use crate::game::rules::NoMove;
use crate::retrograde::error::SolveError;
use crate::retrograde::stage::Stage;

/// One block's values and states.
pub(crate) struct BlockArrays<'b, S> {
    pub(crate) orbit: u64,
    /// The values with the leader to move.
    pub(crate) values: &'b mut [S],
    /// The states with the leader waiting.
    pub(crate) states: &'b mut [PositionState],
    pub(crate) activity: &'b Activity,
}

/// `true` if a block may have work in a stage.
pub(crate) fn concerns(stage: Stage, activity: &Activity, orbit: u64) -> bool {
    match stage {
        Stage::Ply(ply) => {
            activity.may_hold(orbit, Cell::win(ply - 1))
                || activity.may_hold(orbit, Cell::loss(ply - 1))
        }
        _ => true,
    }
}

/// Works through a block.
///
/// # Errors
/// If the values that captures lead to cannot be read.
pub(crate) fn visit<S: Stored>(
    stage: Stage,
    worker: &mut Worker<'_>,
    block: BlockArrays<'_, S>,
) -> Result<(), SolveError> {
    worker.set_orbit(block.orbit);
    // The function is compiled once for each ranking.
    match (stage, &worker.side.ranks) {
        (Stage::Mark, _) => mark(worker, block.values, block.states),
        (_, Ranks::Split(ranking)) => visit_marked(stage, worker, ranking, block)?,
        (_, Ranks::Stones(ranking)) => visit_marked(stage, worker, ranking, block)?,
    }
    worker.outbox.put();
    Ok(())
}

fn visit_marked<S: Stored, R: Ranking>(
    stage: Stage,
    worker: &mut Worker<'_>,
    ranking: &R,
    block: BlockArrays<'_, S>,
) -> Result<(), SolveError> {
    let BlockArrays { orbit, values, states, activity } = block;
    let Worker { side, block, captures, outbox, room } = worker;
    let ply = stage.known() + 1;
    let view = View { side, ranking, block, ply, to_leader: values };
    match stage {
        Stage::Mark => {}
        Stage::QuietWins => view.win(states, room, outbox),
        Stage::Seed => {
            captures.set_leader(block.leader)?;
            view.seed(captures, states, room, outbox);
            activity.note_passing(orbit, states);
        }
        Stage::Ply(_) => {
            if activity.may_hold(orbit, Cell::loss(ply - 1)) {
                view.win(states, room, outbox);
            }
            if activity.may_pass(orbit) {
                view.pass(states, room, outbox);
            }
            if activity.may_hold(orbit, Cell::win(ply - 1)) {
                view.lose(states, room);
                if !room.ranks.is_empty() {
                    captures.set_leader(block.leader)?;
                    view.send_losses(captures, room, outbox);
                }
            }
        }
    }
    Ok(())
}

/// One thread's tools to work through blocks of one side.
pub(crate) struct Worker<'a> {
    pub(crate) side: &'a Side<'a>,
    pub(crate) block: Block<'a>,
    captures: Captures<'a>,
    pub(crate) outbox: Outbox<'a>,
    room: Buffers,
}

/// Buffers for lists, reused for every block.
struct Buffers {
    /// Ranks of some positions of the block.
    ranks: Vec<u32>,
    /// Sets whose moves are listed together, and the sets that the moves lead to.
    group: SetGroup,
    after: Vec<u64>,
}

impl<'a> Worker<'a> {
    /// Returns a worker without results.
    pub(crate) fn new(side: &'a Side<'a>) -> Worker<'a> {
        let block = Block::new(side.index.board(), &side.lines);
        let group = SetGroup::new(&block);
        Worker {
            side,
            block,
            captures: Captures::new(side),
            outbox: Outbox::new(side),
            room: Buffers { ranks: Vec::new(), group, after: Vec::new() },
        }
    }

    /// Moves on to another block, except for its captures, which are needed less often.
    pub(crate) fn set_orbit(&mut self, orbit: u64) {
        let leader = self.side.index.leaders().representative(orbit).0;
        self.block.set_leader(leader);
        self.outbox.set_waiting(leader);
    }
}

/// The end of the game by connection in some positions of one leader.
pub(crate) struct Mark<S> {
    /// The value with the leader to move, if the game is over.
    pub(crate) value: Option<S>,
    /// True if the game is over with the leader waiting.
    pub(crate) is_over: bool,
}

impl<S: Stored> Mark<S> {
    /// Returns the marks of a leader's positions, by whether the follower is connected.
    pub(crate) fn of_block(side: &Side<'_>, block: &Block<'_>) -> [Mark<S>; 2] {
        let waiting = Bitboard(block.leader).is_connected();
        [false, true].map(|mover| {
            let value = side.rules.connected_value(waiting, mover);
            let is_over = side.rules.connected_value(mover, waiting).is_some();
            Mark { value: value.map(|value| S::store(value.into())), is_over }
        })
    }
}

/// Marks the positions of one leader's block in which a connection has ended the game: values with
/// the leader to move in `cells`, states with the leader waiting in `states`. Under rules by which a
/// player without a move loses, also finds the positions without a move, as losses in 0.
///
/// Other cells stay: another block may have sent their losses in 0 before.
fn mark<S: Stored>(worker: &mut Worker<'_>, cells: &mut [S], states: &mut [PositionState]) {
    let marks = Mark::<S>::of_block(worker.side, &worker.block);
    dispatch!({
        let entries = cells.iter_mut().zip(&mut *states).zip(&worker.side.followers);
        for ((cell, state), &set) in entries {
            let mover = worker.outbox.mover(worker.block.on_board(set));
            let mark = &marks[usize::from(mover.is_connected())];
            *cell = mark.value.unwrap_or(*cell);
            *state = if mark.is_over { PositionState::DECIDED } else { PositionState::witness(0) };
        }
    });
    if worker.side.rules.no_move() != NoMove::Loss {
        return;
    }
    for (state, &set) in states.iter_mut().zip(&worker.side.followers) {
        let set = worker.block.on_board(set);
        if *state != PositionState::DECIDED && !worker.block.can_move(set) {
            *state = PositionState::DECIDED;
            worker.outbox.send(set, Cell::loss(0));
        }
    }
}

/// One block as a sweep sees it at one ply.
struct View<'v, S, R> {
    side: &'v Side<'v>,
    ranking: &'v R,
    block: &'v Block<'v>,
    /// The current ply: only values below it are believed.
    ply: u16,
    /// The values with the leader to move, by the followers' rank.
    to_leader: &'v [S],
}

impl<S: Stored, R: Ranking> View<'_, S, R> {
    /// Returns the rank of a set in the block.
    #[inline(always)]
    fn rank(&self, set: u64) -> usize {
        self.ranking.rank(self.block.compact(set))
    }

    /// Returns the set with a rank.
    #[inline(always)]
    fn set(&self, rank: u32) -> u64 {
        self.block.on_board(self.side.followers[rank as usize])
    }

    /// Returns the value to the leader of the position after a quiet move to `set`.
    #[inline(always)]
    fn after(&self, set: u64) -> Cell {
        self.to_leader[self.rank(set)].cell()
    }

    /// `true` if a quiet move to `set` does not lose yet.
    #[inline(always)]
    fn is_witness(&self, set: u64) -> bool {
        !self.after(set).is_win_by(self.ply - 1)
    }

    /// Examines every open position of the block for the first time. It finds wins and draws by
    /// captures, and a first witness for the other positions. Positions without a witness are lost.
    ///
    /// Wins in 1 by quiet moves are already known, which avoids most witnesses that would fall
    /// immediately. The progress of other blocks decides which values are found here and which at
    /// later plies; it does not change the values.
    fn seed(
        &self,
        captures: &Captures<'_>,
        states: &mut [PositionState],
        room: &mut Buffers,
        out: &mut Outbox<'_>,
    ) {
        dispatch!({
            list(&mut room.ranks, states, |state| state.as_witness().is_some());
            let mut quiet = QuietMoves::NONE;
            for ranks in room.ranks.chunks(GROUP) {
                room.group.set(self.block, ranks.iter().map(|&rank| self.set(rank)));
                let best = captures.best_for_waiting(self.block, &mut room.group);
                let mut others = ([0; GROUP], 0);
                for (owner, (&rank, &order_key)) in ranks.iter().zip(&best).enumerate() {
                    let won = if order_key <= self.ply.into() {
                        PositionState::DECIDED
                    } else {
                        PositionState::CAPTURE_WINS
                    };
                    let draws = order_key == u32::from(DRAWN);
                    states[rank as usize] = if draws { PositionState::CAPTURE_DRAWS } else { won };
                    others.0[others.1 % GROUP] = owner;
                    others.1 += usize::from(order_key > u32::from(DRAWN));
                }
                for (owner, &order_key) in best[..ranks.len()].iter().enumerate() {
                    if order_key < DRAWN.into() {
                        out.send(room.group.get(owner).0, Cell::win(order_key as u16));
                    }
                }
                for &owner in &others.0[..others.1] {
                    let rank = ranks[owner] as usize;
                    let (set, lanes) = room.group.get(owner);
                    let (state, cell) = self.look(&mut quiet, rank, set, lanes, best[owner]);
                    states[rank] = state;
                    if cell != Cell::OPEN {
                        out.send(set, cell);
                    }
                }
            }
        });
    }

    /// Examines a position whose captures all lose; `best_capture` is the best of them to the waiting
    /// side. Returns its state, and its value if that is known.
    #[inline(always)]
    fn look(
        &self,
        quiet: &mut QuietMoves,
        rank: usize,
        set: u64,
        lanes: &Lanes,
        best_capture: u32,
    ) -> (PositionState, Cell) {
        // Most positions have a witness among the first moves. With many stones it is hard to
        // predict which, so four moves are tested together.
        quiet.list(self.block, lanes, 8);
        let first = (0..if lanes.are_many() { 4 } else { 1 }).fold(0u32, |all, at| {
            all | u32::from((at < quiet.len()) & self.is_witness(quiet.after(set, at))) << at
        });
        if first != 0 {
            return (
                PositionState::witness(quiet.code(first.trailing_zeros() as usize)),
                Cell::OPEN,
            );
        }
        quiet.list(self.block, lanes, LANES);
        let mut longest = 0;
        for at in 0..quiet.len() {
            let after = self.after(quiet.after(set, at));
            if !after.is_win_by(self.ply - 1) {
                return (PositionState::witness(quiet.code(at)), Cell::OPEN);
            }
            longest = longest.max(after.plies() + 1);
        }
        match longest.max(plies_after(best_capture)) {
            0 => self.without_a_move(self.to_leader[rank].cell(), set),
            plies => (PositionState::DECIDED, Cell::loss(plies)),
        }
    }

    /// Returns state and value of a position without legal moves. Under rules by which it loses,
    /// [`Stage::Mark`] has sent the value. If the turn passes, `passed` is the value of the same stones
    /// with the leader to move.
    fn without_a_move(&self, passed: Cell, set: u64) -> (PositionState, Cell) {
        let waiting = Position {
            board: self.side.index.board(),
            us: Bitboard(self.block.leader),
            them: Bitboard(set),
            turn: Color::Black,
        };
        if self.side.rules.no_move() != NoMove::Pass || !waiting.has_stone_move() {
            return (PositionState::DECIDED, Cell::OPEN);
        }
        after_pass(passed, self.ply)
    }

    /// Finds wins: every undecided quiet predecessor of a loss in one ply less is won at this ply.
    fn win(&self, states: &mut [PositionState], room: &mut Buffers, out: &mut Outbox<'_>) {
        dispatch!({
            let lost = S::store(Cell::loss(self.ply - 1));
            list(&mut room.ranks, self.to_leader, |&cell| cell == lost);
            for ranks in room.ranks.chunks(GROUP) {
                room.group.set(self.block, ranks.iter().map(|&rank| self.set(rank)));
                let count = room.group.list_quiet(self.block);
                if room.after.len() < count {
                    room.after.resize(count, 0);
                }
                let mut open = 0;
                for step in room.group.steps() {
                    let set = room.group.after(step);
                    let state = &mut states[self.rank(set)];
                    room.after[open] = set;
                    open += usize::from(*state != PositionState::DECIDED);
                    *state = PositionState::DECIDED;
                }
                for &set in &room.after[..open] {
                    out.send(set, Cell::win(self.ply));
                }
            }
        });
    }

    /// Finds losses and stores their ranks in `room`. An open position whose witness has become a
    /// win for the opponent gets another witness. If it has no other, it is lost.
    fn lose(&self, states: &mut [PositionState], room: &mut Buffers) {
        dispatch!({
            let ranks = &mut room.ranks;
            ranks.clear();
            for (chunk, states) in (0..).step_by(64).zip(states.chunks(64)) {
                let (mut found, mut fallen) = ([0; 64], 0);
                for number in members(which(states, |state| state.as_witness().is_some())) {
                    let witness = states[number as usize].as_witness().unwrap_or(0);
                    let after = self.block.after_quiet(self.set(chunk + number), witness);
                    found[fallen % 64] = chunk + number;
                    fallen += usize::from(!self.is_witness(after));
                }
                ranks.extend_from_slice(&found[..fallen]);
            }
            let mut moves = (self.block.lanes(), QuietMoves::NONE);
            let mut lost = 0;
            for at in 0..ranks.len() {
                let rank = ranks[at];
                let state = &mut states[rank as usize];
                *state = self.next_witness(&mut moves, self.set(rank), *state);
                ranks[lost] = rank;
                lost += usize::from(*state == PositionState::DECIDED);
            }
            ranks.truncate(lost);
        });
    }

    /// Returns the state of a position whose witness has fallen.
    #[inline(always)]
    fn next_witness(
        &self,
        (lanes, quiet): &mut (Lanes, QuietMoves),
        set: u64,
        state: PositionState,
    ) -> PositionState {
        let (first, along) = split(state.as_witness().unwrap_or(0));
        self.block.set_lanes(lanes, set, first);
        quiet.list(self.block, lanes, LANES);
        for at in along + 1..quiet.len() {
            if self.is_witness(quiet.after(set, at)) {
                return PositionState::witness(quiet.code(at));
            }
        }
        PositionState::DECIDED
    }

    /// Sends the values of positions that [`View::lose`] has found to be lost.
    fn send_losses(&self, captures: &Captures<'_>, room: &mut Buffers, out: &mut Outbox<'_>) {
        dispatch!({
            for ranks in room.ranks.chunks(GROUP) {
                room.group.set(self.block, ranks.iter().map(|&rank| self.set(rank)));
                let best = captures.best_for_waiting(self.block, &mut room.group);
                for (owner, &order_key) in best[..ranks.len()].iter().enumerate() {
                    // The last witness became a win for the opponent exactly one ply ago. No
                    // capture wins or draws, or the state would say so. A capture may lose
                    // later.
                    let plies = self.ply.max(plies_after(order_key));
                    out.send(room.group.get(owner).0, Cell::loss(plies));
                }
            }
        });
    }

    /// Decides positions that pass, once the position after the pass is decided.
    fn pass(&self, states: &mut [PositionState], room: &mut Buffers, out: &mut Outbox<'_>) {
        list(&mut room.ranks, states, |&state| state == PositionState::PASSES);
        for &rank in &room.ranks {
            let passed = self.to_leader[rank as usize].cell();
            let (decided, cell) = after_pass(passed, self.ply);
            states[rank as usize] = decided;
            if cell != Cell::OPEN {
                out.send(self.set(rank), cell);
            }
        }
    }
}

/// Returns the plies in which a position loses by a capture with this [`Cell::order_key`] to the
/// opponent; 0 without a capture.
#[inline(always)]
fn plies_after(order_key: u32) -> u16 {
    if order_key == NO_CAPTURE { 0 } else { Cell::from_order_key(order_key as u16).plies() + 1 }
}

/// Lists the ranks of the wanted entries.
#[inline(always)]
fn list<T>(ranks: &mut Vec<u32>, entries: &[T], wanted: impl Fn(&T) -> bool) {
    ranks.clear();
    for (chunk, entries) in (0..).step_by(64).zip(entries.chunks(64)) {
        ranks.extend(members(which(entries, &wanted)).map(|number| chunk + number));
    }
}

/// Returns state and value of a position that passes; `passed` is the value after the pass.
fn after_pass(passed: Cell, ply: u16) -> (PositionState, Cell) {
    if passed.is_known_by(ply - 1) {
        (PositionState::DECIDED, passed.value().for_mover().into())
    } else {
        (PositionState::PASSES, Cell::OPEN)
    }
}
