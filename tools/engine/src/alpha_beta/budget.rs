//! The limits of a search.

use std::time::{Duration, Instant};

use loa_solver::{Color, Stop};

use crate::protocol::command::{Go, USUAL};

/// The maximum depth of a search in plies, and the length of its tables by ply.
pub(super) const MOST_PLIES: u32 = 100;

/// The number of nodes between two checks of the clock.
const NODES_A_LOOK: u64 = 64;

/// The limits of one search.
pub(super) struct Budget<'a> {
    started: Instant,
    deadline: Option<Instant>,
    pub(super) nodes: u64,
    pub(super) depth: u32,
    stop: &'a Stop,
}

impl<'a> Budget<'a> {
    pub(super) fn new(go: &Go, turn: Color, stop: &'a Stop) -> Budget<'a> {
        let started = Instant::now();
        let go = if go.infinite { &Go::default() } else { go };
        // The last of N moves is the ply 2N - 1.
        let mate = go.mate.map(|moves| moves.saturating_mul(2).saturating_sub(1));
        let depth = go.depth.into_iter().chain(mate).min();
        Budget {
            started,
            deadline: time(go, turn).and_then(|time| started.checked_add(time)),
            nodes: go.nodes.unwrap_or(u64::MAX),
            depth: depth.unwrap_or(MOST_PLIES).clamp(1, MOST_PLIES),
            stop,
        }
    }

    /// Returns whether a search of this number of nodes must end. Tables take longer than nodes, so
    /// the clock is always checked after reading one.
    pub(super) fn is_spent(&self, nodes: u64, has_read: bool) -> bool {
        if nodes >= self.nodes {
            return true;
        }
        if !nodes.is_multiple_of(NODES_A_LOOK) && !has_read {
            return false;
        }
        self.stop.is_set() || self.deadline.is_some_and(|end| Instant::now() >= end)
    }

    /// Returns whether time ends the search. If so, a forced move saves the time.
    pub(super) const fn has_deadline(&self) -> bool {
        self.deadline.is_some()
    }

    /// Returns the time until the deadline; `None` without a deadline.
    pub(super) fn left(&self) -> Option<Duration> {
        let left = |end: Instant| end.saturating_duration_since(Instant::now());
        self.deadline.map(left)
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

/// Returns the time for a move. It is less than the time given, because sending the answer takes
/// time.
fn time(go: &Go, turn: Color) -> Option<Duration> {
    let (shortest, longest) = (Duration::from_millis(2), Duration::from_millis(50));
    let less = |time: Duration| time.saturating_sub((time / 10).clamp(shortest, longest));
    let clock = go.clock(turn);
    let share = clock.left.map(|left| {
        let moves = go.movestogo.filter(|&moves| moves > 0).map_or(25, |moves| moves.min(25));
        let share = left / moves + clock.increment * 3 / 4;
        // The last move before the clock gets more time may take most of it.
        less(share.min(if moves == 1 { left / 5 * 4 } else { left / 2 }))
    });
    let given = go.movetime.map(less);
    match (given, share) {
        (Some(given), Some(share)) => Some(given.min(share)),
        (given, share) => given.or(share),
    }
}

/// Returns the time for a move of a player who uses no other limit.
pub(crate) fn usual_time(go: &Go, turn: Color) -> Duration {
    go.movetime.or_else(|| time(go, turn)).unwrap_or(USUAL)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::command::Clock;

    #[test]
    fn some_of_the_time_is_left() {
        let milliseconds = Duration::from_millis;
        let go = |given: u64| Go { movetime: Some(milliseconds(given)), ..Go::default() };
        let allowed = |given| time(&go(given), Color::Black).unwrap();
        assert_eq!(allowed(150), milliseconds(135));
        assert_eq!(allowed(1000), milliseconds(950));
        assert_eq!(allowed(1), Duration::ZERO);
        assert_eq!(time(&Go::default(), Color::White), None);
    }

    #[test]
    fn each_side_has_its_clock() {
        let clock = |seconds: u64| Clock {
            left: Some(Duration::from_secs(seconds)),
            increment: Duration::from_secs(1),
        };
        let go = Go { black: clock(100), white: clock(1), ..Go::default() };
        let black = time(&go, Color::Black).unwrap();
        let white = time(&go, Color::White).unwrap();
        assert!(black > Duration::from_secs(4) && black < Duration::from_secs(5));
        assert!(white <= Duration::from_millis(500), "never more than half");
        let few = |movestogo| time(&Go { movestogo, ..go.clone() }, Color::Black).unwrap();
        assert!(few(Some(2)) > 10 * black && few(Some(1)) > few(Some(2)));
        assert!(few(Some(1)) <= Duration::from_secs(80));
        assert_eq!([few(Some(0)), few(Some(90))], [black, black]);
    }

    #[test]
    fn a_win_in_some_moves_is_searched_to_its_last_ply() {
        let (stop, mate) = (Stop::default(), |moves| Go { mate: Some(moves), ..Go::default() });
        let depth = |go: &Go| Budget::new(go, Color::Black, &stop).depth;
        assert_eq!([0, 1, 3, u32::MAX].map(|moves| depth(&mate(moves))), [1, 1, 5, MOST_PLIES]);
        assert_eq!(depth(&Go { depth: Some(2), ..mate(3) }), 2);
        assert_eq!(depth(&Go { infinite: true, ..mate(3) }), MOST_PLIES);
    }
}
