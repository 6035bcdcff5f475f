//! Charts of a board's tables: their numbers as CSV, and their pictures.

mod count;
mod plot;
#[cfg(test)]
mod tests;

use std::fmt::{self, Display};
use std::time::Instant;

use loa_record::text::grouped;
use loa_solver::{Board, Control, Material, Preset, Rules, Wdl};
use loa_tablebase::Census;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::count::Won;
use self::plot::{Bar, Key, Plot, Row};
use crate::failure::{Failure, Status};
use crate::figures::duration;
use crate::library::Library;
use crate::request::{BoardRequest, separated};
use crate::tables::CensusReply;
use crate::task::Watch;
use crate::text::joined;

/// The subject of a chart.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, clap::ValueEnum,
)]
#[serde(rename_all = "kebab-case")]
pub enum ChartKind {
    /// Wins and losses by plies to the end.
    #[default]
    Distances,
    /// Plies to the win by material.
    Wins,
    /// Wins, draws and losses by material.
    Shares,
    /// The share of winning moves in won positions, by material.
    FirstMoves,
    /// The squares of the stones in won positions.
    Squares,
}

/// Asks for a chart of the tables of a board.
#[derive(Clone, Debug, Deserialize, JsonSchema, clap::Args)]
#[serde(deny_unknown_fields)]
pub struct ChartRequest {
    /// A preset or a rules id. The default is `club`.
    #[arg(from_global)]
    rules: Option<Preset>,
    /// The board, such as 5x5.
    pub board: Board,
    /// Only this material, such as 4v3, the side to move first; separate several with commas. The
    /// default is all that has tables.
    #[serde(default, deserialize_with = "separated")]
    #[schemars(with = "Option<String>")]
    #[arg(long, value_name = "AvB", value_delimiter = ',')]
    pub material: Vec<Material>,
    /// The subject of the chart. The default is `distances`.
    #[arg(long, value_enum, value_name = "KIND")]
    pub chart: Option<ChartKind>,
}

/// A chart of a board's tables.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ChartReply {
    /// The board.
    board: Board,
    /// The rules id.
    rules: Rules,
    /// The subject.
    chart: ChartKind,
    /// The title.
    title: &'static str,
    /// The board, the rules and the material.
    subject: String,
    /// A description of the picture.
    description: String,
    /// The numbers as CSV: a header, then a line for each bar or square.
    pub csv: String,
    /// The picture as SVG.
    pub svg: String,
}

/// The contents of a chart.
struct Chart {
    title: &'static str,
    lines: Vec<String>,
    heads: &'static str,
    rows: Vec<String>,
    plot: Plot,
}

/// The maximum number of materials in a line of a picture.
const SHORT_LIST: usize = 8;

impl ChartKind {
    /// All kinds.
    pub(crate) const ALL: [ChartKind; 5] = [
        ChartKind::Distances,
        ChartKind::Wins,
        ChartKind::Shares,
        ChartKind::FirstMoves,
        ChartKind::Squares,
    ];
}

impl ChartRequest {
    /// Asks for a chart of all tables of a board.
    pub(crate) const fn new(rules: Preset, board: Board, chart: ChartKind) -> ChartRequest {
        ChartRequest { rules: Some(rules), board, material: Vec::new(), chart: Some(chart) }
    }

    /// Returns the question for the census of the same tables.
    pub fn tables(&self) -> BoardRequest {
        let ChartRequest { rules, board, ref material, .. } = *self;
        BoardRequest { rules, board, material: material.clone() }
    }

    /// Returns the chart.
    ///
    /// # Errors
    /// When a table is missing or damaged, or the work is stopped.
    pub fn draw(&self, library: &Library, control: &Control<'_>) -> Result<ChartReply, Failure> {
        self.draw_with(&mut None, library, control)
    }

