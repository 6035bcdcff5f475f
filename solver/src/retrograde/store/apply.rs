//! The application of messages to values, and the notes of it in activities.

use rayon::prelude::*;

use super::frames::Frames;
use crate::cpu::dispatch;
use crate::retrograde::kernel::activity::{Activity, BlocksFrom};
use crate::retrograde::kernel::cell::{Cell, Cells, Stored};
use crate::retrograde::kernel::instructions::prefetch;
use crate::retrograde::kernel::message::{Message, near};
use crate::retrograde::kernel::state::State;

impl Activity {
    /// Applies a message to the values of these blocks, and notes the values that have
    /// changed. A place keeps the smaller of its value and a new one (S2): a win by a
    /// capture gives way to an earlier win.
    ///
    /// # Panics
    /// If the message is for other blocks, or has longer distances than the values
    /// can hold.
    pub fn apply(&self, message: &Message, values: &mut Cells<'_>) {
        match values {
            Cells::Narrow(cells) => self.apply_to(message, cells),
            Cells::Wide(cells) => self.apply_to(message, cells),
        }
    }

    /// Notes the values of these blocks that matter after the ply `known`, and returns the
    /// longest distance.
    ///
    /// # Panics
    /// If there are not as many values and states as positions.
    pub fn recall(&self, values: &Cells<'_>, states: &[u8], known: u16) -> u16 {
        match values {
            Cells::Narrow(cells) => self.recall_all(cells, bytemuck::cast_slice(states), known),
            Cells::Wide(cells) => self.recall_all(cells, bytemuck::cast_slice(states), known),
        }
    }

    fn recall_all<S: Stored>(&self, cells: &[S], states: &[State], known: u16) -> u16 {
        let len = self.block_len() as usize;
        let blocks = cells.par_chunks(len).zip(states.par_chunks(len));
        let longest = blocks.enumerate().map(|(block, (cells, states))| {
            let block = self.blocks().start + block as u64;
            self.recall_block(block, cells, states, known)
        });
        longest.max().unwrap_or(0)
    }

    fn apply_to<S: Stored>(&self, message: &Message, cells: &mut [S]) {
        let first = self.first_place();
        let values = message.values();
        values.for_each(|(place, cell)| self.keep_least(cells, place - first, cell));
    }

    /// Notes the values of a message that will be applied later.
    pub fn note_message(&self, message: &Message) {
        for (first, values) in message.sections() {
            let blocks = self.blocks_from(first);
            for (within, code) in values.iter().map(|&value| near(value)) {
                self.note(blocks.block(within), Cell::from_code(code.into()));
            }
        }
        for (place, cell) in message.distant() {
            self.note(self.block_of(place), cell);
        }
    }

    fn keep_least<S: Stored>(&self, cells: &mut [S], place: u64, new: Cell) {
        let cell = &mut cells[place as usize];
        if is_less(new, cell.cell()) {
            *cell = S::store(new);
            self.note(self.block_of(self.first_place() + place), new);
        }
    }
}

#[inline(always)]
fn is_less(new: Cell, old: Cell) -> bool {
    old == Cell::OPEN || new < old
}

/// Values between the one in hand and the one whose cell is brought into the cache.
const AHEAD: usize = 32;

/// The frames of a shard whose values are in memory.
#[derive(Clone, Copy)]
pub(crate) struct Loaded<'a> {
    pub(crate) frames: &'a Frames,
    pub(crate) is_loaded: &'a [bool],
}

