//! Solves missing tables: families in order, each from the values of smaller families. Each family
//! is stored before the next begins.
//!
//! The values of a family stay in the work folder, compressed, while captures of a later family
//! lead to them, even while the work is interrupted. If they are missing, they are restored from
//! the tables, part by part if memory is short. Only one process at a time works in a folder: it
//! has the folder's lock.

pub(crate) mod error;
mod first_process;
pub(crate) mod forecast;
mod lock;
mod needs;
pub(crate) mod plan;
mod resumed;
mod run;
pub(crate) mod settings;
mod table_file;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod writer;
