//! Tests of whole solves.

mod interruption;
mod refusal;
mod torn;
