//! Text from outside: read within bounds, and shown without being obeyed.

mod figures;
mod file;
mod lines;
mod printable;

pub use figures::{counted, grouped};
pub use file::{FileError, MOST_BYTES, read_all, read_file};
pub use lines::{LineTooLong, MOST_LINE_BYTES, next_line};
pub use printable::{printable, shortened};
