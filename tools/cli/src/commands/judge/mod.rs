//! `loa judge`: compares an engine with the tables.

mod arguments;

use std::num::{NonZeroU32, NonZeroU64};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use loa_api::Library;
use loa_api::jobs::expect_tables;
use loa_api::judging::{Comparison, EngineLabel, JudgeReport, OlderReport, Source, not_started};
use loa_api::output_file::Overwrite;
use loa_engine::client::{DialogueLog, Limit, Protocol, Setup};
use loa_engine::{EngineSource, Guide};
use loa_judge::judging::{
    Band, Baseline, Counts, Defender, EngineGames, EnginePool, Judgement, Question, Sample, judge,
    judge_baselines, questions_about, read_positions, read_questions, reasons,
};
use loa_record::random::Pcg64;
use loa_solver::{Board, Control, Position, Rules};
use loa_tablebase::{Tablebase, Wdl};

use crate::common::{Common, cores};
use crate::failure::{Failure, Status, at, bail, failure};
use crate::interruption::{heed_signals, interruption};
use crate::paths::{name_of, read_text, stdout};
use crate::play::PROOF;
use crate::proof_file::read_guide_under;

pub(crate) use self::arguments::JudgeArgs;

pub(crate) fn run(common: &Common, args: &JudgeArgs) -> Result<(), Failure> {
    let began = Instant::now();
    check_options(args)?;
    let (name, text) = (args.suite.as_deref().map(name_of), args.suite.as_deref().map(read_text));
    let text = text.transpose()?;
    let suite = name.as_deref().zip(text.as_deref());
    let (entrant, common) = &Entrant::of(common, args, suite)?;
    let older = args.compare.as_deref().map(older_report).transpose()?;
    let page = args.html.as_deref().map(|path| args.overwrite.open(path, stdout)).transpose()?;
    // The first signal stops the questions, and the command reports the results so far. The second
    // signal ends the process and its engines.
    heed_signals()?;
    let library = common.library()?;
    let tables = library.tables.of(common.preset().rules);
    let meter = common.meter();
    let control = meter.control();
    let (questions, source) = questions(&library, (args, suite), entrant, tables, &control)?;
    if let (true, Some((file, _))) = (questions.is_empty(), suite) {
        bail!(Failed, "no position to ask about: the game is over in every position of {file}");
    }
    if questions.is_empty() && args.positions > 0 {
        bail!(Failed, "no position to ask about: all moves are right in every position");
    }
    let mut pool = EnginePool::new(entrant.source());
    pool.repetition = common.preset().repetition;
    pool.workers = args.workers.map_or_else(cores, usize::from);
    pool.most_failures = args.max_failures.get();
    pool.control = &control;
    let judgement = judge(&pool, &questions);
    // The command reports the moves even if the games fail.
    let (games, trouble) = match play_out(&library, args, &pool, tables, &judgement, &questions) {
        Ok(games) => (games, None),
        Err(failure) => (None, Some(failure)),
    };
    let baselines = baselines(args, &pool, &judgement, &questions);
    meter.finish();
    if let Some(failed) = not_started(&judgement, games.as_ref()) {
        return Err(Failure::new(Status::Failed, failed));
    }
    // With `never`, no event fails the engine.
    let fail_on: Option<Vec<_>> = args.fail_on.iter().copied().collect();
    let fail_on = fail_on.unwrap_or_default();
    let reasons = reasons(&judgement, games.as_ref(), &fail_on);
    let both = (judgement, games);
    let report = JudgeReport::new(entrant.label(), source, tables, both, args.worst);
    let mut report = report.beside(baselines).concluded(reasons, began.elapsed());
    report.interrupted = control.is_stopped();
    report.compared = older.map(|older| Comparison::of(&older, &report)).transpose()?;
    let printed = common.show(&report);
    let written = page.map(|page| page.write(report.page()));
    printed?;
    written.transpose()?;
    check_log(args.log.as_deref(), entrant.log())?;
    trouble.map_or(Ok(()), Err)?;
    passed(&report)
}

