//! The naive twin: a Lines of Action solver simple enough to be verified by reading.
//!
//! The real solver is compared with this one position by position, so the two share nothing: no
//! bitboard moves, no symmetry, no index, no unmoves. All placements are listed, the plain definition
//! gives their moves and ends, and values come from sweeping ply by ply over the undecided positions from
//! which a move leads to one that the last sweep decided. That takes about 200 bytes for each position: it
//! suits small boards or few stones.

use std::collections::HashMap;
use std::ops::Range;

use loa_solver::Value;

use crate::plain::{End, Facts, Placement, PlainBoard, end, turned};

/// All placements on one board up to some material, with their successors.
#[derive(Debug)]
pub struct NaiveBoard {
    /// All positions, ascending. Elsewhere a position is its index in this list.
    positions: Vec<Placement>,
    facts: Vec<Facts>,
    /// The positions after all moves, or else after the pass.
    successors: Lists,
    predecessors: Lists,
}

/// A list of positions for each position.
#[derive(Debug)]
struct Lists {
    /// Each position's part of `items`.
    parts: Vec<Range<usize>>,
    items: Vec<u32>,
}

impl Lists {
    fn of(&self, place: usize) -> impl Iterator<Item = usize> {
        self.items[self.parts[place].clone()].iter().map(|&item| item as usize)
    }

    /// Returns for each position the positions whose lists have it.
    fn inverse(&self) -> Lists {
        let mut parts = vec![0..0; self.parts.len()];
        for &item in &self.items {
            parts[item as usize].end += 1;
        }
        let mut end = 0;
        for part in &mut parts {
            (*part, end) = (end..end, end + part.end);
        }
        let mut items = vec![0; self.items.len()];
        for place in 0..self.parts.len() {
            for item in self.of(place) {
                items[parts[item].end] = place as u32;
                parts[item].end += 1;
            }
        }
        Lists { parts, items }
    }
}

impl NaiveBoard {
    /// Lists all placements with 1 to `max_mover` stones on one side and 1 to `max_other` on the
    /// other. Either side may be to move, because turns alternate.
    pub fn new(board: &PlainBoard, max_mover: u32, max_other: u32) -> NaiveBoard {
        let positions = placements(board.squares(), max_mover, max_other);
        let facts: Vec<Facts> = positions.iter().map(|&stones| board.facts(stones)).collect();
        let mut successors = Lists { parts: Vec::new(), items: Vec::new() };
        // Positions with the same stones of the side to move stand together.
        let (mut groups, mut start) = (HashMap::new(), 0);
        for group in positions.chunk_by(|a, b| a.us == b.us) {
            groups.insert(group[0].us, (start, group));
            start += group.len();
        }
        let search = |stones: Placement| {
            let (start, group) = groups.get(&stones.us)?;
            Some(start + group.binary_search(&stones).ok()?)
        };
        let turned_places = positions.iter().map(|&stones| search(turned(stones)));
        let turned_places: Vec<usize> = turned_places.map(|it| it.expect("either moves")).collect();
        // The turned position is searched because its place is near those that the last position
        // searched, in the processor's cache: all searches take half as long.
        let find = |after: Placement| Some(turned_places[search(turned(after))?] as u32);
        for (&stones, facts) in positions.iter().zip(&facts) {
            let start = successors.items.len();
            // A capture of the last stone leads to no listed position. None is needed: a lone stone is
            // connected, so unless its owner is to move the game is over under every rules id.
            if facts.other_can_move {
                let moves = board.stone_moves(stones);
                successors.items.extend(moves.filter_map(|(_, after)| find(after)));
            } else {
                successors.items.extend(find(turned(stones)));
            }
            successors.parts.push(start..successors.items.len());
        }
        let predecessors = successors.inverse();
        NaiveBoard { positions, facts, successors, predecessors }
    }

    /// Returns all positions.
    pub fn positions(&self) -> &[Placement] {
        &self.positions
    }

    /// Solves the board under one of the fifteen rules ids; panics for other ids. Returns the values in
    /// the order of [`NaiveBoard::positions`].
    pub fn solve(&self, rules: &str) -> Vec<Value> {
        // All facts, by their bits.
        let ends: [Option<Value>; 16] = std::array::from_fn(|bits| {
            let [mover_connected, other_connected, other_can_move, mover_can_move] =
                [1, 2, 4, 8].map(|bit| bits & bit != 0);
            let facts = Facts { mover_connected, other_connected, other_can_move, mover_can_move };
            end(rules, facts).map(|end| match end {
                End::MoverWins => Value::Loss(0),
                End::OtherWins => Value::Win(0),
                End::Draw => Value::Draw,
            })
        });
        let bits = |facts: &Facts| {
            let can_move =
                usize::from(facts.other_can_move) | usize::from(facts.mover_can_move) << 1;
            let connected =
                usize::from(facts.mover_connected) | usize::from(facts.other_connected) << 1;
            connected | can_move << 2
        };
        let mut values: Vec<Option<Value>> =
            self.facts.iter().map(|facts| ends[bits(facts)]).collect();
        let mut ply = 0;
        let mut is_asked = vec![true; values.len()];
        while is_asked.contains(&true) {
            // A new value decides positions before it, and no others.
            let mut is_before = vec![false; values.len()];
            ply += 1;
            for place in 0..values.len() {
                if is_asked[place] && values[place].is_none() {
                    values[place] = self.decide(&values, place, ply);
                    if values[place].is_some() {
                        self.predecessors.of(place).for_each(|before| is_before[before] = true);
                    }
                }
            }
            is_asked = is_before;
        }
        values.into_iter().map(|value| value.unwrap_or(Value::Draw)).collect()
    }

    /// Returns the value of a position that is won or lost in exactly `ply`. Only values below `ply`
    /// count, so the order within a sweep does not matter and distances are exact.
    fn decide(&self, values: &[Option<Value>], place: usize, ply: u16) -> Option<Value> {
        let mut is_lost = true;
        for next in self.successors.of(place) {
            match values[next] {
                Some(Value::Loss(plies)) if plies < ply => return Some(Value::Win(ply)),
                Some(Value::Win(plies)) if plies < ply => {}
                _ => is_lost = false,
            }
        }
        is_lost.then_some(Value::Loss(ply))
    }
}

/// Returns all placements, ascending.
fn placements(squares: usize, a: u32, b: u32) -> Vec<Placement> {
    let fits = |stones: &Placement| {
        let (us, them) = (stones.us.count_ones(), stones.them.count_ones());
        (us <= a && them <= b) || (us <= b && them <= a)
    };
    let mut begun = vec![Placement { us: 0, them: 0 }];
    for stone in (0..squares).map(|square| 1 << square) {
        let longer = begun.into_iter().flat_map(|stones| {
            let Placement { us, them } = stones;
            [stones, Placement { us: us | stone, them }, Placement { us, them: them | stone }]
        });
        begun = longer.filter(fits).collect();
    }
    begun.retain(|stones| stones.us != 0 && stones.them != 0);
    begun.sort_unstable();
    begun
}
