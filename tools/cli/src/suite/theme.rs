//! What a problem is about.

use clap::ValueEnum;
use loa_solver::Value;

use super::greedy;
use super::solution::Solution;

/// A theme of a problem.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Theme {
    /// One move of many wins
    OnlyWin,
    /// The win is about as long as any with the same material
    LongWin,
    /// A greedy player gives the win away
    Greedy,
    /// One move of many draws
    OnlyDraw,
}

/// Legal moves that there are at least where only one is good.
const CHOICES: usize = 8;

/// Plies that a win takes at least.
const SHORTEST_WIN: u16 = 3;

impl Theme {
    pub(crate) const ALL: [Theme; 4] = [
        Theme::OnlyWin,
        Theme::LongWin,
        Theme::Greedy,
        Theme::OnlyDraw,
    ];

    /// As text and the command line have it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Theme::OnlyWin => "only-win",
            Theme::LongWin => "long-win",
            Theme::Greedy => "greedy",
            Theme::OnlyDraw => "only-draw",
        }
    }

    /// Whether a position of this value may have the theme.
    pub(super) fn may_have(self, value: Value) -> bool {
        match value {
            Value::Win(plies) => self != Theme::OnlyDraw && plies >= SHORTEST_WIN,
            Value::Draw => self == Theme::OnlyDraw,
            Value::Loss(_) => false,
        }
    }

    /// Whether a position has the theme.
    pub(super) fn is_of(self, solution: &Solution) -> bool {
        let (value, good) = (solution.value(), solution.good_moves());
        self.may_have(value)
            && match self {
                Theme::OnlyWin | Theme::OnlyDraw => {
                    solution.legal_moves() >= CHOICES && good.len() == 1
                }
                Theme::LongWin => {
                    let (plies, longest) = (value.plies(), solution.longest_win());
                    plies.is_some_and(|plies| is_near_longest(plies, longest))
                }
                Theme::Greedy => {
                    let choices = greedy::choices(solution.rules(), solution.position());
                    choices.iter().all(|choice| !good.contains(choice))
                }
            }
    }
}

/// Whether a win is no quicker than four fifths of the longest.
pub(super) fn is_near_longest(plies: u16, longest: u16) -> bool {
    5 * u32::from(plies) >= 4 * u32::from(longest)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use loa_solver::{Material, Position, Symmetry};
    use loa_tablebase::{Tablebase, Wdl};

    use super::*;
    use crate::chance::Chance;

    const RULES: [&str; 3] = ["mover-pass", "own-loss", "mover-pass-misere"];

    /// Positions of 4x4 that go on, with their solutions.
    fn solutions(rules: &str, each: usize) -> (Tablebase, Vec<Solution>) {
        let tables = Tablebase::embedded(rules.parse().unwrap());
        let materials = [(2, 3), (3, 3), (4, 4), (4, 2)];
        let positions = materials.into_iter().flat_map(|(us, them)| {
            let mut chance = Chance::of(3, &[us.into(), them.into()]);
            let material = Material::new(us, them);
            (0..each).map(move |_| chance.placement("4x4".parse().unwrap(), material).unwrap())
        });
        let solutions = positions.map(|position| Solution::find(&tables, &position).unwrap());
        let solutions = solutions
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
                let census = tables
                    .census(position.board(), position.material())
                    .unwrap();
                let longest = census.longest_win.unwrap().0;
                let greedy = greedy::choices(tables.rules(), position);
                let many = probe.moves.len() >= 8;
                let expected = [
                    wins.len() == 1 && deep && many,
                    !wins.is_empty() && deep && 5 * probe.value.plies().unwrap() >= 4 * longest,
                    !wins.is_empty() && deep && !greedy.iter().any(|m| wins.contains(m)),
                    wins.is_empty() && draws.len() == 1 && many,
                ];
                let found = Theme::ALL.map(|theme| theme.is_of(solution));
                assert_eq!(found, expected, "{position} under {rules}");
                for theme in Theme::ALL.into_iter().filter(|theme| theme.is_of(solution)) {
                    *times.entry(theme).or_default() += 1;
                }
            }
        }
        assert!(
            times.len() == 4 && times.values().all(|&times| times > 20),
            "{times:?}"
        );
    }

    #[test]
    fn themes_do_not_depend_on_how_the_board_lies_or_who_is_black() {
        let (tables, solutions) = solutions("mover-pass", 1000);
        for solution in solutions
            .iter()
            .filter(|solution| solution.problem().is_some())
        {
            let position = solution.position();
            let board = position.board();
            for symmetry in Symmetry::all(board) {
                let image = |stones| symmetry.apply(board, stones);
                let (us, them) = (image(position.us()), image(position.them()));
                let image = Position::new(board, us, them, position.turn().other()).unwrap();
                let problem = Solution::find(&tables, &image).unwrap().problem();
                let themes = |problem: Option<crate::suite::Problem>| problem.unwrap().themes;
                assert_eq!(
                    themes(problem),
                    themes(solution.problem()),
                    "{position} {image}"
                );
            }
        }
    }
}
