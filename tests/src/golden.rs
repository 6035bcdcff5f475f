//! Readers of the golden figures in `data/reference`: made by other programs,
//! so that this one has something to be wrong against.

use std::error::Error;
use std::path::PathBuf;
use std::{fs, io};

use loa_solver::{Board, Color, Material, Position, Rules, Square};
use serde::Deserialize;

use crate::project;

/// Why a golden file was not read.
#[derive(Debug, thiserror::Error)]
pub enum GoldenError {
    /// It could not be opened or read.
    #[error("{file}: {source}")]
    Io {
        /// The file's name.
        file: String,
        /// The system's error.
        source: io::Error,
    },
    /// A line does not say what it should.
    #[error("{file}, line {line}: {problem}")]
    Line {
        /// The file's name.
        file: String,
        /// The line's number, from 1.
        line: usize,
        /// The defect of the line.
        problem: Box<dyn Error + Send + Sync>,
    },
}

const CENSUS_HEADER: &str = "board,rules,mover,other,outcome,plies,count";

type Problem = Box<dyn Error + Send + Sync>;

/// A line of `perft.csv`.
#[derive(Clone, Copy, Debug)]
pub struct PerftRow {
    /// The position that the sequences start from.
    pub position: Position,
    /// Plies of each.
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
    /// `win`, `draw` or `loss`, after `terminal-` where a connection has ended the game.
    pub outcome: String,
    /// Distance of a win or loss.
    pub plies: u16,
    /// Placements of this value.
    pub count: u64,
}

