//! Valid certificates, and changed copies of them.

use super::draft::{Draft, second_checker, shipped, shut_in};
use super::parts;
use loa_checker::{Certificate, CheckError, Proof, ProofFault, ReadError, check, check_all};

fn checked(bytes: Vec<u8>) -> Result<Proof, CheckError> {
    check(&Certificate::read(bytes)?, &|_| true)
}

/// Returns the certificate of 5x5 with each of its moves changed, omitted and doubled.
fn mutants() -> Vec<Vec<u8>> {
    Draft::of(&shipped("5x5")).with_moves_changed(1)
}

#[test]
fn every_changed_move_is_refused_or_still_wins() {
    assert_eq!(Draft::of(&shipped("5x5")).bytes(), shipped("5x5"));
    let (mut refused, mut accepted) = (0, 0);
    for bytes in mutants() {
        match checked(bytes) {
            Ok(proof) => {
                let start = proof.claim().start();
                assert!(proof.answer(start).unwrap().plies <= proof.claim().plies);
                accepted += 1;
            }
            Err(CheckError::Invalid { .. }) => refused += 1,
            Err(other) => panic!("{other}"),
        }
    }
    assert!(refused > 500 && accepted < 50, "{refused} {accepted}");
}

/// After every move of White, Black can connect immediately. But in the first position one of White's
/// moves connects White's stones, which ends the game before.
#[test]
fn a_win_that_comes_after_the_end_of_the_game_is_refused() {
    let check_of = |squares: [[u32; 3]; 2]| {
        let stones = squares.map(|squares| squares.iter().map(|at| 1 << at).sum());
        checked(Draft::claim(0x01ff, [5, 5, 0, 1], stones, 2, &[]).bytes())
    };
    let refused = check_of([[18, 11, 6], [7, 9, 0]]).unwrap_err();
    assert!(
        matches!(refused, CheckError::Invalid { fault: ProofFault::NotWon(_), .. }),
        "{refused:?}"
    );
    assert_eq!(check_of([[12, 14, 6], [21, 7, 0]]).unwrap().claim().moves, 0);
}

#[test]
fn other_claims_are_refused() {
    let draft = Draft::of(&shipped("5x5"));
    let refused = |at: usize, new: u8| {
        let mut other = draft.clone();
        other.header[at] = new;
        match checked(other.bytes()).unwrap_err() {
            CheckError::Invalid { fault, .. } => fault,
            other => panic!("{other}"),
        }
    };
    assert_eq!(draft.header[40], 13);
    let too_long = ProofFault::TooLong { needed: 13, stated: 12 };
    assert_eq!(refused(40, 12), too_long);
    // Misere ids as well, another winner, another side to move, an extra stone.
    refused(17, 0x02);
    refused(20, 1);
    refused(21, 1);
    refused(24, draft.header[24] | 1);
    // A subset of the ids is proved as well.
    let mut fewer = draft.clone();
    fewer.header[16..18].copy_from_slice(&[2, 0]);
    assert!(checked(fewer.bytes()).is_ok_and(|proof| proof.ids().bits() == 2));
    // More moves than bits, and more bits than moves.
    for (at, new) in [(48, 200), (48, 0), (54, 1), (18, 9), (16, 0), (44, 1)] {
        let mut bytes = draft.bytes();
        bytes[at] = new;
        if at == 16 {
            bytes[17] = 0;
        }
        assert!(matches!(checked(bytes), Err(CheckError::Read(ReadError::Damaged { .. }))));
    }
}

/// A position of 4x4 in which the winner's third move leads back, turned, to an earlier position.
fn circle() -> Draft {
    Draft::claim(0x20, [4, 4, 0, 1], [0x0806, 0x2208], 255, &[2])
}

#[test]
fn moves_that_lead_in_a_circle_are_refused() {
    match checked(circle().bytes()).unwrap_err() {
        CheckError::Invalid { fault, position, .. } => {
            assert_eq!((fault, position.as_str()), (ProofFault::Circle, "4/x1o1/x2o/o1x1 x"));
        }
        other => panic!("{other}"),
    }
}

#[test]
fn a_winner_without_a_move_does_not_pass_where_the_game_is_over() {
    for (draft, holds) in shut_in() {
        let ids = draft.header[16..18].to_vec();
        match checked(draft.bytes()) {
            Ok(proof) => assert!(holds && proof.claim().plies == 8, "{ids:?}"),
            Err(CheckError::Invalid { fault: ProofFault::Moves { .. }, .. }) => {
                assert!(!holds, "{ids:?}")
            }
            Err(other) => panic!("{ids:?}: {other}"),
        }
    }
}

/// Compares the verdicts of the checker on every mutant above with those of a checker in Python,
/// which shares nothing with it.
#[test]
fn a_second_checker_agrees() {
    let whole = shipped("5x5");
    let mut files: Vec<Vec<u8>> = mutants().into_iter().step_by(29).collect();
    for (at, new) in [(16, 2), (17, 2), (20, 1), (21, 1), (40, 12), (40, 90)] {
        let mut other = Draft::of(&whole);
        other.header[at] = new;
        files.push(other.bytes());
    }
    files.extend([64, 80, 90].map(|length| whole[..length].to_vec()));
    files.push(circle().bytes());
    files.extend(shut_in().map(|(draft, _)| draft.bytes()));
    let Some(lines) = second_checker(&files) else { return };
    assert_eq!(lines.lines().count(), files.len(), "{lines}");
    let mut accepted = 0;
    for (line, bytes) in lines.lines().zip(files) {
        let verdict = checked(bytes);
        assert_eq!(line.contains("damaged"), matches!(verdict, Err(CheckError::Read(_))), "{line}");
        assert_eq!(line.contains(" wins "), verdict.is_ok(), "{line}");
        accepted += u32::from(verdict.is_ok());
    }
    assert!(accepted > 1);
}

/// Of a whole certificate, and of parts.
#[test]
fn every_flip_and_truncation_is_noticed() {
    let read = |bytes: Vec<u8>| {
        let read = Certificate::read(bytes).map_err(CheckError::from);
        read.and_then(|read| check_all(&[read], &|_| true).map_err(|(_, error)| error))
    };
    let whole = shipped("5x5");
    read(whole.clone()).unwrap();
    for bytes in [whole].into_iter().chain(parts::two()) {
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut flipped = bytes.clone();
                flipped[at] ^= 1 << bit;
                let error = read(flipped).unwrap_err();
                assert!(matches!(error, CheckError::Read(_)), "bit {bit} of byte {at}: {error}");
            }
            assert!(Certificate::read(bytes[..at].to_vec()).is_err(), "{at} bytes");
        }
        let more = [bytes, vec![0]].concat();
        assert!(matches!(read(more), Err(CheckError::Read(ReadError::Damaged { .. }))));
    }
}
