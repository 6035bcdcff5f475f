//! An engine for testing judges: it plays perfectly by the tables that it finds, or fails in the
//! way that its arguments name.
//!
//!     perfect           the best move by the tables
//!     errs N FILE       the worst move in about one position of N, each of which it
//!                       writes to FILE with the effect of the move
//!     first             the first legal move, immediately and without tables
//!     blind             gathers its stones, and connects them only if it must
//!     random            a move chosen by the position, with its own score
//!     mute              completes the handshake and never answers
//!     deaf              does not complete the handshake
//!     club-only         says that it knows only the rules of the preset club
//!     dies-at-once      complains and ends
//!     dies-on N         the same at question N
//!     wrong-case        the best move after BestMove instead of bestmove
//!     illegal           a move that no stone can make
//!     nonsense          something that is not a move
//!     floods            writes endlessly and never answers
//!     stays             never answers, and never ends by itself
//!     late MS           the best move after this many milliseconds
//!     babbles           comments before the best move, which it gives twice
//!     codingame         the first of the moves offered, by CodinGame's protocol
//!     codingame-mute    reads, and never answers

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::exit,
    reason = "a program for tests"
)]

use std::fs::OpenOptions;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::time::Duration;

use loa_solver::{Move, Position, Rules, Square};
use loa_tablebase::{MoveValue, Probe, Tablebase};
use xxhash_rust::xxh3::xxh3_64;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mode = arguments.first().map_or("perfect", String::as_str);
    match mode {
        "dies-at-once" => die("I do not feel well"),
        "codingame" | "codingame-mute" => return codingame(mode == "codingame"),
        _ => {}
    }
    let mut engine = Engine {
        arguments: &arguments,
        mode,
        rules: Rules::default(),
        position: None,
        questions: 0,
    };
    for line in io::stdin().lock().lines() {
        engine.obey(&line.unwrap());
    }
    if mode == "stays" {
        stay();
    }
}

/// Ignores everything except signals.
fn stay() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(60));
    }
}

struct Engine<'a> {
    arguments: &'a [String],
    mode: &'a str,
    rules: Rules,
    position: Option<Position>,
    questions: u64,
}

