//! Weights for the net that corrects first numbers, trained by a search from its own unfinished
//! table.
//!
//! For every expanded position, a table stores the numbers that the search below it has backed up.
//! They differ widely from the first numbers of the same position, and the net learns the
//! difference: for decided positions, which are few, and for open positions, on which a search
//! spends most of its time. Training is seeded and uses no function of the system's mathematical
//! library, so that it gives the same weights on every machine.

use super::evaluate::{PositionFacts, SideShape};
use super::game::SearchGame;
use super::goal::ATTACKER;
use super::key::stones_of;
use super::net::{
    FEATURES, FIRST, Features, GREATEST, INPUTS, LAST_ONE, Net, ONE, SECOND, SQUARES, WEIGHT_COUNT,
};
use super::numbers::ProofNumbers;
use super::table::SearchTable;
use crate::dispatch;
use crate::game::bitboard::members;
use crate::game::board::Board;
use crate::game::symmetry::Symmetry;
use crate::splitmix;

/// The net of a search, and the time of its next training.
pub(super) struct Learning {
    /// The net that corrects first numbers; `None` for no correction.
    pub(super) net: Option<Net>,
    /// The search trains next after this many expansions; `u64::MAX` if it does not.
    pub(super) next: u64,
}

impl Learning {
    pub(super) const NONE: Learning = Learning { net: None, next: u64::MAX };
}

/// A position, and the error of its first exponents.
pub(super) struct TrainingSample {
    us: u64,
    them: u64,
    features: Features,
    /// The doublings to add to phi and to delta.
    correction: [f32; 2],
    weight: f32,
    is_open: bool,
}

/// Training samples of one board.
pub(super) struct TrainingSet {
    pub(super) board: Board,
    pub(super) samples: Vec<TrainingSample>,
}

/// The mean error of open positions, to which each training shifts them. With a net, numbers grow
/// from training to training, while the costs of decided positions do not.
const MEAN_CORRECTION: f32 = 1.25;
/// The maximum number of samples in a training.
const MOST_SAMPLES: u64 = 1 << 20;
/// Table positions between two calls that ask whether to continue.
const LOOK: u64 = 1 << 16;
/// The maximum error that is learned, in doublings.
const LARGEST_CORRECTION: f32 = 6.0;

impl TrainingSet {
    /// Returns samples of the positions in a table on which some work was spent. They are
    /// incomplete if `goes_on` returned false.
    pub(super) fn of(
        game: &SearchGame,
        table: &SearchTable,
        goes_on: &dyn Fn() -> bool,
    ) -> TrainingSet {
        let board = game.geometry.board;
        let worked = |work: u32| work >= 1;
        let positions = || {
            let numbered = (1..).zip(table.positions());
            let read = numbered.take_while(|(number, _)| number % LOOK != 0 || goes_on());
            read.map(|(_, found)| found)
        };
        let count = positions().filter(|found| worked(found.work)).count() as u64;
        let step = count.div_ceil(MOST_SAMPLES).max(1);
        let chosen = positions().filter(|found| worked(found.work) && found.hash % step == 0);
        let mut samples: Vec<TrainingSample> = chosen
            .filter_map(|found| {
                let (defender, attacker) = stones_of(board, found.key);
                let side = if found.attacks { ATTACKER } else { 1 - ATTACKER };
                let numbers = found.result.numbers;
                game.sample([attacker.0, defender.0], side, numbers, found.work as f32)
            })
            .collect();
        center(&mut samples);
        TrainingSet { board, samples }
    }
}

/// Shifts the mean error of the open positions to [`MEAN_CORRECTION`].
fn center(samples: &mut [TrainingSample]) {
    let open = || samples.iter().filter(|sample| sample.is_open);
    let sum: f32 =
        open().map(|sample| sample.weight * (sample.correction[0] + sample.correction[1])).sum();
    let weight: f32 = open().map(|sample| sample.weight).sum();
    let excess = sum / (2.0 * weight).max(1.0) - MEAN_CORRECTION;
    for sample in samples.iter_mut().filter(|sample| sample.is_open) {
        sample.correction = sample.correction.map(|correction| correction - excess);
    }
}

