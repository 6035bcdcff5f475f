//! Counts of the library's tables.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use loa_record::{Worth, occurrences_to_end};
use loa_solver::{Board, Family, Material, Position, Preset, Rules, Wdl};
use loa_tablebase::{Census, Longest, TableCensus, built_in};
use schemars::JsonSchema;
use serde::Serialize;

use crate::certificates::CertificateReply;
use crate::certificates::solved_start;
use crate::failure::Failure;
use crate::library::Library;
use crate::request::{BoardRequest, NoParts};

impl BoardRequest {
    /// Returns the census of the tables.
    ///
    /// # Errors
    /// When a table is missing or damaged.
    pub fn census(&self, library: &Library) -> Result<CensusReply, Failure> {
        let (rules, board) = (self.rules.unwrap_or_default().rules, self.board);
        let tables = library.tables.of(rules);
        let of = |material: String, census| MaterialCensus { material, census };
        let (mut counted, mut sum) = (Vec::new(), TableCensus::default());
        let materials = library.materials(rules, board, &self.material)?;
        for &material in &materials {
            let census = tables.census(board, material)?;
            sum = sum.with(census.clone());
            counted.push(of(material.to_string(), census));
        }
        Ok(CensusReply {
            board,
            rules,
            covers: Coverage::new(board, materials.into_iter()),
            materials: counted,
            all: of("all".to_owned(), sum),
        })
    }
}

/// The positions of a board counted by material, outcome and distance.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CensusReply {
    /// The board.
    board: Board,
    /// The rules id.
    pub(crate) rules: Rules,
    /// The part of the board that the tables cover.
    pub(crate) covers: Coverage,
    /// The census of each table, smallest material first.
    materials: Vec<MaterialCensus>,
    /// The sum of all tables.
    all: MaterialCensus,
}

/// The part of a board that some tables cover.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub(crate) struct Coverage {
    /// The part in words, such as `2v2 to 3v2, 4 and 5 stones of 24`.
    words: String,
    /// The minimum number of stones in a table; null without tables.
    fewest: Option<u32>,
    /// The maximum number of stones in a table; null without tables.
    most: Option<u32>,
    /// True if tables cover all positions that play from the start can reach.
    pub(crate) whole: bool,
}

impl Coverage {
    /// Returns the part of `board` that tables of these materials cover.
    pub(crate) fn new(board: Board, materials: impl Iterator<Item = Material>) -> Coverage {
        let all = board.families();
        let covered: BTreeSet<Family> = materials.map(Material::family).collect();
        let there: Vec<Family> =
            all.iter().copied().filter(|family| covered.contains(family)).collect();
        let (Some(first), Some(last)) = (there.first(), there.last()) else {
            return Coverage { words: "no tables".to_owned(), ..Coverage::default() };
        };
        let is_run = all.windows(there.len()).any(|run| run == there);
        let names = match there.len() {
            1 => first.to_string(),
            _ if is_run => format!("{first} to {last}"),
            count => format!("{count} of {} tables, {first} to {last}", all.len()),
        };
        let (fewest, most) = (first.stones(), last.stones());
        let stones = match most - fewest {
            0 => fewest.to_string(),
            1 => format!("{fewest} and {most}"),
            _ => format!("{fewest} to {most}"),
        };
        let (black, white) = board.start_stones();
        Coverage {
            words: format!("{names}, {stones} stones of {}", black + white),
            fewest: Some(fewest),
            most: Some(most),
            whole: there.len() == all.len(),
        }
    }
}

/// Writes words such as `2v2 to 3v2, 4 and 5 stones of 24`.
impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

/// The census of one table, or of all tables.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct MaterialCensus {
    /// The material, such as `4v3`, the side to move first; or `all`.
    material: String,
    #[serde(flatten)]
    census: TableCensus,
}

/// Writes a table.
impl fmt::Display for CensusReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} under {}", self.board, self.rules)?;
        if !self.covers.whole {
            write!(f, ", {}", self.covers)?;
        }
        writeln!(f, ": placements by value to the side to move")?;
        let [material, won, drawn, lost] = ["material", "won", "drawn", "lost"];
        write!(f, "{material:<8} {won:>14} {drawn:>14} {lost:>14}  longest win")?;
        for MaterialCensus { material, census } in self.materials.iter().chain([&self.all]) {
            let [won, drawn, lost] = census.counts.shares();
            write!(f, "\n{material:<8} {won:>14} {drawn:>14} {lost:>14}  ")?;
            if let Some(Longest { plies, position }) = census.longest_win {
                write!(f, "{plies:<8} {position}")?;
            }
        }
        Ok(())
    }
}

impl CensusReply {
    /// Returns CSV: a header, then a line for each value with board, rules, stones of either side,
    /// outcome, plies and count.
    pub fn csv(&self) -> String {
        let mut csv = "board,rules,mover,other,outcome,plies,count".to_owned();
        for MaterialCensus { material, census } in &self.materials {
            let stones = material.replace('v', ",");
            for (row, count) in census.counts.rows() {
                let (board, rules, outcome, plies) =
                    (&self.board, self.rules, row.name(), row.plies);
                csv += &format!("\n{board},{rules},{stones},{outcome},{plies},{count}");
            }
        }
        csv
    }

