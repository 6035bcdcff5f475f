//! What a solve would do, before it does it.

use std::io;

use loa_solver::{Board, IndexError, Leaders, Material, Rules, choose, position_count};

use crate::build::{BuildError, Builder};
use crate::header::Metric;
use crate::layout::Layout;
use crate::table::Table;

/// Which material to solve. Everything a selection depends on belongs to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// All material that play from the start can reach: up to Black's starting
    /// stones on one side and up to White's on the other.
    Whole,
    /// All material with at most this many stones.
    Pieces(u32),
    /// This material, its twin, and what they lead to.
    Material(Material),
}

/// Why there is no plan.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// Nothing to solve.
    #[error(
        "nothing to solve: a side with one stone is connected, so tables begin at 2v2 and 4 stones"
    )]
    Nothing,
    /// Material that cannot be numbered.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// The tables that are there cannot be looked at.
    #[error("{folder}: {source}")]
    Io {
        /// The folder.
        folder: String,
        /// What the system says.
        source: io::Error,
    },
}

/// One family of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FamilyPlan {
    /// The family, larger side first.
    pub family: Material,
    /// Its tables: material, values, and whether the file is there and whole.
    pub tables: Vec<(Material, u64, bool)>,
    /// Whether solving it was begun.
    pub begun: bool,
}

impl FamilyPlan {
    /// Values of its tables.
    pub fn positions(&self) -> u64 {
        self.tables.iter().map(|&(_, positions, _)| positions).sum()
    }

    /// Whether all of its tables are there.
    pub fn is_done(&self) -> bool {
        self.tables.iter().all(|&(.., done)| done)
    }
}

/// What a solve would do.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The board.
    pub board: Board,
    /// The rules.
    pub rules: Rules,
    /// Families in the order they are solved in, finished ones included.
    pub families: Vec<FamilyPlan>,
}

/// How fast this machine solves, and how well the values pack: figures of a
/// small sample.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rate {
    positions: u64,
    tables: usize,
    seconds: f64,
    bytes: u64,
}

impl Rate {
    /// Measures this machine: solves and stores the smallest families of a plan,
    /// up to two million positions, in a temporary folder.
    ///
    /// # Errors
    /// When that folder cannot be used.
    pub fn measure(plan: &Plan) -> Result<Rate, BuildError> {
        let folder = tempfile::tempdir().map_err(|source| BuildError::Io {
            path: std::env::temp_dir(),
            source,
        })?;
        let layout = Layout::new(folder.path());
        let mut rate = Rate::default();
        for family in &plan.families {
            if rate.positions > 0 && rate.positions + family.positions() > SAMPLE {
                break;
            }
            let selection = Selection::Material(family.family);
            let builder = Builder::new(layout.clone(), plan.rules, plan.board, selection);
            let report = builder.run(&())?;
            rate.positions += report.positions;
            rate.tables += report.written;
            rate.seconds += report.elapsed.as_secs_f64();
            rate.bytes += report.bytes;
        }
        Ok(rate)
    }

    /// Seconds that this many more positions take, in a family of this size.
    fn seconds(&self, positions: f64, tables: usize) -> f64 {
        let flushed = self.tables as f64 * model::SECONDS_A_TABLE;
        let solving = (self.seconds - flushed).max(0.1 * self.seconds);
        let decades = (positions / self.positions as f64).log10().max(0.0);
        let growth = 1.0 + model::GROWTH_A_DECADE * decades;
        let files = tables as f64 / self.tables as f64 * (self.seconds - solving);
        solving / self.positions as f64 * growth * positions + files
    }

    /// Bits of a packed value in a family of this size.
    fn bits(&self, positions: f64) -> f64 {
        let decades = (positions / self.positions as f64).log10().max(0.0);
        8.0 * self.bytes as f64 / self.positions as f64 + model::BITS_A_DECADE * decades
    }
}

/// The work of solving a family, in positions of families of up to a million:
/// those of larger ones cost a little more.
pub(crate) fn work(positions: f64) -> f64 {
    let decades = (positions / 1e6).log10().max(0.0);
    positions * (1.0 + model::GROWTH_A_DECADE * decades)
}

