//! What solving does with one block: slices in, messages out.

pub(crate) mod block;
pub(crate) mod captures;
pub(crate) mod cell;
mod lines;
mod moves;
pub(crate) mod propagate;
pub(crate) mod scatter;
pub(crate) mod seed;
pub(crate) mod side;
pub(crate) mod state;
pub(crate) mod view;
