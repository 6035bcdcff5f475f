//! Values on the command line: amounts of memory, and values with names.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use loa_engine::client::Protocol;

/// Returns a parser for the names of values. Each name may have a help text.
pub fn named<T: Copy + Send + Sync + 'static, const COUNT: usize>(
    values: [(&'static str, &'static str, T); COUNT],
) -> impl TypedValueParser<Value = T> {
    let names = values.map(|(name, help, _)| match help {
        "" => PossibleValue::new(name),
        _ => PossibleValue::new(name).help(help),
    });
    PossibleValuesParser::new(names).try_map(move |given| {
        let value = values.iter().find(|(name, ..)| *name == given);
        value.map(|&(.., value)| value).ok_or("unknown name")
    })
}

/// The protocols of engines by name.
pub(crate) const PROTOCOLS: [(&str, &str, Protocol); 2] = [
    ("uci", "Modelled on UCI, for every board and all rules", Protocol::Uci),
    (
        "codingame",
        "CodinGame's protocol for Lines of Action, only 8x8 under mover-pass",
        Protocol::Codingame,
    ),
];

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
    let whole = number.parse::<u64>().map(|whole| whole.saturating_mul(factor));
    // A fraction or a number of more than 64 bits. The conversion saturates.
    let rounded = || number.parse::<f64>().map(|number| (number * factor as f64) as u64);
    let is_plain = number.chars().all(|c| c.is_ascii_digit() || c == '.');
    let bytes = whole.or_else(|_| rounded()).ok().filter(|_| is_plain);
    let bytes = bytes.ok_or_else(|| format!("'{number}' is not a number"))?;
    if !(1..=1 << 63).contains(&bytes) {
        return Err(format!("{text} is out of range: 1 byte to 8388608 TiB"));
    }
    Ok(bytes)
}

/// Returns the size of a unit in lower case, in bytes.
fn factor(unit: &str) -> Option<u64> {
    let (prefix, step) = match (unit.strip_suffix("ib"), unit.strip_suffix('b')) {
        (Some(""), _) => return None,
        (Some(prefix), _) => (prefix, 1024),
        (None, Some(prefix)) => (prefix, 1000),
        (None, None) => (unit, 1024),
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
