//! The spread of a family's time over its stages.

use loa_solver::retrograde::Stage;

/// Shares of a family's time: marking, ply 1, the seed, plies 2, 3, .. Measured
/// as CPU time on 5x5 to eight stones, 6x6 to seven, and 7x7 and 8x8 to six,
/// under `mover-pass`, `draw-pass` and `draw-loss`. The first two fall from 0.2
/// to 0.06 together as families grow, and what they lose the plies gain. Under
/// misere rules the plies take twice as long, which the first families teach.
pub(super) const USUAL: [f64; 18] = [
    0.02, 0.09, 0.28, 0.03, 0.08, 0.12, 0.06, 0.075, 0.04, 0.04, 0.025, 0.02, 0.015, 0.012, 0.010,
    0.008, 0.006, 0.005,
];
/// The share of packing and writing the tables, measured with [`USUAL`].
pub(super) const PACKING: f64 = 0.05;
/// Seconds of a run that outweigh [`USUAL`]: about what it takes until the time
/// of a family is more than that of making its files.
const USUAL_SECONDS: f64 = 0.5;

/// Returns the number of a stage, in their order.
pub(super) fn step_of(stage: Stage) -> usize {
    match stage {
        Stage::Mark => 0,
        Stage::QuietWins => 1,
        Stage::Seed => 2,
        Stage::Ply(ply) => usize::from(ply) + 1,
    }
}

/// Seconds spent in the stages of a family.
#[derive(Clone, Debug, Default)]
pub(super) struct Times {
    /// By number: see [`step_of`].
    pub(super) stages: Vec<f64>,
    pub(super) packing: f64,
}

impl Times {
    pub(super) fn add(&mut self, step: usize, seconds: f64) {
        if self.stages.len() <= step {
            self.stages.resize(step + 1, 0.0);
        }
        self.stages[step] += seconds;
    }

    fn all(&self) -> f64 {
        self.stages.iter().sum::<f64>() + self.packing
    }
}

/// The spread of a family's time over its stages: the times of the families so far,
/// added up, so that large ones count most.
#[derive(Debug)]
pub(super) struct Spread(Times);

impl Default for Spread {
    fn default() -> Spread {
        Spread(Times {
            stages: USUAL.map(|share| share * USUAL_SECONDS).to_vec(),
            packing: PACKING * USUAL_SECONDS,
        })
    }
}

impl Spread {
    pub(super) fn learn(&mut self, times: &Times) {
        for (step, &seconds) in times.stages.iter().enumerate() {
            self.0.add(step, seconds);
        }
        self.0.packing += times.packing;
    }

    /// Returns the share of a family that is done when this part of a stage is. Plies
    /// that no family had yet take no time: late ones are short.
    pub(super) fn share(&self, step: usize, part: f64) -> f64 {
        let stages = &self.0.stages;
        let before: f64 = stages.iter().take(step).sum();
        let here = stages.get(step).unwrap_or(&0.0);
        (before + part * here) / self.0.all()
    }

    /// Returns the share that is done when only packing is left.
    pub(super) fn solved(&self) -> f64 {
        1.0 - self.0.packing / self.0.all()
    }
}
