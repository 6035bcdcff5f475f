//! A file of the work on a family: a header that names its run, then its contents,
//! in native byte order.
//!
//! A file is made anew, never written through a name that may be a link, and one
//! that is there is opened only if it is a plain file. By the run in the header,
//! files of two runs are distinguished; by its shard and generation, one file of a
//! run from another (C5).

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::work_dir::Label;
use super::work_dir::WorkDir;
use crate::retrograde::error::{SolveError, WorkFault};

/// The work that a file belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Owner {
    /// The random number of the run.
    pub(crate) run: [u64; 2],
    /// The digest of the subject: what is solved, and on which tables.
    pub(crate) subject: u128,
}

/// The folder of the files of one run.
#[derive(Clone, Debug)]
pub(crate) struct RunFiles {
    pub(crate) dir: WorkDir,
    pub(crate) owner: Owner,
}

impl RunFiles {
    /// Makes a file without contents, in place of anything that has its name.
    pub(crate) fn create(&self, label: &Label) -> Result<WorkFile, SolveError> {
        WorkFile::create(&self.path(label), label, &self.owner)
    }

    /// Opens a file of this run.
    pub(crate) fn open(&self, label: &Label) -> Result<WorkFile, SolveError> {
        WorkFile::open(&self.path(label), label, &self.owner)
    }

    /// Returns the path of a file.
    pub(crate) fn path(&self, label: &Label) -> PathBuf {
        self.dir.part(label)
    }
}

/// The first bytes of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
struct Header {
    magic: [u8; 8],
    kind: [u8; 6],
    material: [u8; 2],
    run: [u64; 2],
    subject: [u64; 2],
    shard: u64,
    generation: u64,
}

const MAGIC: [u8; 8] = *b"LOAWORK7";

impl Header {
    fn new(label: &Label, owner: &Owner) -> Header {
        Header {
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
    pub(crate) const HEADER: u64 = size_of::<Header>() as u64;

    /// Makes a file without contents, in place of anything that has its name.
    fn create(path: &Path, label: &Label, owner: &Owner) -> Result<WorkFile, SolveError> {
        let file = create_anew(path).map_err(|error| SolveError::io(path, error))?;
        let (path, header) = (path.to_owned(), Header::new(label, owner));
        let work_file = WorkFile { file, path };
        work_file.write_bytes(0, bytemuck::bytes_of(&header))?;
        Ok(work_file)
    }

    /// Opens a file of this owner.
    fn open(path: &Path, label: &Label, owner: &Owner) -> Result<WorkFile, SolveError> {
        let mut file = open_plain(path)?;
        let mut header: Header = bytemuck::Zeroable::zeroed();
        match file.read_exact(bytemuck::bytes_of_mut(&mut header)) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                return Err(WorkFault::damaged(path, "it has no header").into());
            }
            read => read.map_err(|error| SolveError::io(path, error))?,
        }
        let expected = Header::new(label, owner);
        if header.magic != expected.magic {
            return Err(WorkFault::damaged(path, "it has no header of this version").into());
        }
        let contents = |header: &Header| {
            let Header {
                kind,
                material,
                shard,
                generation,
                ..
            } = *header;
            (kind, material, shard, generation)
        };
        if contents(&header) != contents(&expected) {
            return Err(WorkFault::foreign(path, "it has other contents").into());
        }
        if header.run != expected.run {
            return Err(WorkFault::foreign(path, "another run wrote it").into());
        }
        if header.subject != expected.subject {
            let what = "other rules, or it builds on other tables";
            return Err(WorkFault::foreign(path, what).into());
        }
        let path = path.to_owned();
        Ok(WorkFile { file, path })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the bytes of the contents.
    pub(crate) fn len(&self) -> Result<u64, SolveError> {
        let metadata = self.file.metadata();
        let len = metadata.map_err(|error| self.failed(error))?.len();
        Ok(len.saturating_sub(WorkFile::HEADER))
    }

    /// Reads contents from a place on.
    pub(crate) fn read_at(&self, at: u64, bytes: &mut [u8]) -> Result<(), SolveError> {
        let read = read_exact_at(&self.file, WorkFile::HEADER + at, bytes);
        read.map_err(|error| self.failed(error))
    }

    /// Writes contents from a place on.
    pub(crate) fn write_at(&self, at: u64, bytes: &[u8]) -> Result<(), SolveError> {
        self.write_bytes(WorkFile::HEADER + at, bytes)
    }

    /// Brings everything that was written to the disk.
    pub(crate) fn sync(&self) -> Result<(), SolveError> {
        let synced = self.file.sync_data();
        synced.map_err(|error| self.failed(error))
    }

    fn write_bytes(&self, at: u64, bytes: &[u8]) -> Result<(), SolveError> {
        let mut file = &self.file;
        let written = file
            .seek(SeekFrom::Start(at))
            .and_then(|_| file.write_all(bytes));
        written.map_err(|error| self.failed(error))
    }

    fn failed(&self, error: io::Error) -> SolveError {
        SolveError::io(&self.path, error)
    }
}

/// Fills bytes from a place of a file on, while other threads read elsewhere.
#[cfg(unix)]
fn read_exact_at(file: &File, at: u64, bytes: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

/// Fills bytes from a place of a file on, while other threads read elsewhere.
#[cfg(windows)]
fn read_exact_at(file: &File, mut at: u64, mut bytes: &mut [u8]) -> io::Result<()> {
    use std::os::windows::fs::FileExt;
    while !bytes.is_empty() {
        match file.seek_read(bytes, at) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => {
                bytes = &mut bytes[read..];
                at += read as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Makes a new file in place of anything that has its name, which is not followed.
fn create_anew(path: &Path) -> io::Result<File> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true).open(path)
}

/// Replaces a file whole: it is written under the path `new` and renamed when it is on the
/// disk.
pub(crate) fn replace(path: &Path, new: &Path, bytes: &[u8]) -> Result<(), SolveError> {
    let written = create_anew(new).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(new, path)
    });
    written.map_err(|error| SolveError::io(path, error))
}

/// Opens a plain file for reading and writing. Anything else is refused before
/// opening it could follow, block or do harm.
pub(crate) fn open_plain(path: &Path) -> Result<File, SolveError> {
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => WorkFault::Missing(path.to_owned()).into(),
        _ => SolveError::io(path, error),
    };
    if !fs::symlink_metadata(path).map_err(failed)?.is_file() {
        return Err(WorkFault::NotAFile(path.to_owned()).into());
    }
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    // In case something else takes the place of the file just now.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        libc::O_NOFOLLOW | libc::O_NONBLOCK,
    );
    options.open(path).map_err(failed)
}
