//! `loa judge`: an engine against the tables.

use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use loa_engine::client::{Limit, Setup};
use loa_judge::StageWatch;
use loa_judge::judging::{
    Band, Defender, EngineLabel, EnginePool, FailOn, Games, Judgement, Question, Report, Sample,
    Source, judge, read_questions, reasons, report_json, report_lines, report_page,
};
use loa_solver::{Board, Material, Rules};
use loa_tablebase::{Tablebase, Wdl};

use super::engine::ProtocolArgument;
use crate::common::Common;
use crate::failure::{Failure, Status};
use crate::interruption::leave;
use crate::output;
use crate::output_file::OutputFile;
use crate::progress::StageProgress;

/// Judge an engine by the tables
///
/// The engine is asked for its move in positions that the tables cover. The report shows
/// the effect of each move on the value: whether it kept a win or a draw, how much
/// longer a win or how much shorter a loss became, and which moves were the worst.
///
/// The positions are drawn at random, the same for the same seed, in strata: all of
/// one material, result and band of distances (1-2, 3-4, 5-8, 9-16 plies and so
/// on). Each stratum gets the same number of places, a drawn one twice and a lost
/// one half as many as a won one; places that a rare stratum cannot fill go to the
/// others. Rare positions are also looked for along best play, on from the longest
/// wins and losses of each table and from draws. Two positions are looked up for each
/// place, and the engine gets the harder half of each stratum: those in which the
/// larger share of moves gives the result away, then those in which the larger share
/// loses time. Positions in which no move is wrong are skipped.
#[derive(clap::Args, Debug)]
pub(crate) struct JudgeArgs {
    /// The engine's command line, in words split as a shell splits them
    #[arg(value_name = "ENGINE")]
    engine: String,
    /// The board to draw positions of, such as 5x5
    #[arg(required_unless_present = "suite", conflicts_with = "suite")]
    board: Option<Board>,
    /// Ask about the positions of a file instead: a suite, or a position a line, up to a
    /// semicolon; comments begin with #
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    /// Number of positions to draw
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1000,
        conflicts_with = "suite",
        value_parser = clap::value_parser!(u32).range(..=MOST)
    )]
    positions: u32,
    /// Seed: the same number draws the same positions
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
    /// Protocol that the engine speaks
    #[arg(long, value_enum, default_value_t = ProtocolArgument::Uci)]
    protocol: ProtocolArgument,
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
    /// Number of worst moves to show
    #[arg(long, value_name = "N", default_value_t = 10)]
    worst: usize,
    /// Also write a page with tables and drawn boards
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Events that end the command with exit status 3
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',',
          default_values_t = [FailOnArgument::Blunder, FailOnArgument::Failure])]
    fail_on: Vec<FailOnArgument>,
}

/// A kind of event that makes an engine fail, on the command line.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum FailOnArgument {
    /// A move that gives a win or a draw away, or a game in which that happens
    Blunder,
    /// An engine that hangs, dies or gives an answer that is not a move
    Failure,
    /// A move that wins later than need be
    Slower,
    /// A move that loses sooner than need be
    Sooner,
    /// Nothing
    Never,
}

/// Returns the kinds of events that make an engine fail.
fn fail_on(arguments: &[FailOnArgument]) -> Vec<FailOn> {
    if arguments.contains(&FailOnArgument::Never) {
        return Vec::new();
    }
    let kinds = arguments.iter().filter_map(|argument| match argument {
        FailOnArgument::Blunder => Some(FailOn::Blunder),
        FailOnArgument::Failure => Some(FailOn::Failure),
        FailOnArgument::Slower => Some(FailOn::Slower),
        FailOnArgument::Sooner => Some(FailOn::Sooner),
        FailOnArgument::Never => None,
    });
    kinds.collect()
}

/// The most positions that are drawn.
const MOST: i64 = 1_000_000;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

