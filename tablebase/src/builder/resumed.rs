//! Checks of values that earlier work has left.

use std::hash::{BuildHasher, RandomState};
use std::sync::Mutex;

use loa_solver::internal::Cell;
use loa_solver::retrograde::{FinishedValues, SolveError, Values};
use loa_solver::{Index, Rules, Stop};

use crate::values::codes::CellSource;
use crate::values::compare::{first_unequal, sample};
use crate::values::linked_values::LinkedValues;
use crate::values::mismatch::Mismatch;

/// The number of values of each table of a resumed family that are compared with their successors,
/// in whole blocks of a waiting side. Smaller tables are compared whole. Larger ones are sampled:
/// if one value in a million is wrong, anywhere, the sample misses all wrong values one time in 66.
/// It takes a few seconds of one core.
const COMPARED: u64 = 1 << 22;

/// Returns a value of a family's files that its successors contradict; `None` if none is found.
///
/// Every position that a connection has ended was already checked when the work was resumed.
///
/// # Errors
/// If values cannot be read.
pub(super) fn first_wrong(
    rules: Rules,
    files: &[FinishedValues],
    lower: &Values,
) -> Result<Option<Mismatch>, SolveError> {
    let seed = RandomState::new().hash_one(());
    let fault = Mutex::new(None);
    let checked = |values| Checked { values, fault: &fault };
    let mut sides = files.iter().zip(files.iter().rev());
    let wrong = sides.find_map(|(values, twin)| {
        let captured = values.index().material().captured();
        let lower = captured.and_then(|captured| lower.get(&captured));
        let (values, twin, lower) = (checked(values), checked(twin), lower.map(checked));
        let linked = LinkedValues { rules, values: &values, twin: &twin, lower: lower.as_ref() };
        let sample = sample(twin.index(), COMPARED, seed);
        let wrong = linked.first_wrong(&sample, &Stop::default());
        let index = values.index();
        let unequal = || first_unequal(&values, twin.index(), 0..index.blocks());
        let wrong = wrong.or_else(|| (index.len() <= COMPARED).then(unequal)?);
        wrong?.mismatch(index)
    });
    match fault.into_inner() {
        Ok(Some(error)) => Err(error),
        _ => Ok(wrong),
    }
}

/// Finished values that are looked up one by one, and the first error of a look-up.
struct Checked<'a> {
    values: &'a FinishedValues,
    fault: &'a Mutex<Option<SolveError>>,
}

