//! `loa review`: compares every move of a recorded game with the tables.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use loa_api::{EstimatedGameMove, ReviewReply, ReviewReport};
use loa_engine::alpha_beta::Tables;
use loa_engine::{EstimatedMove, Estimator, add_to_chart, estimated_moves};
use loa_record::notation::{Record, UnplayableMove};
use loa_record::review::{Chart, Review, annotate, history_lines, review};
use loa_record::text::{counted, printable};
use loa_record::{Game, rules_name};
use loa_tablebase::Tablebase;

use crate::common::Common;
use crate::failure::{Failure, Status, bail, explain};
use crate::output;
use crate::output_file::Overwrite;
use crate::position_argument::{load_record, name_of, print_notices, rules_of};
use crate::progress::Thinking;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "In the browser: loa serve reviews a game pasted at /#/board, with its chart and turning points."
)]
pub(crate) struct ReviewArgs {
    /// The game, as SGF or a list of moves; - for standard input. If the game names its rules,
    /// --rules is not needed. A list of moves may begin with a line that names its start: a
    /// position, start BOARD or scrambled BOARD [default: start 8x8]
    pub(crate) file: PathBuf,
    /// Review this game of a file with several games; the first is 1
    #[arg(long, value_name = "N")]
    pub(crate) game: Option<NonZeroUsize>,
    /// Milliseconds for the engine's estimate of each position outside the tables; 0 for no
    /// estimates
    #[arg(long, value_name = "MS", default_value = "100")]
    pub(crate) movetime: u32,
    /// Also write the game in SGF, as it was recorded, with values and better moves as comments
    #[arg(long, value_name = "FILE")]
    pub(crate) sgf: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overwrite: Overwrite,
}

pub(crate) fn run(common: &Common, args: &ReviewArgs) -> Result<(), Failure> {
    let record = load_record(&args.file, args.game)?;
    let preset = rules_of(common, &record)?;
    print_notices(common, &args.file, &record, preset);
    if !record.has_moves() {
        bail!(
            Usage,
            "{} contains no moves: expected SGF, or a list of moves such as b1-b3 a2xc2",
            name_of(&args.file)
        );
    }
    let file = args.sgf.as_deref().map(|path| args.overwrite.open(path)).transpose()?;
    let tables = Arc::new(common.tablebase_under(preset.rules)?);
    let (game, stop) = record.replay(preset);
    let review = review(&tables, &game)?;
    let thinking = Thinking::on_stderr(!common.json);
    let estimates = estimates(&tables, &game, &review, args.movetime, &thinking)?;
    let mut chart = Chart::new(&review, game.start().turn());
    add_to_chart(&mut chart, &estimates);
    if common.json {
        output::json(&ReviewReport {
            review: ReviewReply::new(&record, &game, &review, stop.as_ref(), explain),
            estimates: estimates.iter().map(EstimatedGameMove::from).collect(),
        })?;
    } else {
        print(&record, &game, (&review, &estimates, &chart), stop.as_ref())?;
    }
    if let Some(file) = file {
        let mut sheet = record.score_sheet(&game);
        annotate(&mut sheet, &review);
        file.write(&sheet.to_sgf())?;
    }
    stop.map_or(Ok(()), |stop| Err(Failure::new(Status::Usage, stop)))
}

/// Returns the engine's estimates of the moves outside the tables.
fn estimates(
    tables: &Arc<Tablebase>,
    game: &Game,
    review: &Review,
    movetime: u32,
    thinking: &Thinking,
) -> Result<Vec<EstimatedMove>, Failure> {
    if movetime == 0 || review.outside.is_none() {
        return Ok(Vec::new());
    }
    let waits = true;
    let tables = Tables::new(Arc::clone(tables), waits);
    let mut estimator = Estimator::new(game.preset(), Some(tables))
        .map_err(|error| Failure::new(Status::Failed, error))?
        .heard_by(thinking.listener());
    // The estimator calls this for each move before the engine thinks about it.
    let wanted = |number: usize| {
        let moves = game.moves().len();
        thinking.name(&format!("the engine, at move {number} of {moves},"));
        review.plies[number - 1].assessment.is_none()
    };
    let time = Duration::from_millis(movetime.into());
    Ok(thinking.during("the engine", || estimated_moves(&mut estimator, game, wanted, time)))
}

fn print(
    record: &Record,
    game: &Game,
    (review, estimates, chart): (&Review, &[EstimatedMove], &Chart),
    stop: Option<&UnplayableMove>,
) -> Result<(), Failure> {
    output::line(format!(
        "{}  on {} under {}",
        game.start(),
        game.start().board(),
        rules_name(game.preset())
    ))?;
    let players = &record.players;
    for (side, name) in [("black", &players.black), ("white", &players.white)] {
        if !name.is_empty() {
            output::line(format!("{side}: {}", printable(name)))?;
        }
    }
    if !estimates.is_empty() {
        output::line("engine estimates of positions outside the tables:")?;
        for estimated in estimates {
            output::answer(estimated)?;
        }
    }
    for line in history_lines(review, explain) {
        output::answer(line)?;
    }
    for line in chart.lines(output::width()) {
        output::line(line)?;
    }
    match (game.end(), stop) {
        (Some(end), _) => output::answer(end)?,
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
