//! Alpha-beta: principal variation search, one ply deeper at a time.
//!
//! Within its depth it finds the score of plain minimax; a test compares them. A position that
//! recurs in the line or the game ends it, as a draw or as a loss for the side that repeats. The
//! transposition table may return a score that depends on a repetition for another path, as in
//! every such engine.

use loa_record::Game;
use loa_solver::{Move, NoMove, Position, Repetition, Rules, Value};

use super::budget::{Budget, MOST_PLIES};
use super::evaluation::Evaluator;
use super::ordering::Ordering;
use super::path::SearchPath;
use super::score::{self, INFINITE, WIN};
use super::tables::Tables;
use super::transpositions::{Bound, Transpositions};

/// The search ended because its budget was spent.
pub(super) struct SearchStopped;

/// A search of one position.
pub(super) struct AlphaBetaSearch<'a> {
    rules: Rules,
    repetition: Repetition,
    evaluation: Evaluator,
    tables: Option<&'a mut Tables>,
    transpositions: &'a mut Transpositions,
    budget: &'a Budget<'a>,
    ordering: Ordering,
    root: Position,
    path: SearchPath,
    /// The moves to search in the root.
    root_moves: Vec<Move>,
    /// Moves of the positions on the way to the current one, with their priorities.
    moves: Vec<(i32, Move)>,
    /// The best line from each ply.
    best_lines: Vec<Vec<Move>>,
    /// The score of the best line from the root.
    root_score: i32,
    pub(super) nodes: u64,
    /// True if tables may have been read since the last check of the clock.
    has_read: bool,
}

/// The result of a search to a given depth.
pub(super) struct SearchResult {
    pub(super) score: i32,
    pub(super) line: Vec<Move>,
}

