//! Proofs in parts, whole and damaged on purpose.

use std::num::NonZeroUsize;

use super::draft::{mended, second_checker, shipped};
use loa_checker::{ByteSource, Certificate, CheckError, ProofFault, ReadError, check, check_all};

/// Offsets in the header of a part with one digest: of its first position and of the bound in plies.
const DIGEST: usize = 80;
const TAKEN: usize = 96;
const PLIES: usize = TAKEN + 16;

fn read(bytes: &[u8]) -> Certificate {
    Certificate::read(bytes.to_vec()).unwrap()
}

fn split(board: &str, most: usize) -> Vec<Vec<u8>> {
    let proof = check(&read(&shipped(board)), &|_| true).unwrap();
    proof.split(NonZeroUsize::new(most).unwrap()).unwrap()
}

fn checked(parts: &[Vec<u8>]) -> Result<(), (usize, CheckError)> {
    check_all(&parts.iter().map(|bytes| read(bytes)).collect::<Vec<_>>(), &|_| true)
}

/// Returns the certificate and the hole in it.
fn fault(parts: &[Vec<u8>]) -> (usize, ProofFault) {
    match checked(parts) {
        Err((at, CheckError::Invalid { fault, .. })) => (at, fault),
        other => panic!("{other:?}"),
    }
}

/// Returns the bytes with a number changed by `change` and with the right digest.
fn changed(bytes: &[u8], at: usize, change: i8) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[at] = bytes[at].wrapping_add_signed(change);
    mended(bytes)
}

/// Returns two parts, of which the second rests on the first.
pub(super) fn two() -> Vec<Vec<u8>> {
    let parts = split("5x5", 30);
    assert_eq!(parts.len(), 2);
    assert_eq!(read(&parts[1]).rests_on(), [read(&parts[0]).digest()]);
    parts
}

#[test]
fn the_parts_of_a_proof_prove_together_what_it_proves() {
    for (board, most) in
        [("5x5", 1), ("5x5", 15), ("5x6", 30), ("5x8", 1), ("5x8", 100), ("6x6-c1-c3", 3000)]
    {
        let whole = read(&shipped(board));
        assert_eq!(split(board, 1 << 20), [shipped(board)]);
        let mut parts = split(board, most);
        let certificates: Vec<_> = parts.iter().map(|part| read(part)).collect();
        let moves: u64 = certificates.iter().map(|part| part.claim().moves).sum();
        assert_eq!(moves, whole.claim().moves);
        assert!(parts.len() > 1);
        for (at, part) in certificates.iter().enumerate() {
            assert!(part.claim().moves <= most as u64);
            let before: Vec<u128> = certificates[..at].iter().map(Certificate::digest).collect();
            assert!(part.rests_on().iter().all(|digest| before.contains(digest)));
            match check(part, &|_| true) {
                Ok(_) => assert_eq!(part.rests_on(), []),
                Err(CheckError::Rests(others)) => assert_eq!(others, part.rests_on()),
                Err(other) => panic!("{other}"),
            }
        }
        let last = certificates.last().unwrap().claim();
        assert_eq!(format!("{:?}", last.start()), format!("{:?}", whole.claim().start()));
        assert_eq!((last.plies, last.ids), (whole.claim().plies, whole.claim().ids));
        parts.reverse();
        checked(&parts).unwrap();
    }
}

#[test]
fn a_part_that_is_missing_is_named() {
    let parts = split("5x8", 300);
    assert!(parts.len() > 10);
    for missing in 0..parts.len() - 1 {
        let digest = read(&parts[missing]).digest();
        let mut others = parts.clone();
        others[missing] = shipped("5x5");
        match checked(&others) {
            Err((at, CheckError::Rests(named))) => {
                assert_eq!(named, [digest]);
                assert!(at > missing);
            }
            other => panic!("{other:?}"),
        }
    }
}

/// Bounds that no certificate proves, in the part that relies on them and in the one that should
/// prove them.
#[test]
fn forged_bounds_are_refused() {
    let [first, last] = two().try_into().unwrap();
    let (at, unproved) = fault(&[first.clone(), changed(&last, PLIES, -2)]);
    assert!(at == 1 && matches!(unproved, ProofFault::NotProved { .. }), "{unproved}");
    assert!(matches!(fault(&[changed(&first, 40, -2)]).1, ProofFault::TooLong { .. }));
    assert!(matches!(fault(&[changed(&last, 40, -2)]).1, ProofFault::TooLong { .. }));
    // A weaker bound holds, and may be too weak.
    assert!(checked(&[first.clone(), changed(&last, PLIES, 2)]).is_ok());
    assert!(matches!(fault(&[first, changed(&last, PLIES, 120)]).1, ProofFault::TooLong { .. }));
    // Turns are won after an odd number of plies, five or more.
    for plies in [0, 1, 3, 8] {
        let mut bytes = last.clone();
        bytes[PLIES] = plies;
        let error = check_all(&[read(&mended(bytes))], &|_| true).unwrap_err().1;
        assert!(matches!(error, CheckError::Read(ReadError::Damaged { .. })), "{plies}: {error}");
    }
}

