//! Reviews of games: every move compared with the best move.

use std::cell::Cell;
use std::num::NonZeroUsize;
use std::time::Instant;

use loa_engine::{Effort, Estimator, judge_moves};
use loa_record::notation::{GameTree, Line, Players, UnplayableMove, decode, read, read_game};
use loa_record::review::{Effect, Resignation, Review, annotate, choices, review};
use loa_record::text::{color_name, within};
use loa_record::{Basis, Game, Worth, move_number};
use loa_solver::{Board, Color, Position, Preset, Repetition, Rules, Wdl};
use loa_tablebase::ProbeError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::analysis::{MOST_DEPTH, effort};
use crate::failure::{Failure, bail};
use crate::game_trees::RecordRequest;
use crate::library::Library;
use crate::request::{rules_of, unreadable};
use crate::task::{Kind, Watch};

/// A review of a game: every move compared with the best move.
#[derive(Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct ReviewedGame {
    /// The position before the first move.
    position: Position,
    /// The board.
    board: Board,
    /// The rules id.
    rules: Rules,
    /// The name of the rules, including the rule for repetition.
    preset: &'static str,
    #[serde(flatten)]
    players: Players,
    /// The result as recorded.
    recorded_result: Option<String>,
    /// The end of the game, if the moves reach an end.
    end: Option<GameEnd>,
    /// The first move that cannot be played, if any.
    stopped: Option<Stopped>,
    /// The side that was lost from the start, if a fact says so; else null.
    pub lost_from_start: Option<LostFromStart>,
    /// The lesson for the loser: a resignation that gave away a win or a draw, else a move if no move
    /// of the loser is a turning point.
    pub lesson: Option<Lesson>,
    /// The moves, compared with the best ones.
    #[serde(flatten)]
    pub review: Review,
    /// Notices. Each names an unused part of the record that could change the game, or a part that
    /// looks wrong.
    notices: Vec<String>,
    /// The game as SGF, as recorded, with its values.
    pub sgf: String,
    /// The lines of the record, the main line first, unless a notice says that they are not read.
    /// Each ends before the first move that cannot be played.
    pub lines: Vec<Line>,
    /// The record of the game.
    #[serde(skip)]
    pub record: GameTree,
    /// The game up to the first move that cannot be played.
    #[serde(skip)]
    pub game: Game,
    /// The first move that cannot be played, if any.
    #[serde(skip)]
    pub stop: Option<UnplayableMove>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
struct GameEnd {
    /// `black`, `white` or `draw`.
    result: &'static str,
    /// The way in which the game ended.
    reason: &'static str,
}

/// The side that was lost from the start of a game, by tables or a certificate, with the worth of
/// the start for this side. Estimates give its moves no mark.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LostFromStart {
    /// The side.
    side: Color,
    #[serde(flatten)]
    worth: Worth,
    /// The sentence that says so.
    pub words: String,
}

impl LostFromStart {
    /// Returns the side that has lost, given the worth of the start for Black.
    fn of(to_black: Worth) -> Option<LostFromStart> {
        let side = match to_black.category? {
            Wdl::Win => Color::White,
            Wdl::Loss => Color::Black,
            Wdl::Draw => return None,
        };
        let (lost, winner) = (color_name(side), color_name(side.other()));
        let (far, how) = (within(!to_black.bound), if to_black.bound { "proved" } else { "exact" });
        let plies = to_black.plies?;
        let words = format!("{lost} was lost from the start: {winner} wins {far} {plies}, {how}");
        Some(LostFromStart { side, worth: to_black.to_black(side), words })
    }
}

/// The move of the loser of a game to learn from: its resignation if that gave a win or a draw away,
/// or a move if none is a turning point.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Lesson {
    /// The number of the move, from 1. A resignation follows the last move.
    number: usize,
    /// The sentence that says what it did.
    pub words: String,
}

impl Lesson {
    /// Returns the lesson for the loser of a game.
    fn of(review: &Review, loser: Color) -> Option<Lesson> {
        let name = color_name(loser);
        let resigned = review.resignation.as_ref().filter(|resigned| resigned.color == loser);
        if let Some(Resignation { best: Some(best), effect: Some(Effect::Blunder(_)), .. }) =
            resigned
        {
            let words = format!("{name} resigned, but {} {}", best.played, best.worth);
            return Some(Lesson { number: review.plies.len() + 1, words });
        }
        let ply = review.lesson(loser)?;
        let made = format!("{} {}", move_number(ply.number, loser), ply.made);
        let (played, best) = (ply.played.as_ref()?, ply.best.as_ref()?);
        let words = match (ply.lost, &ply.words) {
            (Some(lost), _) => {
                let (lost, better) = (100.0 * lost, best.played);
                format!(
                    "{name}'s chances fell most with {made}, by {lost:.0} %: {better} was better"
                )
            }
            (None, Some(words)) if best.worth.category == Some(Wdl::Win) => {
                format!("{made} {words}")
            }
            _ => format!("{made} {}; {} {}", played.worth, best.played, best.worth),
        };
        Some(Lesson { number: ply.number, words })
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

/// Asks for a review of a game: every move compared with the best move.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReviewRequest {
    /// A preset or a rules id, for a game whose record names no rules.
    rules: Option<Preset>,
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
        let text = match RecordRequest::in_body(body)? {
            Some(tree) => tree.to_sgf()?,
            None => decode(body.to_vec()),
        };
        Ok(ReviewRequest { text, ..self })
    }

