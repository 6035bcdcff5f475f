//! Searches and counts of positions.

use std::cmp::Reverse;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Instant;

use loa_judge::judging::JudgeError;
use loa_judge::search::{Found, Search, Wanted};
use loa_record::text::counted;
use loa_solver::{Board, Control, Material, Move, Position, Preset, Rules, Wdl};
use loa_tablebase::Tablebase;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::failure::{Failure, bail};
use crate::library::Library;
use crate::request::{if_given, separated};
use crate::task::Watch;

/// The number of sequences of moves.
#[derive(Clone, Debug, Serialize)]
pub struct PerftReport {
    /// The position.
    pub position: Position,
    /// The length of the sequences in plies.
    pub depth: u32,
    /// The number of sequences.
    pub nodes: u64,
    /// The number of sequences for each first move, if requested.
    #[serde(flatten)]
    pub divided: Option<Divided>,
}

/// The number of sequences for each first move.
#[derive(Clone, Debug, Serialize)]
pub struct Divided {
    /// The seconds that the count took.
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
    Positions(Vec<Found>),
    /// The number of positions of each material.
    Counts(Vec<MaterialCount>),
}

/// The number of positions of a material that match a search.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct MaterialCount {
    /// The material, the side to move first.
    pub material: Material,
    /// The number of symmetry classes.
    pub positions: u64,
    /// The number of placements.
    pub placements: u64,
}

impl MaterialCount {
    /// Counts the positions of a material that match a search.
    ///
    /// # Errors
    /// When a table is missing or damaged, or the work is interrupted.
    pub fn of(
        search: &Search<'_>,
        material: Material,
        control: &Control<'_>,
    ) -> Result<MaterialCount, JudgeError> {
        let mut count = MaterialCount { material, positions: 0, placements: 0 };
        search.each(material, control, |found| -> Result<(), JudgeError> {
            count.positions += 1;
            count.placements += found.placements();
            Ok(())
        })?;
        Ok(count)
    }

    /// Returns the material and the two numbers, separated by commas.
    pub fn csv(&self) -> String {
        let MaterialCount { material, positions, placements } = self;
        format!("{material},{positions},{placements}")
    }
}

impl fmt::Display for MaterialCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let positions = counted(self.positions, "position");
        let placements = counted(self.placements, "placement");
        write!(f, "{}  {positions}, {placements}", self.material)
    }
}

/// A kind of positions in tables.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum PositionKind {
    /// Any position in which the game is not over.
    #[default]
    Any,
    /// The longest wins of each material, or the longest losses.
    Longest,
    /// Positions in which either side would rather not move first.
    Zugzwang,
    /// Positions in which only one move keeps the win or the draw.
    OnlyMove,
}

/// The order of the positions that a search finds.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Order {
    /// The order of the table.
    #[default]
    Table,
    /// The highest number of plies to the end first, draws last.
    Longest,
}

/// Asks for positions of a kind.
#[derive(Clone, Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields)]
pub struct SearchRequest {
    /// A preset or a rules id. The default is `club`.
    #[arg(from_global)]
    rules: Option<Preset>,
    /// The board, such as 5x5.
    board: Board,
    /// Only this material, such as 4v3, the side to move first; separate several with commas. The
    /// default is all that has tables.
    #[serde(default, deserialize_with = "separated")]
    #[schemars(with = "Option<String>")]
    #[arg(long, value_name = "AvB", value_delimiter = ',')]
    material: Vec<Material>,
    /// The kind of positions.
    #[serde(default)]
    #[arg(skip)]
    kind: PositionKind,
    /// Only this result for the side to move.
    #[arg(long, value_parser = results())]
    result: Option<Wdl>,
    /// Only positions with this number of plies to the end: 7, or 5..9.
    #[serde(default, deserialize_with = "if_given")]
    #[schemars(with = "Option<String>")]
    #[arg(long)]
    plies: Option<Plies>,
    /// The order of the positions. The default is the order of the table.
    #[serde(default)]
    #[arg(skip)]
    order: Order,
    /// The maximum number of positions of each material. The default is 20.
    #[schemars(range(min = 1, max = 200))]
    #[arg(skip)]
    limit: Option<usize>,
}

/// Reads the name of a result, and offers the names to the completions of shells.
fn results() -> impl clap::builder::TypedValueParser<Value = Wdl> {
    use clap::builder::{PossibleValuesParser, TypedValueParser};

    PossibleValuesParser::new(["win", "draw", "loss"]).try_map(|name| name.parse::<Wdl>())
}

