//! Habits of programs in a terminal: completions, pages of the manual, and commands that
//! say how much and how fast.

use crate::{loa, project};

#[test]
fn help_says_first_what_is_wanted_first() {
    let folder = tempfile::tempdir().unwrap();
    let bare = loa(folder.path(), "");
    assert_eq!((bare.status, bare.stdout.as_str()), (2, ""));
    assert!(bare.stderr.lines().count() <= 5, "{}", bare.stderr);
    for command in ["loa play", "loa serve", "loa probe start 4x4"] {
        assert!(bare.stderr.contains(command), "{}", bare.stderr);
    }
    let run = |line| loa(folder.path(), line).ok();
    let help = run("--help");
    assert!(help.contains("Play and learn:\n  play "), "{help}");
    assert!(help.contains("page for the browser"), "{help}");
    let help = run("judge -h");
    let place = |word| help.find(word).unwrap();
    assert!(place("--html") < place("Positions to draw:") && place("--json") < place("--seed"));
    assert!(place("The engine:") < place("--grace"), "{help}");
    assert!(!run("proof check -h").contains("--cache"));
    assert!(!run("probe -h").contains("normal") && run("prove -h").contains("normal"));
}

#[test]
fn completions_and_manual_know_all_commands() {
    let folder = tempfile::tempdir().unwrap();
    let run = |line: &str| loa(folder.path(), line).ok();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(&format!("completions {shell}"));
        for command in ["judge", "match", "census", "perft"] {
            assert!(script.contains(command), "{shell}: {command}");
        }
    }
    assert_eq!(loa(folder.path(), "completions csh").status, 2);
    let page = run("man");
    assert!(page.contains(".TH loa 1"), "{page}");
    assert!(page.contains("loa\\-judge(1)"), "{page}");
    let page = run("man judge");
    assert!(page.contains(".TH loa-judge 1  \"loa "), "{page}");
    assert!(page.contains(".TH loa-judge 1") && page.contains("Judge an engine by the tables"));
    assert!(run("man suite make").contains("themes"));
    let failed = loa(folder.path(), "man nosuch").failed(2);
    assert!(failed.contains("there is no command nosuch"), "{failed}");
}

#[test]
fn the_page_of_commands_is_what_their_help_prints() {
    let folder = tempfile::tempdir().unwrap();
    let page = std::fs::read_to_string(project().join("docs/commands.md")).unwrap();
    let printed = loa(folder.path(), "man --markdown").ok();
    let is_same = printed.lines().eq(page.lines());
    assert!(is_same, "loa man --markdown > docs/commands.md");
}

#[test]
fn the_version_has_its_build_and_the_citation_its_version() {
    let folder = tempfile::tempdir().unwrap();
    let run = |line: &str| loa(folder.path(), line).ok();
    let version = concat!("loa ", env!("CARGO_PKG_VERSION"), " (");
    let printed = run("--version");
    assert!(
        printed.starts_with(version) && printed.contains("serve"),
        "{printed}"
    );
    let about = run("info --about");
    assert!(about.starts_with(printed.trim()), "{about}");
    let citation = std::fs::read_to_string(project().join("CITATION.cff")).unwrap();
    let json = loa(folder.path(), "info --about --json").json();
    for fact in ["title", "version"] {
        let fact = json[fact].as_str().unwrap();
        assert!(citation.contains(fact) && about.contains(fact), "{about}");
    }
}

#[test]
fn counts_of_moves_add_up() {
    let folder = tempfile::tempdir().unwrap();
    let run = |line: &str| loa(folder.path(), line);
    let whole = run("perft start 4x4 5 --json").json();
    let divided = run("perft start 4x4 5 --divide --json").json();
    assert_eq!(divided["nodes"], whole["nodes"]);
    let moves = divided["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 12);
    let sum: u64 = moves
        .iter()
        .map(|count| count["nodes"].as_u64().unwrap())
        .sum();
    assert_eq!(divided["nodes"], sum);
    assert!(whole["moves"].is_null() && divided["seconds"].is_f64());
    let printed = run("perft start 4x4 5 --divide").ok();
    assert_eq!(printed.lines().count(), 13);
    assert!(
        printed
            .lines()
            .last()
            .unwrap()
            .starts_with(&format!("{sum} in ")),
        "{printed}"
    );
    // The game is over, or there is no depth.
    let over = run("perft \"1xx1/4/4/o2o x\" 3 --divide --json").json();
    assert_eq!(
        (&over["nodes"], &over["moves"]),
        (&0.into(), &serde_json::json!([]))
    );
    assert_eq!(run("perft start 4x4 0 --divide --json").json()["nodes"], 1);
}

#[test]
fn info_names_the_folder_and_sums_up() {
    let folder = tempfile::tempdir().unwrap();
    loa(folder.path(), "solve 3x3 -q").ok();
    let printed = loa(folder.path(), "info").ok();
    let json = loa(folder.path(), "info --json").json();
    let tables = json["tables"].as_array().unwrap();
    let positions: u64 = tables
        .iter()
        .map(|table| table["positions"].as_u64().unwrap())
        .sum();
    let named = format!(" in {}: ", folder.path().display());
    let line = printed
        .lines()
        .find(|line| line.contains(&named))
        .unwrap_or_else(|| panic!("{printed}"));
    assert!(
        line.starts_with(&format!("{} table", tables.len())),
        "{line}"
    );
    assert!(
        line.replace(',', "")
            .contains(&format!(" {positions} positions")),
        "{line}"
    );
    assert_eq!(json["folder"], folder.path().to_str().unwrap());
}
