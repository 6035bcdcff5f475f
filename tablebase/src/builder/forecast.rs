//! Forecasts of the processor time of solving and of the size of packed values, fitted to measured
//! solves. They do not depend on the machine, so that everyone sees the same figures.

use super::plan::{FamilyPlan, Plan};

/// Processor seconds for the [`work`] of a position, including packing, on the machine of
/// `data/bench`.
const SECONDS_A_POSITION: f64 = 0.16e-6;

/// Seconds for the files of a family of any size.
const SECONDS_A_FAMILY: f64 = 1e-2;

/// Growth of the time for each position with every tenfold larger family, whose arrays fit caches
/// less well. Processor time of families, one thread: 5x5, 3 to 100 million positions, 0.11; 6x6, 5
/// to 75 million, 0.18; 7x7 and 8x8, 5 or 20 to 200 million, 0.15 to 0.25.
const GROWTH_A_DECADE: f64 = 0.15;

/// Further growth for families larger than [`VAST`], whose blocks fit no cache and whose
/// checkpoints take the system's time. Processor time with packing, two threads: a position of 8x8
/// 4v3 takes 0.307 microseconds, one of 5v2 0.322, one of 5x5 0.235 in one run of all.
const VAST_GROWTH_A_DECADE: f64 = 0.4;
const VAST: f64 = 6e8;

/// The time of a family that does not fit memory, relative to its time in memory. Processor time of
/// 5x5, two threads: 6v5 within 400 MiB 1.46, 6v5 and 6v6 together about 1.7, 5v4 in a quarter of
/// its memory 1.33.
const TIME_ON_DISK: f64 = 1.5;

/// Growth of the bits for each value with every doubling of the smaller side, relative to the bits
/// for two stones. On 5x5 two stones take 0.6 bits, three 1.2 times as much, four 1.45, five 1.5,
/// six 1.6. On 8x8 two take 0.74 bits, and three 1.2 times as much.
const BITS_A_DOUBLING: f64 = 0.45;

/// Bits for each value under misere rules, by the difference in stones, relative to a difference of
/// one. The side with more stones usually loses; equal sides seldom do. Four of the misere rules
/// ids on 5x5: 0.15 to 0.3 bits for equal sides, 1.45 to 1.6 for a difference of one (3v2 2.3),
/// then 1.6 to 1.7, 0.8 to 0.95, 0.64.
const MISERE_BITS: [f64; 5] = [0.1, 1.0, 1.1, 0.6, 0.42];

/// The work of solving a family; a position of a family of up to a million counts 1.
fn work(positions: f64) -> f64 {
    let decades_above = |size: f64| (positions / size).log10().max(0.0);
    let growth = GROWTH_A_DECADE * decades_above(1e6) + VAST_GROWTH_A_DECADE * decades_above(VAST);
    positions * (1.0 + growth)
}

/// Bits for each value on a board of 16 squares if the smaller side has two stones, and their
/// growth with the logarithm of the number of squares. Of the smallest families of a few million
/// positions, `mover-pass`: 4x4 0.54 bits, 5x5 0.62, 6x6 0.67, 7x7 0.78, 8x8 0.74; boards of three
/// ranks or files up to a quarter more.
const BITS_OF_16: f64 = 0.55;
const BITS_OF_LOG_SQUARES: f64 = 0.144;

/// Bits for each value under misere rules at a difference of one stone, by the share of occupied
/// squares: the fewer stones, the more draws. All of the smallest families of a few million
/// positions together: 0.15 bits at 0.08, 0.55 at 0.17, 0.9 at 0.2, 1.6 at 0.28.
const MISERE_BITS_OF_SHARES: [(f64, f64); 2] = [(0.1, 0.17), (0.28, 1.55)];

/// Time for each position under misere rules, relative to other rules: half as much on 7x7 and 8x8
/// with few stones, one and a half times on 5x5.
const MISERE_TIME_OF_SHARES: [(f64, f64); 2] = [(0.1, 0.55), (0.28, 1.5)];

/// Returns the height of a line through two points, constant beyond them.
fn along([(x0, y0), (x1, y1)]: [(f64, f64); 2], x: f64) -> f64 {
    y0 + (y1 - y0) * ((x - x0) / (x1 - x0)).clamp(0.0, 1.0)
}

impl Plan {
    /// Forecasts the bytes of the tables of all families to solve.
    pub fn table_bytes(&self) -> u64 {
        self.open().map(|plan| self.bytes_of(plan)).sum::<f64>() as u64
    }

