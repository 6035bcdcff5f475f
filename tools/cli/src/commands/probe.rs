//! `loa probe`: value, distance and every move of a position.

use loa_api::{BeyondReply, Library, ProbeReply, ProbeRequest, Request, ValueReply, ValueRequest};
use rayon::prelude::*;

use super::questions::{QuestionArgs, answer_lines};
use crate::beyond::BeyondArgs;
use crate::common::Common;
use crate::failure::Failure;
use crate::output;

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
    let ProbeArgs { question, value, .. } = args;
    let (library, rules) = (common.library()?, common.rules.rules);
    if !question.stdin {
        return probe(common, &library, args);
    }
    let tables = library.tables.of(rules);
    if *value {
        answer_lines(rules, VALUES_TOGETHER, |positions| {
            let answers = tables.answers(positions).into_par_iter().zip(positions);
            let json = answers.map(|(answer, position)| {
                let reply = ValueReply::new(position, answer?, common.rules);
                Ok(serde_json::to_string(&reply)?)
            });
            json.collect()
        })
    } else {
        answer_lines(rules, PROBES_TOGETHER, |positions| {
            let probes = tables.probes(positions).into_par_iter();
            let json = probes.map(|probe| {
                let reply = ProbeReply::of(tables, probe?, common.rules)?;
                Ok(serde_json::to_string(&reply)?)
            });
            json.collect()
        })
    }
}

/// Answers for the position on the command line.
fn probe(common: &Common, library: &Library, args: &ProbeArgs) -> Result<(), Failure> {
    let question = args.question.asked(common)?;
    if args.value {
        return output::show(common, &ValueRequest(question).ask(library)?);
    }
    match ProbeRequest(question.clone()).ask(library) {
        Ok(reply) => output::show(common, &reply),
        Err(failure) => {
            args.beyond.answer(common, library, &question, failure, BeyondReply::to_string)
        }
    }
}
