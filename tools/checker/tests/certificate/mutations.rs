//! Valid certificates, and changed copies of them.

use super::draft::{Draft, second_checker, shipped};
use loa_checker::{Certificate, CheckError, Proof, ProofFault, ReadError, check};

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
    let mut draft = Draft { places: Vec::new(), ..Draft::of(&shipped("5x5")) };
    draft.header[21] = 1;
    draft.header[40] = 2;
    let mut check_of = |black: u64, white: u64| {
        draft.header[24..32].copy_from_slice(&black.to_le_bytes());
        draft.header[32..40].copy_from_slice(&white.to_le_bytes());
        checked(draft.bytes())
    };
    let [x, o] = [[18, 11, 6], [7, 9, 0]].map(|squares| squares.iter().map(|at| 1 << at).sum());
    let refused = check_of(x, o).unwrap_err();
    assert!(
        matches!(refused, CheckError::Invalid { fault: ProofFault::NotWon(_), .. }),
        "{refused:?}"
    );
    let [x, o] = [[12, 14, 6], [21, 7, 0]].map(|squares| squares.iter().map(|at| 1 << at).sum());
    assert_eq!(check_of(x, o).unwrap().claim().moves, 0);
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
    let mut draft = Draft::of(&shipped("5x5"));
    draft.header[16..22].copy_from_slice(&[0x20, 0, 4, 4, 0, 1]);
    draft.header[24..32].copy_from_slice(&0x0806_u64.to_le_bytes());
    draft.header[32..40].copy_from_slice(&0x2208_u64.to_le_bytes());
    draft.header[40] = 255;
    draft.places = vec![2];
    draft
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

/// Claims about a position in which a capturing reply joins the winner's stones and blocks them,
/// which ends the game under `own-loss` and `own-draw`: a false win, under each of the sets that
/// contain one of them, and a win in more plies than the pass would take.
fn shut_in() -> [(Draft, bool); 5] {
    let of = |name: &str| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/certificates");
        Draft::of(&std::fs::read(format!("{folder}/{name}.proof")).unwrap())
    };
    let under = |ids: u16, mut draft: Draft| {
        draft.header[16..18].copy_from_slice(&ids.to_le_bytes());
        draft
    };
    let (wrong, right) = (of("false-5x5-own-loss"), of("right-5x5-own-loss"));
    [
        (wrong.clone(), false),
        (under(0x100, wrong.clone()), false),
        (under(0x1ff, wrong), false),
        (right.clone(), true),
        (under(0x1ff, right), true),
    ]
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

#[test]
fn every_flip_and_truncation_is_noticed() {
    let bytes = shipped("5x5");
    checked(bytes.clone()).unwrap();
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut flipped = bytes.clone();
            flipped[at] ^= 1 << bit;
            let error = checked(flipped).unwrap_err();
            assert!(matches!(error, CheckError::Read(_)), "bit {bit} of byte {at}");
        }
        assert!(checked(bytes[..at].to_vec()).is_err(), "{at} bytes");
    }
    let more = [bytes, vec![0]].concat();
    assert!(matches!(checked(more), Err(CheckError::Read(ReadError::Damaged { .. }))));
}
