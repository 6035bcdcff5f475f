//! A game under all rules ids of a certificate together, as its winner plays it.

use crate::board::{Board, Joins, Move, Stones, squares};
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
        let wins = |after| self.status(after, true) == GameStatus::Won;
        if !self.joins_alone_win {
            return self.moves(stones).any(|(_, after)| wins(after));
        }
        self.board.joining_moves(stones, joins).any(wins)
            || joins.is_connected && !self.board.can_move(stones) && wins(stones.turned())
    }

    /// Returns whether the loser's last move loses or lets the winner win immediately. `joins`
    /// belongs to the winner's stones.
    fn is_answered(&self, stones: Stones, joins: &Joins) -> bool {
        match self.status(stones, false) {
            GameStatus::Won => true,
            GameStatus::Failed => false,
            GameStatus::Open => self.wins_by(stones, joins),
        }
    }

    /// Returns whether the winner has a move after which every reply loses or lets the winner win
    /// immediately. The winner is to move in an open position and cannot win immediately.
    pub(crate) fn wins_in_three(&self, stones: Stones) -> bool {
        self.moves(stones).any(|(_, after)| {
            let joins = self.board.joins(after.them);
            self.by_connection(after, true, joins.is_connected) == GameStatus::Open
                && self.by_moves(after, true) == GameStatus::Open
                && self.moves(after).all(|(_, reply)| {
                    match reply.us == after.them {
                        // The reply captured nothing, so the joins are unchanged.
                        true => self.is_answered(reply, &joins),
                        false => self.is_answered(reply, &self.board.joins(reply.us)),
                    }
                })
        })
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
