//! Proved starts, known without a certificate; and certificates that claim what is not
//! so are refused wherever answers are taken from them, without the memory that they claim.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use xxhash_rust::xxh3::Xxh3;

use crate::{loa, project};

/// Writes a certificate of 6x6 for White, who loses, that claims a number of moves and is
/// zeros after its header.
fn write_lie(path: &Path, moves: u64, zeros: u64, with_digest: bool) {
    let mut header = fs::read(project().join("data/proofs/6x6.proof")).unwrap();
    header.truncate(80);
    header[20] = 1;
    header[48..56].copy_from_slice(&moves.to_le_bytes());
    header[56..64].copy_from_slice(&(80 + zeros).to_le_bytes());
    if with_digest {
        let mut digest = Xxh3::new();
        digest.update(&header[..64]);
        digest.update(&vec![0; zeros as usize]);
        header[64..].copy_from_slice(&digest.digest128().to_le_bytes());
    }
    let mut file = File::create(path).unwrap();
    file.write_all(&header).unwrap();
    file.set_len(80 + zeros).unwrap();
}

#[test]
fn a_lie_is_damage_wherever_a_certificate_is_used() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lie.proof");
    write_lie(&file, 0, 0, true);
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
        let what = "the certificate proves nothing";
        assert!(answer.stderr.contains(what), "{}", answer.stderr);
        assert_eq!(answer.stdout, "", "{command}");
    }
}

#[test]
fn holes_take_no_memory() {
    let folder = tempfile::tempdir().unwrap();
    let (small, large) = (1 << 24, 1 << 30);
    for (name, moves, zeros, with_digest) in [
        ("moves", 4 * small, small, true),
        ("long", large, large, false),
        ("too-many", 4 * small + 1, small, true),
        ("too-few", small / 40, small, true),
    ] {
        let path = folder.path().join(format!("{name}.proof"));
        write_lie(&path, moves, zeros, with_digest);
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
