//! The page of all commands and the version: each is said in one place.

use crate::{loa, project};

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
    assert!(printed.starts_with(version) && printed.contains("serve"), "{printed}");
    let about = run("info --about");
    assert!(about.starts_with(printed.trim()), "{about}");
    let cited = loa(folder.path(), "info --about --json").json();
    assert_eq!(cited["version"], env!("CARGO_PKG_VERSION"));
    assert!(about.contains(cited["title"].as_str().unwrap()), "{about}");
}
