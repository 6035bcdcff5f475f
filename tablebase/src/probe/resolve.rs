//! What positions are worth: from the losses that tables keep, and a move of
//! search.

use loa_solver::{Connection, Material, Position, Rules, Value, Wdl, is_connected};

use super::answer::Answer;
use super::error::ProbeError;
use super::session::{Losses, Reading, Remembering};
use super::tablebase::Tablebase;

impl Tablebase {
    /// What a position is worth to the side to move, with the distance if the
    /// tables tell it.
    ///
    /// # Errors
    /// When a table it needs is missing, unfinished, damaged or of other rules,
    /// or no table can cover the position.
    pub fn answer(&self, position: &Position) -> Result<Answer, ProbeError> {
        self.answer_for(position, position.material())
    }

    /// What a position is worth, to answer a question about `asked`.
    pub(crate) fn answer_for(
        &self,
        position: &Position,
        asked: Material,
    ) -> Result<Answer, ProbeError> {
        let mut reading = Reading::new(self, asked);
        answer(self.rules(), position, &mut reading, |_| false)
    }

    /// Whether a position is won, drawn or lost for the side to move: quicker than
    /// [`Tablebase::answer`] where it is won, for any winning move will do.
    ///
    /// # Errors
    /// As for [`Tablebase::answer`].
    pub fn wdl(&self, position: &Position) -> Result<Wdl, ProbeError> {
        let mut reading = Reading::new(self, position.material());
        let won = |answer: Answer| answer.wdl() == Wdl::Win;
        let answer = answer(self.rules(), position, &mut reading, won)?;
        Ok(answer.wdl())
    }

    /// The same if all that it takes is in memory: for an engine in a hurry.
    /// Never opens, reads or unpacks anything.
    pub fn answer_if_cached(&self, position: &Position) -> Option<Answer> {
        answer(self.rules(), position, &mut Remembering(self), |_| false).ok()
    }
}

/// The best of what a position's moves lead to, or one that is `enough`. What the
/// rules alone tell comes before what a table has, and a loss in the table before
/// the moves: so an answer does not depend on what is in memory, even if tables
/// contradict themselves.
fn answer<L: Losses>(
    rules: Rules,
    position: &Position,
    losses: &mut L,
    enough: impl Fn(Answer) -> bool,
) -> Result<Answer, L::Error> {
    if let Some(value) = ended(rules, position) {
        return Ok(value.into());
    }
    // A loss in memory is told sooner than all moves are found, where the rules
    // alone cannot tell anything else.
    let known = losses.known(position);
    if let Some(Some(loss)) = known
        && is_loss_believed(rules)
        && position.has_stone_move()
    {
        return Ok(loss);
    }
    let (mut best, open) = match look_ahead(rules, position) {
        Sight::Told(answer) => return Ok(answer),
        Sight::Open { best, open } => (best, open),
    };
    let loss = match known {
        Some(loss) => loss,
        None => losses.loss(position)?,
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

/// What can be seen of a position without a table.
pub(crate) enum Sight {
    /// Its value, by the rules alone.
    Told(Answer),
    /// If it is not lost, it is worth `best`, or what the best of the positions
    /// that need a table makes it.
    Open { best: Answer, open: Vec<Position> },
}

pub(crate) fn sight(rules: Rules, position: &Position) -> Sight {
    match ended(rules, position) {
        Some(value) => Sight::Told(value.into()),
        None => look_ahead(rules, position),
    }
}

/// What can be seen of a position that goes on.
fn look_ahead(rules: Rules, position: &Position) -> Sight {
    let Ahead {
        best,
        won,
        stuck,
        mut open,
    } = ahead(rules, position);
    if won {
        return Sight::Told(best);
    }
    if stuck {
        if let Some(value) = rules.settled_value(position) {
            return Sight::Told(value.into());
        }
        let passed = position.passed();
        match ended(rules, &passed) {
            Some(value) => return Sight::Told(value.for_mover().into()),
            None => open.push(passed),
        }
    }
    Sight::Open { best, open }
}

/// Whether no table that opens has a loss where the mover wins at once. Who wins
/// at once connects: a model with losses of such positions is refused. Not so
/// where connecting loses, or is not all that wins.
fn is_loss_believed(rules: Rules) -> bool {
    !rules.is_misere() && rules.connection() != Connection::Own
}

/// What the moves of a position lead to.
struct Ahead {
    /// The best of what needs no table, at least a draw.
    best: Answer,
    /// Whether that is a win in 1, for which the rest was not looked at.
    won: bool,
    /// Whether there is no move.
    stuck: bool,
    /// What needs a table.
    open: Vec<Position>,
}

/// Looks one move ahead from a position that goes on.
fn ahead(rules: Rules, position: &Position) -> Ahead {
    let waiting_connected = is_connected(position.them());
    let mut ahead = Ahead {
        best: Answer::Exact(Value::Draw),
        won: false,
        stuck: true,
        open: Vec::with_capacity(8 * position.us().count_ones() as usize),
    };
    for m in position.stone_moves() {
        ahead.stuck = false;
        let after = position.after(m);
        // No side has a lone stone, so after a quiet move only connections end
        // the game.
        let value = match m.is_capture() {
            true => ended(rules, &after),
            false => rules.connected_value(waiting_connected, is_connected(after.them())),
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

/// What a position without a table is worth: a connection has ended it, or a side
/// has a lone stone.
fn ended(rules: Rules, position: &Position) -> Option<Value> {
    let (us, them) = (position.us(), position.them());
    if us.is_power_of_two() || them.is_power_of_two() {
        return rules.settled_value(position);
    }
    rules.connected_value(is_connected(us), is_connected(them))
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
            let index = numbering.index(Material::of(us, them)).unwrap();
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
            // Without a table there are finished positions and wins in 1.
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