/// Certificates that do not prove the turn that a part takes from them, by their own moves and for the
/// same game.
#[test]
fn a_stranger_proves_no_part() {
    let [first, last] = two().try_into().unwrap();
    let resting_on = |part: &[u8]| {
        let mut bytes = last.clone();
        bytes[DIGEST..TAKEN].copy_from_slice(&read(part).digest().to_le_bytes());
        mended(bytes)
    };
    assert_eq!(resting_on(&first), last);
    let mut under_one_id = first.clone();
    under_one_id[16..18].copy_from_slice(&1_u16.to_le_bytes());
    let under_one_id = mended(under_one_id);
    let mut of_white = first.clone();
    of_white[20..22].fill(1);
    of_white[24..40].rotate_left(8);
    let of_white = mended(of_white);
    // The last one takes the turn, too, and proves it no more than that.
    for stranger in [under_one_id.clone(), of_white, shipped("5x6"), last.clone()] {
        checked(&[first.clone(), stranger.clone()]).unwrap();
        let (at, unproved) = fault(&[resting_on(&stranger), stranger, first.clone()]);
        assert!(at == 0 && matches!(unproved, ProofFault::NotProved { .. }), "{unproved}");
    }
    let mut both = [under_one_id.clone(), resting_on(&under_one_id)];
    both[1][16..18].copy_from_slice(&1_u16.to_le_bytes());
    both[1] = mended(both[1].clone());
    checked(&both).unwrap();
    // The whole proof proves each of its turns.
    checked(&[shipped("5x5"), resting_on(&shipped("5x5"))]).unwrap();
}

#[test]
fn a_turn_that_the_walk_does_not_meet_is_refused() {
    let [first, last] = two().try_into().unwrap();
    let mut other = last[TAKEN..TAKEN + 24].to_vec();
    // The start, with files and ranks exchanged: no line returns to it.
    other[..16].copy_from_slice(&last[24..40]);
    let with = |at: usize| {
        let mut bytes = last.clone();
        bytes.splice(at..at, other.clone());
        bytes[12] += 24;
        bytes[44] += 1;
        bytes[56] += 24;
        mended(bytes)
    };
    let faults = [with(TAKEN), with(TAKEN + 24)]
        .map(|bytes| check_all(&[read(&first), read(&bytes)], &|_| true).unwrap_err().1);
    assert!(faults.iter().any(|fault| matches!(fault, CheckError::Read(_))), "{faults:?}");
    assert!(faults.iter().any(|fault| matches!(fault, CheckError::Invalid { .. })), "{faults:?}");
}

/// A header, and zeros up to a length that no memory has.
struct Hole(Vec<u8>, u64);

impl ByteSource for Hole {
    fn len(&self) -> std::io::Result<u64> {
        Ok(self.1)
    }
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> std::io::Result<()> {
        buffer.fill(0);
        let known = self.0.iter().skip(offset as usize);
        buffer.iter_mut().zip(known).for_each(|(byte, known)| *byte = *known);
        Ok(())
    }
}

#[test]
fn positions_that_are_zeros_take_no_memory() {
    let mut header = two().swap_remove(1);
    header.truncate(80);
    let positions = (u32::MAX - 96) / 24;
    let bytes = u64::from(96 + 24 * positions);
    header[12..16].copy_from_slice(&(bytes as u32).to_le_bytes());
    header[44..48].copy_from_slice(&positions.to_le_bytes());
    header[48..56].fill(0);
    header[56..64].copy_from_slice(&bytes.to_le_bytes());
    let certificate = Certificate::read(Hole(header, bytes)).unwrap();
    let (_, error) = check_all(&[certificate], &|_| true).unwrap_err();
    assert!(matches!(error, CheckError::Read(ReadError::Damaged { .. })), "{error}");
}

/// Returns how many of the files the checker in Python accepts; `None` without Python.
fn accepted_by_the_second(parts: &[Vec<u8>]) -> Option<usize> {
    let lines = second_checker(parts)?;
    Some(lines.lines().filter(|line| line.contains(" wins ")).count())
}

#[test]
fn a_second_checker_agrees_about_parts() {
    let parts = split("5x5", 12);
    let count = parts.len();
    let Some(accepted) = accepted_by_the_second(&parts) else { return };
    assert_eq!(accepted, count);
    let [first, last] = two().try_into().unwrap();
    for (files, expected) in [
        (vec![last.clone()], 0),
        (vec![changed(&last, PLIES, 2), first.clone()], 2),
        (vec![changed(&last, PLIES, -2), first.clone()], 1),
        (vec![changed(&last, PLIES, 120), first.clone()], 1),
        (vec![changed(&last, PLIES, -1), first.clone()], 1),
        (vec![last.clone(), changed(&first, 16, 1)], 1),
        (vec![last.clone(), changed(&last, PLIES, 2)], 0),
    ] {
        let is_right = checked(&files).is_ok();
        assert_eq!(is_right, expected == files.len());
        assert_eq!(accepted_by_the_second(&files), Some(expected));
    }
}
