//! The UCI-like protocol, the engine's side.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use loa_record::WrittenPosition;
use loa_solver::{Board, Color, Move, Preset};

use super::error::ServeError;
use super::listen::{Request, Requests, Search};
use super::player::{BuiltIn, Custom, PlayedMoves, Player};
use super::replies::ReplyWriter;
use super::settings::EngineSettings;
use crate::engine::Engine;
use crate::protocol::command::{Command, CommandError, USUAL};
use crate::protocol::reply::{Info, NO_MOVE, Reply};

/// The state of a conversation.
struct Conversation<P> {
    player: P,
    /// `None` after a position that could not be read: any other position would mislead.
    game: Option<PlayedMoves>,
    replies: ReplyWriter,
}

/// Answers `input` on `output` as the engine of this crate, until `quit` or the end of the input.
/// A separate thread reads the input. It may outlive the call while it waits for a line, or while
/// searches continue after the input has ended.
///
/// # Errors
/// If output fails, the memory for the engine is not available, or the system cannot start a
/// thread.
pub fn serve_uci(
    settings: EngineSettings,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), ServeError> {
    let grace = settings.grace;
    converse(BuiltIn::new(settings)?, grace, input, ReplyWriter::new(output))
}

/// Answers `input` on `output` as [`serve_uci`] does, with the name, rules, options, findings and
/// moves of any engine. It plays games under the rules of `preset` until the other side sets the
/// option `Rules`; each game that the engine gets has its rules.
///
/// # Errors
/// If output fails, or the system cannot start a thread. An engine that fails gives no move, and
/// the reason as text.
///
/// # Examples
///
/// A bot of the first legal move. As a program, which `loa judge`, `loa match` or any other starts, it
/// reads `BufReader::new(std::io::stdin())` and writes to `std::io::stdout()`:
///
/// ```
/// use loa_engine::server::serve_engine;
/// use loa_engine::{EngineMove, Failed};
/// use loa_record::Game;
///
/// let mut bot = |game: &Game| -> Result<EngineMove, Failed> {
///     Ok(EngineMove::new(game.preset().rules.moves(game.position())[0]))
/// };
/// let input = "position start 4x4 moves b1-b3\ngo movetime 100\nquit\n";
/// serve_engine(&mut bot, Default::default(), input.as_bytes(), std::io::sink())?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn serve_engine(
    engine: &mut dyn Engine,
    preset: Preset,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), ServeError> {
    let replies = ReplyWriter::new(output);
    let player = Custom::new(engine, preset, &replies);
    converse(player, EngineSettings::default().grace, input, replies)
}

/// Answers with a player.
fn converse(
    player: impl Player,
    grace: Duration,
    input: impl BufRead + Send + 'static,
    replies: ReplyWriter,
) -> Result<(), ServeError> {
    let mut conversation =
        Conversation { player, game: first_position(), replies: replies.clone() };
    let requests = Requests::new(input, replies, grace)?;
    while let Some(request) = requests.next() {
        match request {
            Request::Search(search) => {
                let stop = search.stop.clone();
                let answer = conversation.search(search);
                requests.done(&stop);
                conversation.replies.send(answer?)?;
            }
            Request::Command(Command::Quit) => break,
            Request::Command(command) => conversation.execute(command)?,
            Request::Unused(words) => {
                words.iter().try_for_each(|words| conversation.inform(words))?;
            }
            Request::Unreadable(error) => {
                if !matches!(error, CommandError::NoOption | CommandError::Unknown(_)) {
                    conversation.game = None;
                }
                conversation.inform(error)?;
            }
        }
    }
    Ok(())
}

/// Returns the position before any `position` command.
fn first_position() -> Option<PlayedMoves> {
    Some(PlayedMoves { root: Board::default().start(), moves: Vec::new() })
}

impl<P: Player> Conversation<P> {
    /// Sends text for people.
    fn inform(&self, text: impl std::fmt::Display) -> io::Result<()> {
        self.replies.send(Reply::Info(Info::string(text)))
    }

