//! Hears what is said to the engine, also while it is thinking.
//!
//! A thread of its own reads the lines. Most commands wait in a queue until the
//! engine has answered what was before. `stop` and `quit` end the thinking, and
//! `isready` is answered at once if any thinking is under way or waiting.

use std::io::BufRead;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::command::{self, Command, CommandError, Go};
use super::words::Reply;
use crate::engine::StopSign;
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

/// Every `go` that has not been answered, oldest first.
type Unanswered = Vec<(Go, Arc<StopSign>)>;

/// The thinking that is under way or waiting.
#[derive(Clone, Default)]
struct Thinking(Arc<Mutex<Unanswered>>);

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

    /// The thinking of a request is done.
    pub(super) fn done(&self, stop: &Arc<StopSign>) {
        self.thinking
            .with(|thinking| thinking.retain(|(_, other)| !Arc::ptr_eq(other, stop)));
    }
}

fn listen(mut input: impl BufRead, requests: &Sender<Request>, thinking: &Thinking) {
    let mut line = Vec::new();
    loop {
        line.clear();
        // Lines are read as bytes: not all that comes need be text.
        match input.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        let request = match command::read(&String::from_utf8_lossy(&line)) {
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
        let endless = thinking.iter().filter(|(go, _)| go.is_endless());
        endless.for_each(|(_, stop)| stop.tell());
    });
}

/// Does what cannot wait; what can is a request.
fn hear(command: Command, thinking: &Thinking) -> Option<Request> {
    match command {
        Command::Go(go) => {
            let stop = Arc::new(StopSign::default());
            thinking.with(|thinking| thinking.push((go.clone(), Arc::clone(&stop))));
            Some(Request::Think(go, stop))
        }
        Command::IsReady if thinking.with(|thinking| !thinking.is_empty()) => {
            // A reader that has gone is noticed by whoever answers next.
            let _ = output::line(Reply::ReadyOk);
            None
        }
        Command::Stop | Command::Quit => {
            thinking.with(|thinking| thinking.iter().for_each(|(_, stop)| stop.tell()));
            (command == Command::Quit).then_some(Request::Command(command))
        }
        command => Some(Request::Command(command)),
    }
}