    /// Reads the game with the requested number, by default the first game.
    fn record(&self) -> Result<GameTree, Failure> {
        let text = &self.text;
        let record = self.game.map_or_else(|| read(text), |number| read_game(text, number));
        record.map_err(unreadable)
    }

    pub(crate) fn kind(&self) -> Kind {
        if self.depth.is_some() || self.ms.is_some() { Kind::Engine } else { Kind::Tables }
    }

    pub(crate) fn check(&self, library: &Library) -> Result<(), Failure> {
        effort(library, self.depth, self.ms).map(drop)
    }

    pub(crate) fn answer(
        &self,
        library: &Library,
        watch: &mut Watch<'_, ReviewedGame>,
    ) -> Result<ReviewedGame, Failure> {
        let record = self.record()?;
        let preset = rules_of(record.preset, self.rules)?;
        if !record.has_moves() && !record.lines(preset).0.iter().any(Line::is_annotated) {
            bail!(Usage, "no moves found: expected SGF, or a list of moves such as b1-b3 a2xc2");
        }
        let mut reviewed = ReviewedGame::new(library, record, preset)?;
        if let Some(effort) = effort(library, self.depth, self.ms)? {
            let stopped = |engine: Estimator| engine.stopped_by(watch.stop.clone());
            reviewed = reviewed.estimated(library, effort, stopped, |_| !watch.stop.is_set())?;
        }
        Ok(reviewed)
    }
}

impl Library {
    /// Compares every move of a game with the best move, as far as tables cover the positions.
    ///
    /// # Errors
    /// When a table is damaged or cannot be read.
    pub fn review(&self, game: &Game) -> Result<Review, Failure> {
        let (preset, tables) = (game.preset(), self.tables.of(game.preset().rules));
        let known = |positions: &[Position]| {
            let basis = positions.last().map(|position| self.basis(position, preset));
            choices(tables, preset.repetition, positions, basis.unwrap_or(Basis::Tables))
        };
        let explain = |error: &ProbeError| self.shown(Failure::of(error)).text();
        Ok(review(game, known, explain)?)
    }
}

impl ReviewedGame {
    /// Compares every move of a game with the best move, as far as tables cover the positions.
    ///
    /// # Errors
    /// When a table is damaged or cannot be read.
    pub fn new(
        library: &Library,
        record: GameTree,
        preset: Preset,
    ) -> Result<ReviewedGame, Failure> {
        let (game, stop) = record.replay(preset);
        let mut review = library.review(&game)?;
        let open = review.values.iter_mut().zip(game.positions());
        for (value, position) in
            open.filter(|(value, _)| value.is_none()).take(library.limits.positions)
        {
            let known = library.proved_worth(position, preset);
            *value = known.map(|worth| worth.to_black(position.turn()));
        }
        // Neither tables nor certificates know games that end when a board occurs again.
        let start = review.values[0].filter(|_| preset.repetition != Repetition::BoardDraw);
        let (lines, notices) = record.lines(preset);
        let reviewed = ReviewedGame {
            position: *game.start(),
            board: game.start().board(),
            rules: preset.rules,
            preset: preset.name,
            players: record.players.clone(),
            recorded_result: record.result.clone(),
            end: game.end().map(|end| GameEnd { result: end.result(), reason: end.reason() }),
            stopped: stop.as_ref().map(|stop| Stopped {
                number: stop.number,
                text: stop.text.clone(),
                position: stop.position.to_string(),
                message: stop.to_string(),
                reason: stop.reason(),
            }),
            lost_from_start: start.and_then(LostFromStart::of),
            lesson: None,
            review,
            notices: notices.iter().map(ToString::to_string).collect(),
            sgf: String::new(),
            lines,
            record,
            game,
            stop,
        };
        Ok(reviewed.annotated())
    }

    /// Returns the game with its lesson, and with its values as SGF.
    fn annotated(mut self) -> ReviewedGame {
        let winner = self.game.end().and_then(|end| end.winner);
        self.lesson = winner.and_then(|winner| Lesson::of(&self.review, winner.other()));
        let mut tree = self.record.with(&self.game);
        annotate(&mut tree, &self.review);
        self.sgf = tree.to_sgf();
        self
    }

    /// Judges what no table covers: a resignation by certificates, and the first moves by certificates
    /// and by the engine, until the time for a game is spent. `set_up` completes the engine. `begins`
    /// receives the number of each move, from 1, and returns false to leave the move out.
    ///
    /// # Errors
    /// When the engine does not fit in memory.
    pub fn estimated(
        mut self,
        library: &Library,
        effort: Effort,
        set_up: impl FnOnce(Estimator) -> Estimator,
        mut begins: impl FnMut(usize) -> bool,
    ) -> Result<ReviewedGame, Failure> {
        let game = &self.game;
        if let Some(resigned) = &mut self.review.resignation
            && resigned.effect.is_none()
        {
            let known = library.proved_moves(&resigned.position, game.preset());
            *resigned = Resignation::of(resigned.color, resigned.position, known.first());
        }
        let beyond = self.review.plies.iter().filter(|ply| ply.effect.is_none());
        let beyond: Vec<usize> =
            beyond.take(library.limits.positions).map(|ply| ply.number).collect();
        if beyond.is_empty() {
            return Ok(self.annotated());
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
        let lost = self.lost_from_start.as_ref().map(|lost| lost.side);
        let judged = (game, &mut self.review.plies[..]);
        judge_moves(&mut estimator, judged, lost, wanted, effort, bounds);
        self.review.complete();
        Ok(self.annotated())
    }
}