/// Plays the endings, if the command line requests them and the engine still works.
fn play_out(
    library: &Library,
    args: &JudgeArgs,
    pool: &EnginePool<'_>,
    tables: &Tablebase,
    judgement: &Judgement,
    questions: &[Question],
) -> Result<Option<EngineGames>, Failure> {
    if args.play == 0 || judgement.gave_up || pool.control.is_stopped() {
        return Ok(None);
    }
    let defender = Defender { tables, most_plies: args.max_plies.get(), seed: args.seed };
    let starts = starts(library, args, tables, pool.control, questions)?;
    Ok(Some(defender.play(pool, &starts)?))
}

/// Asks plain players about the same positions, if the command line requests them and the engine
/// has answered.
fn baselines(
    args: &JudgeArgs,
    pool: &EnginePool<'_>,
    judgement: &Judgement,
    questions: &[Question],
) -> Vec<(Baseline, Counts)> {
    if !args.baselines || judgement.moves.is_empty() {
        return Vec::new();
    }
    let time = args.movetime.map_or(100, NonZeroU32::get);
    judge_baselines(pool, questions, Duration::from_millis(time.into()), args.seed)
}

/// Refuses what the winner of a proof, which does not search, could not use.
fn check_options(args: &JudgeArgs) -> Result<(), Failure> {
    let times = [args.movetime, args.depth, args.ready].iter().any(Option::is_some);
    let is_program = args.protocol != Protocol::Uci || !args.options.is_empty();
    let is_limited = times || args.nodes.is_some() || args.grace.is_some();
    let is_narrowed = args.suite.is_some() || !args.material.is_empty() || args.stones.is_some();
    let is_of_program = is_program || is_limited || is_narrowed || args.log.is_some();
    if is_of_program && args.engine.starts_with(PROOF) {
        bail!(
            Usage,
            "the winner of a proof does not search and is asked about positions of the proof: it \
             takes no limit, protocol, option, log, suite, material or number of stones"
        );
    }
    Ok(())
}

/// Fails if the engine did not pass.
fn passed(report: &JudgeReport) -> Result<(), Failure> {
    if report.interrupted {
        bail!(Interrupted, "interrupted");
    }
    if report.reasons.is_empty() {
        return Ok(());
    }
    let reasons = report.reasons.join(", ");
    Err(failure!(Wrong, "the engine did not pass: {reasons}"))
}

/// Reads a report printed with `--json`.
fn older_report(path: &Path) -> Result<OlderReport, Failure> {
    serde_json::from_str(&read_text(path)?)
        .map_err(|_| failure!(Usage, "{}: not a report of: loa judge --json", name_of(path)))
}

/// The engine to judge.
enum Entrant {
    /// A program.
    Program(Box<Setup>),
    /// The winner of a certificate.
    Proof {
        guide: Guide,
        /// The name of the engine on the command line.
        name: String,
    },
}

impl Entrant {
    /// Returns the engine, and the options under the rules of the suite or the certificate.
    fn of(
        common: &Common,
        args: &JudgeArgs,
        suite: Option<(&str, &str)>,
    ) -> Result<(Entrant, Common), Failure> {
        let named = common.named_rules();
        let Some(file) = args.engine.strip_prefix(PROOF) else {
            let read = |suite| read_positions(named, suite);
            let found = suite.map(read).transpose()?.and_then(|(rules, _)| rules);
            let common = common.under_rules_of_file(found);
            let setup = setup(common.preset().rules, args)?;
            return Ok((Entrant::Program(Box::new(setup)), common));
        };
        let (guide, rules) = read_guide_under(file.as_ref(), named)?;
        let common = common.under_rules_of_file(Some(rules));
        let board = guide.start().board();
        if let Some(other) = args.board.filter(|&other| other != board) {
            bail!(Usage, "{file}: the certificate is of {board}, not of {other}");
        }
        Ok((Entrant::Proof { guide, name: args.engine.clone() }, common))
    }