impl Engine<'_> {
    fn obey(&mut self, line: &str) {
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        match command {
            "uci" if self.mode == "deaf" => say("what do you want?"),
            "uci" => {
                say("id name Faulty <of> the tests");
                say(match self.mode {
                    "club-only" => "option name Rules type combo default mover-pass var mover-pass",
                    _ => "option name Rules type string default mover-pass",
                });
                say("uciok");
            }
            "setoption" => {
                if let Some(rules) = rest.strip_prefix("name Rules value ") {
                    self.rules = rules.parse().unwrap();
                }
            }
            "isready" => say("readyok"),
            "position" => self.position = Some(self.read_position(rest)),
            "go" | "quit" if self.mode == "stays" => stay(),
            "go" => self.go(),
            "quit" => std::process::exit(0),
            _ => {}
        }
    }

    fn read_position(&self, text: &str) -> Position {
        let text = text.strip_prefix("fen ").unwrap();
        let (start, moves) = text.split_once(" moves ").unwrap_or((text, ""));
        let start: Position = start.parse().unwrap();
        moves.split_whitespace().fold(start, |position, text| {
            position.play_unchecked(self.rules.parse_move(&position, text).unwrap())
        })
    }

    fn number(&self) -> u64 {
        self.arguments[1].parse().unwrap()
    }

    fn go(&mut self) {
        self.questions += 1;
        let position = self.position.unwrap();
        match self.mode {
            "mute" => say("let me see"),
            "dies-on" if self.questions == self.number() => die("the answer is too much for me"),
            "nonsense" => say("bestmove <b>banana</b>"),
            "illegal" => say("bestmove a1-a1"),
            "floods" => loop {
                say("info string and another thing");
            },
            "late" => {
                std::thread::sleep(Duration::from_millis(self.number()));
                self.answer(&self.best(&position));
            }
            "wrong-case" => say(&format!("BestMove {}", self.best(&position))),
            "babbles" => {
                say("I think, therefore");
                say("bestmoves are hard to find");
                let best = self.best(&position);
                self.answer(&best);
                self.answer(&best);
            }
            "first" => self.answer(&self.rules.moves(&position)[0].to_string()),
            "blind" => {
                let moves = self.rules.moves(&position);
                let us = |played: &Move| position.play_unchecked(*played).them();
                let far = |square: Square| square.file().abs_diff(2) + square.rank().abs_diff(2);
                let spread = |played: &&Move| us(played).into_iter().map(far).sum::<u32>();
                let open = moves.iter().filter(|played| !us(played).is_connected());
                self.answer(&open.min_by_key(spread).unwrap_or(&moves[0]).to_string());
            }
            "random" => {
                let moves = self.rules.moves(&position);
                let chosen = hash(&position) % moves.len() as u64;
                say("info depth 1 score cp 34 nodes 1");
                say("info depth 2 score cp -7 nodes 2");
                say("info nodes 3");
                self.answer(&moves[chosen as usize].to_string());
            }
            "errs" => self.err(&position),
            _ => self.answer(&self.best(&position)),
        }
    }

    fn answer(&self, text: &str) {
        say(&format!("bestmove {text}"));
    }

    fn probe(&self, position: &Position) -> Probe {
        let folder = std::env::var_os("LOA_TABLES").map(PathBuf::from);
        let tables = match folder {
            Some(folder) => Tablebase::open(folder, self.rules),
            None => Tablebase::embedded(self.rules),
        };
        tables.probe(position).unwrap()
    }

    fn best(&self, position: &Position) -> String {
        self.probe(position).moves[0].played.to_string()
    }

    /// Plays the worst move if the position's text selects it and a worse move than the best
    /// exists.
    fn err(&self, position: &Position) {
        let probe = self.probe(position);
        let (best, worst) = (&probe.moves[0], probe.moves.last().unwrap());
        if !hash(position).is_multiple_of(self.number()) || best.value == worst.value {
            return self.answer(&best.played.to_string());
        }
        let file = OpenOptions::new().append(true).create(true).open(&self.arguments[2]);
        // In one write, so that parallel engines do not mix their lines.
        let line = format!("{position};{}\n", effect(best, worst));
        file.unwrap().write_all(line.as_bytes()).unwrap();
        self.answer(&worst.played.to_string());
    }
}

/// Returns the effect of a move on the value: "win-to-loss", or "win 4" if a win comes 4 plies
/// later, or "loss 2" if a loss comes 2 plies sooner.
fn effect(best: &MoveValue, worst: &MoveValue) -> String {
    let (before, after) = (best.value.wdl().name(), worst.value.wdl().name());
    if before != after {
        return format!("{before}-to-{after}");
    }
    let plies = |m: &MoveValue| m.value.plies().unwrap();
    format!("{before} {}", plies(best).abs_diff(plies(worst)))
}

fn hash(position: &Position) -> u64 {
    xxh3_64(position.to_string().as_bytes())
}

fn codingame(answers: bool) {
    let mut lines = io::stdin().lock().lines().map(Result::unwrap);
    let colour = lines.next().unwrap();
    assert!(colour == "w" || colour == "b", "{colour}");
    while let Some(row) = lines.next() {
        let rows: Vec<String> = std::iter::once(row).chain(lines.by_ref().take(7)).collect();
        assert!(rows.iter().all(|row| row.len() == 8), "{rows:?}");
        let last = lines.next().unwrap();
        assert!(last == "null" || last == "pass" || last.len() == 4, "{last}");
        let count: usize = lines.next().unwrap().parse().unwrap();
        let moves: Vec<String> = lines.by_ref().take(count).collect();
        if answers {
            say(&format!("{} as you like it", moves[0]));
        }
    }
}

fn say(line: &str) {
    let mut out = io::stdout().lock();
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

fn die(last_words: &str) -> ! {
    eprintln!("{last_words}");
    std::process::exit(3);
}
