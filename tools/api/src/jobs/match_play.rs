//! `match`: engines against each other.

use std::collections::BTreeMap;
use std::num::NonZeroU8;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use loa_engine::client::Setup;
use loa_engine::{EngineSource, Level};
use loa_judge::match_play::{
    Match, MatchGame, ScoreRule, Sprt, TimeControl, Tournament, openings_from, random_openings,
};
use loa_judge::suite::read_positions;
use loa_record::text::{self, path_text};
use loa_record::{Game, WrittenPosition};
use loa_solver::{Board, Control, Position, Preset};
use serde::Deserialize;

use super::engines::{LogFile, SearchLimits, milliseconds, no_board};
use super::{Job, Work};
use crate::advice::{quoted, tables_option};
use crate::failure::{Failure, Status, bail, failure};
use crate::input::{name_of, read_lines};
use crate::matches::{MatchFile, MatchReport, whole_games};
use crate::output_file::{OutputFile, Overwrite, is_special};
use crate::request::{if_given, placed, preset_of_file};
use crate::tables_folder::named_without_tables;
use crate::text::with_last_words;

// Options that the help shows below the common options.
const OPENINGS: &str = "Openings";
use super::engines::LIMITS;

fn games() -> clap::builder::RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..=1_000_000)
}

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
#[derive(Clone, Debug, Deserialize, clap::Args)]
#[serde(deny_unknown_fields)]
pub(super) struct MatchRequest {
    #[arg(from_global)]
    rules: Option<Preset>,
    /// The first engine's command line, or level:0 to level:5 for the built-in engine
    #[arg(value_name = "ENGINE")]
    first: String,
    /// The second engine's command line
    #[arg(value_name = "ENGINE")]
    second: String,
    /// The board, such as 6x6
    #[arg(required_unless_present_any = ["suite", "position"])]
    #[arg(conflicts_with_all = ["suite", "position"])]
    board: Option<Board>,
    /// Another engine, for a tournament of three or more; repeat the option for each
    #[serde(default)]
    #[arg(long = "engine", value_name = "ENGINE")]
    others: Vec<String>,
    /// Let only the first engine play each of the others [default: each engine plays each other]
    #[serde(default)]
    #[arg(long, requires = "others")]
    gauntlet: bool,
    /// Play from the scrambled start
    #[serde(default)]
    #[arg(help_heading = OPENINGS, long, conflicts_with = "suite")]
    scrambled: bool,
    /// Play from this position, without a board
    #[arg(help_heading = OPENINGS, long, value_name = "POSITION")]
    #[arg(conflicts_with_all = ["suite", "scrambled"])]
    position: Option<WrittenPosition>,
    /// Play from the positions of a file: a suite, or one position per line
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    /// Number of games of each pair of engines, two for each opening [default: 100]
    #[arg(long, value_name = "N", value_parser = games())]
    games: Option<u32>,
    /// Number of random moves in each opening [default: 4]
    #[arg(help_heading = OPENINGS, long, value_name = "N", conflicts_with = "suite")]
    plies: Option<u8>,
    /// Seed: the same number gives the same openings [default: 1]
    #[arg(help_heading = OPENINGS, long, value_name = "N")]
    seed: Option<u64>,
    #[serde(default)]
    #[command(flatten)]
    limits: SearchLimits,
    /// Clocks: the seconds of each side for a game, and those that each move adds, such as 10+0.1. A
    /// side loses when its time runs out; --grace is by default 100
    #[serde(default, deserialize_with = "if_given")]
    #[arg(long, value_name = "TIME+INCREMENT", group = "limit")]
    tc: Option<TimeControl>,
    /// Test whether the first of two engines is stronger by ELO1, or by no more than ELO0. The match
    /// stops at the verdict; each verdict is wrong in one of 20 matches
    #[serde(default, deserialize_with = "if_given")]
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, conflicts_with = "others")]
    sprt: Option<Sprt>,
    /// A game is a draw after this number of plies, including its opening [default: 400]
    #[arg(help_heading = LIMITS, long, value_name = "N")]
    max_plies: Option<u32>,
    /// An engine resigns after N of its moves in a row with scores of -POINTS or less
    #[serde(default, deserialize_with = "if_given")]
    #[arg(help_heading = LIMITS, long, value_name = "POINTS,N")]
    resign: Option<ScoreRule>,
    /// A game is a draw after N moves of each side in a row with scores within POINTS of 0
    #[serde(default, deserialize_with = "if_given")]
    #[arg(help_heading = LIMITS, long, value_name = "POINTS,N")]
    draw: Option<ScoreRule>,
    /// Append each finished game to this file, in SGF
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    /// Continue the match whose games the file has. Engines, rules, openings and limits must be those
    /// of the interrupted match. A last game without its end is played again
    #[serde(default)]
    #[arg(long, requires = "sgf", conflicts_with = "force")]
    resume: bool,
    /// Number of games in parallel [default: one per thread]
    #[arg(long, value_name = "N")]
    concurrency: Option<NonZeroU8>,
    /// Write every line to and from the engines to this file, with its time
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// End a game when a table contains its position, and none contains its opening. The report and
    /// the game name the table and best play to the win
    #[serde(default)]
    #[arg(long)]
    end_by_tables: bool,
    /// Let no table end a game, as by default
    #[serde(skip)]
    #[arg(long, alias = "no-tables", conflicts_with = "end_by_tables")]
    play_out: bool,
    #[serde(default, rename = "force")]
    #[command(flatten)]
    overwrite: Overwrite,
}

