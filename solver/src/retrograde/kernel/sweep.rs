//! The sweeps, as work on one block, and the means of one thread to go from block to block.

use super::activity::Activity;
use super::block::{Block, MOST_NEIGHBOURS};
use super::captures::Captures;
use super::cell::{Cell, Stored};
use super::flags::{Flags, which};
use super::message::Message;
use super::outbox::Outbox;
use super::ranking::{Ranking, Ranks};
use super::side::Side;
use super::state::State;
use crate::cpu::dispatch;
use crate::game::bitboard::{Bitboard, members};
use crate::game::position::{Color, Position};
use crate::game::rules::{NoMove, Rules};
use crate::game::value::Value;
use crate::retrograde::error::SolveError;
use crate::retrograde::stage::Stage;

/// One block's values and states.
pub(crate) struct BlockArrays<'b, S> {
    pub(crate) orbit: u64,
    /// The values with the leader to move.
    pub(crate) values: &'b mut [S],
    /// The states with the leader waiting.
    pub(crate) states: &'b mut [State],
    pub(crate) activity: &'b Activity,
}

/// One walk over the blocks.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Sweep {
    /// Marks the positions in which a connection has ended the game. It sends nothing.
    MarkTerminal,
    /// Does the rest of a stage.
    Stage(Stage),
}

impl Sweep {
    /// Returns whether there may be something to do in a block.
    pub(crate) fn concerns(self, rules: Rules, activity: &Activity, orbit: u64) -> bool {
        match self {
            Sweep::Stage(Stage::Mark) => rules.no_move() == NoMove::Loss,
            Sweep::Stage(Stage::Ply(ply)) => {
                activity.may_hold(orbit, Cell::win(ply - 1))
                    || activity.may_hold(orbit, Cell::loss(ply - 1))
            }
            _ => true,
        }
    }

    /// Works through a block.
    ///
    /// # Errors
    /// When the values that captures lead to cannot be read.
    pub(crate) fn visit<S: Stored>(
        self,
        worker: &mut Worker<'_>,
        block: BlockArrays<'_, S>,
    ) -> Result<(), SolveError> {
        worker.set_orbit(block.orbit);
        match self {
            Sweep::MarkTerminal => mark_terminal(worker, block.values, block.states),
            Sweep::Stage(Stage::Mark) => mark_blocked(worker, block.states),
            // Compiled once for each ranking.
            Sweep::Stage(stage) => match &worker.side.ranks {
                Ranks::Split(ranking) => visit(stage, worker, ranking, block)?,
                Ranks::Stones(ranking) => visit(stage, worker, ranking, block)?,
            },
        }
        worker.outbox.put();
        Ok(())
    }
}

fn visit<S: Stored, R: Ranking>(
    stage: Stage,
    worker: &mut Worker<'_>,
    ranking: &R,
    block: BlockArrays<'_, S>,
) -> Result<(), SolveError> {
    let BlockArrays { orbit, values, states, activity } = block;
    let Worker { side, block, captures, outbox, lost } = worker;
    let ply = stage.known() + 1;
    let view = View { side, ranking, block, ply, to_leader: values };
    match stage {
        Stage::Mark => {}
        Stage::QuietWins => view.win(states, outbox),
        Stage::Seed => {
            captures.set_leader(block)?;
            view.seed(captures, states, outbox);
            activity.note_passing(orbit, states);
        }
        Stage::Ply(_) => {
            if activity.may_hold(orbit, Cell::loss(ply - 1)) {
                view.win(states, outbox);
            }
            if activity.may_hold(orbit, Cell::win(ply - 1)) {
                view.lose(states, lost);
            }
            if activity.may_pass(orbit) {
                view.pass(states, outbox);
            }
            if !lost.is_empty() {
                captures.set_leader(block)?;
                view.send_losses(captures, lost, outbox);
                lost.clear();
            }
        }
    }
    Ok(())
}

/// One thread's means to work through blocks of one side.
pub(crate) struct Worker<'a> {
    pub(crate) side: &'a Side<'a>,
    pub(crate) block: Block<'a>,
    captures: Captures<'a>,
    pub(crate) outbox: Outbox<'a>,
    /// Positions of the block that have turned out to be lost: compact sets.
    lost: Vec<u64>,
}

impl<'a> Worker<'a> {
    /// A worker that has found nothing yet.
    pub(crate) fn new(side: &'a Side<'a>) -> Worker<'a> {
        Worker {
            side,
            block: Block::new(side.index.board(), &side.lines),
            captures: Captures::new(side),
            outbox: Outbox::new(side),
            lost: Vec::new(),
        }
    }

    /// Turns to another block, but for its captures, which are needed more seldom.
    pub(crate) fn set_orbit(&mut self, orbit: u64) {
        self.block.set_leader(self.side.index.leaders().representative(orbit).0);
        self.outbox.set_waiting(&self.block);
    }

    /// Returns a message for each shard of the mover's array that values belong to,
    /// given the first place of every shard.
    pub(crate) fn seal(self, shards: &[u64]) -> Vec<Message> {
        self.outbox.seal(shards)
    }
}

