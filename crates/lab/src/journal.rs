//! The journal of a run: what is finished is kept as it comes, so that an interrupted run can go on. docs/saving.md
//! has the format.

mod record;

pub use record::Record;

use crate::counts::Counts;
use crate::results::VERSION;
use crate::spans::Spans;
use chaselab_solve::Exact;
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};
use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use thiserror::Error;

/// The version of the format.
const FORMAT: u64 = 2;
/// The name of the file.
const FILE: &str = "journal.jsonl";
/// Hexadecimal digits of a checksum.
const CHECKSUM: usize = 16;
/// How long written records may wait before the disk must have them: a power loss costs no more than this.
const SYNC: Duration = Duration::from_secs(1);
/// Why a lock is never poisoned.
const NO_PANIC: &str = "writing a record does not panic";

/// Why nothing can be saved, or what was saved cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The operating system refuses.
    #[error("{what} `{}`", path.display())]
    Disk {
        /// What could not be done.
        what: &'static str,
        /// To what.
        path: PathBuf,
        /// What the operating system says.
        source: io::Error,
    },
    /// Another run is writing there.
    #[error("another run is writing to `{}` at this moment: wait for it, or choose another folder by --out", path.display())]
    Busy {
        /// The folder of the journal.
        path: PathBuf,
    },
    /// There is finished work of the same run.
    #[error("`{}` keeps what an interrupted run of this scenario has finished ({records} records): go on with --resume, or remove that folder to start again", path.display())]
    Unfinished {
        /// The folder of the journal.
        path: PathBuf,
        /// How many records.
        records: usize,
    },
    /// There is finished work of another run.
    #[error(
        "`{}` keeps what an interrupted run has finished whose digest is {theirs}, but this run has the digest {ours}: go on with that run by `{command} --resume`, choose another folder by --out, or remove that folder",
        path.display()
    )]
    Other {
        /// The folder of the journal.
        path: PathBuf,
        /// The digest of the run that wrote it.
        theirs: String,
        /// The digest of this run.
        ours: String,
        /// What was typed then.
        command: String,
    },
    /// It is none, or was written by a program that writes another format.
    #[error("`{}` cannot be resumed by chaselab {VERSION}: {why}; resume it with the version that wrote it, choose another folder by --out, or remove that folder", path.display())]
    Format {
        /// The folder of the journal.
        path: PathBuf,
        /// Why.
        why: String,
    },
}

/// What a run is, as far as what it saves depends on it.
#[derive(Clone, Copy, Debug)]
pub struct Identity<'a> {
    /// The digest of everything that the numbers depend on.
    pub digest: &'a str,
    /// How many cells it has.
    pub cells: u64,
    /// The command that goes on with it, but for `--resume`.
    pub command: &'a str,
}

/// What earlier runs saved of one cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Saved {
    /// The exact distribution, or why there is none.
    pub exact: Option<Result<Exact, String>>,
    /// Which chunks were played, and what was counted in them.
    pub counts: Option<(Spans, Counts)>,
}

/// A journal that this run alone may write to.
#[derive(Debug)]
pub struct Journal {
    folder: PathBuf,
    /// Where the records of earlier runs stand, by the place of their cell.
    earlier: Vec<Entry>,
    /// How many damaged records were found, whose work has to be done again.
    damaged: usize,
    file: Mutex<Written>,
}

/// A record in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    place: usize,
    from: u64,
    length: usize,
}

#[derive(Debug)]
struct Written {
    file: File,
    /// Where the next record begins.
    end: u64,
    records: usize,
    synced: Instant,
    /// Whether the disk was ever waited for.
    lasting: bool,
}

impl Journal {
    /// Where the journal of a run stands whose results will stand at `out`: beside it.
    ///
    /// # Errors
    /// When the folder where the program was started cannot be told.
    pub fn beside(out: &Path) -> Result<PathBuf, JournalError> {
        let out = std::path::absolute(out).map_err(failed("cannot find", out))?;
        let mut name = out.file_name().unwrap_or_default().to_owned();
        name.push(".partial");
        Ok(out.with_file_name(name))
    }

