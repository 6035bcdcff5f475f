//! The lines of a game, and what its reader should know about them.

use std::collections::HashSet;

use loa_solver::{Color, Move, Preset};

use super::claims::contradiction;
use super::entry::{concession_text, letter, move_text};
use super::error::{RecordError, UnplayableMove};
use super::facts;
use super::notice::Notice;
use super::sgf;
use super::shapes;
use super::tree::{GameTree, Node, Property, result};
use crate::end::{Concession, End};
use crate::game::Game;

/// The maximum number of moves in variations that are checked against the rules.
const MOST_CHECKED: usize = 20_000;
/// The maximum number of notices about variations.
const MOST_NOTICES: usize = 100;

/// A line of a game, from its start to its end. A line of a game with variations has only the texts
/// that no line before it has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Line {
    /// The moves, such as `b1-b3`, `c3xa3` or `pass`.
    pub moves: Vec<Move>,
    /// The side that has lost after these moves by other means than the rules, and how.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub conceded: Option<(Color, Concession)>,
    /// The comments, each after the number of moves before it.
    pub notes: Vec<(usize, String)>,
    /// The circles and arrows on the board, such as `c3 b1-d3`, each after the number of moves
    /// before it.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub shapes: Vec<(usize, String)>,
    /// Other properties as SGF, such as dates, each after the number of moves before it.
    pub properties: Vec<(usize, String)>,
}

impl Line {
    /// `true` if the line has comments, circles or arrows.
    pub const fn is_annotated(&self) -> bool {
        !self.notes.is_empty() || !self.shapes.is_empty()
    }
}

