//! Packing one block of values.
//!
//! Values are [`Cell`] codes of one or two bytes, little endian, packed with
//! zstd, each block on its own.

use loa_solver::retrograde::Cell;

/// Chosen by measurement: higher levels cost several times the time for a few
/// hundredths of a bit a value.
const LEVEL: i32 = 5;

/// Packs codes of `width` bytes each.
pub(crate) fn pack(codes: &[u16], width: u8) -> std::io::Result<Vec<u8>> {
    let plain: Vec<u8> = match width {
        1 => codes.iter().map(|&code| code as u8).collect(),
        _ => codes.iter().flat_map(|code| code.to_le_bytes()).collect(),
    };
    zstd::bulk::compress(&plain, LEVEL)
}

/// Unpacks exactly `count` codes of `width` bytes each.
///
/// # Errors
/// A sentence that says what is wrong.
pub(crate) fn unpack(packed: &[u8], count: usize, width: u8) -> Result<Box<[u16]>, String> {
    let bytes = count * usize::from(width);
    let plain = zstd::bulk::decompress(packed, bytes).map_err(|error| error.to_string())?;
    if plain.len() != bytes {
        return Err(format!(
            "{} bytes unpacked where {bytes} belong",
            plain.len()
        ));
    }
    Ok(match width {
        1 => plain.iter().map(|&code| u16::from(code)).collect(),
        _ => {
            let pairs = plain.chunks_exact(2);
            pairs
                .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
                .collect()
        }
    })
}

/// Bytes of a value that can be as long as `longest` plies.
pub(crate) fn width_for(longest: u16) -> u8 {
    if Cell::loss(longest).code() <= u16::from(u8::MAX) {
        1
    } else {
        2
    }
}
