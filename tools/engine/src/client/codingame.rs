//! CodinGame's Lines of Action protocol, the referee's side.
//!
//! The program receives turns and answers each with one of the legal moves. A space and a comment
//! may follow the move. A process plays one game in one colour, so each game, and each position
//! outside a game, needs its own process. `docs/codingame.md` describes the turns, and the public
//! referee sends them: <https://github.com/darkhorse64/CG_LinesOfAction> (`Referee.java`).

use loa_record::Game;
use loa_solver::{Color, Move, Position, Preset, Rules, Square};

use super::answer::read_move;
use super::program::Program;
use super::setup::Setup;
use crate::engine::{Engine, EngineMove};
use crate::fault::{Failed, Fault};

/// The only rules of the protocol, those of the preset `club`.
const RULES: Rules = Preset::ALL[0].rules;

/// A program that plays a game or is about to.
#[derive(Debug)]
pub(super) struct CodinGame {
    setup: Setup,
    program: Program,
    /// True if the program has received a turn, and with the first its colour.
    has_begun: bool,
    is_over: bool,
}

impl CodinGame {
    pub(super) fn start(setup: &Setup, rules: Rules) -> Result<CodinGame, Failed> {
        if rules != RULES {
            let offered = RULES.id().to_owned();
            return Err(Fault::Rules { rules: rules.id(), offered }.into());
        }
        Ok(CodinGame {
            setup: setup.clone(),
            program: setup.start_program()?,
            has_begun: false,
            is_over: false,
        })
    }

    fn ask(&mut self, position: &Position, last: Option<Move>) -> Result<Move, Fault> {
        let legal = RULES.moves(position);
        let turn = turn_text(position, !self.has_begun, last, &legal);
        let patience = if self.has_begun { self.setup.patience() } else { self.setup.ready };
        self.has_begun = true;
        self.program.say(turn);
        let answer = self.program.hear(patience, Some)?.ok_or(Fault::Hung(patience))?;
        // The referee plays a random move for "random", which would say nothing about the program.
        match answer.split(' ').next() {
            Some(said) if !said.is_empty() => read_move(RULES, position, said),
            _ => Err(Fault::Nonsense(answer)),
        }
    }
}

impl Engine for CodinGame {
    fn begin_game(&mut self) {
        self.is_over = self.has_begun;
    }

    fn best_move(&mut self, game: &Game) -> Result<EngineMove, Failed> {
        let rules = game.preset().rules;
        if self.is_over || rules != RULES {
            *self = CodinGame::start(&self.setup, rules)?;
        }
        let answer = self.ask(game.position(), game.moves().last().copied());
        answer.map(EngineMove::new).map_err(|fault| self.program.failed(fault))
    }
}

/// Returns the lines of a turn for the player to move, with its colour if this is its first.
fn turn_text(position: &Position, first: bool, last: Option<Move>, legal: &[Move]) -> String {
    let board = position.board();
    let letter = |color| if color == Color::Black { 'b' } else { 'w' };
    let stone = |square| position.stone(square).map_or('.', letter);
    let row = |rank| (0..board.files()).map(|file| stone(Square::new(file, rank))).collect();
    let mut moves: Vec<String> = legal.iter().copied().map(move_text).collect();
    moves.sort_unstable();
    let mut lines: Vec<String> = Vec::new();
    lines.extend(first.then(|| letter(position.turn()).to_string()));
    lines.extend((0..board.ranks()).rev().map(row));
    lines.push(last.map_or_else(|| "null".to_owned(), move_text));
    lines.push(moves.len().to_string());
    lines.append(&mut moves);
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Returns a move as `e2e3`, including captures, or `pass`.
fn move_text(played: Move) -> String {
    played.to_string().replace(['-', 'x'], "")
}

#[cfg(test)]
mod tests {
    use loa_solver::Board;

    use super::*;

    #[test]
    fn the_first_turn_is_written_as_the_referee_writes_it() {
        let start = Board::new(8, 8).unwrap().start();
        let sent = turn_text(&start, true, None, &RULES.moves(&start));
        let lines: Vec<&str> = sent.lines().collect();
        assert_eq!(
            lines[..11],
            [
                "b", ".bbbbbb.", "w......w", "w......w", "w......w", "w......w", "w......w",
                "w......w", ".bbbbbb.", "null", "36"
            ]
        );
        assert_eq!(lines.len(), 47);
        assert_eq!(lines[11..15], ["b1b3", "b1d3", "b1h1", "b8b6"]);
    }

    #[test]
    fn a_side_that_cannot_move_gets_a_pass() {
        // Black stones block the white stone in the corner.
        let position: Position = "8/8/8/8/8/8/xx6/ox6 o".parse().unwrap();
        let sent = turn_text(&position, false, Some(Move::Pass), &RULES.moves(&position));
        let lines: Vec<&str> = sent.lines().skip(6).collect();
        assert_eq!(lines, ["bb......", "wb......", "pass", "1", "pass"]);
    }
}
