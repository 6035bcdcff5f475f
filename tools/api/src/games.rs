//! Reviews of games: every move compared with the best move.

use std::cell::Cell;
use std::fmt;
use std::num::NonZeroUsize;
use std::time::Instant;

use loa_engine::{Effort, EstimatedMove, Estimator, estimated_moves};
use loa_record::notation::{Notice, Record, UnplayableMove, decode, read, read_game};
use loa_record::review::{Bar, Chart, Review, annotate, review};
use loa_record::text::within;
use loa_record::{Basis, Game, Worth};
use loa_solver::{Color, Position, Preset, Repetition, Wdl};
use loa_tablebase::ProbeError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::analysis::time_within;
use crate::certificates::Proved;
use crate::failure::{Failure, Status};
use crate::game_trees::{GameTree, RecordTree};
use crate::library::Library;
use crate::request::{Age, Answer, Kind, Request, Watch, preset, rules_of, unreadable};
use crate::reviews::HistoryFields;
use crate::text::color_name;

/// A review of a game: every move compared with the best move.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ReviewReply {
    /// The position before the first move.
    position: String,
    /// The board.
    board: String,
    /// The rules id.
    rules: &'static str,
    /// The name of the rules, including the rule for repetition.
    preset: &'static str,
    /// The name of the player who moves first.
    black: String,
    /// The name of the other player.
    white: String,
    /// The result as recorded.
    recorded_result: Option<String>,
    /// The end of the game, if the moves reach an end.
    end: Option<GameEnd>,
    /// The first move that cannot be played, if any.
    stopped: Option<Stopped>,
    /// The side that was lost from the start, if a fact says so; else null.
    lost_from_start: Option<LostFromStart>,
    #[serde(flatten)]
    history: HistoryFields,
    /// Notices. Each names an unused part of the record that could change the game, or a part that
    /// looks wrong.
    notices: Vec<String>,
    /// The game as SGF, as recorded, with its values.
    sgf: String,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
struct GameEnd {
    /// `black`, `white` or `draw`.
    result: &'static str,
    /// The way in which the game ended.
    reason: &'static str,
}

/// The side that was lost from the start of a game, by tables or a certificate. Estimates give its
/// moves no mark.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LostFromStart {
    /// The side.
    #[schemars(extend("enum" = ["black", "white"]))]
    side: &'static str,
    #[serde(flatten)]
    proved: Proved,
    /// The sentence that says so.
    words: String,
    #[serde(skip)]
    color: Color,
}

impl LostFromStart {
    fn new(proved: Proved) -> LostFromStart {
        let color = if proved.winner == 'x' { Color::White } else { Color::Black };
        let (lost, winner) = (color_name(color), color_name(color.other()));
        let (far, plies) = (within(proved.exact), proved.plies);
        let how = if proved.exact { "exact" } else { "proved" };
        let words = format!("{lost} was lost from the start: {winner} wins {far} {plies}, {how}");
        LostFromStart { side: color.name(), proved, words, color }
    }
}

/// Writes the sentence.
impl fmt::Display for LostFromStart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
struct Stopped {
    /// The number of the move, from 1.
    number: usize,
    /// The move as written.
    text: String,
    /// The position before the move.
    position: String,
    /// The reason why the move cannot be played, with the place in the record.
    message: String,
    /// The reason without the place.
    reason: String,
}

impl ReviewReply {
    /// Returns the reply about a game.
    pub fn of(library: &Library, reviewed: &ReviewedGame) -> ReviewReply {
        let ReviewedGame { record, notices, game, stop, review, .. } = reviewed;
        let explain = |error: &ProbeError| library.shown(Failure::of(error)).text();
        let basis = |position: &Position| library.basis(position, game.preset());
        let mut history = HistoryFields::new(review, explain, basis);
        for judged in &reviewed.estimates {
            history.moves[judged.number - 1].judged(judged);
        }
        reviewed.complete(library, &mut history.values);
        ReviewReply {
            position: game.start().to_string(),
            board: game.start().board().to_string(),
            rules: game.preset().rules.id(),
            preset: game.preset().name,
            black: record.players.black.clone(),
            white: record.players.white.clone(),
            recorded_result: record.result.clone(),
            end: game.end().map(|end| GameEnd { result: end.result(), reason: end.reason() }),
            stopped: stop.as_ref().map(|stop| Stopped {
                number: stop.number,
                text: stop.text.clone(),
                position: stop.position.to_string(),
                message: stop.to_string(),
                reason: stop.reason(),
            }),
            lost_from_start: reviewed.lost_from_start(),
            history,
            notices: notices.iter().map(ToString::to_string).collect(),
            sgf: reviewed.sgf(),
        }
    }
}

/// A review of a game: every move compared with the best move. The engine estimates the moves that
/// tables do not cover.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EstimatedReviewReply {
    #[serde(flatten)]
    review: ReviewReply,
    #[serde(flatten)]
    tree: RecordTree,
}