impl Job for MatchRequest {
    type Answer = MatchReport;

    fn run(&self, work: &mut Work<'_>) -> Result<(MatchReport, Option<Failure>), Failure> {
        let engines = [&self.first, &self.second].into_iter().chain(&self.others);
        let commands: Vec<&str> = engines.map(String::as_str).collect();
        self.expect_games_can_be_read()?;
        let log = LogFile::start(self.log.as_deref(), self.overwrite, work.stdout)?;
        let started = if work.engines.is_empty() { &commands[..] } else { &[] };
        let setups = started.iter().map(|command| self.setup(command, &log, work));
        let setups = setups.collect::<Result<Vec<Setup>, Failure>>()?;
        let (openings, preset) = self.openings()?;
        let file = self.sgf.as_deref().map(|path| GameFile::open(path, self, work)).transpose()?;
        let sources = setups.iter().map(|it| it as _).chain(work.engines.iter().copied());
        let mut games = self.games(&sources.collect::<Vec<_>>(), work);
        if self.end_by_tables {
            games.tables = Some(work.library.tables.of(preset.rules));
            if let Some(empty) = named_without_tables(work.library.layout.root()) {
                work.control.warn(&empty.to_string());
            }
        }
        let kept = MatchFile::new(&commands, &games, setups.first());
        let pairings = games.tournament.pairings(commands.len());
        let earlier = |names: &[Option<String>]| match &file {
            Some(file) => file.earlier(&kept, &openings, &pairings, names),
            None => Ok(BTreeMap::new()),
        };
        let result = games.resume(&openings, earlier, &|game, names| {
            if let Some(file) = &file {
                file.add(&kept.sgf(game, names));
            }
        })?;
        if let Some((place, failed)) = &result.not_started {
            bail!(Failed, "{}: {}", commands[*place], with_last_words(failed));
        }
        let report = MatchReport::new(result, &games, &commands, &openings);
        let ended = file.map_or(Ok(()), GameFile::finish).and_then(|()| log.check());
        let ended = ended.and_then(|()| work.expect_not_stopped());
        Ok((report, ended.err()))
    }
}

impl MatchRequest {
    fn expect_games_can_be_read(&self) -> Result<(), Failure> {
        let special = self.sgf.as_deref().filter(|file| self.resume && is_special(file));
        special.map_or(Ok(()), |file| {
            let why = "is not a regular file: --resume reads its games and adds to them";
            Err(failure!(Usage, "{} {why}", path_text(file)))
        })
    }

    /// Returns the setup of an engine: of another program, or of a level of the built-in engine.
    fn setup(&self, command: &str, log: &LogFile, work: &Work<'_>) -> Result<Setup, Failure> {
        let own = match command.strip_prefix("level:").map(str::parse::<Level>) {
            Some(Ok(level)) => {
                let program = (work.program)()?;
                let folder = Some(work.library.layout.root()).filter(|_| work.library.is_named);
                let tables = folder.map_or(String::new(), tables_option);
                Some(format!("{} engine --level {level}{tables}", quoted(&program)))
            }
            Some(Err(error)) => return Err(Failure::new(Status::Usage, error)),
            None => None,
        };
        self.limits.setup(own.as_deref().unwrap_or(command), (100, self.late()), log, work)
    }

    /// Returns the openings and their rules. A suite with problems gives both.
    fn openings(&self) -> Result<(Vec<Game>, Preset), Failure> {
        let count = self.most_games().div_ceil(2);
        let (openings, preset) = match (&self.suite, self.start()?) {
            (Some(file), _) => {
                let (name, lines) = (name_of(file), read_lines(file)?);
                let named = self.rules.map(|preset| preset.rules);
                let (rules, positions) = read_positions(named, &name, &lines)?;
                let positions: Vec<Position> = positions.into_iter().map(|it| it.0).collect();
                let preset = preset_of_file(self.rules, rules);
                (openings_from(preset, &positions, count), preset)
            }
            (None, Some((start, preset))) => {
                let (plies, seed) = (self.plies.unwrap_or(4).into(), self.seed.unwrap_or(1));
                (random_openings(preset, start, plies, count, seed), preset)
            }
            (None, None) => return Err(no_board()),
        };
        if openings.is_empty() {
            bail!(Failed, "no opening left: the game is over in all of them");
        }
        Ok((openings, preset))
    }

