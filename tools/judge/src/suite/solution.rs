//! Positions looked up as problems.

use std::fmt;

use loa_solver::{Move, Position, Value};
use loa_tablebase::{Probe, ProbeError, Tablebase, Wdl};
use serde::{Deserialize, Serialize};

use super::greedy;
use super::problem::Problem;
use super::theme::Theme;

/// The minimum number of legal moves for the theme of an only move.
const CHOICES: usize = 8;

/// A position with its value and everything that its themes depend on.
#[derive(Clone, Debug)]
pub struct Solution {
    probe: Probe,
    /// Every move that keeps the win or the draw, best first; none if the game is over.
    good_moves: Vec<Move>,
    longest_win: u16,
}

impl Solution {
    /// Looks a position up.
    ///
    /// # Errors
    /// If a table is missing or damaged.
    pub fn find(tables: &Tablebase, position: &Position) -> Result<Solution, ProbeError> {
        let probe = tables.probe(position)?;
        let longest_win = if probe.value == Value::Draw || probe.over.is_some() {
            0
        } else {
            longest_win(tables, position)?
        };
        let outcome = probe.value.wdl();
        let good_moves = probe.moves.iter().filter(|m| m.value.wdl() == outcome);
        Ok(Solution { good_moves: good_moves.map(|m| m.played).collect(), longest_win, probe })
    }

    /// Returns the position.
    pub const fn position(&self) -> &Position {
        &self.probe.position
    }

    /// Returns the value of the position.
    pub const fn value(&self) -> Value {
        self.probe.value
    }

    /// Returns the number of legal moves.
    pub fn legal_moves(&self) -> usize {
        self.probe.moves.len()
    }

    /// Returns the problem of the position; `None` if it has no theme.
    pub fn problem(&self) -> Option<Problem> {
        let themes: Vec<Theme> = Theme::ALL.into_iter().filter(|&theme| self.has(theme)).collect();
        (!themes.is_empty()).then(|| Problem {
            position: *self.position(),
            rules: self.probe.rules,
            value: self.value(),
            good_moves: self.good_moves.clone(),
            themes,
        })
    }

    /// Returns whether the position has a theme.
    pub fn has(&self, theme: Theme) -> bool {
        theme.may_have(self.value())
            && match theme {
                Theme::OnlyWin | Theme::OnlyDraw => {
                    self.legal_moves() >= CHOICES && self.good_moves.len() == 1
                }
                Theme::LongWin => {
                    let plies = self.value().plies();
                    plies.is_some_and(|plies| is_near_longest(plies, self.longest_win))
                }
                Theme::Greedy => {
                    let choices = greedy::choices(self.probe.rules, self.position());
                    choices.iter().all(|choice| !self.good_moves.contains(choice))
                }
            }
    }

    /// Returns the wrong claims of a problem with this position.
    pub fn wrong_claims(&self, problem: &Problem) -> Vec<WrongClaim> {
        let (claimed, found) = (problem.value, self.value());
        let mut wrong = Vec::new();
        if claimed.wdl() != found.wdl() {
            // The moves that keep a value are comparable only if the value is the same.
            wrong.push(WrongClaim::Value { claimed, found });
        } else {
            if claimed != found {
                wrong.push(WrongClaim::Distance { claimed, found });
            }
            let without = |moves: &[Move], others: &[Move]| -> Vec<Move> {
                let rest = moves.iter().filter(|m| !others.contains(m));
                rest.copied().collect()
            };
            let missing = without(&self.good_moves, &problem.good_moves);
            let added = without(&problem.good_moves, &self.good_moves);
            wrong.extend((!missing.is_empty()).then_some(WrongClaim::Missing(missing)));
            wrong.extend((!added.is_empty()).then_some(WrongClaim::Added(added)));
        }
        let themes = problem.themes.iter().filter(|&&theme| !self.has(theme));
        wrong.extend(themes.map(|&theme| WrongClaim::Theme(theme)));
        wrong
    }
}

/// A claim of a problem that the tables contradict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum WrongClaim {
    /// The result is different.
    Value {
        /// The claimed value.
        claimed: Value,
        /// The value by the tables.
        found: Value,
    },
    /// The distance is different.
    Distance {
        /// The claimed value.
        claimed: Value,
        /// The value by the tables.
        found: Value,
    },
    /// Moves that keep the value but are not listed.
    Missing(Vec<Move>),
    /// Moves that are listed but do not keep the value.
    Added(Vec<Move>),
    /// The position does not have this theme.
    Theme(Theme),
}

impl WrongClaim {
    /// Returns the kind of the claim: `value`, `distance`, `moves` or `theme`.
    pub const fn claim(&self) -> &'static str {
        match self {
            WrongClaim::Value { .. } => "value",
            WrongClaim::Distance { .. } => "distance",
            WrongClaim::Missing(_) | WrongClaim::Added(_) => "moves",
            WrongClaim::Theme(_) => "theme",
        }
    }
}

