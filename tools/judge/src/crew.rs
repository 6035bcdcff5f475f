//! Engines that work side by side for a judgement or a match: started when they are needed, reused
//! while they last, and named once.

use std::sync::{Mutex, PoisonError};

use loa_engine::protocol::command::Go;
use loa_engine::{Engine, EngineMove, EngineSource, Failed, Fault, Remark};
use loa_record::Game;
use loa_solver::{Control, Preset, Stop};
use serde::Serialize;

/// An engine's own name and remarks.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct EngineIdentity {
    /// The engine's name; `None` if it gave none.
    pub name: Option<String>,
    /// Doubts about options that were set.
    #[serde(rename = "option_warnings")]
    pub remarks: Vec<Remark>,
}

/// An engine started for games under some rules, whose moves are checked.
pub(crate) struct CheckedEngine<'a> {
    preset: Preset,
    engine: Box<dyn Engine + 'a>,
}

impl<'a> CheckedEngine<'a> {
    /// Announces that the next position belongs to another game.
    pub(crate) fn begin_game(&mut self) {
        self.engine.begin_game();
    }

    /// Returns a legal move of the engine, within these limits or else within its own.
    pub(crate) fn best_move(
        &mut self,
        game: &Game,
        limits: Option<&Go>,
    ) -> Result<EngineMove, Failed> {
        let answer = match limits {
            Some(go) => self.engine.best_move_within(game, go, &Stop::default())?,
            None => self.engine.best_move(game)?,
        };
        let rules = game.preset().rules;
        match rules.illegality(game.position(), answer.played) {
            None => Ok(answer),
            Some(why) => Err(Failed::from(Fault::Illegal {
                said: answer.played.to_string(),
                position: Box::new(*game.position()),
                why,
            })),
        }
    }
}

/// Sources of engines, and what their engines have said of themselves.
pub(crate) struct Crew<'a> {
    sources: Vec<&'a dyn EngineSource>,
    /// The identity of each source's first engine; `None` until an engine has been ready.
    identities: Mutex<Vec<Option<EngineIdentity>>>,
    control: &'a Control<'a>,
}

impl<'a> Crew<'a> {
    pub(crate) fn new(sources: &[&'a dyn EngineSource], control: &'a Control<'a>) -> Crew<'a> {
        let identities = Mutex::new(sources.iter().map(|_| None).collect());
        Crew { sources: sources.to_vec(), identities, control }
    }

    /// Returns the engine at hand if it was started for games under these rules. Otherwise ends it
    /// and starts another of a source.
    pub(crate) fn ready<'h>(
        &self,
        at_hand: &'h mut Option<CheckedEngine<'a>>,
        source: usize,
        preset: Preset,
    ) -> Result<&'h mut CheckedEngine<'a>, Failed> {
        let engine = match at_hand.take() {
            Some(engine) if engine.preset == preset => engine,
            other => {
                other.into_iter().for_each(|other| other.engine.quit());
                self.start(source, preset)?
            }
        };
        Ok(at_hand.insert(engine))
    }

    /// Starts an engine. The first of a source tells its remarks.
    fn start(&self, source: usize, preset: Preset) -> Result<CheckedEngine<'a>, Failed> {
        let engine = self.sources[source].start(preset)?;
        let mut identities = self.identities.lock().unwrap_or_else(PoisonError::into_inner);
        if identities[source].is_none() {
            let (name, remarks) = (engine.name().map(str::to_owned), engine.remarks().to_vec());
            remarks.iter().for_each(|remark| self.control.warn(&remark.to_string()));
            identities[source] = Some(EngineIdentity { name, remarks });
        }
        Ok(CheckedEngine { preset, engine })
    }

    /// Returns what the engines have said of themselves, by source.
    pub(crate) fn identities(&self) -> Vec<Option<EngineIdentity>> {
        self.identities.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the names that the engines give themselves, by source.
    pub(crate) fn names(&self) -> Vec<Option<String>> {
        self.identities().into_iter().map(|identity| identity?.name).collect()
    }

    /// Lets workers work side by side, each with separate engines, until all return. If the
    /// system cannot start more threads, the running ones do the work. A worker that was not
    /// stopped ends its engines in an orderly way.
    pub(crate) fn work(
        &self,
        workers: usize,
        own: Vec<Option<CheckedEngine<'a>>>,
        work: impl Fn(&mut [Option<CheckedEngine<'a>>]) + Sync,
    ) {
        let with = |mut engines: Vec<Option<CheckedEngine<'a>>>| {
            work(&mut engines);
            if !self.control.is_stopped() {
                engines.into_iter().flatten().for_each(|checked| checked.engine.quit());
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..workers {
                let _ = std::thread::Builder::new().spawn_scoped(scope, || with(self.none()));
            }
            with(own);
        });
    }

    /// Returns the places of a worker's engines, none of which has been started.
    pub(crate) fn none(&self) -> Vec<Option<CheckedEngine<'a>>> {
        self.sources.iter().map(|_| None).collect()
    }
}
