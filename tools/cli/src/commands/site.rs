//! `loa site`: the explorer as a folder for any web host.

use std::collections::BTreeSet;
use std::env;
use std::fs::{self, File};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use loa_api::advice::{Advice, quoted};
use loa_api::{
    Library, SiteBoard, SiteFile, SiteIndex, SiteReport, first_answers, first_events, open_table,
    site_charts,
};
use loa_record::text::path_text;
use loa_server::{NamedSuite, first_positions, site_files};
use loa_solver::internal::NewFile;
use loa_solver::{Board, Control};
use loa_tablebase::{Layout, built_in};
use xxhash_rust::xxh3::Xxh3;

use super::serve::{certificates, leave_out};
use crate::common::Common;
use crate::failure::{Failure, at, bail, failure};
use crate::interruption::heed_signals;
use crate::paths::{is_special, named_path};
use loa_api::jobs::size;

/// Write the explorer as a folder for any web host, without a server
///
/// The folder contains the page of loa serve, this program as WebAssembly, which answers in the
/// visitor's browser, the tables, certificates and suites, and index.json, which lists them with
/// sizes and checksums. All of it works at any address, and without a network after the first
/// visit. A later run writes only what has changed. 4x4 is inside the program.
#[derive(Args, Debug)]
pub(crate) struct SiteArgs {
    /// The folder to write: new, empty, or written by an earlier run
    #[arg(value_parser = named_path())]
    folder: PathBuf,
    /// Only the tables of these boards and their transposes, such as 5x4,5x5; under all rules that
    /// have some, or those of --rules
    #[arg(long, value_name = "BOARDS", value_delimiter = ',')]
    boards: Vec<Board>,
    /// Split files that are larger, such as 50MiB, for a host that limits the size of files
    #[arg(long, value_name = "SIZE", value_parser = size)]
    part: Option<u64>,
    /// The program as WebAssembly [default: loa.wasm beside this program, or inside it]
    #[arg(long, value_name = "FILE", value_parser = named_path())]
    program: Option<PathBuf>,
    /// Add this certificate; repeatable. Certificates in the folder proofs of the tables folder and
    /// small built-in ones are always included
    #[arg(long, value_name = "FILE", value_parser = named_path())]
    proof: Vec<PathBuf>,
    /// Add this suite of problems; repeatable
    #[arg(long, value_name = "FILE", value_parser = named_path())]
    suite: Vec<PathBuf>,
}

/// The commands that build the program, and the file that they create.
const BUILD: &str = "rustup target add wasm32-wasip1 && \
                     cargo build --profile web -p loa-web --target wasm32-wasip1";
const BUILT: &str = "target/wasm32-wasip1/web/loa.wasm";

/// The program that the build found through `LOA_WASM`; empty without it.
const INSIDE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/loa.wasm"));

/// Bytes to copy at a time.
const BUFFER: usize = 1 << 20;

/// A file to add, by its path in the folder.
struct Source {
    path: String,
    from: PathBuf,
}

