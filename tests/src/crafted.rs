//! Crafted tables: any values, any census, and every checksum right. Random damage is caught by a
//! checksum. Only these tables reach the checks after it.

use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

use loa_solver::internal::{Cell, Width, choose};
use loa_solver::retrograde::{FinishedValues, ValueCache, WorkDir};
use loa_solver::{Board, Color, Index, Material, Numbering, Position, Rules, position_count};
use loa_tablebase::{Header, write_table};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// Writes a table in which `lost` says, for each position that is not over, in how many plies it is
/// lost, if at all.
pub fn write(
    path: &Path,
    rules: Rules,
    (board, material): (Board, Material),
    lost: impl Fn(&Position) -> Option<u16>,
) -> Header {
    let index = Numbering::new(board).index(material).unwrap();
    let work = tempfile::tempdir().unwrap();
    let cells = (0..index.len()).map(|at| {
        let (us, them) = index.position(at);
        let position = Position::new(board, us, them, Color::Black).unwrap();
        match rules.connected_value(us.is_connected(), them.is_connected()) {
            Some(value) => Cell::from(value),
            None => lost(&position).map_or(Cell::OPEN, Cell::loss),
        }
    });
    let codes: Vec<u16> = cells.map(|cell| cell.code()).collect();
    let values = values(work.path(), &index, &codes);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    write_table(rules, &values, path).unwrap()
}

/// Returns values that are all known.
pub fn values(work: &Path, index: &Index, codes: &[u16]) -> FinishedValues {
    let (dir, cache) = (WorkDir::new(work), ValueCache::default());
    let fill = |first, part: &mut [u16]| {
        part.copy_from_slice(&codes[first as usize..][..part.len()]);
    };
    FinishedValues::write(&dir, index, Width::Narrow, &cache, fill).unwrap()
}

/// Recomputes the checksums of header, census and model.
pub fn seal(bytes: &mut [u8]) {
    let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    let parts = 128 + (number(72) + number(76)) as usize;
    let checksum = xxh3_64(&bytes[128..parts.next_multiple_of(8)]);
    bytes[96..104].copy_from_slice(&checksum.to_le_bytes());
    let checksum = xxh3_64(&bytes[..120]);
    bytes[120..128].copy_from_slice(&checksum.to_le_bytes());
}

/// Writes a sparse table without losses for all positions of `material`, with units of 512 values.
/// Most of its directory is a hole: a long file that takes hardly any space.
pub fn write_hollow(path: &Path, rules: Rules, board: Board, material: Material) {
    let positions = position_count(board, material).unwrap();
    let values = choose(board.squares() - material.us(), material.them());
    assert!(values > 512, "no leaders share a unit");
    let units = positions / values * values.div_ceil(512);
    let placements = choose(board.squares(), material.us()) * values;
    // No longest win or loss, a single row of draws that are not over, and an empty model.
    let mut parts = [0xff; 16].to_vec();
    parts.extend([0; 8]);
    parts.extend(placements.to_le_bytes());
    parts.extend([0; 8]);
    let directory = 128 + parts.len() as u64;
    let end = directory + 48 * units.div_ceil(16);
    let mut header = [0; 128];
    let mut put = |at: usize, bytes: &[u8]| header[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, b"LOATABLE");
    put(8, &[3, 0, 0, 0, 128]);
    put(16, rules.id().as_bytes());
    let counts = [board.files(), board.ranks(), material.us(), material.them()];
    put(40, &counts.map(|count| count as u8));
    put(45, &[9]);
    put(48, &positions.to_le_bytes());
    put(56, &units.to_le_bytes());
    put(64, &end.to_le_bytes());
    put(72, &32u32.to_le_bytes());
    put(76, &5u32.to_le_bytes());
    let mut bytes = header.to_vec();
    bytes.extend(parts);
    seal(&mut bytes);
    // The first two entries and the last are right.
    let mut entry = end.to_le_bytes().to_vec();
    entry.extend(xxh3_64_with_seed(&[], end).to_le_bytes());
    entry.resize(48, 0);
    bytes.extend(entry.repeat(2));
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, bytes).unwrap();
    let mut file = std::fs::File::options().write(true).open(path).unwrap();
    file.seek(SeekFrom::Start(end - 48)).unwrap();
    file.write_all(&entry).unwrap();
}
