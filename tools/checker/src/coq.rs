//! Certificates in the form that the checker in Coq reads (`tools/verified`).

use std::collections::{BTreeMap, HashSet};

use crate::board::{Board, Color, Move, Stones, of_colors, squares};
use crate::certificate::Certificate;
use crate::format::{Claim, ReadError};
use crate::game::{Game, GameStatus};
use crate::proof::{Part, Proof};
use crate::rules::Ids;
use crate::taken::plies_of_rank;
use crate::walk::Walk;

/// The number of bits for a move in Coq's list, and of moves in a number.
const MOVE_BITS: usize = 9;
const MOVES_IN_A_NUMBER: usize = 63 / MOVE_BITS;
/// A move that no stone can make represents a pass: on no board is a square to the right of h8.
const PASS: u64 = 63 << 3;
/// The number of numbers in a definition: Coq's parser overflows its stack on a long list.
const NUMBERS_IN_A_DEFINITION: usize = 500;
/// The maximum number of plies that the checker in Coq follows; half of them are the winner's.
const MOST_PLIES: u32 = 2000;

/// The reason why Coq cannot read a certificate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CoqError {
    /// The certificate states too many plies.
    #[error("the checker in Coq follows {MOST_PLIES} plies, and the certificate states {0}")]
    Plies(u32),
    /// A part that rests on the certificate cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
}

/// The ranks of turns by the stones of Black and White, sorted by them, because Coq compares two
/// lists in step.
type Turns = BTreeMap<(u64, u64), u32>;

/// Walks through all games depth first, as the checker in Coq does, and collects the moves that Coq
/// cannot find.
struct CoqWalker<'a> {
    game: &'a Game,
    walk: &'a Walk,
    finished: HashSet<Stones>,
    moves: Vec<u64>,
}

impl CoqWalker<'_> {
    /// Visits a position in which the game continues, the winner to move.
    fn visit(&mut self, stones: Stones) {
        if self.joins_at_once(stones) {
            return;
        }
        let turn = self.game.board.canonical(stones);
        if self.finished.contains(&turn) {
            return;
        }
        let Some((played, after)) = self.advice(turn) else { return };
        self.moves.push(code(&self.game.board, played));
        if self.game.status(after, true) == GameStatus::Open {
            self.visit_replies(after);
            self.finished.insert(turn);
        }
    }

    /// Visits all replies of the loser, in the order of the moves in Coq.
    fn visit_replies(&mut self, loser: Stones) {
        let mut replies: Vec<_> = self.game.moves(loser).collect();
        replies.sort_by_key(|&(played, _)| code(&self.game.board, played));
        for (_, reply) in replies {
            if self.game.status(reply, false) == GameStatus::Open {
                self.visit(reply);
            }
        }
    }

    /// Returns whether a move that can join the winner's stones wins immediately. Coq finds such a
    /// move itself.
    fn joins_at_once(&self, stones: Stones) -> bool {
        let joins = self.game.board.joins(stones.us);
        self.game.board.any_move_to_joins(stones, &joins, |from, to| {
            self.game.status(stones.after(from, to), true) == GameStatus::Won
        })
    }

    /// Returns the winner's move: one that wins immediately or in three plies, or that of the
    /// certificate.
    fn advice(&self, turn: Stones) -> Option<(Move, Stones)> {
        let wins = |after| self.game.status(after, true) == GameStatus::Won;
        if let Some(won) = self.game.moves(turn).find(|&(_, after)| wins(after)) {
            return Some(won);
        }
        if let Some(&number) = self.walk.numbers.get(&turn) {
            let after = self.walk.turns[number as usize].after;
            return self.game.moves(turn).find(|&(_, found)| found == after);
        }
        let mut moves = self.game.ordered_moves(turn).into_iter();
        moves.find(|&(_, after)| self.game.wins_next(after))
    }
}

/// Returns a move in the form that Coq reads. Moves are generated in the order of these numbers: by
/// the squares that they leave, file by file, then by axes, and forwards before backwards.
fn code(board: &Board, played: Move) -> u64 {
    let Move::Stone { from, to } = played else { return PASS };
    let file_and_rank = |square| ((square % board.files()) as i32, (square / board.files()) as i32);
    let ((file, rank), (to_file, to_rank)) = (file_and_rank(from), file_and_rank(to));
    let (axis, backwards) = match ((to_file - file).signum(), (to_rank - rank).signum()) {
        (right, 0) => (0, right < 0),
        (0, up) => (1, up < 0),
        (right, up) if right == up => (2, right < 0),
        (right, _) => (3, right < 0),
    };
    let place = file as u64 * u64::from(board.ranks()) + rank as u64;
    place << 3 | axis << 1 | u64::from(backwards)
}

