//! The report of a benchmark.

use std::fmt::Write;
use std::time::Duration;

use loa_tests::machine;

use crate::Args;
use crate::measure::{Family, Measured};

/// Families of about ten million positions: large enough that files do not matter, small enough to
/// fit most caches.
const ABOUT_TEN_MILLION: std::ops::Range<u64> = 5_000_000..20_000_000;

/// Returns the whole report.
pub(crate) fn text(args: &Args, runs: &[Measured], checked: &[String]) -> String {
    let mut lines = about(args);
    for run in runs {
        lines.push(String::new());
        lines.extend(table(run));
        lines.extend(growth(run));
    }
    lines.push(String::new());
    lines.extend(runs[1..].iter().map(|run| threads(&runs[0], run)));
    lines.extend(checked.iter().cloned());
    lines.join("\n") + "\n"
}

fn about(args: &Args) -> Vec<String> {
    let threads: Vec<String> = args.threads.iter().map(u16::to_string).collect();
    let (words, threads) = (args.words().join(" "), threads.join(","));
    vec![
        format!("machine   {}", machine::machine()),
        format!("compiler  {}", machine::compiler()),
        format!("commit    {}", machine::commit()),
        format!("command   cargo bench --bench solving -- {words} --threads {threads}"),
        format!("load      {:.2} at the end", machine::load()),
    ]
}

fn table(run: &Measured) -> Vec<String> {
    let mut lines = vec![
        counted(run.threads),
        "                           wall       CPU      wall       CPU      peak    peak".to_owned(),
        "family      positions         s         s    us/pos    us/pos       MiB   B/pos bits/value  plies"
            .to_owned(),
    ];
    lines.extend(run.families.iter().map(row));
    if let Some(all) = total(run) {
        lines.push(row(&all));
    }
    lines
}

fn counted(threads: u16) -> String {
    let s = if threads == 1 { "" } else { "s" };
    format!("{threads} thread{s}")
}

fn row(family: &Family) -> String {
    let mut row = String::new();
    let positions = family.positions as f64;
    let peak = family.peak as f64;
    // Writing to a string cannot fail.
    let _ = write!(
        row,
        "{:<7} {:>13} {:>9.2} {:>9.2} {:>9.3} {:>9.3} {:>9.1} {:>7.2} {:>10.3} {:>6}",
        family.family,
        family.positions,
        family.wall.as_secs_f64(),
        family.processor.as_secs_f64(),
        family.wall_each(),
        family.processor_each(),
        peak / f64::from(1 << 20),
        peak / positions,
        8.0 * family.bytes as f64 / positions,
        family.longest,
    );
    row
}

/// Returns the total of all families.
fn total(run: &Measured) -> Option<Family> {
    let families = || run.families.iter();
    Some(Family {
        family: "all".to_owned(),
        positions: families().map(|family| family.positions).sum(),
        wall: families().map(|family| family.wall).sum(),
        processor: families().map(|family| family.processor).sum(),
        bytes: families().map(|family| family.bytes).sum(),
        peak: families().map(|family| family.peak).max()?,
        longest: families().map(|family| family.longest).max()?,
        digests: Vec::new(),
    })
}

/// Compares the cost of a position in the largest family with that in families of about ten million
/// positions.
fn growth(run: &Measured) -> Option<String> {
    let about = run.families.iter().filter(|family| ABOUT_TEN_MILLION.contains(&family.positions));
    let (time, positions) = about.fold((Duration::ZERO, 0), |(time, positions), family| {
        (time + family.processor, positions + family.positions)
    });
    let largest = run.families.iter().max_by_key(|family| family.positions)?;
    let each = 1e6 * time.as_secs_f64() / positions as f64;
    let other = !ABOUT_TEN_MILLION.contains(&largest.positions);
    (positions > 0 && other).then(|| {
        let family = &largest.family;
        let ratio = largest.processor_each() / each;
        format!("a position of {family} beside one of families of 5 to 20 million: x {ratio:.2} CPU time")
    })
}

/// Compares one thread with several: time saved, processor time added.
fn threads(one: &Measured, more: &Measured) -> String {
    let sum = |run: &Measured, time: fn(&Family) -> Duration| -> f64 {
        run.families.iter().map(|family| time(family).as_secs_f64()).sum()
    };
    let faster = sum(one, |family| family.wall) / sum(more, |family| family.wall);
    let dearer = sum(more, |family| family.processor) / sum(one, |family| family.processor);
    let (one, more) = (counted(one.threads), counted(more.threads));
    format!("{more} beside {one}: {faster:.2} times as fast, x {dearer:.2} CPU time")
}
