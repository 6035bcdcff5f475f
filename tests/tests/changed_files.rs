//! Files that have changed or never were tables: each time an error, never a signal or a hang.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use loa_solver::{Board, Color, Material, Numbering, Position, Rules, Value};
use loa_tablebase::{Builder, Layout, ProbeError, Selection, Table, TableError, Tablebase};
use loa_tests::{crafted, project};

/// Returns a folder with 3x4 up to five stones.
pub(crate) fn solved(rules: Rules) -> (tempfile::TempDir, Layout, Board) {
    let folder = tempfile::tempdir().unwrap();
    let layout = Layout::new(folder.path());
    let board = "3x4".parse().unwrap();
    let builder = Builder::new(layout.clone(), rules, board, Selection::Stones(5));
    builder.run().unwrap();
    (folder, layout, board)
}

/// Returns positions from all over a table.
fn positions(board: Board, material: Material) -> Vec<Position> {
    let index = Numbering::new(board).index(material).unwrap();
    let position = |at| {
        let (us, them) = index.position(at);
        Position::new(board, us, them, Color::Black).unwrap()
    };
    (0..index.len()).step_by(97).map(position).collect()
}

fn answers(tables: &Tablebase, positions: &[Position]) -> Vec<Result<Value, ProbeError>> {
    positions.iter().map(|p| tables.answer(p)).collect()
}

/// Overwrites a file in place, as `cp` and `rsync --inplace` do.
fn overwrite(path: &Path, bytes: &[u8]) {
    fs::write(path, bytes).unwrap();
}

#[test]
fn a_file_truncated_replaced_or_removed_while_it_is_open_is_no_signal_and_no_wrong_answer() {
    // Large enough that the smallest cache has room for only a part of it.
    let (board, material) = ("4x4".parse().unwrap(), Material::new(4, 4));
    let folder = tempfile::tempdir().unwrap();
    let layout = Layout::new(folder.path());
    let path = layout.board(Rules::default(), board).join("4v4.loa");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let kept = project().join("tablebase/tables/mover-pass/4x4/4v4.loa");
    fs::copy(kept, &path).unwrap();
    let positions = positions(board, material);
    let right = answers(&Tablebase::embedded(Rules::default()), &positions);
    let bytes = fs::read(&path).unwrap();
    let mut flipped = bytes.clone();
    *flipped.last_mut().unwrap() ^= 1;
    let other = folder.path().join("other.loa");
    crafted::write(&other, Rules::default(), (board, material), |_| None);
    for changed in [
        Vec::new(),
        bytes[..bytes.len() / 2].to_vec(),
        flipped,
        fs::read(&other).unwrap(),
        vec![0x55; bytes.len()],
    ] {
        overwrite(&path, &bytes);
        // Hardly anything stays in the cache.
        let tables = Tablebase::options().cache_bytes(0).open(layout.root(), Rules::default());
        assert!(tables.answer(&positions[0]).is_ok());
        assert!(answers(&tables, &positions).iter().all(Result::is_ok));
        overwrite(&path, &changed);
        let mut refused = 0;
        for (found, right) in answers(&tables, &positions).into_iter().zip(&right) {
            match found {
                Ok(found) => assert_eq!(found, *right.as_ref().unwrap()),
                Err(ProbeError::Table(error)) => {
                    refused += 1;
                    let damaged = matches!(error, TableError::Damaged { .. });
                    let changed = matches!(error, TableError::Changed { .. });
                    let truncated = matches!(error, TableError::Length { .. });
                    assert!(damaged || changed || truncated, "{error}");
                }
                Err(error) => panic!("{error}"),
            }
        }
        assert!(refused > 0);
    }
    // An open file remains readable after its name is removed.
    overwrite(&path, &bytes);
    let tables = Tablebase::options().cache_bytes(0).open(layout.root(), Rules::default());
    assert!(tables.answer(&positions[0]).is_ok());
    assert!(answers(&tables, &positions).iter().all(Result::is_ok));
    fs::remove_file(&path).unwrap();
    assert!(answers(&tables, &positions).iter().all(Result::is_ok));
}

#[cfg(unix)]
#[test]
fn a_fifo_a_device_and_a_folder_are_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let fifo = folder.path().join("2v2.loa");
    let made = std::process::Command::new("mkfifo").arg(&fifo).status();
    assert!(made.unwrap().success());
    let socket = folder.path().join("socket");
    let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    let paths = [fifo, socket, "/dev/zero".into(), folder.path().to_owned()];
    for path in paths {
        assert!(matches!(Table::open(&path), Err(TableError::NotAFile { .. })));
    }
}

/// Returns a table's file, and the offset of its directory.
fn table() -> (tempfile::TempDir, PathBuf, usize) {
    let (folder, layout, board) = solved(Rules::default());
    let path = layout.board(Rules::default(), board).join("3v2.loa");
    let header = Table::open(&path).unwrap().header().clone();
    let parts = 128 + (header.census_bytes + header.model_bytes) as usize;
    (folder, path, parts.next_multiple_of(8))
}

