//! The walk of a certificate: every game in which the winner plays its moves.

use std::collections::{HashMap, HashSet};

use rayon::prelude::*;

use crate::board::Stones;
use crate::certificate::{Certificate, Watch};
use crate::error::{CheckError, ProofFault};
use crate::format::{Claim, ReadError};
use crate::game::{Game, GameStatus, Hints};
use crate::rules::ending;
use crate::taken::Taken;

/// The number of turns whose moves are followed together, on all threads.
const BATCH: usize = 1 << 12;

/// A turn of the winner with its move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    /// The canonical position, the winner to move.
    pub(crate) stones: Stones,
    /// The position after the winner's move.
    pub(crate) after: Stones,
    /// The maximum number of the loser's turns that follow. Until all turns are met, only those in
    /// other certificates count.
    pub(crate) rank: u32,
}

/// All turns that have a move, and the conclusions from them.
#[derive(Debug)]
pub(crate) struct Walk {
    pub(crate) turns: Vec<Turn>,
    pub(crate) numbers: HashMap<Stones, u32>,
}

/// A turn to which a move leads.
enum Next {
    /// A turn with this number.
    Numbered(u32),
    /// A turn of this rank that another certificate proves.
    Taken(u32),
}

/// A position with the loser to move, after all its moves.
pub(crate) struct Replies {
    /// The canonical turns that need a move of the certificate.
    pub(crate) turns: Vec<Stones>,
    /// The number of the loser's turns within which the other turns are won: 1 or 2.
    rank: u32,
}

/// A fault and its position.
pub(crate) struct Hole {
    winner_to_move: bool,
    stones: Stones,
    fault: ProofFault,
}

/// Follows all moves of the loser.
pub(crate) fn follow(game: &Game, loser: Stones) -> Result<Replies, Hole> {
    let mut replies = Replies { turns: Vec::new(), rank: 1 };
    let (joins, mut hints, mut failed) = (game.board.joins(loser.them), Hints::default(), None);
    game.any_defence(loser, &joins, |played, status| {
        if status == GameStatus::Failed {
            failed = Some(played);
            return true;
        }
        replies.rank = 2;
        let after = loser.played(played);
        if !game.wins_in_three(after, &mut hints) {
            replies.turns.push(game.board.canonical(after));
        }
        false
    });
    match failed {
        None => Ok(replies),
        Some(played) => Err(Hole {
            winner_to_move: false,
            stones: loser,
            fault: ProofFault::NotWon(game.board.move_text(loser, played)),
        }),
    }
}

/// Follows the winner's move with this number, and all replies to it.
fn step(game: &Game, turn: Stones, number: u32) -> Result<(Stones, Replies), Hole> {
    let hole = |fault| Hole { winner_to_move: true, stones: turn, fault };
    let moves = game.ordered_moves(turn);
    let Some(&(played, after)) = moves.get(number as usize) else {
        let moves = moves.len();
        return Err(hole(ProofFault::NoMove { number, moves }));
    };
    // It has not won, because a turn with a winning move has no move in the certificate.
    if game.status(after, true) != GameStatus::Open {
        let text = game.board.move_text(turn, played);
        return Err(hole(ProofFault::NotWon(text)));
    }
    Ok((after, follow(game, after)?))
}

/// The part of the walk done so far.
struct Walker<'a> {
    claim: &'a Claim,
    game: Game,
    turns: Vec<Turn>,
    numbers: HashMap<Stones, u32>,
    taken: HashMap<Stones, u32>,
    /// The taken turns that the walk has met.
    met: HashSet<Stones>,
    /// The turns after the replies to each move, one after another, and the end of each move's
    /// turns.
    next: Vec<u32>,
    ends: Vec<usize>,
}

