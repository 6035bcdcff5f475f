//! Certificates that are right, and the same with something changed.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says where")]

mod support;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use loa_checker::{Certificate, CheckError, Color, Fault, Ids, ReadError, check};
use support::{Draft, position};

/// 4x4, a win in 15 under `mover-pass` and `mover-loss`.
const LONG: &str = "o2o/x3/2o1/x1xo x";

fn checked(bytes: Vec<u8>) -> Result<(), CheckError> {
    check(&Certificate::read(bytes, 0)?, &())
}

fn long() -> Draft {
    Draft::of(LONG, Color::Black, Ids::named("mover-pass").unwrap())
}

/// Takes out every position that the proof does not need.
fn minimal(mut draft: Draft) -> Draft {
    for key in draft.ranks.clone().into_keys() {
        let rank = draft.ranks.remove(&key).unwrap();
        if checked(draft.bytes()).is_err() {
            draft.ranks.insert(key, rank);
        }
    }
    draft
}

#[test]
fn strategies_are_accepted_under_every_id() {
    // With how many turns of the loser are looked at.
    let starts = [
        (LONG, Color::Black, 9, 0..3),
        ("1xx1/o2o/o2o/1xx1 x", Color::Black, 4, 0..15),
        ("1x1/o1o/1x1 x", Color::White, 4, 0..15),
        ("1x1/o1o/1x1 x", Color::Black, 4, 0..15),
        ("xo1o/4/o1xo x", Color::Black, 5, 0..15),
    ];
    let (mut proved, mut longest) = (0, 0);
    for (text, winner, turns, bits) in starts {
        for bit in bits {
            let ids = Ids::from_bits(1 << bit).unwrap();
            let (board, start, to_move) = position(text);
            let mut search = support::Search::new(&board, ids);
            let wins = match winner == to_move {
                true => search.answer(start, turns).is_some(),
                false => search.rank(start, turns).is_some(),
            };
            if wins {
                let draft = Draft::of(text, winner, ids);
                checked(draft.bytes()).unwrap_or_else(|error| panic!("{text} {ids}: {error}"));
                proved += 1;
                longest = longest.max(draft.plies);
            }
        }
    }
    assert!(proved >= 30, "{proved}");
    assert_eq!(longest, 15);
}

#[test]
fn a_minimal_certificate_needs_every_position_at_its_rank() {
    let draft = minimal(long());
    assert!(draft.ranks.len() > 5, "{}", draft.ranks.len());
    checked(draft.bytes()).unwrap();
    let mut survivors = BTreeMap::new();
    for (&key, &rank) in &draft.ranks {
        let mut without = draft.clone();
        without.ranks.remove(&key);
        assert!(matches!(
            checked(without.bytes()),
            Err(CheckError::Invalid { .. })
        ));
        for (change, new) in [(-1, rank - 1), (1, rank + 1), (9, rank + 9)] {
            let mut other = draft.clone();
            other.ranks.insert(key, new);
            if new >= 2 && checked(other.bytes()).is_ok() {
                survivors.insert((key, change), rank);
            }
        }
    }
    // A rank may be higher than it must be where those that lead to it leave
    // room: the proof is as good. It may never be lower.
    assert!(survivors.keys().all(|&(_, change)| change > 0));
    assert!(survivors.len() < draft.ranks.len(), "{survivors:?}");
}

#[test]
fn moved_stones_and_other_claims_are_rejected() {
    let draft = minimal(long());
    let mut survivors = 0;
    for (&key, &rank) in &draft.ranks {
        let stones = draft.board.stones(key).unwrap();
        for (_, moved) in draft.board.stone_moves(stones.turned()).take(3) {
            let mut other = draft.clone();
            other.ranks.remove(&key);
            let key = draft.board.canonical_key(moved);
            other.ranks.entry(key).or_insert(rank);
            survivors += u32::from(checked(other.bytes()).is_ok());
        }
    }
    assert_eq!(survivors, 0);
    let rejected = |change: fn(&mut Draft)| {
        let mut other = draft.clone();
        change(&mut other);
        checked(other.bytes()).unwrap_err()
    };
    rejected(|draft| draft.winner = Color::White);
    rejected(|draft| draft.ids = Ids::named("mover-pass-misere").unwrap());
    rejected(|draft| draft.ids = Ids::from_bits(0x7fff).unwrap());
    rejected(|draft| draft.first_move = None);
    rejected(|draft| draft.start = draft.start.turned());
    let too_long = rejected(|draft| draft.plies -= 1);
    assert!(matches!(
        too_long,
        CheckError::Invalid {
            fault: Fault::TooLong {
                needed: 15,
                stated: 14
            },
            ..
        }
    ));
}

/// Every mutant of the tests above, with what the checker says of it, and what a
/// checker in Python says that shares nothing with it.
#[test]
fn a_second_checker_agrees() {
    let new_enough = "import sys; sys.exit(sys.version_info < (3, 8))";
    let python = Command::new("python3").args(["-c", new_enough]).status();
    if !python.is_ok_and(|status| status.success()) {
        // Without Python there is no second checker to compare.
        return;
    }
    let draft = minimal(long());
    let mut files = vec![draft.bytes()];
    for (&key, &rank) in &draft.ranks {
        for new in [0, rank - 1, rank + 1, rank + 9] {
            let mut other = draft.clone();
            other.ranks.insert(key, new);
            other.ranks.retain(|_, &mut rank| rank >= 2);
            files.push(other.bytes());
        }
    }
    for bits in [0x2, 0x8, 0x1ff, 0x200] {
        let mut other = draft.clone();
        other.ids = Ids::from_bits(bits).unwrap();
        files.push(other.bytes());
    }
    let whole = files[0].clone();
    files.extend([64, 128, 180].map(|length| whole[..length].to_vec()));
    let folder = tempfile::tempdir().unwrap();
    let paths = (0..files.len()).map(|at| folder.path().join(format!("{at:03}.proof")));
    let paths: Vec<PathBuf> = paths.collect();
    for (path, bytes) in paths.iter().zip(&files) {
        std::fs::write(path, bytes).unwrap();
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/reader/check_proof.py");
    let output = Command::new("python3")
        .arg(script)
        .args(&paths)
        .output()
        .unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    assert_eq!(lines.lines().count(), files.len(), "{lines}");
    let mut accepted = 0;
    for (line, bytes) in lines.lines().zip(files) {
        let verdict = checked(bytes);
        assert_eq!(
            line.contains("damaged"),
            matches!(verdict, Err(CheckError::Read(_))),
            "{line}"
        );
        assert_eq!(line.contains(" wins "), verdict.is_ok(), "{line}");
        accepted += u32::from(verdict.is_ok());
    }
    assert!(accepted > 1);
}

#[test]
fn every_flip_and_truncation_is_noticed() {
    let bytes = long().bytes();
    checked(bytes.clone()).unwrap();
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut flipped = bytes.clone();
            flipped[at] ^= 1 << bit;
            assert!(checked(flipped).is_err(), "bit {bit} of byte {at}");
        }
        assert!(checked(bytes[..at].to_vec()).is_err(), "{at} bytes");
    }
    let more = [bytes, vec![0]].concat();
    assert!(matches!(
        checked(more),
        Err(CheckError::Read(ReadError::Damaged { .. }))
    ));
}

#[test]
fn no_cache_and_other_block_sizes_change_nothing() {
    for block in [1, 2, 7, 512] {
        let mut draft = long();
        draft.block = block;
        checked(draft.bytes()).unwrap();
    }
}
