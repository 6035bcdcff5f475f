//! A game on a directed graph: the sides take turns to move along an edge to an unvisited vertex,
//! and the side that cannot move loses.
//!
//! A path never returns to a strongly connected component that it has left, so a vertex entered
//! from another component has the value of a fresh start. Only paths inside one component are
//! searched with their history.

use std::collections::HashSet;

/// The values of a graph's vertices, computed on demand.
pub(super) struct Paths<'a> {
    /// The targets of every vertex's edges.
    successors: &'a [Vec<usize>],
    /// The component of every vertex.
    components: Vec<usize>,
    /// For each vertex, true if the side to move wins from a fresh start there; `None` until computed.
    fresh: Vec<Option<bool>>,
    /// Moves that may still be tried.
    steps: u64,
}

impl<'a> Paths<'a> {
    /// Returns the game on a graph. All searches together try at most `steps` moves.
    pub(super) fn new(successors: &'a [Vec<usize>], steps: u64) -> Paths<'a> {
        Paths {
            successors,
            components: components(successors),
            fresh: vec![None; successors.len()],
            steps,
        }
    }

    /// `true` if the side to move wins at a vertex if none was visited before; `None` if it has too
    /// many paths.
    fn wins(&mut self, vertex: usize) -> Option<bool> {
        if let Some(wins) = self.fresh[vertex] {
            return Some(wins);
        }
        let wins = self.winning_move(vertex)?.is_some();
        self.fresh[vertex] = Some(wins);
        Some(wins)
    }

    /// Returns the first winning move at a vertex if none was visited before, `Some(None)` if the
    /// side to move loses; `None` if it has too many paths.
    pub(super) fn winning_move(&mut self, vertex: usize) -> Option<Option<usize>> {
        self.winning_move_after(vertex, &mut HashSet::from([vertex]))
    }

    fn winning_move_after(
        &mut self,
        vertex: usize,
        visited: &mut HashSet<usize>,
    ) -> Option<Option<usize>> {
        for &next in &self.successors[vertex] {
            if self.loses(vertex, next, visited)? {
                return Some(Some(next));
            }
        }
        Some(None)
    }

    /// `true` if a move to `next` is allowed and makes the other side lose.
    fn loses(&mut self, from: usize, next: usize, visited: &mut HashSet<usize>) -> Option<bool> {
        self.steps = self.steps.checked_sub(1)?;
        if self.components[next] != self.components[from] {
            return self.wins(next).map(|wins| !wins);
        }
        if !visited.insert(next) {
            return Some(false);
        }
        let winning = self.winning_move_after(next, visited);
        visited.remove(&next);
        winning.map(|winning| winning.is_none())
    }
}

/// Returns the strongly connected component of every vertex, by Tarjan's algorithm.
fn components(successors: &[Vec<usize>]) -> Vec<usize> {
    let mut search = Tarjan {
        successors,
        numbers: vec![None; successors.len()],
        components: vec![usize::MAX; successors.len()],
        stack: Vec::new(),
        next: 0,
    };
    for vertex in 0..successors.len() {
        if search.numbers[vertex].is_none() {
            search.visit(vertex);
        }
    }
    search.components
}

struct Tarjan<'a> {
    successors: &'a [Vec<usize>],
    /// The order in which vertices were found, by vertex.
    numbers: Vec<Option<usize>>,
    /// The components of finished vertices, each named by its first vertex.
    components: Vec<usize>,
    /// The vertices found whose components are not finished.
    stack: Vec<usize>,
    next: usize,
}

impl Tarjan<'_> {
    /// Returns the lowest number reachable from a new vertex.
    fn visit(&mut self, vertex: usize) -> usize {
        let number = self.next;
        self.next += 1;
        self.numbers[vertex] = Some(number);
        self.stack.push(vertex);
        let mut lowest = number;
        for &next in &self.successors[vertex] {
            match self.numbers[next] {
                None => lowest = lowest.min(self.visit(next)),
                Some(found) if self.components[next] == usize::MAX => lowest = lowest.min(found),
                Some(_) => {}
            }
        }
        if lowest == number {
            while let Some(member) = self.stack.pop() {
                self.components[member] = vertex;
                if member == vertex {
                    break;
                }
            }
        }
        lowest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `true` if the side to move wins, by trying every path.
    fn wins_by_trial(graph: &[Vec<usize>], at: usize, visited: &mut Vec<usize>) -> bool {
        visited.push(at);
        let wins = graph[at]
            .iter()
            .any(|&next| !visited.contains(&next) && !wins_by_trial(graph, next, visited));
        visited.pop();
        wins
    }

    #[test]
    fn values_are_those_of_all_paths() {
        let mut state = 1u64;
        let mut random = |below: usize| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(5);
            (state >> 33) as usize % below
        };
        let mut won = 0;
        for _ in 0..300 {
            let size = 2 + random(9);
            let edges = |_| (0..random(4)).map(|_| random(size)).collect();
            let graph: Vec<Vec<usize>> = (0..size).map(edges).collect();
            let mut paths = Paths::new(&graph, u64::MAX);
            for vertex in 0..size {
                let expected = wins_by_trial(&graph, vertex, &mut Vec::new());
                assert_eq!(paths.wins(vertex), Some(expected), "{graph:?} {vertex}");
                let winning = paths.winning_move(vertex).unwrap();
                assert_eq!(winning.is_some(), expected, "{graph:?} {vertex}");
                let keeps =
                    winning.is_none_or(|next| !wins_by_trial(&graph, next, &mut vec![vertex]));
                assert!(keeps, "{graph:?} {vertex}");
                won += usize::from(expected);
            }
        }
        assert!(won > 300, "{won}");
    }

    #[test]
    fn a_search_of_too_many_paths_ends_without_a_value() {
        let graph: Vec<Vec<usize>> = (0..30).map(|_| (0..30).collect()).collect();
        assert_eq!(Paths::new(&graph, 1000).wins(0), None);
    }
}
