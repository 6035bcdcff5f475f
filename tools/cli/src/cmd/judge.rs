//! `loa judge`: an engine against the tables.

use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use loa_solver::{Board, Material, Rules};
use loa_tablebase::{Tablebase, Wdl};

use super::solve::leave;
use crate::args::Common;
use crate::failure::{Failure, Status};
use crate::judge::{
    self, FailOn, Games, Judgement, Opposition, Panel, Question, Reach, Report, Sample, Source,
};
use crate::output;
use crate::output_file::OutputFile;
use crate::protocol::{Limit, Protocol, Setup};
use crate::watch::Watch;

/// Judge an engine by the tables
///
/// The engine is asked for its move in positions that the tables cover. Told is what
/// the moves did to the value: whether they kept it, how much longer a win or how
/// much shorter a loss became, and where the worst of them were.
///
/// The positions are drawn at random, the same for the same seed, in strata: all of
/// one material, outcome and band of distances (1-2, 3-4, 5-8, 9-16 plies and so
/// on). Each stratum gets the same number of places, a drawn one twice and a lost
/// one half as many as a won one; what a rare stratum cannot fill goes to the
/// others. Rare ones are also looked for along best play, on from the longest
/// wins and losses of each table and from draws. Two positions are looked at for each place, and the harder half of a
/// stratum's is asked about: those where the larger share of moves gives the
/// outcome away, then those where the larger share loses time. Positions in which
/// no move can be wrong are passed over.
#[derive(clap::Args, Debug)]
pub(crate) struct Judge {
    /// The engine's command line, in words split as a shell splits them
    #[arg(value_name = "ENGINE")]
    engine: String,
    /// The board to draw positions of, such as 5x5
    #[arg(required_unless_present = "suite", conflicts_with = "suite")]
    board: Option<Board>,
    /// Ask about the positions of a file instead: a suite, or else a position a line,
    /// up to a semicolon; what follows a # is a comment
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    /// How many positions to draw
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1000,
        conflicts_with = "suite",
        value_parser = clap::value_parser!(u32).range(..=MOST)
    )]
    positions: u32,
    /// What the choice of positions depends on
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Draw only positions of this material [default: all that there are tables of]
    #[arg(
        long,
        value_name = "AvB",
        value_delimiter = ',',
        conflicts_with = "suite"
    )]
    material: Vec<Material>,
    /// Draw only positions with at most this many stones
    #[arg(long, value_name = "N", conflicts_with = "suite")]
    pieces: Option<u32>,
    /// How the engine is talked to
    #[arg(long, value_enum, default_value_t = Protocol::Uci)]
    protocol: Protocol,
    /// Milliseconds for a move [default: 100; with codingame 150]
    #[arg(long, value_name = "MS", group = "limit")]
    movetime: Option<NonZeroU32>,
    /// Plies to search, instead of a time
    #[arg(long, value_name = "PLIES", group = "limit")]
    depth: Option<NonZeroU32>,
    /// Positions to search, instead of a time
    #[arg(long, value_name = "N", group = "limit")]
    nodes: Option<NonZeroU64>,
    /// Milliseconds that an answer may come late [default: 1000; with codingame 0;
    /// with --depth or --nodes 60000, which is then all the time there is]
    #[arg(long, value_name = "MS")]
    grace: Option<u32>,
    /// Milliseconds to get ready in at the start and before each position; with
    /// codingame, for the first move of a game [default: 10000; with codingame 1000]
    #[arg(long, value_name = "MS")]
    ready: Option<NonZeroU32>,
    /// An option to set, such as Hash=64; can be given more than once
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = option)]
    options: Vec<(String, String)>,
    /// Engines to run side by side [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    workers: Option<u16>,
    /// Failures after which the engine is given up
    #[arg(long, value_name = "N", default_value = "10")]
    max_failures: NonZeroUsize,
    /// Also play out this many positions won in five plies or more, against perfect
    /// defence, and this many drawn ones, against best resistance
    #[arg(long, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u32).range(..=MOST))]
    play: u32,
    /// Plies after which a game that is played out is ended
    #[arg(long, value_name = "N", default_value = "200")]
    max_plies: NonZeroUsize,
    /// How many of the worst moves to show
    #[arg(long, value_name = "N", default_value_t = 10)]
    worst: usize,
    /// Also write a page with tables and drawn boards
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// What ends the command with exit status 3
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',',
          default_values_t = [FailOn::Blunder, FailOn::Failure])]
    fail_on: Vec<FailOn>,
}

