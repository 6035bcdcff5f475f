//! Replies to questions about tables.

use loa_solver::{Board, Material, Rules};
use loa_tablebase::TableCensus;
use schemars::JsonSchema;
use serde::Serialize;

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
