//! What the threads of a search share besides the table.

use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering::Relaxed};

use super::numbers::Numbers;

use super::table::{Place, Table};
use super::watch::Progress;
use crate::game::position::Color;

/// Counts for progress, and which positions threads are below.
pub(super) struct Shared {
    winner: Color,
    /// Expansions of all threads and runs.
    pub(super) expansions: AtomicU64,
    /// The start's numbers as the attacker sees them.
    proof_number: AtomicU32,
    disproof_number: AtomicU32,
    /// The start's children that are settled, and all.
    settled: [AtomicU32; 2],
    /// By a hash of a position: threads that are below it.
    busy: Box<[AtomicU8]>,
}

impl Shared {
    pub(super) fn new(winner: Color) -> Shared {
        Shared {
            winner,
            expansions: AtomicU64::new(0),
            proof_number: AtomicU32::new(0),
            disproof_number: AtomicU32::new(0),
            settled: [AtomicU32::new(0), AtomicU32::new(0)],
            busy: (0..BUSY).map(|_| AtomicU8::new(0)).collect(),
        }
    }

    /// Notes how the start stands, as the attacker sees it.
    pub(super) fn note(&self, numbers: Numbers, attacks: bool, settled: usize, moves: usize) {
        let (proof_number, disproof_number) = numbers.of_attacker(attacks);
        self.proof_number.store(proof_number, Relaxed);
        self.disproof_number.store(disproof_number, Relaxed);
        self.settled[0].store(settled as u32, Relaxed);
        self.settled[1].store(moves as u32, Relaxed);
    }

    /// How the search stands, so many more expansions being counted.
    pub(super) fn progress(&self, expansions: u64, depth: usize, table: &Table) -> Progress {
        let before = self.expansions.fetch_add(expansions, Relaxed);
        Progress {
            winner: self.winner,
            expansions: before + expansions,
            proof_number: self.proof_number.load(Relaxed),
            disproof_number: self.disproof_number.load(Relaxed),
            settled: (self.settled[0].load(Relaxed), self.settled[1].load(Relaxed)),
            depth,
            fill: table.fill(),
        }
    }

    /// The counter of threads below a position.
    pub(super) fn busy(&self, place: Place) -> &AtomicU8 {
        &self.busy[place.hash() % BUSY]
    }
}

/// Counters of threads below positions. Two positions that share one are
/// taken for busy both, which costs little.
const BUSY: usize = 1 << 14;
