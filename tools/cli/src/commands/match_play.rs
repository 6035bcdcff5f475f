//! `loa match`: engines against each other.

use std::collections::BTreeMap;
use std::num::{NonZeroU8, NonZeroU32, NonZeroU64};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use loa_api::advice::{quoted, tables_option};
use loa_api::output_file::{OutputFile, Overwrite};
use loa_api::{MatchFile, MatchReport, whole_games, with_last_words};
use loa_engine::client::Setup;
use loa_engine::{EngineSource, Level};
use loa_judge::judging::read_positions;
use loa_judge::match_play::{
    Match, ScoreRule, Sprt, TimeControl, Tournament, openings_from, random_openings,
};
use loa_record::Game;
use loa_record::text::{self, path_text};
use loa_solver::{Board, Rules};

use super::judge;
use crate::common::{Common, cores};
use crate::failure::{Failure, Status, bail, failure};
use crate::interruption::{heed_signals, interruption};
use crate::output;
use crate::paths::{self, name_of, read_lines, stdout};

// Options that the help shows below the common options.
const OPENINGS: &str = "Openings";
const LIMITS: &str = "Limits";

/// Play a match between engines
///
/// Each opening consists of the start of the board and some random moves. The engines play it
/// twice, and each is Black once. The report shows the score of the first engine with its error,
/// the difference in strength, and with --sprt a verdict, which ends the match early. Further
/// engines (--engine) make it a round robin or, with --gauntlet, a gauntlet. All pairings play the
/// same openings, and the report ranks the engines. Openings do not repeat, so the match may have
/// fewer games than requested. Games are played to their ends, unless an option ends them early. An
/// engine that fails or makes an illegal move loses the game. The rules are those of a suite's
/// problems, unless --rules names others.
#[derive(clap::Args, Debug)]
pub(crate) struct MatchArgs {
    /// The first engine's command line, or level:0 to level:5 for the built-in engine
    #[arg(value_name = "ENGINE")]
    first: String,
    /// The second engine's command line
    #[arg(value_name = "ENGINE")]
    second: String,
    /// The board, such as 6x6
    #[arg(required_unless_present = "suite", conflicts_with = "suite")]
    board: Option<Board>,
    /// Another engine, for a tournament of three or more; repeat the option for each
    #[arg(long = "engine", value_name = "ENGINE")]
    others: Vec<String>,
    /// Let only the first engine play each of the others [default: each engine plays each other]
    #[arg(long, requires = "others")]
    gauntlet: bool,
    /// Play from the scrambled start
    #[arg(help_heading = OPENINGS, long, conflicts_with = "suite")]
    scrambled: bool,
    /// Play from the positions of a file: a suite, or one position per line
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    /// Number of games of each pair of engines, two for each opening
    #[arg(long, value_name = "N", default_value_t = 100)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Number of random moves in each opening
    #[arg(help_heading = OPENINGS, long, value_name = "N", default_value_t = 4, conflicts_with = "suite")]
    plies: u8,
    /// Seed: the same number gives the same openings
    #[arg(help_heading = OPENINGS, long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Milliseconds per move [default: 100]
    #[arg(long, value_name = "MS", group = "limit")]
    movetime: Option<NonZeroU32>,
    /// Search to a depth of N plies, without a time limit
    #[arg(help_heading = LIMITS, long, value_name = "PLIES", group = "limit")]
    depth: Option<NonZeroU32>,
    /// Search N positions per move, without a time limit
    #[arg(help_heading = LIMITS, long, value_name = "N", group = "limit")]
    nodes: Option<NonZeroU64>,
    /// Clocks: the seconds of each side for a game, and those that each move adds, such as 10+0.1. A
    /// side loses when its time runs out
    #[arg(long, value_name = "TIME+INCREMENT", group = "limit")]
    tc: Option<TimeControl>,
    /// Milliseconds that an answer may be late; without a time limit, the time for the whole answer
    /// [default: 1000; with --tc 100; with --depth or --nodes 60000]
    #[arg(help_heading = LIMITS, long, value_name = "MS")]
    grace: Option<u32>,
    /// Test whether the first of two engines is stronger by ELO1, or by no more than ELO0. The match
    /// stops at the verdict; each verdict is wrong in one of 20 matches
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt, allow_hyphen_values = true)]
    #[arg(conflicts_with = "others")]
    sprt: Option<Sprt>,
    /// A game is a draw after this number of plies, including its opening
    #[arg(help_heading = LIMITS, long, value_name = "N", default_value_t = 400)]
    max_plies: u32,
    /// An engine resigns after N of its moves in a row with scores of -POINTS or less
    #[arg(help_heading = LIMITS, long, value_name = "POINTS,N")]
    resign: Option<ScoreRule>,
    /// A game is a draw after N moves of each side in a row with scores within POINTS of 0
    #[arg(help_heading = LIMITS, long, value_name = "POINTS,N")]
    draw: Option<ScoreRule>,
    /// Append each finished game to this file, in SGF
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    /// Continue the match whose games the file has. Engines, rules, openings and limits must be those
    /// of the interrupted match. A last game without its end is played again
    #[arg(long, requires = "sgf", conflicts_with = "force")]
    resume: bool,
    /// Number of games in parallel [default: one per core]
    #[arg(long, value_name = "N")]
    concurrency: Option<NonZeroU8>,
    /// Write every line to and from the engines to this file, with its time
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// End a game when a table contains its position, and none contains its opening. The report and
    /// the game name the table and best play to the win
    #[arg(long)]
    end_by_tables: bool,
    /// Let no table end a game, as by default
    #[arg(long, alias = "no-tables", conflicts_with = "end_by_tables")]
    play_out: bool,
    #[command(flatten)]
    overwrite: Overwrite,
}

