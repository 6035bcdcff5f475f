//! `verify`: compares every value with the values of its successors.

use std::fmt;

use loa_record::text::{counted, grouped};
use loa_solver::{Board, Material, Preset, Rules};
use loa_tablebase::{Event, Sampled, TableError, Verified, Verifier, VerifyError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::values::size;
use super::{Job, Work};
use crate::advice::MissingTables;
use crate::failure::{Failure, bail};

/// Verify finished tables: compare every value with its successors
#[derive(Clone, Debug, Deserialize, clap::Args)]
#[serde(deny_unknown_fields)]
pub(super) struct VerifyRequest {
    #[arg(from_global)]
    rules: Option<Preset>,
    /// The board, such as 5x5
    board: Board,
    /// Only the tables of this material and its twin
    #[arg(long, value_name = "AvB")]
    material: Option<Material>,
    /// Compare a sample of at least N values, in whole blocks, without large tables in memory
    #[arg(long, value_name = "N")]
    sample: Option<u64>,
    /// Seed of the sample [default: 0]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Memory limit, such as 2GiB; a limit that is too small fails before any work [default: all
    /// free memory]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory: Option<u64>,
}

impl Job for VerifyRequest {
    type Answer = VerifyReport;

    fn run(&self, work: &mut Work<'_>) -> Result<(VerifyReport, Option<Failure>), Failure> {
        let (library, control) = (work.library, &work.control);
        let rules = self.rules.unwrap_or_default().rules;
        let mut verifier = Verifier::new(library.layout.clone(), rules, self.board)
            .only(self.material)
            .memory(self.memory)
            // A user who names a folder asks about its tables, not about built-in ones.
            .embedded(!library.is_named)
            .stop(control.stop.clone());
        match (self.sample, self.seed) {
            (Some(values), seed) => verifier = verifier.sample(values, seed.unwrap_or(0)),
            (None, Some(_)) => {
                bail!(Usage, "--seed needs a sample: give its size, such as --sample 1000000");
            }
            (None, None) => {}
        }
        let verified = verifier.run_with(work.exchange, &|event| match event {
            Event::Comparing(values) => control.begin("verifying", values),
            Event::Compared(values) => control.advance(values),
            Event::Verified { material, values } => {
                let values = grouped(values);
                control.note(&format!("{material}: {values} values agree with their successors"));
            }
            _ => {}
        });
        let verified = verified.map_err(|error| {
            let (board, folder) = (self.board, library.layout.root().to_owned());
            let missing = |material| MissingTables { folder, rules, board, material };
            match error {
                VerifyError::NoTables { .. } => Failure::no_tables(&missing(self.material)),
                VerifyError::Table(TableError::Missing { material, .. }) => {
                    Failure::from(error).advised(missing(Some(material)).advice())
                }
                error => error.into(),
            }
        })?;
        let (processes, sent) = (work.exchange.size(), work.exchange.sent_by_all()?);
        let report = VerifyReport { board: self.board, rules, verified, processes, sent, ok: true };
        Ok((report, None))
    }
}

/// Tables that were verified.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct VerifyReport {
    /// The board.
    board: Board,
    /// The rules id.
    rules: Rules,
    /// The values that were compared.
    #[serde(flatten)]
    verified: Verified,
    /// The number of processes.
    processes: usize,
    /// The bytes that the processes sent.
    sent: u64,
    /// True: all values agree.
    ok: bool,
}

impl fmt::Display for VerifyReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verified { tables, values, built_in, sample, .. } = self.verified;
        let noun = if built_in { "built-in table" } else { "table" };
        let tables = counted(tables as u64, noun);
        write!(f, "{} under {}: {} ", self.board, self.rules, grouped(values))?;
        let Some(Sampled { of, blocks, seed, .. }) = sample else {
            return write!(f, "values of {tables} checked, all agree with their successors");
        };
        let percent = 100.0 * values as f64 / of as f64;
        let (of, blocks) = (grouped(of), counted(blocks, "block"));
        write!(
            f,
            "of {of} values of {tables} checked ({percent:.2} %, {blocks}, seed {seed}), all agree \
             with their successors; a sample does not prove the rest"
        )
    }
}
