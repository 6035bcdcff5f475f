//! A store that holds a few shards in memory, and the others in files.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use loa_solver::retrograde::{
    Activity, Cells, Lent, Message, Piece, Place, Shard, Shards, SolveError, Stage, Store, Width,
    Wrote,
};

/// The values and states of one shard.
struct Page {
    values: Values,
    states: Vec<u8>,
}

enum Values {
    Narrow(Vec<u8>),
    Wide(Vec<u16>),
}

impl Values {
    /// Values as they lie in a file, in cells of at least this width.
    fn from_bytes(bytes: Vec<u8>, positions: u64, width: Width) -> Values {
        let is_wide = bytes.len() as u64 != positions;
        match (is_wide, width) {
            (false, Width::Narrow) => Values::Narrow(bytes),
            (false, Width::Wide) => Values::Wide(bytes.into_iter().map(u16::from).collect()),
            (true, _) => Values::Wide(bytemuck::pod_collect_to_vec(&bytes)),
        }
    }

    fn as_bytes(&self) -> &[u8] {
        match self {
            Values::Narrow(cells) => cells,
            Values::Wide(cells) => bytemuck::cast_slice(cells),
        }
    }

    fn lend(&mut self, places: std::ops::Range<usize>) -> Cells<'_> {
        match self {
            Values::Narrow(cells) => Cells::Narrow(&mut cells[places]),
            Values::Wide(cells) => Cells::Wide(&mut cells[places]),
        }
    }
}

/// The files of the records of one process, and what belongs there.
type Part = Vec<(PathBuf, (Stage, u64))>;

/// A store of the shards that one process owns.
///
/// A shard that is not in memory lies in its swap file, and messages for it in its
/// inbox. A checkpoint writes saved values, saved states and a record a shard; so
/// the shards may have other owners when the work goes on.
pub(crate) struct PagedStore {
    folder: PathBuf,
    shards: Shards,
    own: Vec<Shard>,
    /// At most so many shards are in memory.
    capacity: usize,
    pages: VecDeque<(Shard, Page)>,
    activity: HashMap<Shard, Activity>,
    width: Width,
    left: Option<(Place, u16)>,
    /// The number of times that a shard was read from its files.
    pub(crate) reads: usize,
}

impl PagedStore {
    /// A store of some shards, on what lies saved in a folder.
    pub(crate) fn open(
        folder: &Path,
        shards: Shards,
        own: Vec<Shard>,
        capacity: usize,
    ) -> io::Result<PagedStore> {
        let mut store = PagedStore {
            folder: folder.to_owned(),
            shards,
            own: own.clone(),
            capacity,
            pages: VecDeque::new(),
            activity: HashMap::new(),
            width: Width::Narrow,
            left: None,
            reads: 0,
        };
        let mut records = BTreeMap::new();
        for &shard in &own {
            let (blocks, len) = (
                store.shards.blocks(shard),
                store.shards.block_len(shard.side),
            );
            store.activity.insert(shard, Activity::new(blocks, len));
            let record = fs::read(store.file("record", shard)).unwrap_or_default();
            let (stage, done) = serde_json::from_slice(&record).unwrap_or((Stage::Mark, 0));
            records.insert(shard, (stage, done));
            File::create(store.file("inbox", shard))?;
        }
        let stages = records.values().map(|&(stage, _)| stage);
        let stage: Stage = stages.min().unwrap_or(Stage::Mark);
        let mut place = Place::beginning(stage, store.shards.all().count());
        let mut longest = 0;
        for (&shard, &(of_shard, done)) in &records {
            let blocks = store.shards.blocks(shard);
            place.done[store.shards.number(shard)] = match of_shard == stage {
                true => done,
                false => blocks.end - blocks.start,
            };
            longest = store.restore(shard, of_shard)?.max(longest);
        }
        store.left = (stage != Stage::Mark).then_some((place, longest));
        Ok(store)
    }

    /// Puts a shard into its swap file as it was saved, or open, and returns its
    /// longest distance.
    fn restore(&mut self, shard: Shard, stage: Stage) -> io::Result<u16> {
        let places = self.shards.places(shard);
        let positions = places.end - places.start;
        let open = || vec![0; positions as usize];
        let saved = |what| fs::read(self.file(what, shard)).unwrap_or_else(|_| open());
        let mut page = Page {
            values: Values::from_bytes(saved("values"), positions, Width::Narrow),
            states: saved("states"),
        };
        if matches!(page.values, Values::Wide(_)) {
            self.width = Width::Wide;
        }
        let values = page.values.lend(0..positions as usize);
        let longest = self.activity[&shard].recall(&values, &page.states, stage.known());
        self.write(shard, &page)?;
        Ok(longest)
    }

    fn file(&self, what: &str, shard: Shard) -> PathBuf {
        self.folder
            .join(format!("{}-{}.{what}", shard.side, shard.number))
    }

    /// Writes a shard to its swap file.
    fn write(&self, shard: Shard, page: &Page) -> io::Result<()> {
        let mut file = File::create(self.file("swap", shard))?;
        file.write_all(&page.states)?;
        file.write_all(page.values.as_bytes())
    }

    /// Reads a shard from its swap file, and applies what its inbox has.
    fn read(&mut self, shard: Shard) -> io::Result<Page> {
        self.reads += 1;
        let places = self.shards.places(shard);
        let positions = (places.end - places.start) as usize;
        let mut states = fs::read(self.file("swap", shard))?;
        let values = states.split_off(positions);
        let mut values = Values::from_bytes(values, positions as u64, self.width);
        let inbox = fs::read(self.file("inbox", shard))?;
        let mut rest = &inbox[..];
        while let Some((len, after)) = rest.split_first_chunk() {
            let (message, after) = after.split_at(u64::from_le_bytes(*len) as usize);
            let message = Message::from_bytes(message).map_err(io::Error::other)?;
            self.activity[&shard].apply(&message, &mut values.lend(0..positions));
            rest = after;
        }
        File::create(self.file("inbox", shard))?;
        Ok(Page { values, states })
    }