pub(crate) fn run(common: &Common, args: &SiteArgs) -> Result<(), Failure> {
    let folder = &args.folder;
    let old = old_index(folder)?;
    let program = program(args)?;
    if let Some(file) = args.proof.iter().chain(&args.suite).find(|file| is_special(file)) {
        let file = path_text(file);
        bail!(Failed, "{file} is not a regular file, and a site gets its name and content");
    }
    let library = common.library()?;
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let mut report = SiteReport { folder: path_text(folder), version, ..SiteReport::default() };
    let mut sources = tables(common, args, &library, &mut report)?;
    let proofs = certificates(library.layout.root(), &args.proof)?;
    for proof in proofs.added() {
        match (proof.checked(), proof.file.as_deref()) {
            (Ok(()), Some(file)) => sources.push(named("proofs", file)),
            (Err(failure), Some(file)) if args.proof.iter().any(|named| named == file) => {
                return Err(failure);
            }
            (Err(failure), _) => leave_out(&failure),
            (Ok(()), None) => {}
        }
    }
    for file in &args.suite {
        NamedSuite::read(file)?;
        sources.push(named("suites", file));
    }
    let mut paths = BTreeSet::new();
    if let Some(twice) = sources.iter().find(|source| !paths.insert(&source.path)) {
        bail!(Usage, "two files are named {}: rename one of them", twice.path);
    }

    heed_signals()?;
    let meter = common.meter();
    let control = meter.control();
    let mut writer = Writer { folder, written: 0, part: args.part, control: &control };
    let before = writer.there(&old)?;
    control.begin("files", sources.len() as u64);
    let mut files = Vec::new();
    for source in &sources {
        files.push(writer.add(source, &before)?);
        control.step();
    }
    meter.finish();
    report.files = files.len();
    report.bytes = files.iter().map(|file| file.size).sum();
    let others = files.iter().map(|file| &file.path).filter(|path| !path.starts_with("tables/"));
    report.others = others.cloned().collect();
    let index = SiteIndex { version: report.version.clone(), part: args.part, files };
    let text = index.to_json();
    let mut library = library.with_certificates(proofs);
    library.is_public = true;
    // Links are refused before charts are drawn, which may take long.
    let written = site_files(&[], "", Default::default(), args.part);
    for path in written.iter().map(|(path, _)| &**path).chain(["index.json"]) {
        writer.place(path)?;
    }
    let there = || report.boards.iter().map(|board| (board.rules, board.board));
    let first = first_answers(&library, there(), first_positions())?;
    let events = first_events(&library, first_positions())?;
    let charts = site_charts(&library, there(), &control.stop)?;
    for (path, bytes) in site_files(&program, &text, [first, events, charts], args.part) {
        writer.replace(&path, &bytes)?;
    }
    writer.replace("index.json", text.as_bytes())?;
    // The folder no longer refers to these files.
    let names: BTreeSet<String> = index.names().collect();
    for gone in before.names().filter(|name| !names.contains(name)) {
        writer.remove(&gone)?;
    }
    let left_alone = old.files.into_iter().filter(|file| {
        let is_known = before.files.contains(file) || paths.contains(&file.path);
        !is_known && writer.place(&file.path).is_ok_and(|place| place.exists())
    });
    report.left_alone = left_alone.map(|file| file.path).collect();
    report.written = writer.written;
    common.show(&report)
}

/// Returns the index of a folder that an earlier run wrote; an empty folder is not a site yet.
fn old_index(folder: &Path) -> Result<SiteIndex, Failure> {
    let is_missing = |error: &io::Error| error.kind() == io::ErrorKind::NotFound;
    let old = match fs::read(folder.join("index.json")) {
        Ok(text) => SiteIndex::read(&text),
        Err(error) if is_missing(&error) => match fs::read_dir(folder) {
            Ok(mut entries) => entries.next().is_none().then(SiteIndex::default),
            Err(error) if is_missing(&error) => Some(SiteIndex::default()),
            Err(error) => return Err(at(folder, error)),
        },
        Err(error) => return Err(at(folder, error)),
    };
    old.ok_or_else(|| {
        let folder = folder.display();
        failure!(Failed, "{folder} is not empty, and loa site did not write it; name a new folder")
    })
}

/// Reads the program in WebAssembly.
fn program(args: &SiteArgs) -> Result<Vec<u8>, Failure> {
    let own = env::current_exe().unwrap_or_default();
    let beside = own.with_file_name("loa.wasm");
    // A development build is in target/debug or target/release.
    let built = own.parent().and_then(Path::parent).unwrap_or(Path::new(""));
    let built = built.join("wasm32-wasip1/web/loa.wasm");
    let near = || [beside, built].into_iter().find(|file| file.is_file());
    let Some(file) = args.program.clone().or_else(near) else {
        if !INSIDE.is_empty() {
            return Ok(INSIDE.to_vec());
        }
        let same = env::args_os().skip(1).map(|word| quoted(Path::new(&word)));
        let same = same.collect::<Vec<_>>().join(" ");
        let missing =
            "loa.wasm, the program for browsers, is neither beside this program nor inside it";
        let words = "in loa's source, this command builds it and writes the folder";
        let advice = Advice::command(words, format!("{BUILD} && loa {same} --program {BUILT}"));
        return Err(failure!(Failed, "{missing}").advised(Some(advice)));
    };
    let failed = |error| at(&file, error);
    let (mut open, mut bytes) = (File::open(&file).map_err(failed)?, Vec::new());
    Read::by_ref(&mut open).take(4).read_to_end(&mut bytes).map_err(failed)?;
    // Anything else may be endless.
    if !bytes.starts_with(b"\0asm") {
        bail!(Failed, "{}: this is not WebAssembly", path_text(&file));
    }
    open.read_to_end(&mut bytes).map_err(failed)?;
    Ok(bytes)
}