    /// Returns the name and the counts of each material. If there are several, their sum is last.
    pub(crate) fn tables(&self) -> impl Iterator<Item = (&str, &Census)> {
        let sum = (self.materials.len() > 1).then_some(&self.all);
        let all = self.materials.iter().chain(sum);
        all.map(|MaterialCensus { material, census }| (material.as_str(), &census.counts))
    }
}

/// The tables, boards and rules that the library can answer questions about.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct BoardsReply {
    /// Each board, under each rules id for which it has tables.
    pub(crate) boards: Vec<BoardTables>,
    /// The presets: names that combine a rules id with a rule for repetition.
    presets: Vec<PresetReply>,
    /// The certificates of the library.
    proofs: Vec<CertificateReply>,
    /// The exact results of the starts of boards, with or without tables.
    solved: Vec<SolvedStart>,
}

/// The start of a board, whose exact result is known.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct SolvedStart {
    /// The start.
    position: Position,
    /// The rules id.
    rules: Rules,
    /// The player who wins, `x` or `o`.
    #[schemars(extend("enum" = ["x", "o"]))]
    winner: char,
    /// The plies of best play.
    plies: u32,
}

impl SolvedStart {
    /// Returns the starts with Black to move whose results are known.
    fn all() -> impl Iterator<Item = SolvedStart> {
        Board::all().map(Board::start).flat_map(|position| {
            let known = Rules::all().map(move |rules| (rules, solved_start(&position, rules)));
            known.filter_map(move |(rules, known)| {
                let Worth { category, plies, .. } = known?;
                let winner = if category == Some(Wdl::Win) { 'x' } else { 'o' };
                Some(SolvedStart { position, rules, winner, plies: plies? })
            })
        })
    }
}

/// A board under a rules id, and the material of its tables.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct BoardTables {
    /// The board.
    pub board: Board,
    /// The rules id.
    pub rules: Rules,
    /// The material of the tables, smallest first.
    pub materials: Vec<Material>,
}

/// A preset.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct PresetReply {
    /// The name.
    name: &'static str,
    /// The rules id, which determines the values.
    rules: &'static str,
    /// The result of a repetition for the side that repeats: `draw` or `loss`.
    repetition: &'static str,
    /// The kind of repetition: of a `position`, with the same side to move, or of a `board`, with
    /// either side to move.
    repeated: &'static str,
    /// The number of occurrences at which a repetition ends the game.
    occurrences: usize,
}

impl From<Preset> for PresetReply {
    fn from(Preset { name, rules, repetition, .. }: Preset) -> PresetReply {
        PresetReply {
            name,
            rules: rules.id(),
            repetition: repetition.name(),
            repeated: repetition.repeated(),
            occurrences: occurrences_to_end(repetition),
        }
    }
}

impl BoardsReply {
    pub(crate) fn all(_: &NoParts, library: &Library) -> Result<BoardsReply, Failure> {
        BoardsReply::find(library, library.layout.boards()?)
    }

    /// Returns the reply about the built-in tables, the tables of `boards`, and all certificates.
    ///
    /// # Errors
    /// When the tables of a board cannot be listed.
    pub(crate) fn find(
        library: &Library,
        boards: impl IntoIterator<Item = (Rules, Board)>,
    ) -> Result<BoardsReply, Failure> {
        // Tables of a board also answer for its transpose.
        let boards = boards.into_iter().chain(built_in()).flat_map(|(rules, board)| {
            [board, board.transposed()].map(|board| ((board, rules.id()), rules))
        });
        let mut found = Vec::new();
        for ((board, _), rules) in boards.collect::<BTreeMap<_, _>>() {
            let materials = library.tables.of(rules).materials(board)?;
            if !materials.is_empty() {
                found.push(BoardTables { board, rules, materials });
            }
        }
        Ok(BoardsReply {
            boards: found,
            presets: Preset::ALL.iter().copied().map(PresetReply::from).collect(),
            proofs: library.certificates.all().filter_map(CertificateReply::new).collect(),
            solved: SolvedStart::all().collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_a_part_of_a_board_are_named() {
        let of = |board: &str, materials: &[&str]| {
            let materials = materials.iter().map(|text| text.parse().unwrap());
            Coverage::new(board.parse().unwrap(), materials)
        };
        let words = |board, materials| of(board, materials).to_string();
        assert_eq!(words("8x8", &["2v2", "2v3", "3v2"]), "2v2 to 3v2, 4 and 5 stones of 24");
        assert_eq!(words("8x8", &["2v3", "3v2"]), "3v2, 5 stones of 24");
        assert_eq!(
            words("5x5", &["2v2", "3v3"]),
            "2 of 15 tables, 2v2 to 3v3, 4 to 6 stones of 12"
        );
        assert!(of("4x3", &["2v2", "3v2", "2v3", "2v4", "4v2"]).whole);
        assert!(!of("8x8", &[]).whole);
    }
}
