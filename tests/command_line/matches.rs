//! Matches: saved games, openings and rules.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use crate::judge::faulty_engine;
use crate::{command, loa, project};

/// Returns a command line for a match of an engine with itself.
fn line(rest: &str) -> String {
    let engine = faulty_engine().display().to_string();
    format!("match \"'{engine}' first\" \"'{engine}' first\" {rest} --movetime 9000 --quiet")
}

#[test]
fn rules_are_those_of_the_suite() {
    let none = tempfile::tempdir().unwrap();
    let suite = none.path().join("mine.suite");
    let made = "suite make 4x4 --count 4 --rules draw-pass --quiet";
    let problems = loa(none.path(), made).ok().to_owned();
    fs::write(&suite, &problems).unwrap();
    let suite = suite.display().to_string();
    let engine = faulty_engine().display().to_string();
    let judge =
        format!("judge \"'{engine}' perfect\" --suite {suite} --movetime 9000 --quiet --json");
    for (line, extra, rules) in [
        (line(&format!("--suite {suite} --games 2 --json")), "", "draw-pass"),
        (line(&format!("--suite {suite} --games 2 --json")), "--rules tournament", "draw-pass"),
        (judge.clone(), "", "draw-pass"),
        (judge.clone(), "--rules draw-pass", "draw-pass"),
    ] {
        let report = loa(none.path(), &format!("{line} {extra}")).json();
        assert_eq!(report["rules"], rules, "{line} {extra}");
    }
    for line in [line(&format!("--suite {suite}")), judge] {
        let refused = loa(none.path(), &format!("{line} --rules club")).failed(7);
        assert!(refused.contains("a problem under draw-pass, not mover-pass"), "{refused}");
    }
    // Problems under two sets of rules.
    let other = fs::read_to_string(project().join("data/suites/4x4-mover-pass.suite")).unwrap();
    fs::write(none.path().join("mine.suite"), problems + &other).unwrap();
    let refused = loa(none.path(), &line(&format!("--suite {suite}"))).failed(7);
    assert!(refused.contains("a problem under mover-pass, not draw-pass"), "{refused}");
}

/// The engines get their clocks, and an engine that never answers loses on time.
#[test]
fn clocks_and_scores_end_games() {
    let folder = tempfile::tempdir().unwrap();
    let engine = format!("'{}' engine --no-tables", env!("CARGO_BIN_EXE_loa"));
    let log = folder.path().join("log");
    let line = format!(
        "match \"{engine}\" \"{engine}\" 5x5 --games 2 --tc 0.4+0.02 --resign 0,3 --draw 5,3 --json --log {}",
        log.display()
    );
    let report = loa(folder.path(), &line).json();
    assert_eq!(report["games"], 2, "{report}");
    let log = fs::read_to_string(&log).unwrap();
    assert!(log.contains("go btime 400 wtime 400 binc 20 winc 20"), "{log}");
    let hangs = format!("'{}' mute", faulty_engine().display());
    let games = folder.path().join("games.sgf");
    let line = format!(
        "match \"{hangs}\" \"{engine}\" 6x6 --games 2 --tc 0.3 --grace 50 --sgf {}",
        games.display()
    );
    let printed = loa(folder.path(), &line).ok();
    assert!(printed.contains("ended: 2 on time"), "{printed}");
    let games = fs::read_to_string(&games).unwrap();
    assert!(games.contains("RE[W+T]") && games.contains("RE[B+T]"), "{games}");
}

/// A match that is interrupted and resumed has the result of one that is not.
#[test]
fn an_interrupted_match_is_resumed_from_its_games() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games.sgf");
    let level = |number: u32| format!("'{}' engine --level {number}", env!("CARGO_BIN_EXE_loa"));
    let line = |rest: &str| {
        let (first, second) = (level(3), level(4));
        let sgf = games.display();
        format!("match \"{first}\" \"{second}\" 4x4 --plies 2 --json --sgf {sgf} {rest}")
    };
    let whole = loa(folder.path(), &line("--games 12")).json();
    let text = fs::read_to_string(&games).unwrap();
    let mut kept: Vec<&str> = text.split_inclusive(")\n").collect();
    assert_eq!(kept.len(), 12, "{text}");
    // Five games in any order.
    kept.truncate(5);
    kept.reverse();
    fs::write(&games, kept.concat()).unwrap();
    let resumed = loa(folder.path(), &line("--games 12 --resume")).json();
    let now = fs::read_to_string(&games).unwrap();
    assert!(now.starts_with(&kept.concat()) && now.matches("(;FF[4]").count() == 12, "{now}");
    for field in ["games", "available", "openings"] {
        assert_eq!(whole[field], resumed[field], "{field}");
    }
    // The file has all games, so the match plays none and reports those of the file.
    let again = loa(folder.path(), &line("--games 12 --resume")).json();
    for field in ["games", "won", "drawn", "lost", "pairs", "endings", "list"] {
        assert_eq!(again[field], resumed[field], "{field}");
    }
    assert_eq!(fs::read_to_string(&games).unwrap(), now);
}

/// An engine that never connects by choice, and tables of few stones.
#[test]
fn only_a_table_that_is_named_ends_a_game_early() {
    let folder = tempfile::tempdir().unwrap();
    loa(folder.path(), "solve 4x5 --stones 7 -q").ok();
    let blind = format!("'{}' blind", faulty_engine().display());
    let play = |rest: &str| {
        let line = format!("match \"{blind}\" \"{blind}\" {rest} --games 40 --max-plies 80 --json");
        loa(folder.path(), &line)
    };
    for rest in ["4x5", "4x5 --play-out", "4x5 --no-tables", "6x6 --end-by-tables"] {
        let report = play(rest).json();
        assert!(report["endings"]["tables"].is_null(), "{report}");
    }
    let refused = play("4x5 --play-out --end-by-tables").failed(2);
    assert!(refused.contains("cannot be used with"), "{refused}");
    for board in ["4x5", "5x4"] {
        let games = folder.path().join(board);
        let early = format!("{board} --end-by-tables --sgf {}", games.display());
        let report = play(&early).json();
        let list = report["list"].as_array().unwrap();
        let by_tables: Vec<_> = list.iter().filter(|game| game["ending"] == "tables").collect();
        assert!(by_tables.len() > 3 && report["endings"]["tables"] == by_tables.len(), "{report}");
        let sgf = fs::read_to_string(&games).unwrap();
        for game in by_tables {
            let table = game["table"].as_str().unwrap();
            assert!(Path::new(table).is_file(), "{game}");
            assert_eq!(game["distance"].is_null(), game["winner"].is_null());
            assert!(sgf.contains(&format!("GC[decided by the table {table}: ")));
        }
    }
}

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
