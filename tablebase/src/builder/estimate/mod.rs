//! The speed of a build and the time that the rest of it takes, judged from what has
//! happened so far.
//!
//! Work is counted in positions, those of larger families weighing a little
//! more ([`work`]). Speed is judged by the family in hand and the one before it:
//! the smallest ones take longer to make files for than to solve, and what else
//! the machine does may change in a long run.
//!
//! The number of plies of a family is not known before its end, but families of one
//! board and rules are alike in how their time is spread over the stages. So the share
//! of a family that is done is read from a [`Spread`], which begins with what is usual
//! and goes over to what this run has seen.

mod spread;

use std::time::Duration;

use loa_solver::retrograde::Progress;
use spread::{Spread, Times, step_of};

use crate::builder::event::BuildEvent;
use crate::builder::forecast::work;
use crate::builder::plan::FamilyPlan;

/// Seconds of work before speed is judged.
const LEAST_SECONDS: f64 = 1.0;
/// The share of a family that must be done, if it is the first, before it is
/// judged from.
const LEAST_SHARE: f64 = 0.2;

/// The expectation of a build: its speed, and the time left.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Outlook {
    /// Positions solved a second, in families as large as the one in hand.
    pub rate: f64,
    /// Until the tables of the family in hand are written.
    pub family: Duration,
    /// Until all is done.
    pub run: Duration,
}

/// Judges a build by its events.
#[derive(Debug, Default)]
pub struct Estimate {
    spread: Spread,
    /// When the last event was.
    latest: Duration,
    /// Work of this run that was done before the family in hand.
    before: f64,
    /// Work after the family in hand.
    later: f64,
    current: Option<Current>,
    /// When the family before was begun, and the work done in it.
    last: Option<(Duration, f64)>,
}

/// The family in hand.
#[derive(Debug)]
struct Current {
    positions: f64,
    work: f64,
    began: Duration,
    /// The share that is done.
    share: f64,
    /// The share that this process has done: it may have begun half-way.
    own_share: f64,
    /// The stage at work; `None` before the first news of one.
    step: Option<usize>,
    /// The time of each stage.
    times: Times,
    /// True if every stage was seen.
    whole: bool,
}

impl Estimate {
    /// Returns an estimate of which nothing is known yet.
    pub fn new() -> Estimate {
        Estimate::default()
    }

    /// Notes an event, at a time since some fixed moment.
    pub fn event(&mut self, event: &BuildEvent<'_>, at: Duration) {
        let passed = at.saturating_sub(self.latest).as_secs_f64();
        match event {
            BuildEvent::Begun { family, later, .. } => self.begin(family, later, passed, at),
            BuildEvent::Restarted { .. } => self.restart(),
            BuildEvent::Progress(progress) => self.progress(*progress, passed),
            BuildEvent::Solved(_) => self.solved(),
            // A family that was just begun comes later.
            BuildEvent::Damaged(_) => self.current = None,
            BuildEvent::Skipped { .. }
            | BuildEvent::Checking { .. }
            | BuildEvent::Unproven { .. }
            | BuildEvent::Verified(_)
            | BuildEvent::Written(..) => return,
        }
        self.latest = at;
    }

    fn begin(&mut self, family: &FamilyPlan, later: &[&FamilyPlan], passed: f64, at: Duration) {
        let work_of = |family: &FamilyPlan| work(family.positions() as f64);
        if let Some(mut last) = self.current.take() {
            last.times.packing = passed;
            self.before += last.work;
            let own_share = last.own_share + 1.0 - last.share;
            self.last = Some((last.began, own_share * last.work));
            if last.whole {
                self.spread.learn(&last.times);
            }
        }
        self.later = later.iter().map(|family| work_of(family)).sum();
        self.current = Some(Current {
            positions: family.positions() as f64,
            work: work_of(family),
            began: at,
            share: 0.0,
            own_share: 0.0,
            step: None,
            times: Times::default(),
            whole: true,
        });
    }

    /// Nothing of the family in hand is done any more.
    fn restart(&mut self) {
        if let Some(current) = &mut self.current {
            (current.share, current.step, current.whole) = (0.0, None, false);
        }
    }