    fn log(&self) -> Option<&DialogueLog> {
        match self {
            Entrant::Program(setup) => setup.log.as_deref(),
            Entrant::Proof { .. } => None,
        }
    }

    fn source(&self) -> &dyn EngineSource {
        match self {
            Entrant::Program(setup) => &**setup,
            Entrant::Proof { guide, .. } => guide,
        }
    }

    fn label(&self) -> EngineLabel {
        match self {
            Entrant::Program(setup) => EngineLabel::from(&**setup),
            Entrant::Proof { name, .. } => EngineLabel {
                command: name.clone(),
                protocol: "none",
                limit: "no search".to_owned(),
                movetime: None,
            },
        }
    }
}

/// Starts a log in a file.
pub(crate) fn dialogue_log(path: &Path, overwrite: Overwrite) -> Result<Arc<DialogueLog>, Failure> {
    Ok(Arc::new(DialogueLog::new(overwrite.create(path, stdout)?)))
}

/// Fails if a line of a log could not be written.
pub(crate) fn check_log(path: Option<&Path>, log: Option<&DialogueLog>) -> Result<(), Failure> {
    let (Some(path), Some(log)) = (path, log) else {
        return Ok(());
    };
    log.check().map_err(|error| at(path, error))
}

/// Returns the limit of a search: plies or positions if given, else a time.
pub(crate) fn search_limit(
    depth: Option<NonZeroU32>,
    nodes: Option<NonZeroU64>,
    milliseconds: u32,
) -> Limit {
    match (depth, nodes) {
        (Some(plies), _) => Limit::Depth(plies.get()),
        (_, Some(nodes)) => Limit::Nodes(nodes.get()),
        _ => Limit::Time(Duration::from_millis(milliseconds.into())),
    }
}

/// Returns how late an answer may be, in milliseconds. If the limit is not a time, it is the time
/// for the whole answer.
pub(crate) const fn usual_grace(limit: Limit, of_a_time: u32) -> u32 {
    match limit {
        Limit::Time(_) => of_a_time,
        _ => 60_000,
    }
}

/// Returns the program to start and the limits of its searches.
fn setup(rules: Rules, args: &JudgeArgs) -> Result<Setup, Failure> {
    let codingame = args.protocol == Protocol::Codingame;
    if codingame {
        let is_its_board = |board: Board| (board.files(), board.ranks()) == (8, 8);
        let misfit = rules != Rules::default() || !args.board.is_none_or(is_its_board);
        if misfit || args.depth.is_some() || args.nodes.is_some() || !args.options.is_empty() {
            bail!(
                Usage,
                "CodinGame's protocol knows 8x8 under mover-pass and times alone, \
                           and no options"
            );
        }
    }
    let milliseconds = |time: u32| Duration::from_millis(time.into());
    let (default_time, default_grace, default_ready) =
        if codingame { (150, 0, 1000) } else { (100, 1000, 10_000) };
    let time = args.movetime.map_or(default_time, NonZeroU32::get);
    let limit = search_limit(args.depth, args.nodes, time);
    let default_grace = usual_grace(limit, default_grace);
    let mut setup = Setup::new(&args.engine);
    setup.protocol = args.protocol;
    setup.limit = limit;
    setup.grace = milliseconds(args.grace.unwrap_or(default_grace));
    setup.ready = milliseconds(args.ready.map_or(default_ready, NonZeroU32::get));
    setup.options.clone_from(&args.options);
    setup.stop = interruption();
    let log = |path| dialogue_log(path, args.overwrite);
    setup.log = args.log.as_deref().map(log).transpose()?;
    let words = setup.words();
    words.map_err(|fault| Failure::new(Status::Usage, fault))?;
    Ok(setup)
}

