//! Work that an earlier run has begun: news of it, and a look at its values.

use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use loa_solver::retrograde::{Control, Place, Progress, ValueFile, Values, WorkFault};
use loa_solver::{Family, Rules};

use super::event::{BuildEvent, BuildWatch, RestartCause};
use super::plan::FamilyPlan;
use crate::values::successors::Successors;
use crate::verify::blocks::Blocks;
use crate::verify::compare::{Comparison, Mismatch, Wins};

/// The news of the solver on a family, passed on to the observer of a build.
pub(super) struct Forward<'a> {
    watch: &'a dyn BuildWatch,
    family: &'a FamilyPlan,
    is_resumed: AtomicBool,
    restarts: AtomicUsize,
}

impl<'a> Forward<'a> {
    pub(super) fn new(watch: &'a dyn BuildWatch, family: &'a FamilyPlan) -> Forward<'a> {
        Forward {
            watch,
            family,
            is_resumed: AtomicBool::new(false),
            restarts: AtomicUsize::new(0),
        }
    }

    /// Returns whether the values rest on what an earlier run has left.
    pub(super) fn is_resumed(&self) -> bool {
        self.is_resumed.load(Relaxed)
    }

    /// Returns how often the family was begun again.
    pub(super) fn restarts(&self) -> usize {
        self.restarts.load(Relaxed)
    }

    pub(super) fn restart(&self, cause: RestartCause<'_>) {
        self.is_resumed.store(false, Relaxed);
        self.restarts.fetch_add(1, Relaxed);
        let family = self.family;
        self.watch.event(BuildEvent::Restarted { family, cause });
    }
}

impl Control for Forward<'_> {
    fn progress(&self, progress: Progress) {
        self.watch.event(BuildEvent::Progress(progress));
    }

    fn interrupted(&self) -> bool {
        self.watch.interrupted()
    }

    fn resumed(&self, _: Family, _: &Place) {
        self.is_resumed.store(true, Relaxed);
    }

    fn refused(&self, _: Family, fault: &WorkFault) {
        self.restart(RestartCause::Work(fault));
    }
}

/// Values of each table of a resumed family that are compared with their successors, in
/// whole blocks of a waiting side: all of a table with no more, else a sample of so many
/// at least, in which wrong values of a share of one in a million, wherever they lie, are
/// missed one time in 66. It takes some seconds of one core.
const COMPARED: u64 = 1 << 22;

