//! Amounts and times as people read them.

use std::time::Duration;

use indicatif::{BinaryBytes, HumanDuration};

/// Returns an amount of memory or disk, such as 72.63 GiB.
pub fn amount(bytes: u64) -> String {
    BinaryBytes(bytes).to_string()
}

/// Returns a time that was measured, such as "0.10 s" or "4 minutes".
pub fn duration(seconds: f64) -> String {
    if seconds < 60.0 {
        return format!("{seconds:.2} s");
    }
    forecast(seconds)
}

/// Returns a time that is expected, such as "4 minutes".
pub fn forecast(seconds: f64) -> String {
    let expected = Duration::try_from_secs_f64(seconds.max(1.0));
    HumanDuration(expected.unwrap_or(Duration::MAX)).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_and_times_read_well() {
        assert_eq!(amount(77_990_506_232), "72.63 GiB");
        assert_eq!(duration(0.1), "0.10 s");
        assert_eq!(forecast(0.1), "1 second");
        assert_eq!(forecast(250.0), "4 minutes");
        // No time is too long to be named.
        assert!(forecast(f64::MAX).ends_with(" years"));
    }
}
