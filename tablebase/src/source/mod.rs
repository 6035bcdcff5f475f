//! Sources of tables: a folder, the program itself, or anything else.
//!
//! [`table_source`] is the seam between tables and answers. A [`layout`] is a folder
//! of tables and [`embedded`] those inside the program; [`table_set`] holds tables
//! that were opened one by one. [`orientations`] looks for the tables of a board
//! also among those of its transpose. [`new_file`] makes files in a folder,
//! and [`digests`] are files that name tables.

#[cfg(feature = "build")]
pub(crate) mod digests;
pub(crate) mod embedded;
pub(crate) mod layout;
#[cfg(feature = "build")]
pub(crate) mod new_file;
pub(crate) mod orientations;
pub(crate) mod table_set;
pub(crate) mod table_source;
