//! A game under all rules ids of a certificate together, as its winner plays it.

use crate::board::{Board, Joins, Move, Stones, Threats, squares};
use crate::rules::{EndingIds, Ids, connection, ending};

/// The state of a game under a set of ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GameStatus {
    /// The winner has won under every id.
    Won,
    /// The game is over under some id, and the winner has not won under it.
    Failed,
    /// Neither.
    Open,
}

/// A board, a set of ids, and the effect of connections under them.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) board: Board,
    pub(crate) ids: Ids,
    /// The status by connection only. The indices say whether the winner has moved, whether the
    /// mover is connected, and whether the other side is.
    connected: [[[GameStatus; 2]; 2]; 2],
    /// True if only moves that join the winner's stones win.
    joins_alone_win: bool,
}

/// Moves to try first: a move that decided one position often decides the next. Only the order of
/// trials depends on them.
#[derive(Default)]
pub(crate) struct Hints {
    /// The winner's last moves that won in three plies.
    wins: Recent,
    /// The loser's last moves that refuted others.
    defences: Recent,
}

/// The last moves, the newest first.
#[derive(Default)]
struct Recent([Option<Move>; 4]);

impl Recent {
    fn add(&mut self, played: Move) {
        let place = self.0.iter().position(|&known| known == Some(played));
        let place = place.unwrap_or(self.0.len() - 1);
        self.0[..=place].rotate_right(1);
        self.0[0] = Some(played);
    }
}

impl Game {
    pub(crate) fn new(board: &Board, ids: Ids) -> Game {
        let flags = [false, true];
        let connected = flags.map(|winner_moved| {
            flags.map(|mover| {
                flags.map(|other| status_of(ids, &connection(mover, other), winner_moved))
            })
        });
        // Under such an id only the mover's own connection wins. The other side's does not win for
        // it, and neither does a lack of moves.
        let own = Ids::ALL.without(Ids::MISERE).without(Ids::LOSS);
        Game { board: board.clone(), ids, connected, joins_alone_win: !ids.and(own).is_empty() }
    }

    /// Returns the status after a move of the winner, if `winner_moved`, or of the loser.
    pub(crate) fn status(&self, stones: Stones, winner_moved: bool) -> GameStatus {
        let mover = self.board.is_connected(stones.them);
        match self.by_connection(stones, winner_moved, mover) {
            GameStatus::Open => self.by_moves(stones, winner_moved),
            status => status,
        }
    }

    /// Returns the status after a move by connection only. `mover` says whether the side that has
    /// moved is connected.
    fn by_connection(&self, stones: Stones, winner_moved: bool, mover: bool) -> GameStatus {
        let other = self.board.is_connected(stones.us);
        self.connected[usize::from(winner_moved)][usize::from(mover)][usize::from(other)]
    }

    /// Returns the status after a move that is open by connection: it depends on whether the side
    /// to move has a move.
    fn by_moves(&self, stones: Stones, winner_moved: bool) -> GameStatus {
        if self.board.can_move(stones) {
            GameStatus::Open
        } else {
            status_of(self.ids, &ending(&self.board, stones), winner_moved)
        }
    }

