//! Writing a table: to a temporary name, renamed when whole.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;

use loa_solver::Rules;
use loa_solver::retrograde::{Cell, ValueFile};
use rayon::prelude::*;
use xxhash_rust::xxh3::{Xxh3, xxh3_64_with_seed};

use crate::codec;
use crate::error::TableError;
use crate::header::{BLOCK_VALUES, Counts, HEADER_BYTES, Header, Metric};
use crate::table::update_digest;

/// Writes the table of a finished value file and returns its header. Packs on
/// all threads of the current rayon pool; the bytes do not depend on how many.
///
/// Until the table is whole and on the disk it has another name, so that a
/// table that is there is always a finished one.
///
/// # Errors
/// When the file cannot be written; whatever was written of it is removed.
pub fn write_table(rules: Rules, values: &ValueFile, path: &Path) -> Result<Header, TableError> {
    let temporary = path.with_extension("loa.part");
    let written = write_whole(rules, values, &temporary).and_then(|header| {
        fs::rename(&temporary, path)?;
        if let Some(folder) = path.parent() {
            File::open(folder)?.sync_all()?;
        }
        Ok(header)
    });
    written.map_err(|source| {
        let _ = fs::remove_file(&temporary);
        TableError::Io {
            file: path.to_owned(),
            source,
        }
    })
}

fn write_whole(rules: Rules, values: &ValueFile, path: &Path) -> io::Result<Header> {
    let index = values.index();
    let (counts, longest) = count(values);
    let mut header = Header {
        rules,
        board: index.board(),
        material: index.material(),
        metric: Metric::Distance,
        width: codec::width_for(longest),
        longest,
        positions: index.len(),
        block_values: BLOCK_VALUES,
        file_bytes: 0,
        counts,
        digest: 0,
    };
    let mut file = BufWriter::new(File::create(path)?);
    file.seek(SeekFrom::Start(header.blocks_at()))?;
    let directory = write_blocks(values, &mut header, &mut file)?;
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&header.encode())?;
    debug_assert_eq!(header.encode().len(), HEADER_BYTES);
    file.write_all(&directory)?;
    let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.sync_all()?;
    Ok(header)
}

/// Writes the blocks, completes the header, and returns the directory.
fn write_blocks(
    values: &ValueFile,
    header: &mut Header,
    file: &mut impl Write,
) -> io::Result<Vec<u8>> {
    let mut digest = Xxh3::new();
    let mut directory = Vec::new();
    let mut end = header.blocks_at();
    let batch = 16 * rayon::current_num_threads() as u64;
    let blocks = header.blocks();
    for first in (0..blocks).step_by(batch as usize) {
        let batch = (first..blocks.min(first + batch))
            .into_par_iter()
            .map(|block| {
                let mut codes = vec![0; header.values_in(block)];
                values.read_codes(block * u64::from(BLOCK_VALUES), &mut codes);
                let packed = codec::pack(&codes, header.width)?;
                Ok((codes, packed))
            });
        let batch: Vec<io::Result<_>> = batch.collect();
        for (block, packed) in (first..).zip(batch) {
            let (codes, packed) = packed?;
            update_digest(&mut digest, &codes);
            file.write_all(&packed)?;
            end += packed.len() as u64;
            directory.extend(end.to_le_bytes());
            directory.extend(xxh3_64_with_seed(&packed, block).to_le_bytes());
        }
    }
    header.digest = digest.digest128();
    header.file_bytes = end;
    Ok(directory)
}

/// Placements by outcome, and the longest distance.
fn count(values: &ValueFile) -> (Counts, u16) {
    let index = values.index();
    let per_leader = (0..index.blocks()).into_par_iter().map_init(
        || vec![0; index.block_len() as usize],
        |codes, orbit| {
            values.read_codes(orbit * index.block_len(), codes);
            let weight = index.weight(orbit);
            let (mut wins, mut draws, mut longest) = (0, 0, 0);
            for cell in codes.iter().map(|&code| Cell::from_code(code)) {
                wins += u64::from(cell.is_win());
                draws += u64::from(cell == Cell::OPEN);
                longest = longest.max(cell.plies());
            }
            let losses = index.block_len() - wins - draws;
            let counts = Counts {
                wins: weight * wins,
                draws: weight * draws,
                losses: weight * losses,
            };
            (counts, longest)
        },
    );
    per_leader.reduce(
        || (Counts::default(), 0),
        |(a, longest_a), (b, longest_b)| {
            let sum = Counts {
                wins: a.wins + b.wins,
                draws: a.draws + b.draws,
                losses: a.losses + b.losses,
            };
            (sum, longest_a.max(longest_b))
        },
    )
}
