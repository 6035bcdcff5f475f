//! What is proved is known without a certificate; and certificates that claim what is not
//! so are refused wherever answers are taken from them, without the memory that they claim.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use loa_solver::proof::{Certificate, RuleSet, Stored};
use loa_solver::{Board, Color};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use serde_json::{Value as Json, json};

use crate::{loa, loa_reading};

/// A certificate of 6x6 for White, who loses: the start is stored, and nothing else.
fn lie() -> Certificate {
    let start = "6x6".parse::<Board>().unwrap().start();
    let mut lie = Certificate {
        rules: RuleSet::NORMAL,
        start,
        winner: Color::White,
        first_move: None,
        plies: 4,
        positions: Vec::new(),
    };
    let key = lie.key(&start);
    lie.positions.push(Stored { key, rank: 2 });
    lie
}

#[test]
fn a_lie_is_damage_wherever_a_certificate_is_used() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lie.proof");
    fs::write(&file, lie().to_bytes()).unwrap();
    let file = file.display();
    assert_eq!(loa(folder.path(), &format!("proof check {file}")).status, 3);
    for command in [
        format!("proof line {file}"),
        format!("proof line {file} b1-f1"),
        format!("play 6x6 --white proof:{file} --black random"),
        format!("judge proof:{file} --positions 1"),
    ] {
        let answer = loa(folder.path(), &command);
        assert_eq!(answer.status, 4, "{command}: {}", answer.stderr);
        assert!(answer.stderr.contains("has no answer"), "{}", answer.stderr);
        assert_eq!(answer.stdout, "", "{command}");
    }
}

/// The first bytes of a certificate like the lie that claims other sizes, and one entry of
/// a directory.
fn claiming(block: u32, positions: u64, blocks: u64, bytes: u64, entry: [u64; 2]) -> Vec<u8> {
    let mut file = lie().to_bytes();
    file.truncate(160);
    file[44..48].copy_from_slice(&block.to_le_bytes());
    file[48..56].copy_from_slice(&positions.to_le_bytes());
    file[56..64].copy_from_slice(&blocks.to_le_bytes());
    file[64..72].copy_from_slice(&bytes.to_le_bytes());
    file[144..152].copy_from_slice(&entry[0].to_le_bytes());
    file[152..160].copy_from_slice(&entry[1].to_le_bytes());
    let directory = xxh3_64(&file[128..160]);
    file[112..120].copy_from_slice(&directory.to_le_bytes());
    let header = xxh3_64(&file[..120]);
    file[120..128].copy_from_slice(&header.to_le_bytes());
    file
}

/// Writes a file with a hole from its first bytes to its length.
fn with_hole(path: &Path, first: &[u8], bytes: u64) {
    let mut file = File::create(path).unwrap();
    file.write_all(first).unwrap();
    file.set_len(bytes).unwrap();
}

#[test]
fn holes_take_no_memory() {
    let folder = tempfile::tempdir().unwrap();
    let many = u64::from(u32::MAX);
    let zeros = vec![0; 1 << 24];
    let checksum = xxh3_64_with_seed(&zeros, 160);
    let small = 160 + zeros.len() as u64;
    let (large, huge) = (160 + (1 << 30), 128 + (200 << 30));
    let blocks = (huge - 128) / 32;
    for (name, first, bytes) in [
        (
            "block",
            claiming(u32::MAX, many, 1, small, [160, checksum]),
            small,
        ),
        ("long", claiming(u32::MAX, many, 1, large, [160, 0]), large),
        (
            "directory",
            claiming(1, blocks, blocks, huge, [huge, 0]),
            huge,
        ),
    ] {
        let path = folder.path().join(format!("{name}.proof"));
        with_hole(&path, &first, bytes);
        let path = path.display();
        for command in [
            format!("proof check {path}"),
            format!("proof positions {path}"),
            format!("proof line {path}"),
            format!("play 6x6 --white proof:{path} --black random"),
        ] {
            let answer = loa(folder.path(), &command);
            assert_eq!(answer.status, 4, "{command}: {}", answer.stderr);
        }
    }
}

#[test]
fn a_proved_start_is_known_without_its_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let proved = "it is proved that Black wins within 59 plies";
    for command in [
        "probe start 6x6",
        "probe start 6x6 --value",
        "line start 6x6",
    ] {
        let answer = loa(folder.path(), command).failed(5);
        assert!(answer.contains(proved), "{answer}");
        let json = loa(folder.path(), &format!("{command} --json")).stderr;
        let json: Json = serde_json::from_str(&json).unwrap();
        assert_eq!(json["proved"], json!({ "winner": "x", "plies": 59 }));
    }
    let misere = loa(folder.path(), "probe start 6x6 --rules misere").failed(5);
    assert!(!misere.contains("proved"), "{misere}");
    let game = "play 6x6 --black person --white person --movetime 20";
    let hint = loa_reading(folder.path(), game, "hint\nvalues\nquit\n").ok();
    assert_eq!(hint.matches(proved).count(), 2, "{hint}");
}
