//! Values of positions: from the losses that tables store, and a ply of search.
//!
//! A position that is not lost is won in one ply more than the shortest loss that a
//! move leads to, or drawn if no move leads to a loss.

use loa_solver::{Connection, Material, Position, Rules, Value, Wdl};
use smallvec::SmallVec;

use super::answer::Answer;
use super::error::ProbeError;
use super::session::{CachedOnly, Lookup, Losses, Session};
use super::tablebase::Tablebase;

impl Tablebase {
    /// Returns the value of a position to the side to move, with its distance if the
    /// tables hold distances. It is what the tables say: only [`Tablebase::probe`], which
    /// looks every move up, finds tables that contradict themselves.
    ///
    /// # Errors
    /// When a table it needs is missing, unfinished, damaged or of other rules,
    /// or no table can cover the position.
    pub fn answer(&self, position: &Position) -> Result<Answer, ProbeError> {
        self.answer_for(position, position.material())
    }

    /// Returns the value of a position, to answer a question about `asked`.
    pub(crate) fn answer_for(
        &self,
        position: &Position,
        asked: Material,
    ) -> Result<Answer, ProbeError> {
        let mut session = Session::new(self, asked);
        answer(self.rules(), position, &mut session, |_| false)
    }

    /// Returns whether a position is won, drawn or lost for the side to move: quicker
    /// than [`Tablebase::answer`] where it is won, for any winning move will do.
    ///
    /// # Errors
    /// As for [`Tablebase::answer`].
    pub fn wdl(&self, position: &Position) -> Result<Wdl, ProbeError> {
        let mut session = Session::new(self, position.material());
        let won = |answer: Answer| answer.wdl() == Wdl::Win;
        let answer = answer(self.rules(), position, &mut session, won)?;
        Ok(answer.wdl())
    }

    /// Returns the value of a position if all that it takes is in memory: for an
    /// engine in a hurry. Never opens, reads or unpacks anything.
    pub fn answer_if_cached(&self, position: &Position) -> Option<Answer> {
        let mut losses = CachedOnly::new(self, position.material());
        answer(self.rules(), position, &mut losses, |_| false).ok()
    }

    /// Returns the values of positions of one board as far as all that they take is in
    /// memory. A position whose own table or unit is not there has none, even if the
    /// rules alone would give it.
    #[cfg(feature = "parallel")]
    pub(crate) fn cached_answers<'a>(
        &'a self,
        positions: &'a [Position],
    ) -> impl Iterator<Item = Option<Answer>> + 'a {
        let first = positions.first().map(Position::material);
        let mut losses = first.map(|first| CachedOnly::new(self, first));
        positions.iter().map(move |position| {
            let losses = losses.as_mut()?;
            if losses.cached(position) == Lookup::NotCached {
                return None;
            }
            answer(self.rules(), position, losses, |_| false).ok()
        })
    }
}

/// Returns the best of what a position's moves lead to, or one that is `enough`.
///
/// The rules come before the table, and a loss in the table before the moves: so an
/// answer does not depend on what is in memory, even if tables contradict themselves.
fn answer<L: Losses>(
    rules: Rules,
    position: &Position,
    losses: &mut L,
    enough: impl Fn(Answer) -> bool,
) -> Result<Answer, L::Error> {
    if let Some(value) = without_table(rules, position) {
        return Ok(value.into());
    }
    // A loss in memory is found sooner than all moves, and is believed where the
    // rules alone cannot lead to anything else.
    let cached = losses.cached(position);
    if let Lookup::Lost(loss) = cached
        && is_loss_believed(rules)
        && position.has_stone_move()
    {
        return Ok(loss);
    }
    let (mut best, open) = match look_ahead(rules, position) {
        Sight::Known(answer) => return Ok(answer),
        Sight::Open { best, open } => (best, open),
    };
    let loss = match cached {
        Lookup::Lost(loss) => Some(loss),
        Lookup::NotLost => None,
        Lookup::NotCached => losses.loss(position)?,
    };
    if let Some(loss) = loss {
        return Ok(loss);
    }
    if !enough(best) {
        losses.losses(&open, |loss| {
            best = best.max(loss.for_mover());
            enough(best)
        })?;
    }
    Ok(best)
}

/// Positions after moves: without allocating, all that twelve stones have, the most with
/// which a side starts on any board.
pub(crate) type Successors = SmallVec<[Position; 96]>;

/// The value of a position as far as the rules and its moves show it.
#[expect(
    clippy::large_enum_variant,
    reason = "the large variant is the usual one, and lies on the stack"
)]
pub(crate) enum Sight {
    /// The rules alone give the value.
    Known(Answer),
    /// If the position is not lost, its value is `best`, or what the best of the
    /// positions that need a table makes it.
    Open { best: Answer, open: Successors },
}

#[cfg(feature = "parallel")]
pub(crate) fn sight(rules: Rules, position: &Position) -> Sight {
    match without_table(rules, position) {
        Some(value) => Sight::Known(value.into()),
        None => look_ahead(rules, position),
    }
}

