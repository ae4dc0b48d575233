//! `chaselab check`: validates scenarios and prints the resolved plan. Nothing runs.

use crate::args::{ChangeArgs, TextFormat};
use crate::diagnose::show_problems;
use crate::failure::Failure;
use crate::output;
use chaselab_lab::preview::preview;
use chaselab_lab::scenario::Scenario;
use chaselab_report::preview as shown;
use clap::Args;
use std::path::{Path, PathBuf};

/// Options of `check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The scenario files.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,

    /// What the command line changes in all of them.
    #[command(flatten)]
    pub changes: ChangeArgs,

    /// What standard output carries.
    #[arg(long, value_enum, default_value_t = TextFormat::Table)]
    pub format: TextFormat,
}

/// Checks every file, whatever is wrong with the others.
///
/// # Errors
/// The last file's that is wrong; earlier ones are reported on the way.
pub fn check(args: &CheckArgs, color: bool) -> Result<(), Failure> {
    let mut wrong: Option<Failure> = None;
    for (index, file) in args.files.iter().enumerate() {
        if args.files.len() > 1 && args.format == TextFormat::Table {
            let apart = if index > 0 { "\n" } else { "" };
            output::print(format!("{apart}== {}\n", file.display()).as_bytes())?;
        }
        if let Err(failure) = check_file(file, args, color)
            && let Some(earlier) = wrong.replace(failure)
        {
            earlier.report(color);
        }
    }
    wrong.map_or(Ok(()), Err)
}

fn check_file(file: &Path, args: &CheckArgs, color: bool) -> Result<(), Failure> {
    let scenario = Scenario::load(file, &args.changes.settings())?;
    if let Some(script) = scenario.root.get("script") {
        // Only `replay` reads it, which is no mistake of the scenario.
        script.mark_used();
    }
    let (sweep, previews) = preview(scenario)?;
    show_problems(&sweep.warnings, &sweep.scenario.sources, false, color);
    let mut bytes = Vec::new();
    match args.format {
        TextFormat::Table => bytes.extend(shown::text(&sweep, &previews, color).into_bytes()),
        TextFormat::Json => shown::json(&sweep, &previews, &mut bytes).map_err(anyhow::Error::from)?,
    }
    output::print(&bytes)
}
