//! The list of all long questions. The command line and Python use this list.

use std::fmt;

use super::engine_check::EngineCheckRequest;
use super::export::ExportRequest;
use super::judge::JudgeRequest;
use super::match_play::MatchRequest;
use super::plan::PlanRequest;
use super::proof_check::ProofCheckRequest;
use super::prove::ProveRequest;
use super::solve::SolveRequest;
use super::suite_check::SuiteCheckRequest;
use super::suite_make::SuiteMakeRequest;
use super::verify::VerifyRequest;
use super::{Job, Work};
use crate::failure::{Failure, Status};
use crate::operations::{Typed, typed};

/// An answer, written in both ways.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The answer for people. It can be empty.
    pub text: String,
    /// The answer as JSON.
    pub json: String,
}

/// A long question of any type that has been read.
pub trait LongTask: fmt::Debug + Send + Sync {
    /// Does the work. The answer comes with a failure if it is not the wished one.
    ///
    /// # Errors
    /// When the question has no answer, or the work is stopped.
    fn run(&self, work: &mut Work<'_>) -> Result<(Answer, Option<Failure>), Failure>;
}

impl<J: Job> LongTask for J {
    fn run(&self, work: &mut Work<'_>) -> Result<(Answer, Option<Failure>), Failure> {
        let (answer, failure) = Job::run(self, work)?;
        let (text, json) = (answer.to_string(), serde_json::to_string(&answer)?);
        Ok((Answer { text, json }, failure))
    }
}

/// A description of a long question.
#[derive(Debug)]
#[non_exhaustive]
pub struct LongQuestion {
    /// The name of the question and of its command.
    pub name: &'static str,
    /// The names of the options of all commands that have an effect on it.
    pub options: &'static [&'static str],
    /// True if several processes can share the work.
    pub is_shared: bool,
    /// True if its rules may be `normal`, all normal rules ids together.
    pub takes_normal: bool,
    /// True if it makes tables: all processes then need the same folder.
    pub makes_tables: bool,
    /// The type of its answer.
    pub answer: Typed,
    read: fn(&str) -> serde_json::Result<Box<dyn LongTask>>,
    #[cfg(feature = "arguments")]
    grammar: Grammar,
}

/// The grammar of the command of a long question.
#[cfg(feature = "arguments")]
#[derive(Debug)]
struct Grammar {
    augment: fn(clap::Command) -> clap::Command,
    read: fn(&clap::ArgMatches) -> Result<Box<dyn LongTask>, clap::Error>,
}

/// Returns every long question.
pub fn long_questions() -> &'static [LongQuestion] {
    const TABLES: &[&str] = &["rules", "tables", "json", "progress", "threads"];
    const CACHED: &[&str] = &["rules", "tables", "json", "progress", "cache", "threads"];
    const ALL: &[LongQuestion] = &[
        LongQuestion {
            is_shared: true,
            makes_tables: true,
            ..question::<SolveRequest>("solve", TABLES)
        },
        question::<PlanRequest>("plan", &["rules", "tables", "json", "threads"]),
        LongQuestion { is_shared: true, ..question::<VerifyRequest>("verify", TABLES) },
        question::<ExportRequest>("export", TABLES),
        question::<JudgeRequest>("judge", CACHED),
        question::<MatchRequest>("match", CACHED),
        question::<EngineCheckRequest>("engine check", &["rules", "json", "progress"]),
        question::<SuiteMakeRequest>("suite make", CACHED),
        question::<SuiteCheckRequest>("suite check", &["tables", "json", "progress", "cache"]),
        LongQuestion {
            is_shared: true,
            takes_normal: true,
            ..question::<ProveRequest>("prove", &["rules", "json", "progress", "threads"])
        },
        question::<ProofCheckRequest>("proof check", &["json", "progress", "threads"]),
    ];
    ALL
}

const fn question<J: Job>(name: &'static str, options: &'static [&'static str]) -> LongQuestion {
    LongQuestion {
        name,
        options,
        is_shared: false,
        takes_normal: false,
        makes_tables: false,
        answer: typed::<J::Answer>,
        read: |json| Ok(Box::new(serde_json::from_str::<J>(json)?)),
        #[cfg(feature = "arguments")]
        grammar: Grammar {
            augment: |command| J::augment_args(command),
            read: |matches| Ok(Box::new(J::from_arg_matches(matches)?)),
        },
    }
}

impl LongQuestion {
    /// Returns the question of a name.
    pub fn named(name: &str) -> Option<&'static LongQuestion> {
        long_questions().iter().find(|question| question.name == name)
    }

    /// Reads the parts of the question as JSON.
    ///
    /// # Errors
    /// When a part is unknown, missing or not of its kind.
    pub fn read(&self, json: &str) -> Result<Box<dyn LongTask>, Failure> {
        (self.read)(json).map_err(|error| Failure::new(Status::Usage, error))
    }
}

#[cfg(feature = "arguments")]
impl LongQuestion {
    /// Returns the command of the question.
    pub fn command(&self) -> clap::Command {
        let name = self.name.rsplit(' ').next().unwrap_or(self.name);
        (self.grammar.augment)(clap::Command::new(name))
    }

    /// Reads the arguments of its command.
    ///
    /// # Errors
    /// When the matches are of another command.
    pub fn of_arguments(
        &self,
        matches: &clap::ArgMatches,
    ) -> Result<Box<dyn LongTask>, clap::Error> {
        (self.grammar.read)(matches)
    }
}

#[cfg(test)]
mod tests {
    use loa_solver::retrograde::Local;
    use loa_solver::{Control, Stop};

    use super::*;
    use crate::library::Library;

    #[test]
    fn stopped_work_is_interrupted() {
        let library = Library::built_in();
        let proof = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/proofs/5x5.proof");
        let proof = format!(r#"{{"file": {proof:?}}}"#);
        for (name, parts) in [
            ("verify", r#"{"board": "4x4"}"#),
            ("suite make", r#"{"board": "4x4"}"#),
            ("proof check", &proof),
        ] {
            let task = LongQuestion::named(name).unwrap().read(parts).unwrap();
            let run = |stop: Stop| {
                task.run(&mut Work::alone(&library, Control::new(stop, |_| {}), &mut Local))
            };
            assert!(run(Stop::default()).is_ok_and(|(_, failure)| failure.is_none()), "{name}");
            let stop = Stop::default();
            stop.set();
            let failure = run(stop).err().map(|failure| failure.status);
            assert_eq!(failure, Some(Status::Interrupted), "{name}");
        }
    }
}