    /// Forecasts the processor seconds of the plan with this many bytes of memory; `None` means
    /// that memory does not limit it.
    pub fn cpu_seconds(&self, memory: Option<u64>) -> f64 {
        let held = self.shares(memory).family;
        self.open().fold(0.0, |seconds, plan| {
            let bytes = plan.positions().saturating_mul(self.bytes_a_position());
            let part = if bytes <= held { 1.0 } else { TIME_ON_DISK };
            seconds + self.seconds_of(plan) * part
        })
    }

    /// Returns the processor seconds for a family in memory.
    fn seconds_of(&self, plan: &FamilyPlan) -> f64 {
        let seconds = SECONDS_A_POSITION * work(plan.positions() as f64);
        let part = if self.rules.is_misere() {
            along(MISERE_TIME_OF_SHARES, self.share_taken(plan))
        } else {
            1.0
        };
        SECONDS_A_FAMILY + seconds * part
    }

    /// Returns the bytes of a family's tables.
    fn bytes_of(&self, plan: &FamilyPlan) -> f64 {
        let material = plan.family.larger_first();
        let (us, them) = (material.us(), material.them());
        let bits = if self.rules.is_misere() {
            let more = (us.abs_diff(them) as usize).min(MISERE_BITS.len() - 1);
            MISERE_BITS[more] * along(MISERE_BITS_OF_SHARES, self.share_taken(plan))
        } else {
            let of_board = (f64::from(self.board.squares()) / 16.0).ln() * BITS_OF_LOG_SQUARES;
            let of_stones = 1.0 + BITS_A_DOUBLING * (f64::from(them) / 2.0).log2();
            (BITS_OF_16 + of_board) * of_stones
        };
        plan.positions() as f64 * bits / 8.0
    }

    /// Returns the share of the squares that a family's stones occupy.
    fn share_taken(&self, plan: &FamilyPlan) -> f64 {
        f64::from(plan.family.stones()) / f64::from(self.board.squares())
    }
}

#[cfg(test)]
mod tests {
    use loa_solver::Material;

    use super::*;
    use crate::builder::plan::Selection;
    use crate::builder::plan::tests::{plan, plan_under};

    fn material(us: u32, them: u32) -> Selection {
        Selection::Material(Material::new(us, them))
    }

    /// The bytes of tables and processor seconds of real solves under `mover-pass`.
    #[test]
    fn real_solves_fit() {
        for (board, selection, bytes, seconds) in [
            ("5x5", Selection::Stones(8), 4_196_000, 7.07),
            ("5x5", material(5, 5), 23_604_144, 36.2),
            ("5x5", Selection::Whole, 192_757_820, 305.0),
            ("6x6", material(4, 3), 10_080_084, 19.6),
            ("7x7", material(4, 2), 6_165_510, 16.0),
            ("8x8", material(3, 3), 24_797_050, 46.1),
            ("8x8", material(4, 3), 735_907_664, 1685.0),
            ("8x8", material(5, 2), 387_581_764, 1104.0),
        ] {
            let plan = plan(board, selection);
            let bytes = plan.table_bytes() as f64 / f64::from(bytes);
            assert!((0.9..1.1).contains(&bytes), "{board} {selection:?} {bytes}");
            let seconds = plan.cpu_seconds(None) / seconds;
            assert!((0.75..1.2).contains(&seconds), "{board} {selection:?} {seconds}");
        }
    }

    /// Families that do not fit memory take longer; the others do not.
    #[test]
    fn what_lies_on_disk_takes_longer() {
        let plan = plan("5x5", Selection::Whole);
        let within = |memory| plan.cpu_seconds(Some(memory)) / plan.cpu_seconds(None);
        assert_eq!(within(4 << 30), 1.0);
        // Only 6v5 and 6v6 do not fit.
        assert!((1.3..1.45).contains(&within(400 << 20)));
        assert!(within(100 << 20) > within(400 << 20));
        assert!(within(100 << 20) < TIME_ON_DISK);
    }

    /// The bytes of the tables of all of 5x5.
    #[test]
    fn misere_tables_fit() {
        for (rules, bytes) in [
            ("mover-draw-misere", 159_026_416),
            ("draw-pass-misere", 181_286_474),
            ("draw-loss-misere", 181_302_806),
        ] {
            let plan = plan_under(rules, "5x5", Selection::Whole);
            let bytes = plan.table_bytes() as f64 / f64::from(bytes);
            assert!((0.85..1.15).contains(&bytes), "{rules} {bytes}");
        }
    }
}
