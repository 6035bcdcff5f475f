//! How fast this machine solves a board and how well its values pack, told from
//! a sample.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use loa_solver::Rules;

use crate::build::{BuildError, BuildEvent, BuildWatch, Builder};
use crate::layout::Layout;
use crate::plan::{FamilyPlan, Plan, Selection, TableState};

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

/// Further growth of families larger than [`VAST`], whose blocks fit no cache and
/// which wait for the disk at checkpoints. By the clock, two threads, a position
/// of 8x8 4v3 took 1.7 times as long as one of 2v2 and 3v2, and one of 5v2 1.8
/// times; one of 5x5 6v6, which is hardly larger, no longer than without it.
const VAST_GROWTH_A_DECADE: f64 = 0.7;
const VAST: f64 = 6e8;

/// Growth of the bits a value for every doubling of the side with fewer stones,
/// as a part of what two stones take: on 5x5 these take 0.6 bits, three 1.2 times
/// as much, four 1.45, five 1.5, six 1.6; on 8x8 0.74 bits, and three 1.2 times as
/// much.
const BITS_A_DOUBLING: f64 = 0.45;

/// Bits a value under misere rules, by how many stones more one side has, as a
/// part of what they are for one more: whoever has more stones than the other is
/// mostly lost, and of equal sides few are. Four of the misere rules ids on 5x5: 0.15
/// to 0.3 bits for equal sides, 1.45 to 1.6 for one more (3v2 2.3), 1.6 to 1.7,
/// 0.8 to 0.95, 0.64.
const MISERE_BITS: [f64; 5] = [0.1, 1.0, 1.1, 0.6, 0.42];

/// The work of solving a family, in positions of families of up to a million.
pub(crate) fn work(positions: f64) -> f64 {
    let decades_above = |size: f64| (positions / size).log10().max(0.0);
    let growth = GROWTH_A_DECADE * decades_above(1e6) + VAST_GROWTH_A_DECADE * decades_above(VAST);
    positions * (1.0 + growth)
}

/// Bits of a family's packed values, in values of families with two stones on a
/// side or, under misere rules, with one stone more on a side.
fn bulk(rules: Rules, plan: &FamilyPlan) -> f64 {
    let (us, them) = (plan.family.us(), plan.family.them());
    let bits = if rules.is_misere() {
        MISERE_BITS[(us.abs_diff(them) as usize).min(MISERE_BITS.len() - 1)]
    } else {
        1.0 + BITS_A_DOUBLING * (f64::from(them) / 2.0).log2()
    };
    plan.positions() as f64 * bits
}

/// The same of all families of a plan.
fn bulk_of_all(plan: &Plan) -> f64 {
    let families = plan.families.iter();
    families.map(|family| bulk(plan.rules, family)).sum()
}

/// How fast this machine solves a board, and how well its values pack.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rate {
    /// Seconds for the [`work`] of a position.
    seconds: f64,
    /// Bytes of a value of the kind that [`bulk`] counts in.
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
        Ok(Rate {
            seconds: clock.seconds_of_work(&sample.families),
            bytes: report.bytes as f64 / bulk_of_all(&sample),
        })
    }

    /// Seconds that a family takes.
    pub(crate) fn seconds(&self, plan: &FamilyPlan) -> f64 {
        self.seconds * work(plan.positions() as f64)
    }

    /// Bytes of its tables.
    pub(crate) fn bytes(&self, rules: Rules, plan: &FamilyPlan) -> f64 {
        self.bytes * bulk(rules, plan)
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
        for table in &mut family.tables {
            table.state = TableState::Missing;
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
    use crate::plan::tests::{plan, plan_under};

    fn material(us: u32, them: u32) -> Selection {
        Selection::Material(Material::of(us, them))
    }

    /// Bytes of tables and processor seconds of real solves under `mover-pass`,
    /// against what their samples make expected. Of 8x8 4v3 and 5v2 twice the
    /// seconds by the clock, for two threads also waited for the disk.
    #[test]
    fn real_solves_fit() {
        let five = (789_994, 1.42);
        let six = (634_870, 1.18);
        let seven = (536_532, 1.14);
        let eight = (2_100_796, 4.23);
        for (board, selection, sampled, solved) in [
            ("5x5", Selection::Pieces(8), five, (4_196_000, 7.07)),
            ("5x5", material(5, 5), five, (23_604_144, 36.2)),
            ("5x5", Selection::Whole, five, (192_757_820, 305.0)),
            ("6x6", material(4, 3), six, (10_080_084, 19.6)),
            ("7x7", material(4, 2), seven, (6_165_510, 16.0)),
            ("8x8", material(3, 3), eight, (24_797_050, 46.1)),
            ("8x8", material(4, 3), eight, (735_907_664, 2171.0)),
            ("8x8", material(5, 2), eight, (387_581_764, 1448.0)),
        ] {
            let plan = plan(board, selection);
            let sample = sample(&plan);
            let works = sample
                .families
                .iter()
                .map(|plan| work(plan.positions() as f64));
            let rate = Rate {
                seconds: sampled.1 / works.sum::<f64>(),
                bytes: f64::from(sampled.0) / bulk_of_all(&sample),
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

    /// Bytes of the tables of all of 5x5, against what their samples make expected.
    #[test]
    fn misere_tables_fit() {
        for (rules, sampled, solved) in [
            ("mover-draw-misere", 1_220_062, 159_026_416),
            ("draw-pass-misere", 1_454_884, 181_286_474),
            ("draw-loss-misere", 1_462_248, 181_302_806),
        ] {
            let plan = plan_under(rules, "5x5", Selection::Whole);
            let rate = Rate {
                seconds: 0.0,
                bytes: f64::from(sampled) / bulk_of_all(&sample(&plan)),
            };
            let bytes = plan.table_bytes(&rate) as f64 / f64::from(solved);
            assert!((0.9..1.1).contains(&bytes), "{rules} {bytes}");
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
        assert_eq!(sample(&small).families.len(), small.families.len());
    }

    #[test]
    fn a_sample_is_solved_and_timed() {
        let rate = Rate::measure(&plan("4x4", Selection::Whole)).unwrap();
        assert!(rate.seconds > 0.0 && rate.bytes > 0.0, "{rate:?}");
    }
}
