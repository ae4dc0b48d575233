//! `chaselab run`: the main job.

mod sweep;

use crate::args::{Format, ScenarioArgs, option, typed};
use crate::diagnose::show_problems;
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use anyhow::anyhow;
use chaselab_core::{Place, Problem};
use chaselab_lab::cost::{Cost, MOST_CELLS, MOST_CHASES};
use chaselab_lab::flags;
use chaselab_lab::journal::{Identity, Journal};
use chaselab_lab::plan::Sweep;
use chaselab_lab::results::Results;
use chaselab_lab::run::{RunError, Runner};
use chaselab_lab::scenario::Scenario;
use chaselab_lab::summary::summarize;
use chaselab_report::{Folder, cost, table};
use clap::Args;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

/// Up to so many cells are all held, shown and drawn one by one; more are streamed.
const HELD: u64 = 2_000;

/// Options of `run`.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// The scenario and its changes.
    #[command(flatten)]
    pub scenario: ScenarioArgs,

    /// Threads [default: as many as the machine has].
    #[arg(long, value_name = "T", default_value_t = 0, hide_default_value = true)]
    pub threads: usize,

    /// What standard output carries.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,

    /// The folder for results, charts and the report [default: reports/SCENARIO-DIGEST].
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Go on with an interrupted run.
    #[arg(long)]
    pub resume: bool,

    /// Go ahead with a plan that would otherwise be refused for its cost.
    #[arg(long)]
    pub yes: bool,

    /// Show results alone: no progress, no notes.
    #[arg(long)]
    pub quiet: bool,
}

/// Plays every cell of a scenario, shows the rates and writes the results. What is finished is kept on the way.
///
/// # Errors
/// When the scenario is wrong or costs too much, a cell cannot be computed, or something cannot be written.
pub fn run(args: &RunArgs, color: bool) -> Result<(), Failure> {
    let scenario = Scenario::load(&args.scenario.file, &args.scenario.settings())?;
    let mut sweep = Sweep::new(scenario)?;
    approve(&sweep, args.yes)?;
    sweep.check()?;
    show_problems(&sweep.warnings, &sweep.scenario.sources, args.quiet, color);
    let default = || Folder::default_path(&sweep.scenario.name, &sweep.digest);
    let path = args.out.clone().unwrap_or_else(default);
    Folder::check(&path, &sweep.digest).map_err(anyhow::Error::from)?;
    let journal = journal(args, &sweep, &path)?;
    if let Err(failure) = play(args, color, &sweep, &path, &journal) {
        if is_final(&failure) {
            journal.remove().map_err(anyhow::Error::from)?;
            return Err(failure);
        }
        return Err(kept(failure, &journal, args));
    }
    journal.remove().map_err(anyhow::Error::from)?;
    if !args.quiet {
        output::note(&format!("Results, charts and the report are in {}", path.display()));
    }
    Ok(())
}

/// Refuses what nobody can have meant.
fn approve(sweep: &Sweep, yes: bool) -> Result<(), Failure> {
    let needed = Cost::of(sweep);
    if yes || !needed.is_absurd() {
        return Ok(());
    }
    let problem = Problem::new(&Place::Default, format!("this run is refused for its cost: {}", cost(&needed)));
    let unasked = format!("at most {MOST_CELLS} cells and {:.0e} chases, unless you say --yes", MOST_CHASES as f64);
    let help = "fewer values in [grid] or fewer --chases; --yes goes ahead all the same";
    Err(Failure::bad_option(problem.expected(unasked).help(help)))
}

/// Where what is finished is kept, with a word about what is there already.
fn journal(args: &RunArgs, sweep: &Sweep, path: &Path) -> Result<Journal, Failure> {
    let folder = Journal::beside(path).map_err(anyhow::Error::from)?;
    let identity = Identity { digest: &sweep.digest, cells: sweep.cells(), command: &again(args) };
    let journal = Journal::open(&folder, identity, args.resume).map_err(anyhow::Error::from)?;
    if args.resume && !args.quiet {
        match journal.earlier() {
            0 => output::note("There is nothing to go on with: the run starts from the beginning"),
            records => {
                output::note(&format!("The run goes on with what {} keeps ({records} records)", folder.display()));
            }
        }
        if journal.damaged() > 0 {
            output::note(&format!("Damaged records are dropped, and their work is done again: {}", journal.damaged()));
        }
    }
    Ok(journal)
}

