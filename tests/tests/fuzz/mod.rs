//! Random texts of positions, and random damage to tables and work files: the result is an error or an
//! answer, never a panic. Tables get correct checksums after the damage, so that the checks after them
//! are reached.

mod positions;
#[path = "../../src/fuzz.rs"]
mod support;
mod work;

use std::path::PathBuf;

use loa_record::random::Pcg64;
use loa_solver::{Index, Numbering};
use loa_tablebase::Table;
use loa_tests::project;
use loa_tests::random::Random;
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// Runs a target with one seed after another.
fn fuzz(target: impl Fn(&mut Random) + std::panic::RefUnwindSafe) {
    support::fuzz(|chance| target(&mut Random::new(chance.below(u64::MAX))));
}

/// Returns the tables of the conformance set.
fn corpus() -> Vec<(Vec<u8>, Index)> {
    let mut files = loa_tests::folder::files(&project().join("data/conformance"));
    files.retain(|path| path.extension().is_some_and(|ending| ending == "loa"));
    assert!(files.len() >= 10);
    let table = |path: PathBuf| {
        let header = Table::open(&path).unwrap().header().clone();
        let index = Numbering::new(header.board).index(header.material).unwrap();
        (std::fs::read(&path).unwrap(), index)
    };
    files.into_iter().map(table).collect()
}

fn number<const N: usize>(bytes: &[u8], at: usize) -> u64 {
    let mut number = [0; 8];
    number[..N].copy_from_slice(&bytes[at..at + N]);
    u64::from_le_bytes(number)
}

/// Recomputes every checksum that can be found, as `tablebase/FORMAT.md` says.
fn mend(bytes: &mut [u8]) {
    if bytes.len() < 128 {
        return;
    }
    let parts = 128 + number::<4>(bytes, 72) + number::<4>(bytes, 76);
    let directory = parts.next_multiple_of(8) as usize;
    if directory <= bytes.len() {
        let checksum = xxh3_64(&bytes[128..directory]);
        bytes[96..104].copy_from_slice(&checksum.to_le_bytes());
    }
    let entries = number::<8>(bytes, 56).min(1 << 20).div_ceil(16) as usize;
    for entry in (0..entries).map(|entry| directory + 48 * entry) {
        if entry + 48 > bytes.len() {
            break;
        }
        let start = number::<8>(bytes, entry);
        let together: u64 = (0..16).map(|unit| number::<2>(bytes, entry + 16 + 2 * unit)).sum();
        let end = start.saturating_add(together);
        if end <= bytes.len() as u64 {
            let checksum = xxh3_64_with_seed(&bytes[start as usize..end as usize], start);
            bytes[entry + 8..entry + 16].copy_from_slice(&checksum.to_le_bytes());
        }
    }
    let checksum = xxh3_64(&bytes[..120]);
    bytes[120..128].copy_from_slice(&checksum.to_le_bytes());
}

#[test]
fn a_damaged_table_is_an_error_or_read() {
    let corpus = corpus();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("damaged.loa");
    fuzz(|random| {
        let (whole, index) = &corpus[random.below(corpus.len())];
        let mut bytes = whole.clone();
        for _ in 0..=random.below(4) {
            // The parts at the front are small but just as important.
            let most = if random.below(2) == 0 { 1200 } else { bytes.len() };
            let at = random.below(most.min(bytes.len()));
            bytes[at] = random.next() as u8;
        }
        if random.below(8) == 0 {
            bytes.truncate(random.below(whole.len()));
        }
        mend(&mut bytes);
        std::fs::write(&file, &bytes).unwrap();
        if let Ok(table) = Table::open(&file) {
            let header = table.header();
            let _ = (table.check(), table.census());
            if (header.board, header.material) == (index.board(), index.material()) {
                let _ = table.cells(index);
            }
        }
    });
}
