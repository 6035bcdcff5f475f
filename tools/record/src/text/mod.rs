//! External text: read within bounds, and shown without control characters.

mod diagram;
mod encoding;
mod figures;
mod file;
mod foreign;
mod lines;
mod printable;
mod wrapping;

pub use diagram::board_lines;
pub use encoding::decoded;
pub use figures::{color_name, counted, grouped, listed, plies, within};
pub use file::{FileError, MOST_BYTES, path_text, read_all, read_file, read_text};
pub use foreign::foreign;
pub use lines::{LineTooLong, Lines, MOST_LINE_BYTES};
pub use printable::{printable, shortened};
pub use wrapping::wrapped;
