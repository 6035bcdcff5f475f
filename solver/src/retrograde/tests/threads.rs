//! An exchange between threads that share only channels. The test support crate includes this file
//! too, because it uses the public `Exchange` of the library.

#![allow(unreachable_pub, reason = "the crate of test support has this file, too")]

use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};

use super::Exchange;

/// A delivery from one thread to another.
#[derive(Debug)]
enum Parcel {
    Bytes(Vec<u8>),
    /// Numbers to agree on.
    Numbers(Vec<u64>),
}

/// One thread's ends of the channels.
#[derive(Debug)]
pub struct Threads {
    rank: usize,
    to: Vec<Sender<Parcel>>,
    from: Vec<Receiver<Parcel>>,
}

/// Creates the channels between `size` threads.
pub fn threads(size: usize) -> Vec<Threads> {
    let new = |rank| Threads { rank, to: Vec::new(), from: Vec::new() };
    let mut all: Vec<Threads> = (0..size).map(new).collect();
    for sender in 0..size {
        for receiver in 0..size {
            let (to, from) = channel();
            all[sender].to.push(to);
            all[receiver].from.push(from);
        }
    }
    all
}

fn left<E>(_: E) -> io::Error {
    io::Error::new(io::ErrorKind::BrokenPipe, "a thread has left")
}

fn other_call() -> io::Error {
    io::Error::other("the threads are not in the same call")
}

impl Exchange for Threads {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.to.len()
    }

    fn all_to_all(&mut self, outgoing: Vec<Vec<u8>>) -> io::Result<Vec<Vec<u8>>> {
        for (to, bytes) in self.to.iter().zip(outgoing) {
            to.send(Parcel::Bytes(bytes)).map_err(left)?;
        }
        let receive = |from: &Receiver<Parcel>| match from.recv().map_err(left)? {
            Parcel::Bytes(bytes) => Ok(bytes),
            Parcel::Numbers(_) => Err(other_call()),
        };
        self.from.iter().map(receive).collect()
    }

    fn max(&mut self, numbers: &mut [u64]) -> io::Result<()> {
        for to in &self.to {
            to.send(Parcel::Numbers(numbers.to_vec())).map_err(left)?;
        }
        for from in &self.from {
            let Parcel::Numbers(others) = from.recv().map_err(left)? else {
                return Err(other_call());
            };
            for (number, other) in numbers.iter_mut().zip(others) {
                *number = other.max(*number);
            }
        }
        Ok(())
    }
}
