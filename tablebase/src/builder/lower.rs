//! The tables that a build finds and builds on: whether they are known to be right.

use loa_solver::retrograde::Local;
use loa_solver::{Material, Numbering};

use super::error::BuildError;
use super::plan::Plan;
use super::settings::Builder;
use crate::event::{Control, Watch};
use crate::format::metric::Metric;
use crate::source::orientations;
use crate::verify::error::VerifyError;
use crate::verify::proofs::{Proofs, rests_on};
use crate::verify::shares::Shares;
use crate::verify::verifier::{headers, prove};

impl Builder {
    /// Returns the tables that are there and that families to be solved rest on,
    /// smallest first.
    pub(super) fn built_on(&self, plan: &Plan) -> Vec<Material> {
        let done = plan.families.iter().filter(|family| family.is_done());
        let tables = done.flat_map(|family| &family.tables);
        let there = tables.filter(|table| {
            let mut open = plan.open().map(|family| family.family);
            table.metric() == Some(Metric::Distance)
                && open.any(|family| rests_on(family, table.material.family()))
        });
        let mut built_on: Vec<Material> = there.map(|table| table.material).collect();
        built_on.sort_by_key(|&material| (material.stones(), material));
        built_on
    }

    /// Returns what the record of the folder says of these tables.
    pub(super) fn proofs(&self, plan: &Plan) -> Proofs {
        let tables = self.built_on(plan).into_iter().map(|material| {
            let table = orientations::find(&self.layout, self.rules, self.board, material);
            (
                material,
                table.ok().flatten().map(|table| table.header().digest),
            )
        });
        Proofs::of(&self.layout.board(self.rules, self.board), tables)
    }

    /// Verifies these tables, but for those that rest on a table still to be made.
    pub(super) fn prove_lower(&self, plan: &Plan, watch: Watch<'_>) -> Result<(), BuildError> {
        let mut materials = self.built_on(plan);
        materials.retain(|&there| {
            plan.open()
                .all(|open| !rests_on(there.family(), open.family))
        });
        let (layout, numbering) = (&self.layout, Numbering::new(self.board));
        let headers = headers(layout, self.rules, self.board);
        let (stop, mut alone) = (&self.stop, Local);
        let control = Control { stop, watch };
        let mut shares = Shares::new(layout, self.rules, &numbering, &mut alone, control);
        let proved = prove(&mut shares, &materials, &headers, self.memory);
        match proved {
            Err(VerifyError::Interrupted) => Err(BuildError::Interrupted),
            proved => Ok(proved.map(|_| ())?),
        }
    }
}
