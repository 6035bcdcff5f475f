//! CodinGame's Lines of Action protocol, the referee's side.
//!
//! The order is that of the public referee (darkhorse64/CG_LinesOfAction): once
//! the program's colour, `w` or `b`; then for each of its turns eight rows of
//! `b`, `w` and `.` from the top, the other side's last move or `null`, how many
//! legal moves there are, and these, sorted, as `e2e3`; `pass` counts as one
//! where there is no other. It answers one of them, after which a blank and a
//! comment may stand. A process plays one game in one colour, so that each game,
//! and each position that is no part of one, takes a process of its own.

use std::fmt::Write;
use std::time::Instant;

use loa_solver::{Color, Move, Position};

use super::client::{Setup, after, read_move};
use super::fault::{Failed, Fault};
use super::program::{Heard, Program};

/// A program that has been told nothing yet, or plays a game.
pub(crate) struct CodinGame {
    setup: Setup,
    program: Program,
    /// The program's colour once it has been told.
    colour: Option<Color>,
    is_over: bool,
}

impl CodinGame {
    pub(super) fn start(setup: &Setup) -> Result<CodinGame, Failed> {
        Ok(CodinGame {
            setup: setup.clone(),
            program: setup.start()?,
            colour: None,
            is_over: false,
        })
    }

    pub(super) fn begin_game(&mut self) {
        self.is_over = self.colour.is_some();
    }

    pub(super) fn best_move(&mut self, start: &Position, played: &[Move]) -> Result<Move, Failed> {
        if self.is_over {
            *self = CodinGame::start(&self.setup)?;
        }
        let position = after(start, played);
        let answer = self.ask(&position, played.last().copied());
        answer.map_err(|fault| Failed {
            fault,
            words: self.program.last_words(),
        })
    }

    fn ask(&mut self, position: &Position, last: Option<Move>) -> Result<Move, Fault> {
        let legal = self.setup.rules.moves(position);
        let mut lines = String::new();
        let patience = if self.colour.is_none() {
            self.colour = Some(position.turn());
            lines.push(letter(position.turn()));
            lines.push('\n');
            self.setup.ready
        } else {
            self.setup.patience()
        };
        lines += &turn(position, last, &legal);
        self.program.say(lines);
        let deadline = Instant::now() + patience;
        let answer = match self.program.hear(deadline) {
            Heard::Line(answer) => answer,
            Heard::Silence => return Err(Fault::Hung(patience)),
            Heard::End => {
                return Err(self.program.ending().map_or(Fault::Closed, Fault::Died));
            }
        };
        // The referee plays a move at random for "random"; that judges nothing.
        match answer.split(' ').next() {
            Some(said) if !said.is_empty() => read_move(self.setup.rules, position, said),
            _ => Err(Fault::Nonsense(answer)),
        }
    }
}

const fn letter(colour: Color) -> char {
    match colour {
        Color::Black => 'b',
        Color::White => 'w',
    }
}

/// A move as `e2e3`, or `pass`.
fn plain(played: Move) -> String {
    played.to_string().replace(['-', 'x'], "")
}

/// What the program is told each turn.
fn turn(position: &Position, last: Option<Move>, legal: &[Move]) -> String {
    let board = position.board();
    let mut lines = String::new();
    for rank in (0..board.ranks()).rev() {
        lines.extend(
            (0..board.files()).map(|file| position.stone(8 * rank + file).map_or('.', letter)),
        );
        lines.push('\n');
    }
    let mut moves: Vec<String> = legal.iter().copied().map(plain).collect();
    moves.sort_unstable();
    let last = last.map_or_else(|| "null".to_owned(), plain);
    let _ = writeln!(lines, "{last}\n{}", moves.len());
    for legal in moves {
        lines += &legal;
        lines.push('\n');
    }
    lines
}

#[cfg(test)]
mod tests {
    use loa_solver::{Board, Rules};

    use super::*;

    #[test]
    fn the_first_turn_reads_as_the_referee_writes_it() {
        let start = Board::new(8, 8).unwrap().start();
        let told = turn(&start, None, &Rules::default().moves(&start));
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!(
            lines[..10],
            [
                ".bbbbbb.", "w......w", "w......w", "w......w", "w......w", "w......w", "w......w",
                ".bbbbbb.", "null", "36"
            ]
        );
        assert_eq!(lines.len(), 46);
        assert_eq!(lines[10..14], ["b1b3", "b1d3", "b1h1", "b8b6"]);
    }

    #[test]
    fn a_side_that_cannot_move_is_told_to_pass() {
        // The white stone in the corner is shut in by black ones.
        let position: Position = "8/8/8/8/8/8/xx6/ox6 o".parse().unwrap();
        let told = turn(
            &position,
            Some(Move::Pass),
            &Rules::default().moves(&position),
        );
        let lines: Vec<&str> = told.lines().skip(6).collect();
        assert_eq!(lines, ["bb......", "wb......", "pass", "1", "pass"]);
    }
}