impl fmt::Display for WrongClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |moves: &[Move]| {
            let names: Vec<String> = moves.iter().map(Move::to_string).collect();
            names.join(" ")
        };
        match self {
            WrongClaim::Value { claimed, found } | WrongClaim::Distance { claimed, found } => {
                write!(f, "it is a {found}, not a {claimed}")
            }
            WrongClaim::Missing(moves) => write!(f, "good moves are missing: {}", list(moves)),
            WrongClaim::Added(moves) => write!(f, "these moves are not good: {}", list(moves)),
            WrongClaim::Theme(theme) => write!(f, "the theme {} does not apply", theme.name()),
        }
    }
}

/// Returns the longest win with the material of a position; 0 if no win exists.
fn longest_win(tables: &Tablebase, position: &Position) -> Result<u16, ProbeError> {
    // A lone stone has no table and wins in one move at most.
    let material = position.material();
    if material.us() < 2 || material.them() < 2 {
        return Ok(1);
    }
    let census = tables.census(position.board(), material)?;
    Ok(census.counts.longest(Wdl::Win).unwrap_or(0))
}

/// Returns whether a win takes at least four fifths of the plies of the longest.
pub(super) fn is_near_longest(plies: u16, longest: u16) -> bool {
    5 * u32::from(plies) >= 4 * u32::from(longest)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use loa_record::random::Pcg64;
    use loa_solver::Material;
    use loa_tablebase::Wdl;

    use super::*;

    const RULES: [&str; 3] = ["mover-pass", "own-loss", "mover-pass-misere"];

    /// Returns positions of 4x4 that are not over, with their solutions.
    fn solutions(rules: &str, each: usize) -> (Tablebase, Vec<Solution>) {
        let tables = Tablebase::embedded(rules.parse().unwrap());
        let materials = [(2, 3), (3, 3), (4, 4), (4, 2)];
        let positions = materials.into_iter().flat_map(|(us, them)| {
            let mut chance = Pcg64::of(3, &[us.into(), them.into()]);
            let material = Material::new(us, them);
            (0..each).map(move |_| chance.placement("4x4".parse().unwrap(), material).unwrap())
        });
        let solutions = positions
            .map(|position| Solution::find(&tables, &position).unwrap())
            .filter(|solution| solution.legal_moves() > 0)
            .collect();
        (tables, solutions)
    }

    #[test]
    fn themes_are_what_the_values_of_the_moves_say() {
        let mut times: BTreeMap<Theme, u32> = BTreeMap::new();
        for rules in RULES {
            let (tables, solutions) = solutions(rules, 10_000);
            for solution in &solutions {
                let position = solution.position();
                let probe = tables.probe(position).unwrap();
                let with = |outcome: Wdl| {
                    let moves = probe.moves.iter().filter(|m| m.value.wdl() == outcome);
                    moves.map(|m| m.played).collect::<Vec<_>>()
                };
                let (wins, draws) = (with(Wdl::Win), with(Wdl::Draw));
                let deep = probe.value.plies() >= Some(3);
                let census = tables.census(position.board(), position.material()).unwrap();
                let longest = census.longest_win.unwrap().plies;
                let greedy = greedy::choices(tables.rules(), position);
                let many = probe.moves.len() >= 8;
                let expected = [
                    wins.len() == 1 && deep && many,
                    !wins.is_empty() && deep && 5 * probe.value.plies().unwrap() >= 4 * longest,
                    !wins.is_empty() && deep && !greedy.iter().any(|m| wins.contains(m)),
                    wins.is_empty() && draws.len() == 1 && many,
                ];
                let found = Theme::ALL.map(|theme| solution.has(theme));
                assert_eq!(found, expected, "{position} under {rules}");
                for theme in Theme::ALL.into_iter().filter(|theme| solution.has(*theme)) {
                    *times.entry(theme).or_default() += 1;
                }
            }
        }
        assert!(times.len() == 4 && times.values().all(|&times| times > 20), "{times:?}");
    }

    #[test]
    fn themes_do_not_depend_on_how_the_board_lies_or_who_is_black() {
        let (tables, solutions) = solutions("mover-pass", 1000);
        for solution in solutions.iter().filter(|solution| solution.problem().is_some()) {
            let position = solution.position();
            for image in position.images() {
                let (board, turn) = (position.board(), position.turn().other());
                let image = Position::new(board, image.us(), image.them(), turn).unwrap();
                let problem = Solution::find(&tables, &image).unwrap().problem();
                let themes = |problem: Option<Problem>| problem.unwrap().themes;
                assert_eq!(themes(problem), themes(solution.problem()), "{position} {image}");
            }
        }
    }
}
