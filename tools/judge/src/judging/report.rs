//! The content of a report on an engine, in whatever form.

use std::time::Duration;

use loa_engine::client::{Limit, Setup};
use loa_engine::{Failed, Fault, Remark};
use loa_record::text::counted;
use loa_solver::{Board, Move, Preset};
use loa_tablebase::Wdl;

use super::defender::{GameResult, Games};
use super::judged_move::JudgedMove;
use super::judgement::Judgement;
use super::pool::{EngineIdentity, FailedAt};

/// A report on an engine.
#[derive(Debug)]
pub struct Report<'a> {
    /// The engine and the limit of its searches.
    pub engine: EngineLabel,
    /// The rules.
    pub rules: Preset,
    /// The source of the positions.
    pub source: Source,
    /// The moves, judged.
    pub judgement: Judgement<'a>,
    /// The games, if any were played out.
    pub games: Option<Games>,
    /// The number of worst moves to list.
    pub worst: usize,
    /// The [refutations](super::refutations) of the worst moves, in their order.
    pub refutations: Vec<Vec<Move>>,
    /// The [reasons] for which the engine fails; empty if it passes.
    pub reasons: Vec<String>,
    /// True if the work was interrupted.
    pub interrupted: bool,
    /// The time of all the work.
    pub elapsed: Duration,
}

/// The labels of an engine in a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineLabel {
    /// The command line, or another name.
    pub command: String,
    /// The protocol, or `none` of an engine within the program.
    pub protocol: &'static str,
    /// The limit of each search, in words.
    pub limit: String,
    /// The time for a move, if that is the limit.
    pub movetime: Option<Duration>,
}

impl From<&Setup> for EngineLabel {
    fn from(setup: &Setup) -> EngineLabel {
        EngineLabel {
            command: setup.command.clone(),
            protocol: setup.protocol.name(),
            limit: match setup.limit {
                Limit::Time(time) => format!("{} ms a move", time.as_millis()),
                Limit::Depth(plies) => format!("depth {plies}"),
                Limit::Nodes(nodes) => format!("{nodes} nodes a move"),
                _ => "a limit of another kind".to_owned(),
            },
            movetime: match setup.limit {
                Limit::Time(time) => Some(time),
                _ => None,
            },
        }
    }
}

/// A kind of event that makes an engine fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FailOn {
    /// A move that gives a win or a draw away, or a game in which that happens.
    Blunder,
    /// An engine that hangs, dies or gives an answer that is not a move.
    Failure,
    /// A move that wins later than need be.
    Slower,
    /// A move that loses sooner than need be.
    Sooner,
}

/// Returns the reasons for which an engine fails, in words; none if it passes.
pub fn reasons(
    judgement: &Judgement<'_>,
    games: Option<&Games>,
    fail_on: &[FailOn],
) -> Vec<String> {
    let all = &judgement.all.effects;
    let results = || {
        games
            .into_iter()
            .flat_map(|games| &games.games)
            .map(|game| game.result)
    };
    let given_away = results().filter(|result| !result.is_success()).count();
    let late = results()
        .filter(|result| matches!(result, GameResult::Won { late: Some(1..) }))
        .count();
    let failures = judgement.failures.len() + games.map_or(0, |games| games.failures.len());
    let counts = [
        (FailOn::Blunder, all.all_blunders(), "blunder", ""),
        (FailOn::Blunder, given_away, "game", " given away"),
        (FailOn::Failure, failures, "failure", ""),
        (FailOn::Slower, all.slower.moves, "slower move", ""),
        (FailOn::Slower, late, "game", " won late"),
        (FailOn::Sooner, all.sooner.moves, "sooner move", ""),
    ];
    let counts = counts
        .into_iter()
        .filter(|(what, count, ..)| *count > 0 && fail_on.contains(what));
    counts
        .map(|(_, count, noun, rest)| format!("{}{rest}", counted(count as u64, noun)))
        .collect()
}

/// The source of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A [`Sample`](super::Sample).
    Sample {
        /// The board.
        board: Board,
        /// The seed.
        seed: u64,
        /// The number of positions that was wanted.
        wanted: usize,
    },
    /// A file.
    Suite {
        /// The path of the file.
        file: String,
        /// The number of positions in it that are over.
        over: usize,
    },
    /// The positions that the winner of a certificate has to answer.
    Proof {
        /// The board.
        board: Board,
        /// The seed of the choice among them.
        seed: u64,
        /// The number of positions that there are.
        all: usize,
    },
}

