//! Reports on engines as lines of text.

use std::fmt::{self, Display};

use loa_judge::judging::JudgedMove;
use loa_record::review::{Blunder, Effect};
use loa_record::text::{counted, printable};

use super::{AnswerCounts, EngineFailure, GameCounts, Group, JudgeReport, PlayedOut, WorstMove};
use crate::text::{failures, joined};

/// Returns the effect of a move in words.
pub(super) fn effect(judged: &JudgedMove<'_>) -> String {
    match judged.effect {
        Effect::Best => "is a best move".to_owned(),
        slower @ Effect::Slower(_) => format!("wins {slower}"),
        sooner @ Effect::Sooner(_) => format!("loses {sooner}"),
        Effect::Blunder(_) => judged.chosen.value.verdict(),
    }
}

/// Writes the report as lines of text. They are safe for a terminal, even with arbitrary output of
/// an engine.
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
        }
        if self.all.answers > 0 {
            table(f, "material", &self.by_material)?;
            table(f, "distance", &self.by_distance)?;
            row(f, &"all", &self.all)?;
            if !self.by_theme.is_empty() {
                table(f, "theme", &self.by_theme)?;
            }
            if !self.baselines.is_empty() {
                table(f, "baseline", &self.baselines)?;
            }
            if let Some(likeness) = &self.likeness {
                write!(f, "\n{likeness}")?;
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

/// Writes the engine's score, the move, its effect and its refutation.
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

/// Writes the counts of all answers.
fn summary(f: &mut fmt::Formatter<'_>, all: &AnswerCounts) -> fmt::Result {
    let effects = &all.effects;
    match effects.kept_percent {
        Some(percent) => {
            let (kept, answers) = (effects.kept, all.answers);
            write!(f, "\nvalue kept: {percent:.2} % ({kept} of {answers})")?;
        }
        None => return write!(f, "\nvalue kept: no answer"),
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

/// Writes a table of at most 80 columns. The names of blunders stand in two lines.
fn table(f: &mut fmt::Formatter<'_>, what: &str, groups: &[Group]) -> fmt::Result {
    let blunders = Blunder::ALL.map(|blunder| blunder.name().rsplit_once('-').unwrap_or_default());
    let [above, below] = [blunders.map(|name| name.0), blunders.map(|name| name.1)];
    writeln!(f)?;
    cells(f, "", ["", "", above[0], above[1], above[2], "", "", ""])?;
    let heads = ["answers", "kept %", below[0], below[1], below[2], "slower", "sooner", "failures"];
    cells(f, what, heads)?;
    groups.iter().try_for_each(|group| row(f, &group.of.1, &group.counts))
}

fn cells(f: &mut fmt::Formatter<'_>, name: &str, cells: [&str; 8]) -> fmt::Result {
    let mut line = format!("{name:<15}");
    for cell in cells {
        line += &format!(" {cell:>7}");
    }
    write!(f, "\n{}", line.trim_end())
}

fn row(f: &mut fmt::Formatter<'_>, name: &impl ToString, counts: &AnswerCounts) -> fmt::Result {
    let effects = &counts.effects;
    let kept = effects.kept_percent.map_or("-".to_owned(), |percent| format!("{percent:.2}"));
    let [win_draw, win_loss, draw_loss] = effects.blunders.counts();
    let counted = [
        counts.answers.to_string(),
        kept,
        win_draw.to_string(),
        win_loss.to_string(),
        draw_loss.to_string(),
        effects.slower.plies.to_string(),
        effects.sooner.plies.to_string(),
        counts.failures.to_string(),
    ];
    cells(f, &name.to_string(), counted.each_ref().map(String::as_str))
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
        let lines = self.failures.each.iter().map(|failure| {
            let EngineFailure { position, message, said, complained, .. } = failure;
            (format!("{position}: {message}"), &**said, &**complained)
        });
        failures(f, lines)?;
        if self.gave_up {
            write!(f, "\nthe judge stopped after these failures")?;
        }
        if self.interrupted {
            write!(f, "\nstopped before the engine was asked about all positions")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use loa_judge::judging::Counts;

    use super::*;

    struct Rows(AnswerCounts);

    impl Display for Rows {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            table(f, "distance", &[])?;
            row(f, &"win in 65-128", &self.0)
        }
    }

    #[test]
    fn tables_fit_eighty_columns() {
        let counts = AnswerCounts {
            answers: 1_000_000,
            failures: 100_000,
            ..AnswerCounts::from(&Counts::default())
        };
        let text = Rows(counts).to_string();
        assert_eq!(text.lines().filter(|line| !line.is_empty()).count(), 3, "{text}");
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
    }
}
