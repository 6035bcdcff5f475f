//! Solving what is missing: families in order, each from the values of smaller
//! ones, each stored before the next begins.
//!
//! The values of a family stay in the work folder, compressed, as long as a later
//! family captures into them, also while the work is interrupted. If they are not
//! there they are restored from the tables, part by part where memory is short. One
//! process at a time works on a folder: it holds the folder's lock.

mod distance_removal;
pub(crate) mod error;
pub(crate) mod forecast;
mod lead;
mod lock;
mod needs;
pub(crate) mod pack;
pub(crate) mod plan;
mod resumed;
mod run;
pub(crate) mod settings;
mod table_file;
#[cfg(test)]
mod tests;
pub(crate) mod writer;
