//! `judge`: compares an engine with the tables.

mod positions;
mod request;

use std::num::NonZeroUsize;
use std::time::Instant;

use loa_judge::judging::{Defender, EngineGames, EnginePool, Judgement, Question, judge, reasons};

use self::positions::Positions;
pub(super) use self::request::JudgeRequest;
use super::engines::LogFile;
use super::{Job, Work};
use crate::failure::{Failure, Status, bail, failure};
use crate::judging::{JudgeReport, not_started};
use crate::request::preset_of_file;

impl Job for JudgeRequest {
    type Answer = JudgeReport;

    fn run(&self, work: &mut Work<'_>) -> Result<(JudgeReport, Option<Failure>), Failure> {
        let began = Instant::now();
        let suite = self.suite()?;
        let log = LogFile::start(self.log.as_deref(), self.overwrite, work.stdout)?;
        let preset = preset_of_file(self.rules, suite.as_ref().and_then(|suite| suite.rules));
        let is_program = work.engines.is_empty();
        let program = is_program.then(|| self.setup(preset.rules, &log, work)).transpose()?;
        let engine = program.as_ref().map_or_else(|| work.engines[0], |program| program as _);
        let tables = work.library.tables.of(preset.rules);
        let positions =
            Positions { request: self, library: work.library, tables, control: &work.control };
        let (questions, source) = positions.of(suite.as_ref())?;
        let mut pool = EnginePool::new(engine);
        pool.repetition = preset.repetition;
        pool.workers = self.workers.map_or(work.threads, usize::from);
        pool.most_failures = self.max_failures.map_or(10, NonZeroUsize::get);
        pool.control = &work.control;
        let judgement = judge(&pool, &questions);
        // The report has the moves even if the games fail.
        let (games, trouble) = match self.play_out(&positions, &pool, &judgement, &questions) {
            Ok(games) => (games, None),
            Err(failure) => (None, Some(failure)),
        };
        if let Some(failed) = not_started(&judgement, games.as_ref()) {
            return Err(Failure::new(Status::Failed, failed));
        }
        let engine = (&*self.engine, program.as_ref());
        let reasons = reasons(&judgement, games.as_ref(), &self.fail_on());
        let (both, listed) = ((judgement, games), (self.worst.unwrap_or(10), self.moves));
        let mut report = JudgeReport::new(engine, source, tables, both, listed, reasons);
        report.interrupted = work.control.is_stopped();
        report.seconds = began.elapsed().as_secs_f64();
        let ended = log.check().and_then(|()| trouble.map_or(Ok(()), Err));
        let ended = ended.and_then(|()| passed(&report));
        Ok((report, ended.err()))
    }
}

impl JudgeRequest {
    /// Plays the endings, if the question requests them and the engine still works.
    fn play_out(
        &self,
        positions: &Positions<'_>,
        pool: &EnginePool<'_>,
        judgement: &Judgement,
        questions: &[Question],
    ) -> Result<Option<EngineGames>, Failure> {
        let play = self.play.unwrap_or(0) as usize;
        if play == 0 || judgement.gave_up || pool.control.is_stopped() {
            return Ok(None);
        }
        let most_plies = self.max_plies.map_or(200, NonZeroUsize::get);
        let defender = Defender { tables: positions.tables, most_plies, seed: self.seed() };
        Ok(Some(defender.play(pool, &positions.to_play(play, questions)?)?))
    }
}

/// Fails if the engine did not pass.
fn passed(report: &JudgeReport) -> Result<(), Failure> {
    if report.interrupted {
        bail!(Interrupted, "interrupted");
    }
    if report.reasons.is_empty() {
        return Ok(());
    }
    let reasons = report.reasons.join(", ");
    Err(failure!(Wrong, "the engine did not pass: {reasons}"))
}
