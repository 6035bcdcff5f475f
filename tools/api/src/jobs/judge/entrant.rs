//! The engine to judge.

use loa_engine::client::{Protocol, Setup};
use loa_solver::{Board, Rules};

use super::request::JudgeRequest;
use crate::failure::{Failure, bail};
use crate::jobs::Work;
use crate::jobs::engines::{LogFile, milliseconds};

/// Returns the program to start and the limits of its searches.
pub(super) fn setup(
    request: &JudgeRequest,
    rules: Rules,
    log: &LogFile,
    work: &Work<'_>,
) -> Result<Setup, Failure> {
    let codingame = request.protocol == Protocol::Codingame;
    if codingame {
        let misfit = rules != Rules::default() || !request.board.is_none_or(is_8x8);
        let limits = &request.limits;
        if misfit || limits.depth.is_some() || limits.nodes.is_some() || !request.options.is_empty()
        {
            bail!(
                Usage,
                "CodinGame's protocol knows 8x8 under mover-pass and times alone, and no options"
            );
        }
    }
    let (time, late, ready) = if codingame { (150, 0, 1000) } else { (100, 1000, 10_000) };
    let mut setup = request.limits.setup(&request.engine, (time, late), log, work)?;
    setup.protocol = request.protocol;
    setup.ready = milliseconds(request.ready.map_or(ready, u32::from));
    setup.options.clone_from(&request.options);
    Ok(setup)
}

/// True for the only board of CodinGame's protocol.
pub(super) fn is_8x8(board: Board) -> bool {
    (board.files(), board.ranks()) == (8, 8)
}
