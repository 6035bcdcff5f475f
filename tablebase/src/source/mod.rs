//! Sources of tables: a folder, the program itself, or anything else.
//!
//! [`table_source`] is the interface between tables and answers. A [`layout`] is a folder of
//! tables, [`nearby`] looks for tables that it lacks, [`embedded`] are the built-in tables, and a
//! [`table_set`] is a collection of tables opened one by one. [`orientations`] also finds tables of
//! a board's transpose.

pub(crate) mod embedded;
pub(crate) mod layout;
pub(crate) mod nearby;
pub(crate) mod orientations;
pub(crate) mod table_set;
pub(crate) mod table_source;