impl<'a> AlphaBetaSearch<'a> {
    pub(super) fn new(
        (rules, repetition): (Rules, Repetition),
        game: &Game,
        root_moves: Vec<Move>,
        tables: Option<&'a mut Tables>,
        transpositions: &'a mut Transpositions,
        budget: &'a Budget<'a>,
    ) -> AlphaBetaSearch<'a> {
        transpositions.begin_search();
        let root = *game.position();
        AlphaBetaSearch {
            rules,
            repetition,
            evaluation: Evaluator::new(root.board(), rules),
            tables,
            transpositions,
            budget,
            ordering: Ordering::new(),
            root,
            path: SearchPath::of(game.positions()),
            root_moves,
            moves: Vec::new(),
            best_lines: vec![Vec::new(); MOST_PLIES as usize + 2],
            root_score: -INFINITE,
            nodes: 0,
            has_read: false,
        }
    }

    /// Returns the estimate of the root without a search.
    pub(super) fn estimate(&self) -> i32 {
        self.evaluation.evaluate(&self.root)
    }

    /// Searches the root to a depth.
    pub(super) fn search(&mut self, depth: u32) -> Result<SearchResult, SearchStopped> {
        let root = self.root;
        let score = self.score(&root, depth, 0, -INFINITE, INFINITE)?;
        let line = self.best_lines[0].clone();
        Ok(SearchResult { score, line })
    }

    /// Returns the result of a stopped search; `None` if it has none. The first move was the best
    /// of the search before, and any other move found is better.
    pub(super) fn found_so_far(&self) -> Option<SearchResult> {
        let line = self.best_lines[0].clone();
        let score = self.root_score;
        (!line.is_empty()).then_some(SearchResult { score, line })
    }

    /// Returns the score of a position `ply` plies from the root, searched to `depth`: exact
    /// between `alpha` and `beta`, a bound outside.
    fn score(
        &mut self,
        position: &Position,
        depth: u32,
        ply: u32,
        mut alpha: i32,
        mut beta: i32,
    ) -> Result<i32, SearchStopped> {
        self.best_lines[ply as usize].clear();
        let has_read = std::mem::take(&mut self.has_read);
        if ply > 0 && self.budget.is_spent(self.nodes, has_read) {
            return Err(SearchStopped);
        }
        self.nodes += 1;
        if ply > 0
            && let Some(score) = self.known_score(position, depth, ply)
        {
            return Ok(score);
        }
        if depth == 0 {
            return Ok(self.leaf(position, ply));
        }
        // No score here can be better than a win by the next move, or worse than having lost.
        alpha = alpha.max(ply as i32 - WIN);
        beta = beta.min(WIN - ply as i32 - 1);
        if alpha >= beta {
            return Ok(alpha);
        }
        let mut known = None;
        if let Some(entry) = self.transpositions.get(position) {
            known = entry.best;
            // With an open window the whole best line is needed.
            let score = entry.score(depth, ply, alpha, beta);
            if let Some(score) = score.filter(|_| beta - alpha == 1) {
                return Ok(score);
            }
        }
        let first = self.moves.len();
        self.list_moves(position, ply, known);
        let result = if self.moves.len() == first {
            Ok(self.without_move(ply))
        } else {
            self.best_of(position, depth, ply, (alpha, beta), first)
        };
        self.moves.truncate(first);
        result
    }

    /// Returns the score of the best of the moves listed from `first` on.
    fn best_of(
        &mut self,
        position: &Position,
        depth: u32,
        ply: u32,
        (lowest, beta): (i32, i32),
        first: usize,
    ) -> Result<i32, SearchStopped> {
        let mut alpha = lowest;
        let mut best = (-INFINITE, None);
        for next in first..self.moves.len() {
            let played = self.next_move(next);
            let after = position.play_unchecked(played);
            self.path.play(position, &after);
            let mut reply = |alpha: i32, beta: i32| {
                let score = self.score(&after, depth - 1, ply + 1, -beta, -alpha)?;
                Ok(-score)
            };
            // All moves but the first are expected to be no better. Showing that is faster than
            // computing how much worse they are.
            let score = if next == first {
                reply(alpha, beta)?
            } else {
                match reply(alpha, alpha + 1)? {
                    score if score > alpha && score < beta => reply(alpha, beta)?,
                    score => score,
                }
            };
            self.path.take_back();
            if score > best.0 {
                best = (score, Some(played));
            }
            if score > alpha {
                alpha = score;
                self.lead_with(played, ply);
                if ply == 0 {
                    self.root_score = score;
                }
            }
            if score >= beta {
                self.ordering.reward(played, ply, depth);
                break;
            }
        }
        let bound = match best.0 {
            score if score >= beta => Bound::Lower,
            score if score <= lowest => Bound::Upper,
            _ => Bound::Exact,
        };
        self.transpositions.store(position, depth, ply, (best.0, bound), best.1);
        Ok(best.0)
    }

    /// Returns the score of a position that needs no search: the game is over, or the tables have
    /// the value.
    fn known_score(&mut self, position: &Position, depth: u32, ply: u32) -> Option<i32> {
        let (us, them) = (position.us().is_connected(), position.them().is_connected());
        if let Some(value) = self.rules.connected_value(us, them) {
            return Some(score::of_value(value, ply));
        }
        if self.path.repeats(self.repetition, position) {
            return Some(match self.repetition {
                Repetition::Draw | Repetition::BoardDraw => 0,
                // The side that has just moved loses.
                Repetition::Loss => score::of_value(Value::Win(0), ply),
            });
        }
        let tables = self.tables.as_mut()?;
        // At a leaf, an estimate is better than waiting for the disk.
        if tables.waits() && depth == 0 || !tables.cover(position) {
            return None;
        }
        self.has_read = tables.waits();
        let answer = tables.answer(position)?;
        Some(score::of_value(answer, ply))
    }

    fn leaf(&self, position: &Position, ply: u32) -> i32 {
        if position.has_stone_move() {
            return self.evaluation.evaluate(position);
        }
        if self.rules.no_move() == NoMove::Pass && position.passed().has_stone_move() {
            return self.evaluation.evaluate(position);
        }
        self.without_move(ply)
    }

    /// Returns the score of a position in which the game is over because the side to move has no
    /// move.
    fn without_move(&self, ply: u32) -> i32 {
        match self.rules.no_move() {
            NoMove::Loss => score::of_value(Value::Loss(0), ply),
            // Under `pass`: neither side can move.
            NoMove::Draw | NoMove::Pass => 0,
        }
    }

    /// Appends the legal moves with their priorities.
    fn list_moves(&mut self, position: &Position, ply: u32, known: Option<Move>) {
        let rated = |played: Move| (self.ordering.priority(played, ply, known), played);
        if ply == 0 {
            self.moves.extend(self.root_moves.iter().copied().map(rated));
            return;
        }
        let first = self.moves.len();
        self.moves.extend(position.stone_moves().map(rated));
        let must_pass = self.moves.len() == first && self.rules.no_move() == NoMove::Pass;
        if must_pass && position.passed().has_stone_move() {
            self.moves.push(rated(Move::Pass));
        }
    }

    /// Moves the move with the highest priority, from `next` on, to the front.
    fn next_move(&mut self, next: usize) -> Move {
        let mut highest = next;
        for other in next + 1..self.moves.len() {
            if self.moves[other].0 > self.moves[highest].0 {
                highest = other;
            }
        }
        self.moves.swap(next, highest);
        self.moves[next].1
    }

    /// Sets the best line from `ply` to a move and the best line after it.
    fn lead_with(&mut self, played: Move, ply: u32) {
        let [line, after] = &mut self.best_lines[ply as usize..ply as usize + 2] else {
            return;
        };
        line.clear();
        line.push(played);
        line.extend_from_slice(after);
    }
}
