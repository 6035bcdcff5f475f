//! The children of a node and their first numbers.

use super::evaluate::{PositionFacts, SideShape};
use super::game::Node;
use super::geometry::Step;
use super::goal::{ATTACKER, AttackerOutcome, Goal};
use super::joins::Joins;
use super::net::{LayerSums, Net};
use super::numbers::ProofNumbers;
use super::search::{Child, ThreadSearch};
use super::table::TablePlace;
use crate::dispatch;

impl ThreadSearch<'_> {
    /// Lists the children of a node that do not end the game immediately. Returns the minimum
    /// number of plies among the results known without them: `Some(1)` if some step ends the game
    /// against its mover, or the reply to it does.
    pub(super) fn expand(&mut self, node: &Node) -> Option<u32> {
        dispatch!(self.list_children(node))
    }

    #[inline(always)]
    fn list_children(&mut self, node: &Node) -> Option<u32> {
        let (game, side) = (self.game, node.side);
        let (us, them) = (node.stones[side], node.stones[side ^ 1]);
        let base = self.children.len();
        let mut children = std::mem::take(&mut self.children);
        game.geometry.for_each_move(
            us,
            them,
            #[inline(always)]
            |step| {
                let (key, place) = self.address(node, step);
                children.push(Child { key, step, place, numbers: ProofNumbers::LOST, distance: 0 });
            },
        );
        // A separate loop, so that the processor waits for several places of a large table together.
        for child in &children[base..] {
            self.task.table.prefetch(child.place);
        }
        self.children = children;
        let count = self.children.len() - base;
        if count == 0 {
            return self.expand_stuck(node);
        }
        let near_us = Joins::of(us);
        let joins_of_them = Joins::of(them);
        let threats = game.threats(node.stones, side ^ 1, &joins_of_them);
        let (score_them, mut known) = (game.evaluation.score(them), None);
        let net = self.task.net.map(|net| (net, net.sums(them, us), SideShape::of(them)));
        let mut kept = base;
        for at in base..base + count {
            let Child { step, place, .. } = self.children[at];
            // The child's numbers and distance, or the plies in which its step certainly fails.
            let found = 'look: {
                if let Some(entry) = self.task.table.get(place) {
                    break 'look Ok((entry.numbers, entry.distance));
                }
                let stones = game.after(node.stones, side, step);
                if node.left == 1 {
                    break 'look self.last(stones, side).map(|numbers| (numbers, 0)).ok_or(0);
                }
                if step.capture
                    || near_us.reach(1 << step.to)
                    || game.goal.own_stones_decide[side].is_none()
                {
                    match game.connection(stones, side) {
                        AttackerOutcome::GoesOn => {}
                        // Only a root that has not been examined gets here.
                        outcome if outcome == Goal::end_for(side) => {
                            break 'look Ok((ProofNumbers::LOST, 0));
                        }
                        _ => break 'look Err(0),
                    }
                }
                // Neither side is connected here.
                if !step.capture && threats.outlast(step) {
                    break 'look Err(1);
                }
                let joins = || {
                    if step.capture { Joins::of(stones[side ^ 1]) } else { joins_of_them }
                };
                if game.succeeds(stones, side ^ 1, joins) {
                    break 'look Err(1);
                }
                let score_other =
                    if step.capture { game.evaluation.score(stones[side ^ 1]) } else { score_them };
                let is_short = node.left < 3;
                let read = net.as_ref().map(|(net, sums, shape)| {
                    let shape = if step.capture { SideShape::of(stones[side ^ 1]) } else { *shape };
                    (*net, net.moved(sums, step.from, step.to, step.capture), shape)
                });
                let (numbers, distance) =
                    self.first_numbers(stones, side, score_other, is_short, read);
                if numbers.delta == 0 {
                    // No other child wins in fewer plies.
                    let child = Child { numbers, distance, ..self.children[at] };
                    self.children.truncate(base);
                    self.children.push(child);
                    return None;
                }
                Ok((numbers, distance))
            };
            match found {
                Ok((numbers, distance)) => {
                    self.children[kept] = Child { numbers, distance, ..self.children[at] };
                    kept += 1;
                }
                Err(plies) => known = known.max(Some(plies)),
            }
        }
        self.children.truncate(kept);
        known
    }

    /// Returns the numbers of a child after the last step that counts, if the step reaches its
    /// mover's goal: a win for the attacker, anything else for the defender.
    fn last(&self, stones: [u64; 2], mover: usize) -> Option<ProofNumbers> {
        let has_won = self.game.outcome(stones, mover) == AttackerOutcome::Won;
        (has_won == (mover == ATTACKER)).then_some(ProofNumbers::LOST)
    }

    /// Returns the first numbers of a child, for its side to move, after a step of `mover`. If
    /// `is_short`, a win in two plies comes too late. A net corrects them by its sums for the child
    /// and the shape of the child's side to move.
    #[inline(always)]
    fn first_numbers(
        &self,
        stones: [u64; 2],
        mover: usize,
        score_other: i32,
        is_short: bool,
        read: Option<(&Net, LayerSums, SideShape)>,
    ) -> (ProofNumbers, u32) {
        let game = self.game;
        let safe = game.safe_replies_to_threats(stones, mover ^ 1);
        if safe == Some(0) && !(is_short && mover == ATTACKER) {
            return (ProofNumbers::LOST, 2);
        }
        let evaluation = &game.evaluation;
        let facts = PositionFacts {
            scores: [score_other, evaluation.score(stones[mover])],
            attacks: mover != ATTACKER,
            safe_replies: safe,
        };
        let mut exponents = evaluation.exponents(&facts);
        if let Some((net, sums, shape)) = read {
            let features = evaluation.features(&facts, [shape, SideShape::of(stones[mover])]);
            let correction = net.correction(&sums, &features);
            exponents[0] += correction[0];
            exponents[1] += correction[1];
        }
        (evaluation.numbers(exponents), 0)
    }

    /// Lists the children of a node whose side to move cannot move a stone.
    fn expand_stuck(&mut self, node: &Node) -> Option<u32> {
        let (game, side) = (self.game, node.side);
        let (key, place) = self.address(node, Step::PASS);
        let mut child = Child {
            key,
            step: Step::PASS,
            place,
            numbers: ProofNumbers { phi: 1 << 6, delta: 1 << 6 },
            distance: 0,
        };
        let mut outcome = game.outcome(node.stones, side ^ 1);
        if outcome == AttackerOutcome::GoesOn {
            outcome = game.connection(node.stones, side);
        }
        match outcome {
            AttackerOutcome::GoesOn if node.left == 1 => {
                child.numbers = self.last(node.stones, side)?;
            }
            AttackerOutcome::GoesOn if game.succeeds_anyhow(node.stones, side ^ 1) => {
                return Some(1);
            }
            AttackerOutcome::GoesOn => {
                if let Some(entry) = self.task.table.get(place) {
                    (child.numbers, child.distance) = (entry.numbers, entry.distance);
                }
            }
            outcome if outcome == Goal::end_for(side) => child.numbers = ProofNumbers::LOST,
            _ => return Some(0),
        }
        self.children.push(child);
        None
    }

    #[inline(always)]
    fn address(&self, node: &Node, step: Step) -> (u128, TablePlace) {
        let child = self.game.child(node, step);
        let key = self.game.key(&child);
        (key, self.task.table.place(key, child.side == ATTACKER))
    }
}
