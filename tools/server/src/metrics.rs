//! Figures on requests, in the text format of Prometheus.

use std::time::Duration;

use prometheus::{
    Histogram, IntCounterVec, IntGauge, Registry, TextEncoder,
    register_histogram_with_registry as histogram,
    register_int_counter_vec_with_registry as counters, register_int_gauge_with_registry as gauge,
};

/// The upper bounds of the histogram's classes, in seconds.
const SECONDS: [f64; 9] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1.0, 5.0];

/// Figures on requests since the start of the server.
pub(crate) struct Metrics {
    registry: Registry,
    requests: IntCounterVec,
    seconds: Histogram,
    open_tables: IntGauge,
    cached_bytes: IntGauge,
}

impl Metrics {
    pub(crate) fn new() -> Metrics {
        let all = Registry::new();
        let metrics = || -> prometheus::Result<Metrics> {
            let (requests, labels) = ("Requests by route and status.", &["route", "status"]);
            let (seconds, classes) = ("Seconds until requests were answered.", SECONDS.to_vec());
            Ok(Metrics {
                requests: counters!("loa_requests_total", requests, labels, all)?,
                seconds: histogram!("loa_request_seconds", seconds, classes, all)?,
                open_tables: gauge!("loa_open_tables", "Tables that are open.", all)?,
                cached_bytes: gauge!("loa_cached_bytes", "Unpacked values in memory.", all)?,
                registry: all.clone(),
            })
        };
        metrics().expect("each name is new and well formed")
    }

    /// Counts a request to an address of `route`, answered with `status`.
    pub(crate) fn add(&self, route: &str, status: u16, time: Duration) {
        self.requests.with_label_values(&[route, &status.to_string()]).inc();
        self.seconds.observe(time.as_secs_f64());
    }

    /// Returns the figures on requests and tables.
    pub(crate) fn text(&self, open_tables: u64, cached_bytes: u64) -> String {
        self.open_tables.set(open_tables as i64);
        self.cached_bytes.set(cached_bytes as i64);
        TextEncoder::new().encode_to_string(&self.registry.gather()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_counted_in_classes_that_include_each_other() {
        let metrics = Metrics::new();
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