fn number(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap())
}

#[test]
fn gaps_and_bytes_to_spare_are_damage() {
    let (_folder, path, directory) = table();
    let whole = fs::read(&path).unwrap();
    let mut spare = whole.clone();
    spare.extend([0; 800]);
    let length = spare.len() as u64;
    spare[64..72].copy_from_slice(&length.to_le_bytes());
    crafted::seal(&mut spare);
    // The units begin eight bytes later, and their checksum says so.
    let mut gap = whole.clone();
    let start = number(&gap, directory);
    gap.splice(start as usize..start as usize, [0; 8]);
    let (start, length) = (start + 8, gap.len() as u64);
    let units = &gap[start as usize..];
    let checksum = xxhash_rust::xxh3::xxh3_64_with_seed(units, start);
    gap[directory..directory + 8].copy_from_slice(&start.to_le_bytes());
    gap[directory + 8..directory + 16].copy_from_slice(&checksum.to_le_bytes());
    gap[64..72].copy_from_slice(&length.to_le_bytes());
    crafted::seal(&mut gap);
    for bytes in [spare, gap] {
        fs::write(&path, bytes).unwrap();
        let error = Table::open(&path).err().unwrap();
        assert!(matches!(error, TableError::Damaged { .. }), "{error}");
    }
    fs::write(&path, &whole).unwrap();
    Table::open(&path).unwrap().check().unwrap();
}

#[test]
fn a_census_must_add_up_to_the_placements_there_are() {
    let (_folder, path, _) = table();
    let whole = fs::read(&path).unwrap();
    let census = whole[72] as usize + 256 * whole[73] as usize;
    let rows: Vec<usize> = (128 + 16..128 + census).step_by(16).collect();
    let mut lies = Vec::new();
    for count in [0, 1, u64::MAX, i64::MAX as u64] {
        let mut lie = whole.clone();
        for row in &rows {
            lie[row + 8..row + 16].copy_from_slice(&count.to_le_bytes());
        }
        lies.push(lie);
    }
    // Placements of one value counted under another, which keeps the sum but not the order; and a
    // false longest win.
    let mut lie = whole.clone();
    lie[rows[0]..rows[0] + 2].copy_from_slice(&u16::MAX.to_le_bytes());
    lies.push(lie);
    let mut lie = whole.clone();
    lie[128..136].copy_from_slice(&u64::MAX.to_le_bytes());
    lies.push(lie);
    for mut lie in lies {
        crafted::seal(&mut lie);
        fs::write(&path, lie).unwrap();
        let error = Table::open(&path).err().unwrap().to_string();
        assert!(error.contains("census"), "{error}");
    }
}

#[test]
fn lengths_are_bounded_before_anything_is_read() {
    let (_folder, path, _) = table();
    let whole = fs::read(&path).unwrap();
    for field in [72, 76] {
        let mut long = whole.clone();
        long[field..field + 4].copy_from_slice(&0xf000_0000u32.to_le_bytes());
        long[64..72].copy_from_slice(&(1u64 << 40).to_le_bytes());
        let checksum = xxhash_rust::xxh3::xxh3_64(&long[..120]);
        long[120..128].copy_from_slice(&checksum.to_le_bytes());
        fs::write(&path, long).unwrap();
        let file = File::options().write(true).open(&path).unwrap();
        file.set_len(1 << 40).unwrap();
        let error = Table::open(&path).err().unwrap().to_string();
        assert!(error.contains("the length of the"), "{error}");
    }
}

#[test]
fn a_hollow_file_takes_neither_time_nor_memory() {
    let folder = tempfile::tempdir().unwrap();
    let layout = Layout::new(folder.path());
    let board: Board = "8x8".parse().unwrap();
    let rules = Rules::default();
    let paths = ["7v2.loa", "2v7.loa"].map(|name| layout.board(rules, board).join(name));
    for path in &paths {
        // A numbering of all leaders of 7v2 alone would take 2.5 GB. Of the 124 billion values only
        // one page of the directory is read.
        crafted::write_hollow(path, rules, board, Material::new(7, 2));
    }
    let tables = Tablebase::open(folder.path(), rules);
    let position = "8/1x1x1x1x/8/1o4o1/8/1x1x1x2/8/8 x".parse().unwrap();
    let error = tables.answer(&position).unwrap_err().to_string();
    assert!(error.contains("unit ") && error.contains("is damaged"), "{error}");
    let census = tables.census(board, Material::new(7, 2)).unwrap();
    assert!(census.longest_win.is_none());
    assert!(Table::open(&paths[0]).unwrap().check().is_err());
    // One of these is in the place of another.
    assert!(tables.census(board, Material::new(2, 7)).is_err());
}
