//! Long questions: their progress, their answers and their processes.

use loa_api::jobs::{LongQuestion, LongTask, Work};
use loa_api::{Library, Limits};
use loa_tablebase::Tablebase;

use crate::common::Common;
use crate::failure::Failure;
use crate::interruption::heed_signals;
use crate::output;
use crate::paths::stdout;
use crate::processes::Processes;

pub(crate) fn run(
    common: &Common,
    question: &LongQuestion,
    task: &dyn LongTask,
    processes: &mut Processes,
) -> Result<(), Failure> {
    // The first signal stops the work. If it continues, the second signal ends the process, at the
    // cost of a kill.
    heed_signals()?;
    let library = library(common, question)?;
    if question.makes_tables {
        processes.expect_shared(library.layout.root())?;
    }
    let meter = common.meter();
    let mut work = Work {
        library: &library,
        threads: common.threads(),
        control: meter.control(),
        exchange: processes.exchange(),
        stdout,
        program: std::env::current_exe,
        engines: &[],
    };
    let answered = task.run(&mut work);
    meter.finish();
    let (answer, failure) = answered?;
    if common.json {
        output::line(answer.json)?;
    } else if !answer.text.is_empty() {
        output::answer(answer.text)?;
    }
    failure.map_or(Ok(()), Err)
}

/// Returns the library of the tables folder. A question without tables does not look at the folder.
fn library(common: &Common, question: &LongQuestion) -> Result<Library, Failure> {
    if !question.options.contains(&"tables") {
        return Ok(Library::new("", Tablebase::options().tablebases(), Limits::none()));
    }
    let mut library = common.library_of_any()?;
    library.is_named = common.names_folder()?;
    Ok(library)
}
