//! `loa review`: compares every move of a recorded game with the tables.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use loa_api::output_file::Overwrite;
use loa_api::{Library, ReviewedGame};
use loa_engine::{Effort, Estimator};
use loa_record::review::{Chart, estimate_lines, history_lines};
use loa_record::rules_name;
use loa_record::text::{counted, printable};

use crate::common::Common;
use crate::failure::{Failure, Status, bail};
use crate::output;
use crate::paths::{name_of, stdout};
use crate::position_argument::load_record;
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
    let (record, preset) = load_record(common, &args.file, args.game)?;
    if !record.has_moves() {
        bail!(
            Usage,
            "{} contains no moves: expected SGF, or a list of moves such as b1-b3 a2xc2",
            name_of(&args.file)
        );
    }
    let file = args.sgf.as_deref().map(|path| args.overwrite.open(path, stdout)).transpose()?;
    let library = common.library()?;
    let mut reviewed = ReviewedGame::new(&library, record, preset)?;
    if let Some(effort) = args.effort().filter(|_| reviewed.review.outside.is_some()) {
        reviewed = estimated(common, &library, reviewed, effort)?;
    }
    if common.json {
        output::json(&reviewed)?;
    } else {
        print(&reviewed)?;
    }
    if let Some(file) = file {
        file.write(reviewed.sgf)?;
    }
    reviewed.stop.map_or(Ok(()), |stop| Err(Failure::new(Status::Usage, stop)))
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

/// Judges the moves outside the tables by certificates and by the engine.
fn estimated(
    common: &Common,
    library: &Library,
    reviewed: ReviewedGame,
    effort: Effort,
) -> Result<ReviewedGame, Failure> {
    let (thinking, moves) = (Thinking::on_stderr(!common.json), reviewed.game.moves().len());
    let heard = |engine: Estimator| engine.heard_by(thinking.listener());
    let begins = |number| {
        thinking.name(&format!("the engine, at move {number} of {moves},"));
        true
    };
    let judge = || reviewed.estimated(library, effort, heard, begins);
    thinking.during("the engine", judge)
}

fn print(reviewed: &ReviewedGame) -> Result<(), Failure> {
    let ReviewedGame { record, game, stop, review, .. } = reviewed;
    let (start, rules) = (game.start(), rules_name(game.preset()));
    output::line(format!("{start}  on {} under {rules}", start.board()))?;
    let players = &record.players;
    for (side, name) in [("black", &players.black), ("white", &players.white)] {
        if !name.is_empty() {
            output::line(format!("{side}: {}", printable(name)))?;
        }
    }
    if let Some(lost) = &reviewed.lost_from_start {
        output::answer(&lost.words)?;
    }
    let estimates = estimate_lines(review);
    if !estimates.is_empty() {
        output::line("outside the tables; scores are estimates by the engine, not proven:")?;
    }
    let lesson = reviewed.lesson.iter().map(|lesson| lesson.words.clone());
    for line in estimates.into_iter().chain(history_lines(review)).chain(lesson) {
        output::answer(line)?;
    }
    for line in Chart::new(review, game.start().turn()).lines(output::width()) {
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