    /// Takes possession of the folder, and with `resume` of what earlier runs saved there.
    ///
    /// # Errors
    /// When another run is writing there, there is finished work that this run does not go on with, or the disk refuses.
    pub fn open(folder: &Path, identity: Identity<'_>, resume: bool) -> Result<Self, JournalError> {
        let path = folder.join(FILE);
        let mut file = locked(folder, &path)?;
        let failed = |source| failed("cannot read", &path)(source);
        let mut read = Contents::default();
        read.all(&mut file).map_err(failed)?;
        if !read.entries.is_empty() {
            read.belongs(folder, identity)?;
            if !resume {
                return Err(JournalError::Unfinished { path: folder.to_owned(), records: read.entries.len() });
            }
        }
        read.entries.sort_unstable();
        let records = read.entries.len();
        let keeps = records > 0;
        let journal = Self {
            folder: folder.to_owned(),
            earlier: read.entries,
            damaged: read.damaged,
            file: Mutex::new(Written {
                file,
                end: if keeps { read.end } else { 0 },
                records,
                synced: Instant::now(),
                lasting: keeps,
            }),
        };
        {
            let mut written = journal.file.lock().expect(NO_PANIC);
            // What is behind the last whole line was cut off when it was written.
            let end = written.end;
            if written.file.metadata().map_err(|source| journal.failed(source))?.len() != end {
                written.file.set_len(end).map_err(|source| journal.failed(source))?;
            }
            if !keeps {
                let head = json!({
                    "chaselab": VERSION, "journal": FORMAT, "digest": identity.digest, "cells": identity.cells,
                    "command": identity.command,
                });
                written.append(&line(&head)).map_err(|source| journal.failed(source))?;
            }
        }
        Ok(journal)
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// How many records earlier runs saved.
    pub const fn earlier(&self) -> usize {
        self.earlier.len()
    }

    /// How many damaged records were found, whose work has to be done again.
    pub const fn damaged(&self) -> usize {
        self.damaged
    }

    /// What earlier runs saved of a cell of which this is `nothing` counted yet. A record that makes no sense is as good as
    /// none.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn saved(&self, place: usize, nothing: &Counts) -> Result<Saved, JournalError> {
        let first = self.earlier.partition_point(|entry| entry.place < place);
        let mut saved = Saved::default();
        for entry in self.earlier[first..].iter().take_while(|entry| entry.place == place) {
            let mut bytes = vec![0; entry.length];
            {
                let file = &mut self.file.lock().expect(NO_PANIC).file;
                file.seek(SeekFrom::Start(entry.from)).map_err(|source| self.failed(source))?;
                file.read_exact(&mut bytes).map_err(|source| self.failed(source))?;
            }
            match checked(&bytes).and_then(|json| Record::read(&json, nothing)) {
                None => {}
                Some(Record::Exact(exact)) => saved.exact = Some(exact),
                Some(Record::Counts(new, counts)) => match &mut saved.counts {
                    None => saved.counts = Some((new, *counts)),
                    Some((spans, total)) => {
                        let mut both = spans.clone();
                        if new.ranges().iter().all(|range| both.add(range.clone())) {
                            *spans = both;
                            total.add(&counts);
                        }
                    }
                },
            }
        }
        Ok(saved)
    }

    /// Saves what was found of the cell at a place.
    ///
    /// # Errors
    /// When the disk refuses; then the journal is as it was.
    pub fn write(&self, place: usize, record: &Record) -> Result<(), JournalError> {
        let line = line(&record.json(place));
        let mut written = self.file.lock().expect(NO_PANIC);
        let done = written.append(&line).and_then(|()| {
            written.records += 1;
            if written.synced.elapsed() < SYNC { Ok(()) } else { written.sync(&self.folder) }
        });
        done.map_err(|source| self.failed(source))
    }

    /// How many records it keeps.
    pub fn records(&self) -> usize {
        self.file.lock().expect(NO_PANIC).records
    }

    /// Sees to it that the disk has all records.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn sync(&self) -> Result<(), JournalError> {
        let mut written = self.file.lock().expect(NO_PANIC);
        written.sync(&self.folder).map_err(|source| self.failed(source))
    }

    /// Whether the run took so long that the disk was waited for: then its results are worth waiting for too.
    pub fn is_lasting(&self) -> bool {
        self.file.lock().expect(NO_PANIC).lasting
    }

    /// Removes the journal: the results stand where they belong.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn remove(self) -> Result<(), JournalError> {
        fs::remove_dir_all(&self.folder).map_err(failed("cannot remove", &self.folder))
    }

    fn failed(&self, source: io::Error) -> JournalError {
        failed("cannot save to", &self.folder.join(FILE))(source)
    }
}

impl Drop for Journal {
    /// Where nothing is kept, nothing is left behind.
    fn drop(&mut self) {
        if self.file.get_mut().is_ok_and(|written| written.records == 0) {
            // Whoever comes next finds nothing kept in it and takes it over.
            let _ = fs::remove_file(self.folder.join(FILE));
            let _ = fs::remove_dir(&self.folder);
        }
    }
}

