//! Where tables lie: in a folder, as tables of a board or of its transpose, and in
//! the program.

pub(crate) mod embedded;
pub(crate) mod layout;
pub(crate) mod lock;
pub(crate) mod orientations;
