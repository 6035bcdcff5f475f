//! Amounts of memory on the command line.

/// Reads an amount of memory in bytes or in a unit, in upper or lower case: k, M, G and T or KiB,
/// MiB, GiB and TiB (powers of 1024), or kB, MB, GB and TB (powers of 1000).
///
/// # Errors
/// When the text is no such amount.
pub fn size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let (number, unit) = text.split_at(digits.len());
    let factor = factor(&unit.to_ascii_lowercase())
        .ok_or_else(|| format!("unknown unit {unit}: use KiB, MiB, GiB, TiB, KB, MB, GB or TB"))?;
    if number.is_empty() || number.contains(|c: char| !c.is_ascii_digit() && c != '.') {
        return Err(format!("'{number}' is not a number"));
    }
    let bytes = match number.parse::<u64>() {
        Ok(whole) => whole.saturating_mul(factor),
        // A fraction or a number of more than 64 bits. The conversion saturates.
        Err(_) => match number.parse::<f64>() {
            Ok(number) => (number * factor as f64) as u64,
            Err(_) => return Err(format!("'{number}' is not a number")),
        },
    };
    if !(1..=1 << 63).contains(&bytes) {
        return Err(format!("{text} is out of range: 1 byte to 8388608 TiB"));
    }
    Ok(bytes)
}

/// Returns the size of a unit in lower case, in bytes.
fn factor(unit: &str) -> Option<u64> {
    let (prefix, step) = match unit.strip_suffix('b') {
        None => (unit, 1024),
        Some(rest) => match rest.strip_suffix('i') {
            None => (rest, 1000),
            Some("") => return None,
            Some(prefix) => (prefix, 1024),
        },
    };
    let prefixes = ["", "k", "m", "g", "t"];
    let power = prefixes.iter().position(|&known| known == prefix)?;
    Some(u64::pow(step, power as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        for (text, bytes) in [
            ("4096", 4096),
            ("2000000000", 2_000_000_000),
            ("9223372036854775808", 1 << 63),
            ("1.5GiB", 3 << 29),
            ("2GB", 2_000_000_000),
            ("2gb", 2_000_000_000),
            ("2G", 2 << 30),
            ("2gib", 2 << 30),
            ("2GiB", 2 << 30),
            ("64k", 64 << 10),
            ("0.5kB", 500),
            ("7B", 7),
            ("1TiB", 1 << 40),
            ("1t", 1 << 40),
            ("1TB", 1_000_000_000_000),
            ("8388608TiB", 1 << 63),
        ] {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        let wrong = "GiB,-1G,nan,inf,1e3,1e30G,0,0.1,1..2,1iB,1PiB,9223372036854775809,\
                     99999999999999999999,8388609TiB,1 GiB,+1,";
        for wrong in wrong.split(',') {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }
}