    /// Returns the position before the random moves, and its rules.
    fn start(&self) -> Result<Option<(Position, Preset)>, Failure> {
        let start = |board: Board| if self.scrambled { board.scrambled() } else { board.start() };
        let of_board = |board| (start(board), self.rules.unwrap_or_default());
        let placed = |position| placed(position, self.rules);
        let placed = self.position.as_ref().map(placed).transpose()?;
        Ok(placed.or_else(|| self.board.map(of_board)))
    }

    /// Returns the milliseconds that an answer may be late.
    fn late(&self) -> u32 {
        if self.tc.is_some() { 100 } else { 1000 }
    }

    fn most_games(&self) -> usize {
        self.games.unwrap_or(100) as usize
    }

    fn games<'a>(&self, sources: &[&'a dyn EngineSource], work: &'a Work<'_>) -> Match<'a> {
        let mut games = Match::new(sources);
        if self.gauntlet {
            games.tournament = Tournament::Gauntlet;
        }
        games.most_plies = self.max_plies.unwrap_or(400) as usize;
        games.most_games = self.most_games();
        games.workers = self.concurrency.map_or(work.threads, |count| count.get().into());
        games.time_control = self.tc.map(|mut control| {
            control.grace = milliseconds(self.limits.grace.unwrap_or(self.late()));
            control
        });
        (games.resign, games.draw) = (self.resign, self.draw);
        games.sprt = self.sprt;
        games.control = &work.control;
        games
    }
}

/// The file to which finished games are appended.
struct GameFile<'a> {
    path: &'a Path,
    /// The bytes of the file of an interrupted match, after the number of those that are whole games.
    earlier: Option<(usize, Vec<u8>)>,
    waiting: Mutex<Waiting>,
    control: &'a Control<'a>,
}

struct Waiting {
    file: OutputFile,
    /// The games that could not be written yet.
    games: String,
    failure: Option<Failure>,
}

impl<'a> GameFile<'a> {
    fn open(
        path: &'a Path,
        request: &MatchRequest,
        work: &'a Work<'_>,
    ) -> Result<GameFile<'a>, Failure> {
        let earlier = (request.resume && path.exists()).then(|| text::read_file(path));
        let earlier = earlier.transpose()?.map(|bytes| (whole_games(&bytes), bytes));
        let whole = earlier.as_ref().map(|(whole, _)| *whole);
        let file = request.overwrite.open_games(path, whole, work.stdout)?;
        let waiting = Mutex::new(Waiting { file, games: String::new(), failure: None });
        Ok(GameFile { path, earlier, waiting, control: &work.control })
    }

    /// Returns the games of the interrupted match, by their numbers.
    fn earlier(
        &self,
        kept: &MatchFile<'_>,
        openings: &[Game],
        pairings: &[[usize; 2]],
        names: &[Option<String>],
    ) -> Result<BTreeMap<usize, MatchGame>, Failure> {
        let Some((whole, bytes)) = &self.earlier else {
            return Ok(BTreeMap::new());
        };
        let path = path_text(self.path);
        let text = text::decoded(bytes[..*whole].to_vec());
        let earlier = kept.earlier(&text, openings, pairings, names);
        let earlier = earlier.map_err(|failure| failure.within(path.clone()))?;
        if *whole < bytes.len() {
            let place = earlier.len() + 1;
            self.control.warn(&format!(
                "{path}: game {place} of the file has no end, as after a loss of power; it is \
                 removed and played again"
            ));
        }
        self.add(if text.is_empty() || text.ends_with('\n') { "" } else { "\n" });
        Ok(earlier)
    }

    /// Appends a game. If that fails, the game waits for the next call.
    fn add(&self, game: &str) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.games.push_str(game);
        let had_failed = waiting.failure.is_some();
        waiting.write();
        if let Some(failure) = waiting.failure.as_ref().filter(|_| !had_failed) {
            let text = failure.text();
            self.control
                .warn(&format!("{text}; the next game will try to write these games again"));
        }
    }

    /// Returns the failure if some games could not be written.
    fn finish(self) -> Result<(), Failure> {
        let mut waiting = self.waiting.into_inner().unwrap_or_else(PoisonError::into_inner);
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
