//! Tests that a probe allocates nothing once its values are in memory.

#![allow(unsafe_code, reason = "it counts allocations")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr::null;

use loa_c::{LoaPosition, LoaStatus, LoaValue, LoaWdl};
use loa_solver::{Board, Material, Numbering};

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: All calls go to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = ALLOCATIONS.try_with(|allocations| allocations.set(allocations.get() + 1));
        // SAFETY: As the caller says.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: As the caller says.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

fn positions() -> Vec<LoaPosition> {
    let board: Board = "4x4".parse().unwrap();
    let numbering = Numbering::new(board);
    let index = numbering.index(Material::new(4, 4)).unwrap();
    let positions = (0..index.len()).step_by(97).map(|at| {
        let (us, them) = index.position(at);
        LoaPosition { us: us.0, them: them.0, files: 4, ranks: 4 }
    });
    positions.collect()
}

#[test]
fn a_probe_allocates_only_what_it_unpacks() {
    let mut tables = std::ptr::null_mut();
    // SAFETY: All pointers are null or valid.
    let opened = unsafe { loa_c::loa_open(null(), null(), 0, &mut tables) };
    assert_eq!(opened, LoaStatus::Ok);
    let positions = positions();
    let mut allocations = Vec::new();
    for _ in ["unpacking", "again"] {
        let before = ALLOCATIONS.get();
        for position in &positions {
            let mut value = LoaValue { wdl: LoaWdl::Draw, plies: 0 };
            let mut wdl = LoaWdl::Draw;
            // SAFETY: All pointers are valid.
            let statuses = unsafe {
                [
                    loa_c::loa_probe(tables, position, &mut value),
                    loa_c::loa_probe_wdl(tables, position, &mut wdl),
                    loa_c::loa_value_if_cached(tables, position, &mut value),
                ]
            };
            assert_eq!(statuses, [LoaStatus::Ok; 3]);
            assert_eq!(value.wdl, wdl);
        }
        allocations.push(ALLOCATIONS.get() - before);
    }
    assert!(allocations[0] > 100, "{allocations:?}");
    assert_eq!(allocations[1], 0);
    // SAFETY: They are open, and no other call uses them.
    unsafe { loa_c::loa_close(tables) };
}
