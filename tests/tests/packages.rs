//! A test of the packages that the smallest readers depend on.

use std::collections::BTreeSet;
use std::process::Command;

/// Two packages read the links to positions that records may contain.
#[test]
fn a_reader_of_games_and_tables_depends_on_few_packages() {
    for (features, most) in [("", 12), ("review", 19)] {
        let mut tree = Command::new(env!("CARGO"));
        tree.args(["tree", "--offline", "--locked", "--package", "loa-record"])
            .args(["--no-default-features", "--features", features])
            .args(["--edges", "normal", "--prefix", "none", "--format", "{p}"])
            .current_dir(loa_tests::project());
        let found = tree.output().unwrap();
        assert!(found.status.success(), "{}", String::from_utf8_lossy(&found.stderr));
        let found = String::from_utf8(found.stdout).unwrap();
        let packages: BTreeSet<&str> = found.lines().filter_map(|l| l.split(' ').next()).collect();
        assert_eq!(packages.len(), most, "{features}: {packages:?}");
    }
}
