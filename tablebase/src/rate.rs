//! How fast this machine solves a board and how well its values pack, told from
//! a sample.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::build::{BuildError, BuildEvent, BuildWatch, Builder};
use crate::layout::Layout;
use crate::plan::{FamilyPlan, Plan, Selection};

/// Positions of a sample, at least: a second or so of work. The smallest
/// families that reach it have 5 to 9 million together, on 8x8 20.
const SAMPLE: u64 = 5_000_000;

/// Positions of a family whose time is measured, if there are any as large: for
/// smaller ones making the files takes longer than solving.
const MEASURED: u64 = 1_000_000;

/// Growth of the time a position for every tenfold larger family, whose arrays
/// fit caches less well. Processor time of families, one thread: 5x5, 3 to 100
/// million positions, 0.11; 6x6, 5 to 75 million, 0.18; 7x7 and 8x8, 5 or 20
/// to 200 million, 0.15 to 0.25. With it, from a sample's processor time to that
/// of all 5x5 to 5v5, 6x6 to 4v3, 7x7 to 3v3 or 4v2, and 8x8 to 3v3 or 4v2, it is
/// 9 % too little to 2 % too much.
const GROWTH_A_DECADE: f64 = 0.15;

/// Growth of the bits a value for every doubling of the side with fewer stones,
/// as a part of what two stones take: on 5x5 these take 0.6 bits, three 1.2 times
/// as much, four 1.45, five 1.5, six 1.6; on 8x8 0.74 bits, and three 1.2 times as
/// much.
const BITS_A_DOUBLING: f64 = 0.45;

/// The work of solving a family, in positions of families of up to a million.
pub(crate) fn work(positions: f64) -> f64 {
    let decades = (positions / 1e6).log10().max(0.0);
    positions * (1.0 + GROWTH_A_DECADE * decades)
}

/// Bits of a family's packed values, in values of families with two stones on a
/// side.
fn bulk(plan: &FamilyPlan) -> f64 {
    let doublings = (f64::from(plan.family.them()) / 2.0).log2();
    plan.positions() as f64 * (1.0 + BITS_A_DOUBLING * doublings)
}

/// How fast this machine solves a board, and how well its values pack.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rate {
    /// Seconds for the [`work`] of a position.
    seconds: f64,
    /// Bytes of a value where a side has two stones.
    bytes: f64,
}

impl Rate {
    /// Measures this machine, on the threads of the current rayon pool: solves
    /// and stores the smallest families of a plan in a temporary folder, a few
    /// million positions. Takes no time if nothing is left to solve.
    ///
    /// # Errors
    /// When that folder cannot be used.
    pub fn measure(plan: &Plan) -> Result<Rate, BuildError> {
        if plan.open().next().is_none() {
            return Ok(Rate::default());
        }
        let folder = tempfile::tempdir().map_err(|source| BuildError::Io {
            path: std::env::temp_dir(),
            source,
        })?;
        let sample = sample(plan);
        let layout = Layout::new(folder.path());
        let builder = Builder::new(layout, plan.rules, plan.board, Selection::Whole);
        let clock = Clock::default();
        let report = builder.run_plan(&sample, &clock)?;
        let bulk: f64 = sample.families.iter().map(bulk).sum();
        Ok(Rate {
            seconds: clock.seconds_of_work(&sample.families),
            bytes: report.bytes as f64 / bulk,
        })
    }

    /// Seconds that a family takes.
    pub(crate) fn seconds(&self, plan: &FamilyPlan) -> f64 {
        self.seconds * work(plan.positions() as f64)
    }

    /// Bytes of its tables.
    pub(crate) fn bytes(&self, plan: &FamilyPlan) -> f64 {
        self.bytes * bulk(plan)
    }
}

/// The smallest families of a plan, to be solved whether they are there or not.
fn sample(plan: &Plan) -> Plan {
    let mut sample = Plan {
        families: Vec::new(),
        ..*plan
    };
    for family in &plan.families {
        let mut family = family.clone();
        for (.., done) in &mut family.tables {
            *done = false;
        }
        sample.families.push(family);
        if sample.positions() >= SAMPLE {
            break;
        }
    }
    sample
}

