//! The positions that an engine is asked about.

use loa_engine::client::Protocol;
use loa_judge::judging::{Band, Question, Sample, questions_about};
use loa_solver::{Board, Control};
use loa_tablebase::{Tablebase, Wdl};

use super::request::{JudgeRequest, Suite, is_8x8};
use crate::failure::{Failure, bail};
use crate::jobs::engines::no_board;
use crate::jobs::needed::expect_tables;
use crate::judging::Source;
use crate::library::Library;

/// Finds positions to ask about.
pub(super) struct Positions<'a> {
    pub(super) request: &'a JudgeRequest,
    pub(super) library: &'a Library,
    pub(super) tables: &'a Tablebase,
    pub(super) control: &'a Control<'a>,
}

impl Positions<'_> {
    /// Returns the positions of a suite, or else a sample.
    pub(super) fn of(&self, suite: Option<&Suite>) -> Result<(Vec<Question>, Source), Failure> {
        let wanted = self.request.positions.unwrap_or(1000) as usize;
        let (questions, source) = match suite {
            Some(suite) => self.of_suite(suite)?,
            None => {
                let (board, seed) = (self.board()?, self.request.seed());
                (self.draw(wanted, |_| true)?, Source::Sample { board, seed, wanted })
            }
        };
        if questions.is_empty() && (wanted > 0 || suite.is_some()) {
            let why = match suite {
                Some(suite) => format!("the game is over in every position of {}", suite.name),
                None => "all moves are right in every position".to_owned(),
            };
            bail!(Failed, "no position to ask about: {why}");
        }
        Ok((questions, source))
    }

    fn of_suite(&self, suite: &Suite) -> Result<(Vec<Question>, Source), Failure> {
        let rules = self.tables.rules();
        let each = suite.positions.iter().map(|&(position, _)| (rules, position));
        expect_tables(self.library, &suite.name, each)?;
        let questions = questions_about(self.tables, &suite.positions, self.control)?;
        let over = suite.positions.len() - questions.len();
        let is_fit = |question: &Question| {
            self.request.protocol != Protocol::Codingame || is_8x8(question.position().board())
        };
        if !questions.iter().all(is_fit) {
            bail!(Usage, "CodinGame's protocol supports only 8x8, and the suite has other boards");
        }
        Ok((questions, Source::Suite { file: suite.name.clone(), over }))
    }

    /// Returns `play` long wins to play and as many draws: the first of the questions, or others if
    /// a sample has too few.
    pub(super) fn to_play(
        &self,
        play: usize,
        asked: &[Question],
    ) -> Result<Vec<Question>, Failure> {
        let mut starts = Vec::new();
        let is_win = |band: Band| band.wdl() == Wdl::Win && band.is_long();
        let is_draw = |band: Band| band.wdl() == Wdl::Draw;
        for wants in [is_win, is_draw] {
            let known = asked.iter().filter(|question| wants(question.stratum().band));
            let known: Vec<Question> = known.take(play).cloned().collect();
            if known.len() < play && self.request.suite.is_none() {
                starts.append(&mut self.draw(play, wants)?);
            } else {
                starts.extend(known);
            }
        }
        Ok(starts)
    }

    fn draw(&self, positions: usize, wants: fn(Band) -> bool) -> Result<Vec<Question>, Failure> {
        let (tables, board) = (self.tables, self.board()?);
        let named = &self.request.material;
        let mut materials = self.library.materials(tables.rules(), board, named)?;
        materials
            .retain(|material| self.request.stones.is_none_or(|most| material.stones() <= most));
        if materials.is_empty() {
            return Err(self.library.no_tables(tables.rules(), board, None));
        }
        let mut sample = Sample::new(tables, board, materials);
        sample.wants = wants;
        sample.positions = positions;
        sample.seed = self.request.seed();
        Ok(sample.draw(self.control)?)
    }

    fn board(&self) -> Result<Board, Failure> {
        self.request.board.ok_or_else(no_board)
    }
}
