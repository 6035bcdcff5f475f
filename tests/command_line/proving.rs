//! Searches for proofs: saved searches, which are not trusted, and full disks.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use loa_tests::{project, with_mounts};
use serde_json::json;

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

    /// Runs the command while these folders are full.
    fn prove_on_full(&self, words: &str, full: &[&str]) -> Answer {
        let full: Vec<PathBuf> = full.iter().map(|name| self.path(name)).collect();
        let full = std::env::join_paths(full).unwrap();
        Answer::of(breaking(&mut self.prove(words), "FULL_DISK", full).output().unwrap())
    }

    /// Copies a saved search of the tests to its place.
    fn continue_from(&self, name: &str) {
        let from = project().join("tests/command_line/searches").join(name);
        fs::write(self.path("disk/p.search"), fs::read(from).unwrap()).unwrap();
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

const LIE: &str = "6x6 --rules normal --winner x --within 61 --hash 64MiB";
const ENDLESS: &str = "6x6 --rules normal --winner x --hash 64MiB";

/// The entries of these files were changed, and their checksums recomputed. Black wins 6x6 within
/// 59 plies.
#[test]
fn what_a_saved_search_denies_is_told_with_its_name() {
    let desk = Desk::new();
    desk.continue_from("liar-6x6-within61.search");
    let answer = Answer::of(desk.prove(&format!("{LIE} --json")).output().unwrap());
    let report: serde_json::Value = serde_json::from_str(&answer.stdout).unwrap();
    assert_eq!(report["ended"], true);
    let name = desk.path("disk/p.search").display().to_string();
    assert_eq!(report["continued"], json!([name]));
    let said = Answer { stdout: String::new(), ..answer }.failed(8);
    assert!(said.contains(&format!("rests on {name}")) && !said.contains(" exists "), "{said}");
    // An honest search that is continued relies on its saved entries, too.
    let desk = Desk::new();
    let within = "5x5 --winner x --within 10 --hash 4MiB";
    Answer::of(desk.prove(&format!("{within} --time 0")).output().unwrap()).failed(8);
    let said = Answer::of(desk.prove(within).output().unwrap()).failed(8);
    assert!(said.contains("rests on"), "{said}");
    // A new search relies on nothing.
    fs::remove_file(desk.path("disk/p.search")).unwrap();
    let said = Answer::of(desk.prove(within).output().unwrap()).failed(8);
    assert!(said.contains(" exists within 10 plies: all lines were searched"), "{said}");
    assert_eq!(desk.files(), [""; 0]);
}

#[test]
fn a_table_of_lies_is_given_up() {
    let desk = Desk::new();
    desk.continue_from("hang-6x6.search");
    let began = Instant::now();
    let said = Answer::of(desk.prove(&format!("{ENDLESS} --time 0")).output().unwrap()).failed(8);
    assert!(said.contains("within the time given"), "{said}");
    let said = Answer::of(desk.prove(ENDLESS).output().unwrap()).failed(1);
    let name = desk.path("disk/p.search").display().to_string();
    assert!(said.contains(&format!("without {name}, which may be wrong")), "{said}");
    assert!(began.elapsed() < Duration::from_secs(120));
}

/// The question of a saved search is changed in one respect at a time.
#[test]
fn a_saved_search_of_another_question_is_not_continued() {
    for (begun, others) in [
        (
            "5x6 --winner o --within 30",
            &[
                ("5x6 --winner x --within 30", "for a win of o, not of x"),
                ("5x6 --winner o --within 31", "within 30 plies, not within 31 plies"),
                ("5x6 --winner o", "within 30 plies, not within any number of plies"),
                ("5x6 --winner o --within 30 --rules normal", "under mover-pass, not under normal"),
                (
                    "6x5 --winner o --within 30",
                    "from 1xxx1/o3o/o3o/o3o/o3o/1xxx1 x, not from 1xxxx1/",
                ),
                ("scrambled 5x6 --winner o --within 30", "from 1xxx1/"),
            ][..],
        ),
        ("5x6", &[("5x6 --winner x", "a win of either player, not of one")]),
        ("5x6 --winner x", &[("5x6", "a win of one player, not of either")]),
    ] {
        let desk = Desk::new();
        let prove = |words: &str| {
            Answer::of(desk.prove(&format!("{words} --hash 4MiB --time 0")).output().unwrap())
        };
        prove(begun).failed(8);
        let saved = fs::read(desk.path("disk/p.search")).unwrap();
        for (words, why) in others {
            let said = prove(words).failed(2);
            assert!(
                said.contains("cannot be continued: it is a search ") && said.contains(why),
                "{said}"
            );
            assert_eq!(fs::read(desk.path("disk/p.search")).unwrap(), saved);
        }
        prove(begun).failed(8);
    }
}

/// A search of a few seconds that is saved every second.
const LONG: &str = "6x6 --rules normal --winner x --hash 16MiB --checkpoint 1";

#[test]
fn a_full_disk_ends_no_search_and_the_last_save_goes_elsewhere() {
    let desk = Desk::new();
    let answer = desk.prove_on_full(&format!("{LONG} --time 3"), &["disk"]);
    assert_eq!(answer.status, 8, "{}", answer.stderr);
    let lines: Vec<&str> = answer.stderr.lines().collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    let full = format!("{}: No space left on device", desk.path("disk/p.search").display());
    assert!(lines[0].starts_with("loa: warning: ") && lines[0].contains(&full), "{lines:?}");
    assert!(lines[1].contains(&full) && lines[1].contains("is saved in p.search instead"));
    assert_eq!(desk.files(), ["here/p.search"]);
    // Moved to its place, it continues.
    fs::rename(desk.path("here/p.search"), desk.path("disk/p.search")).unwrap();
    let saved = fs::read(desk.path("disk/p.search")).unwrap();
    let expansions = |said: &str| -> u64 {
        let (_, after) = said.split_once("after ").unwrap();
        let (count, _) = after.split_once(" expansions").unwrap();
        count.replace(',', "").parse().unwrap()
    };
    let before = expansions(lines[1]);
    let answer = desk.prove_on_full(&format!("{LONG} --time 0"), &["disk", "here"]);
    let said = answer.failed(8);
    assert!(said.contains("/tmp/p.search instead"), "{said}");
    assert!(expansions(&said) >= before);
    // If it cannot be saved anywhere, the message names the last save, which stays.
    let said = desk.prove_on_full(&format!("{LONG} --time 0"), &["disk", "here", "tmp"]).failed(1);
    let kept = format!("contains the search after {}", lines[1].split("after ").nth(1).unwrap());
    let kept = kept.split(" expansions").next().unwrap();
    assert!(said.contains(kept), "{said} {kept}");
    assert_eq!(fs::read(desk.path("disk/p.search")).unwrap(), saved);
    assert_eq!(desk.files(), ["disk/p.search", "tmp/p.search"]);
}

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

#[test]
fn a_certificate_that_its_disk_does_not_take_goes_elsewhere() {
    for (full, place) in [(&["disk"][..], "here/p"), (&["disk", "here"], "tmp/p")] {
        let desk = Desk::new();
        let answer = desk.prove_on_full("5x8 --winner o --hash 8MiB --json", full);
        assert_eq!(answer.status, 1, "{}", answer.stderr);
        assert!(answer.stderr.contains("No space left on device"), "{}", answer.stderr);
        assert!(answer.stderr.contains("the certificate is in "), "{}", answer.stderr);
        let report: serde_json::Value = serde_json::from_str(&answer.stdout).unwrap();
        let file = desk.path("here").join(report["proof"].as_str().unwrap());
        assert_eq!(file.canonicalize().unwrap(), desk.path(place).canonicalize().unwrap());
        assert_eq!(desk.files(), [place]);
        let check = loa(desk.folder.path(), &format!("proof check {}", file.display())).ok();
        assert!(check.contains("o wins within"), "{check}");
    }
    // If it cannot be saved anywhere, the search is lost as well, and the message says so.
    let desk = Desk::new();
    let said = desk.prove_on_full("5x8 --winner o --hash 8MiB", &["disk", "here", "tmp"]).failed(1);
    assert!(said.contains("the search is not saved"), "{said}");
    assert_eq!(desk.files(), [""; 0]);
    // An existing file of another kind is not overwritten.
    let desk = Desk::new();
    fs::write(desk.path("here/p"), "precious").unwrap();
    desk.prove_on_full("4x4 --winner x --hash 1MiB", &["disk"]);
    assert_eq!(fs::read(desk.path("here/p")).unwrap(), b"precious");
    assert_eq!(desk.files(), ["here/p", "here/p.1"]);
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

#[test]
fn a_certificate_replaces_no_device() {
    let desk = Desk::new();
    let prove = "prove 4x4 --winner x --quiet --force --proof /dev/null";
    let told = loa(desk.folder.path(), prove).ok();
    assert!(told.contains("x wins from the start of 4x4"), "{told}");
    assert!(!std::path::Path::new("/dev/null").is_file());
    let refused = loa(desk.folder.path(), &format!("{prove} --save 1MiB")).failed(2);
    assert!(refused.contains("--save saves the search beside a file"), "{refused}");
}
