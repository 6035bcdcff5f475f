//! Positions counted, found and compared.

use std::fmt;

use loa_judge::search::{ComparedPosition, Found, MaterialComparison};
use loa_record::text::counted;
use loa_solver::{Board, Material, Move, Position, Rules, Value};
use schemars::JsonSchema;
use serde::Serialize;

use crate::text::joined;

/// The number of sequences of moves.
#[derive(Clone, Debug, Serialize)]
pub struct PerftReport {
    /// The position.
    pub position: Position,
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
    pub r#move: Move,
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
    pub board: Board,
    /// The rules id.
    pub rules: Rules,
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
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct FoundPosition {
    position: Position,
    material: Material,
    #[serde(flatten)]
    value: Value,
}

impl From<Found> for FoundPosition {
    fn from(Found { position, value }: Found) -> FoundPosition {
        FoundPosition { position, material: position.material(), value }
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
    pub material: Material,
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
    /// The board.
    pub board: Board,
    /// The rules.
    pub rules: [Rules; 2],
    /// The values of each material that both have tables of.
    pub materials: Vec<MaterialComparison>,
    /// The materials that there are no tables of under the second rules.
    #[serde(skip)]
    pub alone: Vec<Material>,
}

/// Returns a position and its values as text.
fn words(compared: &ComparedPosition) -> String {
    let [first, second] = compared.values.map(Value::verdict);
    format!("{}  {first}, then {second}", compared.position)
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
                write!(f, "  {}", words(example))?;
            }
        }
        if !self.alone.is_empty() {
            let alone = joined(&self.alone, ", ");
            write!(f, "\nnot compared, for want of tables under {second}: {alone}")?;
        }
        let furthest = self.materials.iter().filter_map(|one| one.furthest.as_ref());
        furthest.max_by_key(|furthest| furthest.difference()).map_or(Ok(()), |furthest| {
            write!(f, "\nfurthest apart at the same result: {}", words(furthest))
        })
    }
}
