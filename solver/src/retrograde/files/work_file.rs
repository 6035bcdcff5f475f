//! The folder of the work on one board, and its files: a header that names the run, then the
//! contents, in native byte order.
//!
//! A file is always created anew, never written through a name that may be a link. An existing file
//! is opened only if it is a plain file. The run in the header tells files of two runs apart; the
//! shard and generation tell files of one run apart (C5).

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::VERSION;
use crate::game::family::Family;
use crate::game::material::Material;
use crate::new_file::{NewFile, beside, create_anew, open_plain};
use crate::read_at::read_exact_at;
use crate::retrograde::error::{SolveError, WorkFault};

/// The folder of the work on one board under one rules id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WorkDir {
    path: PathBuf,
}

impl WorkDir {
    /// Returns the folder at `path`, which need not exist.
    pub fn new(path: impl Into<PathBuf>) -> WorkDir {
        WorkDir { path: path.into() }
    }

    /// Returns the folder's path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path of the checkpoint record of a family.
    pub fn record(&self, family: impl Into<Family>) -> PathBuf {
        let material = family.into().larger_first();
        self.path.join(format!("{material}.record"))
    }

    /// Returns the path of the record of a material's finished values.
    pub(crate) fn finished(&self, material: Material) -> PathBuf {
        self.path.join(format!("{material}.finished"))
    }

    /// Returns a file that shows that solving a material was begun but not finished; `None` if no
    /// such file exists.
    pub fn unfinished(&self, material: Material) -> Option<PathBuf> {
        let record = self.record(material.family());
        record.exists().then_some(record)
    }

    /// Returns the path of a file of one shard.
    pub(crate) fn part(&self, label: &Label) -> PathBuf {
        let (material, shard, generation) = (label.material, label.shard, label.generation);
        let ending = label.part.ending();
        self.path.join(format!("{material}.{shard}.{generation}.{ending}"))
    }

    /// Returns all existing shard files of a family.
    pub(crate) fn parts(&self, family: Family) -> Vec<Label> {
        let entries = fs::read_dir(&self.path).into_iter().flatten().flatten();
        let labels = entries.filter_map(|entry| label(&entry.path()));
        labels.filter(|label| label.material.family() == family).collect()
    }

    /// Removes the record of a family whose values are finished, and the files that only solving
    /// needs.
    pub fn forget(&self, family: impl Into<Family>) {
        let family = family.into();
        // The record first, because the other files mean nothing without it.
        remove_record(&self.record(family));
        for label in self.parts(family) {
            if label.part != FileKind::Values {
                remove(&self.part(&label));
            }
        }
    }

    /// Removes all work on a family, including its values.
    pub fn discard(&self, family: impl Into<Family>) {
        let family = family.into();
        self.forget(family);
        for material in family.materials() {
            remove_record(&self.finished(material));
        }
        for label in self.parts(family) {
            remove(&self.part(&label));
        }
    }
}

/// Removes a file. If that fails, the file is removed with the folder.
pub(crate) fn remove(path: &Path) {
    let _ = fs::remove_file(path);
}

/// Removes a record and its unfinished successor, if they exist.
pub(crate) fn remove_record(path: &Path) {
    remove(path);
    remove(&beside(path));
}

/// Parses the name of a shard file.
fn label(path: &Path) -> Option<Label> {
    let mut words = path.file_name()?.to_str()?.split('.');
    let material: Material = words.next()?.parse().ok()?;
    let (shard, generation) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    let ending = words.next()?;
    let part = FileKind::ALL.into_iter().find(|part| part.ending() == ending)?;
    let label = Label { part, material, shard, generation };
    words.next().is_none().then_some(label)
}

/// The contents of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FileKind {
    Values,
    States,
    Log,
}

impl FileKind {
    const ALL: [FileKind; 3] = [FileKind::Values, FileKind::States, FileKind::Log];

    const fn name(self) -> &'static [u8; 6] {
        match self {
            FileKind::Values => b"values",
            FileKind::States => b"states",
            FileKind::Log => b"log   ",
        }
    }

    /// Returns the extension of such files.
    fn ending(self) -> &'static str {
        str::from_utf8(self.name()).map_or("", str::trim_end)
    }
}

/// The name of a file of the work on a family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Label {
    pub(crate) part: FileKind,
    pub(crate) material: Material,
    pub(crate) shard: u32,
    /// A number that grows with every file of the shard. No file is changed once written, except a
    /// log.
    pub(crate) generation: u64,
}

/// The work that a file belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Owner {
    /// The random number of the run.
    pub(crate) run: [u64; 2],
    /// The digest of the subject: the family, the rules, and the tables it builds on.
    pub(crate) subject: u128,
}