pub(crate) fn run(common: &Common, args: &MatchArgs) -> Result<(), Failure> {
    let engines = [&args.first, &args.second].into_iter().chain(&args.others);
    let commands: Vec<&str> = engines.map(String::as_str).collect();
    let tournament = if args.gauntlet { Tournament::Gauntlet } else { Tournament::RoundRobin };
    if let Some(file) = args.sgf.as_deref().filter(|file| args.resume && paths::is_special(file)) {
        bail!(
            Usage,
            "{} is not a regular file: --resume reads its games and adds to them",
            path_text(file)
        );
    }
    let log = |path| judge::dialogue_log(path, args.overwrite);
    let log = args.log.as_deref().map(log).transpose()?;
    let setups = commands.iter().map(|command| setup(common, args, command));
    let mut setups = setups.collect::<Result<Vec<Setup>, Failure>>()?;
    setups.iter_mut().for_each(|setup| setup.log.clone_from(&log));
    let (openings, rules) = openings(common, args)?;
    let resumed = args.sgf.as_deref().filter(|path| args.resume && path.exists());
    let earlier = resumed.map(|path| Ok::<_, Failure>((path, text::read_file(path)?)));
    let earlier = earlier.transpose()?.map(|(path, bytes)| (path, whole_games(&bytes), bytes));
    let whole = earlier.as_ref().map(|(_, whole, _)| *whole);
    let file = args
        .sgf
        .as_deref()
        .map(|path| args.overwrite.open_games(path, whole, stdout))
        .transpose()?;
    let file = file.map(GameFile::new);
    // The first signal stops the current games, and the command reports the results so far. The
    // second signal ends the process and its engines.
    heed_signals()?;
    let tables = common.library()?.tables.shared_of(rules);
    let meter = common.meter();
    let control = meter.control();
    let sources: Vec<&dyn EngineSource> = setups.iter().map(|it| it as _).collect();
    let mut games = Match::new(&sources);
    games.tournament = tournament;
    games.tables = args.end_by_tables.then_some(&tables);
    games.most_plies = args.max_plies as usize;
    games.most_games = args.games as usize;
    games.workers = args.concurrency.map_or_else(cores, |count| count.get().into());
    games.time_control = args.tc.map(|control| with_grace(control, setups[0].grace));
    (games.resign, games.draw) = (args.resign, args.draw);
    games.sprt = args.sprt;
    games.control = &control;
    let kept = MatchFile::new(&commands, &games, &setups[0]);
    let read = |names: &[Option<String>]| match earlier {
        Some((path, whole, bytes)) => {
            let text = text::decoded(bytes[..whole].to_vec());
            let pairings = tournament.pairings(commands.len());
            let earlier = kept.earlier(&text, &openings, &pairings, names);
            let earlier = earlier.map_err(|it| failure!(Usage, "{}: {it}", path.display()))?;
            if whole < bytes.len() {
                let (path, place) = (path.display(), earlier.len() + 1);
                output::note(&format!(
                    "loa: {path}: game {place} of the file has no end, as after a loss of power; it is \
                     removed and played again"
                ));
            }
            let is_open = !text.is_empty() && !text.ends_with('\n');
            file.iter().for_each(|file| file.add(if is_open { "\n" } else { "" }));
            Ok(earlier)
        }
        None => Ok::<_, Failure>(BTreeMap::new()),
    };
    let result = games.resume(&openings, read, &|game, names| {
        if let Some(file) = &file {
            file.add(&kept.sgf(game, names));
        }
    })?;
    meter.finish();
    if let Some((place, failed)) = &result.not_started {
        bail!(Failed, "{}: {}", commands[*place], with_last_words(failed));
    }
    let report = MatchReport::new(result, &games, &commands, &openings, args.board);
    let printed = common.show(&report);
    let written = file.map_or(Ok(()), GameFile::finish);
    printed.and(written)?;
    judge::check_log(args.log.as_deref(), log.as_deref())?;
    if control.is_stopped() { Err(failure!(Interrupted, "interrupted")) } else { Ok(()) }
}

