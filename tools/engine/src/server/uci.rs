//! The UCI-like protocol, the engine's side.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use loa_record::{Basis, Game, Worth, WrittenPosition};
use loa_solver::{Board, Color, Move, ParsePresetError, Preset, Value};

use super::built_in::BuiltIn;
use super::error::ServeError;
use super::listen::{Request, Search, requests};
use super::replies::ReplyWriter;
use super::settings::{EngineSettings, rules_option};
use crate::engine::{Engine, EngineMove, play_on};
use crate::fault::Failed;
use crate::listener::Listener;
use crate::protocol::command::{Command, CommandError, USUAL};
use crate::protocol::reply::{Info, NO_MOVE, Reply, option};

/// The state of a conversation.
struct Conversation<'e> {
    engine: &'e mut dyn Engine,
    /// The rules of later positions.
    preset: Preset,
    /// `None` after a position that could not be read: any other position would mislead.
    game: Option<Game>,
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
    let (preset, grace) = (settings.preset, settings.grace);
    converse(&mut BuiltIn::new(settings)?, preset, grace, input, ReplyWriter::new(output))
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
    converse(engine, preset, EngineSettings::default().grace, input, ReplyWriter::new(output))
}

/// Answers with an engine.
fn converse(
    engine: &mut dyn Engine,
    preset: Preset,
    grace: Duration,
    input: impl BufRead + Send + 'static,
    replies: ReplyWriter,
) -> Result<(), ServeError> {
    let (requests, searches) = requests(input, replies.clone(), grace)?;
    let (output, running) = (replies.clone(), searches.clone());
    engine.listen(Listener::new(move |info| {
        if output.send(Reply::Info(info.clone())).is_err() {
            // The reader has gone. The answer finds the same failure, and ends the conversation.
            running.stop();
        }
    }));
    let game = Some(first_game(preset));
    let mut conversation = Conversation { engine, preset, game, replies };
    while let Ok(request) = requests.recv() {
        match request {
            Request::Search(search) => {
                let stop = search.stop.clone();
                let answer = conversation.search(search);
                searches.remove(&stop);
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

/// Returns the game before any `position` command.
fn first_game(preset: Preset) -> Game {
    Game::new(preset, Board::default().start())
}

impl Conversation<'_> {
    /// Sends text for people.
    fn inform(&self, text: impl std::fmt::Display) -> io::Result<()> {
        self.replies.send(Reply::Info(Info::string(text)))
    }

    fn execute(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => self.replies.send(Reply::ReadyOk),
            Command::NewGame => {
                self.game = Some(first_game(self.preset));
                self.engine.begin_game();
                Ok(())
            }
            Command::SetOption { name, value } => match self.set(&name, &value) {
                Ok(()) => Ok(()),
                Err(error) => self.inform(format!("setoption {name}: {error}")),
            },
            Command::Position { root, moves } => self.set_up(root, &moves),
            // The listening thread has handled the commands that end a search.
            Command::Go(_) | Command::Stop | Command::PonderHit | Command::Quit => Ok(()),
        }
    }

    /// Sends what identifies the engine, and the options with their current values.
    fn introduce(&self) -> io::Result<()> {
        let name = self.engine.name().unwrap_or("an engine without a name");
        for (what, text) in [("name", Some(name)), ("author", self.engine.author())] {
            if let Some(text) = text {
                self.replies.send(Reply::Id { what: what.to_owned(), text: text.to_owned() })?;
            }
        }
        self.replies.send(rules_option(self.preset, &self.engine.rules()))?;
        for (name, kind) in self.engine.options() {
            self.replies.send(Reply::Option { name, kind })?;
        }
        self.replies.send(Reply::UciOk)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        if !name.eq_ignore_ascii_case(option::RULES) {
            return self.engine.set_option(name, value);
        }
        let preset: Preset = value.parse().map_err(|error: ParsePresetError| error.to_string())?;
        if !self.engine.rules().contains(&preset.rules) {
            return Err(format!("this engine does not know {value}"));
        }
        self.engine.prepare(preset)?;
        self.preset = preset;
        self.game = self.game.take().map(|game| {
            let mut again = Game::new(preset, *game.start());
            game.moves().iter().for_each(|&played| play_on(&mut again, played));
            again
        });
        Ok(())
    }

    fn set_up(&mut self, root: WrittenPosition, moves: &[String]) -> io::Result<()> {
        self.game = None;
        let rules = self.preset.rules;
        let root = match root.under(rules) {
            Ok(root) => root,
            Err(error) => return self.inform(error),
        };
        let mut game = Game::new(self.preset, root);
        for text in moves {
            match rules.parse_move(game.position(), text) {
                Ok(played) => play_on(&mut game, played),
                Err(error) => return self.inform(error),
            }
        }
        self.game = Some(game);
        Ok(())
    }

    /// Searches and returns the answer. The listener sends reports meanwhile.
    fn search(&mut self, Search { mut go, stop, hit }: Search) -> io::Result<Reply> {
        let Some(game) = &self.game else {
            self.inform("there is no position: the last one could not be read")?;
            return Ok(best_move(None));
        };
        let (rules, position) = (self.preset.rules, *game.position());
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
        let named = go.searchmoves.iter().map(|text| rules.parse_move(&position, text));
        let named: Vec<_> = named.collect();
        let played = if let Some((_, value)) = rules.termination(&position) {
            self.replies.send(Reply::Info(over(value)))?;
            None
        } else if !named.is_empty() && named.iter().all(Result::is_err) {
            for error in named.iter().flat_map(|named| named.as_ref().err()) {
                self.inform(format!("go searchmoves: {error}"))?;
            }
            None
        } else {
            // The other side may play on after a repetition.
            let begun = Game::new(self.preset, position);
            let game = if game.end().is_some() { &begun } else { game };
            let answer = self.engine.best_move_within(game, &go, &stop);
            self.told(answer)?
        };
        if go.infinite {
            stop.wait();
        }
        if let Some(played) = played.filter(|&it| !named.is_empty() && !named.contains(&Ok(it))) {
            self.inform(format!("go: this engine does not use searchmoves, and plays {played}"))?;
        }
        Ok(best_move(played))
    }

    /// Sends the score of an answer, or the reason why it has no move, and returns the move.
    fn told(&self, answer: Result<EngineMove, Failed>) -> io::Result<Option<Move>> {
        match answer {
            Ok(EngineMove { played, score }) => {
                if score.is_some() {
                    self.replies.send(Reply::Info(Info { score, ..Info::default() }))?;
                }
                Ok(Some(played))
            }
            Err(failed) => {
                self.inform(failed)?;
                Ok(None)
            }
        }
    }
}

/// Returns the report on a position in which the game is over.
fn over(value: Value) -> Info {
    Info {
        depth: Some(0),
        score: Some(Worth::exact(value, Basis::Over).into()),
        nodes: Some(0),
        nps: Some(0),
        time: Some(0),
        ..Info::default()
    }
}

fn best_move(played: Option<Move>) -> Reply {
    Reply::BestMove(played.map_or(NO_MOVE.to_owned(), |played| played.to_string()))
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader};
    use std::time::Instant;

    use loa_solver::Stop;

    use super::*;
    use crate::fault::Fault;
    use crate::protocol::command::Go;

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
        let over = answers("position fen x1x/1x1/o1o o\ngo\nquit\n");
        assert_eq!(over, ["info depth 0 score loss 0 nodes 0 nps 0 time 0", "bestmove none"]);
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

    /// Returns the rules and the numbers of moves of the games that an engine gets.
    fn games_of(preset: &str, input: &'static str) -> Vec<(&'static str, usize)> {
        let mut seen = Vec::new();
        let mut bot = |game: &Game| {
            seen.push((game.preset().rules.id(), game.moves().len()));
            Ok(EngineMove::new(game.legal_moves()[0]))
        };
        let preset = preset.parse().unwrap();
        serve_engine(&mut bot, preset, input.as_bytes(), std::io::sink()).unwrap();
        seen
    }

    #[test]
    fn the_rules_of_the_other_side_are_those_of_the_game() {
        let seen = games_of(
            "club",
            "position start 4x4 moves b1-b3\ngo\nsetoption name Rules value own-loss\ngo\n\
             position start 4x4\ngo\nquit\n",
        );
        assert_eq!(seen, [("mover-pass", 1), ("own-loss", 1), ("own-loss", 0)]);
    }

    #[test]
    fn a_game_goes_on_after_a_repetition_without_the_positions_before_it() {
        let seen = games_of(
            "soucie",
            "position fen 6x1/o6o/8/8/8/8/o6o/1x6 x moves b1-c1 a2-a4 c1-b1\ngo\n\
             position fen 6x1/o6o/8/8/8/8/o6o/1x6 x moves b1-c1 a2-a4 c1-b1 a4-a2\ngo\n\
             position fen 6x1/o6o/8/8/8/8/o6o/1x6 x moves b1-c1 a2-a4 c1-b1 a4-a2 b1-c1 a2-a4\ngo\nquit\n",
        );
        assert_eq!(seen, [3, 0, 1].map(|moves| ("own-loss", moves)));
    }

    /// An engine that reports until it is stopped.
    struct Talker(Listener);

    impl Engine for Talker {
        fn listen(&mut self, listener: Listener) {
            self.0 = listener;
        }

        fn best_move(&mut self, game: &Game) -> Result<EngineMove, Failed> {
            Ok(EngineMove::new(game.legal_moves()[0]))
        }

        fn best_move_within(
            &mut self,
            game: &Game,
            _: &Go,
            stop: &Stop,
        ) -> Result<EngineMove, Failed> {
            while !stop.is_set() {
                self.0.hear(&Info { depth: Some(1), ..Info::default() });
            }
            self.best_move(game)
        }
    }

    #[test]
    fn a_search_ends_when_its_reader_has_gone() {
        let (output, writer) = std::io::pipe().unwrap();
        drop(output);
        let began = Instant::now();
        let mut talker = Talker(Listener::default());
        let input = "go movetime 600000\n";
        let served = serve_engine(&mut talker, Preset::default(), input.as_bytes(), writer);
        assert!(matches!(served, Err(ServeError::Io(_))), "{served:?}");
        assert!(began.elapsed() < EngineSettings::default().grace / 2);
    }
}
