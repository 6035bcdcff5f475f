//! What a judgement has to tell, however it is told.

use std::time::Duration;

use loa_solver::{Board, Preset};
use loa_tablebase::Wdl;

use super::game::End;
use super::panel::Introduction;
use super::{FailedAt, Games, Judgement};
use crate::figures::counted;
use crate::protocol::{Failed, Fault, Limit, Protocol, Remark, Setup};

/// All of it.
pub(crate) struct Report<'a> {
    pub(crate) setup: &'a Setup,
    pub(crate) rules: Preset,
    pub(crate) source: Source,
    pub(crate) judgement: Judgement<'a>,
    pub(crate) games: Option<Games>,
    /// How many of the worst moves to tell.
    pub(crate) worst: usize,
    /// What of this makes the judgement fail; empty if nothing does.
    pub(crate) reasons: Vec<String>,
    pub(crate) interrupted: bool,
    pub(crate) elapsed: Duration,
}

/// What can make a judgement fail.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FailOn {
    /// A move that gives the outcome away, or a game that comes to that
    Blunder,
    /// An engine that hangs, dies or answers what is no move
    Failure,
    /// A move that wins later than need be
    Slower,
    /// A move that loses sooner than need be
    Sooner,
    /// Nothing
    Never,
}

/// What makes a judgement fail, in words; empty if nothing does.
pub(crate) fn reasons(
    judgement: &Judgement<'_>,
    games: Option<&Games>,
    fail_on: &[FailOn],
) -> Vec<String> {
    let all = &judgement.all.effects;
    let ends = || {
        games
            .into_iter()
            .flat_map(|games| &games.games)
            .map(|game| game.end)
    };
    let given_away = ends().filter(|end| !end.is_success()).count();
    let late = ends()
        .filter(|end| matches!(end, End::Won { late: Some(1..) }))
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
    if fail_on.contains(&FailOn::Never) {
        return Vec::new();
    }
    let counts = counts
        .into_iter()
        .filter(|(what, count, ..)| *count > 0 && fail_on.contains(what));
    counts
        .map(|(_, count, noun, rest)| format!("{}{rest}", counted(count as u64, noun)))
        .collect()
}

/// Where the positions come from.
pub(crate) enum Source {
    Sample {
        board: Board,
        seed: u64,
        wanted: usize,
    },
    Suite {
        file: String,
        finished: usize,
    },
}

impl Report<'_> {
    /// All failures, those of the games last.
    pub(crate) fn failures(&self) -> impl Iterator<Item = &FailedAt> {
        let games = self.games.iter().flat_map(|games| &games.failures);
        self.judgement.failures.iter().chain(games)
    }

    /// Failures by their kind, the most frequent first.
    pub(crate) fn failure_counts(&self) -> Vec<(&'static str, usize)> {
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

    pub(crate) fn gave_up(&self) -> bool {
        self.judgement.gave_up || self.games.as_ref().is_some_and(|games| games.gave_up)
    }

    /// What the engine calls itself, if it does.
    pub(crate) fn name(&self) -> Option<&str> {
        self.introductions()
            .find_map(|engine| engine.name.as_deref())
    }

    /// What came of setting options, as far as there is something to remark.
    pub(crate) fn remarks(&self) -> &[Remark] {
        let mut remarks = self.introductions().map(|engine| engine.remarks.as_slice());
        remarks
            .find(|remarks| !remarks.is_empty())
            .unwrap_or_default()
    }

    /// The engine when it was asked, and when it played.
    fn introductions(&self) -> impl Iterator<Item = &Introduction> {
        let playing = self.games.iter().map(|games| &games.engine);
        std::iter::once(&self.judgement.engine).chain(playing)
    }

    /// The failure of an engine that the system cannot start, of which there is
    /// nothing to report.
    pub(crate) fn not_started(&self) -> Option<&Failed> {
        let mut failures = self.failures().map(|failure| &failure.failed);
        let is_start = |failed: &&Failed| matches!(failed.fault, Fault::NotStarted { .. });
        let first = failures.next().filter(is_start)?;
        let answered = self.judgement.all.effects.moves > 0
            || self.games.iter().any(|games| !games.games.is_empty());
        (!answered && failures.all(|failed| is_start(&failed))).then_some(first)
    }

    /// The engine: its command line and, if it told, its name.
    pub(crate) fn engine(&self) -> String {
        match self.name() {
            Some(name) => format!("{name} ({})", self.setup.command),
            None => self.setup.command.clone(),
        }
    }

    pub(crate) const fn protocol(&self) -> &'static str {
        match self.setup.protocol {
            Protocol::Uci => "uci",
            Protocol::Codingame => "codingame",
        }
    }

    /// What the engine was given for a move.
    pub(crate) fn limit(&self) -> String {
        match self.setup.limit {
            Limit::Time(time) => format!("{} ms a move", time.as_millis()),
            Limit::Depth(plies) => format!("depth {plies}"),
            Limit::Nodes(nodes) => format!("{nodes} nodes a move"),
        }
    }

    /// Where the positions come from, and how many were judged.
    pub(crate) fn positions(&self) -> String {
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
            Source::Suite { file, finished: 0 } => format!("{judged} of {file}"),
            Source::Suite { file, finished } => {
                format!("{judged} of {file}, {finished} finished ones left out")
            }
        }
    }
}

/// Games from one kind of start, in numbers.
pub(crate) struct Score {
    pub(crate) played: usize,
    pub(crate) succeeded: usize,
}

impl Games {
    pub(crate) fn score(&self, outcome: Wdl) -> Score {
        Score {
            played: self.of(outcome).count(),
            succeeded: self
                .of(outcome)
                .filter(|game| game.end.is_success())
                .count(),
        }
    }
}