impl Walker<'_> {
    fn invalid(&self, hole: Hole) -> CheckError {
        let to_move =
            if hole.winner_to_move { self.claim.winner } else { self.claim.winner.other() };
        CheckError::Invalid {
            ids: self.claim.ids,
            position: self.claim.board.position_text(hole.stones, to_move),
            fault: hole.fault,
        }
    }

    fn invalid_at_start(&self, fault: ProofFault) -> CheckError {
        self.invalid(Hole {
            winner_to_move: self.claim.winner_begins(),
            stones: self.claim.start(),
            fault,
        })
    }

    /// Meets a turn, which gets the next number if it is new and not taken.
    fn meet(&mut self, stones: Stones) -> Result<Next, CheckError> {
        if let Some(&rank) = self.taken.get(&stones) {
            self.met.insert(stones);
            return Ok(Next::Taken(rank));
        }
        let (met, stated) = (self.turns.len(), self.claim.moves);
        let number = *self.numbers.entry(stones).or_insert(met as u32);
        if number as usize == met {
            if met as u64 == stated {
                return Err(self.invalid(Hole {
                    winner_to_move: true,
                    stones,
                    fault: ProofFault::Moves { met: met + 1, stated },
                }));
            }
            let after = stones;
            self.turns.push(Turn { stones, after, rank: 2 });
        }
        Ok(Next::Numbered(number))
    }

    /// Meets the start, if the winner is to move, or the turns after it. Returns the maximum number
    /// of the loser's turns to a win that needs no moves of this certificate.
    fn begin(&mut self) -> Result<u32, CheckError> {
        let start = self.claim.start();
        if !self.claim.ids.and(ending(&self.claim.board, start).over).is_empty() {
            return Err(self.invalid_at_start(ProofFault::Over));
        }
        if !self.claim.winner_begins() {
            let replies = follow(&self.game, start).map_err(|hole| self.invalid(hole))?;
            return replies.turns.iter().try_fold(replies.rank, |rank, &turn| {
                Ok(match self.meet(turn)? {
                    Next::Numbered(_) => rank,
                    Next::Taken(taken) => rank.max(taken.saturating_add(1)),
                })
            });
        }
        if self.game.wins_in_one(start) {
            return Ok(0);
        }
        if self.game.wins_in_three(start, &mut Hints::default()) {
            return Ok(1);
        }
        Ok(match self.meet(self.game.board.canonical(start))? {
            Next::Numbered(_) => 1,
            Next::Taken(rank) => rank,
        })
    }

    fn next_of(&self, number: usize) -> &[u32] {
        let from = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.next[from..self.ends[number]]
    }

    /// Follows the moves of the certificate.
    fn walk(&mut self, certificate: &Certificate, watch: Watch<'_>) -> Result<(), CheckError> {
        let mut numbers = certificate.numbers();
        let mut followed = 0;
        while followed < self.turns.len() {
            if !watch(followed as u64) {
                let checked = followed as u64;
                return Err(CheckError::Interrupted { checked });
            }
            let batch = &self.turns[followed..self.turns.len().min(followed + BATCH)];
            let turns = batch
                .iter()
                .map(|turn| Ok((turn.stones, numbers.next()?)))
                .collect::<Result<Vec<(Stones, u32)>, ReadError>>()?;
            let game = &self.game;
            let steps: Vec<_> =
                turns.par_iter().map(|&(turn, number)| step(game, turn, number)).collect();
            for step in steps {
                let (after, replies) = step.map_err(|hole| self.invalid(hole))?;
                self.turns[followed].after = after;
                for turn in replies.turns {
                    match self.meet(turn)? {
                        Next::Numbered(number) => self.next.push(number),
                        Next::Taken(taken) => {
                            let rank = &mut self.turns[followed].rank;
                            *rank = taken.saturating_add(1).max(*rank);
                        }
                    }
                }
                followed += 1;
                self.ends.push(self.next.len());
            }
        }
        watch(followed as u64);
        if (followed as u64) < self.claim.moves {
            let (met, stated) = (followed, self.claim.moves);
            return Err(self.invalid_at_start(ProofFault::Moves { met, stated }));
        }
        let (met, stated) = (self.met.len(), self.taken.len());
        if met < stated {
            return Err(self.invalid_at_start(ProofFault::Taken { met, stated }));
        }
        Ok(numbers.expect_end()?)
    }

    /// Ranks every turn, beginning with those that lead to no others.
    fn rank(&mut self) -> Result<(), CheckError> {
        let mut before = vec![0u32; self.turns.len()];
        self.next.iter().for_each(|&next| before[next as usize] += 1);
        let mut order: Vec<u32> =
            (0..self.turns.len() as u32).filter(|&turn| before[turn as usize] == 0).collect();
        let mut at = 0;
        while at < order.len() {
            for &next in self.next_of(order[at] as usize) {
                before[next as usize] -= 1;
                if before[next as usize] == 0 {
                    order.push(next);
                }
            }
            at += 1;
        }
        if let Some(circle) = before.iter().position(|&before| before > 0) {
            return Err(self.invalid(Hole {
                winner_to_move: true,
                stones: self.turns[circle].stones,
                fault: ProofFault::Circle,
            }));
        }
        for &turn in order.iter().rev() {
            // Turns that are won within three plies are not among these.
            let next = self.next_of(turn as usize).iter();
            let after = next.map(|&next| self.turns[next as usize].rank.saturating_add(1));
            let rank = self.turns[turn as usize].rank;
            self.turns[turn as usize].rank = after.chain([rank]).max().unwrap_or(rank);
        }
        Ok(())
    }
}

/// Walks a certificate from its start, on the threads of the current rayon pool. The claim holds if
/// the turns `taken` from other certificates are won within their ranks.
pub(crate) fn walk(
    certificate: &Certificate,
    taken: &[Taken],
    watch: Watch<'_>,
) -> Result<Walk, CheckError> {
    certificate.check_digest(watch)?;
    let taken = taken.iter().map(|taken| (taken.stones, taken.rank));
    let claim = certificate.claim();
    let mut walker = Walker {
        claim,
        game: Game::new(&claim.board, claim.ids),
        turns: Vec::new(),
        numbers: HashMap::new(),
        taken: taken.collect(),
        met: HashSet::new(),
        next: Vec::new(),
        ends: Vec::new(),
    };
    let at_start = walker.begin()?;
    // The turns that the start leads to come first.
    let first = walker.turns.len();
    walker.walk(certificate, watch)?;
    walker.rank()?;
    let ranks = walker.turns[..first].iter().map(|turn| turn.rank);
    let begins = u32::from(claim.winner_begins());
    let rank = ranks.map(|rank| rank.saturating_add(1 - begins)).fold(at_start, u32::max);
    // Plies that do not fit are more than any header states.
    let needed = rank.checked_mul(2).and_then(|plies| plies.checked_add(begins));
    let stated = claim.plies;
    if needed.is_none_or(|needed| needed > stated) {
        let needed = needed.unwrap_or(u32::MAX);
        return Err(walker.invalid_at_start(ProofFault::TooLong { needed, stated }));
    }
    let Walker { turns, numbers, .. } = walker;
    Ok(Walk { turns, numbers })
}
