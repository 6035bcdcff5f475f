//! `loa review`: compares every move of a recorded game with the tables.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use loa_api::{BeyondReply, EstimatedGameMove, NamedProof, ReviewReply, ReviewReport};
use loa_engine::alpha_beta::Tables;
use loa_engine::{Effort, EstimatedMove, Estimator, add_to_chart, estimated_moves};
use loa_record::notation::{Record, UnplayableMove};
use loa_record::review::{Chart, Review, annotate, history_lines, review};
use loa_record::text::{counted, printable};
use loa_record::{Game, rules_name};
use loa_solver::Position;
use loa_tablebase::Tablebase;

use crate::common::Common;
use crate::failure::{Failure, Status, bail, explain};
use crate::output;
use crate::output_file::Overwrite;
use crate::position_argument::{load_record, name_of, print_notices, rules_of};
use crate::progress::Thinking;
use crate::proof_file::announce_check;

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
    /// Plies that the engine searches from each position that neither a table nor a built-in
    /// certificate has. The same depth gives the same review
    #[arg(long, value_name = "N", default_value_t = Effort::USUAL_DEPTH, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: u32,
    /// Milliseconds for the engine on each of these positions, instead of a depth; 0 for no
    /// estimates
    #[arg(long, value_name = "MS", conflicts_with = "depth")]
    pub(crate) movetime: Option<u32>,
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
    let estimates = match args.effort().filter(|_| review.outside.is_some()) {
        Some(effort) => estimates(common, &tables, (&game, &review), effort, &thinking)?,
        None => Vec::new(),
    };
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

impl ReviewArgs {
    /// Returns the engine's effort for each position; `None` for no estimates.
    fn effort(&self) -> Option<Effort> {
        match self.movetime {
            None => Some(Effort::Depth(self.depth)),
            Some(0) => None,
            Some(ms) => Some(Effort::Time(Duration::from_millis(ms.into()))),
        }
    }
}

/// Judges the moves outside the tables by built-in certificates and by the engine.
fn estimates(
    common: &Common,
    tables: &Arc<Tablebase>,
    (game, review): (&Game, &Review),
    effort: Effort,
    thinking: &Thinking,
) -> Result<Vec<EstimatedMove>, Failure> {
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
    let mut has_told = common.quiet || common.json;
    let bounds = |position: &Position| {
        let waits = |proof: &NamedProof| {
            if !std::mem::replace(&mut has_told, true) {
                announce_check(&proof.name, proof.claim());
            }
        };
        let known = BeyondReply::by_certificate(position, game.preset(), waits);
        known.iter().flat_map(BeyondReply::bounds).collect()
    };
    let judge = || estimated_moves(&mut estimator, game, wanted, effort, bounds);
    Ok(thinking.during("the engine", judge))
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
        output::line("outside the tables; scores are estimates by the engine, not proven:")?;
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
