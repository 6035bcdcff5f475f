//! Tables that somebody made up: any values, any census, and every checksum
//! right. Damage on purpose ends at a checksum; what lies behind them is reached
//! only with these.

use std::path::Path;

use loa_solver::retrograde::{Cell, ValueFile, Width};
use loa_solver::{Board, Color, Material, Numbering, Position, Rules, is_connected};
use loa_tablebase::{Header, write_table};
use xxhash_rust::xxh3::xxh3_64;

/// Writes a table in which a position that goes on is lost in as many plies as
/// `lost` says, or not lost.
pub(crate) fn write(
    path: &Path,
    rules: Rules,
    (board, material): (Board, Material),
    lost: impl Fn(&Position) -> Option<u16>,
) -> Header {
    let index = Numbering::new(board).index(material).unwrap();
    let work = tempfile::tempdir().unwrap();
    let values = work.path().join("values");
    let mut values = ValueFile::create(&values, &index, Width::Narrow).unwrap();
    for at in 0..index.len() {
        let (us, them) = index.position(at);
        let position = Position::new(board, us, them, Color::Black).unwrap();
        let cell = match rules.connected_value(is_connected(us), is_connected(them)) {
            Some(value) => Cell::from(value),
            None => lost(&position).map_or(Cell::OPEN, Cell::loss),
        };
        values.write_codes(at, &[cell.code()]);
    }
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    write_table(rules, &values, path).unwrap()
}

/// Makes the checksums of header, census and model right again.
pub(crate) fn seal(bytes: &mut [u8]) {
    let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    let parts = 128 + (number(72) + number(76)) as usize;
    let checksum = xxh3_64(&bytes[128..parts.next_multiple_of(8)]);
    bytes[96..104].copy_from_slice(&checksum.to_le_bytes());
    let checksum = xxh3_64(&bytes[..120]);
    bytes[120..128].copy_from_slice(&checksum.to_le_bytes());
}