/// Returns the files of the requested tables. Reports their boards, and those that are left out.
fn tables(
    common: &Common,
    args: &SiteArgs,
    library: &Library,
    report: &mut SiteReport,
) -> Result<Vec<Source>, Failure> {
    let only = common.rules.map(|preset| preset.rules);
    let is_of = |named: Board, board: Board| [board, board.transposed()].contains(&named);
    let (layout, mut sources) = (&library.layout, Vec::new());
    for (rules, board) in layout.boards()? {
        let tables = layout.tables(rules, board)?;
        if tables.is_empty() {
            continue;
        }
        let is_named =
            args.boards.is_empty() || args.boards.iter().any(|&named| is_of(named, board));
        if !is_named || only.is_some_and(|only| only != rules) {
            report.left_out.push(format!("{rules}/{board}"));
            continue;
        }
        let mut of_board = SiteBoard { board, rules, tables: tables.len(), bytes: 0 };
        for (material, from) in tables {
            of_board.bytes += open_table(&from)?.header().file_bytes;
            let path = format!("tables/{rules}/{board}/{material}.{}", Layout::ENDING);
            sources.push(Source { path, from });
        }
        report.boards.push(of_board);
    }
    let is_built_in = |named: Board| {
        let mut inside = built_in().into_iter();
        inside.any(|(rules, board)| board == named && only.is_none_or(|only| only == rules))
    };
    for &named in &args.boards {
        let is_there = report.boards.iter().any(|there| is_of(named, there.board));
        if !is_there && !is_built_in(named) {
            return Err(library.no_tables(common.preset().rules, named, None));
        }
    }
    Ok(sources)
}

/// Returns a file to add under its own name.
fn named(folder: &str, file: &Path) -> Source {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    Source { path: format!("{folder}/{name}"), from: file.to_owned() }
}

/// Writes the files of a folder, each completely or not at all.
struct Writer<'a> {
    folder: &'a Path,
    part: Option<u64>,
    written: u64,
    control: &'a Control<'a>,
}