/// Notes when families are begun.
#[derive(Default)]
struct Clock(Mutex<Vec<Instant>>);

impl BuildWatch for Clock {
    fn event(&self, event: BuildEvent<'_>) {
        if let BuildEvent::Begun { .. } = event {
            let mut begun = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            begun.push(Instant::now());
        }
    }
}

impl Clock {
    /// Seconds for the work of a position in these families, the last of which
    /// has just been finished.
    fn seconds_of_work(self, families: &[FamilyPlan]) -> f64 {
        let mut moments = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        moments.push(Instant::now());
        let times = moments.windows(2).map(|pair| pair[1] - pair[0]);
        let families = families.iter().map(FamilyPlan::positions);
        let timed: Vec<(u64, Duration)> = families.zip(times).collect();
        let large = timed.iter().position(|&(size, _)| size >= MEASURED);
        let measured = &timed[large.unwrap_or(timed.len().saturating_sub(1))..];
        let seconds: f64 = measured.iter().map(|(_, time)| time.as_secs_f64()).sum();
        let work: f64 = measured.iter().map(|&(size, _)| work(size as f64)).sum();
        seconds / work
    }
}

#[cfg(test)]
mod tests {
    use loa_solver::Material;

    use super::*;
    use crate::plan::tests::plan;

    fn material(us: u32, them: u32) -> Selection {
        Selection::Material(Material::of(us, them))
    }

    /// Bytes of tables and processor seconds of real solves under `mover-pass`,
    /// against what their samples make expected.
    #[test]
    fn real_solves_fit() {
        let five = (731_400, 1.42);
        let six = (588_112, 1.18);
        let seven = (497_184, 1.14);
        let eight = (1_914_254, 4.82);
        for (board, selection, sampled, solved) in [
            ("5x5", Selection::Pieces(8), five, (3_884_218, 7.07)),
            ("5x5", material(5, 5), five, (22_059_146, 36.2)),
            ("5x5", Selection::Whole, five, (180_802_796, 305.0)),
            ("6x6", material(4, 3), six, (9_363_216, 19.6)),
            ("7x7", material(4, 2), seven, (5_620_200, 16.0)),
            ("8x8", material(3, 3), eight, (22_937_490, 55.2)),
        ] {
            let plan = plan(board, selection);
            let sample = sample(&plan);
            let bulk: f64 = sample.families.iter().map(bulk).sum();
            let works = sample
                .families
                .iter()
                .map(|plan| work(plan.positions() as f64));
            let rate = Rate {
                seconds: sampled.1 / works.sum::<f64>(),
                bytes: f64::from(sampled.0) / bulk,
            };
            let bytes = plan.table_bytes(&rate) as f64 / f64::from(solved.0);
            assert!((0.9..1.1).contains(&bytes), "{board} {selection:?} {bytes}");
            let seconds = plan.seconds(&rate) / solved.1;
            assert!(
                (0.85..1.15).contains(&seconds),
                "{board} {selection:?} {seconds}"
            );
        }
    }

    #[test]
    fn a_sample_is_a_second_of_work() {
        for board in ["5x5", "6x5", "6x6", "7x7", "8x7", "8x8"] {
            let sample = sample(&plan(board, Selection::Pieces(7)));
            let positions = sample.positions();
            assert!(
                (SAMPLE..25_000_000).contains(&positions),
                "{board} {positions}"
            );
        }
        let small = plan("4x4", Selection::Whole);
        assert_eq!(sample(&small).families, small.families);
    }

    #[test]
    fn a_sample_is_solved_and_timed() {
        let rate = Rate::measure(&plan("4x4", Selection::Whole)).unwrap();
        assert!(rate.seconds > 0.0 && rate.bytes > 0.0, "{rate:?}");
    }
}