/// More positions than this are not drawn.
const MOST: i64 = 1_000_000;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

pub(super) fn run(common: &Common, args: &Judge) -> Result<(), Failure> {
    let began = Instant::now();
    let setup = setup(common.rules.rules, args)?;
    let page = args.html.as_deref().map(OutputFile::open).transpose()?;
    // The first signal ends the waiting, and what is known is reported; the second
    // ends the process, and the engines with it.
    let handler = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Relaxed) {
            leave();
        }
    });
    handler.map_err(|error| Failure::new(Status::Failed, error))?;
    let tables = common.tablebase()?;
    let watch = Watch::new(&INTERRUPTED, common.quiet || common.json);
    let (questions, source) = questions(common, args, &tables, &watch)?;
    if questions.is_empty() && (args.suite.is_some() || args.positions > 0) {
        let message = "there is no position to ask about: none in which a move can be wrong";
        return Err(Failure::new(Status::Failed, message));
    }
    let panel = Panel {
        setup: &setup,
        workers: args.workers.map_or_else(cores, usize::from),
        most_failures: args.max_failures.get(),
        watch: &watch,
    };
    let judgement = judge::judge(&panel, &questions);
    // What was judged is reported, whatever becomes of the games.
    let (games, trouble) = match play_out(common, args, &panel, &tables, &judgement, &questions) {
        Ok(games) => (games, None),
        Err(failure) => (None, Some(failure)),
    };
    watch.finish();
    let reasons = judge::reasons(&judgement, games.as_ref(), &args.fail_on);
    let report = Report {
        setup: &setup,
        rules: common.rules,
        source,
        judgement,
        games,
        worst: args.worst,
        reasons,
        interrupted: watch.interrupted(),
        elapsed: began.elapsed(),
    };
    if let Some(failed) = report.not_started() {
        return Err(Failure::new(Status::Failed, failed));
    }
    let told = match common.json {
        true => output::json(&judge::to_json(&report)),
        false => judge::print(&report),
    };
    let written = page.map(|page| page.write(&judge::page(&report)));
    told?;
    written.transpose()?;
    trouble.map_or(Ok(()), Err)?;
    passed(&report)
}

/// Plays endings out, if that was asked for and the engine is fit for it.
fn play_out(
    common: &Common,
    args: &Judge,
    panel: &Panel<'_>,
    tables: &Tablebase,
    judgement: &Judgement<'_>,
    questions: &[Question],
) -> Result<Option<Games>, Failure> {
    if args.play == 0 || judgement.gave_up || panel.watch.interrupted() {
        return Ok(None);
    }
    let opposition = Opposition {
        tables,
        preset: common.rules,
        most_plies: args.max_plies.get(),
        seed: args.seed,
    };
    let starts = starts(common, args, tables, panel.watch, questions)?;
    opposition.play(panel, &starts).map(Some)
}

/// Whether the engine has passed.
fn passed(report: &Report<'_>) -> Result<(), Failure> {
    if report.interrupted {
        return Err(Failure::new(Status::Interrupted, "interrupted"));
    }
    if report.reasons.is_empty() {
        return Ok(());
    }
    let reasons = report.reasons.join(", ");
    Err(Failure::new(
        Status::Wrong,
        format!("the engine did not pass: {reasons}"),
    ))
}