/// Positions that measuring a machine may take.
const SAMPLE: u64 = 2_000_000;

/// How costs grow from the sample to larger families, fitted to a run of
/// `loa solve 5x5` on two cores.
mod model {
    /// Growth of the time a position for every tenfold larger family.
    pub(super) const GROWTH_A_DECADE: f64 = 0.08;
    /// Seconds to flush a small table to the disk.
    pub(super) const SECONDS_A_TABLE: f64 = 0.002;
    /// Growth of the bits a value for every tenfold larger family.
    pub(super) const BITS_A_DECADE: f64 = 0.32;
    /// Bytes of the program itself.
    pub(super) const PROGRAM_BYTES: u64 = 6 << 20;
    /// Bytes on their way between blocks, at most.
    pub(super) const MOST_BATCH_BYTES: u64 = 64 << 20;
}

impl Plan {
    /// Plans a selection, looking at which tables `layout` holds that tell what
    /// is wanted.
    ///
    /// # Errors
    /// When nothing is selected, the material does not fit, or the folder
    /// cannot be read.
    pub fn new(
        layout: &Layout,
        rules: Rules,
        board: Board,
        selection: Selection,
        metric: Metric,
    ) -> Result<Plan, PlanError> {
        let mut plan = Plan::of_whole(layout, rules, board, selection, metric)?;
        if metric != Metric::Distance && plan.open().next().is_some() {
            // Solving looks into smaller families' distances.
            plan = Plan::of_whole(layout, rules, board, selection, Metric::Distance)?;
        }
        Ok(plan)
    }

    fn of_whole(
        layout: &Layout,
        rules: Rules,
        board: Board,
        selection: Selection,
        metric: Metric,
    ) -> Result<Plan, PlanError> {
        let mut families = Vec::new();
        for family in families_of(board, selection)? {
            let mut materials = vec![family, family.twin()];
            materials.dedup();
            let mut tables = Vec::new();
            for material in materials {
                let positions = position_count(board, material)?;
                tables.push((
                    material,
                    positions,
                    is_whole(layout, rules, board, material, metric),
                ));
            }
            let done = tables.iter().all(|&(.., done)| done);
            families.push(FamilyPlan {
                family,
                tables,
                begun: !done && layout.unfinished(rules, board, family).is_some(),
            });
        }
        families.sort_by_key(|plan| (plan.family.stones(), plan.positions()));
        Ok(Plan {
            board,
            rules,
            families,
        })
    }

    /// Material of a selection whose solving was begun and not finished, with
    /// its positions.
    ///
    /// # Errors
    /// When nothing is selected.
    pub fn begun(
        layout: &Layout,
        rules: Rules,
        board: Board,
        selection: Selection,
    ) -> Result<Vec<(Material, u64)>, PlanError> {
        let mut begun = Vec::new();
        for family in families_of(board, selection)? {
            let mut materials = vec![family, family.twin()];
            materials.dedup();
            for material in materials {
                let there = layout.table(rules, board, material).exists();
                if !there && layout.unfinished(rules, board, material).is_some() {
                    begun.push((material, position_count(board, material)?));
                }
            }
        }
        Ok(begun)
    }

    /// Families still to be solved.
    pub fn open(&self) -> impl Iterator<Item = &FamilyPlan> {
        self.families.iter().filter(|plan| !plan.is_done())
    }

    /// Values to be found.
    pub fn positions(&self) -> u64 {
        self.open().map(FamilyPlan::positions).sum()
    }

    /// Bytes of memory at the peak: values and states of the largest family,
    /// the numbering, and what is on its way between blocks. The values of
    /// smaller families are mapped besides and give way when memory is short.
    pub fn memory(&self) -> u64 {
        let peak = self.open().map(|plan| {
            let tables = plan.tables.iter();
            let fixed = tables.map(|&(material, ..)| self.fixed_bytes(material));
            let batches = plan.positions().min(model::MOST_BATCH_BYTES);
            2 * plan.positions() + fixed.sum::<u64>() + batches
        });
        model::PROGRAM_BYTES + peak.max().unwrap_or(0)
    }

