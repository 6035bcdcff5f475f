//! The report of a match as lines of text.

use std::collections::BTreeMap;
use std::fmt::{self, Display};

use loa_judge::match_play::{Ending, MatchScore, PairCounts, Sprt, SprtVerdict, Tournament};
use loa_record::text::{counted, path_text, plies, printable};

use super::{MatchReport, SprtFields, Standing};
use crate::text::{failures, joined};

/// The width of the 95 % confidence interval in standard errors.
const MIDDLE: f64 = 1.96;

/// Writes the report as lines of text. They are safe for a terminal, even with arbitrary output of
/// the engines.
impl Display for MatchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.tournament {
            Some(Tournament::RoundRobin) => self.write_tables(f, "round robin")?,
            Some(Tournament::Gauntlet) => self.write_tables(f, "gauntlet")?,
            None => self.write_score(f)?,
        }
        if 2 * self.available < self.requested {
            let (requested, found) = (self.requested, counted(self.available as u64, "opening"));
            write!(
                f,
                "\n{requested} games were requested; only {found} could be found, and none "
            )?;
            write!(f, "is played twice")?;
        }
        let repeats = match self.pairings.is_empty() {
            true => self.score.repeats,
            false => self.pairings.iter().map(|pairing| pairing.score.repeats).sum(),
        };
        if repeats > 0 {
            let repeats = counted(repeats, "pair");
            write!(f, "\nleft out of the score, because they repeat earlier games: {repeats}")?;
        }
        if let Some(elo) = self.score.pairs.elo().filter(|_| self.tournament.is_none()) {
            let [value, low, high] = [elo.value, elo.low, elo.high].map(elo_text);
            write!(f, "\nElo of 1 over 2: {value}, 95 % interval {low} to {high}")?;
        }
        self.write_endings(f)?;
        if let Some(sprt) = &self.sprt {
            write!(f, "\n{sprt}")?;
        }
        self.write_failures(f)
    }
}

impl MatchReport {
    /// Writes the score of a match between two engines.
    fn write_score(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, name) in (1..).zip(&self.engines) {
            writeln!(f, "{number}: {}", printable(name))?;
        }
        let MatchScore { won, drawn, lost, pairs, .. } = self.score;
        let games = counted(self.games as u64, "game");
        write!(f, "1 has won {won}, drawn {drawn} and lost {lost} of {games}")?;
        if let Some(share) = percent(pairs) {
            let pairs = counted(pairs.pairs(), "opening");
            write!(f, "\nscore of 1: {share} % in {pairs} played from both sides")?;
            write!(f, ", {}", counted(self.different as u64, "different game"))?;
        }
        Ok(())
    }

    /// Writes the score of every engine of a tournament, and its points against each opponent.
    fn write_tables(&self, f: &mut fmt::Formatter<'_>, tournament: &str) -> fmt::Result {
        let engines = counted(self.engines.len() as u64, "engine");
        let pairings = counted(self.pairings.len() as u64, "pairing");
        let games = counted(self.games as u64, "game");
        let different = self.different;
        writeln!(f, "{tournament} of {engines}: {pairings}, {games}, {different} different\n")?;
        write!(f, "    points  games  score in %          Elo  95 % interval          engine")?;
        for Standing { engine, games, score } in &self.standings {
            let points = score.points();
            let [elo, interval] = match score.pairs.elo() {
                Some(elo) => {
                    let [value, low, high] = [elo.value, elo.low, elo.high].map(elo_text);
                    [value, format!("{low} to {high}")]
                }
                None => ["", ""].map(str::to_owned),
            };
            let share = percent(score.pairs).unwrap_or_default();
            write!(
                f,
                "\n{engine:>3} {points:>6.1} {games:>6}  {share:<13} {elo:>9}  {interval:<23}"
            )?;
            write!(f, "{}", printable(&self.engines[engine - 1]))?;
        }
        write!(f, "\n\npoints against")?;
        for Standing { engine, .. } in &self.standings {
            write!(f, " {engine:>6}")?;
        }
        for Standing { engine: row, .. } in &self.standings {
            write!(f, "\n{row:>3}           ")?;
            for Standing { engine: column, .. } in &self.standings {
                match self.result.against(row - 1, column - 1) {
                    Some(score) => write!(f, " {:>6.1}", score.points())?,
                    None => write!(f, " {:>6}", "-")?,
                }
            }
        }
        writeln!(f)
    }

    fn write_endings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.endings.is_empty() {
            return Ok(());
        }
        let parts = self.endings.iter().map(|(kind, count)| match *kind {
            "rules" => format!("{count} by the rules"),
            "tables" => format!("{count} by tables"),
            "too-long" => format!("{count} at the bound on plies"),
            "resignation" => format!("{count} by resignation"),
            "agreement" => format!("{count} drawn by scores"),
            "time" => format!("{count} on time"),
            _ => format!("{count} by a failure"),
        });
        write!(f, "\nended: {}", joined(parts, ", "))?;
        let mut folders: BTreeMap<_, Vec<Option<usize>>> = BTreeMap::new();
        for game in &self.result.games {
            if let Ending::Tables(end) = &game.ending
                && let Some(folder) = end.table.parent()
            {
                folders.entry(folder).or_default().push(end.distance());
            }
        }
        for (folder, ends) in folders {
            let distances = || ends.iter().flatten();
            let (won, folder) = (distances().count(), printable(&path_text(folder)));
            write!(f, "\nby tables of {folder}: {won} won, {} drawn", ends.len() - won)?;
            if let Some(&most) = distances().max() {
                write!(f, "; up to {} before the win", plies(most as u64))?;
            }
        }
        Ok(())
    }

    fn write_failures(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let failed = self.result.games.iter().filter_map(|game| {
            let Ending::Failed { color, failed } = &game.ending else {
                return None;
            };
            let engine = game.engines[usize::from(*color != game.first)] + 1;
            Some((format!("{engine} in {}: {failed}", game.game.position()), &**failed))
        });
        if failed.clone().next().is_some() {
            write!(f, "\nfailures, each a loss:")?;
        }
        failures(f, failed)
    }
}

/// Returns the share of the points and its error in percent.
fn percent(pairs: PairCounts) -> Option<String> {
    let error = pairs.standard_error();
    let error = error.map_or(String::new(), |error| format!(" +- {:.1}", 100.0 * MIDDLE * error));
    pairs.share().map(|share| format!("{:.1}{error}", 100.0 * share))
}

fn elo_text(elo: f64) -> String {
    match elo {
        f64::INFINITY => "+infinite".to_owned(),
        f64::NEG_INFINITY => "-infinite".to_owned(),
        // Avoids a negative zero.
        _ => format!("{:+.0}", elo.round() + 0.0),
    }
}

impl Display for SprtFields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SprtFields { sprt: Sprt { elo0, elo1, .. }, ratio, lower, upper, .. } = self;
        write!(f, "SPRT of {elo1} against {elo0} Elo: ")?;
        match self.verdict {
            Some(SprtVerdict::Stronger) => write!(f, "1 is stronger by {elo1} Elo")?,
            Some(SprtVerdict::NotStronger) => {
                write!(f, "1 is not stronger by more than {elo0} Elo")?
            }
            None => write!(f, "undecided")?,
        }
        write!(f, "; ratio {ratio:.2} within {lower:.2} and {upper:.2}")
    }
}
