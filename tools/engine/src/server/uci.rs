//! The UCI-like protocol, the engine's side.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::time::Duration;

use loa_solver::{Board, Move, WrittenPosition};

use super::error::ServeError;
use super::listen::{Request, Requests};
use super::replies::ReplyWriter;
use super::settings::EngineSettings;
use crate::alpha_beta::{AlphaBeta, StopSign};
use crate::history::History;
use crate::level::LevelPlayer;
use crate::protocol::command::{Command, CommandError, Go};
use crate::protocol::reply::{Info, NO_MOVE, Reply};

/// The state of a conversation.
struct Conversation {
    settings: EngineSettings,
    engine: AlphaBeta,
    /// The player of a level, which moves instead of the engine.
    player: Option<LevelPlayer>,
    /// `None` after a position that could not be read: any other position would mislead.
    history: Option<History>,
    replies: ReplyWriter,
}

/// The time for a move at the highest level if the limit is not a time.
const USUAL: Duration = Duration::from_secs(1);

/// Answers `input` on `output` until `quit` or the end of the input. A separate thread reads the
/// input. It may outlive the call while it waits for a line, or while searches continue after the
/// input has ended.
///
/// # Errors
/// If output fails, the memory for the engine is not available, or the system cannot start a
/// thread.
pub fn serve_uci(
    settings: EngineSettings,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), ServeError> {
    let replies = ReplyWriter::new(output);
    let grace = settings.grace;
    let mut conversation = Conversation {
        engine: settings.engine()?,
        player: settings.player()?,
        settings,
        history: first_position(),
        replies: replies.clone(),
    };
    let requests = Requests::new(input, replies, grace)?;
    while let Some(request) = requests.next() {
        match request {
            Request::Search(go, stop) => {
                let answer = conversation.search(&go, &stop);
                requests.done(&stop);
                conversation.replies.send(answer?)?;
            }
            Request::Command(Command::Quit) => break,
            Request::Command(command) => conversation.execute(command)?,
            Request::Unreadable(error) => {
                if !matches!(error, CommandError::NoOption) {
                    conversation.history = None;
                }
                conversation.inform(error)?;
            }
        }
    }
    Ok(())
}

/// Returns the position before any `position` command.
fn first_position() -> Option<History> {
    Some(History::new(Board::default().start()))
}

impl Conversation {
    /// Sends text for people.
    fn inform(&self, text: impl std::fmt::Display) -> io::Result<()> {
        self.replies.send(Reply::Info(Info::string(text)))
    }

    fn execute(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Uci => {
                let (name, author) = (env!("CARGO_PKG_VERSION"), "the loa project");
                for (what, text) in [("name", format!("loa {name}")), ("author", author.into())] {
                    let what = what.to_owned();
                    self.replies.send(Reply::Id { what, text })?;
                }
                for option in self.settings.options() {
                    self.replies.send(option)?;
                }
                self.replies.send(Reply::UciOk)
            }
            Command::IsReady => self.replies.send(Reply::ReadyOk),
            Command::NewGame => {
                self.history = first_position();
                Ok(())
            }
            Command::SetOption { name, value } => self.set(&name, &value),
            Command::Position { root, moves } => self.set_up(root, &moves),
            // The listening thread has handled the commands that end a search.
            Command::Go(_) | Command::Stop | Command::Quit => Ok(()),
        }
    }

    fn set(&mut self, name: &str, value: &str) -> io::Result<()> {
        let mut settings = self.settings.clone();
        let made = settings.set(name, value).and_then(|()| {
            let made = settings.engine().and_then(|engine| Ok((engine, settings.player()?)));
            made.map_err(|error| error.to_string())
        });
        match made {
            Ok((engine, player)) => {
                (self.settings, self.engine, self.player) = (settings, engine, player);
                Ok(())
            }
            Err(error) => self.inform(format!("setoption {name}: {error}")),
        }
    }

    fn set_up(&mut self, root: WrittenPosition, moves: &[String]) -> io::Result<()> {
        self.history = None;
        let rules = self.settings.preset.rules;
        let mut history = match root.under(rules) {
            Ok(root) => History::new(root),
            Err(error) => return self.inform(error),
        };
        for text in moves {
            if let Err(error) = history.play_text(rules, text) {
                return self.inform(error);
            }
        }
        self.history = Some(history);
        Ok(())
    }

    /// Searches, reports meanwhile, and returns the answer.
    fn search(&mut self, go: &Go, stop: &Arc<StopSign>) -> io::Result<Reply> {
        let Some(history) = &self.history else {
            self.inform("there is no position: the last one could not be read")?;
            return Ok(Reply::BestMove(NO_MOVE.to_owned()));
        };
        if let Some(player) = &mut self.player {
            let time = go.movetime.unwrap_or(USUAL);
            let played = player.choose(history, time);
            return Ok(best_move(played));
        }
        let mut sent = Ok(());
        let thought = self.engine.think(history, go, stop, &mut |info| {
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
        Ok(best_move(thought.best))
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
}
