//! The search for problems.
//!
//! Positions are drawn at random and looked up until every theme has enough candidates. Long wins
//! are too rare for that. The census of a table names the longest win. Others are found by climbing
//! from the longest of some random wins: one stone at a time is moved while that makes the win
//! longer. If that gives too few, play from the longest win passes others. The result does not
//! depend on threads: positions are taken in the order in which they were drawn.

use loa_record::random::Pcg64;
use loa_solver::{Board, Control, Material, Position, Value};
use loa_tablebase::{Longest, ProbeError, Tablebase};
use rayon::prelude::*;

use super::pool::Pool;
use super::problem::Problem;
use super::solution::{Solution, is_near_longest};
use super::theme::Theme;

/// The description of the problems to find.
#[derive(Clone, Debug)]
pub struct WantedProblems {
    /// The board.
    pub board: Board,
    /// The materials, the side to move first.
    pub materials: Vec<Material>,
    /// The themes.
    pub themes: Vec<Theme>,
    /// The number of problems, divided equally among the themes.
    pub count: usize,
    /// The seed. With the same tables it gives the same problems.
    pub seed: u64,
    /// The maximum number of random positions to look up.
    pub tries: u64,
}

/// The number of positions of one material that are drawn together.
const BATCH: usize = 128;

/// The number of problems to find for each problem taken.
const CHOICE: usize = 4;

/// The number of positions that a thread looks up together.
const TOGETHER: usize = 16;

/// The number of climbs for each requested win near the longest.
const CLIMBS: u32 = 8;

/// The number of the first row of random positions for climbs.
const FIRST_CLIMB: u32 = 1 << 31;

impl WantedProblems {
    /// Returns the problems by theme. A rare theme has fewer problems, and others have more. If all
    /// are rare, or the work is stopped, the total is smaller.
    ///
    /// # Errors
    /// If tables are missing or damaged.
    pub fn find(
        &self,
        tables: &Tablebase,
        control: &Control<'_>,
    ) -> Result<Vec<(Theme, Vec<Problem>)>, ProbeError> {
        let mut pool = self.draw(tables, control)?;
        if self.themes.contains(&Theme::LongWin) {
            self.find_long_wins(tables, &mut pool, control)?;
        }
        Ok(self.deal(pool))
    }

    /// Returns the number of problems for the theme at an index.
    fn quota(&self, place: usize) -> usize {
        let themes = self.themes.len();
        self.count / themes + usize::from(place < self.count % themes)
    }

    /// Returns a row of random positions by number.
    fn placements(&self, material: Material, row: u32) -> Vec<Position> {
        let parts = [material.us(), material.them(), row].map(u64::from);
        let mut chance = Pcg64::of(self.seed, &parts);
        (0..BATCH).map_while(|_| chance.placement(self.board, material)).collect()
    }

    /// Draws positions until every theme except long wins has enough.
    fn draw(&self, tables: &Tablebase, control: &Control<'_>) -> Result<Pool, ProbeError> {
        let mut pool = Pool::default();
        let themes =
            (0..).zip(self.themes.iter().copied()).filter(|&(_, theme)| theme != Theme::LongWin);
        let enough: Vec<(Theme, usize)> =
            themes.map(|(place, theme)| (theme, CHOICE * self.quota(place))).collect();
        let all = enough.iter().map(|(_, enough)| *enough as u64).sum::<u64>();
        control.begin("finding problems to choose from", all);
        let round = (BATCH * self.materials.len()) as u64;
        for row in 0..self.tries.div_ceil(round).min(FIRST_CLIMB.into()) {
            let lacking: Vec<Theme> = enough
                .iter()
                .filter(|(theme, enough)| pool.count(*theme) < *enough)
                .map(|&(theme, _)| theme)
                .collect();
            if lacking.is_empty() || control.is_stopped() {
                break;
            }
            for &material in &self.materials {
                let positions = self.placements(material, row as u32);
                for problem in problems(tables, &positions, &lacking)? {
                    pool.add(problem);
                }
            }
            let found = enough.iter().map(|&(theme, enough)| pool.count(theme).min(enough));
            control.reach(found.sum::<usize>() as u64, "");
        }
        Ok(pool)
    }

