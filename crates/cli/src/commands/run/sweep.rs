//! `chaselab run` over very many cells: played part by part, written as they come, none of them held.

use super::{RunArgs, command, interrupted};
use crate::args::Format;
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use anyhow::Context;
use chaselab_lab::flags::{self, Sums};
use chaselab_lab::journal::Journal;
use chaselab_lab::plan::{Factor, Sweep};
use chaselab_lab::results::{CellResult, Results};
use chaselab_lab::run::{Runner, Watch};
use chaselab_lab::summary::summarize;
use chaselab_report::{Extract, Factors, Folder, Format as Data, Layout, ReportError, Stream, sweep_table};
use std::fs::File;
use std::io::{self, Stdout};
use std::path::{Path, PathBuf};

/// Cells of one part.
const PART: u64 = 512;

/// Plays a sweep, shows it and writes its folder.
pub(super) fn play(args: &RunArgs, color: bool, sweep: &Sweep, path: &Path, journal: &Journal) -> Result<(), Failure> {
    let progress = Progress::new(args.quiet)?;
    let mut runner = Runner::new(args.threads, &progress, Some(journal)).map_err(anyhow::Error::from)?;
    let head = summarize(&sweep.part(0..0)?, &[]);
    let mut extract = Extract::new(head.clone(), sweep.scenario.then, &sweep.grids);
    let mut writing = Writing::new(&head, &layout(sweep), journal.folder(), args.format)?;
    let all = sweep.cells();
    let mut sums: Vec<Sums> =
        sweep.grids.iter().map(|grid| Sums::new(&sweep.scenario, grid.system, grid.cells)).collect();
    for first in (0..all).step_by(PART as usize) {
        let plan = runner.part(sweep, first..all.min(first + PART))?;
        let found = runner.run(&plan, first as usize).map_err(anyhow::Error::from)?;
        let cells = summarize(&plan, &found).cells;
        let done = cells.len() == plan.cells.len();
        writing.add(&cells)?;
        for cell in cells {
            if let Some(sums) = sums.iter_mut().find(|sums| sums.system() == cell.system) {
                sums.add(&cell);
            }
            extract.add(cell);
        }
        if progress.stopped() && !done {
            break;
        }
    }
    // What cells have in common is said of all of them.
    let flags = if extract.cells() as u64 == all { flags::of_sweep(&sums, sweep, &runner)? } else { None };
    progress.finish();
    let whole = flags.is_some();
    extract.flag(flags.unwrap_or_default());
    let data = writing.finish()?;
    if args.format == Format::Table {
        output::print(sweep_table(&extract, output::width(), color).as_bytes())?;
    }
    if !whole {
        return Err(interrupted(extract.cells() as u64, all));
    }
    let folder = Folder::of_sweep(&extract, &command(args), data).map_err(anyhow::Error::from)?;
    Ok(folder.write(path).map_err(anyhow::Error::from)?)
}

/// All factors with all their values.
fn layout(sweep: &Sweep) -> Layout {
    let axes = sweep.grids.iter().flat_map(|grid| &grid.axes);
    let all = axes
        .flat_map(|axis| axis.values.iter().map(|node| Factor { path: axis.path.clone(), value: node.value.clone() }));
    Layout {
        factors: Factors::of(&all.collect::<Vec<_>>()),
        then: sweep.scenario.then.is_some(),
        stopped: sweep.scenario.precision.is_some(),
    }
}

/// Where cells are written to as they come.
struct Writing {
    files: Vec<(Data, PathBuf, Stream<File>)>,
    /// Nothing any more when whoever read it has gone.
    shown: Option<Stream<Stdout>>,
}

impl Writing {
    fn new(head: &Results, layout: &Layout, folder: &Path, format: Format) -> Result<Self, Failure> {
        let mut files = Vec::new();
        for data in [Data::Csv, Data::Parquet] {
            let path = folder.join(format!("results.{}", data.name()));
            let file = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
            files.push((data, path, Stream::new(data, head, layout.clone(), file).map_err(anyhow::Error::from)?));
        }
        let data = match format {
            Format::Table => None,
            Format::Json => Some(Data::Json),
            Format::Ndjson => Some(Data::Ndjson),
            Format::Csv => Some(Data::Csv),
            Format::Parquet => Some(Data::Parquet),
        };
        let shown = data.map(|data| Stream::new(data, head, layout.clone(), io::stdout()));
        Ok(Self { files, shown: shown.transpose().map_err(anyhow::Error::from)? })
    }

    fn add(&mut self, cells: &[CellResult]) -> Result<(), Failure> {
        for (_, path, stream) in &mut self.files {
            stream.add(cells).with_context(|| format!("cannot write {}", path.display()))?;
        }
        if let Some(stream) = &mut self.shown
            && !heard(stream.add(cells))?
        {
            self.shown = None;
        }
        Ok(())
    }

    /// The files that were written.
    fn finish(self) -> Result<Vec<(Data, PathBuf)>, Failure> {
        let mut written = Vec::new();
        for (data, path, stream) in self.files {
            stream.finish().with_context(|| format!("cannot write {}", path.display()))?;
            written.push((data, path));
        }
        if let Some(stream) = self.shown {
            heard(stream.finish())?;
        }
        Ok(written)
    }
}

/// Whether anybody is still reading standard output. Whoever reads only the beginning has seen what they wanted.
fn heard(written: Result<(), ReportError>) -> Result<bool, Failure> {
    match written {
        Ok(()) => Ok(true),
        Err(error) if error.is_broken_pipe() => Ok(false),
        Err(error) => Err(Failure::Failed(anyhow::Error::from(error).context("cannot write to standard output"))),
    }
}