impl CellSource for Checked<'_> {
    fn index(&self) -> &Index {
        self.values.index()
    }

    fn longest(&self) -> u16 {
        self.values.width().longest()
    }

    fn get(&self, at: u64) -> Cell {
        let mut code = [0];
        self.copy_codes(at, &mut code);
        Cell::from_code(code[0])
    }

    /// Copies codes, or zeros on an error, which is stored.
    fn copy_codes(&self, first: u64, codes: &mut [u16]) {
        if let Err(error) = FinishedValues::read_codes(self.values, first, codes) {
            codes.fill(0);
            if let Ok(mut fault) = self.fault.lock() {
                fault.get_or_insert(error);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, HashMap};
    use std::fs;
    use std::path::{Path, PathBuf};
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use loa_solver::internal::Width;
    use loa_solver::retrograde::{
        CheckpointRecord, Local, ResumePoint, Stage, ValueCache, WorkDir,
    };
    use loa_solver::{Board, Material, Numbering};
    use tempfile::TempDir;
    use xxhash_rust::xxh3::xxh3_64;

    use super::*;
    use crate::builder::error::BuildError;
    use crate::builder::plan::Selection;
    use crate::builder::run::Build;
    use crate::builder::settings::Builder;
    use crate::builder::tests::folder;
    use crate::event::Event;
    use crate::format::table::Table;
    use crate::source::layout::Layout;
    use crate::values::codes::MemoryValues;

    fn builder(folder: &Path) -> Builder {
        let board: Board = "4x3".parse().unwrap();
        let selection = Selection::Stones(5);
        Builder::new(Layout::new(folder), Rules::default(), board, selection)
    }

    type Tables = BTreeMap<Material, Vec<u8>>;

    fn tables(builder: &Builder) -> Tables {
        let tables = builder.layout.tables(builder.rules, builder.board).unwrap().into_iter();
        tables.map(|(material, file)| (material, fs::read(file).unwrap())).collect()
    }

    fn whole() -> Tables {
        let folder = folder();
        builder(folder.path()).run().unwrap();
        tables(&builder(folder.path()))
    }

    /// Returns a build that was interrupted in 3v2, and its work folder.
    fn begun() -> (TempDir, PathBuf) {
        for questions in 0.. {
            let folder = folder();
            let asked = AtomicUsize::new(0);
            let stop = Stop::when(move || asked.fetch_add(1, Relaxed) == questions);
            let builder = builder(folder.path()).stop(stop);
            let ended = builder.run();
            let work = builder.layout.work(builder.rules, builder.board);
            let stage = fs::read_to_string(work.join("3v2.record"));
            if stage.is_ok_and(|text| text.contains("\"Ply\": 3")) {
                assert!(matches!(ended, Err(BuildError::Solve(_))));
                return (folder, work);
            }
            assert!(ended.is_err(), "the third ply is never interrupted");
        }
        unreachable!()
    }

    /// Finishes a build and returns the families that were begun again.
    fn finished(folder: &Path, whole: &Tables) -> Vec<String> {
        let (builder, restarted) = (builder(folder), Mutex::new(Vec::new()));
        let report = builder
            .run_with(&mut Local, &|event| {
                if let Event::Restarted { family, cause } = event {
                    restarted.lock().unwrap().push(format!("{family}: {cause}"));
                }
            })
            .unwrap();
        assert!(tables(&builder) == *whole);
        let restarted = restarted.into_inner().unwrap();
        assert_eq!(report.restarted, restarted.len());
        restarted
    }

    #[test]
    fn work_that_leads_to_wrong_values_is_begun_again() {
        let whole = whole();
        let (folder, _) = begun();
        assert!(finished(folder.path(), &whole).is_empty());
        for ply in [4, 20, 100] {
            // The plies between them are never computed.
            let (folder, work) = begun();
            let path = work.join("3v2.record");
            let record: CheckpointRecord =
                serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
            let at = ResumePoint::beginning(Stage::Ply(ply), record.at.done.len());
            let record = CheckpointRecord { at, ..record };
            let mut sealed = serde_json::to_value(&record).unwrap();
            sealed["digest"] = xxh3_64(&serde_json::to_vec(&record).unwrap()).into();
            fs::write(&path, sealed.to_string()).unwrap();
            let restarted = finished(folder.path(), &whole);
            assert_eq!(restarted.len(), 1, "{ply}: {restarted:?}");
            assert!(restarted[0].contains("its successors make it"), "{ply}");
        }
        let (folder, work) = begun();
        let files = fs::read_dir(work).unwrap().map(|file| file.unwrap().path());
        let is_log = |path: &PathBuf| path.to_str().unwrap().ends_with(".log");
        let mut logs = files.filter(is_log);
        fs::remove_file(logs.find(|path| path.to_str().unwrap().contains("/3v2.")).unwrap())
            .unwrap();
        let restarted = finished(folder.path(), &whole);
        assert!(restarted[0].starts_with("3v2: ") && restarted[0].ends_with("missing"));
    }

    #[test]
    fn a_sample_finds_what_is_wrong_everywhere() {
        let folder = folder();
        let builder = builder(folder.path());
        let numbering = Numbering::new(builder.board);
        let index = numbering.index("2v2".parse().unwrap()).unwrap();
        let wrong = MemoryValues::open(index.clone(), 100, 0..index.blocks()).unwrap();
        let rules = builder.rules;
        let linked = LinkedValues { rules, values: &wrong, twin: &wrong, lower: None };
        assert!((0..9).all(|seed| {
            linked.first_wrong(&sample(&index, 1, seed), &Stop::default()).is_some()
        }));
    }

    /// A digest made by the writer of the values proves nothing.
    #[test]
    fn values_that_were_left_are_compared_with_their_table() {
        let folder = folder();
        let builder = builder(folder.path());
        builder.run().unwrap();
        let stopped = builder.clone().stop(Stop::when(|| true));
        let work = folder.path().join("work");
        fs::create_dir(&work).unwrap();
        let mut state = Build {
            builder: &builder,
            lead: None,
            numbering: Numbering::new(builder.board),
            values: HashMap::new(),
            cache: ValueCache::default(),
            memory: u64::MAX,
            work: WorkDir::new(&work),
        };
        for (material, file) in builder.layout.tables(builder.rules, builder.board).unwrap() {
            let table = Table::open(&file).unwrap();
            let digest = table.header().digest;
            let index = state.numbering.index(material).unwrap();
            let genuine = state.restore(material, digest).unwrap();
            assert!(state.left(&table, &index).is_some());
            let mut codes = vec![0; index.len() as usize];
            genuine.read_codes(0, &mut codes).unwrap();
            drop(genuine);
            // With little memory, values are restored part by part.
            state.memory = 0;
            let in_parts = state.restore(material, digest).unwrap();
            let mut restored = vec![0; index.len() as usize];
            in_parts.read_codes(0, &mut restored).unwrap();
            assert!(restored == codes, "{material}");
            drop(in_parts);
            state.builder = &stopped;
            for memory in [0, u64::MAX] {
                state.memory = memory;
                let ended = state.restore(material, digest);
                assert!(matches!(ended, Err(BuildError::Interrupted)), "{material}");
            }
            state.builder = &builder;
            // A loss, a win, and a draw or else another win: each is replaced by a win in 1.
            let places = [4, 5, 0].map(|code| codes.iter().position(|&is| is == code));
            for at in places.into_iter().flatten() {
                let fill = |first: u64, part: &mut [u16]| {
                    part.copy_from_slice(&codes[first as usize..][..part.len()]);
                    if let Some(place) = at.checked_sub(first as usize) {
                        part.get_mut(place).into_iter().for_each(|code| *code = 3);
                    }
                };
                let (dir, cache) = (WorkDir::new(&work), ValueCache::default());
                let forged = FinishedValues::write(&dir, &index, Width::Narrow, &cache, fill);
                forged.unwrap().persist(digest).unwrap();
                assert!(state.left(&table, &index).is_none(), "{material} {at}");
            }
        }
    }
}
