//! Proved starts, which need no certificate. Certificates with false claims, which every command
//! refuses without allocating the memory that they claim.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use xxhash_rust::xxh3::Xxh3;

use crate::{command, loa, project, signal};

/// Writes a certificate of 6x6 for White, who loses. It claims a number of moves and has zeros
/// after its header.
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
    ] {
        let answer = loa(folder.path(), &command);
        assert_eq!(answer.status, 4, "{command}: {}", answer.stderr);
        let what = "the certificate proves nothing";
        assert!(answer.stderr.contains(what), "{}", answer.stderr);
        assert_eq!(answer.stdout, "", "{command}");
    }
}

/// Writes a sparse certificate of 5x5 that claims 100 GiB of moves.
pub(crate) fn write_hole(path: &Path) {
    let bytes: u64 = 100 << 30;
    let mut header = fs::read(project().join("data/proofs/5x5.proof")).unwrap();
    header.truncate(80);
    header[48..56].copy_from_slice(&(u64::from(u32::MAX) - 1).to_le_bytes());
    header[56..64].copy_from_slice(&bytes.to_le_bytes());
    fs::write(path, header).unwrap();
    File::options().write(true).open(path).unwrap().set_len(bytes).unwrap();
}

#[test]
fn a_check_of_a_hole_heeds_signals() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hole.proof");
    write_hole(&file);
    let mut check = command(folder.path(), &format!("proof check {}", file.display()));
    let mut check = check.stderr(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    let sent = Instant::now();
    signal(&check, "TERM");
    assert_eq!(check.wait().unwrap().code(), Some(130));
    assert!(sent.elapsed() < Duration::from_secs(10));
    let mut said = String::new();
    check.stderr.unwrap().read_to_string(&mut said).unwrap();
    assert!(said.contains("interrupted after 0 moves"), "{said}");
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
