//! The state that the threads of a search share, in addition to the table.

use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::numbers::ProofNumbers;
use super::table::{SearchTable, TablePlace};
use super::watch::{Progress, SearchStage};
use crate::game::position::Color;

/// Counters for progress, and the positions below which threads are working.
pub(super) struct SharedProgress {
    winner: Color,
    /// Expansions of all threads, runs and processes.
    pub(super) expansions: AtomicU64,
    /// Nodes found to be won for the attacker, by all threads, runs and processes.
    pub(super) wins: AtomicU64,
    /// The start's numbers for the attacker.
    proof_number: AtomicU32,
    disproof_number: AtomicU32,
    /// The start's decided children, and all its children.
    settled: [AtomicU32; 2],
    /// For each hash of a position, the threads that search below it.
    busy: Box<[AtomicU8]>,
    /// The positions to send to other processes: canonical keys, and whether the attacker is to
    /// move.
    to_send: Mutex<Vec<(u128, bool)>>,
}

impl SharedProgress {
    pub(super) fn new(winner: Color) -> SharedProgress {
        SharedProgress {
            winner,
            expansions: AtomicU64::new(0),
            wins: AtomicU64::new(0),
            proof_number: AtomicU32::new(0),
            disproof_number: AtomicU32::new(0),
            settled: [AtomicU32::new(0), AtomicU32::new(0)],
            busy: (0..BUSY).map(|_| AtomicU8::new(0)).collect(),
            to_send: Mutex::default(),
        }
    }

    /// Notes the numbers of the start for the attacker.
    pub(super) fn note(&self, numbers: ProofNumbers, attacks: bool, settled: usize, moves: usize) {
        let (proof_number, disproof_number) = numbers.of_attacker(attacks);
        self.proof_number.store(proof_number, Relaxed);
        self.disproof_number.store(disproof_number, Relaxed);
        self.settled[0].store(settled as u32, Relaxed);
        self.settled[1].store(moves as u32, Relaxed);
    }

    /// Returns the state of the search, after `expansions` more.
    pub(super) fn progress(&self, expansions: u64, depth: usize, table: &SearchTable) -> Progress {
        let before = self.expansions.fetch_add(expansions, Relaxed);
        Progress {
            winner: self.winner,
            expansions: before + expansions,
            proof_number: self.proof_number.load(Relaxed),
            disproof_number: self.disproof_number.load(Relaxed),
            settled: (self.settled[0].load(Relaxed), self.settled[1].load(Relaxed)),
            depth,
            fill: table.fill_of_all(),
            stage: SearchStage::Search,
        }
    }

    /// Moves `positions` to the positions to send to other processes.
    pub(super) fn add_to_send(&self, positions: &mut Vec<(u128, bool)>) {
        if !positions.is_empty() {
            self.to_send.lock().unwrap_or_else(PoisonError::into_inner).append(positions);
        }
    }

    /// Takes the positions to send to other processes, without duplicates.
    pub(super) fn take_to_send(&self) -> Vec<(u128, bool)> {
        let mut positions =
            std::mem::take(&mut *self.to_send.lock().unwrap_or_else(PoisonError::into_inner));
        positions.sort_unstable();
        positions.dedup();
        positions
    }

    /// Returns the counter of threads below a position.
    pub(super) fn busy(&self, place: TablePlace) -> &AtomicU8 {
        &self.busy[place.hash() % BUSY]
    }
}

/// Counters that share the work. If two positions have the same counter, both count as busy,
/// which costs little.
const BUSY: usize = 1 << 14;
