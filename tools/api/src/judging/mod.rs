//! Reports on engines, judged by tables.

mod comparison;
mod page;
mod text;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::Duration;

use loa_engine::client::{Limit, Setup};
use loa_engine::{Failed, Fault, Remark};
use loa_judge::judging::{
    Baseline, Counts, EngineGames, FailedAt, JudgedMove, Judgement, Likeness, PlayedGame,
    refutations,
};
use loa_record::review::Effects;
use loa_record::text::counted;
use loa_solver::{Board, Move, Position, Rules, Value, Wdl};
use loa_tablebase::Tablebase;
use serde::{Serialize, Serializer};

pub use self::comparison::{Comparison, OlderReport};

/// A report on an engine.
#[derive(Clone, Debug, Serialize)]
pub struct JudgeReport {
    engine: String,
    name: Option<String>,
    protocol: &'static str,
    limit: String,
    option_warnings: Vec<Remark>,
    rules: Rules,
    board: Option<Board>,
    seed: Option<u64>,
    suite: Option<String>,
    positions: usize,
    all: AnswerCounts,
    by_material: Vec<Group>,
    by_distance: Vec<Group>,
    by_theme: Vec<Group>,
    /// The number of answers that took longer than the time for a move, if time is the limit. They
    /// still count as answers.
    late: Option<usize>,
    /// The counts of plain players in the same positions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    baselines: Vec<Group>,
    /// The player among them whom the engine resembles, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    likeness: Option<String>,
    worst: Vec<WorstMove>,
    played_out: Option<PlayedOut>,
    failures: Failures,
    gave_up: bool,
    /// True if the work was interrupted.
    pub interrupted: bool,
    seconds: f64,
    passed: bool,
    /// The reasons why the engine fails, in words. The list is empty if the engine passes.
    pub reasons: Vec<String>,
    /// The comparison with an older report.
    pub compared: Option<Comparison>,
    /// The source of the positions and their number, in words.
    #[serde(skip)]
    asked: String,
}

/// The labels of an engine in a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineLabel {
    /// The command line, or another name.
    pub command: String,
    /// The protocol. It is `none` for an engine inside the program.
    pub protocol: &'static str,
    /// The limit of each search, in words.
    pub limit: String,
    /// The time for a move, if time is the limit.
    pub movetime: Option<Duration>,
}

impl From<&Setup> for EngineLabel {
    fn from(setup: &Setup) -> EngineLabel {
        let (limit, movetime) = match setup.limit {
            Limit::Time(time) => (format!("{} ms a move", time.as_millis()), Some(time)),
            Limit::Depth(plies) => (format!("depth {plies}"), None),
            Limit::Nodes(nodes) => (format!("{nodes} nodes a move"), None),
            _ => ("a limit of another kind".to_owned(), None),
        };
        EngineLabel {
            command: setup.command.clone(),
            protocol: setup.protocol.name(),
            limit,
            movetime,
        }
    }
}

/// The source of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A [`Sample`](loa_judge::judging::Sample).
    Sample {
        /// The board.
        board: Board,
        /// The seed.
        seed: u64,
        /// The requested number of positions.
        wanted: usize,
    },
    /// A file.
    Suite {
        /// The path of the file.
        file: String,
        /// The number of its positions in which the game is over.
        over: usize,
    },
    /// The positions that the winner of a certificate has to answer.
    Proof {
        /// The board.
        board: Board,
        /// The seed that chooses the positions.
        seed: u64,
        /// The number of all such positions.
        all: usize,
    },
}

impl Source {
    /// Returns the source in words, with the number of positions asked about and answered.
    fn words(&self, asked: usize, answered: usize) -> String {
        let all = counted(asked as u64, "position");
        let judged = if answered == asked { all } else { format!("{answered} of {all}") };
        match self {
            Source::Sample { board, seed, wanted } if asked < *wanted => {
                format!("{judged} of {board} by seed {seed}, {wanted} were requested")
            }
            Source::Sample { board, seed, .. } => format!("{judged} of {board} by seed {seed}"),
            Source::Suite { file, over: 0 } => format!("{judged} of {file}"),
            Source::Suite { file, over } => {
                format!("{judged} of {file}, {over} finished ones left out")
            }
            Source::Proof { board, seed, all } => {
                format!("{judged} of the {all} of the proof on {board}, by seed {seed}")
            }
        }
    }
}

/// Counts of an engine's answers in some positions.
#[derive(Clone, Debug, Serialize)]
struct AnswerCounts {
    answers: usize,
    #[serde(flatten)]
    effects: Effects,
    failures: usize,
    seconds: f64,
    longest_seconds: f64,
}

