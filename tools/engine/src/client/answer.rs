//! Reads moves in the answers of engines.

use loa_solver::{Move, ParseMoveError, Position, Rules};

use crate::fault::Fault;

/// Reads the text of a move in a position.
pub(super) fn read_move(rules: Rules, position: &Position, said: &str) -> Result<Move, Fault> {
    rules.parse_move(position, said).map_err(|error| {
        let said = said.to_owned();
        match error {
            ParseMoveError::Illegal { position, why, .. } => Fault::Illegal { said, position, why },
            _ => Fault::Nonsense(said),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_answers_are_faults_of_their_kinds() {
        let position: Position = "3x/o3/4/1ox1 x".parse().unwrap();
        let kind = |said: &str| match read_move(Rules::default(), &position, said) {
            Ok(played) => played.to_string(),
            Err(fault) => fault.kind().to_owned(),
        };
        for said in ["c1xa3", "c1a3", "C1XA3", "c1-a3", "C1-A3", "c1-a3x"] {
            assert_eq!(kind(said), "c1xa3");
        }
        assert_eq!(kind("a1-a2"), "illegal");
        assert_eq!(kind("pass"), "illegal");
        assert_eq!(kind("0000"), "nonsense");
        assert_eq!(kind(""), "nonsense");
    }
}