/// Packs moves into numbers, the first move in the lowest bits.
fn packed(moves: &[u64]) -> impl Iterator<Item = u64> {
    moves
        .chunks(MOVES_IN_A_NUMBER)
        .map(|moves| moves.iter().rev().fold(0, |number, played| number << MOVE_BITS | played))
}

/// The lines of every file before its lists.
const HEAD: &str = "From Coq Require Import ZArith List Uint63.\nImport ListNotations.\n\
                    From LOA Require Import Rules Check.\n\nOpen Scope uint63_scope.\n";

impl Proof {
    /// Returns the certificate as a Coq file: its moves, and the theorem that they prove. Coq
    /// checks the file and trusts none of it.
    ///
    /// # Errors
    /// If the number of plies is too large for the checker in Coq.
    pub fn coq(&self) -> Result<String, CoqError> {
        let (moves, theorem) = (self.coq_moves(HashSet::new())?, theorem(self.claim(), self.ids()));
        let Claim { board, winner, to_move, plies, black, white, .. } = self.claim();
        let (files, ranks, ids) = (board.files(), board.ranks(), self.ids().bits());
        // The first line and all lines of numbers are for the program extracted from Coq.
        Ok(format!(
            "(* certificate {files} {ranks} {winner} {to_move} {plies} {ids} {black} {white} *)\n\
             (* Written by loa proof coq, to be checked by tools/verified. *)\n\
             {HEAD}{moves}{theorem}"
        ))
    }

    /// Returns the list of moves in the order in which Coq asks for them. Coq knows that the turns
    /// `taken` are won.
    fn coq_moves(&self, taken: HashSet<Stones>) -> Result<String, CoqError> {
        let claim = self.claim();
        if claim.plies > MOST_PLIES {
            return Err(CoqError::Plies(claim.plies));
        }
        let (game, walk) = self.parts();
        let mut walker = CoqWalker { game, walk, finished: taken, moves: Vec::new() };
        if claim.winner_begins() {
            walker.visit(claim.start());
        } else {
            walker.visit_replies(claim.start());
        }
        Ok(list("moves", "int", packed(&walker.moves).map(|number| number.to_string())))
    }
}

impl Part {
    /// Returns the certificate as a Coq file: its moves, and a theorem that also states the turns that
    /// the certificate takes, and those that `others` take from it. The program extracted from Coq
    /// does not read it.
    ///
    /// # Errors
    /// If the number of plies is too large for the checker in Coq, or `others` cannot be read.
    pub fn coq(&self, others: &[Certificate]) -> Result<String, CoqError> {
        let proof = &self.proof;
        let claim = proof.claim();
        let colors = |stones| of_colors(claim.winner, stones);
        let mut lent = Turns::new();
        for other in others {
            let turns = other.taken()?;
            for turn in turns.iter().filter(|turn| other.rests_on()[turn.from] == proof.digest()) {
                let least = lent.entry(colors(turn.stones)).or_insert(turn.rank);
                *least = turn.rank.min(*least);
            }
        }
        let taken: Turns = self.taken.iter().map(|turn| (colors(turn.stones), turn.rank)).collect();
        let moves = proof.coq_moves(self.taken.iter().map(|turn| turn.stones).collect())?;
        let [taken, lent] = [("taken", taken), ("lent", lent)].map(|(name, turns)| {
            let turns = turns.iter().map(|((black, white), &rank)| {
                format!("({}%nat, {black}%Z, {white}%Z)", plies_of_rank(rank))
            });
            list(name, "(nat * Z * Z)", turns)
        });
        let Claim { ids, plies, black, white, .. } = claim;
        let board = format!("{} {}", claim.board.files(), claim.board.ranks());
        let (winner, to_move) = (side(claim.winner), side(claim.to_move));
        let (position, form) = match is_start(claim) {
            true => (format!("(start {board})"), "now left"),
            false => (
                format!("(numbered {board} {to_move} {black} {white})"),
                "right; now repeat eexists",
            ),
        };
        let CoqIds { definition, which, set } = CoqIds::of(*ids);
        let known = if *ids == Ids::NORMAL { "(normal_In r K)" } else { "K" };
        Ok(format!(
            "(* A part of a proof, written by loa proof coq, to be checked by tools/verified. *)\n\
             {HEAD}{moves}{taken}{lent}{definition}\
             Theorem part r : {which} -> won {board} r {winner} taken ->\n  \
             Wins {board} r {winner} {plies}%nat {position} /\\ won {board} r {winner} lent.\n\
             Proof.\n  intros K. \
             refine (part_under {board} {set} {winner} {plies}%nat {position}\n    \
             moves taken lent _ _ r {known}); [{form}|].\n  \
             vm_cast_no_check (eq_refl true).\nQed.\nPrint Assumptions part.\n"
        ))
    }
}

