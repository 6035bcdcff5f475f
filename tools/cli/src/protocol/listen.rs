//! Hears what is said to the engine, also while it is thinking.
//!
//! A thread of its own reads the lines. Most commands wait in a queue until the
//! engine has answered what was before. `stop` and `quit` end the thinking, and
//! `isready` is answered at once if any thinking is under way or waiting.

use std::collections::VecDeque;
use std::io::BufRead;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::command::{self, Command, CommandError, Go};
use super::words::Reply;
use crate::engine::StopSign;
use crate::lines::next_line;
use crate::output;

/// What the engine is to do next.
pub(super) enum Request {
    /// Think, until told to stop.
    Think(Go, Arc<StopSign>),
    /// Anything else.
    Command(Command),
    /// A line that makes no sense.
    Nonsense(CommandError),
}

/// The `go`s that have not been answered. They are answered in the order in which
/// they came, so that each is looked at a bounded number of times, however many
/// there are.
#[derive(Default)]
struct Unanswered {
    count: usize,
    /// The latest of them, the oldest first: all that have not been told to stop.
    going: VecDeque<(Go, Arc<StopSign>)>,
}

/// The thinking that is under way or waiting.
#[derive(Clone, Default)]
struct Thinking(Arc<Mutex<Unanswered>>);

impl Unanswered {
    fn add(&mut self, go: Go, stop: Arc<StopSign>) {
        self.count += 1;
        self.going.push_back((go, stop));
    }

    /// Tells all to stop.
    fn stop(&mut self) {
        for (_, stop) in self.going.drain(..) {
            stop.tell();
        }
    }

    /// The oldest is answered.
    fn remove(&mut self, stop: &Arc<StopSign>) {
        self.count -= 1;
        if self
            .going
            .front()
            .is_some_and(|(_, oldest)| Arc::ptr_eq(oldest, stop))
        {
            self.going.pop_front();
        }
    }
}

impl Thinking {
    fn with<T>(&self, change: impl FnOnce(&mut Unanswered) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The queue of requests.
pub(super) struct Requests {
    queue: Receiver<Request>,
    thinking: Thinking,
}

impl Requests {
    /// What comes from `input`, which is read by a thread of its own.
    pub(super) fn of(input: impl BufRead + Send + 'static) -> Requests {
        let (sender, queue) = channel();
        let thinking = Thinking::default();
        let shared = thinking.clone();
        thread::spawn(move || listen(input, &sender, &shared));
        Requests { queue, thinking }
    }

    /// The next request; `None` when there will be no more.
    pub(super) fn next(&self) -> Option<Request> {
        self.queue.recv().ok()
    }

    /// The oldest request to think has been answered.
    pub(super) fn done(&self, stop: &Arc<StopSign>) {
        self.thinking.with(|thinking| thinking.remove(stop));
    }
}

fn listen(mut input: impl BufRead, requests: &Sender<Request>, thinking: &Thinking) {
    while let Ok(Some(line)) = next_line(&mut input) {
        let command = line
            .map_err(CommandError::from)
            .and_then(|line| command::read(&line));
        let request = match command {
            Ok(None) => continue,
            Ok(Some(command)) => hear(command, thinking),
            Err(error) => Some(Request::Nonsense(error)),
        };
        let Some(request) = request else { continue };
        let is_last = matches!(request, Request::Command(Command::Quit));
        if requests.send(request).is_err() || is_last {
            return;
        }
    }
    // Nobody is left to say stop: what else would have no end ends here, and the
    // rest is answered.
    thinking.with(|thinking| {
        let endless = thinking.going.iter().filter(|(go, _)| go.is_endless());
        endless.for_each(|(_, stop)| stop.tell());
    });
}

/// Does what cannot wait; what can is a request.
fn hear(command: Command, thinking: &Thinking) -> Option<Request> {
    match command {
        Command::Go(go) => {
            let stop = Arc::new(StopSign::default());
            thinking.with(|thinking| thinking.add(go.clone(), Arc::clone(&stop)));
            Some(Request::Think(go, stop))
        }
        Command::IsReady if thinking.with(|thinking| thinking.count > 0) => {
            // A reader that has gone is noticed by whoever answers next.
            let _ = output::line(Reply::ReadyOk);
            None
        }
        Command::Stop | Command::Quit => {
            thinking.with(Unanswered::stop);
            (command == Command::Quit).then_some(Request::Command(command))
        }
        command => Some(Request::Command(command)),
    }
}
