//! `loa probe`: value, distance and every move of a position.

use loa_api::{Library, LookUp, ProbeReply, ValueReply};
use rayon::prelude::*;
use serde::Serialize;

use super::questions::{QuestionArgs, answer_lines};
use crate::beyond::BeyondArgs;
use crate::common::Common;
use crate::failure::Failure;

/// The maximum number of lines from standard input that are looked up together, with moves and as
/// values only. Positions that share a unit of the tables are cheaper together.
const PROBES_TOGETHER: usize = 1 << 14;
const VALUES_TOGETHER: usize = 1 << 19;

#[derive(clap::Args, Debug)]
pub(crate) struct ProbeArgs {
    #[command(flatten)]
    pub(crate) question: QuestionArgs,
    /// Print only the value and its distance, without the moves: many times as fast with --stdin,
    /// but cannot detect tables whose values contradict their moves
    #[arg(long)]
    pub(crate) value: bool,
    #[command(flatten)]
    pub(crate) beyond: BeyondArgs,
}

pub(crate) fn run(common: &Common, args: &ProbeArgs) -> Result<(), Failure> {
    let library = common.library()?;
    match (args.question.stdin, args.value) {
        (false, _) => probe(common, &library, args),
        (_, true) => answer::<ValueReply>(common, &library, VALUES_TOGETHER),
        _ => answer::<ProbeReply>(common, &library, PROBES_TOGETHER),
    }
}

/// Answers for the positions of standard input, `together` at most at a time.
fn answer<A>(common: &Common, library: &Library, together: usize) -> Result<(), Failure>
where
    A: LookUp<Found: Send> + Serialize,
{
    let tables = library.tables.of(common.preset().rules);
    answer_lines(common.preset().rules, together, |positions| {
        let found = A::look_up(tables, positions).into_par_iter().zip(positions);
        let json = found.map(|(found, position)| {
            let found =
                found.map_err(|error| Failure::of_probe(&error, position, common.preset()))?;
            let reply = A::reply(tables, position, found, common.preset())?;
            Ok(serde_json::to_string(&reply)?)
        });
        json.collect()
    })
}

/// Answers for the position on the command line.
fn probe(common: &Common, library: &Library, args: &ProbeArgs) -> Result<(), Failure> {
    let question = args.question.asked(common)?;
    if args.value {
        return common.show(&question.value(library)?);
    }
    match question.probe(library) {
        Ok(reply) => common.show(&reply),
        Err(failure) => common.show(&args.beyond.analysis(library, &question, failure)?),
    }
}
