//! An exchange between threads that share nothing but channels.

use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};

use loa_solver::retrograde::{Exchange, Message};

/// A delivery from one thread to another.
enum Parcel {
    /// Messages as bytes, or other bytes.
    Bytes(Vec<Vec<u8>>),
    /// Numbers to agree on.
    Numbers(Vec<u64>),
    /// Bytes for all.
    Shared(Vec<u8>),
}

/// One thread's ends of the channels.
pub(crate) struct Threads {
    rank: usize,
    to: Vec<Sender<Parcel>>,
    from: Vec<Receiver<Parcel>>,
}

/// Makes the channels between so many threads.
pub(crate) fn threads(size: usize) -> Vec<Threads> {
    let new = |rank| Threads {
        rank,
        to: Vec::new(),
        from: Vec::new(),
    };
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

    fn all_to_all(&mut self, outgoing: Vec<Vec<Message>>) -> io::Result<Vec<Message>> {
        for (to, messages) in self.to.iter().zip(outgoing) {
            let bytes = messages.iter().map(|message| message.as_bytes().to_vec());
            to.send(Parcel::Bytes(bytes.collect())).map_err(left)?;
        }
        let mut inbound = Vec::new();
        for from in &self.from {
            let Parcel::Bytes(messages) = from.recv().map_err(left)? else {
                return Err(other_call());
            };
            for bytes in messages {
                inbound.push(Message::from_bytes(&bytes).map_err(io::Error::other)?);
            }
        }
        Ok(inbound)
    }

    fn all_to_all_bytes(&mut self, outgoing: Vec<Vec<u8>>) -> io::Result<Vec<Vec<u8>>> {
        for (to, bytes) in self.to.iter().zip(outgoing) {
            to.send(Parcel::Bytes(vec![bytes])).map_err(left)?;
        }
        let receive = |from: &Receiver<Parcel>| match from.recv().map_err(left)? {
            Parcel::Bytes(bytes) => Ok(bytes.concat()),
            _ => Err(other_call()),
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

    fn all_gather(&mut self, bytes: &[u8]) -> io::Result<Vec<Vec<u8>>> {
        for to in &self.to {
            to.send(Parcel::Shared(bytes.to_vec())).map_err(left)?;
        }
        let receive = |from: &Receiver<Parcel>| match from.recv().map_err(left)? {
            Parcel::Shared(bytes) => Ok(bytes),
            _ => Err(other_call()),
        };
        self.from.iter().map(receive).collect()
    }

    fn barrier(&mut self) -> io::Result<()> {
        self.max(&mut [])
    }
}
