//! `chaselab compare`: the same scenario in several systems, side by side.

use crate::args::{ScenarioArgs, UnneededArgs};
use crate::diagnose::show_warnings;
use crate::failure::Failure;
use crate::output::{note, print, width};
use crate::progress::Progress;
use chaselab_lab::compare::Comparing;
use chaselab_lab::scenario::Scenario;
use chaselab_report::{Folder, comparison_json, comparison_table};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Options of `compare`.
#[derive(Debug, Args)]
pub struct CompareArgs {
    /// The scenario and its changes.
    #[command(flatten)]
    pub scenario: ScenarioArgs,

    /// Threads [default: as many as the machine has].
    #[arg(long, value_name = "T", default_value_t = 0, hide_default_value = true)]
    pub threads: usize,

    /// What standard output carries.
    #[arg(long, value_enum, default_value_t = CompareFormat::Table)]
    pub format: CompareFormat,

    /// The folder for charts and the report [default: reports/SCENARIO-compare-DIGEST].
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Show the comparison alone: no progress, no notes.
    #[arg(long)]
    pub quiet: bool,

    /// Common options that are of no use here.
    #[command(flatten)]
    pub unneeded: UnneededArgs,
}

/// What standard output carries of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CompareFormat {
    /// Tables and sentences to read.
    Table,
    /// One JSON object.
    Json,
}

/// Compares the systems of a scenario, shows it and writes report and charts.
///
/// # Errors
/// When the scenario is wrong, a setting cannot be computed, or the folder cannot be written.
pub fn compare(args: &CompareArgs, color: bool) -> Result<(), Failure> {
    args.unneeded.note("compare", args.quiet);
    let scenario = Scenario::load(&args.scenario.file, &args.scenario.settings())?;
    let comparing = Comparing::new(scenario)?;
    let plan = comparing.plan();
    show_warnings(plan, args.quiet, color);
    let default = || Folder::default_path(&format!("{}-compare", plan.scenario.name), &plan.digest);
    let path = args.out.clone().unwrap_or_else(default);
    Folder::check(&path, &plan.digest).map_err(anyhow::Error::from)?;

    let progress = Progress::new(args.quiet)?;
    let comparison = comparing.run(args.threads, &progress).map_err(anyhow::Error::from)?;
    progress.finish();
    let Some(comparison) = comparison else {
        return Err(Failure::Interrupted(
            "interrupted: a comparison is shown whole or not at all, so nothing was written".into(),
        ));
    };
    let text = match args.format {
        CompareFormat::Table => comparison_table(&comparison, width(), color),
        CompareFormat::Json => comparison_json(&comparison).map_err(anyhow::Error::from)?,
    };
    print(text.as_bytes())?;
    let command = format!("chaselab compare {}", args.scenario.typed());
    let folder = Folder::of_comparison(&comparison, &command).map_err(anyhow::Error::from)?;
    folder.write(&path).map_err(anyhow::Error::from)?;
    if !args.quiet {
        note(&format!("Charts, data and the report are in {}", path.display()));
    }
    Ok(())
}
