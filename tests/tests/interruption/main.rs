//! Whatever stops a solve and however often, whatever the width of cells and
//! the number of threads: the values come out the same, byte for byte.

mod job;

use loa_solver::internal::Width;
use loa_solver::retrograde::SolveError;
use loa_solver::{Material, Rules, Stop};
use loa_tests::folder::in_memory as folder;
use loa_tests::solved::cell;

use job::{Codes, Job, Snapshot, codes, is_log, is_record, restored, snapshot, stop_at};

/// Small boards under every rules id.
fn small() -> impl Iterator<Item = Job> {
    Rules::all().flat_map(|rules| {
        [("4x3", 6), ("4x4", 4)].map(|(board, most)| Job::new(board, most, rules.id()))
    })
}

/// Whole boards under some; misere takes longest, up to 43 plies.
fn large() -> impl Iterator<Item = Job> {
    let rules = ["mover-pass", "own-loss", "draw-draw-misere"];
    rules.into_iter().flat_map(|rules| {
        [("4x4", 8), ("5x3", 8)].map(|(board, most)| Job::new(board, most, rules))
    })
}

/// Some of the questions, at odd distances, the first and the last among them.
fn some(questions: u64, how_many: u64) -> impl Iterator<Item = u64> {
    let step = (questions / how_many).max(1);
    let inner = (1..questions).step_by(step as usize);
    inner.chain([questions])
}

fn interruptions_change_nothing(job: Job, how_many: u64) {
    let (whole, questions) = job.undisturbed();
    for question in some(questions, how_many) {
        let work = folder();
        job.stop(work.path(), question);
        job.completes(work.path(), &whole, || format!("stopped at {question}"));
    }
}

fn one_interruption(jobs: impl Iterator<Item = Job>) {
    for job in jobs {
        for every_ply in [true, false] {
            interruptions_change_nothing(Job { every_ply, ..job }, 8);
        }
    }
}

/// Stops every family again and again, after few more questions than it takes
/// to get one ply further.
fn many_interruptions(jobs: impl Iterator<Item = Job>) {
    for job in jobs {
        let (whole, _) = job.undisturbed();
        for question in [5, 6, 9] {
            for every_ply in [true, false] {
                let job = Job { every_ply, ..job };
                let work = folder();
                let solved = job.run_each(work.path(), |solver, family, lower| {
                    for _ in 0..1000 {
                        let solver = solver.clone().stop(stop_at(question).0);
                        match job::solve(&solver, family, lower) {
                            Err(SolveError::Interrupted { .. }) => {}
                            ended => return ended,
                        }
                    }
                    panic!("{job:?} gets no further in {question} questions");
                });
                let solved = solved.unwrap_or_else(|error| panic!("{job:?}: {error}"));
                assert!(codes(&solved) == whole, "{job:?} every {question}");
            }
        }
    }
}

/// Wide cells hold the same values.
fn narrow_limits(jobs: impl Iterator<Item = Job>) {
    for job in jobs {
        let work = folder();
        let narrow = job.run(work.path(), &Stop::default()).expect("a solve");
        let longest = |family: Material| {
            let files = [family, family.twin()].map(|material| &narrow[&material]);
            let plies = files.map(|file| (0..file.index().len()).map(|at| cell(file, at).plies()));
            plies.into_iter().flatten().max().expect("positions")
        };
        for narrow_limit in [0, 5, 20] {
            let work = folder();
            let job = Job {
                narrow_limit,
                ..job
            };
            let wide = job.run(work.path(), &Stop::default()).expect("a solve");
            for (material, file) in &wide {
                let expected = &narrow[material];
                assert_eq!(expected.width(), Width::Narrow);
                let differs = |&at: &u64| cell(expected, at) != cell(file, at);
                assert_eq!(
                    (0..file.index().len()).find(differs),
                    None,
                    "{job:?} {material}"
                );
                if longest(*material) > narrow_limit {
                    assert_eq!(file.width(), Width::Wide, "{job:?} {material}");
                }
            }
            let wide = wide.values().any(|file| file.width() == Width::Wide);
            assert!(wide || narrow_limit > 0, "{job:?} has no wide cells");
        }
    }
}

fn narrow_limits_and_interruptions(jobs: impl Iterator<Item = Job>) {
    for job in jobs {
        for (narrow_limit, every_ply) in [(0, false), (5, true)] {
            let job = Job {
                narrow_limit,
                every_ply,
                ..job
            };
            interruptions_change_nothing(job, 4);
        }
    }
}

fn any_number_of_threads(jobs: impl Iterator<Item = Job>) {
    for job in jobs {
        let in_pool = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.expect("a pool").install(|| job.undisturbed().0)
        };
        let one = in_pool(1);
        assert!(in_pool(2) == one && in_pool(8) == one, "{job:?}");
    }
}

/// Two moments of one solve: what the first recorded, and what had been
/// written by the second.
struct Moments {
    earlier: Snapshot,
    later: Snapshot,
    told: String,
}