/// Returns the positions to ask about.
fn questions(
    library: &Library,
    (args, suite): (&JudgeArgs, Option<(&str, &str)>),
    entrant: &Entrant,
    tables: &Tablebase,
    control: &Control<'_>,
) -> Result<(Vec<Question>, Source), Failure> {
    if let Entrant::Proof { guide, .. } = entrant {
        return of_proof(guide, args, tables, control);
    }
    if let Some(suite) = suite {
        let rules = tables.rules();
        let positions = read_positions(Some(rules), suite)?.1.into_iter();
        expect_tables(library, suite.0, positions.map(|position| (rules, position)))?;
        let (questions, over) = read_questions(tables, suite, control)?;
        let is_fit = |question: &Question| {
            let board = question.position().board();
            args.protocol != Protocol::Codingame || (board.files(), board.ranks()) == (8, 8)
        };
        if !questions.iter().all(is_fit) {
            bail!(Usage, "CodinGame's protocol supports only 8x8, and the suite has other boards");
        }
        return Ok((questions, Source::Suite { file: suite.0.to_owned(), over }));
    }
    let board = board(args)?;
    let wanted = args.positions as usize;
    let questions = draw(library, args, tables, control, wanted, |_| true)?;
    let seed = args.seed;
    Ok((questions, Source::Sample { board, seed, wanted }))
}

/// Returns the positions to play, long wins and then draws: the first of the questions, or others
/// if a sample has too few.
fn starts(
    library: &Library,
    args: &JudgeArgs,
    tables: &Tablebase,
    control: &Control<'_>,
    asked: &[Question],
) -> Result<Vec<Question>, Failure> {
    let play = args.play as usize;
    let mut starts = Vec::new();
    let is_win = |band: Band| band.wdl() == Wdl::Win && band.is_long();
    let is_draw = |band: Band| band.wdl() == Wdl::Draw;
    for wants in [is_win, is_draw] {
        let known: Vec<Question> = asked
            .iter()
            .filter(|question| wants(question.stratum().band))
            .take(play)
            .cloned()
            .collect();
        let draws_others = args.suite.is_none() && !args.engine.starts_with(PROOF);
        if known.len() < play && draws_others {
            starts.append(&mut draw(library, args, tables, control, play, wants)?);
        } else {
            starts.extend(known);
        }
    }
    Ok(starts)
}

fn draw(
    library: &Library,
    args: &JudgeArgs,
    tables: &Tablebase,
    control: &Control<'_>,
    positions: usize,
    wants: fn(Band) -> bool,
) -> Result<Vec<Question>, Failure> {
    let board = board(args)?;
    let mut materials = tables.materials(board)?;
    if !args.material.is_empty() {
        materials.clone_from(&args.material);
    }
    materials.retain(|material| args.stones.is_none_or(|most| material.stones() <= most));
    if materials.is_empty() {
        return Err(library.no_tables(tables.rules(), board, None));
    }
    let mut sample = Sample::new(tables, board, materials);
    sample.wants = wants;
    sample.positions = positions;
    sample.seed = args.seed;
    Ok(sample.draw(control)?)
}

fn board(args: &JudgeArgs) -> Result<Board, Failure> {
    let missing = || failure!(Usage, "no board given: name one, or --suite FILE");
    args.board.ok_or_else(missing)
}

/// Samples positions in which the winner of a proof must answer.
fn of_proof(
    guide: &Guide,
    args: &JudgeArgs,
    tables: &Tablebase,
    control: &Control<'_>,
) -> Result<(Vec<Question>, Source), Failure> {
    let mut positions: Vec<Position> = guide.turns();
    let all = positions.len();
    Pcg64::of(args.seed, &[]).shuffle(&mut positions);
    positions.truncate(args.positions as usize);
    control.begin("probing positions", positions.len() as u64);
    let questions = questions_about(tables, &positions, control)?;
    let (board, seed) = (guide.start().board(), args.seed);
    Ok((questions, Source::Proof { board, seed, all }))
}
