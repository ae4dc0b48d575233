//! The folder of results: written whole or not at all.

use crate::chart::{Chart, charts, compared_charts, difference_charts};
use crate::compare::{comparison_document, comparison_json};
use crate::diff::{difference_document, difference_frame, difference_json};
use crate::document::document;
use crate::error::ReportError;
use crate::format::{Format, frame_csv};
use crate::provenance::{self, provenance};
use chaselab_lab::compare::Comparison;
use chaselab_lab::diff::Difference;
use chaselab_lab::results::Results;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// All files of a folder of results, not yet on disk.
#[derive(Debug)]
pub struct Folder {
    digest: String,
    files: Vec<(String, Vec<u8>)>,
    /// Files that were written elsewhere on the same disk already.
    moved: Vec<(String, PathBuf)>,
}

impl Folder {
    /// Makes every file: data, charts, report, and what it says about itself. `command` is what remakes it.
    ///
    /// # Errors
    /// When something cannot be drawn or written.
    pub fn make(results: &Results, command: &str) -> Result<Self, ReportError> {
        let charts = charts(results);
        let report = document(results, &charts, command);
        Self::with(&[("results", results)], report.files()?.into(), &charts, command)
    }

    /// The same of a comparison: its report, its numbers as JSON, and the data of the setting itself.
    ///
    /// # Errors
    /// When something cannot be drawn or written.
    pub fn of_comparison(comparison: &Comparison, command: &str) -> Result<Self, ReportError> {
        let charts = compared_charts(comparison);
        let report = comparison_document(comparison, &charts, command);
        let mut own = Vec::from(report.files()?);
        own.push(("comparison.json".to_owned(), comparison_json(comparison)?.into_bytes()));
        Self::with(&[("results", &comparison.base)], own, &charts, command)
    }

    /// The same of a difference: its report, every change as data, and both variants' own results.
    ///
    /// # Errors
    /// When something cannot be drawn or written.
    pub fn of_difference(difference: &Difference, command: &str) -> Result<Self, ReportError> {
        let charts = difference_charts(difference);
        let report = difference_document(difference, &charts, command);
        let mut changes = Vec::new();
        frame_csv(&mut difference_frame(difference)?, &mut changes)?;
        let mut own = Vec::from(report.files()?);
        own.push(("diff.json".to_owned(), difference_json(difference)?.into_bytes()));
        own.push(("changes.csv".to_owned(), changes));
        Self::with(&[("base", &difference.base), ("changed", &difference.changed)], own, &charts, command)
    }

    /// These files, results as data under their names, the charts, and what the folder says about itself by the first
    /// of the results.
    pub(crate) fn with(
        results: &[(&str, &Results)],
        mut files: Vec<(String, Vec<u8>)>,
        charts: &[Chart],
        command: &str,
    ) -> Result<Self, ReportError> {
        for (name, results) in results {
            for format in [Format::Csv, Format::Parquet] {
                let mut bytes = Vec::new();
                format.write(results, &mut bytes)?;
                files.push((format!("{name}.{}", format.name()), bytes));
            }
        }
        let (_, first) = results[0];
        for chart in charts {
            files.extend(chart.files()?);
        }
        let names: Vec<String> = files.iter().map(|(name, _)| name.clone()).collect();
        files.push((provenance::FILE.to_owned(), provenance(first, command, &names)?.into_bytes()));
        Ok(Self::of(first.digest.clone(), files))
    }

    /// A folder of these files, of which one says the digest.
    pub(crate) const fn of(digest: String, files: Vec<(String, Vec<u8>)>) -> Self {
        Self { digest, files, moved: Vec::new() }
    }

    /// With files that stand elsewhere on the same disk until they are moved in.
    pub(crate) fn with_moved(self, moved: Vec<(String, PathBuf)>) -> Self {
        Self { moved, ..self }
    }

    /// Where it stands when nobody says otherwise, such as `reports/two-cars-9f2c41d07be3a558`; `scenario` is the name of
    /// the file without its ending.
    pub fn default_path(scenario: &str, digest: &str) -> PathBuf {
        Path::new("reports").join(format!("{scenario}-{digest}"))
    }