/// Looks a ply ahead from a position that is not terminal.
fn look_ahead(rules: Rules, position: &Position) -> Sight {
    let OnePlySearch {
        best,
        won,
        stuck,
        mut open,
    } = ahead(rules, position);
    if won {
        return Sight::Known(best);
    }
    if stuck {
        if let Some(value) = rules.value_without_table(position) {
            return Sight::Known(value.into());
        }
        let passed = position.passed();
        match without_table(rules, &passed) {
            Some(value) => return Sight::Known(value.for_mover().into()),
            None => open.push(passed),
        }
    }
    Sight::Open { best, open }
}

/// Returns whether no table that opens has a loss where the mover wins at once: to
/// win at once is to connect, and a model with losses of such positions is refused.
/// Under misere rules connecting loses, and under `own` it is not all that wins.
fn is_loss_believed(rules: Rules) -> bool {
    !rules.is_misere() && rules.connection() != Connection::Own
}

/// The successors of a position.
struct OnePlySearch {
    /// The best value among successors that need no table, at least a draw.
    best: Answer,
    /// True if that is a win in 1, at which the search ended.
    won: bool,
    /// True if no stone can move.
    stuck: bool,
    /// The successors that need a table.
    open: Successors,
}

/// Makes all moves of a position that is not terminal, up to a win.
fn ahead(rules: Rules, position: &Position) -> OnePlySearch {
    let waiting_connected = position.them().is_connected();
    let mut ahead = OnePlySearch {
        best: Answer::Exact(Value::Draw),
        won: false,
        stuck: true,
        open: Successors::new(),
    };
    for m in position.stone_moves() {
        ahead.stuck = false;
        let after = position.play_unchecked(m);
        // No side has a lone stone, so after a quiet move only connections end
        // the game.
        let value = if m.is_capture() {
            without_table(rules, &after)
        } else {
            rules.connected_value(waiting_connected, after.them().is_connected())
        };
        match value {
            Some(value) => ahead.best = ahead.best.max(Answer::Exact(value.for_mover())),
            None => ahead.open.push(after),
        }
        if value == Some(Value::Loss(0)) {
            ahead.won = true;
            break;
        }
    }
    ahead
}

/// Returns the value of a position that needs no table: a connection has ended it, or
/// a side has a lone stone.
fn without_table(rules: Rules, position: &Position) -> Option<Value> {
    let (us, them) = (position.us(), position.them());
    if us.count() == 1 || them.count() == 1 {
        return rules.value_without_table(position);
    }
    rules.connected_value(us.is_connected(), them.is_connected())
}

#[cfg(test)]
mod tests {
    use loa_solver::{Board, Color, Numbering};

    use super::*;

    /// Positions of all of 4x4, spread over it.
    fn positions() -> Vec<Position> {
        let board: Board = "4x4".parse().unwrap();
        let numbering = Numbering::new(board);
        let mut positions = Vec::new();
        for (us, them) in [(4, 4), (3, 4), (4, 3), (2, 3), (1, 3)] {
            let index = numbering.index(Material::new(us, them)).unwrap();
            for number in 0..200 {
                let (us, them) = index.position(number * 7919 % index.len());
                positions.push(Position::new(board, us, them, Color::White).unwrap());
            }
        }
        positions
    }

    #[test]
    fn many_are_answered_as_one_by_one() {
        for rules in ["mover-pass", "own-loss", "mover-pass-misere"] {
            let tables = Tablebase::embedded(rules.parse().unwrap());
            let positions = positions();
            let answers = tables.answers(&positions);
            let probes = Tablebase::embedded(tables.rules()).probes(&positions);
            assert_eq!([answers.len(), probes.len()], [positions.len(); 2]);
            for ((position, answer), probe) in positions.iter().zip(answers).zip(probes) {
                let best = tables.probe(position).unwrap();
                assert_eq!(probe.unwrap(), best);
                assert_eq!(answer.unwrap(), best.value, "{position}");
                let best_move = tables.best_move(position).unwrap();
                assert_eq!(best_move.as_ref(), best.moves.first());
                let outcome = tables.wdl(position).unwrap();
                assert_eq!(outcome, best.value.wdl(), "{position}");
                if let Some(best_move) = best.moves.first() {
                    assert_eq!(best_move.value, best.value, "{position}");
                }
            }
        }
    }

    #[test]
    fn the_hurried_answer_what_is_in_memory_and_read_nothing() {
        let tables = Tablebase::embedded(Rules::default());
        let mut known = 0;
        for position in positions() {
            let hurried = Tablebase::embedded(Rules::default()).answer_if_cached(&position);
            let answer = tables.answer(&position).unwrap();
            // Without a table there are terminal positions and wins in 1.
            let needs_none = answer.plies().is_some_and(|plies| plies < 2);
            assert!(hurried.is_none() || hurried == Some(answer) && needs_none);
            assert_eq!(tables.answer_if_cached(&position), Some(answer));
            known += u32::from(hurried.is_some());
        }
        assert!(known > 100);
    }

    #[test]
    fn what_has_no_table_is_told_of_many_each() {
        let tables = Tablebase::embedded(Rules::default());
        let start = Board::new(5, 5).unwrap().start();
        let asked = [start, Board::new(4, 4).unwrap().start(), start];
        let probes = tables.probes(&asked);
        assert!(probes[0].is_err() && probes[1].is_ok() && probes[2].is_err());
        let answers = tables.answers(&asked);
        assert!(answers[0].is_err() && answers[2].is_err());
        assert_eq!(answers[1].as_ref().unwrap().plies(), Some(3));
    }
}
