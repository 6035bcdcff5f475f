//! The game for one attacker, in the form for searching.

use super::evaluate::Evaluation;
use super::geometry::{Geometry, Step, Threats};
use super::goal::{ATTACKER, AttackerOutcome, DEFENDER, Goal, RuleSet};
use super::joins::Joins;
use super::key::{Images, SquareWeights, with_rounds};
use crate::dispatch;
use crate::game::bitboard::{Bitboard, take_lowest};
use crate::game::board::Board;

/// A board with its lines, the goals of both sides, and keys.
pub(super) struct SearchGame {
    pub(super) geometry: Geometry,
    pub(super) goal: Goal,
    pub(super) weights: SquareWeights,
    pub(super) evaluation: Evaluation,
    /// True if a win counts only within a number of plies.
    is_bounded: bool,
}

/// A position with the keys of its images.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) stones: [u64; 2],
    /// The side to move.
    pub(super) side: usize,
    pub(super) images: Images,
    /// A win counts only within this many plies.
    pub(super) left: u32,
}

/// A greater number of plies than the depth of any search.
pub(super) const UNBOUNDED: u32 = 1 << 30;

impl SearchGame {
    pub(super) fn new(board: Board, set: RuleSet, is_bounded: bool) -> SearchGame {
        SearchGame {
            geometry: Geometry::new(board),
            goal: Goal::new(set),
            weights: SquareWeights::new(board),
            evaluation: Evaluation::new(board, set.iter().all(|rules| rules.is_misere())),
            is_bounded,
        }
    }

    /// Returns the key of a node in the search. A proof within some number of plies does not hold
    /// for fewer plies, so their number is part of the key.
    #[inline(always)]
    pub(super) fn key(&self, node: &Node) -> u128 {
        let key = self.weights.canonical(&node.images);
        // Nodes with the same side to move differ by whole rounds.
        if self.is_bounded { with_rounds(key, node.left / 2) } else { key }
    }

    pub(super) fn node(&self, stones: [u64; 2], side: usize, left: u32) -> Node {
        Node { stones, side, left, images: self.weights.images(stones) }
    }

    /// Returns the node after a step.
    #[inline(always)]
    pub(super) fn child(&self, node: &Node, step: Step) -> Node {
        let Node { side, .. } = *node;
        let images = if step == Step::PASS {
            node.images
        } else {
            let (from, to) = (step.from.into(), step.to.into());
            self.weights.moved(&node.images, side, from, to, step.capture)
        };
        Node {
            stones: self.after(node.stones, side, step),
            side: side ^ 1,
            images,
            left: node.left.saturating_sub(1),
        }
    }

    /// Returns the stones after a step of `side`.
    #[inline(always)]
    pub(super) fn after(&self, stones: [u64; 2], side: usize, step: Step) -> [u64; 2] {
        let (us, them) = step.apply(stones[side], stones[side ^ 1]);
        if side == ATTACKER { [us, them] } else { [them, us] }
    }

    /// Returns the nodes after all steps of the side to move, in the order of their squares.
    pub(super) fn children(&self, node: &Node) -> Vec<Node> {
        let steps = self.steps(node.stones, node.side);
        let mut children = Vec::with_capacity(steps.len());
        dispatch!({
            for step in steps {
                children.push(self.child(node, step));
            }
        });
        children
    }

    /// Returns the steps of `side` in the order of their squares: a pass if no stone can move.
    pub(super) fn steps(&self, stones: [u64; 2], side: usize) -> Vec<Step> {
        let mut steps = Vec::with_capacity(32);
        let (us, them) = (stones[side], stones[side ^ 1]);
        dispatch!(self.geometry.for_each_move(us, them, |step| steps.push(step)));
        if steps.is_empty() {
            steps.push(Step::PASS);
        }
        steps
    }

    /// Returns the outcome after a step of `mover` that led to these stones, by connection only.
    #[inline(always)]
    pub(super) fn connection(&self, stones: [u64; 2], mover: usize) -> AttackerOutcome {
        let [attacker, defender] = stones.map(|stones| Bitboard(stones).is_connected());
        self.goal.after(mover, attacker, defender)
    }

    /// Returns the outcome after a step of `mover`, including the rules for a side that cannot
    /// move.
    #[inline(always)]
    pub(super) fn outcome(&self, stones: [u64; 2], mover: usize) -> AttackerOutcome {
        let connected = stones.map(|stones| Bitboard(stones).is_connected());
        let outcome = self.goal.after(mover, connected[ATTACKER], connected[DEFENDER]);
        let (us, them) = (stones[mover ^ 1], stones[mover]);
        if outcome != AttackerOutcome::GoesOn || self.geometry.can_move(us, them) {
            return outcome;
        }
        self.goal.stuck(mover, connected, self.geometry.can_move(them, us))
    }