fn setup(rules: Rules, args: &Judge) -> Result<Setup, Failure> {
    let codingame = args.protocol == Protocol::Codingame;
    if codingame {
        let is_its_board = |board: Board| (board.files(), board.ranks()) == (8, 8);
        let misfit = rules != Rules::default() || !args.board.is_none_or(is_its_board);
        if misfit || args.depth.is_some() || args.nodes.is_some() || !args.options.is_empty() {
            let message = "CodinGame's protocol knows 8x8 under mover-pass and times alone, \
                           and no options";
            return Err(Failure::new(Status::Usage, message));
        }
    }
    let milliseconds = |time: u32| Duration::from_millis(time.into());
    let (default_time, default_grace, default_ready) = if codingame {
        (150, 0, 1000)
    } else {
        (100, 1000, 10_000)
    };
    let limit = match (args.depth, args.nodes) {
        (Some(plies), _) => Limit::Depth(plies.get()),
        (_, Some(nodes)) => Limit::Nodes(nodes.get()),
        _ => Limit::Time(milliseconds(
            args.movetime.map_or(default_time, NonZeroU32::get),
        )),
    };
    let default_grace = match limit {
        Limit::Time(_) => default_grace,
        Limit::Depth(_) | Limit::Nodes(_) => 60_000,
    };
    let setup = Setup {
        command: args.engine.clone(),
        protocol: args.protocol,
        rules,
        limit,
        grace: milliseconds(args.grace.unwrap_or(default_grace)),
        ready: milliseconds(args.ready.map_or(default_ready, NonZeroU32::get)),
        options: args.options.clone(),
        interrupted: Some(&INTERRUPTED),
    };
    let words = setup.words();
    words.map_err(|fault| Failure::new(Status::Usage, fault))?;
    Ok(setup)
}

/// The positions to ask about.
fn questions(
    common: &Common,
    args: &Judge,
    tables: &Tablebase,
    watch: &Watch,
) -> Result<(Vec<Question>, Source), Failure> {
    if let Some(file) = &args.suite {
        let (questions, finished) = judge::read_suite(tables, file, watch)?;
        let is_fit = |question: &Question| {
            let board = question.position().board();
            args.protocol != Protocol::Codingame || (board.files(), board.ranks()) == (8, 8)
        };
        if !questions.iter().all(is_fit) {
            let message = "CodinGame's protocol knows 8x8 alone, and the suite has other boards";
            return Err(Failure::new(Status::Usage, message));
        }
        let file = file.display().to_string();
        return Ok((questions, Source::Suite { file, finished }));
    }
    let board = board(args)?;
    let wanted = args.positions as usize;
    let questions = draw(common, args, tables, watch, wanted, |_| true)?;
    let seed = args.seed;
    Ok((
        questions,
        Source::Sample {
            board,
            seed,
            wanted,
        },
    ))
}

/// The positions to play out, long wins and then draws: the first of those
/// that were asked about, or others if they are too few of a sample.
fn starts(
    common: &Common,
    args: &Judge,
    tables: &Tablebase,
    watch: &Watch,
    asked: &[Question],
) -> Result<Vec<Question>, Failure> {
    let play = args.play as usize;
    let mut starts = Vec::new();
    let is_win = |reach: Reach| reach.wdl() == Wdl::Win && reach.is_long();
    let is_draw = |reach: Reach| reach.wdl() == Wdl::Draw;
    for wants in [is_win, is_draw] {
        let known = asked
            .iter()
            .filter(|question| wants(question.stratum().reach));
        let known: Vec<Question> = known.take(play).cloned().collect();
        if known.len() < play && args.suite.is_none() {
            starts.append(&mut draw(common, args, tables, watch, play, wants)?);
        } else {
            starts.extend(known);
        }
    }
    Ok(starts)
}

fn draw(
    common: &Common,
    args: &Judge,
    tables: &Tablebase,
    watch: &Watch,
    positions: usize,
    wants: fn(Reach) -> bool,
) -> Result<Vec<Question>, Failure> {
    let board = board(args)?;
    let mut materials = tables.materials(board)?;
    if !args.material.is_empty() {
        materials.clone_from(&args.material);
    }
    materials.retain(|material| args.pieces.is_none_or(|most| material.stones() <= most));
    if materials.is_empty() {
        return Err(Failure::no_tables(&common.lack(board)?));
    }
    let sample = Sample {
        tables,
        board,
        materials: &materials,
        wants,
        positions,
        seed: args.seed,
    };
    sample.draw(watch)
}

fn board(args: &Judge) -> Result<Board, Failure> {
    let missing = || Failure::new(Status::Usage, "a board is wanted, or --suite FILE");
    args.board.ok_or_else(missing)
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

fn option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}