    fn execute(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Uci => {
                for (what, text) in self.player.id() {
                    let what = what.to_owned();
                    self.replies.send(Reply::Id { what, text })?;
                }
                for option in self.player.options() {
                    self.replies.send(option)?;
                }
                self.replies.send(Reply::UciOk)
            }
            Command::IsReady => self.replies.send(Reply::ReadyOk),
            Command::NewGame => {
                self.game = first_position();
                self.player.begin_game();
                Ok(())
            }
            Command::SetOption { name, value } => match self.player.set(&name, &value) {
                Ok(()) => Ok(()),
                Err(error) => self.inform(format!("setoption {name}: {error}")),
            },
            Command::Position { root, moves } => self.set_up(root, &moves),
            // The listening thread has handled the commands that end a search.
            Command::Go(_) | Command::Stop | Command::PonderHit | Command::Quit => Ok(()),
        }
    }

    fn set_up(&mut self, root: WrittenPosition, moves: &[String]) -> io::Result<()> {
        self.game = None;
        let rules = self.player.preset().rules;
        let root = match root.under(rules) {
            Ok(root) => root,
            Err(error) => return self.inform(error),
        };
        let mut game = PlayedMoves { root, moves: Vec::new() };
        let mut position = root;
        for text in moves {
            match rules.parse_move(&position, text) {
                Ok(played) => {
                    position = position.play_unchecked(played);
                    game.moves.push(played);
                }
                Err(error) => return self.inform(error),
            }
        }
        self.game = Some(game);
        Ok(())
    }

    /// Searches, reports meanwhile, and returns the answer.
    fn search(&mut self, Search { mut go, stop, hit }: Search) -> io::Result<Reply> {
        let Some(game) = &self.game else {
            self.inform("there is no position: the last one could not be read")?;
            return Ok(best_move(None));
        };
        let (rules, position) = (self.player.preset().rules, game.position());
        if go.ponder {
            self.inform("go: the search with ponder begins at ponderhit")?;
            hit.wait();
        }
        if go.lacks_time(position.turn()) {
            go.movetime = Some(USUAL);
            let side = match position.turn() {
                Color::Black => "btime",
                Color::White => "wtime",
            };
            self.inform(format!(
                "go: {side} is missing: the search takes {} ms",
                USUAL.as_millis()
            ))?;
        }
        let mut sent = Ok(());
        let played = self.player.choose(game, &go, &stop, &mut |info| {
            if sent.is_ok() {
                sent = self.replies.send(Reply::Info(info));
            }
            if sent.is_err() {
                // The reader has gone.
                stop.set();
            }
        });
        sent?;
        if go.infinite {
            stop.wait();
        }
        let is = |played: Move, text: &str| rules.parse_move(&position, text) == Ok(played);
        let is_chosen = |played| go.searchmoves.iter().any(|text| is(played, text));
        if let Some(played) = played.filter(|&it| !go.searchmoves.is_empty() && !is_chosen(it)) {
            self.inform(format!("go: this engine does not use searchmoves, and plays {played}"))?;
        }
        Ok(best_move(played))
    }
}