/// Returns a value of a family's files that its successors contradict, if one is found.
///
/// Every position that a connection has ended has been looked at when the work was
/// taken up.
pub(super) fn first_wrong(rules: Rules, files: &[ValueFile], lower: &Values) -> Option<Mismatch> {
    let seed = RandomState::new().hash_one(());
    let mut sides = files.iter().zip(files.iter().rev());
    sides.find_map(|(values, twin)| {
        let captured = values.index().material().captured();
        let comparison = Comparison {
            values,
            successors: Successors {
                rules,
                index: values.index(),
                twin,
                lower: captured.and_then(|captured| lower.get(&captured)),
            },
        };
        let blocks = Blocks::sample(twin.index(), COMPARED, seed);
        let wrong = comparison.first_wrong(blocks, Wins::Stored, &());
        wrong.or_else(|| {
            let is_small = values.index().len() <= COMPARED;
            is_small.then(|| comparison.first_unequal())?
        })
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;
    use std::path::{Path, PathBuf};
    use std::sync::Mutex;

    use loa_solver::retrograde::Width;
    use loa_solver::{Board, Material, Numbering};
    use tempfile::TempDir;

    use super::*;
    use crate::builder::dropping::Dropping;
    use crate::builder::error::BuildError;
    use crate::builder::selection::Selection;
    use crate::builder::settings::Builder;
    use crate::builder::state::BuildState;
    use crate::format::table::Table;
    use crate::source::layout::Layout;
    use crate::verify::proofs::Proofs;

    /// Interrupts at one question and notes what is begun again.
    struct Watch {
        questions: AtomicUsize,
        restarted: Mutex<Vec<String>>,
    }

    impl Watch {
        fn new(questions: usize) -> Watch {
            Watch {
                questions: questions.into(),
                restarted: Mutex::default(),
            }
        }
    }

    impl BuildWatch for Watch {
        fn event(&self, event: BuildEvent<'_>) {
            if let BuildEvent::Restarted { family, cause } = event {
                let told = format!("{}: {cause}", family.family);
                self.restarted.lock().unwrap().push(told);
            }
        }

        fn interrupted(&self) -> bool {
            self.questions.fetch_sub(1, Relaxed) == 0
        }
    }

    fn builder(folder: &Path) -> Builder {
        let board: Board = "4x3".parse().unwrap();
        let selection = Selection::Stones(5);
        Builder::new(Layout::new(folder), Rules::default(), board, selection)
    }

    type Tables = BTreeMap<Material, Vec<u8>>;

    fn tables(builder: &Builder) -> Tables {
        let tables = builder.layout.tables(builder.rules, builder.board).unwrap();
        let tables = tables.into_iter();
        tables
            .map(|(material, file)| (material, fs::read(file).unwrap()))
            .collect()
    }

    fn whole() -> Tables {
        let folder = tempfile::tempdir().unwrap();
        builder(folder.path()).run(&()).unwrap();
        tables(&builder(folder.path()))
    }

    /// A build that was interrupted in 3v2, and its work folder.
    fn begun() -> (TempDir, PathBuf) {
        for questions in 0.. {
            let folder = tempfile::tempdir().unwrap();
            let builder = builder(folder.path());
            let ended = builder.run(&Watch::new(questions));
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

    /// Finishes a build and returns what was begun again.
    fn finished(folder: &Path, whole: &Tables) -> Vec<String> {
        let (builder, watch) = (builder(folder), Watch::new(usize::MAX));
        let report = builder.run(&watch).unwrap();
        assert!(tables(&builder) == *whole);
        let restarted = watch.restarted.into_inner().unwrap();
        assert_eq!(report.restarted, restarted.len());
        restarted
    }

    #[test]
    fn work_that_leads_to_wrong_values_is_begun_again() {
        let whole = whole();
        let (folder, _) = begun();
        assert!(finished(folder.path(), &whole).is_empty());
        for (name, from, bytes) in [
            // Nothing is left to be found, or less than there is.
            ("3v2.states", 64, 255),
            ("2v3.states", 64, 255),
            ("3v2.states", 1000, 255),
        ] {
            let (folder, work) = begun();
            let path = work.join(name);
            let mut states = fs::read(&path).unwrap();
            states[from..].fill(bytes);
            fs::write(&path, states).unwrap();
            let restarted = finished(folder.path(), &whole);
            assert_eq!(restarted.len(), 1, "{name}: {restarted:?}");
            assert!(restarted[0].contains("its successors make it"), "{name}");
        }
        let (folder, work) = begun();
        fs::remove_file(work.join("3v2.log")).unwrap();
        let restarted = finished(folder.path(), &whole);
        assert!(restarted[0].starts_with("3v2: ") && restarted[0].ends_with("missing"));
    }

    #[test]
    fn a_sample_finds_what_is_wrong_everywhere() {
        let folder = tempfile::tempdir().unwrap();
        let builder = builder(folder.path());
        let numbering = Numbering::new(builder.board);
        let index = numbering.index("2v2".parse().unwrap()).unwrap();
        let path = folder.path().join("2v2.values");
        let wrong = ValueFile::create(&path, &index, Width::Narrow).unwrap();
        let comparison = Comparison {
            values: &wrong,
            successors: Successors {
                rules: builder.rules,
                index: &index,
                twin: &wrong,
                lower: None,
            },
        };
        assert!((0..9).all(|seed| {
            let blocks = Blocks::sample(&index, 1, seed);
            comparison.first_wrong(blocks, Wins::Stored, &()).is_some()
        }));
    }

    /// A digest made by the writer of the values is no proof.
    #[test]
    fn values_that_were_left_are_compared_with_their_table() {
        let folder = tempfile::tempdir().unwrap();
        let builder = builder(folder.path());
        builder.run(&()).unwrap();
        let work = folder.path().join("work");
        fs::create_dir(&work).unwrap();
        let state = BuildState {
            builder: &builder,
            numbering: Numbering::new(builder.board),
            values: Values::new(),
            work: &work,
            watch: &(),
            dropping: &mut Dropping::read(&work),
            proofs: Proofs::of(&work, []),
        };
        for (material, file) in builder.layout.tables(builder.rules, builder.board).unwrap() {
            let table = Table::open(&file).unwrap();
            let digest = table.header().digest;
            let index = state.numbering.index(material).unwrap();
            let genuine = state.unpack(material, digest).unwrap();
            assert!(state.left(&table, &index).is_some());
            let mut codes = vec![0; index.len() as usize];
            genuine.read_codes(0, &mut codes);
            drop(genuine);
            // A loss, a win, and a draw or else a win: each made a win in 1.
            let places = [4, 5, 0].map(|code| codes.iter().position(|&is| is == code));
            for at in places.into_iter().flatten() {
                let path = work.join(format!("{material}.values"));
                let mut forged = ValueFile::create(&path, &index, Width::Narrow).unwrap();
                forged.write_codes(0, &codes);
                forged.write_codes(at as u64, &[3]);
                forged.persist(digest).unwrap();
                assert!(state.left(&table, &index).is_none(), "{material} {at}");
            }
        }
    }
}