    /// Bytes of smaller families' values that are mapped at the peak: they help
    /// while there is memory for them.
    pub fn mapped_bytes(&self) -> u64 {
        let largest = self.open().max_by_key(|plan| plan.positions());
        let lower = largest.into_iter().flat_map(|plan| {
            let mut lower: Vec<Material> = lower_materials(plan.family).collect();
            lower.dedup();
            lower
        });
        let sizes = lower.map(|material| position_count(self.board, material).unwrap_or(0));
        sizes.sum()
    }

    /// Bytes of the numbering and of the followers' sets.
    fn fixed_bytes(&self, material: Material) -> u64 {
        let free = self.board.squares() - material.us();
        let leaders = Leaders::bytes(self.board, material.us()).unwrap_or(u64::MAX / 4);
        leaders + 8 * choose(free, material.them())
    }

    /// Bytes of the finished tables.
    pub fn table_bytes(&self, rate: &Rate) -> u64 {
        let families = self.open().map(FamilyPlan::positions);
        let bits = families.map(|positions| positions as f64 * rate.bits(positions as f64));
        (bits.sum::<f64>() / 8.0) as u64
    }

    /// Bytes that the finished tables certainly do not exceed in practice: the
    /// worst seen, small misere tables, take 3.3 bits a value.
    pub fn table_bytes_at_most(&self) -> u64 {
        self.positions() / 2
    }

    /// Bytes of work files at the peak: the values of the largest family and
    /// of all that it and later ones lead to.
    pub fn work_bytes(&self) -> u64 {
        let mut peak = 0;
        for (at, plan) in self.families.iter().enumerate() {
            if plan.is_done() {
                continue;
            }
            let later: Vec<Material> = self.families[at..]
                .iter()
                .filter(|later| !later.is_done())
                .flat_map(|later| lower_materials(later.family))
                .collect();
            let kept = self.families[..at].iter().flat_map(|plan| &plan.tables);
            let kept = kept.filter(|(material, ..)| later.contains(material));
            let kept: u64 = kept.map(|&(_, positions, _)| positions).sum();
            peak = peak.max(kept + plan.positions());
        }
        peak
    }

    /// Seconds it takes.
    pub fn seconds(&self, rate: &Rate) -> f64 {
        let families = self.open();
        let seconds = families.map(|plan| rate.seconds(plan.positions() as f64, plan.tables.len()));
        seconds.sum()
    }
}

/// What captures in a family lead to, apart from positions with a lone stone.
pub(crate) fn lower_materials(family: Material) -> impl Iterator<Item = Material> {
    let after = [family, family.twin()].map(Material::after_capture);
    after
        .into_iter()
        .flatten()
        .filter(|material| material.us() > 1)
}

fn families_of(board: Board, selection: Selection) -> Result<Vec<Material>, PlanError> {
    let (black, white) = board.start_stones();
    let selected = |us: u32, them: u32| match selection {
        Selection::Whole => us <= black && them <= white,
        Selection::Pieces(stones) => us + them <= stones && us + them <= board.squares(),
        Selection::Material(material) => us <= material.us() && them <= material.them(),
    };
    if let Selection::Material(material) = selection {
        position_count(board, material)?;
    }
    let mut families = Vec::new();
    for us in 2..=board.squares() {
        for them in 2..=us {
            if selected(us, them) || selected(them, us) {
                families.push(Material::of(us, them));
            }
        }
    }
    if families.is_empty() {
        return Err(PlanError::Nothing);
    }
    Ok(families)
}

/// Whether a table is there and whole, as far as its header and length tell,
/// and tells what is wanted.
fn is_whole(
    layout: &Layout,
    rules: Rules,
    board: Board,
    material: Material,
    metric: Metric,
) -> bool {
    let table = Table::open(&layout.table(rules, board, material));
    let header = table.as_ref().map(Table::header);
    header.is_ok_and(|header| {
        (header.rules, header.board, header.material) == (rules, board, material)
            && (header.metric == metric || header.metric == Metric::Distance)
    })
}