fn best_move(played: Option<Move>) -> Reply {
    Reply::BestMove(played.map_or(NO_MOVE.to_owned(), |played| played.to_string()))
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader};
    use std::time::Instant;

    use super::*;
    use crate::{EngineMove, Failed, Fault, Listener};

    #[test]
    fn searches_end_soon_after_the_input_whatever_their_limits() {
        let settings = EngineSettings {
            use_tables: false,
            grace: Duration::from_millis(100),
            ..EngineSettings::default()
        };
        let input = "position start 8x8\ngo depth 60\ngo nodes 18446744073709551615\n\
                     go movetime 600000\ngo btime 600000000\n";
        let (output, writer) = std::io::pipe().unwrap();
        let began = Instant::now();
        serve_uci(settings, input.as_bytes(), writer).unwrap();
        assert!(began.elapsed() < Duration::from_secs(8));
        let lines = BufReader::new(output).lines().map_while(Result::ok);
        let answers = lines.filter(|line| line.starts_with("bestmove "));
        assert_eq!(answers.count(), 4);
    }

    /// Returns the lines that a bot of the first legal move answers.
    fn bot_says(input: &'static str) -> Vec<String> {
        let mut bot = |game: &loa_record::Game| -> Result<EngineMove, Failed> {
            match game.moves().len() {
                2 => Err(Fault::Nonsense("no idea".to_owned()).into()),
                _ => Ok(EngineMove::new(game.preset().rules.moves(game.position())[0])),
            }
        };
        let (output, writer) = std::io::pipe().unwrap();
        let began = Instant::now();
        serve_engine(&mut bot, Preset::default(), input.as_bytes(), writer).unwrap();
        let lines = BufReader::new(output).lines().map(Result::unwrap).collect();
        let grace = EngineSettings::default().grace;
        assert!(began.elapsed() < grace / 2, "a thread that sleeps keeps the output open");
        lines
    }

    #[test]
    fn any_engine_speaks_the_protocol() {
        let said = bot_says("uci\nisready\nposition start 4x4\ngo\nquit\n");
        assert!(said[0].starts_with("id name ") && said.contains(&"uciok".to_owned()));
        assert!(said.iter().any(|line| line.starts_with("option name Rules type combo")));
        assert_eq!(said.last().unwrap(), "bestmove b1-b3");
        let answers = |input| {
            let lines = bot_says(input).into_iter();
            lines.filter(|line| !line.starts_with("option")).collect::<Vec<_>>()
        };
        // A game that is over has no move, and neither has one that the engine gives up.
        assert_eq!(answers("position x1/1x/o1 o\ngo\nquit\n").last().unwrap(), "bestmove none");
        let failed = answers("position start 4x4 moves b1-b3 a2xc2\ngo\nquit\n");
        assert_eq!(failed, ["info string nonsense: 'no idea'", "bestmove none"]);
        let refused = answers("setoption name Hash value 3\nsetoption name rules value x\nquit\n");
        assert_eq!(refused[0], "info string setoption Hash: there is no such option");
        assert!(refused[1].contains("rules"), "{refused:?}");
    }

    #[test]
    fn a_bot_gets_the_same_words_and_what_it_does_not_use_is_named() {
        let unused = "info string go: this engine does not use searchmoves, and plays b1-b3";
        let said = |go: &'static str| bot_says(go).join("; ");
        assert_eq!(
            said("position start 4x4\ngo depth 1 searchmoves c1-c3 b1-d1\nquit\n"),
            format!("{unused}; bestmove b1-b3")
        );
        let named = said("position start 4x4\ngo depth 1 searchmoves B1:b3\nquit\n");
        assert_eq!(named, "bestmove b1-b3");
        let limitless = said("position start 4x4\ngo swiftly\nquit\n");
        assert!(limitless.contains("\"swiftly\" is not understood; info string go: no limit was"));
        let clock = said("position start 4x4\ngo wtime 9\nquit\n");
        assert!(clock.starts_with("info string go: btime is missing: the search takes"), "{clock}");
        let begins = "info string go: the search with ponder begins at ponderhit";
        let hit = said("position start 4x4\ngo ponder btime 100\nponderhit\nquit\n");
        assert_eq!(hit, format!("{begins}; bestmove b1-b3"));
        assert_eq!(said("position start 4x4\ngo ponder btime 100\n"), hit, "the input ends");
    }

    /// A bot with one set of rules, an option, and a finding.
    #[derive(Default)]
    struct Narrow(String, Listener);

    impl Engine for Narrow {
        fn rules(&self) -> Vec<loa_solver::Rules> {
            vec!["own-loss".parse().unwrap()]
        }

        fn options(&self) -> Vec<(String, String)> {
            vec![("Style".to_owned(), format!("string default {}", self.0))]
        }

        fn set_option(&mut self, _: &str, value: &str) -> Result<(), String> {
            self.0 = value.to_owned();
            Ok(())
        }

        fn listen(&mut self, listener: Listener) {
            self.1 = listener;
        }

        fn best_move(&mut self, game: &loa_record::Game) -> Result<EngineMove, Failed> {
            self.1.hear(&Info { depth: Some(7), ..Info::default() });
            Ok(EngineMove::new(game.legal_moves()[0]))
        }
    }

    #[test]
    fn an_engine_says_what_it_knows() {
        let soucie = "soucie".parse().unwrap();
        let input = "uci\nsetoption name Rules value club\nsetoption name style value bold\nuci\n\
                     position start 4x4\ngo\nquit\n";
        let (output, writer) = std::io::pipe().unwrap();
        serve_engine(&mut Narrow::default(), soucie, input.as_bytes(), writer).unwrap();
        let said: Vec<String> = BufReader::new(output).lines().map(Result::unwrap).collect();
        let rules = "option name Rules type combo default soucie var soucie var own-loss";
        assert!(said[1] == rules && said[2] == "option name Style type string default ");
        assert_eq!(said[4], "info string setoption Rules: this engine does not know club");
        assert_eq!(said[7], "option name Style type string default bold");
        assert_eq!(said[9..], ["info depth 7", "bestmove b1-b3"]);
    }

    #[test]
    fn the_rules_of_the_other_side_are_those_of_the_game() {
        let mut seen = Vec::new();
        let mut bot = |game: &loa_record::Game| {
            seen.push(game.preset().rules.id());
            Ok(EngineMove::new(game.preset().rules.moves(game.position())[0]))
        };
        let input = "position start 4x4\ngo\nsetoption name Rules value own-loss\n\
                     position start 4x4\ngo\nquit\n";
        serve_engine(&mut bot, Preset::default(), input.as_bytes(), std::io::sink()).unwrap();
        assert_eq!(seen, ["mover-pass", "own-loss"]);
    }
}
