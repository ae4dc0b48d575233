//! `chaselab run`: the main job.

use crate::args::{Format, ScenarioArgs};
use crate::diagnose::show_warnings;
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use chaselab_lab::plan::Plan;
use chaselab_lab::results::Results;
use chaselab_lab::run::{Watch, run as play};
use chaselab_lab::scenario::Scenario;
use chaselab_lab::summary::summarize;
use chaselab_report::{Folder, table};
use clap::Args;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

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

    /// Show results alone: no progress, no notes.
    #[arg(long)]
    pub quiet: bool,
}

/// Plays every cell of a scenario, shows the rates and writes the results.
///
/// # Errors
/// When the scenario is wrong, a cell cannot be computed, or the results cannot be written.
pub fn run(args: &RunArgs, color: bool) -> Result<(), Failure> {
    if args.resume {
        return Err(Failure::usage(
            "--resume",
            "an interrupted run cannot be resumed yet",
            "the same command without it",
        ));
    }
    let scenario = Scenario::load(&args.scenario.file, &args.scenario.settings())?;
    let plan = Plan::new(scenario)?;
    show_warnings(&plan, args.quiet, color);
    let path = args.out.clone().unwrap_or_else(|| default_path(&plan));
    Folder::check(&path, &plan.digest).map_err(anyhow::Error::from)?;

    let progress = Progress::new(args.quiet)?;
    let found = play(&plan, args.threads, &progress).map_err(anyhow::Error::from)?;
    progress.finish();
    let results = summarize(&plan, &found);
    show(&results, args.format, color)?;
    if progress.stopped() {
        let (done, all) = (results.cells.len(), plan.cells.len());
        return Err(Failure::Interrupted(format!(
            "interrupted: {done} of {all} cells were finished and are shown; nothing was written. Run the same command \
             to start again, with fewer --chases to be done sooner"
        )));
    }
    let folder = Folder::make(&results, &command(args)).map_err(anyhow::Error::from)?;
    folder.write(&path).map_err(anyhow::Error::from)?;
    if !args.quiet {
        eprintln!("Results, charts and the report are in {}", path.display());
    }
    Ok(())
}

fn default_path(plan: &Plan) -> PathBuf {
    Folder::default_path(&plan.scenario.name, &plan.digest)
}

/// What remakes the same numbers.
fn command(args: &RunArgs) -> String {
    format!("chaselab run {}", args.scenario.typed())
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
        Format::Parquet if io::stdout().is_terminal() => {
            return Err(Failure::usage(
                "--format parquet",
                "a terminal cannot show Parquet",
                "a pipe or a file: add > results.parquet",
            ));
        }
        Format::Parquet => chaselab_report::Format::Parquet.write(results, &mut bytes),
    };
    written.map_err(anyhow::Error::from)?;
    output::print(&bytes)
}
