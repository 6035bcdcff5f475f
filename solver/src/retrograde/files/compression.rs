//! Compression of bytes that mostly have one of a few values, such as the values and states of one
//! part of a family. It favours speed over size, because all values and states are written and read
//! again in many plies.
//!
//! One byte is *usual*. A map has a bit for each other byte, and only the nonzero bytes of the map
//! are written. The other bytes have short codes by frequency. If they have more kinds than codes,
//! a number follows the last code.
//!
//! | bytes | contents |
//! | --- | --- |
//! | 4, 4 | the number of unusual bytes, and the number of bytes of the map |
//! | 1, 1, 1 | the usual byte, the bits of a code, the number of unusual kinds |
//! | 1 for each kind | the unusual kinds, the most frequent first |
//! | 1 to 9 for each 64 | the nonzero bytes of the map, after a bit for each of its bytes |
//! | | the codes |
//! | 1 for each byte with the last code, if that is shared | the number of its kind |

use std::cmp::Reverse;

use crate::dispatch;
use crate::retrograde::kernel::instructions::BitBytes;

/// Bytes whose map bits are written together.
const GROUP: usize = 64;

/// Bytes that are processed together, in one number.
const EIGHT: usize = 8;

/// The possible numbers of bits of a code.
const WIDTHS: [u32; 5] = [0, 1, 2, 4, 8];

/// Bytes sampled to find a frequent one.
const SAMPLE: usize = 512;

/// Appends the compressed form of `contents`.
pub(super) fn compress(contents: &[u8], packed: &mut Vec<u8>) {
    dispatch!(compress_all(contents, packed));
}

/// Decompresses bytes from the beginning of `packed`, which becomes the rest. `true` if the bytes
/// were complete.
pub(super) fn decompress(packed: &mut &[u8], contents: &mut [u8]) -> bool {
    dispatch!(decompress_all(packed, contents).is_some())
}

/// The code of the unusual bytes.
struct Code {
    width: u32,
    /// The kinds, the most frequent first.
    kinds: Vec<u8>,
    /// Kinds with their own code.
    own: usize,
}

impl Code {
    fn new(width: u32, kinds: Vec<u8>) -> Code {
        let own = Code::own(width, kinds.len());
        Code { width, kinds, own }
    }

    /// Returns the code that takes the fewest bits for these bytes.
    fn of(others: &[u8]) -> Code {
        let counts = counts(others);
        let count = |&kind: &u8| counts[usize::from(kind)] as usize;
        let mut kinds: Vec<u8> = (0..=255).filter(|kind| count(kind) > 0).collect();
        kinds.sort_by_key(|kind| Reverse(count(kind)));
        let bits = |&width: &u32| {
            let rare = kinds.iter().skip(Code::own(width, kinds.len()));
            // Bytes without their own code are slow as well, so they count double.
            others.len() * width as usize + 16 * rare.map(count).sum::<usize>()
        };
        let width = WIDTHS.into_iter().min_by_key(bits).unwrap_or(8);
        Code::new(width, kinds)
    }

    fn own(width: u32, kinds: usize) -> usize {
        let codes = 1 << width;
        if kinds <= codes { kinds } else { codes - 1 }
    }
}

/// Counts each kind of byte.
fn counts(bytes: &[u8]) -> [u32; 256] {
    // Four counters, so that an increment need not wait for the one before.
    let mut counts = [[0u32; 256]; 4];
    let (fours, rest) = bytes.as_chunks::<4>();
    for four in fours {
        for (counts, &byte) in counts.iter_mut().zip(four) {
            counts[usize::from(byte)] += 1;
        }
    }
    for &byte in rest {
        counts[0][usize::from(byte)] += 1;
    }
    std::array::from_fn(|kind| counts.iter().map(|counts| counts[kind]).sum())
}

/// Returns a frequent byte, judged by a sample.
fn usual(contents: &[u8]) -> u8 {
    let step = (contents.len() / SAMPLE).max(1);
    let sample: Vec<u8> = contents.iter().step_by(step).copied().collect();
    let counts = counts(&sample);
    let most = (0..=255).max_by_key(|&kind: &u8| counts[usize::from(kind)]);
    most.unwrap_or(0)
}

