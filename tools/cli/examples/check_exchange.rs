//! Checks the exchange: bytes of random sizes, gatherings and numbers are compared
//! with what every process can work out for itself. Run it with
//! `mpirun -n 3 check_exchange`.
//!
//! With the argument `leave` the last process leaves in the midst of the others' calls,
//! and with `panic` it panics there: the others must notice. With `stop` it stops itself, and
//! with `compute` it computes for longer than a stopped one is waited for.

#![allow(clippy::unwrap_used, reason = "a check fails so")]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for people")]
#![allow(clippy::exit, reason = "an exit status is what mpirun looks at")]

#[path = "../src/processes/heartbeat.rs"]
mod heartbeat;
#[path = "../src/processes/mpi.rs"]
mod mpi;
#[path = "../src/processes/slice.rs"]
mod slice;

use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use loa_record::random::Pcg64;
use loa_solver::retrograde::Exchange;

use self::mpi::Mpi;

/// The sizes of slices that are tried, in bytes, and the number of rounds: small slices
/// take many steps, and each waits for the slowest process.
const SLICES: [(usize, u64); 4] = [(1, 1), (64, 5), (1 << 10, 10), (Mpi::SLICE, 10)];

fn check(mpi: &mut Mpi, slice: usize, round: u64) {
    let (rank, size) = (mpi.rank(), mpi.size());
    let bytes = |from: usize, to: usize| {
        let mut chance = Pcg64::of(round, &[slice as u64, from as u64, to as u64]);
        let most = if slice < 1 << 10 { 70 } else { 40_000 };
        let len = chance.below(4) * chance.below(most);
        (0..len).map(|_| chance.below(256) as u8).collect::<Vec<u8>>()
    };
    let outgoing = (0..size).map(|to| bytes(rank, to)).collect();
    let inbound = mpi.all_to_all(outgoing).unwrap();
    let expected: Vec<Vec<u8>> = (0..size).map(|from| bytes(from, rank)).collect();
    assert_eq!(inbound, expected);
    let gathered = mpi.all_gather(&bytes(rank, 0)).unwrap();
    let expected: Vec<Vec<u8>> = (0..size).map(|from| bytes(from, 0)).collect();
    assert_eq!(gathered, expected);

    let numbers = |rank: usize| {
        let mut chance = Pcg64::of(round, &[rank as u64, 1]);
        (0..round).map(|_| chance.below(u64::MAX)).collect::<Vec<u64>>()
    };
    let mut largest = numbers(rank);
    mpi.max(&mut largest).unwrap();
    let all: Vec<Vec<u64>> = (0..size).map(numbers).collect();
    let column = |at: usize| all.iter().map(|numbers| numbers[at]).max().unwrap();
    let expected: Vec<u64> = (0..round as usize).map(column).collect();
    assert_eq!(largest, expected);
    mpi.barrier().unwrap();
}

/// The time of silence after which a process counts as stopped, in `stop` and `compute`.
const SHORT: Duration = Duration::from_secs(2);

/// The status of a process that leaves early, for the others to learn.
const LEFT_WITH: u8 = 4;

fn stop_myself() {
    let myself = std::process::id().to_string();
    Command::new("kill").args(["-STOP", &myself]).status().unwrap();
}

fn main() {
    let mode = std::env::args().nth(1).unwrap_or_default();
    let is_short = mode == "stop" || mode == "compute";
    let patience = if is_short { SHORT } else { Mpi::PATIENCE };
    let mut mpi = Mpi::start(patience, |rank| eprintln!("process {rank} is silent"))
        .expect("nothing else has started MPI");
    let (rank, size) = (mpi.rank(), mpi.size());
    if is_short {
        match mode.as_str() {
            "stop" if rank == size - 1 => stop_myself(),
            "compute" if rank == size - 1 => sleep(2 * SHORT),
            _ => {}
        }
        mpi.barrier().unwrap();
        std::process::exit(mpi.leave(0).into());
    }
    if mode == "leave" || mode == "panic" {
        if rank == size - 1 {
            assert!(mode != "panic", "the last process panics");
            assert_eq!(mpi.leave(LEFT_WITH), LEFT_WITH);
            std::process::exit(LEFT_WITH.into());
        }
        let error = match rank % 3 {
            0 => mpi.all_gather(b"here").unwrap_err(),
            1 => mpi.max(&mut [1]).unwrap_err(),
            _ => mpi.all_to_all(vec![Vec::new(); size]).unwrap_err(),
        };
        assert_eq!(error.to_string(), format!("process {} has left", size - 1));
        assert!(mpi.barrier().is_err());
        std::process::exit(mpi.leave(1).into());
    }
    for (slice, rounds) in SLICES {
        mpi = mpi.with_slice(slice);
        for round in 0..rounds {
            check(&mut mpi, slice, round);
        }
    }
    let sent = mpi.sent();
    assert_eq!(sent > 0, size > 1);
    assert_eq!(mpi.leave(0), 0);
    if rank == 0 {
        println!("{size} processes agree; process 0 has sent {sent} bytes");
    }
}