/// A number of plies, or a range of them.
#[derive(Clone, Debug)]
struct Plies(RangeInclusive<u16>);

impl FromStr for Plies {
    type Err = String;

    fn from_str(text: &str) -> Result<Plies, String> {
        let (low, high) = text.split_once("..").unwrap_or((text, text));
        let number = |text: &str| {
            let wrong = "is not a number of plies: expected one such as 7, or 5..9";
            text.parse().map_err(|_| format!("'{text}' {wrong}"))
        };
        let range = number(low)?..=number(high.trim_start_matches('='))?;
        let is_empty = range.is_empty();
        (!is_empty).then_some(Plies(range)).ok_or_else(|| format!("'{text}' ends before it begins"))
    }
}

/// The positions that a search found within its time.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct SearchReply {
    /// The board.
    board: Board,
    /// The rules id.
    rules: Rules,
    /// The positions, one of each symmetry class, with Black to move.
    positions: Vec<Found>,
    /// True if the search examined every position or reached the limit.
    complete: bool,
}

impl SearchRequest {
    pub(crate) fn answer(
        &self,
        library: &Library,
        watch: &mut Watch<'_, SearchReply>,
    ) -> Result<SearchReply, Failure> {
        let only_longest = self.kind == PositionKind::Longest;
        let (mut search, mut materials) = self.search(library, only_longest)?;
        search.limit = search.limit.clamp(1, 200);
        if search.longest_first {
            // The time may end before all materials are searched.
            materials = by_longest_win(search.tables, search.board, materials)?;
        }
        let mut control = Control::new(watch.stop.clone(), |_| {});
        control.deadline = Some(Instant::now() + library.limits.search);
        let mut positions = Vec::new();
        let ended = materials.into_iter().try_for_each(|material| {
            search.each(material, &control, |found| {
                positions.push(found);
                Ok(())
            })
        });
        let complete = match ended {
            Err(JudgeError::Interrupted) => false,
            ended => ended.map(|()| true)?,
        };
        if search.longest_first {
            Found::sort_longest_first(&mut positions);
        }
        Ok(SearchReply { board: search.board, rules: search.tables.rules(), positions, complete })
    }

    /// Returns the search, of the longest wins or losses only if `only_longest`, and the materials of
    /// the tables to search.
    ///
    /// # Errors
    /// When a table is missing, or for the longest draws.
    pub fn search<'l>(
        &self,
        library: &'l Library,
        only_longest: bool,
    ) -> Result<(Search<'l>, Vec<Material>), Failure> {
        let (rules, board) = (self.rules.unwrap_or_default().rules, self.board);
        if only_longest && self.result == Some(Wdl::Draw) {
            bail!(Usage, "draws have no length");
        }
        let search = Search {
            wanted: match self.kind {
                PositionKind::Zugzwang => Wanted::MutualZugzwang,
                PositionKind::OnlyMove => Wanted::OnlyMove,
                PositionKind::Any | PositionKind::Longest => Wanted::Any,
            },
            wdl: self.result,
            plies: self.plies.clone().map(|Plies(plies)| plies),
            only_longest,
            longest_first: self.order == Order::Longest,
            limit: self.limit.unwrap_or(20),
            ..Search::new(library.tables.of(rules), board)
        };
        Ok((search, library.materials(rules, board, &self.material)?))
    }
}

/// Returns materials sorted by their longest wins, longest first.
fn by_longest_win(
    tables: &Tablebase,
    board: Board,
    materials: Vec<Material>,
) -> Result<Vec<Material>, Failure> {
    let mut longest = Vec::new();
    for material in materials {
        let census = tables.census(board, material)?;
        longest.push((census.longest_win.map(|longest| longest.plies), material));
    }
    longest.sort_by_key(|&(plies, _)| Reverse(plies));
    Ok(longest.into_iter().map(|(_, material)| material).collect())
}

#[cfg(test)]
mod tests {
    use loa_solver::Stop;

    use super::*;
    use crate::library::Limits;

    #[test]
    fn a_stopped_search_returns_what_it_found() {
        let mut library = Library::built_in();
        library.limits = Limits::none();
        let request: SearchRequest = serde_json::from_str(r#"{"board": "4x4"}"#).unwrap();
        let stop = Stop::default();
        let search = || {
            let mut watch = Watch { stop: &stop, found: &mut |_| {}, rest: &mut || {} };
            request.answer(&library, &mut watch)
        };
        assert!(search().unwrap().complete);
        stop.set();
        assert!(!search().unwrap().complete);
    }
}