    /// Climbs to long wins of each material, until enough are found or many climbs have ended
    /// lower.
    fn find_long_wins(
        &self,
        tables: &Tablebase,
        pool: &mut Pool,
        control: &Control<'_>,
    ) -> Result<(), ProbeError> {
        let place = self.themes.iter().position(|&theme| theme == Theme::LongWin);
        let quota = place.map_or(0, |place| self.quota(place));
        let enough = (CHOICE * quota).div_ceil(self.materials.len());
        control.begin("finding long wins, by material", self.materials.len() as u64);
        for (done, &material) in self.materials.iter().enumerate() {
            if control.is_stopped() {
                break;
            }
            control.reach(done as u64, "");
            let Some(longest) = tables.census(self.board, material)?.longest_win else {
                continue;
            };
            let mut tops = vec![longest.position];
            for row in 0..CLIMBS * enough as u32 {
                if tops.len() >= enough {
                    break;
                }
                let positions = self.placements(material, FIRST_CLIMB + row);
                let top = climb(tables, positions)?;
                let near = top.filter(|&(plies, _)| is_near_longest(plies, longest.plies));
                tops.extend(near.map(|(_, top)| top));
            }
            if tops.len() < enough {
                tops.extend(after_longest(tables, longest, enough)?);
            }
            for top in tops {
                if let Some(problem) = Solution::find(tables, &top)?.problem() {
                    pool.add(problem);
                }
            }
        }
        Ok(())
    }

    /// Gives each theme its quota, the rarest first, and then fills up what others lack.
    fn deal(&self, mut pool: Pool) -> Vec<(Theme, Vec<Problem>)> {
        let mut rarest_first: Vec<usize> = (0..self.themes.len()).collect();
        rarest_first.sort_by_key(|&place| pool.count(self.themes[place]));
        let mut dealt: Vec<(Theme, Vec<Problem>)> =
            self.themes.iter().map(|&theme| (theme, Vec::new())).collect();
        let mut lacking = self.count;
        for quotas_count in [true, false] {
            for &place in &rarest_first {
                let (theme, problems) = &mut dealt[place];
                let want = if quotas_count { self.quota(place) } else { lacking };
                let more = pool.deal(*theme, &self.materials, want);
                lacking -= more.len();
                problems.extend(more);
            }
        }
        for (_, problems) in &mut dealt {
            problems.sort_by_key(|problem| (problem.position.material(), problem.value.plies()));
        }
        dealt
    }
}

/// Returns the problems among positions that may have one of these themes.
fn problems(
    tables: &Tablebase,
    positions: &[Position],
    themes: &[Theme],
) -> Result<Vec<Problem>, ProbeError> {
    let values = values(tables, positions)?;
    let promising = positions
        .par_iter()
        .zip(values)
        .filter(|(_, value)| themes.iter().any(|theme| theme.may_have(*value)));
    let solutions: Result<Vec<Solution>, ProbeError> =
        promising.map(|(position, _)| Solution::find(tables, position)).collect();
    Ok(solutions?.iter().filter_map(Solution::problem).collect())
}

/// Returns the values of positions.
fn values(tables: &Tablebase, positions: &[Position]) -> Result<Vec<Value>, ProbeError> {
    let chunks = positions.par_chunks(TOGETHER);
    let answers = chunks.flat_map_iter(|positions| tables.answers(positions));
    answers.collect()
}

