//! `loa review`: every move of a recorded game against the tables.

use std::path::PathBuf;

use loa_solver::Preset;
use serde_json::json;

use crate::args::Common;
use crate::failure::{Failure, Status};
use crate::figures::counted;
use crate::output;
use crate::printable::printable;
use crate::record::{Game, Record, Stop, load_or_hear};
use crate::review::{Review as Judged, history_json, history_lines, review};

#[derive(clap::Args, Debug)]
pub(crate) struct Review {
    /// The game, as SGF or a list of moves; - for standard input. Rules that it
    /// names need no --rules. A list of moves may begin with a line that names its
    /// start: a position, start BOARD or scrambled BOARD [default: start 8x8]
    pub(crate) game: PathBuf,
}

pub(super) fn run(common: &Common, args: &Review) -> Result<(), Failure> {
    let record = load_or_hear(&args.game)?;
    if !record.has_moves() {
        let name = match args.game.to_str() {
            Some("-") => "standard input".into(),
            _ => args.game.to_string_lossy(),
        };
        let message = format!(
            "there are no moves in {name}: expected SGF, or a list of moves such as b1-b3 a2xc2"
        );
        return Err(Failure::new(Status::Usage, message));
    }
    let preset = rules_of(common, &record)?;
    let tables = common.tablebase_under(preset.rules)?;
    let (game, stop) = record.replay(preset);
    let judged = review(&tables, &game)?;
    if common.json {
        tell_json(&record, &game, &judged, stop.as_ref())?;
    } else {
        tell(&record, &game, &judged, stop.as_ref())?;
    }
    stop.map_or(Ok(()), |stop| Err(Failure::new(Status::Usage, stop)))
}

/// The rules that a record names, or else those asked for.
///
/// # Errors
/// When others were asked for than the record names.
pub(super) fn rules_of(common: &Common, record: &Record) -> Result<Preset, Failure> {
    let asked = common.rules;
    let Some(named) = record.preset else {
        return Ok(asked);
    };
    // Not to ask for rules is to ask for the default.
    let same = (named.rules, named.repetition) == (asked.rules, asked.repetition);
    if asked != Preset::default() && !same {
        let message = format!(
            "the record is of a game under {}, not under {}",
            named.name, asked.name
        );
        return Err(Failure::new(Status::Rules, message));
    }
    Ok(named)
}

fn tell(record: &Record, game: &Game, judged: &Judged, stop: Option<&Stop>) -> Result<(), Failure> {
    output::line(format!(
        "{}  on {} under {}",
        game.start(),
        game.start().board(),
        game.preset().name
    ))?;
    let players = &record.players;
    for (side, name) in [("black", &players.black), ("white", &players.white)] {
        if !name.is_empty() {
            output::line(format!("{side}: {}", printable(name)))?;
        }
    }
    for line in history_lines(judged) {
        output::line(line)?;
    }
    match (game.end(), stop) {
        (Some(end), _) => output::line(end)?,
        (None, None) => {
            let moves = counted(game.moves().len() as u64, "move");
            output::line(format!("not over after {moves}"))?;
        }
        (None, Some(_)) => {}
    }
    match &record.result {
        Some(result) => output::line(format!("result as recorded: {}", printable(result))),
        None => Ok(()),
    }
}

fn tell_json(
    record: &Record,
    game: &Game,
    judged: &Judged,
    stop: Option<&Stop>,
) -> Result<(), Failure> {
    let mut answer = json!({
        "position": game.start().to_string(),
        "board": game.start().board().to_string(),
        "rules": game.preset().rules.id(),
        "preset": game.preset().name,
        "black": record.players.black,
        "white": record.players.white,
        "recorded_result": record.result,
        "end": game.end().map(|end| json!({ "result": end.result(), "reason": end.reason() })),
        "stopped": stop.map(|stop| json!({
            "number": stop.number,
            "text": stop.text,
            "position": stop.position.to_string(),
            "message": stop.to_string(),
        })),
    });
    if let (Some(answer), serde_json::Value::Object(history)) =
        (answer.as_object_mut(), history_json(judged))
    {
        answer.extend(history);
    }
    output::json(&answer)
}
