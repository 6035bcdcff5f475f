//! A store that is made to fail.

use std::io;

use loa_solver::retrograde::{
    Activity, Lent, Message, Piece, Place, Shard, Shards, SolveError, Store, Width, Wrote,
};

use crate::paged::PagedStore;

/// The calls of a store that can fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Call {
    Widen,
    Lend,
    Apply,
    WriteValues,
    WriteStates,
    Record,
    Recorded,
}

impl Call {
    pub(crate) const ALL: [Call; 7] = [
        Call::Widen,
        Call::Lend,
        Call::Apply,
        Call::WriteValues,
        Call::WriteStates,
        Call::Record,
        Call::Recorded,
    ];
}

/// The failure of one process.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fault {
    pub(crate) rank: usize,
    pub(crate) call: Call,
    /// The number of these calls that succeed before.
    pub(crate) after: usize,
}

/// The message of the error.
pub(crate) const MADE_TO_FAIL: &str = "made to fail";

/// A store whose calls fail from some call on.
pub(crate) struct FailingStore {
    pub(crate) store: PagedStore,
    pub(crate) fault: Option<Fault>,
}

impl FailingStore {
    fn expect(&mut self, call: Call) -> Result<(), SolveError> {
        let Some(fault) = self.fault.as_mut().filter(|fault| fault.call == call) else {
            return Ok(());
        };
        if fault.after > 0 {
            fault.after -= 1;
            return Ok(());
        }
        Err(SolveError::Io {
            path: format!("{call:?}").into(),
            source: io::Error::other(MADE_TO_FAIL),
        })
    }
}

impl Store for FailingStore {
    fn shards(&self) -> &Shards {
        self.store.shards()
    }

    fn place(&self) -> Option<Place> {
        self.store.place()
    }

    fn longest(&self) -> u16 {
        self.store.longest()
    }

    fn width(&self) -> Width {
        self.store.width()
    }

    fn activity(&self, shard: Shard) -> &Activity {
        self.store.activity(shard)
    }

    fn widen(&mut self) -> Result<(), SolveError> {
        self.expect(Call::Widen)?;
        self.store.widen()
    }

    fn room(&self) -> u64 {
        self.store.room()
    }

    fn lend(&mut self, pieces: &[Piece]) -> Result<Vec<Lent<'_>>, SolveError> {
        self.expect(Call::Lend)?;
        self.store.lend(pieces)
    }

    fn apply(&mut self, messages: Vec<Message>) -> Result<(), SolveError> {
        self.expect(Call::Apply)?;
        self.store.apply(messages)
    }

    fn write_values(&mut self) -> Result<Wrote, SolveError> {
        self.expect(Call::WriteValues)?;
        self.store.write_values()
    }

    fn write_states(&mut self) -> Result<(), SolveError> {
        self.expect(Call::WriteStates)?;
        self.store.write_states()
    }

    fn record_part(&mut self, place: &Place) -> Result<Vec<u8>, SolveError> {
        self.expect(Call::Record)?;
        self.store.record_part(place)
    }

    fn write_record(&mut self, place: &Place, parts: &[Vec<u8>]) -> Result<(), SolveError> {
        self.expect(Call::Record)?;
        self.store.write_record(place, parts)
    }

    fn recorded(&mut self) -> Result<(), SolveError> {
        self.expect(Call::Recorded)?;
        self.store.recorded()
    }
}