    fn progress(&mut self, progress: Progress, passed: f64) {
        let Some(current) = &mut self.current else {
            return;
        };
        let step = step_of(progress.stage);
        if current.step != Some(step) {
            // Only some rules have a stage that marks.
            current.whole &= step <= current.step.unwrap_or(0) + 1;
            // An earlier process did what is left out here.
            current.share = self.spread.share(step, 0.0);
        }
        current.step = Some(step);
        current.times.add(step, passed);
        let part = progress.done as f64 / progress.total.max(1) as f64;
        let share = self.spread.share(step, part);
        current.advance(share);
    }

    fn solved(&mut self) {
        if let Some(current) = &mut self.current {
            let share = self.spread.solved();
            current.advance(share);
        }
    }

    /// Returns what is to be expected; `None` while too little is known.
    pub fn outlook(&self) -> Option<Outlook> {
        let current = self.current.as_ref()?;
        let (since, before) = self.last.unwrap_or((current.began, 0.0));
        let seconds = self.latest.saturating_sub(since).as_secs_f64();
        let enough = self.last.is_some() || current.own_share >= LEAST_SHARE;
        if seconds < LEAST_SECONDS || !enough {
            return None;
        }
        let done = before + current.own_share * current.work;
        let left = (1.0 - current.share) * current.work;
        let seconds_each = seconds / done;
        Some(Outlook {
            rate: current.positions / (current.work * seconds_each),
            family: Duration::try_from_secs_f64(left * seconds_each).ok()?,
            run: Duration::try_from_secs_f64((left + self.later) * seconds_each).ok()?,
        })
    }

    /// Returns the share of the whole run that is done, 0 to 1.
    pub fn share(&self) -> f64 {
        let Some(current) = &self.current else {
            return 0.0;
        };
        let all = self.before + current.work + self.later;
        (self.before + current.share * current.work) / all
    }
}

impl Current {
    /// Goes on to a later share, through work of this process. Cells that become wider
    /// begin again at the seed: what is done twice counts twice.
    fn advance(&mut self, share: f64) {
        self.own_share += (share - self.share).max(0.0);
        self.share = share;
    }
}

#[cfg(test)]
mod tests {
    use loa_solver::Material;
    use loa_solver::retrograde::Stage;

    use super::spread::{PACKING, USUAL};
    use super::*;
    use crate::builder::plan::{TablePlan, TableState};

    /// A family of one table; which material it is makes no difference.
    fn family(positions: u64) -> FamilyPlan {
        let family = Material::new(2, 2);
        FamilyPlan {
            family: family.family(),
            tables: vec![TablePlan {
                material: family,
                positions,
                state: TableState::Missing,
            }],
            begun: false,
        }
    }

    /// A build whose families take the usual time, at so many seconds a million
    /// positions.
    struct Build {
        sizes: Vec<u64>,
        pace: f64,
        now: f64,
        estimate: Estimate,
    }

    impl Build {
        fn new(sizes: &[u64], pace: f64) -> Build {
            Build {
                sizes: sizes.to_vec(),
                pace,
                now: 0.0,
                estimate: Estimate::new(),
            }
        }

        fn seconds(&self, at: usize) -> f64 {
            self.pace * work(self.sizes[at] as f64) / 1e6
        }

        fn tell(&mut self, event: &BuildEvent<'_>) {
            let at = Duration::from_secs_f64(self.now);
            self.estimate.event(event, at);
        }

        fn begin(&mut self, at: usize) {
            let families: Vec<FamilyPlan> = self.sizes.iter().map(|&size| family(size)).collect();
            let open: Vec<&FamilyPlan> = families.iter().collect();
            self.tell(&BuildEvent::Begun {
                family: open[at],
                number: at + 1,
                later: &open[at + 1..],
            });
        }

        fn pass(&mut self, stage: Stage, share: f64, at: usize) {
            for done in 1..=4 {
                self.now += share * self.seconds(at) / 4.0;
                self.tell(&BuildEvent::Progress(Progress {
                    family: Material::new(2, 2).family(),
                    stage,
                    done,
                    total: 4,
                }));
            }
        }

        /// Every stage of a family; calls `after` after each.
        fn solve(&mut self, at: usize, mut after: impl FnMut(&Build)) {
            self.begin(at);
            let plies = (2..).map(Stage::Ply);
            let stages = [Stage::Mark, Stage::QuietWins, Stage::Seed];
            let all = USUAL.iter().sum::<f64>() + PACKING;
            for (stage, share) in stages.into_iter().chain(plies).zip(USUAL) {
                self.pass(stage, share / all, at);
                after(self);
            }
            self.tell(&BuildEvent::Solved(&family(0)));
            self.now += PACKING / all * self.seconds(at);
        }
    }

