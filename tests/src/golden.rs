//! Readers of the golden figures in `data/reference`. Other programs made them, as independent
//! references. A missing file or a malformed line is a panic that shows it.

use std::fs;

use loa_solver::{Board, Material, Position, Rules};
use serde::Deserialize;

use crate::project;

const CENSUS_HEADER: &str = "board,rules,mover,other,outcome,plies,count";

/// A line of `perft.csv`.
#[derive(Clone, Copy, Debug)]
pub struct PerftRow {
    /// The position that the sequences start from.
    pub position: Position,
    /// The number of plies of each sequence.
    pub depth: u32,
    /// The number of sequences.
    pub nodes: u64,
}

/// A line of a census.
#[derive(Clone, Debug)]
pub struct CensusRow {
    /// The board.
    pub board: Board,
    /// The rules.
    pub rules: Rules,
    /// Stones of the side to move and of the other side.
    pub material: Material,
    /// `win`, `draw` or `loss`, with `terminal-` before it if a connection has ended the game.
    pub outcome: String,
    /// Distance of a win or loss.
    pub plies: u16,
    /// The number of placements of this value.
    pub count: u64,
}

/// A line of `positions.jsonl`.
#[derive(Clone, Debug, Deserialize)]
pub struct PositionRow {
    /// The position.
    pub position: Position,
    /// Every legal move, from and to, such as `f4d2`.
    pub moves: Vec<String>,
    /// True if Black is connected.
    pub x_connected: bool,
    /// True if White is connected.
    pub o_connected: bool,
}

/// A line of `rules.tsv`.
#[derive(Clone, Debug)]
pub struct RulesRow {
    /// The position.
    pub position: Position,
    /// The fact about it, in words.
    pub expected: String,
    /// The line's name.
    pub name: String,
}

/// Returns the lines of `perft.csv`.
pub fn perft() -> Vec<PerftRow> {
    rows("reference/perft.csv", Some("position,depth,nodes"), |line| {
        let [position, depth, nodes] = fields(line, ',')?;
        Some(PerftRow {
            position: position.parse().ok()?,
            depth: depth.parse().ok()?,
            nodes: nodes.parse().ok()?,
        })
    })
}

/// Returns the lines of a census: `name` is a board, or `5x5-small`.
pub fn census(name: &str) -> Vec<CensusRow> {
    rows(&format!("reference/census-{name}.csv"), Some(CENSUS_HEADER), census_row)
}

/// Returns every stored census of a board under these rules, with its file below `data`: those of
/// other programs and, in `census`, those that the solver made earlier.
pub fn censuses_of(board: Board, rules: Rules) -> Vec<(String, Vec<CensusRow>)> {
    let files = [
        format!("reference/census-{board}.csv"),
        format!("reference/census-{board}-small.csv"),
        format!("census/{board}-{rules}.csv"),
    ];
    let kept = files.into_iter().filter(|file| project().join("data").join(file).exists());
    kept.map(|file| {
        let mut rows = rows(&file, Some(CENSUS_HEADER), census_row);
        rows.retain(|row| row.rules == rules);
        (file, rows)
    })
    .collect()
}

/// A line of `openspiel-games.tsv`.
#[derive(Clone, Debug)]
pub struct GameRow {
    /// `black`, `white` or `draw`.
    pub result: String,
    /// The moves from the start of 8x8, as text.
    pub moves: Vec<String>,
}

/// Returns the lines of `openspiel-games.tsv`.
pub fn openspiel_games() -> Vec<GameRow> {
    rows("reference/openspiel-games.tsv", None, |line| {
        let [result, moves] = fields(line, '\t')?;
        let moves = moves.split(' ').map(str::to_owned).collect();
        Some(GameRow { result: result.to_owned(), moves })
    })
}

/// Returns the lines of `positions.jsonl`.
pub fn positions() -> Vec<PositionRow> {
    rows("reference/positions.jsonl", None, |line| serde_json::from_str(line).ok())
}

/// Returns the lines of `rules.tsv`.
pub fn rules() -> Vec<RulesRow> {
    rows("reference/rules.tsv", None, |line| {
        let [stones, turn, expected, name, _source] = fields(line, '\t')?;
        Some(RulesRow {
            position: format!("{stones} {turn}").parse().ok()?,
            expected: expected.to_owned(),
            name: name.to_owned(),
        })
    })
}

/// Returns the lines of a file without comments. If `header` is given, the first line must equal
/// it.
fn rows<T>(file: &str, header: Option<&str>, parse: impl Fn(&str) -> Option<T>) -> Vec<T> {
    let text = fs::read_to_string(project().join("data").join(file));
    let text = text.unwrap_or_else(|error| panic!("{file}: {error}"));
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    assert!(header.is_none_or(|header| lines.next() == Some(header)), "the header of {file}");
    lines.map(|line| parse(line).unwrap_or_else(|| panic!("{file}: {line}"))).collect()
}

/// Splits a line into exactly `N` fields.
fn fields<const N: usize>(line: &str, separator: char) -> Option<[&str; N]> {
    Vec::from_iter(line.split(separator)).try_into().ok()
}

fn census_row(line: &str) -> Option<CensusRow> {
    let [board, rules, mover, other, outcome, plies, count] = fields(line, ',')?;
    Some(CensusRow {
        board: board.parse().ok()?,
        rules: rules.parse().ok()?,
        material: Material::new(mover.parse().ok()?, other.parse().ok()?),
        outcome: outcome.to_owned(),
        plies: plies.parse().ok()?,
        count: count.parse().ok()?,
    })
}
