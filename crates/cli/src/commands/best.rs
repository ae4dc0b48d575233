//! `chaselab best`: the best of a scenario's cells, with as few chases as it takes.

use crate::args::{ScenarioArgs, TextFormat, option, typed};
use crate::diagnose::show_warnings;
use crate::failure::Failure;
use crate::output::{note, print, width};
use crate::progress::Progress;
use chaselab_core::Problem;
use chaselab_core::tree::Reader;
use chaselab_lab::best::{Aim, best as find, digest};
use chaselab_lab::game::Question;
use chaselab_lab::plan::Plan;
use chaselab_lab::scenario::Scenario;
use chaselab_report::{Folder, best_folder, best_json, best_table};
use clap::Args;
use std::path::PathBuf;

/// Options of `best`.
#[derive(Debug, Args)]
pub struct BestArgs {
    /// The scenario and its changes.
    #[command(flatten)]
    pub scenario: ScenarioArgs,

    /// What is to be as much as possible: a sum of ends, groups and turns, such as 'escaped - 0.5*prey_crashed' or
    /// '-turns'.
    #[arg(long, value_name = "EXPR", default_value = "free", allow_hyphen_values = true)]
    pub objective: String,

    /// Be content when no other cell is better by more than this.
    #[arg(long, value_name = "DIFFERENCE", default_value_t = 0.0)]
    pub within: f64,

    /// Threads [default: as many as the machine has].
    #[arg(long, value_name = "T", default_value_t = 0, hide_default_value = true)]
    pub threads: usize,

    /// What standard output carries.
    #[arg(long, value_enum, default_value_t = TextFormat::Table)]
    pub format: TextFormat,

    /// The folder for data, chart and the report [default: reports/SCENARIO-best-DIGEST].
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Show the choice alone: no progress, no notes.
    #[arg(long)]
    pub quiet: bool,
}

impl BestArgs {
    fn aim(&self) -> Result<Aim, Failure> {
        let within = self.within;
        if !(within.is_finite() && within >= 0.0) {
            return Err(Failure::usage(
                &format!("--within {within}"),
                "a difference that one does not care for is not negative",
                "a number such as 0.01",
            ));
        }
        let question = Question::new(&self.objective, None).map_err(Failure::bad_option)?;
        Ok(Aim { question, within })
    }

    /// What remakes the same numbers.
    fn command(&self) -> String {
        let objective = (self.objective != "free").then(|| option("objective", &self.objective));
        let within = (self.within > 0.0).then(|| option("within", &self.within.to_string()));
        let settings: Vec<_> = self.scenario.settings().into_iter().chain(objective).chain(within).collect();
        format!("chaselab best {}", typed(&self.scenario.file, &settings))
    }
}

/// Finds the best cell, shows it and writes the report.
///
/// # Errors
/// When the scenario or the objective is wrong, a cell cannot be computed, or the folder cannot be written.
pub fn best(args: &BestArgs, color: bool) -> Result<(), Failure> {
    let aim = args.aim()?;
    let scenario = Scenario::load(&args.scenario.file, &args.scenario.settings())?;
    if scenario.precision.is_some() && args.scenario.changes.precision.is_some() {
        return Err(Failure::usage(
            "--precision",
            "a choice stops when it is made, not at a precision",
            "--within, the difference that one does not care for",
        ));
    }
    let mut plan = Plan::new(scenario)?;
    plan.warnings.extend(unread_precision(&plan));
    show_warnings(&plan, args.quiet, color);
    let digest = digest(&plan, &aim);
    let default = || Folder::default_path(&format!("{}-best", plan.scenario.name), &digest);
    let path = args.out.clone().unwrap_or_else(default);
    Folder::check(&path, &digest).map_err(anyhow::Error::from)?;

    let progress = Progress::new(args.quiet)?;
    let found = find(&plan, &aim, args.threads, &progress).map_err(anyhow::Error::from)?;
    progress.finish();
    let Some(found) = found else {
        return Err(Failure::Interrupted("interrupted: nothing was chosen, and nothing was written".into()));
    };
    let text = match args.format {
        TextFormat::Table => best_table(&found, width(), color),
        TextFormat::Json => best_json(&found).map_err(anyhow::Error::from)?,
    };
    print(text.as_bytes())?;
    let folder = best_folder(&found, &args.command()).map_err(anyhow::Error::from)?;
    folder.write(&path).map_err(anyhow::Error::from)?;
    if !args.quiet {
        note(&format!("Chart, data and the report are in {}", path.display()));
    }
    Ok(())
}

/// What the scenario says about precision ends no choice.
fn unread_precision(plan: &Plan) -> Option<Problem> {
    let written = Reader::new(Some(&plan.scenario.root), "the scenario").ok()?.peek("precision")?;
    let problem = Problem::new(&written.place, "`precision` has no effect: a choice stops when it is made");
    Some(*problem.help("--within is the difference that one does not care for"))
}