fn moments(job: Job, how_many: u64) -> (Codes, Vec<Moments>) {
    let (whole, questions) = job.undisturbed();
    let mut pairs = Vec::new();
    for question in some(questions, how_many) {
        let work = folder();
        job.stop(work.path(), question);
        let earlier = snapshot(work.path());
        // Finished families ask again on the way, so that these get further by
        // a ply or so, by a few, and to the end.
        for more in [question + 3, question + 10, 0] {
            let work = restored(&earlier);
            let _ = job.run(work.path(), &stop_at(more).0);
            pairs.push(Moments {
                earlier: earlier.clone(),
                later: snapshot(work.path()),
                told: format!("stopped at {question}, then at {more}"),
            });
        }
    }
    (whole, pairs)
}

impl Moments {
    /// The later folder with the earlier records, and the files that only these name:
    /// what a killed run leaves.
    fn killed(&self) -> Snapshot {
        let mut files = self.later.clone();
        files.retain(|name, _| !is_record(name));
        for (name, bytes) in &self.earlier {
            files.entry(name.clone()).or_insert_with(|| bytes.clone());
        }
        files
    }

    /// The killed run's folder if only some of the writes since have reached the disk: each
    /// stretch of `stretch` bytes is as it was written, or empty.
    fn torn(&self, stretch: usize, seed: u64) -> Snapshot {
        let mut files = self.killed();
        for (name, file) in files.iter_mut().filter(|(name, _)| !is_record(name)) {
            let whole = self.earlier.get(name).map_or(0, Vec::len);
            // Nothing but logs is added to.
            let is_new = whole == 0 && !name.ends_with(".finished");
            if is_new || is_log(name) {
                for (at, part) in file[whole..].chunks_mut(stretch).enumerate() {
                    if scrambled(seed ^ at as u64) & 1 == 0 {
                        part.fill(0);
                    }
                }
            }
        }
        files
    }
}

/// A number that looks random (splitmix64).
const fn scrambled(number: u64) -> u64 {
    let z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

fn files_newer_than_the_record(jobs: impl Iterator<Item = Job>) {
    let narrow_limit = 5;
    for job in jobs {
        let job = Job {
            narrow_limit,
            ..job
        };
        let (whole, moments) = moments(job, 3);
        for moments in &moments {
            let work = restored(&moments.killed());
            job.completes(work.path(), &whole, || moments.told.clone());
        }
    }
}

fn files_partly_newer_than_the_record(jobs: impl Iterator<Item = Job>) {
    for job in jobs {
        let (whole, moments) = moments(job, 3);
        for (seed, moments) in (0..).zip(&moments) {
            let work = restored(&moments.killed());
            job.completes(work.path(), &whole, || moments.told.clone());
            for stretch in [1, 64] {
                let work = restored(&moments.torn(stretch, seed << 32));
                let told = || format!("{}, torn every {stretch} bytes", moments.told);
                job.completes(work.path(), &whole, told);
            }
        }
    }
}

mod small_boards {
    #[test]
    fn one_interruption() {
        super::one_interruption(super::small());
    }

    #[test]
    fn many_interruptions() {
        super::many_interruptions(super::small());
    }

    #[test]
    fn narrow_limits() {
        super::narrow_limits(super::small());
    }

    #[test]
    fn narrow_limits_and_interruptions() {
        super::narrow_limits_and_interruptions(super::small());
    }

    #[test]
    fn any_number_of_threads() {
        super::any_number_of_threads(super::small());
    }

    #[test]
    fn files_newer_than_the_record() {
        super::files_newer_than_the_record(super::small());
    }

    #[test]
    fn files_partly_newer_than_the_record() {
        super::files_partly_newer_than_the_record(super::small());
    }
}

mod whole_boards {
    #[test]
    #[ignore = "takes half a minute: .ci/run has time for it"]
    fn one_interruption() {
        super::one_interruption(super::large());
    }

    #[test]
    #[ignore = "takes half a minute: .ci/run has time for it"]
    fn many_interruptions() {
        super::many_interruptions(super::large());
    }

    #[test]
    #[ignore = "takes half a minute: .ci/run has time for it"]
    fn narrow_limits() {
        super::narrow_limits(super::large());
    }

    #[test]
    #[ignore = "takes half a minute: .ci/run has time for it"]
    fn narrow_limits_and_interruptions() {
        super::narrow_limits_and_interruptions(super::large());
    }

    #[test]
    #[ignore = "takes half a minute: .ci/run has time for it"]
    fn any_number_of_threads() {
        super::any_number_of_threads(super::large());
    }

    #[test]
    #[ignore = "takes half a minute: .ci/run has time for it"]
    fn files_newer_than_the_record() {
        super::files_newer_than_the_record(super::large());
    }

    #[test]
    #[ignore = "takes half a minute: .ci/run has time for it"]
    fn files_partly_newer_than_the_record() {
        super::files_partly_newer_than_the_record(super::large());
    }
}
