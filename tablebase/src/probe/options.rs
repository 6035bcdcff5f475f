//! Settings of tablebases.

use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::AtomicU32;
use std::sync::{Arc, Mutex};

use loa_solver::Rules;

use super::cache::unit_cache;
use super::shared::SharedResources;
use super::tablebase::Tablebase;
use super::tablebases::Tablebases;
use crate::source::layout::Layout;
use crate::source::table_source::TableSource;

/// Settings of tablebases: the sources of tables, and the size of the cache.
///
/// # Examples
///
/// ```no_run
/// use loa_tablebase::Tablebase;
///
/// let rules = "draw-pass".parse()?;
/// let small = Tablebase::options().cache_bytes(8 << 20).open("tables", rules);
/// let two_folders = Tablebase::options().folder("tables").folder("more").tablebase(rules);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TablebaseOptions {
    sources: Vec<Box<dyn TableSource>>,
    folder: Option<PathBuf>,
    embedded: bool,
    cache_bytes: usize,
}

impl fmt::Debug for TablebaseOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TablebaseOptions")
            .field("folder", &self.folder)
            .field("embedded", &self.embedded)
            .field("cache_bytes", &self.cache_bytes)
            .finish_non_exhaustive()
    }
}

impl Default for TablebaseOptions {
    fn default() -> TablebaseOptions {
        TablebaseOptions {
            sources: Vec::new(),
            folder: None,
            embedded: true,
            cache_bytes: Tablebase::DEFAULT_CACHE_BYTES,
        }
    }
}

impl TablebaseOptions {
    /// Adds a folder, laid out as [`Layout`] says, after the sources added before. It need not
    /// exist.
    #[must_use]
    pub fn folder(mut self, folder: impl Into<PathBuf>) -> TablebaseOptions {
        let folder = folder.into();
        self.folder.get_or_insert_with(|| folder.clone());
        self.source(Layout::new(folder))
    }

    /// Adds any source of tables, after those added before.
    #[must_use]
    pub fn source(mut self, source: impl TableSource + 'static) -> TablebaseOptions {
        self.sources.push(Box::new(source));
        self
    }

    /// Sets whether the built-in tables are used if no other source has a table. Default: yes.
    #[must_use]
    pub const fn embedded(mut self, embedded: bool) -> TablebaseOptions {
        self.embedded = embedded;
        self
    }

    /// Sets the size in bytes of the cache of unpacked values. Default:
    /// [`Tablebase::DEFAULT_CACHE_BYTES`]. The minimum is 64 KiB.
    #[must_use]
    pub const fn cache_bytes(mut self, bytes: usize) -> TablebaseOptions {
        self.cache_bytes = bytes;
        self
    }

    /// Adds a folder and returns its tablebase for some rules. Nothing is opened yet.
    pub fn open(self, folder: impl Into<PathBuf>, rules: Rules) -> Tablebase {
        self.folder(folder).tablebase(rules)
    }

    /// Returns a tablebase for some rules. Nothing is opened yet.
    pub fn tablebase(self, rules: Rules) -> Tablebase {
        Tablebase::new(rules, self.shared())
    }

    /// Returns the tablebases of all rules, with one cache. Nothing is opened yet.
    pub fn tablebases(self) -> Tablebases {
        Tablebases::new(self.shared())
    }

    fn shared(self) -> Arc<SharedResources> {
        Arc::new(SharedResources {
            sources: self.sources,
            embedded: self.embedded,
            folder: self.folder,
            cache: unit_cache(self.cache_bytes),
            numberings: Mutex::default(),
            tables: AtomicU32::new(0),
        })
    }
}

impl Tablebase {
    /// Returns settings to adjust before tables are opened.
    pub fn options() -> TablebaseOptions {
        TablebaseOptions::default()
    }

    /// Returns the tablebase of a folder laid out as [`Layout`](crate::Layout) says, and of the
    /// built-in tables. Nothing is opened yet.
    pub fn open(folder: impl Into<PathBuf>, rules: Rules) -> Tablebase {
        Tablebase::options().open(folder, rules)
    }

    /// Returns the tablebase of the built-in tables only.
    pub fn embedded(rules: Rules) -> Tablebase {
        Tablebase::options().tablebase(rules)
    }
}

impl Tablebases {
    /// Returns settings to adjust before tables are opened.
    pub fn options() -> TablebaseOptions {
        TablebaseOptions::default()
    }
}