    fn close(told: Duration, expected: f64) {
        let told = told.as_secs_f64();
        let off = (told - expected).abs();
        assert!(off <= 0.01 * expected + 0.01, "{told} for {expected}");
    }

    #[test]
    fn a_steady_build_is_told_to_the_second() {
        let sizes = [20_000, 400_000, 9_000_000, 70_000_000, 500_000_000];
        for pace in [0.2, 3.0] {
            let mut build = Build::new(&sizes, pace);
            let whole: f64 = (0..sizes.len()).map(|at| build.seconds(at)).sum();
            let (mut told, mut ends) = (0, 0.0);
            for (at, &size) in sizes.iter().enumerate() {
                ends += build.seconds(at);
                build.solve(at, |build| {
                    if let Some(outlook) = build.estimate.outlook() {
                        close(outlook.family, ends - build.now);
                        close(outlook.run, whole - build.now);
                        let rate = size as f64 / build.seconds(at);
                        assert!((outlook.rate / rate - 1.0).abs() < 0.01, "{outlook:?}");
                        told += 1;
                    }
                });
            }
            assert!(told > 2 * USUAL.len(), "{told}");
        }
    }

    #[test]
    fn the_share_only_grows() {
        let mut build = Build::new(&[1000, 30_000, 10_000_000], 0.2);
        let mut last = 0.0;
        for at in 0..3 {
            build.solve(at, |build| {
                let share = build.estimate.share();
                assert!(last < share && share < 1.0, "{last} {share}");
                last = share;
            });
        }
    }

    #[test]
    fn nothing_is_told_before_enough_is_known() {
        assert_eq!(Estimate::new().outlook(), None);
        // Ten minutes for the family: a third of it must pass first.
        let mut build = Build::new(&[1_000_000_000], 0.5);
        build.begin(0);
        build.pass(Stage::QuietWins, 0.1, 0);
        assert_eq!(build.estimate.outlook(), None);
        build.pass(Stage::Seed, 0.28, 0);
        assert!(build.estimate.outlook().is_some());
        // Families that are done in no time show little.
        let mut build = Build::new(&[1000, 2000, 1_000_000_000], 0.2);
        build.solve(0, |_| {});
        build.solve(1, |build| assert_eq!(build.estimate.outlook(), None));
    }

    #[test]
    fn a_resumed_family_is_taken_up_where_it_was_left() {
        let mut build = Build::new(&[100_000_000, 100_000_000], 0.2);
        build.begin(0);
        build.pass(Stage::Seed, 0.28, 0);
        build.pass(Stage::Ply(9), 0.025, 0);
        let seconds = build.seconds(0);
        let outlook = build.estimate.outlook().expect("enough is known");
        assert!(outlook.family.as_secs_f64() < 0.2 * seconds, "{outlook:?}");
        let run = outlook.run.as_secs_f64();
        assert!((1.0..1.3).contains(&(run / seconds)), "{outlook:?}");
    }

    #[test]
    fn widening_sets_a_family_back() {
        let mut build = Build::new(&[100_000_000], 0.2);
        build.solve(0, |_| {});
        let late = build.estimate.share();
        build.pass(Stage::Seed, 0.28, 0);
        assert!(build.estimate.share() < late);
        assert!(build.estimate.outlook().is_some());
    }

    /// Misere solves spend most of their time in plies far beyond the usual.
    #[test]
    fn the_spread_is_learned() {
        let mut build = Build::new(&[5_000_000, 50_000_000], 0.3);
        for at in [0, 1] {
            build.begin(at);
            build.pass(Stage::QuietWins, 0.05, at);
            build.pass(Stage::Seed, 0.15, at);
            let plies = if at == 0 { 2..82 } else { 2..2 };
            for ply in plies {
                build.pass(Stage::Ply(ply), 0.01, at);
            }
        }
        let outlook = build.estimate.outlook().expect("a family is known");
        let expected = 0.8 * build.seconds(1);
        let told = outlook.family.as_secs_f64();
        assert!((told / expected - 1.0).abs() < 0.25, "{told} {expected}");
    }
}