/// Applies messages to the values of a shard on all threads, part by part. Values for
/// frames that are not `loaded` are noted alone; without it, all are there.
pub(crate) fn apply_all<S: Stored>(
    cells: &mut [S],
    messages: &[&Message],
    activity: &Activity,
    loaded: Option<Loaded<'_>>,
) {
    let Some(shift) = messages.first().map(|message| message.part_shift()) else {
        return;
    };
    let start = activity.first_place();
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
        parts[((first >> shift) - first_part) as usize]
            .1
            .push(values);
    }
    parts
        .into_par_iter()
        .enumerate()
        .for_each(|(number, (cells, sections))| {
            let first = (first_part + number as u64) << shift;
            let blocks = activity.blocks_from(first);
            // The first part of a shard may lack its beginning.
            let skipped = start.saturating_sub(first) as usize;
            dispatch(
                #[inline(always)]
                || match loaded {
                    None => {
                        for values in sections {
                            apply_section(cells, skipped, values, &blocks, activity, |_| true);
                        }
                    }
                    Some(Loaded { frames, is_loaded }) => {
                        let frames = frames.beginning_at(first.max(start) - start);
                        let is_there = |at| is_loaded[frames.block(at) as usize];
                        for values in sections {
                            apply_section(cells, skipped, values, &blocks, activity, is_there);
                        }
                    }
                },
            );
        });
    for (place, cell) in messages.iter().flat_map(|message| message.distant()) {
        let is_there = loaded
            .is_none_or(|Loaded { frames, is_loaded }| is_loaded[frames.of_place(place - start)]);
        if is_there {
            activity.keep_least(cells, place - start, cell)
        } else {
            activity.note(activity.block_of(place), cell)
        }
    }
}

#[inline(always)]
fn apply_section<S: Stored>(
    cells: &mut [S],
    skipped: usize,
    values: &[u32],
    blocks: &BlocksFrom,
    activity: &Activity,
    is_there: impl Fn(usize) -> bool,
) {
    for (at, &value) in values.iter().enumerate() {
        if let Some(&later) = values.get(at + AHEAD) {
            prefetch(cells, near(later).0 - skipped);
        }
        let (within, code) = near(value);
        let new = Cell::from_code(code.into());
        if !is_there(within - skipped) {
            activity.note(blocks.block(within), new);
            continue;
        }
        let cell = &mut cells[within - skipped];
        if is_less(new, cell.cell()) {
            *cell = S::store(new);
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
        let messages: Vec<Message> = drafts
            .into_iter()
            .flat_map(|draft| draft.seal(&shards))
            .collect();
        let new = |blocks| Activity::new(blocks, block_len);
        let (whole, mut cells) = (new(0..200), vec![0u16; positions as usize]);
        let borrowed: Vec<&Message> = messages.iter().collect();
        apply_all(&mut cells, &borrowed, &whole, None);
        apply_all(&mut cells, &borrowed[..1], &whole, None);
        for (place, &cell) in (0..).zip(&cells) {
            assert_eq!(
                cell.cell(),
                expected.get(&place).copied().unwrap_or(Cell::OPEN)
            );
        }
        for (&place, &cell) in &expected {
            assert!(whole.may_hold(place / block_len, cell));
        }
        // One message after the other, each to its shard.
        let parts = [new(0..70), new(70..71), new(71..200)];
        let mut apart = vec![0u16; positions as usize];
        for message in messages.iter().rev() {
            let part = &parts[message.shard() as usize];
            let blocks = part.blocks();
            let places = (blocks.start * block_len) as usize..(blocks.end * block_len) as usize;
            part.apply(message, &mut Cells::Wide(&mut apart[places]));
        }
        // All messages of a shard at once.
        let mut at_once = vec![0u16; positions as usize];
        for (number, part) in (0..).zip(&parts) {
            let blocks = part.blocks();
            let places = (blocks.start * block_len) as usize..(blocks.end * block_len) as usize;
            let mut messages = borrowed.clone();
            messages.retain(|message| message.shard() == number);
            apply_all(&mut at_once[places], &messages, part, None);
        }
        assert!(at_once == cells);
        assert!(apart == cells);
        assert!(parts[1].may_hold(70, cells[70 * 990..71 * 990].iter().max().unwrap().cell()));
    }
}
