//! Amounts and times in a form for people.

/// The units of time in seconds, longest first.
const UNITS: [(f64, &str); 6] = [
    (365.0 * 86_400.0, "year"),
    (7.0 * 86_400.0, "week"),
    (86_400.0, "day"),
    (3_600.0, "hour"),
    (60.0, "minute"),
    (1.0, "second"),
];

/// Returns an amount of memory or disk, such as 72.63 GiB.
pub fn amount(bytes: u64) -> String {
    const PREFIXES: [&str; 7] = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];
    let power = bytes.checked_ilog2().unwrap_or(0) / 10;
    if power == 0 {
        return format!("{bytes} B");
    }
    let units = bytes as f64 / (1u64 << (10 * power)) as f64;
    format!("{units:.2} {}B", PREFIXES[power as usize])
}

/// Returns a measured time, such as "0.10 s" or "4 minutes".
pub fn duration(seconds: f64) -> String {
    if seconds < 60.0 {
        return format!("{seconds:.2} s");
    }
    forecast(seconds)
}

/// Returns an expected time, such as "4 minutes", in the longest unit whose count rounds to at
/// least two.
pub(crate) fn forecast(seconds: f64) -> String {
    // Limits the time to a 64-bit number of seconds.
    let seconds = seconds.clamp(1.0, u64::MAX as f64);
    let (unit, name) =
        UNITS.into_iter().find(|(unit, _)| seconds >= 1.5 * unit).unwrap_or((1.0, "second"));
    let count = (seconds / unit).round();
    let plural = if count == 1.0 { "" } else { "s" };
    format!("{count:.0} {name}{plural}")
}

/// Returns an expected processor time, such as "6 CPU-minutes".
pub(crate) fn cpu_time(seconds: f64) -> String {
    forecast(seconds).replace(' ', " CPU-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_and_times_read_well() {
        assert_eq!(amount(0), "0 B");
        assert_eq!(amount(1_023), "1023 B");
        assert_eq!(amount(1_024), "1.00 KiB");
        assert_eq!(amount(77_990_506_232), "72.63 GiB");
        assert_eq!(amount(u64::MAX), "16.00 EiB");
        assert_eq!(duration(0.1), "0.10 s");
        assert_eq!(forecast(0.1), "1 second");
        assert_eq!(forecast(89.0), "89 seconds");
        assert_eq!(forecast(90.0), "2 minutes");
        assert_eq!(forecast(250.0), "4 minutes");
        assert_eq!(forecast(10.0 * 86_400.0), "10 days");
        assert_eq!(cpu_time(0.1), "1 CPU-second");
        assert_eq!(cpu_time(250.0), "4 CPU-minutes");
        // Even the longest time has a text.
        assert!(forecast(f64::MAX).ends_with(" years"));
    }
}