impl From<&Counts> for AnswerCounts {
    fn from(counts: &Counts) -> AnswerCounts {
        AnswerCounts {
            answers: counts.effects.moves,
            effects: counts.effects,
            failures: counts.failures,
            seconds: counts.time.as_secs_f64(),
            longest_seconds: counts.longest.as_secs_f64(),
        }
    }
}

/// Counts of the answers in positions with a common property.
#[derive(Clone, Debug, Serialize)]
struct Group {
    /// The kind of the property, `material`, `distance` or `theme`, and its value.
    #[serde(flatten, serialize_with = "as_field")]
    of: (&'static str, String),
    #[serde(flatten)]
    counts: AnswerCounts,
}

fn as_field<S: Serializer>(
    field: &(&'static str, String),
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map([field.clone()])
}

/// Returns the counts of groups of positions.
fn groups<K: ToString>(kind: &'static str, counts: &BTreeMap<K, Counts>) -> Vec<Group> {
    let groups = counts
        .iter()
        .map(|(of, counts)| Group { of: (kind, of.to_string()), counts: counts.into() });
    groups.collect()
}

/// A move that is worse than the best move.
#[derive(Clone, Debug, Serialize)]
struct WorstMove {
    position: Position,
    #[serde(flatten)]
    value: Value,
    effect: &'static str,
    plies_lost: u16,
    score: Option<String>,
    r#move: Move,
    move_category: &'static str,
    move_plies: Option<u16>,
    best: Vec<Move>,
    refutation: Vec<Move>,
    /// The effect in words.
    #[serde(skip)]
    words: String,
}

impl WorstMove {
    fn new(judged: &JudgedMove<'_>, refutation: Vec<Move>) -> WorstMove {
        let question = judged.question;
        WorstMove {
            position: *question.position(),
            value: question.probe().value,
            effect: judged.effect.name(),
            plies_lost: judged.effect.plies_lost(),
            score: judged.score.map(|score| score.to_string()),
            r#move: judged.chosen.played,
            move_category: judged.chosen.value.wdl().name(),
            move_plies: judged.chosen.value.plies(),
            best: question.best().map(|best| best.played).collect(),
            refutation,
            words: text::effect(judged),
        }
    }
}

/// The games of an engine against perfect play.
#[derive(Clone, Debug, Serialize)]
struct PlayedOut {
    won: GameCounts,
    drawn: GameCounts,
    plies_over_perfect: usize,
    games: Vec<PlayedOutGame>,
}

/// Counts of the games from one kind of start.
#[derive(Clone, Copy, Debug, Serialize)]
struct GameCounts {
    played: usize,
    succeeded: usize,
}

#[derive(Clone, Debug, Serialize)]
struct PlayedOutGame {
    position: Position,
    #[serde(flatten)]
    value: Value,
    moves: Vec<Move>,
    end: String,
    succeeded: bool,
}

impl From<&EngineGames> for PlayedOut {
    fn from(games: &EngineGames) -> PlayedOut {
        let counts = |result: Wdl| GameCounts {
            played: games.of(result).count(),
            succeeded: games.of(result).filter(|game| game.result.is_success()).count(),
        };
        PlayedOut {
            won: counts(Wdl::Win),
            drawn: counts(Wdl::Draw),
            plies_over_perfect: games.late(),
            games: games.games.iter().map(PlayedOutGame::from).collect(),
        }
    }
}

impl From<&PlayedGame> for PlayedOutGame {
    fn from(played: &PlayedGame) -> PlayedOutGame {
        PlayedOutGame {
            position: *played.game.start(),
            value: played.value,
            moves: played.game.moves().to_vec(),
            end: played.result.to_string(),
            succeeded: played.result.is_success(),
        }
    }
}

/// The failures of an engine.
#[derive(Clone, Debug, Serialize)]
struct Failures {
    /// The number of failures of each kind, the most frequent first.
    #[serde(serialize_with = "as_map")]
    counts: Vec<(&'static str, usize)>,
    each: Vec<EngineFailure>,
}

fn as_map<S: Serializer>(
    counts: &[(&'static str, usize)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(counts.iter().copied())
}

#[derive(Clone, Debug, Serialize)]
struct EngineFailure {
    position: Position,
    kind: &'static str,
    message: String,
    said: Vec<String>,
    complained: Vec<String>,
}

impl Failures {
    fn new<'f>(failures: impl Iterator<Item = &'f FailedAt>) -> Failures {
        let mut counts: Vec<(&'static str, usize)> = Vec::new();
        let mut each = Vec::new();
        for FailedAt { position, failed, .. } in failures {
            let kind = failed.fault.kind();
            match counts.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, count)) => *count += 1,
                None => counts.push((kind, 1)),
            }
            each.push(EngineFailure {
                position: *position,
                kind,
                message: failed.to_string(),
                said: failed.words.output.iter().cloned().collect(),
                complained: failed.words.errors.iter().cloned().collect(),
            });
        }
        counts.sort_by_key(|&(kind, count)| (Reverse(count), kind));
        Failures { counts, each }
    }
}

/// Returns all failures. Those of the games come last.
fn failures<'f>(
    judgement: &'f Judgement<'_>,
    games: Option<&'f EngineGames>,
) -> impl Iterator<Item = &'f FailedAt> {
    let of_games = games.into_iter().flat_map(|games| &games.failures);
    judgement.failures.iter().chain(of_games)
}

