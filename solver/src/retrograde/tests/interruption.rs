//! Tests of interruptions in every stage and between any two.

use std::path::Path;

use super::{Patience, codes};
use crate::game::material::Material;
use crate::game::rules::Rules;
use crate::index::numbering::Numbering;
use crate::retrograde::{SolveError, Solver, ValueFile, Values};

/// Solves a family in one go, and again with interruptions in every stage
/// and between any two, with cells that widen half-way as well.
fn interrupt(rules: Rules, family: Material, lower: &Values, work: &Path) -> Vec<ValueFile> {
    let numbering = Numbering::new("4x3".parse().unwrap());
    let whole = Solver::new(rules, &numbering, work);
    let files = whole.solve(family, lower, &()).unwrap();
    for (narrow_limit, round) in [(126, 1 << 23), (4, 1)] {
        let work = super::folder();
        let mut solver = Solver::new(rules, &numbering, work.path());
        (solver.narrow_limit, solver.round) = (narrow_limit, round);
        let mut rounds = (0..).map(|rounds| Patience(rounds.into()));
        let again = loop {
            match solver.solve(family, lower, &rounds.next().unwrap()) {
                Ok(files) => break files,
                Err(SolveError::Interrupted { .. }) => {}
                Err(error) => panic!("{error}"),
            }
        };
        for (file, again) in files.iter().zip(&again) {
            assert!(codes(file) == codes(again), "{rules} {family}");
        }
    }
    files
}

#[test]
fn interruptions_change_nothing() {
    for rules in Rules::all() {
        let work = super::folder();
        let mut values = Values::new();
        for (us, them) in [(2, 2), (3, 2), (4, 2), (3, 3), (4, 3)] {
            let family = Material::new(us, them);
            for file in interrupt(rules, family, &values, work.path()) {
                values.insert(file.index().material(), file);
            }
        }
    }
}
