//! Reads commands, even during a search.
//!
//! A separate thread reads the lines. Most commands wait in a queue until the engine has answered
//! earlier ones. `stop` and `quit` end a search, and `isready` is answered immediately if a search
//! is running or waiting.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use loa_record::text::Lines;
use loa_solver::Stop;

use super::replies::ReplyWriter;
use crate::protocol::command::{self, Command, CommandError, Go};
use crate::protocol::reply::Reply;

/// A task for the engine.
pub(super) enum Request {
    /// A search, until the signal is set.
    Search(Go, Stop),
    /// Any other command.
    Command(Command),
    /// A line that cannot be read.
    Unreadable(CommandError),
}

/// The searches without an answer, in the order of their commands. Each is visited a bounded number
/// of times.
#[derive(Default)]
struct Unanswered {
    count: usize,
    /// The searches whose signal is not set, the oldest first. These are always the latest
    /// searches.
    running: VecDeque<(Go, Stop)>,
}

/// The running and waiting searches, shared by both threads.
#[derive(Clone, Default)]
struct Searches(Arc<Mutex<Unanswered>>);

impl Unanswered {
    fn add(&mut self, go: Go, stop: Stop) {
        self.count += 1;
        self.running.push_back((go, stop));
    }

    /// Stops all searches.
    fn stop(&mut self) {
        for (_, stop) in self.running.drain(..) {
            stop.set();
        }
    }

    /// Removes the oldest search, which has been answered.
    fn remove(&mut self, stop: &Stop) {
        self.count -= 1;
        if self.running.front().is_some_and(|(_, oldest)| oldest.is_same(stop)) {
            self.running.pop_front();
        }
    }
}

impl Searches {
    fn with<T>(&self, change: impl FnOnce(&mut Unanswered) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The queue of requests.
pub(super) struct Requests {
    queue: Receiver<Request>,
    searches: Searches,
}

impl Requests {
    /// Returns the requests in `input`, which a separate thread reads. After the input has ended,
    /// searches may take another `grace`.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub(super) fn new(
        input: impl BufRead + Send + 'static,
        replies: ReplyWriter,
        grace: Duration,
    ) -> io::Result<Requests> {
        let (sender, queue) = channel();
        let searches = Searches::default();
        let shared = searches.clone();
        thread::Builder::new().spawn(move || {
            listen(input, sender, &shared, &replies);
            // Whoever reads the replies to their end waits for nobody else.
            drop(replies);
            thread::sleep(grace);
            shared.with(Unanswered::stop);
        })?;
        Ok(Requests { queue, searches })
    }

    /// Returns the next request; `None` at the end.
    pub(super) fn next(&self) -> Option<Request> {
        self.queue.recv().ok()
    }

    /// Notes that the oldest search has been answered.
    pub(super) fn done(&self, stop: &Stop) {
        self.searches.with(|searches| searches.remove(stop));
    }
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
            Ok(Some(command)) => request_of(command, searches, replies),
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
        let endless = searches.running.iter().filter(|(go, _)| go.is_endless());
        endless.for_each(|(_, stop)| stop.set());
    });
}

/// Executes a command that must not wait, and returns any other as a request.
fn request_of(command: Command, searches: &Searches, replies: &ReplyWriter) -> Option<Request> {
    match command {
        Command::Go(go) => {
            let stop = Stop::default();
            searches.with(|searches| searches.add(go.clone(), stop.clone()));
            Some(Request::Search(go, stop))
        }
        Command::IsReady if searches.with(|searches| searches.count > 0) => {
            // If the reader has gone, the next answer fails too.
            let _ = replies.send(Reply::ReadyOk);
            None
        }
        Command::Stop | Command::Quit => {
            searches.with(Unanswered::stop);
            (command == Command::Quit).then_some(Request::Command(command))
        }
        command => Some(Request::Command(command)),
    }
}
