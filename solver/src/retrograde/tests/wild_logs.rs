//! Tests of logs that no run has written.

use std::fs;

use xxhash_rust::xxh3::xxh3_64;

use super::job::{FAMILY, assert_refused, club};
use crate::retrograde::WorkDir;
use crate::retrograde::files::log::pack;
use crate::retrograde::files::record;
use crate::retrograde::files::work_file::{FileKind, Label, WorkFile};
use crate::retrograde::kernel::cell::Cell;
use crate::retrograde::kernel::draft::Draft;

#[test]
fn logs_that_cannot_be_are_refused() {
    let job = club();
    let message = |material, positions, value: (u64, Cell)| {
        let mut draft = Draft::new(material, positions);
        draft.push(value.0, value.1);
        let mut packed = Vec::new();
        pack(&draft.seal(&[0])[0], &mut packed);
        packed
    };
    let positions = job.expected[0].len() as u64;
    let sound = message(FAMILY, positions, (700, Cell::win(3)));
    // Two bytes for the gap before the place, and a code, the usual byte of twelve.
    let end = sound.len();
    let mut outside = sound.clone();
    outside[end - 13] = 0x7f;
    let mut valueless = sound.clone();
    valueless[end - 4] = 0;
    for (bytes, why) in [
        (outside, "outside"),
        (valueless, "without a value"),
        (sound[4..].to_owned(), "not a message"),
        (message(FAMILY, positions - 1, (7, Cell::win(3))), "another shard"),
        (message(FAMILY.twin(), positions, (7, Cell::win(3))), "another shard"),
        (message(FAMILY, positions, (7, Cell::win(127))), "longer"),
    ] {
        let work = job.begun(30);
        job.work(work.path(), 10);
        let (_, mut record) = job.record(work.path());
        let label = Label {
            part: FileKind::Log,
            material: FAMILY,
            shard: 0,
            generation: record.files[0].values,
        };
        let dir = WorkDir::new(work.path());
        let mut log = fs::read(dir.part(&label)).unwrap();
        let header = [bytes.len() as u64, xxh3_64(&bytes)];
        log.extend_from_slice(bytemuck::cast_slice(&header));
        log.extend_from_slice(&bytes);
        record.files[0].log = log.len() as u64 - WorkFile::HEADER;
        fs::write(dir.part(&label), log).unwrap();
        record::write(&dir.record(FAMILY), record).unwrap();
        assert_refused(&job.finish(work.path()), why);
    }
}
