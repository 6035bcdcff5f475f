//! Reports on engines as lines of text.

use std::fmt::{self, Display};

use loa_judge::judging::JudgedMove;
use loa_record::review::{Blunder, Effect};
use loa_record::text::{counted, printable};

use super::{AnswerCounts, EngineFailure, GameCounts, Group, JudgeReport, PlayedOut, WorstMove};
use crate::text::joined;

/// Failures that are listed one by one, and lines of the engine's output before each;
/// of its standard error all lines that are known.
const FAILURES: usize = 4;
const SAID: usize = 6;

/// Returns the effect of a move in words.
pub(super) fn effect(judged: &JudgedMove<'_>) -> String {
    match judged.effect {
        Effect::Best => "is as good as any".to_owned(),
        slower @ Effect::Slower(_) => format!("wins {slower}"),
        sooner @ Effect::Sooner(_) => format!("loses {sooner}"),
        Effect::Blunder(_) => judged.chosen.value.verdict(),
    }
}

/// As lines of text, fit for a terminal whatever the engine's output.
impl Display for JudgeReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let title = printable(&self.title());
        write!(f, "{title} under {}, {}", self.rules, self.limit)?;
        write!(f, "\n{}", printable(&self.asked))?;
        if self.positions > 0 {
            summary(f, &self.all)?;
            if let Some(late) = self.late.filter(|&late| late > 0) {
                let answers = counted(late as u64, "answer");
                write!(f, "\nlate: {answers} after more than {}", self.limit)?;
            }
            table(f, "material", &self.by_material)?;
            table(f, "distance", &self.by_distance)?;
            row(f, &"all", &self.all)?;
            if !self.by_theme.is_empty() {
                table(f, "theme", &self.by_theme)?;
            }
        }
        if !self.worst.is_empty() {
            write!(f, "\n\nworst moves")?;
        }
        for worst in &self.worst {
            let value = worst.value.verdict();
            let best = joined(&worst.best, ", ");
            write!(f, "\n  {}  {value}{worst}; better: {best}", worst.position)?;
        }
        if let Some(played) = &self.played_out {
            games(f, played)?;
        }
        self.failure_lines(f)?;
        if let Some(compared) = &self.compared {
            write!(f, "\n\ncompared with the older report\n  {compared}")?;
        }
        Ok(())
    }
}

/// As the engine's score, the move, its effect and its refutation.
impl Display for WorstMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(score) = &self.score {
            write!(f, " (its score: {score})")?;
        }
        write!(f, "; {} {}", self.r#move, self.words)?;
        if self.refutation.is_empty() {
            Ok(())
        } else {
            write!(f, " after {}", joined(&self.refutation, " "))
        }
    }
}

/// Writes all answers in figures.
fn summary(f: &mut fmt::Formatter<'_>, all: &AnswerCounts) -> fmt::Result {
    let effects = &all.effects;
    match effects.kept_percent {
        Some(percent) => {
            let (kept, answers) = (effects.kept, all.answers);
            write!(f, "\nvalue kept: {percent:.2} % ({kept} of {answers})")?;
        }
        None => write!(f, "\nvalue kept: no answer")?,
    }
    let blunders = Blunder::ALL
        .iter()
        .zip(effects.blunders.counts())
        .map(|(blunder, count)| format!("{count} {}", blunder.name()));
    let sum = effects.blunders.all();
    write!(f, "\nblunders: {sum} ({})", joined(blunders, ", "))?;
    write!(
        f,
        "\ndistance lost: {} plies slower in {} won positions, {} plies sooner in {} lost ones",
        effects.slower.plies, effects.slower.moves, effects.sooner.plies, effects.sooner.moves
    )?;
    if all.answers > 0 {
        let mean = 1e3 * all.seconds / all.answers as f64;
        let longest = 1e3 * all.longest_seconds;
        write!(f, "\ntime a move: {mean:.1} ms on average, {longest:.1} ms at most")?;
    }
    Ok(())
}

fn table(f: &mut fmt::Formatter<'_>, what: &str, groups: &[Group]) -> fmt::Result {
    let [win_draw, win_loss, draw_loss] = Blunder::ALL.map(Blunder::name);
    write!(
        f,
        "\n\n{what:<16} {:>8} {:>8} {win_draw:>12} {win_loss:>12} {draw_loss:>12} {:>8} {:>8} {:>8}",
        "answers", "kept %", "slower", "sooner", "failures"
    )?;
    groups.iter().try_for_each(|group| row(f, &group.of.1, &group.counts))
}

fn row(f: &mut fmt::Formatter<'_>, name: &impl ToString, counts: &AnswerCounts) -> fmt::Result {
    let effects = &counts.effects;
    let kept = effects.kept_percent.map_or("-".to_owned(), |percent| format!("{percent:.2}"));
    let [win_draw, win_loss, draw_loss] = effects.blunders.counts();
    write!(
        f,
        "\n{:<16} {:>8} {kept:>8} {win_draw:>12} {win_loss:>12} {draw_loss:>12} {:>8} {:>8} {:>8}",
        name.to_string(),
        counts.answers,
        effects.slower.plies,
        effects.sooner.plies,
        counts.failures
    )
}

fn games(f: &mut fmt::Formatter<'_>, played: &PlayedOut) -> fmt::Result {
    let share = |counts: GameCounts| format!("{} of {}", counts.succeeded, counts.played);
    let (won, drawn) = (share(played.won), share(played.drawn));
    write!(
        f,
        "\n\nplayed out: {won} wins converted, {} plies over perfect; {drawn} draws held",
        played.plies_over_perfect
    )?;
    for game in played.games.iter().filter(|game| !game.succeeded) {
        let (value, plies) = (game.value.verdict(), game.moves.len());
        write!(f, "\n  {}  {value}: {} at ply {plies}", game.position, game.end)?;
    }
    Ok(())
}

impl JudgeReport {
    fn failure_lines(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = self.failures.counts.iter();
        let counts = joined(counts.map(|(kind, count)| format!("{count} {kind}")), ", ");
        if !counts.is_empty() {
            write!(f, "\n\nfailures: {counts}")?;
        }
        for failure in self.failures.each.iter().take(FAILURES) {
            let EngineFailure { position, said, .. } = failure;
            write!(f, "\n  {position}: {}", printable(&failure.message))?;
            for line in said.iter().skip(said.len().saturating_sub(SAID)) {
                write!(f, "\n    said: {}", printable(line))?;
            }
            for line in &failure.complained {
                write!(f, "\n    complained: {}", printable(line))?;
            }
        }
        let more = self.failures.each.len().saturating_sub(FAILURES);
        if more > 0 {
            write!(f, "\n  and {more} more")?;
        }
        if self.gave_up {
            write!(f, "\nthe engine was given up after these failures")?;
        }
        if self.interrupted {
            write!(f, "\ninterrupted")?;
        }
        Ok(())
    }
}
