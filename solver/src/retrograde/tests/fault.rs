//! Injected failures of store calls, on the thread that acts as one process.

use std::cell::Cell;
use std::io;

use crate::retrograde::SolveError;

/// The calls of a store that can fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::retrograde) enum Call {
    Widen,
    Lend,
    Apply,
    WriteValues,
    WriteStates,
    Record,
    Recorded,
}

impl Call {
    pub(super) const ALL: [Call; 7] = [
        Call::Widen,
        Call::Lend,
        Call::Apply,
        Call::WriteValues,
        Call::WriteStates,
        Call::Record,
        Call::Recorded,
    ];
}

/// The failure of one process: a call fails, and all later ones of its kind, after some have
/// succeeded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fault {
    pub(super) call: Call,
    pub(super) after: usize,
}

/// The message of the error.
pub(super) const MADE_TO_FAIL: &str = "made to fail";

thread_local! {
    static PLANNED: Cell<Option<Fault>> = const { Cell::new(None) };
}

/// Plans the failure of this thread's process.
pub(super) fn plan(fault: Option<Fault>) {
    PLANNED.set(fault);
}

/// Fails if a failure is planned.
pub(in crate::retrograde) fn pass(call: Call) -> Result<(), SolveError> {
    let Some(fault) = PLANNED.get().filter(|fault| fault.call == call) else {
        return Ok(());
    };
    if fault.after > 0 {
        let after = fault.after - 1;
        PLANNED.set(Some(Fault { after, ..fault }));
        return Ok(());
    }
    Err(SolveError::Io { path: format!("{call:?}").into(), error: io::Error::other(MADE_TO_FAIL) })
}