pub(crate) fn run(common: &Common, args: &JudgeArgs) -> Result<(), Failure> {
    let began = Instant::now();
    let setup = setup(common.rules.rules, args)?;
    let page = args.html.as_deref().map(OutputFile::open).transpose()?;
    // The first signal ends the waiting, and the results so far are reported; the
    // second ends the process, and the engines with it.
    let handler = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Relaxed) {
            leave();
        }
    });
    handler.map_err(|error| Failure::new(Status::Failed, error))?;
    let tables = common.tablebase()?;
    let watch = StageProgress::new(&INTERRUPTED, common.quiet || common.json);
    let (questions, source) = questions(common, args, &tables, &watch)?;
    if questions.is_empty() && (args.suite.is_some() || args.positions > 0) {
        let message = "there is no position to ask about: none in which any move is wrong";
        return Err(Failure::new(Status::Failed, message));
    }
    let mut pool = EnginePool::new(&setup);
    pool.preset = common.rules;
    pool.workers = args.workers.map_or_else(cores, usize::from);
    pool.most_failures = args.max_failures.get();
    pool.watch = &watch;
    let judgement = judge(&pool, &questions);
    // The moves are reported even if the games fail.
    let (games, trouble) = match play_out(common, args, &pool, &tables, &judgement, &questions) {
        Ok(games) => (games, None),
        Err(failure) => (None, Some(failure)),
    };
    watch.finish();
    let reasons = reasons(&judgement, games.as_ref(), &fail_on(&args.fail_on));
    let report = Report {
        engine: EngineLabel::from(&setup),
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
    let printed = match common.json {
        true => output::json(&report_json(&report)),
        false => output::lines(report_lines(&report).into_iter()),
    };
    let written = page.map(|page| page.write(&report_page(&report)));
    printed?;
    written.transpose()?;
    trouble.map_or(Ok(()), Err)?;
    passed(&report)
}

/// Plays endings out, if they are wanted and the engine is fit for it.
fn play_out(
    common: &Common,
    args: &JudgeArgs,
    pool: &EnginePool<'_>,
    tables: &Tablebase,
    judgement: &Judgement<'_>,
    questions: &[Question],
) -> Result<Option<Games>, Failure> {
    if args.play == 0 || judgement.gave_up || pool.watch.interrupted() {
        return Ok(None);
    }
    let defender = Defender {
        tables,
        preset: common.rules,
        most_plies: args.max_plies.get(),
        seed: args.seed,
    };
    let starts = starts(common, args, tables, pool.watch, questions)?;
    Ok(Some(defender.play(pool, &starts)?))
}

/// Returns a failure if the engine has not passed.
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

fn setup(rules: Rules, args: &JudgeArgs) -> Result<Setup, Failure> {
    let codingame = args.protocol == ProtocolArgument::Codingame;
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
        _ => 60_000,
    };
    let mut setup = Setup::new(&args.engine);
    setup.protocol = args.protocol.into();
    setup.rules = rules;
    setup.limit = limit;
    setup.grace = milliseconds(args.grace.unwrap_or(default_grace));
    setup.ready = milliseconds(args.ready.map_or(default_ready, NonZeroU32::get));
    setup.options.clone_from(&args.options);
    setup.interrupted = Some(&INTERRUPTED);
    let words = setup.words();
    words.map_err(|fault| Failure::new(Status::Usage, fault))?;
    Ok(setup)
}

/// Returns the positions to ask about.
fn questions(
    common: &Common,
    args: &JudgeArgs,
    tables: &Tablebase,
    watch: &dyn StageWatch,
) -> Result<(Vec<Question>, Source), Failure> {
    if let Some(file) = &args.suite {
        let (questions, over) = read_questions(tables, file, watch)?;
        let is_fit = |question: &Question| {
            let board = question.position().board();
            args.protocol != ProtocolArgument::Codingame || (board.files(), board.ranks()) == (8, 8)
        };
        if !questions.iter().all(is_fit) {
            let message = "CodinGame's protocol knows 8x8 alone, and the suite has other boards";
            return Err(Failure::new(Status::Usage, message));
        }
        let file = file.display().to_string();
        return Ok((questions, Source::Suite { file, over }));
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

/// Returns the positions to play out, long wins and then draws: the first of those that
/// were asked about, or others if a sample has too few.
fn starts(
    common: &Common,
    args: &JudgeArgs,
    tables: &Tablebase,
    watch: &dyn StageWatch,
    asked: &[Question],
) -> Result<Vec<Question>, Failure> {
    let play = args.play as usize;
    let mut starts = Vec::new();
    let is_win = |band: Band| band.wdl() == Wdl::Win && band.is_long();
    let is_draw = |band: Band| band.wdl() == Wdl::Draw;
    for wants in [is_win, is_draw] {
        let known = asked
            .iter()
            .filter(|question| wants(question.stratum().band));
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
    args: &JudgeArgs,
    tables: &Tablebase,
    watch: &dyn StageWatch,
    positions: usize,
    wants: fn(Band) -> bool,
) -> Result<Vec<Question>, Failure> {
    let board = board(args)?;
    let mut materials = tables.materials(board)?;
    if !args.material.is_empty() {
        materials.clone_from(&args.material);
    }
    materials.retain(|material| args.pieces.is_none_or(|most| material.stones() <= most));
    if materials.is_empty() {
        return Err(Failure::no_tables(&common.missing_tables(board)?));
    }
    let mut sample = Sample::new(tables, board, materials);
    sample.wants = wants;
    sample.positions = positions;
    sample.seed = args.seed;
    Ok(sample.draw(watch)?)
}

fn board(args: &JudgeArgs) -> Result<Board, Failure> {
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
