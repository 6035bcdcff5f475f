//! The report on a folder that contains the explorer for a web host.

use std::collections::BTreeMap;
use std::fmt;
use std::iter;
use std::time::Instant;

use loa_record::Game;
use loa_record::text::counted;
use loa_solver::{Board, Control, Position, Preset, Rules, Stop};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use crate::certificates::known_start;
use crate::charts::{ChartKind, ChartRequest};
use crate::failure::Failure;
use crate::figures::amount;
use crate::library::{Library, Limits};
use crate::request::PositionRequest;
use crate::tables::{BoardTables, BoardsReply};

/// The index of a folder: the files with tables, certificates and suites.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct SiteIndex {
    /// The version of the program.
    pub version: String,
    /// The maximum number of bytes in one file. A larger file is split into parts of this size.
    pub part: Option<u64>,
    /// The files.
    pub files: Vec<SiteFile>,
}

/// A file that an index lists.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct SiteFile {
    /// The path relative to the index. A file larger than a part is split into `PATH.0`, `PATH.1`,
    /// and so on.
    pub path: String,
    /// The number of bytes.
    pub size: u64,
    /// The checksum, XXH3 with 128 bits, in hexadecimal.
    pub xxh3: String,
}

impl SiteIndex {
    /// Reads an index. Returns `None` if the index is malformed or its paths lead outside the
    /// folder.
    pub fn read(text: &[u8]) -> Option<SiteIndex> {
        let index: SiteIndex = serde_json::from_slice(text).ok()?;
        let is_within = |file: &SiteFile| {
            let mut names = file.path.split('/');
            let folder = names.next().unwrap_or_default();
            ["tables", "proofs", "suites"].contains(&folder)
                && names.all(|name| !matches!(name, "" | "." | "..") && !name.contains('\\'))
        };
        let is_sound = index.part != Some(0) && index.files.iter().all(is_within);
        is_sound.then_some(index)
    }

    /// Returns the index as JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// Returns the paths of all files in the folder. A split file has one path per part.
    pub fn names(&self) -> impl Iterator<Item = String> + '_ {
        self.files.iter().flat_map(|file| file.parts(self.part).map(|(name, _)| name))
    }
}

impl SiteFile {
    /// Returns the names and sizes of the parts that contain the bytes of the file.
    pub fn parts(&self, part: Option<u64>) -> impl Iterator<Item = (String, u64)> + use<> {
        let (path, size) = (self.path.clone(), self.size);
        let part = part.filter(|&part| part < size);
        let count = part.map_or(1, |part| size.div_ceil(part));
        (0..count).map(move |number| match part {
            Some(part) => (format!("{path}.{number}"), part.min(size - number * part)),
            None => (path.clone(), size),
        })
    }
}

/// Returns the answers that the page needs before the program has arrived, as a JSON object by
/// their addresses: the boards of a folder with the tables of `boards`, and the legal moves of
/// `positions` under the default rules.
///
/// # Errors
/// When the tables of a board cannot be listed.
pub fn first_answers(
    library: &Library,
    boards: impl IntoIterator<Item = (Rules, Board)>,
    positions: impl IntoIterator<Item = Position>,
) -> Result<String, Failure> {
    let there = BoardsReply::find(library, boards)?;
    let mut answers = BTreeMap::from([("api/boards".to_owned(), json!(there))]);
    for position in positions {
        let question = PositionRequest::new(&position, Preset::default());
        answers.insert(address("moves", &position), json!(question.moves(library)?));
    }
    Ok(Json::from_iter(answers).to_string())
}