/// The folder of the files of one run.
#[derive(Clone, Debug)]
pub(crate) struct RunFiles {
    pub(crate) dir: WorkDir,
    pub(crate) owner: Owner,
}

impl RunFiles {
    /// Creates an empty file and replaces anything of this name.
    pub(crate) fn create(&self, label: &Label) -> Result<WorkFile, SolveError> {
        let path = self.dir.part(label);
        let file = create_anew(&path).map_err(|error| SolveError::io(&path, error))?;
        let created = WorkFile { file, path };
        let header = WorkHeader::new(label, &self.owner);
        created.write_bytes(0, bytemuck::bytes_of(&header))?;
        Ok(created)
    }

    /// Opens a file of this run.
    pub(crate) fn open(&self, label: &Label) -> Result<WorkFile, SolveError> {
        let path = self.dir.part(label);
        let mut file = open_existing(&path)?;
        let mut header: WorkHeader = bytemuck::Zeroable::zeroed();
        match file.read_exact(bytemuck::bytes_of_mut(&mut header)) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                return Err(WorkFault::damaged(&path, "it has no header").into());
            }
            read => read.map_err(|error| SolveError::io(&path, error))?,
        }
        let expected = WorkHeader::new(label, &self.owner);
        if header.magic != expected.magic {
            return Err(WorkFault::damaged(&path, "it has no header of this version").into());
        }
        if header != expected {
            let what = "it belongs to another shard or another run";
            return Err(WorkFault::foreign(&path, what).into());
        }
        Ok(WorkFile { file, path })
    }
}

/// The first bytes of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
struct WorkHeader {
    magic: [u8; 8],
    kind: [u8; 6],
    material: [u8; 2],
    run: [u64; 2],
    subject: [u64; 2],
    shard: u64,
    generation: u64,
}

/// The last character is [`VERSION`].
const MAGIC: [u8; 8] = *b"LOAWORK9";
const _: () = assert!(MAGIC[7] == b'0' + VERSION as u8);

impl WorkHeader {
    fn new(label: &Label, owner: &Owner) -> WorkHeader {
        WorkHeader {
            magic: MAGIC,
            kind: *label.part.name(),
            material: [label.material.us() as u8, label.material.them() as u8],
            run: owner.run,
            subject: [owner.subject as u64, (owner.subject >> 64) as u64],
            shard: label.shard.into(),
            generation: label.generation,
        }
    }
}

/// A plain file with a header.
#[derive(Debug)]
pub(crate) struct WorkFile {
    file: File,
    path: PathBuf,
}

impl WorkFile {
    /// Bytes before the contents.
    pub(crate) const HEADER: u64 = size_of::<WorkHeader>() as u64;

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the size of the contents in bytes.
    pub(crate) fn len(&self) -> Result<u64, SolveError> {
        let metadata = self.file.metadata();
        let len = metadata.map_err(|error| self.failed(error))?.len();
        Ok(len.saturating_sub(WorkFile::HEADER))
    }

    /// Reads contents at an offset.
    pub(crate) fn read_at(&self, at: u64, bytes: &mut [u8]) -> Result<(), SolveError> {
        let read = read_exact_at(&self.file, bytes, WorkFile::HEADER + at);
        read.map_err(|error| self.failed(error))
    }

    /// Writes contents at an offset.
    pub(crate) fn write_at(&self, at: u64, bytes: &[u8]) -> Result<(), SolveError> {
        self.write_bytes(WorkFile::HEADER + at, bytes)
    }

    /// Flushes everything written to disk.
    pub(crate) fn sync(&self) -> Result<(), SolveError> {
        let synced = self.file.sync_data();
        synced.map_err(|error| self.failed(error))
    }

    fn write_bytes(&self, at: u64, bytes: &[u8]) -> Result<(), SolveError> {
        let mut file = &self.file;
        let written = file.seek(SeekFrom::Start(at)).and_then(|_| file.write_all(bytes));
        written.map_err(|error| self.failed(error))
    }

    fn failed(&self, error: io::Error) -> SolveError {
        SolveError::io(&self.path, error)
    }
}

/// Replaces a record as a whole.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> Result<(), SolveError> {
    let written = NewFile::create(path).and_then(|mut new| {
        new.file.write_all(bytes)?;
        new.file.sync_all()?;
        new.finish()
    });
    written.map_err(|error| SolveError::io(path, error))
}

/// Opens an existing plain file for reading and writing.
pub(crate) fn open_existing(path: &Path) -> Result<File, SolveError> {
    match open_plain(path, false) {
        Ok(Some(file)) => Ok(file),
        Ok(None) => Err(WorkFault::NotAFile(path.to_owned()).into()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(WorkFault::Missing(path.to_owned()).into())
        }
        Err(error) => Err(SolveError::io(path, error)),
    }
}