/// Returns the definition of a list, given its name, the type of its elements, and these.
fn list(name: &str, of: &str, elements: impl Iterator<Item = String>) -> String {
    let elements: Vec<String> = elements.collect();
    let (mut text, mut names) = (String::new(), Vec::new());
    for (number, part) in elements.chunks(NUMBERS_IN_A_DEFINITION).enumerate() {
        let lines: Vec<String> = part.chunks(5).map(|line| line.join("; ")).collect();
        text += &format!("Definition {name}{number} : list {of} := [\n{}].\n", lines.join(";\n"));
        names.push(format!("{name}{number}"));
    }
    text + &format!("Definition {name} : list {of} := concat [{}].\n\n", names.join("; "))
}

fn theorem(claim: &Claim, ids: Ids) -> String {
    let (board, plies) = (format!("{} {}", claim.board.files(), claim.board.ranks()), claim.plies);
    let (winner, to_move) = (side(claim.winner), side(claim.to_move));
    let CoqIds { definition, which, set } = CoqIds::of(ids);
    let name = format!("{}_wins_{}", winner.to_lowercase(), claim.board);
    let (stones, position, proof) = if is_start(claim) {
        let lemma = match ids == Ids::NORMAL {
            true => format!("start_normal {board}"),
            false => format!("start_under {board} ids"),
        };
        let proof = format!("apply ({lemma} {winner} {plies}%nat moves)");
        (String::new(), format!("(start {board})"), proof)
    } else {
        let [black, white] = [("black", claim.black), ("white", claim.white)].map(|(name, set)| {
            let all: Vec<String> = squares(set).map(|at| square(&claim.board, at)).collect();
            format!("Definition {name} : list square := [{}]%Z.\n", all.join("; "))
        });
        let lemma = format!("placed_under {board} {set}");
        let normal = match ids == Ids::NORMAL {
            true => "intros N; apply normal_In in N; revert r N.\n  ",
            false => "",
        };
        let proof = format!(
            "{normal}apply ({lemma} {winner} {plies}%nat {to_move} black white moves eq_refl)"
        );
        (black + &white, format!("(placed {to_move} black white)"), proof)
    };
    format!(
        "{definition}{stones}\
         Theorem {name} r : {which} -> Wins {board} r {winner} {plies}%nat {position}.\n\
         Proof.\n  {proof}.\n  \
         vm_cast_no_check (eq_refl true).\nQed.\nPrint Assumptions {name}.\n"
    )
}

/// The ids of a theorem.
struct CoqIds {
    /// The definition of a set that Coq does not know; may be empty.
    definition: String,
    /// The condition of the theorem, and the name of the set.
    which: &'static str,
    set: &'static str,
}

impl CoqIds {
    fn of(ids: Ids) -> CoqIds {
        if ids == Ids::NORMAL {
            return CoqIds { definition: String::new(), which: "normal r", set: "normal_ids" };
        }
        let named: Vec<String> = ids.names().map(rules).collect();
        let definition = format!("Definition ids : list rules := [\n  {}].\n", named.join(";\n  "));
        CoqIds { definition, which: "In r ids", set: "ids" }
    }
}

/// Returns whether the claim is about the start of the game.
fn is_start(claim: &Claim) -> bool {
    let (files, ranks) = (claim.board.files(), claim.board.ranks());
    let inner = |at: u32, count: u32| at > 0 && at < count - 1;
    let set = |on: &dyn Fn(u32, u32) -> bool| {
        let all = (0..files * ranks).filter(|square| on(square % files, square / files));
        all.fold(0, |set, square| set | 1 << square)
    };
    claim.to_move == Color::Black
        && claim.black == set(&|file, rank| inner(file, files) && !inner(rank, ranks))
        && claim.white == set(&|file, rank| inner(rank, ranks) && !inner(file, files))
}

fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

fn square(board: &Board, square: u32) -> String {
    format!("({}, {})", square % board.files(), square / board.files())
}

/// Returns a rules id, given its name, as a Coq record.
fn rules(name: &str) -> String {
    let has = |word: &str| name.split('-').any(|part| part == word);
    let both = name.split('-').next().unwrap_or_default();
    let without = name.split('-').nth(1).unwrap_or_default();
    let both = match both {
        "mover" => "Mover",
        "draw" => "Draw",
        _ => "Own",
    };
    let without = match without {
        "pass" => "Pass",
        "loss" => "Loss",
        _ => "Draws",
    };
    format!("{{| both := {both}; without := {without}; misere := {} |}}", has("misere"))
}
