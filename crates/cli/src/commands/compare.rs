//! `chaselab compare`: the same scenario in several systems, side by side.

use crate::args::{CompareArgs, CompareFormat};
use crate::commands::run::{terminal_width, to_stdout};
use crate::diagnose::render;
use crate::failure::Failure;
use crate::progress::Progress;
use chaselab_lab::compare::Comparing;
use chaselab_lab::scenario::Scenario;
use chaselab_report::{Folder, comparison_json, comparison_table};

/// Compares the systems of a scenario, shows it and writes report and charts.
///
/// # Errors
/// When the scenario is wrong, a setting cannot be computed, or the folder cannot be written.
pub fn compare(args: &CompareArgs, color: bool) -> Result<(), Failure> {
    let scenario = Scenario::load(&args.scenario.file, &args.scenario.settings())?;
    let comparing = Comparing::new(scenario)?;
    let plan = comparing.plan();
    for warning in plan.warnings.iter().filter(|_| !args.quiet) {
        eprintln!("{}", render(warning, &plan.scenario.sources, "warning", color));
    }
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
        CompareFormat::Table => comparison_table(&comparison, terminal_width(), color),
        CompareFormat::Json => comparison_json(&comparison).map_err(anyhow::Error::from)?,
    };
    to_stdout(text.as_bytes())?;
    let command = format!("chaselab compare {}", args.scenario.typed());
    let folder = Folder::of_comparison(&comparison, &command).map_err(anyhow::Error::from)?;
    folder.write(&path).map_err(anyhow::Error::from)?;
    if !args.quiet {
        eprintln!("Charts, data and the report are in {}", path.display());
    }
    Ok(())
}