    /// `true` if `side` to move reaches its goal immediately by a connection. `joins` returns the
    /// side's joins.
    #[inline(always)]
    pub(super) fn succeeds(
        &self,
        stones: [u64; 2],
        side: usize,
        joins: impl Fn() -> Joins,
    ) -> bool {
        let (us, them) = (stones[side], stones[side ^ 1]);
        match self.goal.own_stones_decide[side] {
            Some(reached_if_both) => {
                let joins = joins();
                !joins.is_empty() && self.geometry.connects(us, them, &joins, !reached_if_both)
            }
            None => {
                let mut found = false;
                self.geometry.for_each_move(us, them, |step| {
                    let after = self.after(stones, side, step);
                    found |= self.connection(after, side) == Goal::end_for(side);
                });
                found
            }
        }
    }

    /// `true` if `side` to move reaches its goal immediately by a connection.
    #[inline(always)]
    pub(super) fn succeeds_anyhow(&self, stones: [u64; 2], side: usize) -> bool {
        self.succeeds(stones, side, || Joins::of(stones[side]))
    }

    /// Returns the connections by which `side` would reach its goal immediately, if its own stones
    /// decide.
    #[inline(always)]
    pub(super) fn threats(&self, stones: [u64; 2], side: usize, joins: &Joins) -> Threats {
        match self.goal.own_stones_decide[side] {
            Some(reached_if_both) if !joins.is_empty() => {
                let (us, them) = (stones[side], stones[side ^ 1]);
                self.geometry.threats(us, them, joins, !reached_if_both)
            }
            _ => Threats::default(),
        }
    }

    /// If the other side threatens to reach its goal immediately, counts the moves of `side` after
    /// which it cannot; `None` without a threat, or if `side` has no move. No move of `side` may
    /// reach its own goal.
    #[inline(always)]
    pub(super) fn safe_replies_to_threats(&self, stones: [u64; 2], side: usize) -> Option<u32> {
        let joins = Joins::of(stones[side ^ 1]);
        let threats = self.threats(stones, side ^ 1, &joins);
        if !threats.any {
            return None;
        }
        let (us, them) = (stones[side], stones[side ^ 1]);
        let (mut safe, mut any, mut left) = (0, false, us);
        while left != 0 {
            let from = take_lowest(&mut left);
            let targets = self.geometry.targets(from, us, them);
            any |= targets != 0;
            let mut quiet = targets & !them & threats.answers(from);
            while quiet != 0 {
                let to = take_lowest(&mut quiet);
                let after = self.after(stones, side, Step::quiet(from, to));
                safe += u32::from(!self.succeeds(after, side ^ 1, || joins));
            }
            let mut captures = targets & them;
            while captures != 0 {
                let to = take_lowest(&mut captures);
                let after = self.after(stones, side, Step::capture(from, to));
                let over = self.connection(after, side) == Goal::end_for(side ^ 1);
                safe += u32::from(!over && !self.succeeds_anyhow(after, side ^ 1));
            }
        }
        any.then_some(safe)
    }

    /// `true` if a move of the attacker, who is to move in a game that is not over, wins.
    pub(super) fn wins_in_one(&self, stones: [u64; 2]) -> bool {
        let connects = dispatch!(self.succeeds_anyhow(stones, ATTACKER));
        connects || self.wins_by_blocking(stones)
    }

    /// `true` if a move of the attacker wins. The attacker is to move in a game that is not over,
    /// and cannot win by connecting their own stones.
    fn wins_by_blocking(&self, stones: [u64; 2]) -> bool {
        let [attacker, defender] = stones;
        // A move after which the defender has no move can win, and so can a pass.
        (self.goal.wins_by_blocking || !self.geometry.can_move(attacker, defender))
            && self.steps(stones, ATTACKER).into_iter().any(|step| {
                let after = self.after(stones, ATTACKER, step);
                self.outcome(after, ATTACKER) == AttackerOutcome::Won
            })
    }

