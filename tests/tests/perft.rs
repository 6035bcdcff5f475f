//! Node counts on which five public implementations agree.

use loa_solver::{Rules, perft};
use loa_tests::golden;

#[test]
fn every_count_is_met() {
    let rows = golden::perft();
    assert!(rows.len() > 50, "{} rows", rows.len());
    for row in rows {
        let nodes = perft(Rules::default(), &row.position, row.depth);
        assert_eq!(nodes, row.nodes, "{} to depth {}", row.position, row.depth);
    }
}
