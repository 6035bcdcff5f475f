//! Figures on requests, in the text format of Prometheus.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The upper bounds of the classes of times, in seconds.
const SECONDS: [f64; 9] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1.0, 5.0];

/// Figures on requests since the server began.
#[derive(Default)]
pub(crate) struct Metrics(Mutex<Figures>);

#[derive(Default)]
struct Figures {
    /// Requests by route and status.
    requests: BTreeMap<(String, u16), u64>,
    /// Requests by class of time; the last class has no bound.
    times: [u64; SECONDS.len() + 1],
    seconds: f64,
}

impl Metrics {
    /// Adds a request to an address of `route`, answered with `status`.
    pub(crate) fn add(&self, route: &str, status: u16, time: Duration) {
        let mut figures = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let requests = figures.requests.entry((route.to_owned(), status));
        *requests.or_default() += 1;
        let seconds = time.as_secs_f64();
        let class = SECONDS.partition_point(|&bound| bound < seconds);
        figures.times[class] += 1;
        figures.seconds += seconds;
    }

    /// Returns the text of all figures.
    pub(crate) fn text(&self, open_tables: u64, cached_bytes: u64) -> String {
        let figures = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut text = String::new();
        head(&mut text, "loa_requests_total", "counter", "Requests by route and status.");
        for ((route, status), count) in &figures.requests {
            let _ = writeln!(
                text,
                "loa_requests_total{{route=\"{route}\",status=\"{status}\"}} {count}"
            );
        }
        let name = "loa_request_seconds";
        head(&mut text, name, "histogram", "Seconds until requests were answered.");
        let mut sum = 0;
        for (bound, count) in SECONDS.iter().zip(figures.times) {
            sum += count;
            let _ = writeln!(text, "{name}_bucket{{le=\"{bound}\"}} {sum}");
        }
        let all: u64 = figures.times.iter().sum();
        let _ = writeln!(text, "{name}_bucket{{le=\"+Inf\"}} {all}");
        let _ = writeln!(text, "{name}_sum {}", figures.seconds);
        let _ = writeln!(text, "{name}_count {all}");
        head(&mut text, "loa_open_tables", "gauge", "Tables that are open.");
        let _ = writeln!(text, "loa_open_tables {open_tables}");
        head(&mut text, "loa_cached_bytes", "gauge", "Unpacked values in memory.");
        let _ = writeln!(text, "loa_cached_bytes {cached_bytes}");
        text
    }
}

fn head(text: &mut String, name: &str, kind: &str, meaning: &str) {
    let _ = writeln!(text, "# HELP {name} {meaning}\n# TYPE {name} {kind}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_counted_in_classes_that_include_each_other() {
        let metrics = Metrics::default();
        for (status, millis) in [(200, 0), (200, 2), (404, 400), (200, 60_000)] {
            metrics.add("/api/probe", status, Duration::from_millis(millis));
        }
        let text = metrics.text(3, 70);
        for line in [
            "loa_requests_total{route=\"/api/probe\",status=\"200\"} 3",
            "loa_requests_total{route=\"/api/probe\",status=\"404\"} 1",
            "loa_request_seconds_bucket{le=\"0.0005\"} 1",
            "loa_request_seconds_bucket{le=\"0.0025\"} 2",
            "loa_request_seconds_bucket{le=\"1\"} 3",
            "loa_request_seconds_bucket{le=\"+Inf\"} 4",
            "loa_request_seconds_sum 60.402",
            "loa_open_tables 3",
            "loa_cached_bytes 70",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
    }
}