impl GameTree {
    /// Returns every line of the game as a tree without variations, the main line first. If the
    /// text has an error after the main line, the error comes last.
    ///
    /// A text can have as many lines as characters, and each can be as long as the text. Take only
    /// a limited number of lines from untrusted text.
    ///
    /// # Examples
    ///
    /// ```
    /// use loa_record::notation;
    ///
    /// let text = "(;GM[9]SZ[4](;B[b1-b3];W[a2-a4])(;B[c1-c3]C[better]))";
    /// let mut moves = Vec::new();
    /// for line in notation::read(text)?.into_lines() {
    ///     let (game, _) = line?.replay("club".parse()?);
    ///     moves.push(game.moves().len());
    /// }
    /// assert_eq!(moves, [2, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn into_lines(self) -> impl Iterator<Item = Result<GameTree, RecordError>> {
        let fault = self.fault.clone().map(Err);
        self.ends().into_iter().map(move |end| self.alone(&self.path(end))).chain(fault)
    }

    /// Returns the last node of every line, the main line first.
    pub(super) fn ends(&self) -> Vec<usize> {
        let (mut ends, mut left) = (Vec::new(), vec![0]);
        while let Some(node) = left.pop() {
            let next = &self.nodes[node].next;
            left.extend(next.iter().rev());
            if next.is_empty() {
                ends.push(node);
            }
        }
        ends
    }

    /// Returns the nodes from the root to this one.
    pub(super) fn path(&self, end: usize) -> Vec<usize> {
        let before = |&node: &usize| self.nodes[node].before;
        let mut path: Vec<_> = std::iter::successors(Some(end), before).collect();
        path.reverse();
        path
    }

    /// Returns the tree of a line alone.
    fn alone(&self, path: &[usize]) -> Result<GameTree, RecordError> {
        if self.is_list {
            return Ok(self.clone());
        }
        let nodes = path.iter().enumerate().map(|(at, &node)| Node {
            before: at.checked_sub(1),
            next: (at + 1..path.len()).take(1).collect(),
            properties: self.nodes[node].properties.clone(),
        });
        facts::read(nodes.collect())
    }

    /// Returns what a reader of the record should know: ignored parts that could change the game,
    /// marked captures that take nothing, results that contradict each other or the game, and
    /// variations that are illegal under the rules of `preset`.
    pub fn notices(&self, preset: Preset) -> Vec<Notice> {
        self.lines(preset).1
    }

    /// Returns the lines, each up to its first move that cannot be played under the rules of
    /// `preset`, and what a reader of the record should know. A notice tells if there are more
    /// variations than are read.
    pub fn lines(&self, preset: Preset) -> (Vec<Line>, Vec<Notice>) {
        let mut notices = self.notices.clone();
        let (mut lines, mut of_variations) = (Vec::new(), Vec::new());
        let (mut known, mut stops) = (HashSet::new(), HashSet::new());
        // The moves that have been seen, and those that are marked as captures but take nothing.
        let (mut seen, mut without_capture) = (HashSet::new(), Vec::new());
        let (mut end_of_game, mut left) = (None, MOST_CHECKED);
        for (number, end) in self.ends().into_iter().enumerate() {
            let path = self.path(end);
            if number > 0 {
                if path.len() > left || of_variations.len() == MOST_NOTICES {
                    of_variations.push(Notice::MoreVariations { variations: number - 1 });
                    break;
                }
                left -= path.len();
            }
            let line = match self.alone(&path) {
                Ok(line) => line,
                Err(error) => {
                    let notice = Notice::UnreadVariation(error);
                    if !of_variations.contains(&notice) {
                        of_variations.push(notice);
                    }
                    continue;
                }
            };
            // The number of moves before each entry that can be played, and after the last.
            let mut moves = Vec::new();
            let (game, stop) = line.replay_with(preset, |entry, game| {
                if seen.insert(entry.location) && entry.takes_nothing(game) {
                    without_capture.push((entry.location, entry.text.clone()));
                }
                moves.push(game.moves().len());
            });
            if stop.is_none() {
                moves.push(game.moves().len());
            }
            let stop = stop.filter(|stop: &UnplayableMove| stops.insert(stop.location));
            match number {
                0 => end_of_game = game.end(),
                _ => of_variations.extend(stop.map(Notice::Variation)),
            }
            let is_new = path.iter().map(|&node| known.insert(node));
            lines.push(line.line(&game, &moves, is_new));
        }
        let others = without_capture.len().saturating_sub(1);
        let first = without_capture.into_iter().next();
        let notice = |(location, text)| Notice::TakesNothing { location, text, others };
        notices.extend(first.map(notice));
        notices.extend(contradiction(end_of_game, &self.claims));
        notices.extend(of_variations);
        notices.extend(self.fault.clone().map(Notice::UnreadRest));
        (lines, notices)
    }

    /// Returns a line alone as far as the game goes, with the texts of nodes that are new.
    /// `moves` are the numbers of moves before its entries.
    fn line(&self, game: &Game, moves: &[usize], is_new: impl Iterator<Item = bool>) -> Line {
        let (mut notes, mut shapes, mut properties) = (Vec::new(), Vec::new(), Vec::new());
        let mut entries = self.entries.iter().map(|entry| entry.node).peekable();
        let mut before = 0;
        for ((place, node), is_new) in self.nodes.iter().enumerate().zip(is_new) {
            while entries.next_if_eq(&place).is_some() {
                before += 1;
            }
            let Some(&moves) = moves.get(before) else { break };
            let note = node.property("C").map(Property::text).unwrap_or_default();
            if is_new {
                let mut others = node.others();
                append(&mut notes, moves, "\n", note.trim());
                append(&mut shapes, moves, " ", &shapes::take(&mut others));
                let mut sgf = String::new();
                others.iter().for_each(|property| property.write(&mut sgf));
                append(&mut properties, moves, "", &sgf);
            }
        }
        Line { moves: game.moves().to_vec(), conceded: game.conceded(), notes, shapes, properties }
    }

    /// Adds the moves of a line that the tree lacks, which need not be legal, and the texts that
    /// its nodes lack. The first line is the main line.
    ///
    /// # Errors
    /// If circles, arrows or other properties cannot be read, or if properties are moves, a set-up,
    /// names of players or comments.
    pub fn add(&mut self, line: &Line) -> Result<(), RecordError> {
        let (mut nodes, mut turn) = (vec![0], self.start.turn());
        let is_first = self.nodes.len() == 1;
        let mut last = 0;
        for &played in &line.moves {
            last = self.join(last, Node::of(letter(turn), &move_text(played)));
            nodes.push(last);
            turn = turn.other();
        }
        if let Some((color, how)) = line.conceded {
            self.join(last, Node::of(letter(color), concession_text(how)));
            if is_first {
                self.nodes[0].set("RE", &result(End::concession(color, how)));
            }
        }
        for (at, sgf) in &line.properties {
            let properties = sgf::other_properties(sgf)?;
            if let Some(&node) = nodes.get(*at) {
                let node = &mut self.nodes[node];
                properties.iter().for_each(|property| node.remove(&property.name));
                node.properties.extend(properties);
            }
        }
        for (at, text) in &line.shapes {
            if let Some(&node) = nodes.get(*at) {
                shapes::add(&mut self.nodes[node], text)?;
            }
        }
        for (at, text) in &line.notes {
            if let Some(&node) = nodes.get(*at) {
                self.nodes[node].note(text);
            }
        }
        Ok(())
    }
}

/// Adds a text after a number of moves, or to the last text if that is after the same number.
fn append(texts: &mut Vec<(usize, String)>, moves: usize, between: &str, text: &str) {
    match texts.last_mut() {
        _ if text.is_empty() => {}
        Some((last, known)) if *last == moves => *known += &format!("{between}{text}"),
        _ => texts.push((moves, text.to_owned())),
    }
}
