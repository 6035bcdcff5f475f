//! Searches for proofs whose disks are full.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use loa_tests::with_mounts;

use crate::machines::breaking;
use crate::{Answer, command, loa, signal, wait_until};

/// A working folder, with a place for certificates and one for temporary files.
struct Desk {
    folder: tempfile::TempDir,
}

impl Desk {
    fn new() -> Desk {
        let folder = tempfile::tempdir().unwrap();
        for name in ["disk", "tmp", "here"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        Desk { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Returns `loa prove` with its certificate at `disk/p`, run in `here`.
    fn prove(&self, words: &str) -> Command {
        let proof = self.path("disk/p");
        let mut prove = command(self.folder.path(), &format!("prove {words} --threads 1 -q"));
        prove.arg("--proof").arg(proof).current_dir(self.path("here"));
        prove.env("TMPDIR", self.path("tmp")).stdin(Stdio::null());
        prove
    }

    /// Returns the names of all files.
    fn files(&self) -> Vec<String> {
        let mut names = Vec::new();
        for folder in ["disk", "here", "tmp"] {
            for entry in fs::read_dir(self.path(folder)).unwrap() {
                names.push(format!("{folder}/{}", entry.unwrap().file_name().display()));
            }
        }
        names.sort();
        names
    }
}

/// A search of a few seconds that is saved every second.
const LONG: &str = "6x6 --rules normal --winner x --hash 16MiB --checkpoint 1";

#[test]
fn an_interruption_on_a_full_disk_says_what_is_kept() {
    for (full, status, said, kept) in [
        (&["disk"][..], 130, "is saved in p.search instead", &["here/p.search"][..]),
        (&["disk", "here", "tmp"], 1, "the search is not saved", &[]),
    ] {
        let desk = Desk::new();
        let full: Vec<PathBuf> = full.iter().map(|name| desk.path(name)).collect();
        let full = std::env::join_paths(full).unwrap();
        let mut prove = desk.prove(LONG);
        let prove = breaking(&mut prove, "FULL_DISK", full);
        let child = prove.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        wait_until("the search has a file", || desk.path("disk/p.search").exists());
        sleep(Duration::from_millis(300));
        signal(&child, "INT");
        let answer = Answer::of(child.wait_with_output().unwrap());
        let last = answer.stderr.lines().last().unwrap();
        assert!(last.contains(said), "{last}");
        assert_eq!(answer.status, status, "{last}");
        assert_eq!(desk.files(), kept);
    }
}

/// The space of a saved search is freed for the certificate at the end.
#[test]
fn a_certificate_takes_the_place_of_its_search() {
    let desk = Desk::new();
    let disk = desk.path("disk");
    let prove = |more: &str| {
        let proof = disk.join("p");
        let loa = env!("CARGO_BIN_EXE_loa");
        format!(
            "'{loa}' prove 5x8 --winner o --hash 8MiB --threads 1 -q --proof '{}' {more}",
            proof.display()
        )
    };
    let script = format!(
        "mount -t tmpfs -o size=200k none '{0}' || exit; {1} --time 0; head -c 900000 /dev/zero >'{0}/fill'; \
         {2} && ls '{0}' && '{3}' proof check '{0}/p'",
        disk.display(),
        prove("--save 100kB"),
        prove(""),
        env!("CARGO_BIN_EXE_loa"),
    );
    let Some(output) = with_mounts(&script) else { return };
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(printed.contains("fill\np\n") && printed.contains("o wins within"), "{printed}");
}

#[test]
fn the_first_certificate_is_written_before_shorter_ones_are_sought() {
    let desk = Desk::new();
    let mut prove = desk.prove("6x5 --rules normal --winner x --hash 64MiB --shortest");
    let mut child = prove.stdout(Stdio::null()).spawn().unwrap();
    let file = desk.path("disk/p");
    wait_until("a certificate exists", || {
        file.exists() || child.try_wait().unwrap().is_some_and(|status| panic!("{status}"))
    });
    child.kill().unwrap();
    child.wait().unwrap();
    let check = loa(desk.folder.path(), &format!("proof check {}", file.display())).ok();
    assert!(check.contains("x wins within"), "{check}");
}
