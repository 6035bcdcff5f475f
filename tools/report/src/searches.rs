//! Positions counted, found and compared.

use std::fmt;

use loa_judge::search::{Found, RulesComparison};
use loa_record::text::counted;
use loa_solver::{Board, Material, Move, Position, Rules};
use loa_tablebase::Answer;
use serde::Serialize;

use crate::text::{Text, joined};

/// The number of sequences of moves.
#[derive(Clone, Debug, Serialize)]
pub struct PerftReport {
    /// The position.
    pub position: Text<Position>,
    /// The length of the sequences in plies.
    pub depth: u32,
    /// The number of sequences.
    pub nodes: u64,
    /// The sequences by their first move, if that is wanted.
    #[serde(flatten)]
    pub divided: Option<Divided>,
}

/// The number of sequences by their first move.
#[derive(Clone, Debug, Serialize)]
pub struct Divided {
    /// The seconds that counting took.
    pub seconds: f64,
    /// The moves.
    pub moves: Vec<DividedMove>,
}

/// The number of sequences that begin with a move.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct DividedMove {
    /// The move.
    pub r#move: Text<Move>,
    /// The number of sequences.
    pub nodes: u64,
}

impl fmt::Display for PerftReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(Divided { seconds, moves }) = &self.divided else {
            return self.nodes.fmt(f);
        };
        for DividedMove { r#move, nodes } in moves {
            writeln!(f, "{:<6} {nodes}", r#move.to_string())?;
        }
        let millions = self.nodes as f64 / seconds.max(1e-9) / 1e6;
        write!(f, "{} in {seconds:.2} s, {millions:.1} million/s", self.nodes)
    }
}

/// The findings of a search in tables.
#[derive(Clone, Debug, Serialize)]
pub struct SearchReport {
    /// The board.
    pub board: Text<Board>,
    /// The rules id.
    pub rules: Text<Rules>,
    /// The positions, or their counts.
    #[serde(flatten)]
    pub found: Findings,
}

/// The positions that a search has found, or their counts.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Findings {
    /// The positions.
    Positions(Vec<FoundPosition>),
    /// The number of positions of each material.
    Counts(Vec<MaterialCount>),
}

/// A position that was found.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct FoundPosition {
    position: Text<Position>,
    material: Text<Material>,
    #[serde(flatten)]
    value: Answer,
}

impl From<Found> for FoundPosition {
    fn from(Found { position, value }: Found) -> FoundPosition {
        FoundPosition { position: Text(position), material: Text(position.material()), value }
    }
}

impl FoundPosition {
    /// Returns position, material, result and plies with commas between.
    pub fn csv(&self) -> String {
        let FoundPosition { position, material, value } = self;
        let plies = value.plies().map_or(String::new(), |plies| plies.to_string());
        format!("{position},{material},{},{plies}", value.wdl().name())
    }
}

impl fmt::Display for FoundPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}  {}", self.position, self.value.verdict())
    }
}

/// The number of positions of a material that a search has found.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct MaterialCount {
    /// The material, the side to move first.
    pub material: Text<Material>,
    /// The number of symmetry classes.
    pub positions: u64,
    /// The number of placements.
    pub placements: u64,
}

impl fmt::Display for MaterialCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let positions = counted(self.positions, "position");
        let placements = counted(self.placements, "placement");
        write!(f, "{}  {positions}, {placements}", self.material)
    }
}

/// The values of a board under two rules.
#[derive(Clone, Debug, Serialize)]
pub struct ComparisonReport {
    board: Text<Board>,
    rules: [Text<Rules>; 2],
    materials: Vec<ComparedMaterial>,
    #[serde(skip)]
    furthest: Option<ValuedPosition>,
    /// The materials that there are no tables of under the second rules.
    #[serde(skip)]
    alone: Vec<Material>,
}

/// The values of a material under two rules.
#[derive(Clone, Debug, Serialize)]
struct ComparedMaterial {
    material: Text<Material>,
    placements: u64,
    other_result: u64,
    other_distance: u64,
    example: Option<ValuedPosition>,
    furthest: Option<ValuedPosition>,
}

/// A position and its values under two rules.
#[derive(Clone, Copy, Debug, Serialize)]
struct ValuedPosition {
    position: Text<Position>,
    values: [Answer; 2],
}

impl From<(Position, [Answer; 2])> for ValuedPosition {
    fn from((position, values): (Position, [Answer; 2])) -> ValuedPosition {
        let position = Text(position);
        ValuedPosition { position, values }
    }
}

impl fmt::Display for ValuedPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.values.map(Answer::verdict);
        write!(f, "{}  {first}, then {second}", self.position)
    }
}

impl ComparisonReport {
    /// Returns the comparison of two rules, and the materials that the second have no tables of.
    pub fn new(
        board: Board,
        rules: [Rules; 2],
        compared: &RulesComparison,
        alone: Vec<Material>,
    ) -> ComparisonReport {
        let materials = compared.materials.iter().map(|one| ComparedMaterial {
            material: Text(one.material),
            placements: one.placements,
            other_result: one.other_result,
            other_distance: one.other_distance,
            example: one.example.map(ValuedPosition::from),
            furthest: one.furthest.map(ValuedPosition::from),
        });
        ComparisonReport {
            board: Text(board),
            rules: rules.map(Text),
            materials: materials.collect(),
            furthest: compared.furthest().map(ValuedPosition::from),
            alone,
        }
    }
}

impl fmt::Display for ComparisonReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = &self.rules;
        write!(f, "{}: placements whose value under {second} ", self.board)?;
        write!(
            f,
            "is another than under {first}\n{:<8} {:>14} {:>14} {:>14}  example of another result",
            "material", "placements", "other result", "other distance"
        )?;
        for one in &self.materials {
            let material = one.material.to_string();
            let (placements, result, distance) =
                (one.placements, one.other_result, one.other_distance);
            write!(f, "\n{material:<8} {placements:>14} {result:>14} {distance:>14}")?;
            if let Some(example) = &one.example {
                write!(f, "  {example}")?;
            }
        }
        if !self.alone.is_empty() {
            let alone = joined(&self.alone, ", ");
            write!(f, "\nnot compared, for want of tables under {second}: {alone}")?;
        }
        match &self.furthest {
            Some(furthest) => write!(f, "\nfurthest apart at the same result: {furthest}"),
            None => Ok(()),
        }
    }
}
