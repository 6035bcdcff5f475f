//! Checks whether a program keeps the clauses of the protocol.

use std::time::Duration;

use loa_record::Game;
use loa_solver::{Board, Control, Move, Position, Preset, Repetition, Rules};
use serde::Serialize;

use super::{Uci, best_move};
use crate::client::answer::read_move;
use crate::client::declared::is_offered;
use crate::client::setup::Setup;
use crate::fault::{Failed, Fault};
use crate::protocol::command::{Command, Go};
use crate::protocol::reply::{NO_MOVE, Reply};

/// A clause of the protocol, and whether a program keeps it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Clause {
    /// The clause, which continues "the engine".
    pub clause: &'static str,
    /// True if judging, matches and games need the clause.
    pub needed: bool,
    /// True if the program was asked. On small boards and under some rules no side passes, for
    /// example.
    pub tried: bool,
    /// The failure; null if none was found.
    pub failure: Option<Failed>,
}

/// The games of a check.
#[derive(Clone, Debug)]
pub struct Trial<'a> {
    /// The rules.
    pub preset: Preset,
    /// The boards. The program plays both sides from the start of each.
    pub boards: &'a [Board],
    /// The maximum number of plies of a game.
    pub most_plies: usize,
}

/// The check of a clause, with a program after its handshake. Returns whether the program was asked.
type Check = fn(&mut Uci, &Trial<'_>) -> Result<bool, Fault>;

const CLAUSES: [(bool, &str, Check); 12] = [
    (true, "answers uci with uciok, and isready with readyok", Uci::is_ready),
    (true, "plays both sides, and each answer is one legal move in time", Uci::plays),
    (true, "passes if its side has no move", Uci::passes),
    (false, "ends within a second of quit", Uci::quits),
    (false, "ends within ten seconds of the end of its input", Uci::ends_with_its_input),
    (false, "heeds go depth and go nodes", Uci::heeds_limits),
    (false, "searches after go infinite until stop, and answers isready meanwhile", Uci::stops),
    (false, "answers none if the game is over", Uci::knows_the_end),
    (false, "answers none after a position that cannot be read", Uci::has_no_position),
    (false, "skips lines without a command", Uci::skips_lines),
    (false, "reads position start BOARD", Uci::reads_start),
    (false, "plays under all rules that its option Rules offers", Uci::plays_as_offered),
];

/// The time in which an engine must not answer a search without a limit.
const SEARCH: Duration = Duration::from_millis(300);

/// Starts a program anew for each clause of `docs/protocol.md`, and checks the clause. Without the
/// first clause no other is checked. A stop ends the check.
pub fn conformance(setup: &Setup, trial: &Trial<'_>, control: &Control<'_>) -> Vec<Clause> {
    let mut clauses = Vec::new();
    control.begin("checking clauses", CLAUSES.len() as u64);
    for (needed, clause, check) in CLAUSES {
        let checked = Uci::start(setup, trial.preset.rules).and_then(|mut uci| {
            let checked = check(&mut uci, trial);
            checked.map_err(|fault| uci.program.failed(fault))
        });
        let tried = *checked.as_ref().unwrap_or(&true);
        let failure = checked.err();
        let is_the_end = failure.is_some() && clauses.is_empty();
        clauses.push(Clause { clause, needed, tried, failure });
        control.step();
        if is_the_end || control.is_stopped() {
            break;
        }
    }
    clauses
}

impl Uci {
    fn is_ready(&mut self, _: &Trial<'_>) -> Result<bool, Fault> {
        self.wait_until_ready(drop).map(|()| true)
    }

    fn plays(&mut self, trial: &Trial<'_>) -> Result<bool, Fault> {
        for board in trial.boards {
            let mut game = Game::new(trial.preset, board.start());
            self.between_games = true;
            while game.end().is_none() && game.moves().len() < trial.most_plies {
                let played = self.legal_move(&game)?;
                game.play(played).map_err(|error| Fault::Own(error.into()))?;
                self.expect_no_other_answer()?;
            }
        }
        Ok(true)
    }

    fn passes(&mut self, trial: &Trial<'_>) -> Result<bool, Fault> {
        self.each_start(trial, blocked, |uci, game| match game.end() {
            None => uci.makes_a_move(game),
            Some(_) => Ok(false),
        })
    }

    fn quits(&mut self, _: &Trial<'_>) -> Result<bool, Fault> {
        self.say(&Command::Quit);
        self.expect_end(Duration::from_secs(1))
    }

    fn ends_with_its_input(&mut self, _: &Trial<'_>) -> Result<bool, Fault> {
        self.program.end_input();
        self.expect_end(Duration::from_secs(10))
    }

    fn heeds_limits(&mut self, trial: &Trial<'_>) -> Result<bool, Fault> {
        self.each_start(trial, text_of_start, |uci, game| {
            let depth = Go { depth: Some(1), ..Go::default() };
            let nodes = Go { nodes: Some(1), ..Go::default() };
            let patience = uci.setup.ready;
            [depth, nodes].into_iter().try_for_each(|go| uci.ask(game, go, patience).map(drop))?;
            Ok(true)
        })
    }

    fn stops(&mut self, trial: &Trial<'_>) -> Result<bool, Fault> {
        self.each_start(trial, text_of_start, |uci, game| {
            let grace = uci.setup.grace;
            uci.wait_until_ready(drop)?;
            uci.say(&position_of(game));
            uci.say(&Command::Go(Go { infinite: true, ..Go::default() }));
            let early = uci.program.hear(SEARCH, |line| best_move(line.parse()))?;
            uci.say(&Command::IsReady);
            let ready = |line: String| (line.parse() == Ok(Reply::ReadyOk)).then_some(());
            let ready = uci.program.hear(grace, ready)?;
            uci.say(&Command::Stop);
            if early.is_some() {
                return Err(Fault::Clause("it answered go infinite before stop"));
            }
            ready.ok_or(Fault::Clause("it did not answer isready while it searched"))?;
            let said = uci.program.hear(grace, |line| best_move(line.parse()))?;
            let said = said.ok_or(Fault::Hung(grace))??;
            read_move(uci.rules, game.position(), &said).map(|_| true)
        })
    }

    fn knows_the_end(&mut self, trial: &Trial<'_>) -> Result<bool, Fault> {
        self.each_start(trial, over, |uci, game| match game.end() {
            Some(_) => uci.expect_none(&position_of(game).to_string()),
            None => Ok(false),
        })
    }

    fn has_no_position(&mut self, _: &Trial<'_>) -> Result<bool, Fault> {
        self.expect_none("position fen 1xx1/o2q/o2o/1xx1 x")
    }

    fn skips_lines(&mut self, trial: &Trial<'_>) -> Result<bool, Fault> {
        self.program.say("\n \t\nxyzzy 1 2\n");
        self.each_start(trial, text_of_start, Uci::makes_a_move)
    }

    fn reads_start(&mut self, trial: &Trial<'_>) -> Result<bool, Fault> {
        for board in trial.boards {
            let said = self.answer_to(&format!("position start {board}"))?;
            read_move(self.rules, &board.start(), &said)?;
        }
        Ok(true)
    }

    fn plays_as_offered(&mut self, trial: &Trial<'_>) -> Result<bool, Fault> {
        let Some(offered) = self.offered.clone() else {
            return Ok(false);
        };
        for rules in Rules::all().filter(|rules| is_offered(&offered, rules.id())) {
            self.tell_rules(rules)?;
            let trial =
                Trial { preset: Preset::of_rules(rules, Repetition::Draw), ..trial.clone() };
            self.each_start(&trial, text_of_start, Uci::makes_a_move)?;
        }
        Ok(true)
    }

    /// Makes a game of a position on each board that has such a position. Returns whether the
    /// program was asked about any.
    fn each_start(
        &mut self,
        trial: &Trial<'_>,
        start: fn(Board) -> String,
        check: impl Fn(&mut Uci, &Game) -> Result<bool, Fault>,
    ) -> Result<bool, Fault> {
        let mut tried = false;
        for &board in trial.boards {
            let position = start(board).parse::<Position>().ok();
            if let Some(position) = position.filter(|position| position.board() == board) {
                tried |= check(self, &Game::new(trial.preset, position))?;
            }
        }
        Ok(tried)
    }

    fn makes_a_move(&mut self, game: &Game) -> Result<bool, Fault> {
        self.legal_move(game).map(|_| true)
    }

    fn legal_move(&mut self, game: &Game) -> Result<Move, Fault> {
        let (go, patience) = (self.setup.limit.go(), self.setup.patience());
        Ok(self.ask(game, go, patience)?.played)
    }

    /// Returns the answer to a search from the position of a line.
    fn answer_to(&mut self, position: &str) -> Result<String, Fault> {
        let (go, patience) = (self.setup.limit.go(), self.setup.patience());
        Ok(self.answer(&position, go, patience)?.0)
    }

    fn expect_none(&mut self, position: &str) -> Result<bool, Fault> {
        let said = self.answer_to(position)?;
        if said == NO_MOVE { Ok(true) } else { Err(Fault::Nonsense(said)) }
    }

    fn expect_no_other_answer(&mut self) -> Result<(), Fault> {
        let mut is_twice = false;
        let ready = self.wait_until_ready(|reply| is_twice |= best_move(reply).is_some());
        if is_twice { Err(Fault::Clause("it answered one go twice")) } else { ready }
    }

    fn expect_end(&mut self, patience: Duration) -> Result<bool, Fault> {
        match self.program.hear(patience, |_| None::<()>) {
            Err(Fault::Died(_)) => Ok(true),
            Err(fault) => Err(fault),
            Ok(_) => Err(Fault::Clause("it is still running")),
        }
    }
}

fn position_of(game: &Game) -> Command {
    Command::Position { root: (*game.start()).into(), moves: Vec::new() }
}

fn text_of_start(board: Board) -> String {
    board.start().to_string()
}

/// Returns a position whose stones to move stand in two corners behind enemies. On boards with
/// four files or ranks the enemies are connected, and the game is over.
fn blocked(board: Board) -> String {
    let (free, empty) = (board.files() - 2, empty_ranks(board, 4));
    format!("{free}ox/{free}oo/{empty}oo{free}/xo{free} x")
}

/// Returns a position in which both sides are connected.
fn over(board: Board) -> String {
    let (free, empty) = (board.files() - 2, empty_ranks(board, 2));
    format!("xx{free}/{empty}oo{free} x")
}

/// Returns the text of all ranks but some.
fn empty_ranks(board: Board, others: u32) -> String {
    format!("{}/", board.files()).repeat(board.ranks().saturating_sub(others) as usize)
}