/// Asks for a review of a game: every move compared with the best move.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewRequest {
    /// A preset or a rules id, for a game whose record names no rules.
    rules: Option<String>,
    /// The depth in plies to which the engine searches each position that no table covers. Without
    /// a depth and a time the reply has no estimates.
    #[schemars(range(min = 1, max = MOST_DEPTH))]
    depth: Option<u32>,
    /// The milliseconds that the engine may think about each such position, instead of a depth.
    #[schemars(range(min = 1, max = 1000))]
    ms: Option<u64>,
    /// The number of the game, from 1, if the body contains several.
    game: Option<NonZeroUsize>,
    /// The game, as SGF or a list of moves.
    #[serde(skip)]
    text: String,
}

impl ReviewRequest {
    /// Returns the question about the game of a body: a tree as JSON, or a text.
    pub(crate) fn of_body(self, body: &[u8]) -> Result<ReviewRequest, Failure> {
        let text = match GameTree::in_body(body)? {
            Some(tree) => tree.to_sgf()?,
            None => decode(body.to_vec()),
        };
        Ok(ReviewRequest { text, ..self })
    }

    /// Reads the game with the requested number, by default the first game.
    fn record(&self) -> Result<Record, Failure> {
        let text = &self.text;
        let record = self.game.map_or_else(|| read(text), |number| read_game(text, number));
        record.map_err(unreadable)
    }

    /// Returns whether the engine is asked.
    fn is_estimated(&self) -> bool {
        self.depth.is_some() || self.ms.is_some()
    }

    /// Returns the effort of the engine, if estimates are requested.
    fn effort(&self, library: &Library) -> Result<Option<Effort>, Failure> {
        match (self.depth, self.ms) {
            (Some(depth), None) if (1..=MOST_DEPTH).contains(&depth) => {
                Ok(Some(Effort::Depth(depth)))
            }
            (Some(depth), None) => {
                let message = format!("depth is {depth}: expected 1 to {MOST_DEPTH}");
                Err(Failure::new(Status::Usage, message))
            }
            (None, ms) => {
                let time = ms.map(|ms| time_within(library.limits.estimate, ms)).transpose()?;
                Ok(time.map(Effort::Time))
            }
            (Some(_), Some(_)) => {
                Err(Failure::new(Status::Usage, "expected a depth or a time in ms, not both"))
            }
        }
    }
}

/// The maximum depth of a review. A position of 8x8 takes about a second at this depth.
const MOST_DEPTH: u32 = 6;

impl Request for ReviewRequest {
    type Response = EstimatedReviewReply;

    fn kind(&self) -> Kind {
        if self.is_estimated() { Kind::Engine } else { Kind::Tables }
    }

    fn check(&self, library: &Library) -> Result<(), Failure> {
        self.effort(library).map(drop)
    }

    fn answer(&self, library: &Library, watch: &mut Watch<'_, Self>) -> Answer<Self> {
        let record = self.record()?;
        let named = self.rules.as_ref().map(|name| preset(Some(name))).transpose()?;
        let preset = rules_of(record.preset, named)?;
        if !record.has_moves() && record.comments(&record.replay(preset).0).next().is_none() {
            let message = "no moves found: expected SGF, or a list of moves such as \
                           b1-b3 a2xc2";
            return Err(Failure::new(Status::Usage, message));
        }
        let mut reviewed = ReviewedGame::new(library, record, preset)?;
        if let Some(effort) = self.effort(library)? {
            let stopped = |engine: Estimator| engine.stopped_by(watch.stop.clone());
            reviewed.estimate(library, effort, stopped, |_| !watch.stop.is_set())?;
        }
        let tree = RecordTree::of(&reviewed.record, &reviewed.game, &reviewed.notices);
        let mut review = ReviewReply::of(library, &reviewed);
        review.notices.extend(tree.notice());
        Ok(EstimatedReviewReply { review, tree })
    }

    fn age(&self, _: &EstimatedReviewReply) -> Age {
        if self.is_estimated() { Age::Fleeting } else { Age::Open }
    }
}

/// A game whose moves were compared with the best moves.
#[derive(Debug)]
#[non_exhaustive]
pub struct ReviewedGame {
    /// The record of the game.
    pub record: Record,
    /// The notices on the record.
    pub notices: Vec<Notice>,
    /// The game up to the first move that cannot be played.
    pub game: Game,
    /// The first move that cannot be played, if any.
    pub stop: Option<UnplayableMove>,
    /// The values of the moves by tables.
    pub review: Review,
    /// The engine's estimates of moves that no table covers.
    pub estimates: Vec<EstimatedMove>,
}

