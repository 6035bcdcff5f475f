//! Computes the numbers of a node from those of its children, and the limits of a visit to the best
//! child.

use super::numbers::{GREATEST, INFINITE, ProofNumbers, REPEATED};

/// The least and the next least delta of some children, and their combined phis.
pub(super) struct ChildSummary {
    /// The index of the child with the least delta.
    pub(super) best: usize,
    /// The node's phi: the least delta.
    pub(super) phi: u32,
    /// The delta of the next best child.
    pub(super) next: u32,
    /// The node's delta: the phis combined.
    pub(super) delta: u32,
    /// The sum of all children's phis, the greatest phi and the next greatest.
    sum: u64,
    greatest: u32,
    second: u32,
}

/// The relative excess over the next best child at which a search changes to that child.
const TOLERANCE: f64 = 0.3;

/// Computes the summary of a node's children from their numbers.
#[inline]
pub(super) fn summarise(children: impl Iterator<Item = ProofNumbers>) -> ChildSummary {
    let mut summary = ChildSummary {
        best: 0,
        phi: INFINITE,
        next: INFINITE,
        delta: 0,
        sum: 0,
        greatest: 0,
        second: 0,
    };
    for (place, ProofNumbers { phi, delta }) in children.enumerate() {
        if delta < summary.phi {
            summary.next = summary.phi;
            (summary.phi, summary.best) = (delta, place);
        } else if delta < summary.next {
            summary.next = delta;
        }
        summary.sum += u64::from(phi);
        summary.second = summary.second.max(phi.min(summary.greatest));
        summary.greatest = summary.greatest.max(phi);
    }
    summary.delta = aggregate(summary.greatest, summary.sum);
    summary
}

/// Returns the greatest phi plus a quarter of the rest. A sum would count positions with several
/// paths too often.
#[inline]
fn aggregate(greatest: u32, sum: u64) -> u32 {
    if greatest >= REPEATED {
        return greatest;
    }
    let number = u64::from(greatest) + (sum - u64::from(greatest)).div_ceil(4);
    number.min(GREATEST.into()) as u32
}

impl ChildSummary {
    /// Returns the node's numbers.
    pub(super) fn numbers(&self) -> ProofNumbers {
        match (self.phi, self.delta) {
            (0, _) => ProofNumbers::WON,
            (_, 0) => ProofNumbers::LOST,
            (phi, delta) => ProofNumbers { phi, delta },
        }
    }

    /// Returns the limits of a visit to the best child. The visit ends when another child becomes
    /// much better, or the node reaches its own limits.
    #[inline]
    pub(super) fn limits_of_best(&self, best: ProofNumbers, limits: ProofNumbers) -> ProofNumbers {
        let next = (f64::from(self.next) * (1.0 + TOLERANCE)) as u32;
        let delta = limits.phi.min(next.max(best.delta + 1));
        let phi = if limits.delta > GREATEST {
            // No sum of phis reaches such a limit.
            REPEATED
        } else {
            // The least phi of the child with which the combined phis reach the limit: as one of
            // the rest, or else as the greatest.
            let rest = (self.sum - u64::from(best.phi)) as i64;
            let other =
                i64::from(if best.phi == self.greatest { self.second } else { self.greatest });
            let limit = i64::from(limits.delta);
            let as_rest = 4 * (limit - other) - 3 - (rest - other);
            let least = if as_rest <= other { as_rest } else { limit - (rest + 3) / 4 };
            least.clamp(i64::from(best.phi) + 1, REPEATED.into()) as u32
        };
        ProofNumbers { phi, delta }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::learn::SeededRandom;

    /// Otherwise a search would go through the same nodes for every step of a number.
    #[test]
    fn a_child_that_reaches_its_phi_ends_the_visit_of_its_parent() {
        let mut random = SeededRandom(1);
        let number = |exponent: usize, eighths: usize| ((8 + eighths as u64) << exponent) >> 3;
        let finite = |exponent, eighths| number(exponent, eighths).min(GREATEST.into()) as u32;
        for _ in 0..1000 {
            let count = 1 + random.below(39);
            let child = |_| {
                let eighths = random.below(8);
                let phi = finite(random.below(30), eighths);
                ProofNumbers { phi, delta: finite(random.below(30), 7 - eighths) }
            };
            let mut children: Vec<ProofNumbers> = (0..count).map(child).collect();
            let before = summarise(children.iter().copied());
            let mut limit = |number: u32| (number + (1 << random.below(31))).min(REPEATED);
            let limits = ProofNumbers { phi: limit(before.phi), delta: limit(before.delta) };
            let best = &mut children[before.best];
            let limits_of_best = before.limits_of_best(*best, limits);
            assert!(limits_of_best.phi > best.phi && limits_of_best.delta > best.delta);
            best.phi = limits_of_best.phi;
            let after = summarise(children.iter().copied());
            assert!(after.delta >= limits.delta, "{} < {}", after.delta, limits.delta);
        }
    }
}