impl Writer<'_> {
    /// Returns the path of a file of the folder.
    ///
    /// # Errors
    ///
    /// If the file or a folder on its path is a link: this program did not write the link's target.
    fn place(&self, path: &str) -> Result<PathBuf, Failure> {
        let mut place = self.folder.to_owned();
        for name in path.split('/') {
            place.push(name);
            if fs::symlink_metadata(&place).is_ok_and(|found| found.is_symlink()) {
                let place = place.display();
                bail!(
                    Failed,
                    "{place} is a link, and loa site does not follow links: remove it, or name another folder"
                );
            }
        }
        Ok(place)
    }

    /// Returns the index without the files that differ from it.
    fn there(&self, old: &SiteIndex) -> Result<SiteIndex, Failure> {
        let mut there = SiteIndex { files: Vec::new(), ..old.clone() };
        for file in &old.files {
            if self.is_there(file, old.part)? {
                there.files.push(file.clone());
            }
        }
        Ok(there)
    }

    /// `true` if the folder contains a file with these bytes, in parts of a given size.
    fn is_there(&self, file: &SiteFile, part: Option<u64>) -> Result<bool, Failure> {
        let mut digest = Xxh3::new();
        for (name, size) in file.parts(part) {
            let place = self.place(&name)?;
            if !fs::symlink_metadata(&place)
                .is_ok_and(|found| found.is_file() && found.len() == size)
            {
                return Ok(false);
            }
            self.read((&mut open(&place)?, &place), &mut digest, None)?;
        }
        Ok(hexadecimal(&digest) == file.xxh3)
    }

    /// Adds a file unless an earlier or interrupted run has written it.
    fn add(&mut self, source: &Source, before: &SiteIndex) -> Result<SiteFile, Failure> {
        let (mut open, mut digest) = (open(&source.from)?, Xxh3::new());
        let size = self.read((&mut open, &source.from), &mut digest, None)?;
        let wanted = SiteFile { path: source.path.clone(), size, xxh3: hexadecimal(&digest) };
        let is_listed = before.part == self.part && before.files.contains(&wanted);
        if is_listed || self.is_there(&wanted, self.part)? {
            return Ok(wanted);
        }
        let failed = |error| at(&source.from, error);
        open.rewind().map_err(failed)?;
        let (mut done, mut digest) = (Vec::new(), Xxh3::new());
        for (name, size) in wanted.parts(self.part) {
            let mut file = create(&self.place(&name)?)?;
            let part = &mut Read::by_ref(&mut open).take(size);
            self.read((part, &source.from), &mut digest, Some(&mut file))?;
            done.push(file);
        }
        let has_grown = open.read(&mut [0]).map_err(failed)? > 0;
        if has_grown || hexadecimal(&digest) != wanted.xxh3 {
            bail!(Failed, "{} changed while it was copied", source.from.display());
        }
        for file in done {
            finish(file)?;
            self.written += 1;
        }
        Ok(wanted)
    }

    /// Reads an open file, or a part of it, to its end, into a digest and a copy. Returns its size.
    fn read(
        &self,
        (open, file): (&mut dyn Read, &Path),
        digest: &mut Xxh3,
        mut copy: Option<&mut NewFile>,
    ) -> Result<u64, Failure> {
        let (mut buffer, mut size) = (vec![0; BUFFER], 0);
        loop {
            if self.control.is_stopped() {
                bail!(Interrupted, "interrupted; the same command continues");
            }
            let count = open.read(&mut buffer).map_err(|error| at(file, error))?;
            if count == 0 {
                return Ok(size);
            }
            digest.update(&buffer[..count]);
            copy.as_mut().map_or(Ok(()), |copy| write(copy, &buffer[..count]))?;
            size += count as u64;
        }
    }

    /// Removes a file that may be missing.
    fn remove(&self, path: &str) -> Result<(), Failure> {
        let place = self.place(path)?;
        match fs::remove_file(&place) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(at(&place, error)),
            _ => Ok(()),
        }
    }

    /// Writes a file, unless it already contains these bytes.
    fn replace(&mut self, path: &str, bytes: &[u8]) -> Result<(), Failure> {
        let place = self.place(path)?;
        if place.is_file() && fs::read(&place).is_ok_and(|old| old == bytes) {
            return Ok(());
        }
        let mut file = create(&place)?;
        write(&mut file, bytes)?;
        self.written += 1;
        finish(file)
    }
}

fn hexadecimal(digest: &Xxh3) -> String {
    format!("{:032x}", digest.digest128())
}

fn open(file: &Path) -> Result<File, Failure> {
    File::open(file).map_err(|error| at(file, error))
}

/// Creates the file that will replace `path`, and its folder.
fn create(path: &Path) -> Result<NewFile, Failure> {
    let made = path.parent().map_or(Ok(()), fs::create_dir_all);
    made.and_then(|()| NewFile::create(path)).map_err(|error| at(path, error))
}

fn write(new: &mut NewFile, bytes: &[u8]) -> Result<(), Failure> {
    new.file.write_all(bytes).map_err(|error| at(&new.path, error))
}

fn finish(new: NewFile) -> Result<(), Failure> {
    let path = new.path.clone();
    new.finish().map_err(|error| at(&path, error))
}