impl ReviewedGame {
    /// Compares every move of a game with the best move, as far as tables cover the positions.
    ///
    /// # Errors
    /// When a table is damaged or cannot be read.
    pub fn new(library: &Library, record: Record, preset: Preset) -> Result<ReviewedGame, Failure> {
        let (game, stop) = record.replay(preset);
        let notices = record.notices(preset);
        let review = review(library.tables.of(preset.rules), &game)?;
        Ok(ReviewedGame { record, notices, game, stop, review, estimates: Vec::new() })
    }

    /// Judges the first moves that no table covers by certificates and by the engine, until the
    /// time for a game is spent. `set_up` completes the engine. `begins` receives the number of
    /// each move, from 1, and returns false to leave the move out.
    ///
    /// # Errors
    /// When the engine does not fit in memory.
    pub fn estimate(
        &mut self,
        library: &Library,
        effort: Effort,
        set_up: impl FnOnce(Estimator) -> Estimator,
        mut begins: impl FnMut(usize) -> bool,
    ) -> Result<(), Failure> {
        let game = &self.game;
        let beyond = self.review.plies.iter().filter(|ply| ply.assessment.is_none());
        let beyond: Vec<usize> =
            beyond.take(library.limits.positions).map(|ply| ply.number).collect();
        if beyond.is_empty() {
            return Ok(());
        }
        let longest = library.limits.estimated_game;
        let effort = match effort {
            // One more position than moves, or two more if covered moves lie between.
            Effort::Time(time) => Effort::Time(time.min(longest / (2 * beyond.len() as u32))),
            depth => depth,
        };
        let end = Cell::new(Instant::now() + longest);
        let mut estimator = set_up(library.estimator(game.preset())?);
        let wanted = |number: usize| {
            beyond.binary_search(&number).is_ok() && Instant::now() < end.get() && begins(number)
        };
        let bounds = |position: &Position| {
            let began = Instant::now();
            let known = library.proved_moves(position, game.preset());
            // The first check of a certificate takes seconds, once. They are not the engine's.
            end.set(end.get() + began.elapsed());
            known
        };
        let lost = self.lost_from_start().map(|lost| lost.color);
        self.estimates = estimated_moves(&mut estimator, game, lost, wanted, effort, bounds);
        Ok(())
    }

    /// Returns the side that was lost from the start, by tables or a certificate. Neither says so
    /// about a game that ends when a board occurs again.
    pub fn lost_from_start(&self) -> Option<LostFromStart> {
        let (start, preset) = (self.game.start(), self.game.preset());
        let by_tables = self.review.values_to_black.first().copied().flatten();
        let known = match by_tables {
            Some(value) => {
                let winner = if value.wdl() == Wdl::Win { 'x' } else { 'o' };
                let plies = value.plies()?.into();
                Some(Proved { winner, plies, exact: true, basis: Basis::Tables, proviso: None })
            }
            None => Proved::of(start, preset),
        };
        known.filter(|_| preset.repetition != Repetition::BoardDraw).map(LostFromStart::new)
    }

    /// Returns the game as SGF, as recorded, with its values.
    pub fn sgf(&self) -> String {
        let mut sheet = self.record.score_sheet(&self.game);
        annotate(&mut sheet, &self.review);
        sheet.to_sgf()
    }

    /// Completes the values that tables have of the start and of the position after each move, for
    /// Black: by a known start or a certificate, else by what the moves were judged to be worth.
    fn complete(&self, library: &Library, values: &mut [Option<Worth>]) {
        let preset = self.game.preset();
        let open =
            values.iter_mut().zip(self.game.positions()).filter(|(value, _)| value.is_none());
        for (value, position) in open.take(library.limits.positions) {
            let known = library.proved_worth(position, preset);
            *value = known.map(|worth| to_black(worth, position.turn()));
        }
        for EstimatedMove { number, color, played, best, .. } in &self.estimates {
            // The move is one ply nearer to the end.
            let plies = played.worth.plies.map(|plies| plies.saturating_sub(1));
            let after = Worth { plies, ..played.worth };
            for (place, worth) in [(number - 1, best.worth), (*number, after)] {
                values[place].get_or_insert(to_black(worth, *color));
            }
        }
    }

    /// Returns the chart of these values.
    pub fn chart(&self, library: &Library) -> Chart {
        let mut chart = Chart::new(&self.review, self.game.start().turn());
        let mut values = vec![None; chart.bars.len()];
        self.complete(library, &mut values);
        for (bar, worth) in chart.bars.iter_mut().zip(values) {
            if let (None, Some(worth)) = (bar.height, worth) {
                *bar = Bar::of(worth);
            }
        }
        for judged in self.estimates.iter().filter(|judged| judged.is_turning_point()) {
            chart.bars[judged.number].is_turning_point = true;
        }
        chart
    }
}

fn to_black(worth: Worth, color: Color) -> Worth {
    if color == Color::Black { worth } else { worth.to_other() }
}