#[inline(always)]
fn compress_all(contents: &[u8], packed: &mut Vec<u8>) {
    let (usual, bit_bytes) = (usual(contents), BitBytes::detect());
    let groups = contents.len().div_ceil(GROUP);
    // Eight bytes are always written, even if fewer count.
    let mut map = ByteRun::of(groups * (1 + EIGHT) + EIGHT);
    let mut others = ByteRun::of(groups * GROUP + EIGHT);
    let (whole, rest) = contents.as_chunks::<GROUP>();
    for group in whole {
        split(bit_bytes, group, usual, &mut map, &mut others);
    }
    if !rest.is_empty() {
        let mut group = [usual; GROUP];
        group[..rest.len()].copy_from_slice(rest);
        split(bit_bytes, &group, usual, &mut map, &mut others);
    }
    let (map, mut others) = (map.end(), others.end());
    let code = Code::of(&others);
    packed.extend((others.len() as u32).to_le_bytes());
    packed.extend((map.len() as u32).to_le_bytes());
    packed.extend([usual, code.width as u8, code.kinds.len() as u8]);
    packed.extend(&code.kinds);
    packed.extend(&map);
    let mut numbers = [0; 256];
    for (number, &kind) in (0..).zip(&code.kinds) {
        numbers[usize::from(kind)] = number;
    }
    for other in &mut others {
        *other = numbers[usize::from(*other)];
    }
    match code.width {
        0 => {}
        1 => put_codes::<1>(&others, code.own, packed),
        2 => put_codes::<2>(&others, code.own, packed),
        4 => put_codes::<4>(&others, code.own, packed),
        _ => packed.extend(&others),
    }
    if code.own < code.kinds.len() {
        let is_rare = |&&number: &&u8| usize::from(number) >= code.own;
        packed.extend(others.iter().filter(is_rare));
    }
}

/// Splits a group into its part of the map and its unusual bytes.
#[inline(always)]
fn split(
    bit_bytes: BitBytes,
    group: &[u8; GROUP],
    usual: u8,
    map: &mut ByteRun,
    others: &mut ByteRun,
) {
    let (eights, _) = group.as_chunks::<EIGHT>();
    let mut bytes = [0; EIGHT];
    for (byte, eight) in bytes.iter_mut().zip(eights) {
        *byte = bits_of(eight, |other| other != usual);
    }
    let of_group = bits_of(&bytes, |byte| byte != 0);
    map.push(of_group.into(), 1);
    let word = u64::from_le_bytes(bytes);
    map.push(bit_bytes.gather(word, of_group), of_group.count_ones());
    for (eight, bits) in eights.iter().zip(bytes) {
        let found = bit_bytes.gather(u64::from_le_bytes(*eight), bits);
        others.push(found, bits.count_ones());
    }
}