impl Written {
    /// Appends a line whole or not at all.
    fn append(&mut self, line: &[u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.end))?;
        if let Err(error) = self.file.write_all(line) {
            // A torn line would be dropped by whoever reads it; better there is none. The first error is the one to tell.
            let _ = self.file.set_len(self.end);
            return Err(error);
        }
        self.end += line.len() as u64;
        Ok(())
    }

    fn sync(&mut self, folder: &Path) -> io::Result<()> {
        self.file.sync_data()?;
        if !self.lasting {
            sync_folder(folder)?;
            sync_folder(folder.parent().unwrap_or(folder))?;
        }
        self.synced = Instant::now();
        self.lasting = true;
        Ok(())
    }
}

/// Sees to it that the disk has the names in a folder, where folders can be opened.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// The file, which nobody else has. A lock goes with the process that held it, however that ended.
fn locked(folder: &Path, path: &Path) -> Result<File, JournalError> {
    loop {
        fs::create_dir_all(folder).map_err(failed("cannot make", folder))?;
        let open = File::options().read(true).write(true).create(true).truncate(false).open(path);
        let file = match open {
            // Whoever had it has just removed its folder.
            Err(error) if error.kind() == ErrorKind::NotFound && !folder.exists() => continue,
            other => other.map_err(failed("cannot open", path))?,
        };
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(JournalError::Busy { path: folder.to_owned() }),
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => return Ok(file),
            Err(TryLockError::Error(source)) => return Err(failed("cannot lock", path)(source)),
        }
        // Whoever had it may have removed it between opening and locking.
        if path.exists() {
            return Ok(file);
        }
    }
}

/// What a file holds.
#[derive(Default)]
struct Contents {
    head: Option<Json>,
    entries: Vec<Entry>,
    damaged: usize,
    /// Where the last whole line ends.
    end: u64,
}

impl Contents {
    fn all(&mut self, file: &mut File) -> io::Result<()> {
        file.seek(SeekFrom::Start(0))?;
        let mut reader = BufReader::new(file);
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            let length = reader.read_until(b'\n', &mut bytes)?;
            if length == 0 {
                return Ok(());
            }
            if bytes.last() != Some(&b'\n') {
                self.damaged += 1;
                return Ok(());
            }
            let from = self.end;
            self.end += length as u64;
            let json = checked(&bytes);
            match json.as_ref().and_then(Record::place) {
                Some(place) => self.entries.push(Entry { place, from, length }),
                None if from == 0 => self.head = json,
                None => self.damaged += 1,
            }
        }
    }

    /// Whether it is of this run.
    fn belongs(&self, folder: &Path, identity: Identity<'_>) -> Result<(), JournalError> {
        let format = |why: String| JournalError::Format { path: folder.to_owned(), why };
        let head = self.head.as_ref().ok_or_else(|| format("its first line is damaged".into()))?;
        let text = |key: &str| head.get(key).and_then(Json::as_str).unwrap_or_default().to_owned();
        let version = text("chaselab");
        if head.get("journal").and_then(Json::as_u64) != Some(FORMAT) || version != VERSION {
            let build = if version == VERSION { "another build of it".into() } else { format!("chaselab {version}") };
            return Err(format(format!("{build} wrote it")));
        }
        if text("digest") != identity.digest {
            return Err(JournalError::Other {
                path: folder.to_owned(),
                theirs: text("digest"),
                ours: identity.digest.to_owned(),
                command: text("command"),
            });
        }
        if head.get("cells").and_then(Json::as_u64) != Some(identity.cells) {
            return Err(format("it has another number of cells".into()));
        }
        Ok(())
    }
}

/// A line: checksum, space, JSON.
fn line(json: &Json) -> Vec<u8> {
    let text = json.to_string();
    format!("{} {text}\n", checksum(text.as_bytes())).into_bytes()
}

/// The JSON of a line, when its checksum is right.
fn checked(line: &[u8]) -> Option<Json> {
    let (sum, text) = line.strip_suffix(b"\n")?.split_at_checked(CHECKSUM)?;
    let text = text.strip_prefix(b" ")?;
    (sum == checksum(text).as_bytes()).then(|| serde_json::from_slice(text).ok())?
}

fn checksum(text: &[u8]) -> String {
    Sha256::digest(text)[..CHECKSUM / 2].iter().map(|byte| format!("{byte:02x}")).collect()
}

fn failed(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> JournalError + use<> {
    let path = path.to_owned();
    move |source| JournalError::Disk { what, path, source }
}