/// The values of the positions of one leader's block in which a connection has ended
/// the game, by whether the follower is connected.
pub(crate) struct Marks<S> {
    /// With the leader to move.
    values: [Option<S>; 2],
    /// With the leader waiting.
    is_over: [bool; 2],
}

impl<S: Stored> Marks<S> {
    pub(crate) fn new(side: &Side<'_>, block: &Block<'_>) -> Marks<S> {
        let waiting = Bitboard(block.leader).is_connected();
        let to_leader = |mover| side.rules.connected_value(waiting, mover);
        let to_mover = |mover| side.rules.connected_value(mover, waiting);
        Marks {
            values: [false, true].map(|mover| Some(S::store(to_leader(mover)?.into()))),
            is_over: [false, true].map(|mover| to_mover(mover).is_some()),
        }
    }

    /// Returns the value with the leader to move, if the game is over.
    #[inline(always)]
    pub(crate) fn value(&self, is_connected: bool) -> Option<S> {
        self.values[usize::from(is_connected)]
    }

    /// Returns whether the game is over with the leader waiting.
    #[inline(always)]
    pub(crate) fn is_over(&self, is_connected: bool) -> bool {
        self.is_over[usize::from(is_connected)]
    }
}

/// Marks the positions of one leader's block in which a connection has ended the
/// game: with the leader to move in `cells`, with the leader waiting in `states`.
fn mark_terminal<S: Stored>(worker: &Worker<'_>, cells: &mut [S], states: &mut [State]) {
    let marks = Marks::new(worker.side, &worker.block);
    let marks = [false, true].map(|connected| {
        let state = if marks.is_over(connected) { State::DECIDED } else { State::witness(0) };
        let cell = marks.value(connected);
        (cell.unwrap_or(S::store(Cell::OPEN)), state)
    });
    dispatch(
        #[inline(always)]
        || {
            let entries = cells.iter_mut().zip(states).zip(&worker.side.followers);
            for ((cell, state), &set) in entries {
                (*cell, *state) = marks[usize::from(worker.outbox.mover(set).is_connected())];
            }
        },
    );
}

/// Finds the positions of the block without a move, as lost in 0: for the rules under
/// which a player without a move loses.
fn mark_blocked(worker: &mut Worker<'_>, states: &mut [State]) {
    for (state, &set) in states.iter_mut().zip(&worker.side.followers) {
        if *state != State::DECIDED && !worker.block.can_move(set) {
            *state = State::DECIDED;
            worker.outbox.send(set, Cell::loss(0));
        }
    }
}

/// One block as a sweep reads it at one ply.
struct View<'v, S, R> {
    side: &'v Side<'v>,
    ranking: &'v R,
    block: &'v Block<'v>,
    /// The ply being worked out: only values below it are believed.
    ply: u16,
    /// The values with the leader to move, by the followers' rank.
    to_leader: &'v [S],
}