/// Returns the failure of an engine that the system cannot start, if the report contains nothing
/// else.
pub fn not_started<'f>(
    judgement: &'f Judgement<'_>,
    games: Option<&'f EngineGames>,
) -> Option<&'f Failed> {
    let mut failures = failures(judgement, games).map(|failure| &failure.failed);
    let is_start = |failed: &&Failed| matches!(failed.fault, Fault::NotStarted { .. });
    let first = failures.next().filter(is_start)?;
    let answered =
        judgement.all.effects.moves > 0 || games.is_some_and(|games| !games.games.is_empty());
    (!answered && failures.all(|failed| is_start(&failed))).then_some(first)
}

impl JudgeReport {
    /// Returns the report of a judgement and of the games played out, with the worst moves and the
    /// refutations that `tables` give.
    pub fn new(
        engine: EngineLabel,
        source: &Source,
        tables: &Tablebase,
        (judgement, games): (&Judgement<'_>, Option<&EngineGames>),
        worst: usize,
    ) -> JudgeReport {
        let (board, seed, suite) = match source {
            Source::Sample { board, seed, .. } | Source::Proof { board, seed, .. } => {
                (Some(*board), Some(*seed), None)
            }
            Source::Suite { file, .. } => (None, None, Some(file.clone())),
        };
        let identities =
            || std::iter::once(&judgement.engine).chain(games.map(|games| &games.engine));
        let remarks = identities().map(|engine| &engine.remarks);
        let remarks = remarks.into_iter().find(|remarks| !remarks.is_empty());
        let worst = judgement.worst(worst);
        let refutations = refutations(tables, &worst).into_iter();
        let worst = worst.iter().zip(refutations);
        let late = engine.movetime.map(|movetime| {
            let moves = judgement.moves.iter();
            moves.filter(|judged| judged.took > movetime).count()
        });
        let (positions, answered) = (judgement.positions, judgement.all.effects.moves);
        JudgeReport {
            engine: engine.command,
            name: identities().find_map(|engine| engine.name.clone()),
            protocol: engine.protocol,
            limit: engine.limit,
            option_warnings: remarks.into_iter().flatten().cloned().collect(),
            rules: tables.rules(),
            board,
            seed,
            suite,
            positions,
            all: (&judgement.all).into(),
            by_material: groups("material", &judgement.by_material),
            by_distance: groups("distance", &judgement.by_band),
            by_theme: groups("theme", &judgement.by_theme),
            late,
            baselines: Vec::new(),
            likeness: None,
            worst: worst.map(|(judged, line)| WorstMove::new(judged, line)).collect(),
            played_out: games.map(PlayedOut::from),
            failures: Failures::new(failures(judgement, games)),
            gave_up: judgement.gave_up || games.is_some_and(|games| games.gave_up),
            interrupted: false,
            seconds: 0.0,
            passed: true,
            reasons: Vec::new(),
            compared: None,
            asked: source.words(positions, answered),
        }
    }

    /// Returns the report with the counts of plain players in the same positions.
    #[must_use]
    pub fn beside(
        mut self,
        judgement: &Judgement<'_>,
        baselines: &[(Baseline, Counts)],
    ) -> JudgeReport {
        let group = |(of, counts): &(Baseline, Counts)| Group {
            of: ("baseline", of.to_string()),
            counts: counts.into(),
        };
        self.baselines = baselines.iter().map(group).collect();
        self.likeness = Likeness::of(&judgement.all, baselines).map(|like| like.to_string());
        self
    }

    /// Adds the [reasons](loa_judge::judging::reasons) why the engine fails, and the time of the
    /// whole run.
    #[must_use]
    pub fn concluded(self, reasons: Vec<String>, elapsed: Duration) -> JudgeReport {
        JudgeReport { passed: reasons.is_empty(), reasons, seconds: elapsed.as_secs_f64(), ..self }
    }

    /// Returns the engine's command line, with its name if known.
    fn title(&self) -> String {
        match &self.name {
            Some(name) => format!("{name} ({})", self.engine),
            None => self.engine.clone(),
        }
    }
}
