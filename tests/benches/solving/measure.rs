//! Measures the time and memory of each family.

use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use loa_solver::retrograde::Local;
use loa_tablebase::Event;
use loa_tests::usage::{peak_memory, processor_time};
use serde::{Deserialize, Serialize};

use crate::{Args, Failure};

/// Time and memory of a solve.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Measured {
    pub(crate) threads: u16,
    pub(crate) families: Vec<Family>,
}

/// Time and memory of a family.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Family {
    pub(crate) family: String,
    pub(crate) positions: u64,
    /// The time by the clock, including writing the tables.
    pub(crate) wall: Duration,
    /// The processor time of all threads together.
    pub(crate) processor: Duration,
    /// The size of its tables in bytes.
    pub(crate) bytes: u64,
    /// The peak of resident bytes since the beginning of the solve.
    pub(crate) peak: u64,
    /// The longest distance in plies.
    pub(crate) longest: u16,
    /// Each table's material and the digest of its values.
    pub(crate) digests: Vec<(String, String)>,
}

impl Family {
    /// Returns microseconds by the clock for each position.
    pub(crate) fn wall_each(&self) -> f64 {
        1e6 * self.wall.as_secs_f64() / self.positions as f64
    }

    /// Returns microseconds of processor time for each position.
    pub(crate) fn processor_each(&self) -> f64 {
        1e6 * self.processor.as_secs_f64() / self.positions as f64
    }
}

/// Notes the measurements of each family.
struct Scribe(Mutex<Notes>);

struct Notes {
    began: (Instant, Duration),
    families: Vec<Family>,
}

impl Scribe {
    fn note(&self, event: &Event<'_>) {
        let mut notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            Event::Begun { family, positions, .. } => {
                notes.began = (Instant::now(), processor_time());
                notes.families.push(Family {
                    family: family.to_string(),
                    positions: *positions,
                    wall: Duration::ZERO,
                    processor: Duration::ZERO,
                    bytes: 0,
                    peak: 0,
                    longest: 0,
                    digests: Vec::new(),
                });
            }
            Event::Written(header, _) => {
                let (began, before) = notes.began;
                if let Some(family) = notes.families.last_mut() {
                    family.wall = began.elapsed();
                    family.processor = processor_time() - before;
                    family.bytes += header.file_bytes;
                    family.peak = peak_memory();
                    family.longest = family.longest.max(header.longest);
                    let digest = format!("{:032x}", header.digest);
                    family.digests.push((header.material.to_string(), digest));
                }
            }
            _ => {}
        }
    }
}

/// Solves into a folder and prints a [`Measured`] as JSON.
pub(crate) fn solve(args: &Args, folder: &Path) -> Result<(), Failure> {
    let threads = args.threads[0];
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into());
    pool.build_global()?;
    let scribe = Scribe(Mutex::new(Notes {
        began: (Instant::now(), processor_time()),
        families: Vec::new(),
    }));
    let builder = args.builder(folder);
    builder.run_with(&mut Local, &|event| scribe.note(&event))?;
    let notes = scribe.0.into_inner().unwrap_or_else(PoisonError::into_inner);
    let measured = Measured { threads, families: notes.families };
    println!("{}", serde_json::to_string(&measured)?);
    Ok(())
}
