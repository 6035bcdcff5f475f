//! The tables of all rules, with one cache.

use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use loa_solver::Rules;

use super::shared::SharedResources;
use super::tablebase::Tablebase;

/// Tables for any rules, opened as needed, with one cache of bounded size.
///
/// # Examples
///
/// ```
/// use loa_tablebase::Tablebases;
///
/// let tables = Tablebases::options().cache_bytes(16 << 20).tablebases();
/// let position = "1xx1/o2o/o2o/1xx1 x".parse()?;
/// let under = |rules: &str| tables.of(rules.parse()?).answer(&position).map_err(Into::into);
/// let answers: Result<Vec<_>, Box<dyn std::error::Error>> =
///     ["mover-pass", "draw-pass", "mover-pass-misere"].map(under).into_iter().collect();
/// let answers: Vec<String> = answers?.iter().map(ToString::to_string).collect();
/// assert_eq!(answers, ["win in 3", "win in 3", "draw"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Tablebases {
    shared: Arc<SharedResources>,
    by_rules: HashMap<Rules, Arc<Tablebase>>,
}

impl fmt::Debug for Tablebases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tablebases").field("folder", &self.shared.folder).finish_non_exhaustive()
    }
}

impl Tablebases {
    /// Returns the tablebases of a folder laid out as [`Layout`](crate::Layout) says, and of the
    /// built-in tables. Nothing is opened yet.
    pub fn open(folder: impl Into<PathBuf>) -> Tablebases {
        Tablebases::options().folder(folder).tablebases()
    }

    pub(crate) fn new(shared: Arc<SharedResources>) -> Tablebases {
        let tablebase = |rules| Arc::new(Tablebase::new(rules, Arc::clone(&shared)));
        let by_rules = Rules::all().map(|rules| (rules, tablebase(rules))).collect();
        Tablebases { shared, by_rules }
    }

    /// Returns the tablebase for the given rules.
    pub fn of(&self, rules: Rules) -> &Tablebase {
        &self.by_rules[&rules]
    }

    /// Returns the tablebase for the given rules, to share with threads.
    pub fn shared_of(&self, rules: Rules) -> Arc<Tablebase> {
        Arc::clone(&self.by_rules[&rules])
    }

    /// Counts the open tables.
    pub fn open_tables(&self) -> usize {
        self.by_rules.values().map(|tables| tables.open_tables()).sum()
    }

    /// Returns the size of the unpacked values in the cache, in bytes.
    pub fn cached_bytes(&self) -> u64 {
        self.shared.cache.weight()
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::path::PathBuf;
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::sync::{Mutex, PoisonError};
    use std::thread;
    use std::time::Duration;

    use loa_solver::{Board, Material, Position};

    use super::*;
    use crate::format::error::TableError;
    use crate::format::storage::Storage;
    use crate::format::subject::TableSubject;
    use crate::format::table::Table;
    use crate::probe::session::tests::spread;
    use crate::source::embedded::Embedded;
    use crate::source::table_source::TableSource;

    #[test]
    fn rules_share_a_cache_and_no_values() {
        let tables = Tablebases::options().cache_bytes(1 << 20).tablebases();
        let positions = spread(&["3v4"], 500);
        for _ in ["cold", "warm"] {
            for rules in ["mover-pass", "own-loss", "mover-pass-misere"] {
                let rules: Rules = rules.parse().unwrap();
                let alone = Tablebase::embedded(rules);
                for position in &positions {
                    let answer = tables.of(rules).answer(position).unwrap();
                    assert_eq!(answer, alone.answer(position).unwrap(), "{rules} {position}");
                }
            }
            let bytes = tables.cached_bytes();
            assert!((1..=1 << 20).contains(&bytes), "{bytes}");
            assert!(tables.open_tables() >= 3);
        }
    }

    /// Storage whose reads wait until the other end of the gate is dropped.
    struct Slow {
        bytes: &'static [u8],
        reached: Sender<()>,
        gate: Arc<Mutex<Receiver<()>>>,
    }

    impl Storage for Slow {
        fn size(&self) -> io::Result<u64> {
            self.bytes.size()
        }

        fn read_at(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
            let _ = self.reached.send(());
            let gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = gate.recv();
            self.bytes.read_at(offset, bytes)
        }
    }

    /// A source of built-in tables, of which 3v4 is slow.
    struct SlowSource {
        reached: Mutex<Sender<()>>,
        gate: Arc<Mutex<Receiver<()>>>,
    }

    impl TableSource for SlowSource {
        fn open_table(&self, subject: TableSubject) -> Result<Option<Arc<Table>>, TableError> {
            if subject.material != Material::new(3, 4) {
                return Embedded.open_table(subject);
            }
            let slow = Slow {
                bytes: include_bytes!("../../tables/mover-pass/4x4/3v4.loa"),
                reached: self.reached.lock().unwrap().clone(),
                gate: Arc::clone(&self.gate),
            };
            Table::from_storage(slow, "slow").map(|table| Some(Arc::new(table)))
        }

        fn materials(&self, rules: Rules, board: Board) -> io::Result<Vec<Material>> {
            Embedded.materials(rules, board)
        }

        fn location(&self, subject: TableSubject) -> PathBuf {
            Embedded.location(subject)
        }
    }

    #[test]
    fn a_slow_table_holds_up_no_other() {
        let rules = Rules::default();
        let ((open_gate, gate), (reached, is_reached)) = (channel(), channel());
        let source = SlowSource { reached: Mutex::new(reached), gate: Arc::new(Mutex::new(gate)) };
        let tables = Tablebases::options().source(source).tablebases();
        let expected = |position: &Position| Tablebase::embedded(rules).answer(position).unwrap();
        let (slow, quick) = (spread(&["3v4"], 500), spread(&["2v3"], 50));
        // A position that needs more than the rules.
        let slow = slow.iter().find(|position| expected(position).plies() > Some(3)).unwrap();
        thread::scope(|scope| {
            let waiting = scope.spawn(|| tables.of(rules).answer(slow));
            let deadline = Duration::from_secs(60);
            is_reached.recv_timeout(deadline).unwrap();
            let (answers, arrived) = channel();
            let tables = &tables;
            scope.spawn(move || {
                let all =
                    quick.iter().map(|position| (*position, tables.of(rules).answer(position)));
                let _ = answers.send(all.collect::<Vec<_>>());
            });
            let quick = arrived.recv_timeout(deadline);
            assert!(!waiting.is_finished());
            drop(open_gate);
            for (position, answer) in quick.expect("the slow table holds others up") {
                assert_eq!(answer.unwrap(), expected(&position));
            }
            assert_eq!(waiting.join().unwrap().unwrap(), expected(slow));
        });
    }
}