    /// Returns the legal moves of an open position, with the stones after them: the moves of
    /// stones, or else the pass.
    pub(crate) fn moves(&self, stones: Stones) -> impl Iterator<Item = (Move, Stones)> + '_ {
        let mut moves = self.board.stone_moves(stones).peekable();
        let blocked = moves.peek().is_none();
        moves.chain(blocked.then_some((Move::Pass, stones.turned())))
    }

    /// Returns whether a move of the winner, who is to move in an open position, wins.
    pub(crate) fn wins_in_one(&self, stones: Stones) -> bool {
        self.wins_by(stones, &self.board.joins(stones.us))
    }

    /// Returns whether a move of the winner wins in an open position. `joins` belongs to the
    /// winner's stones.
    fn wins_by(&self, stones: Stones, joins: &Joins) -> bool {
        self.wins_by_joining(stones, joins) || self.wins_otherwise(stones, joins)
    }

    /// Returns whether a move wins by joining the winner's stones, if no other moves win.
    fn wins_by_joining(&self, stones: Stones, joins: &Joins) -> bool {
        self.joins_alone_win
            && self.board.any_move_to_joins(stones, joins, |from, to| {
                let after = stones.after(from, to);
                self.board.is_connected(after.them)
                    && match self.by_connection(after, true, true) {
                        GameStatus::Open => self.by_moves(after, true) == GameStatus::Won,
                        status => status == GameStatus::Won,
                    }
            })
    }

    /// Returns whether a move wins that [`Game::wins_by_joining`] does not find.
    fn wins_otherwise(&self, stones: Stones, joins: &Joins) -> bool {
        let wins = |after| self.status(after, true) == GameStatus::Won;
        if self.joins_alone_win {
            joins.is_connected && !self.board.can_move(stones) && wins(stones.turned())
        } else {
            self.moves(stones).any(|(_, after)| wins(after))
        }
    }

    /// Returns the status after a move of the loser, or `None` if the move loses or lets the winner
    /// win immediately. `joins` belongs to the winner's stones.
    fn status_of_defence(&self, stones: Stones, joins: &Joins) -> Option<GameStatus> {
        let loser = self.board.is_connected(stones.them);
        let status = match self.connected[0][usize::from(loser)][usize::from(joins.is_connected)] {
            // A winner who can join the stones can move.
            GameStatus::Open if self.wins_by_joining(stones, joins) => return None,
            GameStatus::Open => self.by_moves(stones, false),
            status => status,
        };
        let is_lost = match status {
            GameStatus::Won => true,
            GameStatus::Failed => false,
            GameStatus::Open => self.wins_otherwise(stones, joins),
        };
        (!is_lost).then_some(status)
    }

    /// Returns the status after a move of the loser, as [`Game::status_of_defence`] does. `joins`
    /// belongs to the winner's stones before the move.
    fn defence(&self, stones: Stones, played: Move, joins: &Joins) -> Option<GameStatus> {
        let after = stones.played(played);
        if after.us == stones.them {
            self.status_of_defence(after, joins)
        } else {
            self.status_of_defence(after, &self.board.joins(after.us))
        }
    }

    /// Calls `found` with every move of the loser that neither loses nor lets the winner win
    /// immediately, and the status after it, until `found` returns true. Returns whether it did. The
    /// loser is to move in an open position, and `joins` belongs to the winner's stones.
    pub(crate) fn any_defence(
        &self,
        stones: Stones,
        joins: &Joins,
        mut found: impl FnMut(Move, GameStatus) -> bool,
    ) -> bool {
        let Stones { us: loser, them: winner } = stones;
        let threats = self.threats(stones, joins);
        // Every other move that captures nothing leaves a threat and does not join the loser's
        // stones.
        let joining = self.board.joins(loser).squares();
        let mut can_move = false;
        for from in squares(loser) {
            let targets = self.board.targets(stones, from);
            can_move |= targets != 0;
            for to in squares(targets & (winner | joining | threats.answers(from))) {
                let played = Move::Stone { from, to };
                let status = self.defence(stones, played, joins);
                if status.is_some_and(|status| found(played, status)) {
                    return true;
                }
            }
        }
        let pass = if can_move { None } else { self.defence(stones, Move::Pass, joins) };
        pass.is_some_and(|status| found(Move::Pass, status))
    }

    /// Returns the lines of moves of the winner that capture nothing and win, unless the loser, who
    /// is to move, leaves or enters the line, captures a stone, or joins the loser's own stones.
    fn threats(&self, stones: Stones, joins: &Joins) -> Threats {
        // After every other reply, only the connection of the winner decides.
        let [_, [_, [joined, _]]] = self.connected;
        let can_threaten = joined == GameStatus::Won && self.joins_alone_win && !joins.is_connected;
        if can_threaten { self.board.threats(stones.turned(), joins) } else { Threats::default() }
    }

    /// Returns whether the winner has a move after which every reply loses or lets the winner win
    /// immediately. The winner is to move in an open position and cannot win immediately.
    pub(crate) fn wins_in_three(&self, stones: Stones, hints: &mut Hints) -> bool {
        let Hints { wins, defences } = hints;
        let known = wins.0.into_iter().flatten();
        let known = known.filter(|&played| self.board.is_move(stones, played));
        let known = known.map(|played| (played, stones.played(played)));
        let is_joined = self.board.is_connected(stones.them);
        let mut moves = known.chain(self.moves(stones));
        let win = moves.find(|&(_, after)| {
            let is_joined = match after.us == stones.them {
                true => is_joined,
                false => self.board.is_connected(after.us),
            };
            self.leaves_no_defence(after, is_joined, defences)
        });
        win.inspect(|&(played, _)| wins.add(played)).is_some()
    }

    /// Returns whether every reply to the winner's last move loses or lets the winner win
    /// immediately.
    pub(crate) fn wins_next(&self, after: Stones) -> bool {
        let is_joined = self.board.is_connected(after.us);
        self.leaves_no_defence(after, is_joined, &mut Recent::default())
    }

    /// Does the same as [`Game::wins_next`]. `is_joined` says whether the loser's stones are one
    /// group.
    fn leaves_no_defence(&self, after: Stones, is_joined: bool, hints: &mut Recent) -> bool {
        let joins = self.board.joins(after.them);
        let by_connection = self.connected[1][usize::from(joins.is_connected)];
        if by_connection[usize::from(is_joined)] != GameStatus::Open {
            return false;
        }
        let hint = hints.0.into_iter().flatten().find(|&hint| {
            self.board.is_move(after, hint) && self.defence(after, hint, &joins).is_some()
        });
        hint.is_none()
            && !self.any_defence(after, &joins, |played, _| {
                hints.add(played);
                true
            })
            && self.by_moves(after, true) == GameStatus::Open
    }

    /// Returns the winner's moves in the order of a certificate.
    pub(crate) fn ordered_moves(&self, stones: Stones) -> Vec<(Move, Stones)> {
        let mut moves: Vec<_> = self.moves(stones).collect();
        // Moves with equal scores stay in the order of their squares.
        moves.sort_by_cached_key(|&(_, after)| self.score(after));
        moves
    }

    /// Returns the score that orders the winner's moves, after one of them.
    fn score(&self, after: Stones) -> u32 {
        let (winner, loser) = (after.them, after.us);
        let (mut files, mut ranks, mut sum) = (0, 0, 0);
        for square in squares(winner) {
            let (file, rank) = (square % self.board.files(), square / self.board.files());
            (files, ranks) = (files + file, ranks + rank);
            sum += file * file + rank * rank;
        }
        let groups = self.board.group_count(winner);
        winner.count_ones() * (sum + 4 * groups + 2 * loser.count_ones())
            - files * files
            - ranks * ranks
    }
}

/// Returns the status that an ending means for the winner under a set of ids.
fn status_of(ids: Ids, ending: &EndingIds, winner_moved: bool) -> GameStatus {
    let won = if winner_moved { ending.mover_wins } else { ending.other_wins };
    if !ids.and(ending.over).without(won).is_empty() {
        return GameStatus::Failed;
    }
    if ids.without(won).is_empty() { GameStatus::Won } else { GameStatus::Open }
}

#[cfg(test)]
mod tests;
