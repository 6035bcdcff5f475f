//! The positions that an engine is asked about.

use loa_engine::Guide;
use loa_engine::client::Protocol;
use loa_judge::StageWatch;
use loa_judge::judging::{Band, Question, Sample, questions_about, read_positions, read_questions};
use loa_record::random::Pcg64;
use loa_report::judging::Source;
use loa_solver::{Board, Position};
use loa_tablebase::{Tablebase, Wdl};

use super::super::suite::expect_tables;
use super::arguments::JudgeArgs;
use super::entrant::Entrant;
use crate::common::Common;
use crate::failure::{Failure, bail, failure};
use crate::play::PROOF;

/// Returns the positions to ask about.
pub(super) fn questions(
    common: &Common,
    args: &JudgeArgs,
    entrant: &Entrant,
    tables: &Tablebase,
    watch: &dyn StageWatch,
) -> Result<(Vec<Question>, Source), Failure> {
    if let Entrant::Proof { guide, .. } = entrant {
        return of_proof(guide, args, tables, watch);
    }
    if let Some(file) = &args.suite {
        let rules = common.rules.rules;
        let positions = read_positions(rules, file)?.into_iter();
        expect_tables(common, file, positions.map(|position| (rules, position)))?;
        let (questions, over) = read_questions(tables, file, watch)?;
        let is_fit = |question: &Question| {
            let board = question.position().board();
            args.protocol != Protocol::Codingame || (board.files(), board.ranks()) == (8, 8)
        };
        if !questions.iter().all(is_fit) {
            bail!(Usage, "CodinGame's protocol knows 8x8 alone, and the suite has other boards");
        }
        let file = file.display().to_string();
        return Ok((questions, Source::Suite { file, over }));
    }
    let board = board(args)?;
    let wanted = args.positions as usize;
    let questions = draw(common, args, tables, watch, wanted, |_| true)?;
    let seed = args.seed;
    Ok((questions, Source::Sample { board, seed, wanted }))
}

/// Returns the positions to play out, long wins and then draws: the first of those that
/// were asked about, or others if a sample has too few.
pub(super) fn starts(
    common: &Common,
    args: &JudgeArgs,
    tables: &Tablebase,
    watch: &dyn StageWatch,
    asked: &[Question],
) -> Result<Vec<Question>, Failure> {
    let play = args.play as usize;
    let mut starts = Vec::new();
    let is_win = |band: Band| band.wdl() == Wdl::Win && band.is_long();
    let is_draw = |band: Band| band.wdl() == Wdl::Draw;
    for wants in [is_win, is_draw] {
        let known: Vec<Question> = asked
            .iter()
            .filter(|question| wants(question.stratum().band))
            .take(play)
            .cloned()
            .collect();
        let draws_others = args.suite.is_none() && !args.engine.starts_with(PROOF);
        if known.len() < play && draws_others {
            starts.append(&mut draw(common, args, tables, watch, play, wants)?);
        } else {
            starts.extend(known);
        }
    }
    Ok(starts)
}

fn draw(
    common: &Common,
    args: &JudgeArgs,
    tables: &Tablebase,
    watch: &dyn StageWatch,
    positions: usize,
    wants: fn(Band) -> bool,
) -> Result<Vec<Question>, Failure> {
    let board = board(args)?;
    let mut materials = tables.materials(board)?;
    if !args.material.is_empty() {
        materials.clone_from(&args.material);
    }
    materials.retain(|material| args.pieces.is_none_or(|most| material.stones() <= most));
    if materials.is_empty() {
        return Err(Failure::no_tables(&common.missing_tables(board)?));
    }
    let mut sample = Sample::new(tables, board, materials);
    sample.wants = wants;
    sample.positions = positions;
    sample.seed = args.seed;
    Ok(sample.draw(watch)?)
}

fn board(args: &JudgeArgs) -> Result<Board, Failure> {
    let missing = || failure!(Usage, "a board is wanted, or --suite FILE");
    args.board.ok_or_else(missing)
}

/// Draws from the positions that the winner of a proof has to answer.
fn of_proof(
    guide: &Guide,
    args: &JudgeArgs,
    tables: &Tablebase,
    watch: &dyn StageWatch,
) -> Result<(Vec<Question>, Source), Failure> {
    let mut positions: Vec<Position> = guide.turns();
    let all = positions.len();
    Pcg64::of(args.seed, &[]).shuffle(&mut positions);
    positions.truncate(args.positions as usize);
    watch.begin("probing positions", positions.len());
    let questions = questions_about(tables, &positions, watch)?;
    let (board, seed) = (guide.start().board(), args.seed);
    Ok((questions, Source::Proof { board, seed, all }))
}