    /// Returns the chart. Counts the won positions if the chart shows them and no chart of the same
    /// tables has counted them before.
    pub(crate) fn draw_with(
        &self,
        counted: &mut Option<Vec<(String, Won)>>,
        library: &Library,
        control: &Control<'_>,
    ) -> Result<ChartReply, Failure> {
        let census = self.tables().census(library)?;
        let kind = self.chart.unwrap_or_default();
        if matches!(kind, ChartKind::FirstMoves | ChartKind::Squares) && counted.is_none() {
            *counted = Some(self.won(library, control)?);
        }
        let won = counted.as_deref().unwrap_or_default();
        let chart = match kind {
            ChartKind::Distances => distances(&census),
            ChartKind::Wins => wins(&census),
            ChartKind::Shares => shares(&census),
            ChartKind::FirstMoves => first_moves(won),
            ChartKind::Squares => squares(self.board, won),
        };
        let (board, rules) = (self.board, census.rules);
        let part = match &self.material[..] {
            [] if census.covers.whole => None,
            named @ [_, ..] if named.len() <= SHORT_LIST => Some(joined(named, ", ")),
            _ => Some(census.covers.to_string()),
        };
        let place: Vec<_> = [format!("{board} under {rules}")].into_iter().chain(part).collect();
        let Chart { title, lines, heads, rows, plot } = chart;
        let svg = plot::framed(title, &[&place[..], &lines].concat(), &plot).into_string();
        let csv = joined([heads.to_owned()].into_iter().chain(rows), "\n");
        let (subject, description) = (joined(place, ", "), joined(lines, " "));
        Ok(ChartReply { board, rules, chart: kind, title, subject, description, csv, svg })
    }

    /// Returns the chart, if it is counted within the time and the memory of a question.
    pub(crate) fn answer(
        &self,
        library: &Library,
        watch: &mut Watch<'_, ChartReply>,
    ) -> Result<ChartReply, Failure> {
        let mut control = Control::new(watch.stop.clone(), |_| {});
        control.deadline = Some(Instant::now() + library.limits.search);
        self.draw(library, &control).map_err(|failure| {
            if failure.status != Status::Interrupted || control.stop.is_set() {
                return failure;
            }
            let (board, most) = (self.board, duration(library.limits.search.as_secs_f64()));
            Failure::too_much(format!(
                "counting the winning moves of {board} takes longer than {most}: choose one \
                 material, or count them with loa census"
            ))
        })
    }

    /// Counts the won positions of each table, and those of all.
    fn won(&self, library: &Library, control: &Control<'_>) -> Result<Vec<(String, Won)>, Failure> {
        let rules = self.rules.unwrap_or_default().rules;
        let (tables, memory) = (library.tables.of(rules), library.limits.memory);
        let (mut counted, mut sum) = (Vec::new(), Won::NONE);
        for material in library.materials(rules, self.board, &self.material)? {
            let won = Won::of(tables, (self.board, material), memory, control)?;
            sum = sum.with(&won);
            counted.push((material.to_string(), won));
        }
        if counted.len() > 1 {
            counted.push(("all".to_owned(), sum));
        }
        Ok(counted)
    }
}

/// Returns the numbers of placements that are not over and have a result, by plies.
fn by_plies(counts: &Census, outcome: Wdl) -> Vec<(u16, u64)> {
    let open = counts.rows().filter(|(row, _)| row.wdl == outcome && !row.is_terminal);
    open.map(|(row, count)| (row.plies, count)).collect()
}

fn distances(census: &CensusReply) -> Chart {
    let of_all = |of| census.tables().last().map_or(Vec::new(), |(_, all)| by_plies(all, of));
    let [won, drawn, lost] = [Wdl::Win, Wdl::Draw, Wdl::Loss].map(of_all);
    let drawn = drawn.first().map_or(0, |&(_, count)| count);
    let of = |counts: &[(u16, u64)], plies| {
        counts.iter().find(|(known, _)| *known == plies).map_or(0, |&(_, count)| count)
    };
    let last = won.iter().chain(&lost).map(|&(plies, _)| plies).max().unwrap_or(0);
    let rows = (0..=last).map(|plies| (plies, of(&won, plies), of(&lost, plies)));
    let rows = rows.filter(|&(_, won, lost)| won + lost > 0);
    let rows = rows.map(|(plies, won, lost)| format!("{plies},{won},0,{lost}"));
    let draws = (drawn > 0).then(|| format!(",0,{drawn},0"));
    Chart {
        title: "Wins and losses by length",
        lines: vec![
            "Placements by plies to the end, for the mover.".to_owned(),
            format!("Logarithmic scale. Drawn: {}.", grouped(drawn)),
        ],
        heads: "plies,won,drawn,lost",
        rows: rows.chain(draws).collect(),
        plot: plot::mirrored([&won, &lost], last),
    }
}

