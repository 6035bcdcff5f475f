//! Applies messages to values and notes them in activities.

use rayon::prelude::*;

use crate::cpu::prefetch;
use crate::dispatch;
use crate::retrograde::kernel::activity::{Activity, BlocksFrom};
use crate::retrograde::kernel::cell::{Cell, Stored};
use crate::retrograde::kernel::message::{Message, near};

/// Values between the current one and the one whose cell is prefetched.
const AHEAD: usize = 32;

/// Applies messages to the values of a shard on all threads, part by part, and notes the values
/// that have changed. A place keeps the smaller of its value and a new one (S2): a win by a capture
/// gives way to an earlier win.
pub(super) fn apply<S: Stored>(cells: &mut [S], messages: &[&Message], activity: &Activity) {
    let Some(shift) = messages.first().map(|message| message.part_shift()) else {
        return;
    };
    let start = activity.places().start;
    let first_part = start >> shift;
    let mut parts = Vec::new();
    let (mut rest, mut place) = (&mut *cells, start);
    while !rest.is_empty() {
        let end = (((place >> shift) + 1) << shift) - place;
        let (part, after) = rest.split_at_mut(rest.len().min(end as usize));
        place += part.len() as u64;
        parts.push((part, Vec::<&[u32]>::new()));
        rest = after;
    }
    for (first, values) in messages.iter().flat_map(|message| message.sections()) {
        parts[((first >> shift) - first_part) as usize].1.push(values);
    }
    parts.into_par_iter().enumerate().for_each(|(number, (cells, sections))| {
        let first = (first_part + number as u64) << shift;
        let blocks = activity.blocks_from(first);
        // The shard may begin within the first part.
        let skipped = start.saturating_sub(first) as usize;
        dispatch!({
            for values in sections {
                apply_section(cells, skipped, values, &blocks, activity);
            }
        });
    });
    for (place, new) in messages.iter().flat_map(|message| message.distant()) {
        if keep_least(&mut cells[(place - start) as usize], new) {
            activity.note(activity.block_of(place), new);
        }
    }
}

/// Notes the values of messages that will be applied later.
pub(super) fn note(messages: &[&Message], activity: &Activity) {
    for (first, values) in messages.iter().flat_map(|message| message.sections()) {
        let blocks = activity.blocks_from(first);
        for (within, code) in values.iter().map(|&value| near(value)) {
            activity.note(blocks.block(within), Cell::from_code(code.into()));
        }
    }
    for (place, cell) in messages.iter().flat_map(|message| message.distant()) {
        activity.note(activity.block_of(place), cell);
    }
}

/// Replaces a cell by a smaller value. `true` if it did.
#[inline(always)]
fn keep_least<S: Stored>(cell: &mut S, new: Cell) -> bool {
    let old = cell.cell();
    let is_less = old == Cell::OPEN || new < old;
    if is_less {
        *cell = S::store(new);
    }
    is_less
}

#[inline(always)]
fn apply_section<S: Stored>(
    cells: &mut [S],
    skipped: usize,
    values: &[u32],
    blocks: &BlocksFrom,
    activity: &Activity,
) {
    for (at, &value) in values.iter().enumerate() {
        if let Some(&later) = values.get(at + AHEAD) {
            prefetch(cells, near(later).0 - skipped);
        }
        let (within, code) = near(value);
        let new = Cell::from_code(code.into());
        if keep_least(&mut cells[within - skipped], new) {
            activity.note(blocks.block(within), new);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::game::material::Material;
    use crate::retrograde::kernel::draft::Draft;

    #[test]
    fn every_place_keeps_the_smallest_value_sent_to_it() {
        let (material, block_len) = (Material::new(3, 2), 990);
        let positions = 200 * block_len;
        let draft = || Draft::new(material, positions);
        let (mut drafts, mut expected) = ([draft(), draft()], BTreeMap::new());
        for sent in 1..40_000u64 {
            let place = sent * sent % (positions / 2) * 2 + sent % 2;
            let cell = Cell::from_code((sent * 7919 % 1000) as u16 + 1);
            drafts[sent as usize % 2].push(place, cell);
            let least = expected.entry(place).or_insert(cell);
            *least = cell.min(*least);
        }
        let shards = [0, 70 * block_len, 71 * block_len];
        let messages: Vec<Message> =
            drafts.into_iter().flat_map(|draft| draft.seal(&shards)).collect();
        let new = |blocks| Activity::new(blocks, block_len);
        let (whole, mut cells) = (new(0..200), vec![0u16; positions as usize]);
        let borrowed: Vec<&Message> = messages.iter().collect();
        apply(&mut cells, &borrowed, &whole);
        apply(&mut cells, &borrowed[..1], &whole);
        for (place, &cell) in (0..).zip(&cells) {
            assert_eq!(cell.cell(), expected.get(&place).copied().unwrap_or(Cell::OPEN));
        }
        for (&place, &cell) in &expected {
            assert!(whole.may_hold(place / block_len, cell));
        }
        // Apply one message after the other, each to its shard.
        let parts = [new(0..70), new(70..71), new(71..200)];
        let mut apart = vec![0u16; positions as usize];
        for message in messages.iter().rev() {
            let part = &parts[message.shard() as usize];
            let blocks = part.blocks();
            let places = (blocks.start * block_len) as usize..(blocks.end * block_len) as usize;
            apply(&mut apart[places], &[message], part);
        }
        // Apply all messages of a shard together.
        let mut at_once = vec![0u16; positions as usize];
        for (number, part) in (0..).zip(&parts) {
            let blocks = part.blocks();
            let places = (blocks.start * block_len) as usize..(blocks.end * block_len) as usize;
            let mut messages = borrowed.clone();
            messages.retain(|message| message.shard() == number);
            apply(&mut at_once[places], &messages, part);
        }
        assert!(at_once == cells);
        assert!(apart == cells);
        assert!(parts[1].may_hold(70, cells[70 * 990..71 * 990].iter().max().unwrap().cell()));
    }
}
