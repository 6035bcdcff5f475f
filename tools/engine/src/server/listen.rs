//! Reads commands, even during a search.
//!
//! A separate thread reads the lines. Most commands wait in a queue until the engine has answered
//! earlier ones. `stop` and `quit` end a search, `ponderhit` begins one, and `isready` is answered
//! immediately if a search is running or waiting.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use loa_record::text::Lines;
use loa_solver::Stop;

use super::replies::ReplyWriter;
use crate::protocol::command::{self, Command, CommandError, CommandLine, Go, Unused};
use crate::protocol::reply::Reply;

/// A task for the engine.
pub(super) enum Request {
    /// A search.
    Search(Search),
    /// Any other command.
    Command(Command),
    /// Words of the next request that were not used.
    Unused(Vec<Unused>),
    /// A line that cannot be read.
    Unreadable(CommandError),
}

/// A search, with its signals.
#[derive(Clone)]
pub(super) struct Search {
    pub(super) go: Go,
    /// Ends the search.
    pub(super) stop: Stop,
    /// Begins a search with `ponder`.
    pub(super) hit: Stop,
}

impl Search {
    fn stop(&self) {
        self.stop.set();
        self.hit.set();
    }
}

/// The searches without an answer, in the order of their commands. Each is visited a bounded number
/// of times.
#[derive(Default)]
struct Unanswered {
    count: usize,
    /// The searches whose signal is not set, the oldest first. These are always the latest
    /// searches.
    running: VecDeque<Search>,
}

/// The running and waiting searches, shared by both threads.
#[derive(Clone, Default)]
pub(super) struct Searches(Arc<Mutex<Unanswered>>);

impl Searches {
    /// Stops all searches.
    pub(super) fn stop(&self) {
        self.with(|searches| searches.running.drain(..).for_each(|search| search.stop()));
    }

    /// Removes the oldest search, which has been answered.
    pub(super) fn remove(&self, stop: &Stop) {
        self.with(|searches| {
            searches.count -= 1;
            if searches.running.front().is_some_and(|oldest| oldest.stop.is_same(stop)) {
                searches.running.pop_front();
            }
        });
    }

    fn with<T>(&self, change: impl FnOnce(&mut Unanswered) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Returns the queue of the requests in `input`, which a separate thread reads, and the running and
/// waiting searches. After the input has ended, searches may take another `grace`.
///
/// # Errors
/// If the system cannot start a thread.
pub(super) fn requests(
    input: impl BufRead + Send + 'static,
    replies: ReplyWriter,
    grace: Duration,
) -> io::Result<(Receiver<Request>, Searches)> {
    let (sender, queue) = channel();
    let searches = Searches::default();
    let shared = searches.clone();
    thread::Builder::new().spawn(move || {
        listen(input, sender, &shared, &replies);
        // A host that reads all replies must not wait for this thread.
        drop(replies);
        thread::sleep(grace);
        shared.stop();
    })?;
    Ok((queue, searches))
}

fn listen(
    input: impl BufRead,
    requests: Sender<Request>,
    searches: &Searches,
    replies: &ReplyWriter,
) {
    let mut input = Lines::new(input);
    while let Ok(Some(line)) = input.next_line() {
        let command = line.map_err(CommandError::from).and_then(|line| command::read(&line));
        let request = match command {
            Ok(None) => continue,
            Ok(Some(CommandLine { command, unused })) => {
                if !unused.is_empty() && requests.send(Request::Unused(unused)).is_err() {
                    return;
                }
                request_of(command, searches, replies)
            }
            Err(error) => Some(Request::Unreadable(error)),
        };
        let Some(request) = request else { continue };
        let is_last = matches!(request, Request::Command(Command::Quit));
        if requests.send(request).is_err() || is_last {
            return;
        }
    }
    // No `stop` will come: searches without another limit end here.
    searches.with(|searches| {
        searches.running.iter().filter(|search| search.go.is_endless()).for_each(Search::stop);
    });
}

/// Executes a command that must not wait, and returns any other as a request.
fn request_of(command: Command, searches: &Searches, replies: &ReplyWriter) -> Option<Request> {
    match command {
        Command::Go(go) => {
            let search = Search { go, stop: Stop::default(), hit: Stop::default() };
            searches.with(|searches| {
                searches.count += 1;
                searches.running.push_back(search.clone());
            });
            Some(Request::Search(search))
        }
        Command::PonderHit => {
            searches.with(|searches| searches.running.iter().for_each(|search| search.hit.set()));
            None
        }
        Command::IsReady if searches.with(|searches| searches.count > 0) => {
            // If the reader has gone, the next answer fails too.
            let _ = replies.send(Reply::ReadyOk);
            None
        }
        Command::Stop | Command::Quit => {
            searches.stop();
            (command == Command::Quit).then_some(Request::Command(command))
        }
        command => Some(Request::Command(command)),
    }
}