/// Returns the plies within which a share of all wins ends.
fn within(wins: &[(u16, u64)], share: f64) -> u16 {
    let all: u64 = wins.iter().map(|&(_, count)| count).sum();
    let mut left = (all as f64 * share).ceil() as u64;
    let found = wins.iter().find(|&&(_, count)| {
        let is_found = count >= left;
        left = left.saturating_sub(count);
        is_found
    });
    found.map_or(0, |&(plies, _)| plies)
}

fn wins(census: &CensusReply) -> Chart {
    let by_material = census.tables().map(|(name, census)| (name, by_plies(census, Wdl::Win)));
    let by_material: Vec<_> = by_material.filter(|(_, wins)| !wins.is_empty()).collect();
    let most = by_material.iter().filter_map(|(_, wins)| Some(wins.last()?.0)).max().unwrap_or(1);
    let (mut lines, mut rows) = (Vec::new(), Vec::new());
    for (name, wins) in &by_material {
        let count: u64 = wins.iter().map(|&(_, count)| count).sum();
        let sum: f64 = wins.iter().map(|&(plies, count)| f64::from(plies) * count as f64).sum();
        let [first, tenth, half, most_of, last] =
            [0.0, 0.1, 0.5, 0.9, 1.0].map(|share| within(wins, share));
        let mean = sum / count as f64;
        lines.push(format!("{name},{count},{first},{tenth},{half},{mean:.2},{most_of},{last}"));
        let place = |plies: u16| f64::from(plies) / f64::from(most);
        let bar = |from, to, high| Bar { from, to, class: "win", opacity: 1.0, high };
        let middle = place(half);
        rows.push(Row {
            name: (*name).to_owned(),
            bars: vec![
                bar(place(first), place(last), 2.0),
                bar(place(tenth), place(most_of), 8.0),
                bar(middle - 0.008, middle + 0.008, 16.0),
            ],
            figures: vec![half.to_string(), last.to_string()],
        });
    }
    let step = plot::step(most, 6);
    let ticks = (0..=most)
        .step_by(step.into())
        .map(|plies| (f64::from(plies) / f64::from(most), plies.to_string()));
    Chart {
        title: "Plies to the win by material",
        lines: vec![
            "The side to move is named first. Thin line: all.".to_owned(),
            "Thick line: without the shortest and longest tenth.".to_owned(),
            "Cross line: the median.".to_owned(),
        ],
        heads: "material,wins,shortest,tenth,median,mean,nine_tenths,longest",
        rows: lines,
        plot: plot::rows(&[], &["median", "longest"], &rows, &ticks.collect::<Vec<_>>()),
    }
}

/// Returns bars that follow each other, as parts of the sum of all counts, in the colours of a key.
fn stacked(counts: &[u64], key: &[Key]) -> Vec<Bar> {
    let all = counts.iter().sum::<u64>().max(1) as f64;
    let mut from = 0.0;
    let bars = counts.iter().zip(key).map(|(&count, &(class, opacity, _))| {
        let to = from + count as f64 / all;
        Bar { from: std::mem::replace(&mut from, to), to, class, opacity, high: 14.0 }
    });
    bars.collect()
}

/// Returns a share of a hundred.
fn percent(part: u64, all: u64) -> String {
    format!("{:.2}", 100.0 * part as f64 / all.max(1) as f64)
}