/// Returns the longest win of some positions, improved by moving one stone to any empty square
/// while that makes the win longer.
fn climb(
    tables: &Tablebase,
    mut positions: Vec<Position>,
) -> Result<Option<(u16, Position)>, ProbeError> {
    let mut top: Option<(u16, Position)> = None;
    loop {
        let values = values(tables, &positions)?;
        let wins = values.into_iter().zip(&positions).filter_map(|(value, position)| match value {
            Value::Win(plies) => Some((plies, *position)),
            _ => None,
        });
        // Of equally long wins the first is kept.
        let longest = wins.rev().max_by_key(|&(plies, _)| plies);
        let longer = longest.filter(|&(plies, _)| top.is_none_or(|(least, _)| plies > least));
        let Some((_, position)) = longer else {
            return Ok(top);
        };
        top = longer;
        positions = with_a_stone_moved(&position);
    }
}

/// Returns long wins of the same material that a longest win leads to, by best moves and any
/// replies, until `enough` are found.
fn after_longest(
    tables: &Tablebase,
    longest: Longest,
    enough: usize,
) -> Result<Vec<Position>, ProbeError> {
    let mut found = vec![longest.position];
    let mut looked_at = 0;
    while found.len() <= enough && looked_at < found.len() {
        let probe = tables.probe(&found[looked_at])?;
        looked_at += 1;
        let Some(best) = probe.moves.first() else {
            continue;
        };
        let replies = tables.probe(&best.position)?.moves.into_iter();
        let long = replies.filter(|reply| {
            // The reply itself is one ply of the distance.
            let plies = reply.value.plies().unwrap_or(0).saturating_sub(1);
            let same = reply.position.material() == longest.position.material();
            same && is_near_longest(plies, longest.plies)
        });
        found.extend(long.map(|reply| reply.position));
    }
    Ok(found.split_off(1))
}

/// Returns the positions that differ in the square of one stone.
fn with_a_stone_moved(position: &Position) -> Vec<Position> {
    let (board, us, them) = (position.board(), position.us(), position.them());
    let (taken, free) = (us | them, board.mask() - (us | them));
    let moved = taken.into_iter().flat_map(|from| free.into_iter().map(move |to| (from, to)));
    let moved = moved.filter_map(|(from, to)| {
        let (us, them) = if us.contains(from) {
            (us.without(from).with(to), them)
        } else {
            (us, them.without(from).with(to))
        };
        Position::new(board, us, them, position.turn()).ok()
    });
    moved.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plies(tables: &Tablebase, position: &Position) -> Option<u16> {
        match tables.answer(position).unwrap() {
            Value::Win(plies) => Some(plies),
            _ => None,
        }
    }

    #[test]
    fn a_climb_ends_where_no_stone_can_make_the_win_longer() {
        let tables = Tablebase::embedded("mover-pass".parse().unwrap());
        let (board, material) = ("4x4".parse().unwrap(), Material::new(3, 3));
        for row in 0..20 {
            let mut chance = Pcg64::of(1, &[row]);
            let positions: Vec<Position> =
                (0..30).map(|_| chance.placement(board, material).unwrap()).collect();
            let longest = positions.iter().filter_map(|p| plies(&tables, p)).max();
            let (top, position) = climb(&tables, positions).unwrap().unwrap();
            assert_eq!(plies(&tables, &position), Some(top));
            assert!(Some(top) >= longest);
            let around = with_a_stone_moved(&position);
            // Each of six stones can move to each of ten empty squares.
            assert_eq!(around.len(), 60);
            assert!(around.iter().all(|p| plies(&tables, p) <= Some(top)));
        }
    }

    #[test]
    fn play_from_the_longest_win_passes_other_long_ones() {
        let tables = Tablebase::embedded("mover-pass".parse().unwrap());
        let census = tables.census("4x4".parse().unwrap(), Material::new(4, 4));
        let longest = census.unwrap().longest_win.unwrap();
        let found = after_longest(&tables, longest, 5).unwrap();
        assert!(!found.is_empty());
        for position in found {
            let plies = plies(&tables, &position).unwrap();
            assert!(plies < longest.plies && is_near_longest(plies, longest.plies), "{position}");
            assert_eq!(position.material(), Material::new(4, 4));
        }
    }
}
