//! A tournament that is killed.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use crate::judge::faulty_engine;
use crate::{command, loa};

/// Returns a tournament of three engines whose moves depend on the game alone.
fn tournament(rest: &str) -> String {
    let (faulty, loa) = (faulty_engine().display().to_string(), env!("CARGO_BIN_EXE_loa"));
    format!(
        "match \"'{faulty}' first\" \"'{faulty}' perfect\" 4x4 --engine \"'{loa}' engine --no-tables\" \
         --depth 1 --max-plies 60 --quiet {rest}"
    )
}

/// A tournament that is killed and resumed has the file of one that is not.
#[cfg(unix)]
#[test]
fn a_killed_tournament_is_resumed_to_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, killed) = (folder.path().join("whole.sgf"), folder.path().join("killed.sgf"));
    let line = |file: &Path| {
        tournament(&format!("--games 40 --concurrency 1 --resume --sgf {}", file.display()))
    };
    let report = loa(folder.path(), &line(&whole)).ok();
    let whole = fs::read_to_string(&whole).unwrap();
    let games: Vec<&str> = whole.split_inclusive(")\n").collect();
    assert!(games.len() > 60, "{report}");
    let text = || fs::read_to_string(&killed).unwrap_or_default();
    let count = || text().matches("(;FF[4]").count();
    for _ in 0..3 {
        let enough = games.len().min(count() + 7);
        let mut running = command(folder.path(), &line(&killed)).spawn().unwrap();
        while count() < enough {
            thread::sleep(Duration::from_millis(1));
        }
        running.kill().unwrap();
        running.wait().unwrap();
        assert!(whole.starts_with(&text()));
    }
    let resume = || {
        let resumed = loa(folder.path(), &line(&killed));
        assert_eq!((&resumed.stdout, text()), (&report, whole.clone()));
        resumed.stderr
    };
    assert_eq!(resume(), "");
    // A loss of power has torn the last game.
    fs::write(&killed, &whole[..whole.len() - 37]).unwrap();
    let torn = format!("{}: game {} of the file has no end", killed.display(), games.len());
    assert!(resume().contains(&torn));
    let damaged = whole.replacen(";B[", ";B", 1);
    fs::write(&killed, &damaged).unwrap();
    let refused = loa(folder.path(), &line(&killed)).failed(2);
    assert!(refused.contains("game 1 of the file cannot be read: "), "{refused}");
    assert_eq!(text(), damaged);
}