/// The marks of a scale of shares.
fn hundredths() -> Vec<(f64, String)> {
    [0_u32, 25, 50, 75, 100].map(|n| (f64::from(n) / 100.0, format!("{n} %"))).to_vec()
}

fn shares(census: &CensusReply) -> Chart {
    let key = [("win", 1.0, "won"), ("draw", 1.0, "drawn"), ("loss", 1.0, "lost")];
    let by_material = census.tables().map(|(name, census)| {
        let counts = census.shares();
        let figures = counts.map(|count| percent(count, counts.iter().sum())).to_vec();
        let row = Row { name: name.to_owned(), bars: stacked(&counts, &key), figures };
        (format!("{name},{}", joined(counts, ",")), row)
    });
    let (lines, rows): (_, Vec<Row>) = by_material.unzip();
    Chart {
        title: "Wins, draws and losses by material",
        lines: vec![
            "Placements by value to the side to move, which is".to_owned(),
            "named first. Ended games are included.".to_owned(),
        ],
        heads: "material,won,drawn,lost",
        rows: lines,
        plot: plot::rows(&key, &["won %", "drawn %", "lost %"], &rows, &hundredths()),
    }
}

/// The classes of won placements by their winning moves.
const BY_SHARE: [Key; 5] = [
    ("only", 1.0, "one"),
    ("win", 0.3, "to 25%"),
    ("win", 0.5, "to 50%"),
    ("win", 0.75, "to 75%"),
    ("win", 1.0, "to 100%"),
];

fn first_moves(tables: &[(String, Won)]) -> Chart {
    let by_material = tables.iter().map(|(name, won)| {
        let Won { placements, moves, winning, by_share, .. } = won;
        let figures = vec![percent(*winning, *moves), percent(by_share[0], *placements)];
        let row = Row { name: name.clone(), bars: stacked(by_share, &BY_SHARE), figures };
        (format!("{name},{placements},{moves},{winning},{}", joined(by_share, ",")), row)
    });
    let (lines, rows): (_, Vec<Row>) = by_material.unzip();
    Chart {
        title: "Winning moves in won positions",
        lines: vec![
            "Won placements by the moves that win: one, or up to".to_owned(),
            "a share of all moves. Figures: winning moves of all".to_owned(),
            "moves, and placements with a single winning move.".to_owned(),
        ],
        heads: "material,won,moves,winning_moves,one,to_25,to_50,to_75,to_100",
        rows: lines,
        plot: plot::rows(&BY_SHARE, &["win %", "one %"], &rows, &hundredths()),
    }
}

fn squares(board: Board, tables: &[(String, Won)]) -> Chart {
    let won = tables.last().map_or(Won::NONE, |(_, won)| won.clone());
    let (all, [us, them]) = (won.placements, won.squares);
    let rows = board.mask().into_iter().map(|square| {
        let at = square.index() as usize;
        format!("{square},{},{},{all}", us[at], them[at])
    });
    let shares = [us, them].map(|counts| counts.map(|count| count as f64 / all.max(1) as f64));
    Chart {
        title: "Squares in won positions",
        lines: vec![
            "Won placements with a stone on the square, in per".to_owned(),
            format!("cent of all {}.", grouped(all)),
            "A stronger colour means more.".to_owned(),
        ],
        heads: "square,mover,other,won",
        rows: rows.collect(),
        plot: plot::boards(board, &["The side to move", "The other side"], &shares),
    }
}

/// Writes the title and the numbers in columns.
impl Display for ChartReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.title, self.subject)?;
        let rows: Vec<Vec<&str>> = self.csv.lines().map(|line| line.split(',').collect()).collect();
        let columns = rows.first().map_or(0, Vec::len);
        let wide = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(wide).collect();
        for row in &rows {
            writeln!(f)?;
            write!(f, "{:<1$}", row[0], widths[0])?;
            for (text, width) in row.iter().zip(&widths).skip(1) {
                write!(f, "  {text:>width$}")?;
            }
        }
        Ok(())
    }
}