/// Plays, shows, and writes the folder of results.
fn play(args: &RunArgs, color: bool, sweep: &Sweep, path: &Path, journal: &Journal) -> Result<(), Failure> {
    if args.format == Format::Parquet && io::stdout().is_terminal() {
        return Err(Failure::usage(
            "--format parquet",
            "a terminal cannot show Parquet",
            "a pipe or a file: add > results.parquet",
        ));
    }
    let play = if sweep.cells() > HELD { sweep::play } else { play_whole };
    play(args, color, sweep, path, journal)?;
    if journal.is_lasting() {
        Folder::sync(path).map_err(anyhow::Error::from)?;
    }
    Ok(())
}

/// The same with all cells at once.
fn play_whole(args: &RunArgs, color: bool, sweep: &Sweep, path: &Path, journal: &Journal) -> Result<(), Failure> {
    let progress = Progress::new(args.quiet)?;
    let mut runner = Runner::new(args.threads, &progress, Some(journal)).map_err(anyhow::Error::from)?;
    let plan = runner.part(sweep, 0..sweep.cells())?;
    let found = runner.run(&plan, 0).map_err(anyhow::Error::from)?;
    let mut results = summarize(&plan, &found);
    let (done, all) = (results.cells.len(), plan.cells.len());
    // What cells have in common is said of all of them.
    let flags = if done == all { flags::of_run(&results, &plan, &runner) } else { None };
    progress.finish();
    let whole = flags.is_some();
    results.flags = flags.unwrap_or_default();
    show(&results, args.format, color)?;
    if !whole {
        return Err(interrupted(done as u64, all as u64));
    }
    let folder = Folder::make(&results, &command(args)).map_err(anyhow::Error::from)?;
    Ok(folder.write(path).map_err(anyhow::Error::from)?)
}

fn interrupted(done: u64, all: u64) -> Failure {
    Failure::Interrupted(format!("interrupted: {done} of {all} cells were finished and are shown"))
}

/// Whether going on would fail again: what does not fit never will.
fn is_final(failure: &Failure) -> bool {
    let Failure::Failed(error) = failure else { return false };
    matches!(error.downcast_ref(), Some(RunError::Unfit { .. }))
}

/// The failure, with what is kept and how to go on.
fn kept(failure: Failure, journal: &Journal, args: &RunArgs) -> Failure {
    if journal.records() == 0 {
        return failure;
    }
    let hint = |kept: &str| {
        let folder = journal.folder().display();
        format!("{kept} is kept in {folder}. To go on:\n  {} --resume", again(args))
    };
    // The disk may refuse this too; then there is another failure to tell already.
    let synced = journal.sync();
    match failure {
        Failure::Interrupted(message) => match synced {
            Ok(()) => Failure::Interrupted(format!(
                "{message}; {}",
                hint("all that was finished, chases of other cells too,")
            )),
            Err(error) => Failure::Failed(anyhow!("{message}; {error}")),
        },
        Failure::Failed(error) => Failure::Failed(anyhow!("{error:#}\n{}", hint("What was finished"))),
        bad @ Failure::BadInput { .. } => bad,
    }
}

/// What remakes the same numbers.
fn command(args: &RunArgs) -> String {
    format!("chaselab run {}", args.scenario.typed())
}

/// What plays the same run into the same folder.
fn again(args: &RunArgs) -> String {
    let out = args.out.as_ref().map(|out| option("out", &out.display().to_string()));
    let settings: Vec<_> = args.scenario.settings().into_iter().chain(out).collect();
    let yes = if args.yes { " --yes" } else { "" };
    format!("chaselab run {}{yes}", typed(&args.scenario.file, &settings))
}

/// Standard output carries the data alone.
fn show(results: &Results, format: Format, color: bool) -> Result<(), Failure> {
    let mut bytes = Vec::new();
    let written = match format {
        Format::Table => {
            bytes.extend(table(results, output::width(), color).into_bytes());
            Ok(())
        }
        Format::Json => chaselab_report::Format::Json.write(results, &mut bytes),
        Format::Ndjson => chaselab_report::Format::Ndjson.write(results, &mut bytes),
        Format::Csv => chaselab_report::Format::Csv.write(results, &mut bytes),
        Format::Parquet => chaselab_report::Format::Parquet.write(results, &mut bytes),
    };
    written.map_err(anyhow::Error::from)?;
    output::print(&bytes)
}