/// A file to which each finished game is appended.
struct GameFile(Mutex<Waiting>);

struct Waiting {
    file: OutputFile,
    /// The games that could not be written yet.
    games: String,
    failure: Option<Failure>,
}

impl GameFile {
    fn new(file: OutputFile) -> GameFile {
        GameFile(Mutex::new(Waiting { file, games: String::new(), failure: None }))
    }

    /// Appends a game. If that fails, the game waits for the next call.
    fn add(&self, game: &str) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.games.push_str(game);
        let had_failed = waiting.failure.is_some();
        waiting.write();
        if let Some(failure) = waiting.failure.as_ref().filter(|_| !had_failed) {
            let text = failure.text();
            output::note(&format!(
                "loa: {text}; the next game will try to write these games again"
            ));
        }
    }

    /// Returns the failure if some games could not be written.
    fn finish(self) -> Result<(), Failure> {
        let mut waiting = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        if !waiting.games.is_empty() {
            waiting.write();
        }
        waiting.failure.map_or(Ok(()), Err)
    }
}

impl Waiting {
    fn write(&mut self) {
        self.failure = self.file.add(&self.games).err();
        if self.failure.is_none() {
            self.games.clear();
        }
    }
}

/// Returns the openings and their rules. A suite with problems gives both.
fn openings(common: &Common, args: &MatchArgs) -> Result<(Vec<Game>, Rules), Failure> {
    let count = args.games.div_ceil(2) as usize;
    let (openings, preset) = match (&args.suite, args.board) {
        (Some(file), _) => {
            let suite = (&*name_of(file), &*read_lines(file)?);
            let (rules, positions) = read_positions(common.named_rules(), suite)?;
            let preset = common.under_rules_of_file(rules).preset();
            (openings_from(preset, &positions, count), preset)
        }
        (None, Some(board)) => {
            let start = if args.scrambled { board.scrambled() } else { board.start() };
            let plies = args.plies.into();
            (random_openings(common.preset(), start, plies, count, args.seed), common.preset())
        }
        (None, None) => (Vec::new(), common.preset()),
    };
    if openings.is_empty() {
        bail!(Failed, "no opening left: the game is over in all of them");
    }
    Ok((openings, preset.rules))
}

fn setup(common: &Common, args: &MatchArgs, command: &str) -> Result<Setup, Failure> {
    let mut setup = match command.strip_prefix("level:").map(str::parse::<Level>) {
        Some(Ok(level)) => {
            let program = std::env::current_exe().map_err(|error| failure!(Failed, "{error}"))?;
            let tables = common.tables.as_deref().map_or(String::new(), tables_option);
            Setup::new(format!("{} engine --level {level}{tables}", quoted(&program)))
        }
        Some(Err(error)) => return Err(Failure::new(Status::Usage, error)),
        None => Setup::new(command),
    };
    let time = args.movetime.map_or(100, NonZeroU32::get);
    setup.limit = judge::search_limit(args.depth, args.nodes, time);
    let of_a_time = if args.tc.is_some() { 100 } else { 1000 };
    let grace = args.grace.unwrap_or(judge::usual_grace(setup.limit, of_a_time));
    setup.grace = Duration::from_millis(grace.into());
    setup.stop = interruption();
    let words = setup.words();
    words.map_err(|fault| Failure::new(Status::Usage, fault))?;
    Ok(setup)
}

fn with_grace(mut control: TimeControl, grace: Duration) -> TimeControl {
    control.grace = grace;
    control
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let expected = || "expected two differences of Elo, the smaller first, such as 0,20".to_owned();
    let (elo0, elo1) = text.split_once(',').ok_or_else(expected)?;
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|elo| elo.abs() <= 1000.0);
    match (number(elo0), number(elo1)) {
        (Some(elo0), Some(elo1)) if elo0 < elo1 => Ok(Sprt::new(elo0, elo1)),
        _ => Err(expected()),
    }
}
