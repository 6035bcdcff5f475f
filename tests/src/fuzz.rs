//! Random inputs for tests of code that reads external text.
//!
//! Each test runs for a quarter of a second, or for `LOA_FUZZ_SECONDS` seconds, with a different
//! seed in each run. A failure names the seed that repeats it. Several packages have this
//! file in their unit tests.

use std::panic::{RefUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use super::Pcg64;

/// Runs `target` with one seed after another.
///
/// # Panics
/// If `target` panics, with the seed in the message, or if `LOA_FUZZ_SECONDS` is not a number.
pub(super) fn fuzz(target: impl Fn(&mut Pcg64) + RefUnwindSafe) {
    let time = match std::env::var("LOA_FUZZ_SECONDS") {
        Ok(seconds) => match seconds.parse() {
            Ok(seconds) => Duration::from_secs(seconds),
            Err(_) => panic!("LOA_FUZZ_SECONDS is '{seconds}', not a number of seconds"),
        },
        Err(_) => Duration::from_millis(250),
    };
    let began = Instant::now();
    let first = Pcg64::any_seed();
    let mut seed = first;
    while began.elapsed() < time {
        seed = seed.wrapping_add(1);
        let found = catch_unwind(|| target(&mut Pcg64::of(seed, &[])));
        assert!(found.is_ok(), "seed {seed}");
    }
    assert_ne!(seed, first, "nothing was run");
}

/// Returns a text of fewer than `most` parts.
pub(super) fn of_parts(chance: &mut Pcg64, parts: &[&str], most: u64) -> String {
    let count = chance.below(most);
    (0..count).filter_map(|_| chance.pick(parts).copied()).collect()
}

/// Returns `text` with some characters removed, doubled, or replaced by `parts`.
pub(super) fn mangled(chance: &mut Pcg64, text: &str, parts: &[&str]) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..chance.below(5) {
        let at = chance.below(characters.len() as u64 + 1) as usize;
        let end = (at + chance.below(9) as usize).min(characters.len());
        let patch: Vec<char> = match chance.below(3) {
            0 => Vec::new(),
            1 => characters[at..end].repeat(2),
            _ => of_parts(chance, parts, 4).chars().collect(),
        };
        characters.splice(at..end, patch);
    }
    characters.into_iter().collect()
}
