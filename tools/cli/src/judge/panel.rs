//! Engines at work side by side: a process for each worker, started anew after a
//! failure, and given up after too many.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use crate::printable::printable;
use crate::protocol::{Client, Failed, Fault, Remark, Setup};
use crate::watch::Watch;

/// Workers with an engine each.
pub(crate) struct Panel<'a> {
    pub(crate) setup: &'a Setup,
    pub(crate) workers: usize,
    /// After so many failures the engine is given up.
    pub(crate) most_failures: usize,
    pub(crate) watch: &'a Watch,
}

/// What came of giving an engine work.
pub(crate) struct Worked<T> {
    /// By the number of the work; `None` of what was not begun.
    pub(crate) results: Vec<Option<Result<T, Failed>>>,
    /// Whether the engine was given up.
    pub(crate) gave_up: bool,
    pub(crate) engine: Introduction,
}

/// What is known of an engine since it first got ready.
#[derive(Clone, Debug, Default)]
pub(crate) struct Introduction {
    /// What it calls itself.
    pub(crate) name: Option<String>,
    /// What came of setting options.
    pub(crate) remarks: Vec<Remark>,
}

/// What the workers of a panel share.
struct Shared<T> {
    next: AtomicUsize,
    failures: AtomicUsize,
    /// Whether an engine has ever got ready.
    once_ready: AtomicBool,
    gave_up: AtomicBool,
    engine: Mutex<Introduction>,
    results: Mutex<Vec<Option<Result<T, Failed>>>>,
}

impl Panel<'_> {
    /// Has engines do work 0 to `count - 1`, each piece as a game of its own.
    pub(crate) fn run<T: Send>(
        &self,
        count: usize,
        work: impl Fn(&mut Client, usize) -> Result<T, Failed> + Sync,
    ) -> Worked<T> {
        let shared = Shared {
            next: AtomicUsize::new(0),
            failures: AtomicUsize::new(0),
            once_ready: AtomicBool::new(false),
            gave_up: AtomicBool::new(false),
            engine: Mutex::default(),
            results: Mutex::new((0..count).map(|_| None).collect()),
        };
        std::thread::scope(|scope| {
            for _ in 0..self.workers.min(count) {
                scope.spawn(|| self.worker(&shared, count, &work));
            }
        });
        Worked {
            results: shared
                .results
                .into_inner()
                .unwrap_or_else(PoisonError::into_inner),
            gave_up: shared.gave_up.into_inner(),
            engine: shared
                .engine
                .into_inner()
                .unwrap_or_else(PoisonError::into_inner),
        }
    }

    fn worker<T>(
        &self,
        shared: &Shared<T>,
        count: usize,
        work: &impl Fn(&mut Client, usize) -> Result<T, Failed>,
    ) {
        let mut engine = None;
        while !shared.gave_up.load(Relaxed) && !self.watch.interrupted() {
            let number = shared.next.fetch_add(1, Relaxed);
            if number >= count {
                break;
            }
            let result = self.one(shared, &mut engine, |engine| work(engine, number));
            if let Err(failed) = &result {
                if matches!(failed.fault, Fault::Interrupted) {
                    break;
                }
                let failures = 1 + shared.failures.fetch_add(1, Relaxed);
                let never_ready = !shared.once_ready.load(Relaxed);
                if failures >= self.most_failures || never_ready {
                    shared.gave_up.store(true, Relaxed);
                }
            }
            let mut results = shared
                .results
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            results[number] = Some(result);
            drop(results);
            self.watch.step();
        }
        if let Some(engine) = engine.filter(|_| !self.watch.interrupted()) {
            engine.quit();
        }
    }

    /// Does one piece of work, with the engine at hand or one started for it,
    /// and keeps the engine if it can go on.
    fn one<T>(
        &self,
        shared: &Shared<T>,
        at_hand: &mut Option<Client>,
        work: impl Fn(&mut Client) -> Result<T, Failed>,
    ) -> Result<T, Failed> {
        let mut engine = match at_hand.take() {
            Some(engine) => engine,
            None => {
                let engine = Client::start(self.setup)?;
                if !shared.once_ready.swap(true, Relaxed) {
                    self.introduce(shared, &engine);
                }
                engine
            }
        };
        engine.begin_game();
        let result = work(&mut engine);
        let goes_on = result
            .as_ref()
            .err()
            .is_none_or(|failed| failed.fault.leaves_it_usable());
        if goes_on {
            *at_hand = Some(engine);
        }
        result
    }

    /// Notes what an engine has told of itself, and warns of options that may not
    /// have been set.
    fn introduce<T>(&self, shared: &Shared<T>, engine: &Client) {
        for remark in engine.remarks() {
            let remark = printable(&remark.to_string());
            self.watch.note(&format!("loa: warning: {remark}"));
        }
        let introduction = Introduction {
            name: engine.name().map(str::to_owned),
            remarks: engine.remarks().to_vec(),
        };
        *shared.engine.lock().unwrap_or_else(PoisonError::into_inner) = introduction;
    }
}
