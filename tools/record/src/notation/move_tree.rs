//! Writes a tree of moves as SGF.

use std::collections::HashMap;

use loa_solver::{Color, Position, Preset, Square, WrittenMove};

use super::error::RecordError;
use super::record::Players;
use super::score_sheet::{letter, move_text, root_of, set_players};
use super::tree::{self, Tree, TreeNode};

/// A game with variations to write as SGF, from moves that need not be legal. The first line is the
/// main line. For legal games, see [`ScoreSheet`](super::ScoreSheet).
///
/// # Examples
///
/// ```
/// use loa_record::notation::{MoveTree, Players};
/// use loa_solver::Preset;
///
/// let start = "start 4x4".parse()?;
/// let mut tree = MoveTree::new(&start, Preset::default(), &Players::default());
/// let main = ["b1-d1".parse()?, "a2xc4".parse()?];
/// tree.add(&main);
/// tree.add(&[main[0], "a2-a4".parse()?]);
/// tree.set(&main[..1], "C", "a mistake");
/// assert!(tree.to_sgf().ends_with("\n;B[b1-d1]C[a mistake]\n(;W[a2:c4])\n(;W[a2-a4]))\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MoveTree {
    tree: Tree,
    /// The side that moves first.
    first: Color,
    /// The nodes after each node, by the squares of their moves.
    next: HashMap<(usize, Option<(Square, Square)>), usize>,
}

impl MoveTree {
    /// Returns a tree without moves.
    pub fn new(start: &Position, preset: Preset, players: &Players) -> MoveTree {
        let mut tree = root_of(start, Some(preset));
        let root = &mut tree.nodes[0];
        // The program that made the tree is unknown.
        root.remove("AP");
        set_players(root, players);
        MoveTree { tree, first: start.turn(), next: HashMap::new() }
    }

    /// Adds the moves of a line that the tree lacks.
    pub fn add(&mut self, line: &[WrittenMove]) {
        self.node(line);
    }

    /// Sets a property after the moves of a line.
    pub fn set(&mut self, line: &[WrittenMove], property: &str, text: &str) {
        self.node(line).set(property, text);
    }

    /// Sets properties, as SGF, after the moves of a line. They must not be moves, a set-up, names
    /// of players or comments. Properties of the same name become one property with all values.
    ///
    /// # Errors
    /// If the text does not consist of such properties.
    pub fn set_properties(&mut self, line: &[WrittenMove], sgf: &str) -> Result<(), RecordError> {
        let properties = tree::other_properties(sgf)?;
        let node = self.node(line);
        properties.iter().for_each(|property| node.remove(&property.name));
        node.properties.extend(properties);
        Ok(())
    }

    /// Returns the tree as SGF.
    pub fn to_sgf(&self) -> String {
        self.tree.write()
    }

    /// Returns the node after the moves of a line. Adds the moves that the tree lacks.
    fn node(&mut self, line: &[WrittenMove]) -> &mut TreeNode {
        let (mut node, mut turn) = (0, self.first);
        for &written in line {
            let tree = &mut self.tree;
            node = *self.next.entry((node, written.squares())).or_insert_with(|| {
                let next = tree.add(Some(node));
                tree.nodes[next].set(letter(turn), &move_text(written.into()));
                next
            });
            turn = turn.other();
        }
        &mut self.tree.nodes[node]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(start: &str) -> MoveTree {
        let players = Players { black: "A]".to_owned(), white: String::new() };
        MoveTree::new(&start.parse().unwrap(), Preset::default(), &players)
    }

    fn line(moves: &str) -> Vec<WrittenMove> {
        moves.split_whitespace().map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn lines_share_their_common_moves_and_sides_alternate() {
        let mut tree = tree("3/x1o/3/3 o");
        tree.add(&line("c3-c2 a3xc1 c2-c1"));
        tree.add(&line("c3-c2 a3-c1 pass"));
        tree.add(&line("c3-c2 a3-a4"));
        assert_eq!(
            tree.to_sgf(),
            "(;FF[4]GM[9]CA[UTF-8]SZ[3:4]RU[club]SU[Custom]AB[a3]AW[c3]PL[W]PB[A\\]]\n;W[c3-c2]\n\
             (;B[a3:c1]\n(;W[c2-c1])\n(;W[pass]))\n(;B[a3-a4]))\n"
        );
    }

    #[test]
    fn properties_replace_those_of_the_same_name_and_are_no_part_of_the_game() {
        let mut tree = tree("start 5x4");
        let first = line("b1-b3");
        tree.set(&[], "RE", "B+R");
        tree.set_properties(&[], "DT[1999]RE[0] XX[a\\]b][c]").unwrap();
        tree.set_properties(&first, "KO[1]TR[a1]KO[1]TR[b2][a1]").unwrap();
        tree.set(&first, "C", "back\\slash]");
        assert_eq!(
            tree.to_sgf(),
            "(;FF[4]GM[9]CA[UTF-8]SZ[5:4]RU[club]SU[Standard]PB[A\\]]DT[1999]RE[0]XX[a\\]b][c]\n\
             ;B[b1-b3]KO[1]TR[a1][b2]C[back\\\\slash\\]])\n"
        );
        for text in ["B[b1-b3]", "KO[1]C[a]", "KO[1];B[b1-b3]", "KO[1", "KO", ")", "KO[1])(;"] {
            assert!(tree.set_properties(&first, text).is_err(), "{text}");
        }
    }
}