impl SearchGame {
    /// Returns a training sample for a position with `side` to move; `None` if the first numbers
    /// are certain, a repetition is in the way, or a side has no stones, as only a damaged table
    /// says. `work` is the log2 of the work.
    fn sample(
        &self,
        stones: [u64; 2],
        side: usize,
        numbers: ProofNumbers,
        work: f32,
    ) -> Option<TrainingSample> {
        if numbers.is_repeated() || stones.contains(&0) {
            return None;
        }
        let (us, them) = (stones[side], stones[side ^ 1]);
        let safe_replies = self.safe_replies_to_threats(stones, side);
        if safe_replies == Some(0) {
            return None;
        }
        let facts = PositionFacts {
            scores: [us, them].map(|set| self.evaluation.score(set)),
            attacks: side == ATTACKER,
            safe_replies,
        };
        let first =
            self.evaluation.exponents(&facts).map(|sixteenths| sixteenths as f32 / 16.0 + 4.0);
        // The work gives the number of a decided position, and its other number is far greater.
        let cost = 2.0 + 0.5 * work;
        let beyond = |first: f32| first.max(cost + 2.6) + 2.0;
        let learned = match numbers {
            ProofNumbers { phi: 0, .. } => [cost, beyond(first[1])],
            ProofNumbers { delta: 0, .. } => [beyond(first[0]), cost],
            ProofNumbers { phi, delta } => [logarithm(phi), logarithm(delta)],
        };
        Some(TrainingSample {
            us,
            them,
            features: self.evaluation.features(&facts, [us, them].map(SideShape::of)),
            correction: [0, 1]
                .map(|at| (learned[at] - first[at]).clamp(-LARGEST_CORRECTION, LARGEST_CORRECTION)),
            weight: 0.25 + 0.125 * work.min(12.0),
            is_open: !numbers.is_certain(),
        })
    }
}

/// Returns the binary logarithm of a number, with an error below a hundredth.
fn logarithm(number: u32) -> f32 {
    let power = number.max(1).ilog2();
    let above = number.max(1) as f32 / (1u64 << power) as f32 - 1.0;
    power as f32 + above + 0.344 * above * (1.0 - above)
}

/// A generator of random-looking numbers.
pub(super) struct SeededRandom(pub(super) u64);

impl SeededRandom {
    /// Returns a number below `bound`, which is not 0.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(splitmix::STEP);
        ((u128::from(splitmix::mix(self.0)) * bound as u128) >> 64) as usize
    }

    /// Returns a number between -1 and 1.
    fn around_zero(&mut self) -> f32 {
        self.below(1 << 17) as f32 / 65536.0 - 1.0
    }
}

/// The weights as real numbers, in the order of [`Net::new`](super::net::Net::new), or their
/// gradients.
struct RealWeights(Vec<f32>);

struct Layers<'a> {
    first: &'a mut [[f32; FIRST]],
    second: &'a mut [[f32; SECOND]],
    last: &'a mut [[f32; 2]],
}

/// The integers that represent 1 in the layers' weights.
const SCALES: [f32; 3] = [ONE as f32, ONE as f32, LAST_ONE as f32];

impl RealWeights {
    fn layers(&mut self) -> Layers<'_> {
        let (first, rest) = self.0.split_at_mut((SQUARES + 1) * FIRST);
        let (second, last) = rest.split_at_mut((INPUTS + 1) * SECOND);
        Layers {
            first: first.as_chunks_mut().0,
            second: second.as_chunks_mut().0,
            last: last.as_chunks_mut().0,
        }
    }

    /// Returns the layer of a weight.
    fn layer_of(at: usize) -> usize {
        match at {
            at if at < (SQUARES + 1) * FIRST => 0,
            at if at < WEIGHT_COUNT - (SECOND + 1) * 2 => 1,
            _ => 2,
        }
    }

    fn from_integers(integers: &[i16; WEIGHT_COUNT]) -> RealWeights {
        let real =
            |(at, &weight): (usize, &i16)| f32::from(weight) / SCALES[RealWeights::layer_of(at)];
        RealWeights(integers.iter().enumerate().map(real).collect())
    }

    fn to_integers(&self) -> [i16; WEIGHT_COUNT] {
        std::array::from_fn(|at| {
            let layer = RealWeights::layer_of(at);
            let greatest = GREATEST[layer] as f32;
            (self.0[at] * SCALES[layer]).round().clamp(-greatest, greatest) as i16
        })
    }
}

/// Returns weights of a net that corrects nothing yet.
pub(super) fn fresh_weights() -> [i16; WEIGHT_COUNT] {
    let mut random = SeededRandom(1);
    let mut weights = RealWeights((0..WEIGHT_COUNT).map(|_| random.around_zero()).collect());
    let Layers { first, second, last } = weights.layers();
    first.as_flattened_mut().iter_mut().for_each(|weight| *weight *= 0.35);
    second.as_flattened_mut().iter_mut().for_each(|weight| *weight *= 0.2);
    last.as_flattened_mut().iter_mut().for_each(|weight| *weight *= 0.08);
    first[SQUARES] = [0.1; FIRST];
    second[INPUTS] = [0.1; SECOND];
    last[SECOND] = [0.0; 2];
    weights.to_integers()
}

