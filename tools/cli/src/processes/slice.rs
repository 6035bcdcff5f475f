//! The slices in which processes send bytes to each other.

/// A slice of the bytes for or from all processes, one process after the other.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Slice {
    /// Bytes of each process.
    pub(crate) counts: Vec<i32>,
    /// The place in the slice where the bytes of each process begin.
    pub(crate) starts: Vec<i32>,
}

impl Slice {
    /// Returns the slice that begins `first` bytes into the bytes of every process, which have the
    /// lengths `lens`, and has at most `most` bytes of each. The sum must fit 31 bits.
    pub(crate) fn new(lens: &[u64], first: u64, most: u64) -> Slice {
        let left = lens.iter().map(|len| len.saturating_sub(first).min(most));
        let counts: Vec<i32> = left.map(|left| left as i32).collect();
        let starts = counts
            .iter()
            .scan(0, |next, count| {
                let start = *next;
                *next += count;
                Some(start)
            })
            .collect();
        Slice { counts, starts }
    }

    /// Returns the size of the whole slice in bytes.
    pub(crate) fn len(&self) -> usize {
        self.counts.iter().map(|&count| count as usize).sum()
    }

    /// Returns the part of the slice that belongs to a process.
    pub(crate) fn part<'b>(&self, bytes: &'b [u8], rank: usize) -> &'b [u8] {
        let start = self.starts[rank] as usize;
        &bytes[start..start + self.counts[rank] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_take_every_byte_once() {
        let lens = [7, 0, 12, 5];
        let slices = [0, 5, 10, 15].map(|first| Slice::new(&lens, first, 5));
        assert_eq!(slices[0].counts, [5, 0, 5, 5]);
        assert_eq!(slices[0].starts, [0, 5, 5, 10]);
        assert_eq!(slices[2].counts, [0, 0, 2, 0]);
        assert_eq!(slices[3].len(), 0);
        for (rank, len) in lens.iter().enumerate() {
            let counts = slices.iter().map(|slice| slice.counts[rank] as u64);
            assert_eq!(counts.sum::<u64>(), *len);
        }
        assert_eq!(slices[1].part(b"abcdefg", 2), b"cdefg");
    }
}
