//! Certificates that can be changed before they are written.

#![allow(unreachable_pub, reason = "the tests beside it use it")]

use std::path::{Path, PathBuf};
use std::process::Command;

use xxhash_rust::xxh3::xxh3_128;

/// A certificate as its header and the numbers of its moves, all of which may be changed before it
/// is written.
#[derive(Clone)]
pub struct Draft {
    pub header: Vec<u8>,
    pub places: Vec<u32>,
}

/// Returns the bytes of a certificate in `data/proofs`.
pub fn shipped(board: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/proofs");
    std::fs::read(format!("{folder}/{board}.proof")).unwrap()
}

impl Draft {
    pub fn of(bytes: &[u8]) -> Draft {
        let bit = |at: usize| bytes[at / 8] >> (7 - at % 8) & 1;
        let (mut places, mut at) = (Vec::new(), 8 * 80);
        for _ in 0..u64::from_le_bytes(bytes[48..56].try_into().unwrap()) {
            let zeros = (at..).take_while(|&at| bit(at) == 0).count();
            places.push(2 * zeros as u32 + u32::from(bit(at + zeros + 1)));
            at += zeros + 2;
        }
        Draft { header: bytes[..64].to_vec(), places }
    }

    /// Returns a claim about a position: the rules ids, the files and ranks with the numbers of the winner
    /// and of the side to move, the stones of Black and of White, the bound in plies, and the moves.
    pub fn claim(
        ids: u16,
        [files, ranks, winner, to_move]: [u8; 4],
        stones: [u64; 2],
        plies: u8,
        places: &[u32],
    ) -> Draft {
        let mut header = shipped("5x5")[..64].to_vec();
        header[16..18].copy_from_slice(&ids.to_le_bytes());
        header[18..22].copy_from_slice(&[files, ranks, winner, to_move]);
        header[24..40].copy_from_slice(&stones.map(u64::to_le_bytes).concat());
        header[40] = plies;
        Draft { header, places: places.to_vec() }
    }

    /// Returns the bytes of a file with these moves and the right digest.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bits = Vec::new();
        for &place in &self.places {
            bits.extend((0..place / 2).map(|_| 0));
            bits.extend([1, (place % 2) as u8]);
        }
        let byte = |bits: &[u8]| {
            let bits = bits.iter().enumerate();
            bits.fold(0, |byte, (at, bit)| byte | bit << (7 - at))
        };
        let coded: Vec<u8> = bits.chunks(8).map(byte).collect();
        let mut header = self.header.clone();
        header[48..56].copy_from_slice(&(self.places.len() as u64).to_le_bytes());
        header[56..64].copy_from_slice(&(80 + coded.len() as u64).to_le_bytes());
        let digest = xxh3_128(&[&header[..], &coded].concat());
        [&header[..], &digest.to_le_bytes(), &coded].concat()
    }

    /// Returns the certificate with every `step`th move changed, omitted and doubled.
    pub fn with_moves_changed(&self, step: usize) -> Vec<Vec<u8>> {
        let mut all = Vec::new();
        let mut add = |change: &dyn Fn(&mut Vec<u32>)| {
            let mut other = self.clone();
            change(&mut other.places);
            all.push(other.bytes());
        };
        for (at, &place) in self.places.iter().enumerate().step_by(step) {
            for new in (0..20).filter(|&new| new != place) {
                add(&|places| places[at] = new);
            }
            add(&|places| {
                places.remove(at);
            });
            add(&|places| places.insert(at, place));
        }
        all
    }
}

/// Returns false and true claims about positions of 5x5 in which a capturing reply joins the winner's
/// stones and blocks them, which ends the game under `own-loss` and `own-draw`: a false win, and a win in
/// more plies than the pass would take, under each of the sets that contain one of these rules ids.
pub fn shut_in() -> impl Iterator<Item = (Draft, bool)> {
    [0x0080, 0x0100, 0x0180, 0x01ff].into_iter().flat_map(|ids| {
        [
            (Draft::claim(ids, [5, 5, 0, 0], [0x201, 0x0054_1022], 3, &[]), false),
            (Draft::claim(ids, [5, 5, 0, 1], [0x4441, 0x0040_10b6], 8, &[0, 0]), true),
        ]
    })
}

/// Returns the bytes of a file with the right digest.
pub fn mended(mut bytes: Vec<u8>) -> Vec<u8> {
    let digest = xxh3_128(&[&bytes[..64], &bytes[80..]].concat());
    bytes[64..80].copy_from_slice(&digest.to_le_bytes());
    bytes
}

/// Returns what the checker in Python says of files, a line for each; `None` without Python.
pub fn second_checker(files: &[Vec<u8>]) -> Option<String> {
    let new_enough = "import sys; sys.exit(sys.version_info < (3, 8))";
    let python = Command::new("python3").args(["-c", new_enough]).status();
    if !python.is_ok_and(|status| status.success()) {
        let is_strict = std::env::var_os("LOA_CI_STRICT").is_some_and(|strict| !strict.is_empty());
        assert!(!is_strict, "skipped: Python 3.8 is missing");
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    let paths: Vec<PathBuf> =
        (0..files.len()).map(|at| folder.path().join(format!("{at:03}.proof"))).collect();
    for (path, bytes) in paths.iter().zip(files) {
        std::fs::write(path, bytes).unwrap();
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/reader/check_proof.py");
    let output = Command::new("python3").arg(script).args(&paths).output().unwrap();
    Some(String::from_utf8(output.stdout).unwrap())
}
