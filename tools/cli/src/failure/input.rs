//! Failures of the command line, of input and output, and of text.

use std::io;

use loa_record::notation::RecordFileError;
use loa_record::text::FileError;
use loa_solver::ParseMoveError;

use super::end::{Failure, Status};

impl From<clap::Error> for Failure {
    fn from(error: clap::Error) -> Failure {
        let text = error.render().to_string();
        let text = text.strip_prefix("error: ").unwrap_or(&text);
        Failure::new(Status::Usage, text.trim_end())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        let status = match error.kind() {
            io::ErrorKind::BrokenPipe => Status::ClosedPipe,
            _ => Status::Failed,
        };
        Failure::new(status, error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        io::Error::from(error).into()
    }
}

impl From<ParseMoveError> for Failure {
    fn from(error: ParseMoveError) -> Failure {
        Failure::new(Status::Usage, error)
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Failure {
        Failure::new(Status::Failed, error)
    }
}

impl From<RecordFileError> for Failure {
    fn from(error: RecordFileError) -> Failure {
        match error {
            RecordFileError::File(error) => error.into(),
            _ => Failure::new(Status::Usage, error),
        }
    }
}
