//! `loa line`: best play to the end.

use std::path::PathBuf;

use loa_reply::{LineReply, by_repetition};
use loa_solver::{Position, Preset};
use loa_tablebase::{ProbeError, Wdl};

use super::recorded::{load_record, rules_of};
use crate::answers::{note_on_draw, repetition_line};
use crate::common::Common;
use crate::failure::{Failure, Status};
use crate::output;
use crate::position_argument::read_position;
use loa_reply::advice::MissingTables;

#[derive(clap::Args, Debug)]
pub(crate) struct LineArgs {
    /// A position such as "1xx1/o2o/o2o/1xx1 x", or: start BOARD, or:
    /// scrambled BOARD
    #[arg(num_args = 1..=2, value_name = "POSITION", required_unless_present = "game")]
    pub(crate) position: Vec<String>,
    /// Begin where a recorded game has got to: SGF or a list of moves, - for
    /// standard input
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub(crate) game: Option<PathBuf>,
    /// Begin after so many moves of the recorded game [default: all]
    #[arg(
        long,
        value_name = "MOVES",
        requires = "game",
        conflicts_with = "position"
    )]
    pub(crate) after: Option<usize>,
}

impl LineArgs {
    /// Returns the first position and the rules.
    fn start(&self, common: &Common) -> Result<(Position, Preset), Failure> {
        let Some(file) = &self.game else {
            let position = read_position(&self.position.join(" "))?;
            return Ok((position, common.rules));
        };
        let record = load_record(file)?;
        let preset = rules_of(common, &record)?;
        let (game, stop) = record.replay(preset);
        let after = self.after.unwrap_or(match &stop {
            Some(stop) => stop.number,
            None => game.moves().len(),
        });
        let position = game.positions().get(after).ok_or_else(|| match stop {
            Some(stop) => Failure::new(Status::Usage, stop),
            None => {
                let moves = game.moves().len();
                Failure::new(Status::Usage, format!("the game has only {moves} moves"))
            }
        })?;
        Ok((*position, preset))
    }
}

pub(crate) fn run(common: &Common, args: &LineArgs) -> Result<(), Failure> {
    let (position, preset) = args.start(common)?;
    let tables = common.tablebase_under(preset.rules)?;
    let probe = tables.probe(&position)?;
    let line = tables.line(&position).map_err(|error| {
        let missing = common.missing_tables(position.board()).ok();
        let missing = missing.filter(|_| matches!(error, ProbeError::NoDistances { .. }));
        let missing = missing.map(|missing| MissingTables {
            rules: preset.rules,
            material: Some(position.material()),
            ..missing
        });
        Failure::from(error).advised(missing.and_then(|missing| missing.advice()))
    })?;
    let decided = by_repetition(&tables, &position, preset)?;
    if common.json {
        return output::json(&LineReply::new(&probe, line, decided));
    }
    let (value, over) = (probe.value, probe.over);
    output::line(format!(
        "{position}  {value}{}",
        note_on_draw(preset, value)
    ))?;
    for (number, step) in (1..).zip(&line) {
        output::line(format!(
            "{number:>3}. {:<6} {}",
            step.played.to_string(),
            step.position
        ))?;
    }
    match (over, value.wdl()) {
        (Some(over), _) => output::line(format!("the game is over: {}", over.name())),
        (None, Wdl::Draw) => match decided {
            Some(decided) => output::line(repetition_line(decided)),
            None => output::line("a draw has no best line to an end"),
        },
        (None, Wdl::Win | Wdl::Loss) => Ok(()),
    }
}
