//! Questions whose answers take minutes or days. Users start them on their own machine: they have no
//! address.

mod engine_check;
mod engines;
mod export;
mod judge;
mod list;
mod match_play;
mod needed;
mod part;
mod plan;
mod proof_check;
mod prove;
mod solve;
mod suite_check;
mod suite_make;
mod values;
mod verify;

use std::fmt::{self, Display};
use std::io;
use std::path::PathBuf;

use loa_engine::EngineSource;
use loa_solver::Control;
use loa_solver::retrograde::Exchange;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

pub use self::list::{Answer, LongQuestion, LongTask, long_questions};
pub use self::prove::{NORMAL, preset_or_normal};
pub use self::values::{named, size};
use crate::failure::{Failure, failure};
use crate::library::Library;
use crate::output_file::Stdout;

/// The means of the work on a long question.
pub struct Work<'a> {
    /// The tables, certificates and suites.
    pub library: &'a Library,
    /// The number of threads.
    pub threads: usize,
    /// The stop and the progress.
    pub control: Control<'a>,
    /// The processes that share the work.
    pub exchange: &'a mut (dyn Exchange + 'a),
    /// Returns standard output, if the question names it as a file.
    pub stdout: Stdout,
    /// Returns the program that has the command `engine`.
    pub program: fn() -> io::Result<PathBuf>,
    /// The engines of a judgement or a match, if they belong to this program. The question then has
    /// their names instead of their command lines.
    pub engines: &'a [&'a dyn EngineSource],
}

impl Work<'_> {
    /// Fails if the work has been stopped.
    fn expect_not_stopped(&self) -> Result<(), Failure> {
        match self.control.is_stopped() {
            true => Err(failure!(Interrupted, "interrupted")),
            false => Ok(()),
        }
    }
}

impl fmt::Debug for Work<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Work").field("library", &self.library).finish_non_exhaustive()
    }
}

/// A long question.
pub(crate) trait Job:
    clap::Args + DeserializeOwned + fmt::Debug + Send + Sync + 'static
{
    /// The type of its answer.
    type Answer: Serialize + JsonSchema + Display + 'static;

    /// Does the work. The answer comes with a failure if it is not the wished one, such as a wrong
    /// claim. Its text is empty if the failure says everything.
    fn run(&self, work: &mut Work<'_>) -> Result<(Self::Answer, Option<Failure>), Failure>;
}

#[cfg(test)]
mod tests {
    use super::*;

    impl<'a> Work<'a> {
        /// Returns the work of a test: one thread, and no engines or other programs.
        pub(super) fn alone(
            library: &'a Library,
            control: Control<'a>,
            exchange: &'a mut (dyn Exchange + 'a),
        ) -> Work<'a> {
            let (stdout, program) = (|| unreachable!(), || unreachable!());
            Work { library, threads: 1, control, exchange, stdout, program, engines: &[] }
        }
    }
}
