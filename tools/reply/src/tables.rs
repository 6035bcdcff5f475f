//! Replies to questions about tables.

use std::cmp::Reverse;

use loa_solver::{Board, Material, Position, Preset, Rules};
use loa_tablebase::TableCensus;
use schemars::JsonSchema;
use serde::Serialize;

use crate::proofs::CertificateReply;

/// The positions of a board counted by material, outcome and distance.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CensusReply {
    /// The board.
    board: String,
    /// The rules id.
    rules: &'static str,
    /// The census of each table, smallest material first.
    materials: Vec<MaterialCensus>,
    /// The sum of them.
    all: MaterialCensus,
}

/// The census of one table, or of `all`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MaterialCensus {
    /// The material, such as `4v3`, the side to move first; or `all`.
    material: String,
    #[serde(flatten)]
    census: TableCensus,
}

impl CensusReply {
    /// Returns the reply of tables with these censuses.
    pub fn new(board: Board, rules: Rules, counted: &[(Material, TableCensus)]) -> CensusReply {
        let censuses = counted.iter().map(|(_, census)| census.clone());
        let of = |material: String, census| MaterialCensus { material, census };
        CensusReply {
            board: board.to_string(),
            rules: rules.id(),
            materials: counted
                .iter()
                .map(|(material, census)| of(material.to_string(), census.clone()))
                .collect(),
            all: of(
                "all".to_owned(),
                censuses.fold(TableCensus::default(), TableCensus::with),
            ),
        }
    }
}

/// The tables, boards and rules about which questions have an answer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BoardsReply {
    /// Each board under each rules id of which there are tables.
    boards: Vec<BoardTables>,
    /// The names of rules that stand for a rules id and a rule of repetition.
    presets: Vec<PresetReply>,
    /// The certificates that there are.
    proofs: Vec<CertificateReply>,
}

/// A board under a rules id, and the material that there are tables of.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BoardTables {
    /// The board.
    board: String,
    /// The rules id.
    rules: &'static str,
    /// The material of the tables, smallest first.
    materials: Vec<String>,
}

/// A name of rules.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PresetReply {
    /// The name.
    name: &'static str,
    /// The rules id, which decides the values.
    rules: &'static str,
    /// The consequence of repeating a position: `draw` or `loss`.
    repetition: &'static str,
}

impl BoardTables {
    /// Returns the tables of a board.
    pub fn new(board: Board, rules: Rules, materials: &[Material]) -> BoardTables {
        BoardTables {
            board: board.to_string(),
            rules: rules.id(),
            materials: materials.iter().map(ToString::to_string).collect(),
        }
    }
}

impl BoardsReply {
    /// Returns the reply with these boards and certificates and all presets.
    pub fn new(boards: Vec<BoardTables>, proofs: Vec<CertificateReply>) -> BoardsReply {
        let presets = Preset::ALL.iter().map(|preset| PresetReply {
            name: preset.name,
            rules: preset.rules.id(),
            repetition: preset.repetition.name(),
        });
        BoardsReply {
            boards,
            presets: presets.collect(),
            proofs,
        }
    }
}

/// The longest wins and losses of a board.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LongestReply {
    /// The board.
    board: String,
    /// The rules id.
    rules: &'static str,
    /// The longest of each table, the longest win first.
    longest: Vec<Longest>,
}

/// The longest win and loss of a table.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Longest {
    /// The material, the side to move first.
    material: String,
    /// The longest win and a position that has it.
    win: Option<LongestPosition>,
    /// The longest loss and a position that has it.
    loss: Option<LongestPosition>,
}

/// A position with a longest distance.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LongestPosition {
    /// The distance in plies.
    plies: u16,
    /// The position.
    position: String,
}

impl LongestReply {
    /// Returns the reply of tables with these censuses.
    pub fn new(board: Board, rules: Rules, counted: &[(Material, TableCensus)]) -> LongestReply {
        let position = |(plies, position): (u16, Position)| LongestPosition {
            plies,
            position: position.to_string(),
        };
        let longest = counted.iter().map(|(material, census)| Longest {
            material: material.to_string(),
            win: census.longest_win.map(position),
            loss: census.longest_loss.map(position),
        });
        let mut longest: Vec<Longest> = longest.collect();
        longest.sort_by_key(|table| Reverse(table.win.as_ref().map(|win| win.plies)));
        LongestReply {
            board: board.to_string(),
            rules: rules.id(),
            longest,
        }
    }
}