    /// Makes sure that a shard is in memory, as the last of the pages.
    fn load(&mut self, shard: Shard) -> io::Result<()> {
        if let Some(at) = self.pages.iter().position(|(loaded, _)| *loaded == shard) {
            let page = self.pages.remove(at);
            self.pages.extend(page);
            return Ok(());
        }
        while self.pages.len() >= self.capacity {
            if let Some((oldest, page)) = self.pages.pop_front() {
                self.write(oldest, &page)?;
            }
        }
        let page = self.read(shard)?;
        self.pages.push_back((shard, page));
        Ok(())
    }

    /// Puts all shards into their swap files.
    fn evict_all(&mut self) -> io::Result<()> {
        while let Some((shard, page)) = self.pages.pop_front() {
            self.write(shard, &page)?;
        }
        Ok(())
    }

    /// Returns the codes of the values of each shard.
    pub(crate) fn codes(&mut self) -> io::Result<Vec<(Shard, Vec<u16>)>> {
        self.evict_all()?;
        let mut codes = Vec::new();
        for shard in self.own.clone() {
            codes.push((
                shard,
                match self.read(shard)?.values {
                    Values::Narrow(cells) => cells.into_iter().map(u16::from).collect(),
                    Values::Wide(cells) => cells,
                },
            ));
        }
        Ok(codes)
    }

    fn failed(&self, source: io::Error) -> SolveError {
        let path = self.folder.clone();
        SolveError::Io { path, source }
    }
}

impl Store for PagedStore {
    fn shards(&self) -> &Shards {
        &self.shards
    }

    fn place(&self) -> Option<Place> {
        self.left.as_ref().map(|(place, _)| place.clone())
    }

    fn longest(&self) -> u16 {
        self.left.as_ref().map_or(0, |&(_, longest)| longest)
    }

    fn width(&self) -> Width {
        self.width
    }

    fn widen(&mut self) -> Result<(), SolveError> {
        // Values become wide when they are read again.
        self.width = Width::Wide;
        self.evict_all().map_err(|error| self.failed(error))
    }

    fn activity(&self, shard: Shard) -> &Activity {
        &self.activity[&shard]
    }

    /// One shard at a time.
    fn room(&self) -> u64 {
        0
    }

    fn lend(&mut self, pieces: &[Piece]) -> Result<Vec<Lent<'_>>, SolveError> {
        let [piece] = pieces else {
            panic!("there is room for one shard");
        };
        self.load(piece.shard).map_err(|error| self.failed(error))?;
        assert!(self.pages.len() <= self.capacity);
        let first = self.shards.blocks(piece.shard).start;
        let len = self.shards.block_len(piece.shard.side);
        let [start, end] = [piece.blocks.start, piece.blocks.end];
        let places = ((start - first) * len) as usize..((end - first) * len) as usize;
        let Some((_, page)) = self.pages.back_mut() else {
            panic!("the shard is loaded");
        };
        Ok(vec![Lent {
            values: page.values.lend(places.clone()),
            states: &mut page.states[places],
            activity: &self.activity[&piece.shard],
        }])
    }

    fn apply(&mut self, messages: Vec<Message>) -> Result<(), SolveError> {
        for message in messages {
            let shard = self
                .shards
                .destination(&message)
                .expect("a shard of this family");
            self.activity[&shard].note_message(&message);
            let append = || {
                let inbox = OpenOptions::new()
                    .append(true)
                    .open(self.file("inbox", shard));
                let bytes = message.as_bytes();
                let len = (bytes.len() as u64).to_le_bytes();
                inbox?.write_all(&[&len, bytes].concat())
            };
            append().map_err(|error| self.failed(error))?;
        }
        // A loaded shard gets its values when it is lent again.
        self.evict_all().map_err(|error| self.failed(error))
    }

    fn write_values(&mut self) -> Result<Wrote, SolveError> {
        let mut write = || {
            self.evict_all()?;
            for shard in self.own.clone() {
                let page = self.read(shard)?;
                self.write(shard, &page)?;
                fs::write(self.file("values", shard), page.values.as_bytes())?;
            }
            Ok(Wrote::All)
        };
        write().map_err(|error| self.failed(error))
    }

    fn write_states(&mut self) -> Result<(), SolveError> {
        let mut write = || {
            for shard in self.own.clone() {
                let page = self.read(shard)?;
                fs::write(self.file("states", shard), &page.states)?;
            }
            Ok(())
        };
        write().map_err(|error| self.failed(error))
    }

    fn record_part(&mut self, place: &Place) -> Result<Vec<u8>, SolveError> {
        let records = self.own.iter().map(|&shard| {
            let done = place.done[self.shards.number(shard)];
            (self.file("record", shard), (place.stage, done))
        });
        let part: Part = records.collect();
        serde_json::to_vec(&part).map_err(|error| self.failed(error.into()))
    }

    fn write_record(&mut self, _: &Place, parts: &[Vec<u8>]) -> Result<(), SolveError> {
        let write = |part: &Vec<u8>| {
            for (path, record) in serde_json::from_slice::<Part>(part)? {
                fs::write(path, serde_json::to_vec(&record)?)?;
            }
            Ok(())
        };
        let written = parts.iter().try_for_each(write);
        written.map_err(|error: io::Error| self.failed(error))
    }

    fn recorded(&mut self) -> Result<(), SolveError> {
        Ok(())
    }
}
