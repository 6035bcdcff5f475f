//! The usual solve by processes that share a work folder and have no memory.

use loa_solver::retrograde::{SolveError, Solver};

use crate::threads::threads;
use crate::{Patience, Solved, Way, codes, folder};

impl Solved<'_> {
    /// Solves the family in the usual way by processes that share a folder and have no
    /// memory, interrupted again and again.
    pub(crate) fn solve_together(&self, way: Way) -> Vec<Vec<u16>> {
        let work = folder();
        for attempt in 0.. {
            let size = way.sizes[attempt % way.sizes.len()];
            let processes = threads(size).into_iter().enumerate();
            let ended: Vec<_> = std::thread::scope(|scope| {
                let spawn = |(rank, mut exchange)| {
                    let work = work.path();
                    scope.spawn(move || {
                        let mut solver = Solver::new(self.rules, self.numbering, work);
                        (solver.round, solver.narrow_limit) = (Some(way.round), way.narrow_limit);
                        (solver.memory, solver.shards) = (0, Some(way.shards));
                        let patient = rank != attempt % size || !way.is_interrupted;
                        let rounds = if patient { u32::MAX } else { attempt as u32 };
                        let control = Patience(rounds.into());
                        let (family, lower) = (self.family, self.lower);
                        let values =
                            solver.solve_together(family, lower, &mut exchange, &control)?;
                        Ok(values.iter().map(codes).collect::<Vec<_>>())
                    })
                };
                let threads: Vec<_> = processes.map(spawn).collect();
                let ended = threads.into_iter().map(|thread| thread.join().unwrap());
                ended.collect::<Vec<Result<_, SolveError>>>()
            });
            match ended.into_iter().collect::<Result<Vec<_>, _>>() {
                Ok(mut found) => {
                    found.dedup();
                    assert_eq!(found.len(), 1, "processes read other values");
                    return found.remove(0);
                }
                Err(SolveError::Interrupted { .. }) => {}
                Err(error) => panic!("{} {}: {error}", self.rules, self.family),
            }
        }
        unreachable!("attempts go on until one succeeds")
    }
}
