//! Measures probes per second of processor time in Rust, to compare with `throughput.c`:
//! `throughput RULES FOLDER < positions`.

#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "an example prints, and a failed example says where"
)]

use std::io::{self, BufRead};
use std::time::Duration;

use loa_solver::Position;
use loa_tablebase::Tablebase;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [rules, folder] = &arguments[..] else {
        panic!("RULES FOLDER");
    };
    let options = Tablebase::options().cache_bytes(1 << 30);
    let tables = options.open(folder, rules.parse().unwrap());
    let lines = io::stdin().lock().lines();
    let positions: Vec<Position> = lines.map(|line| line.unwrap().parse().unwrap()).collect();
    for round in ["unpacking", "in memory", "in memory", "in memory"] {
        let begun = processor_time();
        for position in &positions {
            std::hint::black_box(tables.answer(position).unwrap());
        }
        let together = processor_time();
        std::hint::black_box(tables.answers(&positions));
        let ended = processor_time();
        let rate = |time: Duration| positions.len() as f64 / time.as_secs_f64();
        let (alone, many) = (rate(together - begun), rate(ended - together));
        println!("{round}: one by one {alone:.0}, together {many:.0}");
    }
}

/// Returns the processor time that this process has used.
fn processor_time() -> Duration {
    use nix::time::{ClockId, clock_gettime};

    clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).unwrap().into()
}