/// A line of `positions.jsonl`.
#[derive(Clone, Debug)]
pub struct PositionRow {
    /// The position.
    pub position: Position,
    /// The squares of every legal move, from and to, in the 8x8 frame.
    pub moves: Vec<(Square, Square)>,
    /// True if Black is connected.
    pub black_connected: bool,
    /// True if White is connected.
    pub white_connected: bool,
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

/// The lines of `perft.csv`.
///
/// # Errors
/// When the file cannot be read or a line is malformed.
pub fn perft() -> Result<Vec<PerftRow>, GoldenError> {
    read("perft.csv", Some("position,depth,nodes"), perft_row)
}

/// The lines of a census: `name` is a board, or `5x5-small`.
///
/// # Errors
/// When the file cannot be read or a line is malformed.
pub fn census(name: &str) -> Result<Vec<CensusRow>, GoldenError> {
    read(&format!("census-{name}.csv"), Some(CENSUS_HEADER), census_row)
}

/// Every census that is kept of a board under these rules, with its file below
/// `data`: those of other programs and, in `census`, those that the solver made
/// before.
///
/// # Errors
/// When a file cannot be read or a line is malformed.
pub fn censuses_of(
    board: Board,
    rules: Rules,
) -> Result<Vec<(String, Vec<CensusRow>)>, GoldenError> {
    let files = [
        format!("reference/census-{board}.csv"),
        format!("reference/census-{board}-small.csv"),
        format!("census/{board}-{rules}.csv"),
    ];
    let mut censuses = Vec::new();
    for file in files.into_iter().filter(|file| data().join(file).exists()) {
        let mut rows = read_data(&file, Some(CENSUS_HEADER), census_row)?;
        rows.retain(|row| row.rules == rules);
        censuses.push((file, rows));
    }
    Ok(censuses)
}

/// The lines of `positions.jsonl`.
///
/// # Errors
/// When the file cannot be read or a line is malformed.
pub fn positions() -> Result<Vec<PositionRow>, GoldenError> {
    read("positions.jsonl", None, position_row)
}

/// The lines of `rules.tsv`.
///
/// # Errors
/// When the file cannot be read or a line is malformed.
pub fn rules() -> Result<Vec<RulesRow>, GoldenError> {
    read("rules.tsv", None, rules_row)
}

fn read<T>(
    file: &str,
    header: Option<&str>,
    parse: impl Fn(&str) -> Result<T, Problem>,
) -> Result<Vec<T>, GoldenError> {
    read_data(&format!("reference/{file}"), header, parse)
}

fn data() -> PathBuf {
    project().join("data")
}

fn read_data<T>(
    file: &str,
    header: Option<&str>,
    parse: impl Fn(&str) -> Result<T, Problem>,
) -> Result<Vec<T>, GoldenError> {
    let text = fs::read_to_string(data().join(file))
        .map_err(|source| GoldenError::Io { file: file.to_owned(), source })?;
    rows(file, &text, header, parse)
}

/// The lines of a text but for comments, the first of which must be `header`.
fn rows<T>(
    file: &str,
    text: &str,
    header: Option<&str>,
    parse: impl Fn(&str) -> Result<T, Problem>,
) -> Result<Vec<T>, GoldenError> {
    let mut header = header;
    let mut rows = Vec::new();
    let lines = (1..).zip(text.lines());
    for (line, content) in lines.filter(|(_, content)| !content.starts_with('#')) {
        let row = match header.take() {
            None => parse(content).map(Some),
            Some(header) if header == content => Ok(None),
            Some(header) => Err(format!("the header should be {header}").into()),
        };
        rows.extend(row.map_err(|problem| GoldenError::Line {
            file: file.to_owned(),
            line,
            problem,
        })?);
    }
    Ok(rows)
}

/// Exactly `N` fields.
fn fields<const N: usize>(line: &str, separator: char) -> Result<[&str; N], Problem> {
    let fields = Vec::from_iter(line.split(separator));
    let found = fields.len();
    let fields = fields.try_into();
    fields.map_err(|_| format!("{found} fields where {N} belong").into())
}

fn perft_row(line: &str) -> Result<PerftRow, Problem> {
    let [position, depth, nodes] = fields(line, ',')?;
    Ok(PerftRow { position: position.parse()?, depth: depth.parse()?, nodes: nodes.parse()? })
}

fn census_row(line: &str) -> Result<CensusRow, Problem> {
    let [board, rules, mover, other, outcome, plies, count] = fields(line, ',')?;
    let plain = outcome.strip_prefix("terminal-").unwrap_or(outcome);
    if !["win", "draw", "loss"].contains(&plain) {
        return Err(format!("'{outcome}' is not an outcome").into());
    }
    Ok(CensusRow {
        board: board.parse()?,
        rules: rules.parse()?,
        material: Material::new(mover.parse()?, other.parse()?),
        outcome: outcome.to_owned(),
        plies: plies.parse()?,
        count: count.parse()?,
    })
}

fn position_row(line: &str) -> Result<PositionRow, Problem> {
    #[derive(Deserialize)]
    struct Line {
        position: String,
        moves: Vec<String>,
        x_connected: bool,
        o_connected: bool,
    }
    let line: Line = serde_json::from_str(line)?;
    let moves = line.moves.iter().map(|text| squares(text));
    Ok(PositionRow {
        position: line.position.parse()?,
        moves: moves.collect::<Result<_, Problem>>()?,
        black_connected: line.x_connected,
        white_connected: line.o_connected,
    })
}

/// The squares of a move such as `f4d2`.
fn squares(text: &str) -> Result<(Square, Square), Problem> {
    let both = text
        .split_at_checked(2)
        .and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
    both.ok_or_else(|| format!("'{text}' is not a move").into())
}

fn rules_row(line: &str) -> Result<RulesRow, Problem> {
    let [stones, turn, expected, name, _source] = fields(line, '\t')?;
    Ok(RulesRow {
        position: format!("{stones} {turn}").parse()?,
        expected: expected.to_owned(),
        name: name.to_owned(),
    })
}

impl PositionRow {
    /// Returns whether the stones of a colour are connected.
    pub const fn connected(&self, color: Color) -> bool {
        match color {
            Color::Black => self.black_connected,
            Color::White => self.white_connected,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str) -> String {
        let read = rows("some.csv", text, Some("position,depth,nodes"), perft_row);
        read.unwrap_err().to_string()
    }

    #[test]
    fn errors_name_the_line() {
        let header = "# remark\nposition,depth,nodes\n";
        let good = "1x1/o1o/1x1 x,1,8\n";
        let text = [header, good, "1x1/o1o/1x1 x,1\n"].concat();
        assert_eq!(problem(&text), "some.csv, line 4: 2 fields where 3 belong");
        let text = [header, "1x1/o1q/1x1 x,1,8\n"].concat();
        assert!(problem(&text).starts_with("some.csv, line 3: character 7 is 'q'"));
        assert!(problem(good).starts_with("some.csv, line 1: the header should be"));
    }

    #[test]
    fn moves_are_two_squares() {
        assert_eq!(squares("a1h8").unwrap(), (Square::new(0, 0), Square::new(7, 7)));
        for text in ["", "a1", "a1h9", "i1a1", "a1-h8"] {
            assert!(squares(text).is_err(), "{text}");
        }
    }
}
