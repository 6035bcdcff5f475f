//! `loa line`: best play to the end.

use std::path::PathBuf;

use loa_api::{BeyondReply, LineReply, RepetitionReply, by_repetition, verdict};
use loa_record::text::counted;
use loa_record::{Game, move_number};
use loa_solver::{Position, Preset};
use loa_tablebase::{MoveValue, Probe, ProbeError, Wdl};

use crate::beyond::BeyondArgs;
use crate::common::Common;
use crate::failure::{Failure, Status, failure};
use crate::output;
use crate::position_argument::{load_record, print_notices, read_position, rules_of};

#[derive(clap::Args, Debug)]
pub(crate) struct LineArgs {
    /// A position such as "1xx1/o2o/o2o/1xx1 x", or: start BOARD, or:
    /// scrambled BOARD
    #[arg(num_args = 1..=2, value_name = "POSITION", required_unless_present = "game")]
    pub(crate) position: Vec<String>,
    /// Begin at the end of a recorded game: SGF or a list of moves, - for standard input
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub(crate) game: Option<PathBuf>,
    /// Begin after N moves of the recorded game [default: all]
    #[arg(long, value_name = "MOVES", requires = "game", conflicts_with = "position")]
    pub(crate) after: Option<usize>,
    #[command(flatten)]
    pub(crate) beyond: BeyondArgs,
}

impl LineArgs {
    /// Returns the first position and the rules.
    fn start(&self, common: &Common) -> Result<(Position, Preset), Failure> {
        let Some(file) = &self.game else {
            return read_position(common, &self.position.join(" "));
        };
        let record = load_record(file, None)?;
        let preset = rules_of(common, &record)?;
        print_notices(common, file, &record, preset);
        let (game, stop) = record.replay(preset);
        let after = self.after.unwrap_or(match &stop {
            Some(stop) => stop.number,
            None => game.moves().len(),
        });
        let position = game.positions().get(after).ok_or_else(|| match stop {
            Some(stop) => Failure::new(Status::Usage, stop),
            None => {
                let moves = game.moves().len();
                failure!(Usage, "the game has only {moves} moves")
            }
        })?;
        Ok((*position, preset))
    }
}

pub(crate) fn run(common: &Common, args: &LineArgs) -> Result<(), Failure> {
    let (position, preset) = args.start(common)?;
    let tables = common.tablebase_under(preset.rules)?;
    let advised = |error: ProbeError| Failure::of_probe(&error, &position);
    let probe = match tables.probe(&position) {
        Ok(probe) => probe,
        Err(error) => {
            let asked = (&position, preset);
            args.beyond.answer(common, tables, asked, &error, BeyondReply::line)?;
            return Err(advised(error));
        }
    };
    if common.json {
        let reply = LineReply::find(&tables, &position, preset).map_err(advised)?;
        return output::json(&reply);
    }
    let value = probe.value;
    let mut line = tables.line(&position).map_err(advised)?;
    if line.is_empty() {
        line = tables.drawn_line(&position)?;
    }
    output::answer(format!("{position}  {}", verdict(preset, value)))?;
    let mut before = position;
    for (ply, step) in (1..).zip(&line) {
        let number = move_number(ply, before.turn());
        let played = step.played.to_string();
        let mark = mark(&tables.probe(&before)?);
        let line = format!("{number:>6} {played:<6} {}{mark}", step.position);
        output::line(line)?;
        before = step.position;
    }
    if value.wdl() == Wdl::Draw {
        output::lines(held(&position, &line).into_iter())?;
        if let Some(decided) = by_repetition(&tables, &position, preset)? {
            output::answer(RepetitionReply::from(decided))?;
        }
    }
    match probe.over {
        Some(over) => output::line(format!("the game is over: {}", over.name())),
        None => Game::new(preset, before).end().map_or(Ok(()), output::line),
    }
}

/// Returns a mark if the player has no choice of moves.
fn mark(probe: &Probe) -> &'static str {
    let outcome = probe.value.wdl();
    let keeping = probe.moves.iter().filter(|m| m.value.wdl() == outcome);
    match (probe.moves.len(), keeping.count(), outcome) {
        (1, ..) => "  forced",
        (_, 1, Wdl::Win | Wdl::Draw) => "  only move",
        _ => "",
    }
}

/// Returns a remark on the moves that hold a draw.
fn held(start: &Position, line: &[MoveValue]) -> Option<String> {
    let last = line.last()?.position;
    let positions = line.iter().map(|step| step.position);
    let place = std::iter::once(*start).chain(positions).position(|position| position == last);
    match place {
        Some(0) => Some("the first position again, so the game can continue".to_owned()),
        Some(place) if place < line.len() => Some(format!(
            "the position after {} again, so the game can continue",
            counted(place as u64, "move")
        )),
        _ => None,
    }
}
