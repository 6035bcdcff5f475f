//! Problems found, and a selection from them that is spread over material and distances.

use std::collections::{BTreeMap, HashSet};

use loa_solver::{Bitboard, Board, Material, Position};

use super::problem::Problem;
use super::theme::Theme;

/// Problems by theme, material and distance. None is a symmetric image of another.
#[derive(Default)]
pub(super) struct Pool {
    problems: Vec<Problem>,
    seen: HashSet<(Board, Bitboard, Bitboard)>,
    /// Indices into `problems`, in the order of finding; plies are 0 for a draw.
    classes: BTreeMap<(Theme, Material, u16), Vec<usize>>,
    dealt: HashSet<usize>,
}

impl Pool {
    /// Adds a problem, unless the pool already has it.
    pub(super) fn add(&mut self, problem: Problem) {
        if !self.seen.insert(canonical(&problem.position)) {
            return;
        }
        let (material, place) = (problem.position.material(), self.problems.len());
        for &theme in &problem.themes {
            let class = (theme, material, problem.value.plies().unwrap_or(0));
            self.classes.entry(class).or_default().push(place);
        }
        self.problems.push(problem);
    }

    /// Returns the number of problems with a theme.
    pub(super) fn count(&self, theme: Theme) -> usize {
        let classes = self.classes.iter();
        let of_theme = classes.filter(|((known, ..), _)| *known == theme);
        of_theme.map(|(_, places)| places.len()).sum()
    }

    /// Returns up to `count` problems of a theme that have not been dealt. The materials take
    /// turns. From each material it takes the distance dealt least often, the longest if several
    /// are, and the problem found first.
    pub(super) fn deal(
        &mut self,
        theme: Theme,
        materials: &[Material],
        count: usize,
    ) -> Vec<Problem> {
        let mut dealt = Vec::new();
        let mut by_plies: BTreeMap<u16, usize> = BTreeMap::new();
        let mut idle = 0;
        for &material in materials.iter().cycle() {
            if dealt.len() == count || idle == materials.len() {
                break;
            }
            let classes = self.classes.range((theme, material, 0)..=(theme, material, u16::MAX));
            let open = classes.filter_map(|(&(.., plies), places)| {
                let place = places.iter().find(|place| !self.dealt.contains(place))?;
                Some((by_plies.get(&plies).copied().unwrap_or(0), plies, *place))
            });
            let best = open.min_by_key(|&(times, plies, _)| (times, u16::MAX - plies));
            let Some((_, plies, place)) = best else {
                idle += 1;
                continue;
            };
            idle = 0;
            self.dealt.insert(place);
            *by_plies.entry(plies).or_default() += 1;
            dealt.push(self.problems[place].clone());
        }
        dealt
    }
}

/// Returns a key that is equal for positions that differ only by a symmetry of the board or by
/// colours.
fn canonical(position: &Position) -> (Board, Bitboard, Bitboard) {
    let key = |position: Position| (position.board(), position.us(), position.them());
    position.images().map(key).min().unwrap_or(key(*position))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a problem of which only material, value and themes are valid.
    fn problem(position: &str, value: &str, themes: &str) -> Problem {
        let position = position.parse().unwrap();
        let rules = loa_solver::Rules::default();
        let m = rules.moves(&position)[0];
        let text = format!("{position}; {rules}; {value}; {m}; {themes}");
        text.parse().unwrap()
    }

    #[test]
    fn images_under_symmetries_and_colours_are_one_problem() {
        let mut pool = Pool::default();
        for position in ["x2x/o3/4/3o x", "x2x/3o/4/o3 x", "o2o/x3/4/3x o", "o2x/4/4/1o1x x"] {
            pool.add(problem(position, "win in 5", "only-win"));
        }
        pool.add(problem("x2x/o3/4/3o o", "win in 5", "only-win"));
        assert_eq!(pool.count(Theme::OnlyWin), 3);
    }

    #[test]
    fn dealing_goes_round_materials_and_rare_distances_first() {
        let mut pool = Pool::default();
        let two = |file: char| format!("x2x/o3/{}/3o x", file);
        pool.add(problem(&two('4'), "win in 3", "only-win"));
        pool.add(problem("x2x/1o2/4/3o x", "win in 3", "only-win"));
        pool.add(problem("x2x/1o2/4/o3 x", "win in 5", "only-win greedy"));
        pool.add(problem("x1xx/4/o3/3o x", "win in 3", "only-win"));
        pool.add(problem("x1xx/4/1o2/3o x", "win in 9", "greedy"));
        let materials = [Material::new(2, 2), Material::new(3, 2)];
        let plies = |problems: &[Problem]| -> Vec<(String, u16)> {
            let each = problems
                .iter()
                .map(|p| (p.position.material().to_string(), p.value.plies().unwrap()));
            each.collect()
        };
        let dealt = pool.deal(Theme::OnlyWin, &materials, 9);
        let expected = [("2v2", 5), ("3v2", 3), ("2v2", 3), ("2v2", 3)]
            .map(|(material, plies)| (material.to_owned(), plies));
        assert_eq!(plies(&dealt), expected);
        // Problems dealt for one theme are not dealt for another.
        let dealt = pool.deal(Theme::Greedy, &materials, 9);
        assert_eq!(plies(&dealt), [("3v2".to_owned(), 9)]);
        assert!(pool.deal(Theme::Greedy, &materials, 9).is_empty());
    }
}