/// Returns what is known of the starts among `positions` and of known or proved positions one move
/// later, as a JSON object by the addresses of analyses. Certificates whose check takes long are left
/// to the program.
///
/// # Errors
/// When a table cannot be read.
pub fn first_events(
    library: &Library,
    positions: impl IntoIterator<Item = Position>,
) -> Result<String, Failure> {
    let preset = Preset::default();
    let mut events = BTreeMap::new();
    for start in positions.into_iter().filter(|position| *position == position.board().start()) {
        let next = preset.rules.moves(&start).into_iter().map(|made| start.play_unchecked(made));
        for position in iter::once(start).chain(next) {
            let game = Game::new(preset, position);
            let now = library.unchecked(&game)?;
            let event = if now.checking.is_some() { now } else { library.known(&game)? };
            if position == start || event.is_proved() || known_start(&position, preset).is_some() {
                events.insert(address("analysis", &position), json!(event));
            }
        }
    }
    Ok(Json::from_iter(events).to_string())
}

/// Returns the charts of the tables of `boards` and of the built-in tables, as a JSON object by
/// their addresses. A chart is left out if it takes longer than a visitor of a server may wait, or if
/// a table that its moves lead to is missing.
///
/// # Errors
/// When the tables of a board cannot be listed, or the work is stopped.
pub fn site_charts(
    library: &Library,
    boards: impl IntoIterator<Item = (Rules, Board)>,
    stop: &Stop,
) -> Result<String, Failure> {
    let mut answers = BTreeMap::new();
    for BoardTables { board, rules, .. } in BoardsReply::find(library, boards)?.boards {
        let mut counted = None;
        for kind in ChartKind::ALL {
            let mut control = Control::new(stop.clone(), |_| {});
            control.deadline = Some(Instant::now() + Limits::default().search);
            let preset = Preset { rules, ..Preset::default() };
            let chart = ChartRequest::new(preset, board, kind);
            match chart.draw_with(&mut counted, library, &control) {
                Ok(chart) => {
                    let kind = json!(kind);
                    let kind = kind.as_str().unwrap_or_default();
                    let address = format!("api/chart?rules={rules}&board={board}&chart={kind}");
                    answers.insert(address, json!(chart));
                }
                Err(failure) if stop.is_set() => return Err(failure),
                Err(_) => {}
            }
        }
    }
    Ok(Json::from_iter(answers).to_string())
}

/// Returns the address of a question of the page about a position.
fn address(question: &str, position: &Position) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("position", &position.to_string());
    query.append_pair("rules", Preset::default().name);
    format!("api/{question}?{}", query.finish())
}

/// The tables of a board under one set of rules.
#[derive(Clone, Debug, Serialize)]
pub struct SiteBoard {
    /// The board.
    pub board: Board,
    /// The rules id.
    pub rules: Rules,
    /// The number of tables.
    pub tables: usize,
    /// The total bytes of their files.
    pub bytes: u64,
}

/// A folder that was written.
#[derive(Clone, Debug, Default, Serialize)]
pub struct SiteReport {
    /// The folder.
    pub folder: String,
    /// The version of the program.
    pub version: String,
    /// The number of files with tables, certificates and suites.
    pub files: usize,
    /// The total bytes of these files.
    pub bytes: u64,
    /// The number of files written, including those of the page. All other files already existed.
    pub written: u64,
    /// The boards with tables.
    pub boards: Vec<SiteBoard>,
    /// The certificates and suites.
    pub others: Vec<String>,
    /// The rules and boards whose tables were not copied.
    pub left_out: Vec<String>,
    /// The files that the old index listed and that differ from it. They are not removed.
    pub left_alone: Vec<String>,
}

impl fmt::Display for SiteReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for SiteBoard { board, rules, tables, bytes } in &self.boards {
            let tables = counted(*tables as u64, "table");
            writeln!(f, "{board} under {rules}: {tables}, {}", amount(*bytes))?;
        }
        for other in &self.others {
            writeln!(f, "{other}")?;
        }
        if !self.left_out.is_empty() {
            writeln!(f, "left out: {}", self.left_out.join(", "))?;
        }
        if !self.left_alone.is_empty() {
            let files = self.left_alone.join(", ");
            writeln!(f, "not removed, because they differ from index.json: {files}")?;
        }
        let files = counted(self.files as u64, "file");
        let written = counted(self.written, "file");
        let (folder, bytes) = (&self.folder, amount(self.bytes));
        write!(f, "{folder}: the page, the program and {files} with {bytes}; {written} written")
    }
}