impl Report<'_> {
    /// Returns all failures, those of the games last.
    pub fn failures(&self) -> impl Iterator<Item = &FailedAt> {
        let games = self.games.iter().flat_map(|games| &games.failures);
        self.judgement.failures.iter().chain(games)
    }

    /// Returns the number of failures of each kind, the most frequent first.
    pub fn failure_counts(&self) -> Vec<(&'static str, usize)> {
        let mut counts: Vec<(&'static str, usize)> = Vec::new();
        for FailedAt { failed, .. } in self.failures() {
            let kind = failed.fault.kind();
            match counts.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, count)) => *count += 1,
                None => counts.push((kind, 1)),
            }
        }
        counts.sort_by_key(|&(kind, count)| (std::cmp::Reverse(count), kind));
        counts
    }

    /// Returns the number of answers that took longer than the time for a move, which
    /// are counted as answers all the same; `None` where the limit is not a time.
    pub fn late(&self) -> Option<usize> {
        let movetime = self.engine.movetime?;
        let moves = self.judgement.moves.iter();
        Some(moves.filter(|judged| judged.took > movetime).count())
    }

    /// Returns the worst moves with their refutations, the worst first.
    pub fn worst_moves(&self) -> impl Iterator<Item = (&JudgedMove<'_>, &[Move])> {
        let refutations = self.refutations.iter().map(Vec::as_slice);
        let refutations = refutations.chain(std::iter::repeat(&[][..]));
        let worst = self.judgement.worst(self.worst);
        worst.into_iter().zip(refutations)
    }

    /// Returns whether the engine was given up.
    pub fn gave_up(&self) -> bool {
        self.judgement.gave_up || self.games.as_ref().is_some_and(|games| games.gave_up)
    }

    /// Returns the engine's name, if it has one.
    pub fn name(&self) -> Option<&str> {
        self.identities().find_map(|engine| engine.name.as_deref())
    }

    /// Returns doubts about options that were set.
    pub fn remarks(&self) -> &[Remark] {
        let mut remarks = self.identities().map(|engine| engine.remarks.as_slice());
        remarks
            .find(|remarks| !remarks.is_empty())
            .unwrap_or_default()
    }

    /// Returns the engine's reports on itself, of the moves and of the games.
    fn identities(&self) -> impl Iterator<Item = &EngineIdentity> {
        let playing = self.games.iter().map(|games| &games.engine);
        std::iter::once(&self.judgement.engine).chain(playing)
    }

    /// Returns the failure of an engine that the system cannot start, of which there is
    /// nothing else to report.
    pub fn not_started(&self) -> Option<&Failed> {
        let mut failures = self.failures().map(|failure| &failure.failed);
        let is_start = |failed: &&Failed| matches!(failed.fault, Fault::NotStarted { .. });
        let first = failures.next().filter(is_start)?;
        let answered = self.judgement.all.effects.moves > 0
            || self.games.iter().any(|games| !games.games.is_empty());
        (!answered && failures.all(|failed| is_start(&failed))).then_some(first)
    }

    /// Returns the engine's command line and, if it has one, its name.
    pub fn engine(&self) -> String {
        match self.name() {
            Some(name) => format!("{name} ({})", self.engine.command),
            None => self.engine.command.clone(),
        }
    }

    /// Returns the source of the positions, and how many were judged.
    pub fn positions(&self) -> String {
        let (answered, asked) = (self.judgement.all.effects.moves, self.judgement.positions);
        let all = counted(asked as u64, "position");
        let judged = if answered == asked {
            all
        } else {
            format!("{answered} of {all}")
        };
        match &self.source {
            Source::Sample {
                board,
                seed,
                wanted,
            } => {
                let fewer = if asked < *wanted {
                    format!(", {wanted} were wanted")
                } else {
                    String::new()
                };
                format!("{judged} of {board} by seed {seed}{fewer}")
            }
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

/// The games from one kind of start, in figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GameCounts {
    pub(super) played: usize,
    pub(super) succeeded: usize,
}

impl GameCounts {
    /// Counts the games from won positions, or from drawn ones.
    pub(super) fn of(games: &Games, result: Wdl) -> GameCounts {
        let successes = games.of(result).filter(|game| game.result.is_success());
        GameCounts {
            played: games.of(result).count(),
            succeeded: successes.count(),
        }
    }
}