/// Returns a bit for each of eight bytes.
#[inline(always)]
fn bits_of(bytes: &[u8; EIGHT], is_set: impl Fn(u8) -> bool) -> u8 {
    let flags = bytes.map(|byte| u8::from(is_set(byte)));
    // The product's highest byte has bit i from byte i, and no carry reaches it.
    (u64::from_le_bytes(flags).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// Bytes that are appended eight at a time.
struct ByteRun {
    bytes: Vec<u8>,
    len: usize,
}

impl ByteRun {
    /// Returns an empty run with capacity for `room` bytes.
    fn of(room: usize) -> ByteRun {
        let (bytes, len) = (vec![0; room], 0);
        ByteRun { bytes, len }
    }

    #[inline(always)]
    fn push(&mut self, bytes: u64, count: u32) {
        self.bytes[self.len..self.len + EIGHT].copy_from_slice(&bytes.to_le_bytes());
        self.len += count as usize;
    }

    fn end(mut self) -> Vec<u8> {
        self.bytes.truncate(self.len);
        self.bytes
    }
}

#[inline(always)]
fn put_codes<const WIDTH: usize>(numbers: &[u8], own: usize, packed: &mut Vec<u8>) {
    packed.extend(numbers.chunks(8 / WIDTH).map(
        #[inline(always)]
        |numbers| {
            let codes = numbers.iter().map(|&number| number.min(own as u8)).enumerate();
            codes.fold(0, |all, (at, code)| all | code << (at * WIDTH))
        },
    ));
}

#[inline(always)]
fn decompress_all(packed: &mut &[u8], contents: &mut [u8]) -> Option<()> {
    let (len, map_len) = (number(packed)?, number(packed)?);
    let &[usual, width, kinds] = packed.split_off(..3)? else {
        return None;
    };
    let width = WIDTHS.into_iter().find(|&known| known == u32::from(width))?;
    if len > contents.len() {
        return None;
    }
    let code = Code::new(width, packed.split_off(..kinds.into())?.to_vec());
    let mut map = packed.split_off(..map_len)?;
    let codes = packed.split_off(..(len * width as usize).div_ceil(8))?;
    let mut others = vec![0; len + EIGHT];
    let found = &mut others[..len];
    match width {
        0 => {}
        1 => get_codes::<1, 8>(codes, found),
        2 => get_codes::<2, 4>(codes, found),
        4 => get_codes::<4, 2>(codes, found),
        _ => found.copy_from_slice(codes),
    }
    let mut kind_of_code = [0; 256];
    kind_of_code[..code.own].copy_from_slice(&code.kinds[..code.own]);
    for other in found {
        let code_of_other = usize::from(*other);
        *other = kind_of_code[code_of_other];
        if code_of_other == code.own {
            let number = usize::from(*packed.split_off_first()?);
            *other = *code.kinds.get(number)?;
        }
    }
    let (bit_bytes, mut others) = (BitBytes::detect(), &others[..]);
    let (whole, rest) = contents.as_chunks_mut::<GROUP>();
    for group in whole {
        join(bit_bytes, group, usual, &mut map, &mut others)?;
    }
    if !rest.is_empty() {
        let mut group = [usual; GROUP];
        join(bit_bytes, &mut group, usual, &mut map, &mut others)?;
        rest.copy_from_slice(&group[..rest.len()]);
    }
    (map.is_empty() && others.len() == EIGHT).then_some(())
}

/// Reassembles a group.
#[inline(always)]
fn join(
    bit_bytes: BitBytes,
    group: &mut [u8; GROUP],
    usual: u8,
    map: &mut &[u8],
    others: &mut &[u8],
) -> Option<()> {
    let of_group = *map.split_off_first()?;
    let bytes = bit_bytes.spread(first_eight(map), of_group).to_le_bytes();
    *map = map.get(of_group.count_ones() as usize..)?;
    let usual = u64::from_le_bytes([usual; EIGHT]);
    let (eights, _) = group.as_chunks_mut::<EIGHT>();
    for (eight, bits) in eights.iter_mut().zip(bytes) {
        let found = bit_bytes.spread(u64::from_le_bytes(*others.first_chunk()?), bits);
        *eight = (usual & !bit_bytes.all(bits) | found).to_le_bytes();
        *others = others.get(bits.count_ones() as usize..)?;
    }
    Some(())
}

/// Returns the first eight bytes as a number; missing bytes count as zero.
#[inline(always)]
fn first_eight(bytes: &[u8]) -> u64 {
    let rest = || {
        let bytes = bytes.iter().rev();
        bytes.fold(0, |all, &byte| all << 8 | u64::from(byte))
    };
    bytes.first_chunk().map_or_else(rest, |eight| u64::from_le_bytes(*eight))
}

#[inline(always)]
fn get_codes<const WIDTH: usize, const EACH: usize>(packed: &[u8], codes: &mut [u8]) {
    let code = |packed: u8, at: usize| packed >> (at * WIDTH) & ((1 << WIDTH) - 1);
    let (runs, rest) = codes.as_chunks_mut::<EACH>();
    for (run, &packed) in runs.iter_mut().zip(packed) {
        for (at, found) in run.iter_mut().enumerate() {
            *found = code(packed, at);
        }
    }
    if let Some(&packed) = packed.get(runs.len()) {
        for (at, found) in rest.iter_mut().enumerate() {
            *found = code(packed, at);
        }
    }
}

/// Reads a number of four bytes from the beginning of `packed`, which becomes the rest.
pub(super) fn number(packed: &mut &[u8]) -> Option<usize> {
    let bytes = packed.split_off(..size_of::<u32>())?.try_into().ok()?;
    Some(u32::from_le_bytes(bytes) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns `len` bytes of `kinds` kinds; low kinds are more frequent.
    fn bytes(len: usize, kinds: u64, seed: u64) -> Vec<u8> {
        let byte = |at: u64| {
            let random = (at + seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let (a, b) = (random >> 40, random >> 20 & 0xf_ffff);
            ((((a * b) >> 20) * kinds) >> 24) as u8
        };
        (0..len as u64).map(byte).collect()
    }

    #[test]
    fn bytes_come_back() {
        let mut all = vec![vec![7; 1000], [vec![0; 500], vec![1; 501]].concat()];
        for len in [0, 1, 7, 63, 64, 65, 1000, 20_000] {
            for kinds in [1, 2, 3, 4, 5, 6, 16, 17, 18, 40, 256] {
                all.push(bytes(len, kinds, kinds));
            }
        }
        for contents in all {
            let mut packed = Vec::new();
            compress(&contents, &mut packed);
            assert!(packed.len() <= contents.len() * 5 / 4 + 300);
            packed.push(77);
            let (mut back, mut rest) = (vec![1; contents.len()], &packed[..]);
            assert!(decompress(&mut rest, &mut back));
            assert!(back == contents && rest == [77]);
        }
    }

    #[test]
    fn frequent_bytes_take_little() {
        for (contents, most) in [
            (vec![255; 6400], 100 + 20),
            ((0..6400).map(|i| u8::from(i % 64 == 5)).collect(), 200 + 20),
            ((0..6400).map(|i| (i % 2) as u8).collect(), 900 + 20),
        ] {
            let mut packed = Vec::new();
            compress(&contents, &mut packed);
            assert!(packed.len() <= most, "{}", packed.len());
        }
    }

    /// Damaged bytes may decompress to other bytes, which digests detect.
    #[test]
    fn damaged_bytes_do_no_harm() {
        let contents = bytes(300, 20, 3);
        let mut packed = Vec::new();
        compress(&contents, &mut packed);
        let mut back = vec![0; contents.len()];
        for len in 0..packed.len() {
            assert!(!decompress(&mut &packed[..len], &mut back));
        }
        for at in 0..packed.len() {
            for flip in [1, 0x80, 0xff] {
                let mut wild = packed.clone();
                wild[at] ^= flip;
                decompress(&mut &wild[..], &mut back);
            }
        }
        for len in [0, 299, 400] {
            let mut other = vec![0; len];
            decompress(&mut &packed[..], &mut other);
        }
    }
}
