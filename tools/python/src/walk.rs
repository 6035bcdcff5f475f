//! Walks over the blocks of a table.

use loa_solver::{Board, Index, Material, Numbering};
use loa_tablebase::{ErrorKind, ProbeError, TableError, TableValues, Tablebase};
use numpy::PyArray1;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::errors::{error, probe_error};
use crate::numbers::Number;
use crate::values::code;
use crate::work::{Link, watched};

/// The blocks of a table: see `Tablebase.blocks` in `python/linesofaction/tablebase.py`.
#[pyclass(name = "_Walk", module = "linesofaction._native", frozen)]
pub(crate) struct PyWalk {
    index: Index,
    /// All values, if they fit the given memory.
    values: Option<TableValues>,
}

/// A block: the squares of the side to move, those of the other side in each position, the values
/// if known, and the number of placements for each position.
type Block<'py> = (u64, Bound<'py, PyArray1<u64>>, Option<Bound<'py, PyArray1<i16>>>, u64);

impl PyWalk {
    pub(crate) fn new(
        py: Python<'_>,
        tables: &Tablebase,
        board: Board,
        material: Material,
        memory: u64,
    ) -> PyResult<PyWalk> {
        let index = Numbering::new(board)
            .index_at_once(material)
            .map_err(|fault| error("OutsideError", fault))?;
        let whole = |link: &Link<()>| tables.table_values(board, material, memory, &link.stop);
        let values = match watched(py, None, whole, |()| Ok(()))? {
            Ok(values) => Some(values),
            // The tables that exist may suffice for some of the positions.
            Err(fault) if matches!(fault.kind(), ErrorKind::Missing | ErrorKind::Outside) => None,
            Err(ProbeError::Interrupted | ProbeError::Table(TableError::Memory { .. })) => None,
            Err(fault) => return Err(probe_error(fault)),
        };
        Ok(PyWalk { index, values })
    }
}

#[pymethods]
impl PyWalk {
    /// The number of blocks.
    #[getter]
    fn block_count(&self) -> u64 {
        self.index.blocks()
    }

    /// Returns a block.
    fn block<'py>(&self, py: Python<'py>, number: Number<u64>) -> PyResult<Block<'py>> {
        let Number(number) = number;
        if number >= self.index.blocks() {
            return Err(PyIndexError::new_err("the number of the block is too large"));
        }
        let (them, codes) = py.detach(|| {
            let them: Vec<u64> = self.index.followers(number).map(|them| them.0).collect();
            let codes = self.values.as_ref().map(|values| {
                let codes = values.values(number).map(code);
                codes.collect::<Vec<i16>>()
            });
            (them, codes)
        });
        Ok((
            self.index.leaders().representative(number).0,
            PyArray1::from_vec(py, them),
            codes.map(|codes| PyArray1::from_vec(py, codes)),
            self.index.weight(number),
        ))
    }
}
