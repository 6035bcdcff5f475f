//! Reports on engines, judged by tables.

mod text;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use loa_engine::client::{Limit, Setup};
use loa_engine::{Failed, Fault};
use loa_judge::judging::{EngineGames, FailedAt, JudgedMove, Judgement, refutation};
use loa_record::text::counted;
use loa_solver::{Board, Move, Rules};
use loa_tablebase::Tablebase;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

/// A report on an engine.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct JudgeReport {
    /// The command line, or another name.
    engine: String,
    /// The protocol. It is `none` for an engine inside the program.
    protocol: &'static str,
    /// The limit of each search, in words.
    limit: String,
    /// The rules id.
    rules: Rules,
    #[serde(flatten)]
    source: Source,
    #[serde(flatten)]
    judgement: Judgement,
    /// The number of answers that took longer than the time for a move, if time is the limit. They
    /// still count as answers.
    late: Option<usize>,
    /// The worst moves, the worst first.
    worst: Vec<WorstMove>,
    /// The games against the tables, if they were requested.
    played_out: Option<EngineGames>,
    /// The failures of the engine.
    failures: Failures,
    /// True if the work was interrupted.
    pub interrupted: bool,
    /// The time of the whole run.
    pub seconds: f64,
    /// True if the engine passed.
    passed: bool,
    /// The reasons why the engine fails, in words. The list is empty if the engine passes.
    pub reasons: Vec<String>,
}

/// Writes counts as a map by name.
fn as_map<S: Serializer>(counts: &[(&str, usize)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(counts.iter().copied())
}

/// The source of positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Source {
    /// A [`Sample`](loa_judge::judging::Sample).
    Sample {
        /// The board.
        board: Board,
        /// The seed.
        seed: u64,
        /// The requested number of positions.
        #[serde(rename = "requested")]
        wanted: usize,
    },
    /// A file.
    Suite {
        /// The path of the file.
        #[serde(rename = "suite")]
        file: String,
        /// The number of its positions in which the game is over.
        over: usize,
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
        }
    }
}

/// A move that is worse than the best move.
#[derive(Debug, Serialize, JsonSchema)]
struct WorstMove {
    #[serde(flatten)]
    judged: JudgedMove,
    /// Best play after the move.
    refutation: Vec<Move>,
}

/// The failures of an engine.
#[derive(Debug, Serialize, JsonSchema)]
struct Failures {
    /// The number of failures of each kind, the most frequent first.
    #[serde(serialize_with = "as_map")]
    #[schemars(with = "BTreeMap<String, usize>")]
    counts: Vec<(&'static str, usize)>,
    /// The failures, in the order of the positions.
    each: Vec<FailedAt>,
}

impl Failures {
    fn new(each: Vec<FailedAt>) -> Failures {
        let mut counts = BTreeMap::new();
        for failure in &each {
            *counts.entry(failure.failed.fault.kind()).or_default() += 1;
        }
        let mut counts: Vec<(&'static str, usize)> = counts.into_iter().collect();
        counts.sort_by_key(|&(_, count)| Reverse(count));
        Failures { counts, each }
    }
}

/// Returns the failure of an engine that the system cannot start, if the report contains nothing
/// else.
pub(crate) fn not_started<'f>(
    judgement: &'f Judgement,
    games: Option<&'f EngineGames>,
) -> Option<&'f Failed> {
    let of_games = games.into_iter().flat_map(|games| &games.failures);
    let mut failures = judgement.failures.iter().chain(of_games).map(|failure| &failure.failed);
    let is_start = |failed: &&Failed| matches!(failed.fault, Fault::NotStarted { .. });
    let first = failures.next().filter(is_start)?;
    let answered = judgement.all.answers > 0 || games.is_some_and(|games| !games.games.is_empty());
    (!answered && failures.all(|failed| is_start(&failed))).then_some(first)
}

impl JudgeReport {
    /// Returns the report of a judgement and of the games played out, with the worst moves, the
    /// refutations that `tables` give, and the [reasons](loa_judge::judging::reasons) why the engine
    /// fails. `program` is the setup of the engine unless it is inside this program. Without
    /// `has_moves` the report lists no other moves. It says nothing about the run yet.
    pub(crate) fn new(
        (engine, program): (&str, Option<&Setup>),
        source: Source,
        tables: &Tablebase,
        (mut judgement, mut games): (Judgement, Option<EngineGames>),
        (worst, has_moves): (usize, bool),
        reasons: Vec<String>,
    ) -> JudgeReport {
        let mut failures = std::mem::take(&mut judgement.failures);
        if let Some(games) = &mut games {
            let identity = &mut judgement.engine;
            identity.name = identity.name.take().or_else(|| games.engine.name.take());
            if identity.remarks.is_empty() {
                identity.remarks.append(&mut games.engine.remarks);
            }
            judgement.gave_up |= games.gave_up;
            failures.append(&mut games.failures);
        }
        let (limit, movetime) = match program.map(|setup| setup.limit) {
            None => ("the limit of the engine".to_owned(), None),
            Some(Limit::Time(time)) => (format!("{} ms a move", time.as_millis()), Some(time)),
            Some(Limit::Depth(plies)) => (format!("depth {plies}"), None),
            Some(Limit::Nodes(nodes)) => (format!("{nodes} nodes a move"), None),
            Some(_) => ("a limit of another kind".to_owned(), None),
        };
        let late = movetime.map(|movetime| {
            let moves = judgement.moves.iter();
            moves.filter(|judged| judged.took > movetime).count()
        });
        let worst = judgement.worst(worst).into_iter().map(|judged| WorstMove {
            judged: judged.clone(),
            refutation: refutation(tables, judged),
        });
        let worst = worst.collect();
        if !has_moves {
            judgement.moves.clear();
        }
        JudgeReport {
            engine: engine.to_owned(),
            protocol: program.map_or("none", |setup| setup.protocol.name()),
            limit,
            rules: tables.rules(),
            source,
            late,
            worst,
            played_out: games,
            failures: Failures::new(failures),
            interrupted: false,
            seconds: 0.0,
            passed: reasons.is_empty(),
            reasons,
            judgement,
        }
    }

    /// Returns the engine's command line, with its name if known.
    fn title(&self) -> String {
        let command = &self.engine;
        let name = self.judgement.engine.name.as_ref();
        name.map_or_else(|| command.clone(), |name| format!("{name} ({command})"))
    }

    /// Returns the source of the positions and their number, in words.
    fn asked(&self) -> String {
        self.source.words(self.judgement.positions, self.judgement.all.answers)
    }
}
