//! Reports on engines as lines of text.

use std::fmt::{self, Display};

use loa_judge::judging::{Counts, EngineGames, FailedAt, GameCounts, Judgement};
use loa_record::review::{Blunder, Effect};
use loa_record::text::{counted, printable};

use super::{JudgeReport, WorstMove};
use crate::text::{failures, joined};

/// Writes the report as lines of text. They are safe for a terminal, even with arbitrary output of
/// an engine.
impl Display for JudgeReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (title, all) = (printable(&self.title()), &self.judgement.all);
        write!(f, "{title} under {}, {}", self.rules, self.limit)?;
        write!(f, "\n{}", printable(&self.asked()))?;
        if self.judgement.positions > 0 {
            summary(f, all)?;
            if let Some(late) = self.late.filter(|&late| late > 0) {
                let answers = counted(late as u64, "answer");
                write!(f, "\nlate: {answers} after more than {}", self.limit)?;
            }
        }
        if all.answers > 0 {
            let Judgement { by_theme, by_band, by_material, .. } = &self.judgement;
            table(f, "material", by_material)?;
            table(f, "distance", by_band)?;
            row(f, "all", all)?;
            if !by_theme.is_empty() {
                table(f, "theme", by_theme)?;
            }
        }
        if !self.worst.is_empty() {
            write!(f, "\n\nworst moves")?;
        }
        for worst in &self.worst {
            let judged = &worst.judged;
            let (value, best) = (judged.value.verdict(), joined(&judged.best, ", "));
            write!(f, "\n  {}  {value}{worst}; better: {best}", judged.position)?;
        }
        if let Some(played) = &self.played_out {
            games(f, played)?;
        }
        self.failure_lines(f)
    }
}

/// Writes the engine's score, the move, its effect and its refutation.
impl Display for WorstMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let judged = &self.judged;
        if let Some(score) = judged.score {
            write!(f, " (its score: {score})")?;
        }
        write!(f, "; {} ", judged.played)?;
        match judged.effect {
            Effect::Best => write!(f, "is a best move")?,
            slower @ Effect::Slower(_) => write!(f, "wins {slower}")?,
            sooner @ Effect::Sooner(_) => write!(f, "loses {sooner}")?,
            Effect::Blunder(_) => write!(f, "{}", judged.move_value.verdict())?,
        }
        if self.refutation.is_empty() {
            Ok(())
        } else {
            write!(f, " after {}", joined(&self.refutation, " "))
        }
    }
}

/// Writes the counts of all answers.
fn summary(f: &mut fmt::Formatter<'_>, all: &Counts) -> fmt::Result {
    let effects = &all.effects;
    match effects.kept_percent {
        Some(percent) => {
            let (kept, answers) = (effects.kept, all.answers);
            write!(f, "\nvalue kept: {percent:.2} % ({kept} of {answers})")?;
        }
        None => return write!(f, "\nvalue kept: no answer"),
    }
    let blunders = Blunder::ALL.iter().zip(effects.blunders.counts());
    let blunders = blunders.map(|(blunder, count)| format!("{count} {}", blunder.name()));
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
fn table<'a, K: Display>(
    f: &mut fmt::Formatter<'_>,
    what: &str,
    groups: impl IntoIterator<Item = (K, &'a Counts)>,
) -> fmt::Result {
    let blunders = Blunder::ALL.map(|blunder| blunder.name().rsplit_once('-').unwrap_or_default());
    let [above, below] = [blunders.map(|name| name.0), blunders.map(|name| name.1)];
    writeln!(f)?;
    cells(f, "", ["", "", above[0], above[1], above[2], "", "", ""])?;
    let heads = ["answers", "kept %", below[0], below[1], below[2], "slower", "sooner", "failures"];
    cells(f, what, heads)?;
    groups.into_iter().try_for_each(|(name, counts)| row(f, &name.to_string(), counts))
}

fn cells(f: &mut fmt::Formatter<'_>, name: &str, cells: [&str; 8]) -> fmt::Result {
    let mut line = format!("{name:<15}");
    for cell in cells {
        line += &format!(" {cell:>7}");
    }
    write!(f, "\n{}", line.trim_end())
}

fn row(f: &mut fmt::Formatter<'_>, name: &str, counts: &Counts) -> fmt::Result {
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
    cells(f, name, counted.each_ref().map(String::as_str))
}

fn games(f: &mut fmt::Formatter<'_>, played: &EngineGames) -> fmt::Result {
    let share = |counts: GameCounts| format!("{} of {}", counts.succeeded, counts.played);
    let (won, drawn) = (share(played.won), share(played.drawn));
    let over = played.plies_over_perfect;
    write!(
        f,
        "\n\nplayed out: {won} wins converted, {over} plies over perfect; {drawn} draws held"
    )?;
    for game in played.games.iter().filter(|game| !game.result.is_success()) {
        let (value, plies) = (game.value.verdict(), game.moves.len());
        write!(f, "\n  {}  {value}: {} at ply {plies}", game.position, game.result)?;
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
            let FailedAt { position, failed, .. } = failure;
            (format!("{position}: {failed}"), failed)
        });
        failures(f, lines)?;
        if self.judgement.gave_up {
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
    use super::*;

    struct Table(Counts);

    impl Display for Table {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            table(f, "distance", [("win in 65-128", &self.0)])
        }
    }

    #[test]
    fn tables_fit_eighty_columns() {
        let mut counts = Counts::default();
        (counts.answers, counts.failures) = (1_000_000, 100_000);
        let text = Table(counts).to_string();
        assert_eq!(text.lines().filter(|line| !line.is_empty()).count(), 3, "{text}");
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
    }
}
