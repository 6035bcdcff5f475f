//! The reasons why a certificate proves nothing.

use crate::format::ReadError;
use crate::rules::Ids;

/// The reason why a certificate proves nothing.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The file cannot be read or is damaged.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The proof has a hole.
    #[error("under {ids}: {position}: {fault}")]
    Invalid {
        /// The rules ids under which the proof fails.
        ids: Ids,
        /// The position at fault, as text.
        position: String,
        /// The failure.
        fault: ProofFault,
    },
    /// The certificate proves its claim only together with others, which are not given.
    #[error("it rests on {}, without which it proves nothing", listed(.0))]
    Rests(Vec<u128>),
    /// The watch stopped the check.
    #[error("interrupted after {checked} moves")]
    Interrupted {
        /// The number of the winner's moves followed so far, all without a fault.
        checked: u64,
    },
}

/// Returns certificates by their digests.
fn listed(digests: &[u128]) -> String {
    let digests: Vec<String> = digests.iter().map(|digest| format!("{digest:032x}")).collect();
    let noun = if digests.len() == 1 { "certificate" } else { "certificates" };
    format!("{noun} {}", digests.join(", "))
}

/// A hole in a proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProofFault {
    /// The game is over at the start.
    #[error("the game is over at the start")]
    Over,
    /// The file has the number of a move that the winner does not have.
    #[error("the winner has {moves} moves, and the certificate says number {number}, from 0")]
    NoMove {
        /// The number in the file.
        number: u32,
        /// The number of the winner's moves.
        moves: usize,
    },
    /// The game is over after a move of either side, and the winner has not won.
    #[error("after {0} the game is over, and the winner has not won")]
    NotWon(String),
    /// A line of play returns to a position.
    #[error("the winner's moves lead in a circle, and from there to this position")]
    Circle,
    /// The walk meets more or fewer turns of the winner than the header states.
    #[error(
        "the walk has met {met} turns of the winner here, and the header states {stated} moves"
    )]
    Moves {
        /// The number of turns met.
        met: usize,
        /// The number of moves in the header.
        stated: u64,
    },
    /// The walk does not meet all positions that the header takes from other certificates.
    #[error("the header takes {stated} turns from other certificates, and the walk has met {met}")]
    Taken {
        /// Turns met.
        met: usize,
        /// Turns in the header.
        stated: usize,
    },
    /// A certificate does not prove a position that another takes from it.
    #[error(
        "certificate {:032x} is said to prove a win within {plies} plies, and does not",
        digest
    )]
    NotProved {
        /// The plies within which the winner should win.
        plies: u32,
        /// The digest of the certificate.
        digest: u128,
    },
    /// The win may take longer than the header states.
    #[error("the win may take {needed} plies, and the header states {stated}")]
    TooLong {
        /// The bound that follows from the moves.
        needed: u32,
        /// The bound in the header.
        stated: u32,
    },
}
