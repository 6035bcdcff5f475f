//! The SHA-256 of tables.

use loa_solver::{Board, Material};
use sha2::{Digest, Sha256};

use super::open_table::OpenTable;
use super::tablebase::Tablebase;
use crate::format::table::Table;

/// The most bytes of which a page without a server knows the SHA-256: its first read of a table
/// fetches as many, and reading a larger one would fetch all of it.
const FETCHED: u64 = 1 << 16;

impl Tablebase {
    /// Returns the board of the table that answers for a material, which may be the transpose, and
    /// the SHA-256 of the table's bytes. The first call reads them all. `None` if the table cannot
    /// be read, or in a page without a server only in parts.
    pub fn sha256(&self, board: Board, material: Material) -> Option<(Board, [u8; 32])> {
        let open = self.table(board, material, material).ok()?;
        if open.sha256.get().is_none() {
            // A failure is not remembered: a page reads again when it has fetched the bytes.
            let _ = open.sha256.set(sha256(&open.table)?);
        }
        known(&open)
    }

    /// Returns what [`Tablebase::sha256`] does, if it is known already.
    pub fn sha256_if_known(&self, board: Board, material: Material) -> Option<(Board, [u8; 32])> {
        known(&*self.opened(board, material)?)
    }
}

fn known(open: &OpenTable) -> Option<(Board, [u8; 32])> {
    Some((open.table.header().board, *open.sha256.get()?))
}

/// Returns the SHA-256 of all bytes. `None` if they cannot be read, or only in parts.
fn sha256(table: &Table) -> Option<[u8; 32]> {
    let (mut at, end) = (0, table.header().file_bytes);
    if cfg!(target_family = "wasm") && end > FETCHED {
        return None;
    }
    let (mut hash, mut bytes) = (Sha256::new(), vec![0; 1 << 20]);
    while at < end {
        bytes.truncate((end - at).min(1 << 20) as usize);
        table.read_bytes(at, &mut bytes).ok()?;
        hash.update(&bytes);
        at += bytes.len() as u64;
    }
    Some(hash.finalize().into())
}
