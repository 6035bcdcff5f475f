//! A file of the work on a family: a header that names its run, then its contents,
//! in native byte order.
//!
//! A file is made anew, never written through a name that may be a link, and one
//! that is there is opened only if it is a plain file. By the run in the header,
//! files of two runs are distinguished; by the checkpoint for which the contents
//! were last written whole, an old copy from a new one (C5).

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::game::material::Material;
use crate::retrograde::error::SolveError;
use crate::retrograde::error::WorkFault;

/// The work that a file belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Owner {
    /// The random number of the run.
    pub(crate) run: [u64; 2],
    /// The digest of the subject: what is solved, and on which tables.
    pub(crate) subject: u128,
}

/// The contents of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Narrow,
    Wide,
    States,
    Log,
}

impl Kind {
    const fn name(self) -> [u8; 6] {
        *match self {
            Kind::Narrow => b"values",
            Kind::Wide => b"wide v",
            Kind::States => b"states",
            Kind::Log => b"log   ",
        }
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
    /// The checkpoint that the contents were last written for.
    checkpoint: u64,
    /// The digest of finished values: see [`crate::retrograde::ValueFile::persist`].
    finished: u64,
}

const MAGIC: [u8; 8] = *b"LOAWORK5";

impl Header {
    fn new(kind: Kind, material: Material, owner: &Owner) -> Header {
        Header {
            magic: MAGIC,
            kind: kind.name(),
            material: [material.us() as u8, material.them() as u8],
            run: owner.run,
            subject: [owner.subject as u64, (owner.subject >> 64) as u64],
            checkpoint: 0,
            finished: 0,
        }
    }
}

/// A plain file with a header.
#[derive(Debug)]
pub(crate) struct WorkFile {
    file: File,
    path: PathBuf,
    header: Header,
}

impl WorkFile {
    /// Bytes before the contents.
    pub(crate) const HEADER: u64 = size_of::<Header>() as u64;

    /// Makes a file without contents, in place of anything that has its name.
    pub(crate) fn create(
        path: &Path,
        kind: Kind,
        material: Material,
        owner: &Owner,
    ) -> Result<WorkFile, SolveError> {
        let file = create_anew(path).map_err(|source| SolveError::io(path, source))?;
        let header = Header::new(kind, material, owner);
        let path = path.to_owned();
        let work_file = WorkFile { file, path, header };
        work_file.write_header()?;
        Ok(work_file)
    }

    /// Opens a file of this owner.
    pub(crate) fn open(
        path: &Path,
        kind: Kind,
        material: Material,
        owner: &Owner,
    ) -> Result<WorkFile, SolveError> {
        let file = WorkFile::open_any(path, kind, material)?;
        let expected = Header::new(kind, material, owner);
        if file.header.run != expected.run {
            return Err(WorkFault::foreign(path, "another run wrote it").into());
        }
        if file.header.subject != expected.subject {
            let what = "other rules, or it builds on other tables";
            return Err(WorkFault::foreign(path, what).into());
        }
        Ok(file)
    }

    /// Opens a file of any owner.
    pub(crate) fn open_any(
        path: &Path,
        kind: Kind,
        material: Material,
    ) -> Result<WorkFile, SolveError> {
        let mut file = open_plain(path)?;
        let mut header: Header = bytemuck::Zeroable::zeroed();
        match file.read_exact(bytemuck::bytes_of_mut(&mut header)) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                return Err(WorkFault::damaged(path, "it has no header").into());
            }
            read => read.map_err(|source| SolveError::io(path, source))?,
        }
        let expected = Header::new(kind, material, &Owner::default());
        if header.magic != expected.magic {
            return Err(WorkFault::damaged(path, "it has no header of this version").into());
        }
        if (header.kind, header.material) != (expected.kind, expected.material) {
            return Err(WorkFault::foreign(path, "it has other contents").into());
        }
        let path = path.to_owned();
        Ok(WorkFile { file, path, header })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the file itself, for mapping it and for taking room on the disk.
    pub(crate) const fn file(&self) -> &File {
        &self.file
    }

    /// Returns the checkpoint that the contents were last written for.
    pub(crate) const fn checkpoint(&self) -> u64 {
        self.header.checkpoint
    }

    /// Returns the digest of finished values.
    pub(crate) const fn finished(&self) -> u64 {
        self.header.finished
    }

    pub(crate) fn set_checkpoint(&mut self, checkpoint: u64) -> Result<(), SolveError> {
        self.header.checkpoint = checkpoint;
        self.write_header()
    }

    pub(crate) fn set_finished(&mut self, digest: u64) -> Result<(), SolveError> {
        self.header.finished = digest;
        self.write_header()
    }

    /// Returns the bytes of the contents.
    pub(crate) fn len(&self) -> Result<u64, SolveError> {
        let metadata = self.file.metadata();
        let len = metadata.map_err(|source| self.failed(source))?.len();
        Ok(len.saturating_sub(WorkFile::HEADER))
    }

    /// Refuses contents of another size.
    pub(crate) fn expect_len(&self, expected: u64) -> Result<(), SolveError> {
        let found = self.len()?;
        if found == expected {
            return Ok(());
        }
        let path = self.path.clone();
        let [expected, found] = [expected, found].map(|len| len + WorkFile::HEADER);
        Err(WorkFault::Size {
            path,
            expected,
            found,
        }
        .into())
    }

    /// Reads contents from a place on.
    pub(crate) fn read_at(&self, at: u64, bytes: &mut [u8]) -> Result<(), SolveError> {
        let mut file = &self.file;
        let read = file
            .seek(SeekFrom::Start(WorkFile::HEADER + at))
            .and_then(|_| file.read_exact(bytes));
        read.map_err(|source| self.failed(source))
    }

    /// Writes contents from a place on.
    pub(crate) fn write_at(&self, at: u64, bytes: &[u8]) -> Result<(), SolveError> {
        self.write_bytes(WorkFile::HEADER + at, bytes)
    }

    /// Cuts the contents down to so many bytes.
    pub(crate) fn truncate(&self, len: u64) -> Result<(), SolveError> {
        let cut = self.file.set_len(WorkFile::HEADER + len);
        cut.map_err(|source| self.failed(source))
    }

    /// Brings everything that was written to the disk.
    pub(crate) fn sync(&self) -> Result<(), SolveError> {
        let synced = self.file.sync_data();
        synced.map_err(|source| self.failed(source))
    }

    fn write_header(&self) -> Result<(), SolveError> {
        self.write_bytes(0, bytemuck::bytes_of(&self.header))
    }

    fn write_bytes(&self, at: u64, bytes: &[u8]) -> Result<(), SolveError> {
        let mut file = &self.file;
        let written = file
            .seek(SeekFrom::Start(at))
            .and_then(|_| file.write_all(bytes));
        written.map_err(|source| self.failed(source))
    }

    fn failed(&self, source: io::Error) -> SolveError {
        SolveError::io(&self.path, source)
    }
}

/// Makes a new file in place of anything that has its name, which is not followed.
pub(crate) fn create_anew(path: &Path) -> io::Result<File> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true).open(path)
}

/// Opens a plain file for reading and writing. Anything else is refused before
/// opening it could follow, block or do harm.
pub(crate) fn open_plain(path: &Path) -> Result<File, SolveError> {
    let failed = |source: io::Error| match source.kind() {
        io::ErrorKind::NotFound => WorkFault::Missing(path.to_owned()).into(),
        _ => SolveError::io(path, source),
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