    /// `true` if a move of the attacker, who is to move, makes every reply lose immediately or
    /// allow an immediate win.
    pub(super) fn wins_in_three(&self, stones: [u64; 2]) -> bool {
        let is_defender_connected = Bitboard(stones[DEFENDER]).is_connected();
        self.steps(stones, ATTACKER).into_iter().any(|step| {
            let after = self.after(stones, ATTACKER, step);
            let connected = match step.capture {
                true => Bitboard(after[DEFENDER]).is_connected(),
                false => is_defender_connected,
            };
            self.wins_next(after, connected)
        })
    }

    /// `true` if the game is not over after a step of the attacker, and every reply loses
    /// immediately or allows an immediate win. `stones` and `is_defender_connected` describe the
    /// position after the step.
    fn wins_next(&self, stones: [u64; 2], is_defender_connected: bool) -> bool {
        dispatch!({
            let joins = Joins::of(stones[ATTACKER]);
            // A connected side has joins: the squares beside its only group.
            let is_connected = !joins.is_empty() && Bitboard(stones[ATTACKER]).is_connected();
            let event = self.goal.after(ATTACKER, is_connected, is_defender_connected);
            if event != AttackerOutcome::GoesOn {
                return false;
            }
            !self.any_defence(stones, &joins, |_, _| true)
                && self.outcome(stones, ATTACKER) == AttackerOutcome::GoesOn
        })
    }

    /// Returns the defender's steps that neither lose immediately nor allow an immediate win, in
    /// the order of their squares. Returns `None` if the attacker fails after one of them.
    pub(super) fn defences(&self, stones: [u64; 2]) -> Option<Vec<Step>> {
        let mut steps = Vec::new();
        let has_failed = dispatch!({
            self.any_defence(stones, &Joins::of(stones[ATTACKER]), |step, event| {
                steps.push(step);
                event == AttackerOutcome::Failed
            })
        });
        (!has_failed).then_some(steps)
    }

    /// Calls `found` with every step of the defender that neither loses immediately nor allows an
    /// immediate win, and the outcome after it, until `found` returns true. `true` if it did. The
    /// defender is to move in a game that is not over. `joins` are the attacker's.
    #[inline(always)]
    fn any_defence(
        &self,
        stones: [u64; 2],
        joins: &Joins,
        mut found: impl FnMut(Step, AttackerOutcome) -> bool,
    ) -> bool {
        let [attacker, defender] = stones;
        let threats = self.threats(stones, ATTACKER, joins);
        // Every other quiet step leaves a threat and does not connect the defender.
        let connecting = match self.goal.own_stones_decide[DEFENDER] {
            Some(_) => Joins::of(defender).squares(),
            None => u64::MAX,
        };
        let (mut left, mut can_move) = (defender, false);
        while left != 0 {
            let from = take_lowest(&mut left);
            let targets = self.geometry.targets(from, defender, attacker);
            can_move |= targets != 0;
            let mut tried = targets & (attacker | connecting | threats.answers(from));
            while tried != 0 {
                let to = take_lowest(&mut tried);
                let capture = attacker >> to & 1 != 0;
                let step = Step { from: from as u8, to: to as u8, capture };
                let event = self.defence(stones, step, joins);
                if event.is_some_and(|event| found(step, event)) {
                    return true;
                }
            }
        }
        let pass = if can_move { None } else { self.defence(stones, Step::PASS, joins) };
        pass.is_some_and(|event| found(Step::PASS, event))
    }

    /// Returns the outcome after a step of the defender, or `None` if the step loses immediately or
    /// allows an immediate win. `joins` are the attacker's before the step.
    fn defence(&self, stones: [u64; 2], step: Step, joins: &Joins) -> Option<AttackerOutcome> {
        let after = self.after(stones, DEFENDER, step);
        dispatch!({
            let joins = || if step.capture { Joins::of(after[ATTACKER]) } else { *joins };
            match self.connection(after, DEFENDER) {
                AttackerOutcome::Won => return None,
                AttackerOutcome::Failed => return Some(AttackerOutcome::Failed),
                AttackerOutcome::GoesOn if self.succeeds(after, ATTACKER, joins) => {
                    return None;
                }
                AttackerOutcome::GoesOn => {}
            }
            let [attacker, defender] = after;
            if !self.goal.wins_by_blocking && self.geometry.can_move(attacker, defender) {
                return Some(AttackerOutcome::GoesOn);
            }
            match self.outcome(after, DEFENDER) {
                AttackerOutcome::Won => None,
                AttackerOutcome::GoesOn if self.wins_by_blocking(after) => None,
                event => Some(event),
            }
        })
    }
}

const _: () = assert!(ATTACKER == 0 && DEFENDER == 1);