const BATCH: usize = 256;
/// Passes over the samples.
const EPOCHS: usize = 2;
const RATE: f32 = 0.002;

/// Trains weights, beginning with the given ones, and returns them. Uses Adam, with a loss that is
/// quadratic up to one doubling and linear beyond (Huber's). Training ends early if `goes_on`
/// returns false.
pub(super) fn train(
    weights: &[i16; WEIGHT_COUNT],
    sets: &[TrainingSet],
    goes_on: &dyn Fn() -> bool,
) -> [i16; WEIGHT_COUNT] {
    let mut order: Vec<(usize, usize)> = (0..sets.len())
        .flat_map(|set| (0..sets[set].samples.len()).map(move |at| (set, at)))
        .collect();
    let images: Vec<Vec<[u8; 64]>> = sets.iter().map(|set| images(set.board)).collect();
    let mut random = SeededRandom(77);
    let mut weights = RealWeights::from_integers(weights);
    let mut adam = Adam::new(EPOCHS * order.len() / BATCH);
    for _ in 0..EPOCHS {
        for last in (1..order.len()).rev() {
            order.swap(last, random.below(last + 1));
        }
        for batch in order.chunks_exact(BATCH).take_while(|_| goes_on()) {
            let mut gradients = RealWeights(vec![0.0; WEIGHT_COUNT]);
            for &(set, at) in batch {
                let images = &images[set];
                let image = &images[random.below(images.len())];
                let sample = &sets[set].samples[at];
                let (weights, gradients) = (&mut weights.layers(), &mut gradients.layers());
                dispatch!(add_gradients(weights, gradients, sample, image));
            }
            adam.step(&mut weights.0, &gradients.0);
        }
    }
    weights.to_integers()
}

/// Returns for every symmetry of a board the image of each square.
fn images(board: Board) -> Vec<[u8; 64]> {
    let image = |symmetry: Symmetry| {
        let mut squares = [0; 64];
        for square in board.mask() {
            let image = symmetry.apply(board, square.into()).0;
            squares[square.index() as usize] = image.trailing_zeros() as u8;
        }
        squares
    };
    Symmetry::all(board).map(image).collect()
}

/// Adds the gradients of a sample's loss.
#[inline(always)]
fn add_gradients(
    weights: &mut Layers<'_>,
    gradients: &mut Layers<'_>,
    sample: &TrainingSample,
    image: &[u8; 64],
) {
    let squares = |set: u64, first: usize| {
        members(set).map(move |square| first + usize::from(image[square as usize & 63]))
    };
    let rows = || squares(sample.us, 0).chain(squares(sample.them, 64)).chain([SQUARES]);
    let mut inputs = [0f32; INPUTS];
    for row in rows() {
        for (input, weight) in inputs.iter_mut().zip(&weights.first[row]) {
            *input += weight;
        }
    }
    for input in &mut inputs[..FIRST] {
        *input = input.max(0.0);
    }
    for at in 0..FEATURES {
        inputs[FIRST + at] = f32::from(sample.features[at]) / ONE as f32;
    }
    let mut units = weights.second[INPUTS];
    for (input, row) in inputs.iter().zip(&*weights.second) {
        for (unit, weight) in units.iter_mut().zip(row) {
            *unit += input * weight;
        }
    }
    let mut out = weights.last[SECOND];
    for (unit, row) in units.iter_mut().zip(&*weights.last) {
        *unit = unit.max(0.0);
        out[0] += *unit * row[0];
        out[1] += *unit * row[1];
    }
    let slope = [0, 1].map(|at| sample.weight * (out[at] - sample.correction[at]).clamp(-1.0, 1.0));
    let mut below = [0f32; SECOND];
    for at in 0..SECOND {
        add_scaled(&mut gradients.last[at], &slope, units[at]);
        if units[at] > 0.0 {
            below[at] = slope[0] * weights.last[at][0] + slope[1] * weights.last[at][1];
        }
    }
    add_scaled(&mut gradients.last[SECOND], &slope, 1.0);
    let mut deepest = [0f32; FIRST];
    for at in 0..INPUTS {
        add_scaled(&mut gradients.second[at], &below, inputs[at]);
        if at < FIRST && inputs[at] > 0.0 {
            // Eight parallel sums in a fixed order, because the order of additions affects the
            // result.
            let mut sums = [0f32; 8];
            let products = below.iter().zip(&weights.second[at]);
            for (unit, (slope, weight)) in products.enumerate() {
                sums[unit % 8] += slope * weight;
            }
            deepest[at] = sums.iter().sum();
        }
    }
    add_scaled(&mut gradients.second[INPUTS], &below, 1.0);
    for row in rows() {
        add_scaled(&mut gradients.first[row], &deepest, 1.0);
    }
}

