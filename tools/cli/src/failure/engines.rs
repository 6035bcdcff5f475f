//! Failures of engines, judgements, suites and games.

use loa_engine::protocol::turn::TurnError;
use loa_engine::server::ServeError;
use loa_judge::judging::JudgeError;
use loa_judge::suite::SuiteFileError;
use loa_record::Refusal;

use super::end::{Failure, Status};

/// The refusal of a move that no person made: a person is asked again.
impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        Failure::new(Status::Failed, format!("a move was refused: {refusal}"))
    }
}

impl From<ServeError> for Failure {
    fn from(error: ServeError) -> Failure {
        match error {
            ServeError::Io(error) | ServeError::Turn(TurnError::Io(error)) => error.into(),
            ServeError::Turn(TurnError::Position(error)) => error.into(),
            ServeError::Turn(error) => Failure::new(Status::Usage, error),
            error => Failure::new(Status::Failed, error),
        }
    }
}

impl From<SuiteFileError> for Failure {
    fn from(error: SuiteFileError) -> Failure {
        match error {
            SuiteFileError::File(error) => error.into(),
            _ => Failure::new(Status::Usage, error),
        }
    }
}

impl From<JudgeError> for Failure {
    fn from(error: JudgeError) -> Failure {
        let status = match error {
            JudgeError::Probe(error) => return error.into(),
            JudgeError::File(error) => return error.into(),
            JudgeError::Interrupted => Status::Interrupted,
            JudgeError::Rules { .. } => Status::Rules,
            JudgeError::Problem { .. } | JudgeError::Position { .. } | JudgeError::Index(_) => {
                Status::Usage
            }
            _ => Status::Failed,
        };
        Failure::new(status, error)
    }
}