    /// Whether [`write`](Self::write) would refuse the place, to ask before the work is done.
    ///
    /// # Errors
    /// When something else stands there.
    pub fn check(path: &Path, digest: &str) -> Result<(), ReportError> {
        let occupied = |holds: &str| Err(ReportError::Occupied { path: path.to_owned(), holds: holds.to_owned() });
        let entries = match fs::read_dir(path) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => return occupied("is not a folder"),
            Err(source) => return Err(failed("cannot read", path)(source)),
        };
        match fs::read_to_string(path.join(provenance::FILE)) {
            Ok(text) => match provenance::digest(&text) {
                Some(there) if there == digest => match foreign(path, &provenance::files(&text))? {
                    // Results are made again; what somebody else laid beside them cannot be.
                    Some(name) => occupied(&format!("holds {name}, which is none of the results")),
                    None => Ok(()),
                },
                Some(there) => occupied(&format!("holds the results of another run, digest {there}")),
                None => occupied(&format!("has a {} that says no digest", provenance::FILE)),
            },
            Err(_) if entries.count() == 0 => Ok(()),
            Err(_) => occupied("holds something else than results"),
        }
    }

    /// Writes the folder beside its place and moves it there in one step. An earlier folder of the same digest is
    /// replaced when it holds results alone; anything else is left alone.
    ///
    /// # Errors
    /// When the place is taken or the disk refuses; then nothing has changed.
    pub fn write(&self, path: &Path) -> Result<(), ReportError> {
        Self::check(path, &self.digest)?;
        // A link stays one: what it leads to is written.
        let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let path = real.as_path();
        let parent = match path.parent() {
            Some(parent) if parent != Path::new("") => parent,
            _ => Path::new("."),
        };
        fs::create_dir_all(parent).map_err(failed("cannot make", parent))?;
        // Removed with all that is left in it, whatever happens below.
        let beside = tempfile::Builder::new().prefix(".chaselab-").tempdir_in(parent);
        let beside = beside.map_err(failed("cannot write into", parent))?;
        let (new, old) = (beside.path().join("new"), beside.path().join("old"));
        for (name, bytes) in &self.files {
            let file = new.join(name);
            let folder = file.parent().unwrap_or(&new);
            fs::create_dir_all(folder).map_err(failed("cannot make", folder))?;
            fs::write(&file, bytes).map_err(failed("cannot write", &file))?;
        }
        for (name, from) in &self.moved {
            fs::rename(from, new.join(name)).map_err(failed("cannot move", from))?;
        }
        let replaces = path.exists();
        if replaces {
            fs::rename(path, &old).map_err(failed("cannot replace", path))?;
        }
        if let Err(source) = fs::rename(&new, path) {
            if replaces {
                fs::rename(&old, path).map_err(failed("cannot put back", path))?;
            }
            return Err(failed("cannot make", path)(source));
        }
        Ok(())
    }

    /// Sees to it that a folder which was written outlasts a power loss.
    ///
    /// # Errors
    /// When the disk refuses.
    pub fn sync(path: &Path) -> Result<(), ReportError> {
        for entry in fs::read_dir(path).map_err(failed("cannot read", path))? {
            let file = entry.map_err(failed("cannot read", path))?.path();
            if file.is_dir() {
                Self::sync(&file)?;
            } else {
                fs::File::open(&file).and_then(|open| open.sync_all()).map_err(failed("cannot write", &file))?;
            }
        }
        // Names are on disk when their folder is, where folders can be opened.
        for folder in [Some(path), path.parent().filter(|parent| *parent != Path::new(""))].into_iter().flatten() {
            if cfg!(unix) {
                fs::File::open(folder).and_then(|open| open.sync_all()).map_err(failed("cannot write", folder))?;
            }
        }
        Ok(())
    }

    /// The names of all files, relative to the folder.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|(name, _)| name.as_str())
    }
}

/// The first file below a folder of results that is none of these, in the order of their names.
fn foreign(folder: &Path, files: &[String]) -> Result<Option<String>, ReportError> {
    let mut found = Vec::new();
    let mut open = vec![PathBuf::new()];
    while let Some(inner) = open.pop() {
        let place = folder.join(&inner);
        for entry in fs::read_dir(&place).map_err(failed("cannot read", &place))? {
            let entry = entry.map_err(failed("cannot read", &place))?;
            let name = inner.join(entry.file_name());
            if entry.file_type().map_err(failed("cannot read", &place))?.is_dir() {
                open.push(name);
            } else if name != Path::new(provenance::FILE) && !files.iter().any(|file| name == Path::new(file)) {
                found.push(name.display().to_string());
            }
        }
    }
    Ok(found.into_iter().min())
}

fn failed(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> ReportError + use<> {
    let path = path.to_owned();
    move |source| ReportError::Folder { what, path, source }
}