/// Adds a multiple of `from`.
#[inline(always)]
fn add_scaled<const N: usize>(to: &mut [f32; N], from: &[f32; N], factor: f32) {
    for (to, from) in to.iter_mut().zip(from) {
        *to += factor * from;
    }
}

/// Adam (Kingma and Ba, 2014), with a rate that falls to a fiftieth.
struct Adam {
    steps: usize,
    taken: usize,
    means: Vec<f32>,
    squares: Vec<f32>,
    decays: [f32; 2],
}

impl Adam {
    fn new(steps: usize) -> Adam {
        Adam {
            steps,
            taken: 0,
            means: vec![0.0; WEIGHT_COUNT],
            squares: vec![0.0; WEIGHT_COUNT],
            decays: [1.0; 2],
        }
    }

    fn step(&mut self, weights: &mut [f32], gradients: &[f32]) {
        let done = self.taken as f32 / self.steps as f32;
        let rate = RATE * (1.0 - done).max(0.02);
        self.taken += 1;
        self.decays[0] *= 0.9;
        self.decays[1] *= 0.999;
        let (mean_scale, square_scale) = (1.0 - self.decays[0], 1.0 - self.decays[1]);
        let moments = self.means.iter_mut().zip(&mut self.squares);
        for ((weight, gradient), (mean, square)) in weights.iter_mut().zip(gradients).zip(moments) {
            let gradient = gradient / BATCH as f32;
            *mean = 0.9 * *mean + 0.1 * gradient;
            *square = 0.999 * *square + 0.001 * gradient * gradient;
            *weight -= rate * (*mean / mean_scale) / ((*square / square_scale).sqrt() + 1e-8);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::goal::RuleSet;

    /// Returns samples of random positions whose error is a simple function of the stones.
    fn training_set(count: usize) -> TrainingSet {
        let board = Board::new(5, 5).unwrap();
        let game = SearchGame::new(board, RuleSet::NORMAL, false);
        let (mut random, mut samples) = (SeededRandom(3), Vec::new());
        while samples.len() < count {
            let mut set = || (random.below(1 << 30) << 30 | random.below(1 << 30)) as u64;
            let (us, them) = (set() & set() & board.mask().0, set() & set() & board.mask().0);
            let them = them & !us;
            if us == 0 || them == 0 {
                continue;
            }
            let numbers =
                ProofNumbers { phi: 16 << us.count_ones(), delta: 16 << them.count_ones() };
            samples.extend(game.sample([us, them], ATTACKER, numbers, 3.0));
        }
        TrainingSet { board, samples }
    }

    #[test]
    fn training_brings_numbers_nearer_and_is_the_same_every_time() {
        let sets = [training_set(20_000)];
        let train = || train(&fresh_weights(), &sets, &|| true);
        let weights = train();
        assert!(weights == train());
        let error = |weights: &[i16; WEIGHT_COUNT]| {
            let net = Net::new(weights);
            let errors = sets[0].samples.iter().map(|sample| {
                let sums = net.sums(sample.us, sample.them);
                let [phi, delta] = net.correction(&sums, &sample.features);
                (phi as f32 / 16.0 - sample.correction[0]).abs()
                    + (delta as f32 / 16.0 - sample.correction[1]).abs()
            });
            errors.sum::<f32>() / sets[0].samples.len() as f32
        };
        let (before, after) = (error(&fresh_weights()), error(&weights));
        assert!(after < before / 3.0, "{before} {after}");
    }

    /// A saved search is not trusted, and its keys may be any numbers.
    #[test]
    fn positions_without_stones_are_no_samples() {
        let game = SearchGame::new(Board::new(5, 5).unwrap(), RuleSet::NORMAL, false);
        let numbers = ProofNumbers { phi: 160, delta: 160 };
        for stones in [[0, 0], [0, 3], [3, 0]] {
            assert!(game.sample(stones, ATTACKER, numbers, 3.0).is_none());
        }
        assert!(game.sample([1, 1 << 30], ATTACKER, numbers, 3.0).is_some());
    }

    #[test]
    fn logarithms_are_right_to_a_hundredth() {
        for number in (1..100_000u32).step_by(7).chain([u32::MAX / 3]) {
            assert!((logarithm(number) - (number as f32).log2()).abs() < 0.01, "{number}");
        }
    }
}