impl<S: Stored, R: Ranking> View<'_, S, R> {
    /// Returns the value to the leader of the position after a quiet move to `set`.
    #[inline(always)]
    fn after(&self, set: u64) -> Cell {
        self.to_leader[self.ranking.rank(set)].cell()
    }

    /// Looks at every open position of the block for the first time: finds wins and
    /// draws by captures, a first witness for the others, and losses where there is
    /// none.
    ///
    /// Wins in 1 through quiet moves are known by then, which spares most witnesses
    /// that would fall at once. Which values are found here and which at later plies
    /// depends on how far other blocks are; the values do not.
    fn seed(&self, captures: &Captures<'_>, states: &mut [State], out: &mut Outbox<'_>) {
        dispatch(
            #[inline(always)]
            || {
                for (rank, &set) in self.side.followers.iter().enumerate() {
                    if states[rank].as_witness().is_some() {
                        let (state, cell) = self.look(captures, rank, set);
                        states[rank] = state;
                        if cell != Cell::OPEN {
                            out.send(set, cell);
                        }
                    }
                }
            },
        );
    }

    /// Looks at one position, and returns its state, and its value if that is known.
    #[inline(always)]
    fn look(&self, captures: &Captures<'_>, rank: usize, set: u64) -> (State, Cell) {
        let capture = captures.best(self.block, set);
        match capture {
            Some(Value::Win(plies)) if plies <= self.ply => {
                return (State::DECIDED, Cell::win(plies));
            }
            Some(Value::Win(plies)) => return (State::CAPTURE_WINS, Cell::win(plies)),
            Some(Value::Draw) => return (State::CAPTURE_DRAWS, Cell::OPEN),
            Some(Value::Loss(_)) | None => {}
        }
        let not_lost = |after| !self.after(after).is_win_by(self.ply - 1);
        if let Some(code) = self.block.first_quiet(set, not_lost) {
            return (State::witness(code), Cell::OPEN);
        }
        let mut buffer = [0; _];
        let neighbours = self.block.quiet_neighbours(set, &mut buffer).iter();
        let quiet = neighbours.map(|&after| self.after(after).plies() + 1).max();
        match (capture, quiet) {
            (Some(Value::Loss(plies)), quiet) => {
                (State::DECIDED, Cell::loss(plies.max(quiet.unwrap_or(0))))
            }
            (_, Some(plies)) => (State::DECIDED, Cell::loss(plies)),
            (_, None) => self.without_a_move(self.to_leader[rank].cell(), set),
        }
    }

    /// Returns state and value of a position none of whose stones can move. Where that
    /// loses, the value has been sent before; where the turn passes, `passed` is the
    /// value of the same stones with the leader to move.
    fn without_a_move(&self, passed: Cell, set: u64) -> (State, Cell) {
        let waiting = Position {
            board: self.side.index.board(),
            us: Bitboard(self.block.leader),
            them: Bitboard(self.block.on_board(set)),
            turn: Color::Black,
        };
        if self.side.rules.no_move() != NoMove::Pass || !waiting.has_stone_move() {
            return (State::DECIDED, Cell::OPEN);
        }
        after_pass(passed, self.ply)
    }

    /// Finds wins: every quiet predecessor of a loss in one ply less is won at this
    /// ply, unless it is decided.
    fn win(&self, states: &mut [State], out: &mut Outbox<'_>) {
        dispatch(
            #[inline(always)]
            || {
                let lost = S::store(Cell::loss(self.ply - 1));
                let mut decided = Flags::of(states, |&state| state == State::DECIDED);
                let (mut buffer, mut ranks) = ([0; _], [0; MOST_NEIGHBOURS]);
                for (sets, cells) in self.side.followers.chunks(64).zip(self.to_leader.chunks(64)) {
                    for number in members(which(cells, |&cell| cell == lost)) {
                        let before =
                            self.block.quiet_neighbours(sets[number as usize], &mut buffer);
                        let mut open = 0;
                        for at in 0..before.len() {
                            let rank = self.ranking.rank(before[at]);
                            (before[open], ranks[open]) = (before[at], rank);
                            open += usize::from(!decided.has(rank));
                        }
                        for (&set, &rank) in before[..open].iter().zip(&ranks) {
                            decided.insert(rank);
                            states[rank] = State::DECIDED;
                            out.send(set, Cell::win(self.ply));
                        }
                    }
                }
            },
        );
    }

    /// Finds losses: an open position whose witness has become a win for the opponent
    /// gets another witness, and is lost if there is none.
    fn lose(&self, states: &mut [State], found: &mut Vec<u64>) {
        dispatch(
            #[inline(always)]
            || {
                let known = self.ply - 1;
                let lost = Flags::of(
                    self.to_leader,
                    #[inline(always)]
                    |cell| cell.cell().is_win_by(known),
                );
                let not_lost = |after| !lost.has(self.ranking.rank(after));
                let mut buffer = ([0; _], [0; _]);
                for (sets, states) in self.side.followers.chunks(64).zip(states.chunks_mut(64)) {
                    for number in members(which(states, |state| state.as_witness().is_some())) {
                        let (set, state) = (sets[number as usize], &mut states[number as usize]);
                        let witness = state.as_witness().unwrap_or(0);
                        if not_lost(self.block.after_quiet(set, witness)) {
                            continue;
                        }
                        if let Some(next) =
                            self.block.later_quiet(set, witness, &mut buffer, not_lost)
                        {
                            *state = State::witness(next);
                            continue;
                        }
                        *state = State::DECIDED;
                        found.push(set);
                    }
                }
            },
        );
    }

    /// Sends the values of positions that [`View::lose`] has found to be lost.
    fn send_losses(&self, captures: &Captures<'_>, lost: &[u64], out: &mut Outbox<'_>) {
        dispatch(
            #[inline(always)]
            || {
                for &set in lost {
                    // The last witness has been a win for the opponent since exactly the
                    // ply before. No capture wins or draws, or the state would say so; one
                    // may lose later.
                    let plies = match captures.best(self.block, set) {
                        Some(Value::Loss(plies)) => plies.max(self.ply),
                        _ => self.ply,
                    };
                    out.send(set, Cell::loss(plies));
                }
            },
        );
    }

    /// Decides positions that pass, as soon as the positions that they pass into are
    /// decided.
    fn pass(&self, states: &mut [State], out: &mut Outbox<'_>) {
        dispatch(
            #[inline(always)]
            || {
                for (chunk, states) in states.chunks_mut(64).enumerate() {
                    for number in members(which(states, |&state| state == State::PASSES)) {
                        let number = number as usize;
                        let rank = 64 * chunk + number;
                        let (decided, cell) = after_pass(self.to_leader[rank].cell(), self.ply);
                        states[number] = decided;
                        if cell != Cell::OPEN {
                            out.send(self.side.followers[rank], cell);
                        }
                    }
                }
            },
        );
    }
}

/// Returns state and value of a position that passes into one of this value to the
/// leader.
fn after_pass(passed: Cell, ply: u16) -> (State, Cell) {
    if passed.is_known_by(ply - 1) {
        (State::DECIDED, passed.value().for_mover().into())
    } else {
        (State::PASSES, Cell::OPEN)
    }
}
