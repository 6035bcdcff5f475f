//! Checks the exchange: messages of random sizes, gatherings and numbers are compared
//! with what every process can work out for itself. Run it with
//! `mpirun -n 3 check_exchange`.
//!
//! With the argument `leave` the last process leaves in the midst of the others' calls,
//! and with `panic` it panics there: the others must notice.

#![allow(clippy::unwrap_used, reason = "a check fails so")]
#![allow(clippy::print_stdout, reason = "a program for people")]
#![allow(clippy::exit, reason = "an exit status is what mpirun looks at")]

use loa_chance::Chance;
use loa_mpi::Mpi;
use loa_solver::retrograde::{Exchange, Message};

/// The sizes of slices that are tried, in bytes, and the number of rounds: small slices
/// take many steps, and each waits for the slowest process.
const SLICES: [(usize, u64); 4] = [(1, 1), (64, 5), (1 << 10, 10), (Mpi::SLICE, 10)];

/// The messages that one process sends to another in a round: none, some empty and
/// some with many values. Larger slices get more of them.
fn messages(slice: usize, round: u64, from: usize, to: usize) -> Vec<Message> {
    let mut chance = Chance::of(round, &[slice as u64, from as u64, to as u64]);
    let most = if slice < 1 << 10 { 9 } else { 3000 };
    let count = chance.below(4);
    (0..count).map(|_| message(&mut chance, most)).collect()
}

/// A message for an array of a part's size: the form that `Message` documents.
fn message(chance: &mut Chance, most: u64) -> Message {
    const PART: u32 = 14;
    let values = chance.below(most);
    let sections = u32::from(values > 0);
    let mut words = vec![
        u32::from_le_bytes(*b"LOAM"),
        1,
        4 | 3 << 8 | PART << 16,
        chance.below(8) as u32,
        30,
        sections,
        0,
        1 << PART,
        0,
    ];
    if sections > 0 {
        words.extend([0, values as u32]);
    }
    // The code of a win in one.
    words.extend((0..values).map(|_| (chance.below(1 << PART) as u32) << 8 | 2));
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    Message::from_bytes(&bytes).unwrap()
}

fn sorted(mut messages: Vec<Message>) -> Vec<Vec<u8>> {
    messages.sort_by(|a, b| a.as_bytes().cmp(b.as_bytes()));
    messages
        .iter()
        .map(|message| message.as_bytes().to_vec())
        .collect()
}

fn check(mpi: &mut Mpi, slice: usize, round: u64) {
    let (rank, size) = (mpi.rank(), mpi.size());
    let outgoing = (0..size).map(|to| messages(slice, round, rank, to));
    let inbound = mpi.all_to_all(outgoing.collect()).unwrap();
    let expected = (0..size).flat_map(|from| messages(slice, round, from, rank));
    assert_eq!(sorted(inbound), sorted(expected.collect()));

    let bytes = |from: usize, to: usize| {
        let mut chance = Chance::of(round, &[from as u64, to as u64]);
        let len = chance.below(3) * chance.below(700);
        (0..len)
            .map(|_| chance.below(256) as u8)
            .collect::<Vec<u8>>()
    };
    let outgoing = (0..size).map(|to| bytes(rank, to)).collect();
    let inbound = mpi.all_to_all_bytes(outgoing).unwrap();
    let expected: Vec<Vec<u8>> = (0..size).map(|from| bytes(from, rank)).collect();
    assert_eq!(inbound, expected);
    let gathered = mpi.all_gather(&bytes(rank, 0)).unwrap();
    let expected: Vec<Vec<u8>> = (0..size).map(|from| bytes(from, 0)).collect();
    assert_eq!(gathered, expected);

    let numbers = |rank: usize| {
        let mut chance = Chance::of(round, &[rank as u64, 1]);
        (0..round)
            .map(|_| chance.below(u64::MAX))
            .collect::<Vec<u64>>()
    };
    let mut largest = numbers(rank);
    mpi.max(&mut largest).unwrap();
    let all: Vec<Vec<u64>> = (0..size).map(numbers).collect();
    let column = |at: usize| all.iter().map(|numbers| numbers[at]).max().unwrap();
    let expected: Vec<u64> = (0..round as usize).map(column).collect();
    assert_eq!(largest, expected);
    mpi.barrier().unwrap();
}

/// The status of a process that leaves early, for the others to learn.
const LEFT_WITH: u8 = 4;

fn main() {
    let mode = std::env::args().nth(1).unwrap_or_default();
    let mut mpi = Mpi::start().expect("nothing else has started MPI");
    let (rank, size) = (mpi.rank(), mpi.size());
    if !mode.is_empty() {
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
