//! `chaselab sense`: which parameters and table cells matter most.

use crate::args::{ScenarioArgs, TextFormat, option};
use crate::diagnose::show_warnings;
use crate::failure::Failure;
use crate::output::{note, print, width};
use crate::progress::Progress;
use chaselab_core::{Place, Problem};
use chaselab_lab::scenario::Scenario;
use chaselab_lab::sense::{EVALUATIONS, Parameter, Question, Sensing};
use chaselab_report::{Folder, sense_folder, sense_json, sense_table};
use clap::Args;
use std::path::PathBuf;

/// Options of `sense`.
#[derive(Debug, Args)]
pub struct SenseArgs {
    /// The scenario and its changes; `--chases` are those of each setting that has to be sampled.
    #[command(flatten)]
    pub scenario: ScenarioArgs,

    /// Vary this over a range, such as prey.driving=Poor..Great, fths.start=2..5 or gap='["close", "far"]'
    /// (repeatable) [default: the scenario's grid; without one, all neutral terms and all numbers of the tables, each
    /// by a step up and down].
    #[arg(long, value_name = "PATH=RANGE")]
    pub vary: Vec<String>,

    /// What is looked at: a sum of ends, groups and turns, such as 'turns' or 'escaped - 0.5*prey_crashed'.
    #[arg(long, value_name = "EXPR", default_value = "free", allow_hyphen_values = true)]
    pub output: String,

    /// How many of the strongest are moved together.
    #[arg(long, value_name = "K", default_value_t = 6, value_parser = clap::value_parser!(u64).range(2..=20))]
    pub top: u64,

    /// How many settings may be computed for that, at most; with fewer combinations than that, all are.
    #[arg(long, value_name = "N", default_value_t = 2048)]
    pub evaluations: usize,

    /// Threads [default: as many as the machine has].
    #[arg(long, value_name = "T", default_value_t = 0, hide_default_value = true)]
    pub threads: usize,

    /// What standard output carries.
    #[arg(long, value_enum, default_value_t = TextFormat::Table)]
    pub format: TextFormat,

    /// The folder for results, charts and the report [default: reports/SCENARIO-sense-DIGEST].
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Show results alone: no progress, no notes.
    #[arg(long)]
    pub quiet: bool,
}

impl SenseArgs {
    fn question(&self) -> Result<Question, Box<Problem>> {
        if !EVALUATIONS.contains(&self.evaluations) {
            let place = Place::from(format!("--evaluations {}", self.evaluations).as_str());
            let (low, high) = (EVALUATIONS.start(), EVALUATIONS.end());
            return Err(Problem::new(&place, "no such number of settings").expected(format!("{low} to {high}")));
        }
        Ok(Question {
            vary: self.vary.iter().map(|text| Parameter::parse(text)).collect::<Result<_, _>>()?,
            output: chaselab_lab::game::objective("--output", &self.output)?,
            output_name: self.output.clone(),
            most: self.top as usize,
            evaluations: self.evaluations,
        })
    }

    /// The options that change numbers, as typed, for the command that reproduces them.
    fn typed(&self) -> String {
        let varied = self.vary.iter().map(|text| option("vary", text));
        let output = (self.output != "free").then(|| option("output", &self.output));
        let top = (self.top != 6).then(|| option("top", &self.top.to_string()));
        let most = (self.evaluations != 2048).then(|| option("evaluations", &self.evaluations.to_string()));
        let settings = self.scenario.settings().into_iter().chain(varied).chain(output).chain(top).chain(most);
        crate::args::typed(&self.scenario.file, &settings.collect::<Vec<_>>())
    }
}

/// Finds what matters most, shows it and writes report and charts.
///
/// # Errors
/// When the scenario or the question is wrong, a setting cannot be computed, or the folder cannot be written.
pub fn sense(args: &SenseArgs, color: bool) -> Result<(), Failure> {
    let question = args.question().map_err(|problem| Failure::BadInput { problem, sources: Default::default() })?;
    let scenario = Scenario::load(&args.scenario.file, &args.scenario.settings())?;
    let sensing = Sensing::new(scenario, question)?;
    let plan = sensing.plan();
    show_warnings(plan, args.quiet, color);
    let default = || Folder::default_path(&format!("{}-sense", plan.scenario.name), &plan.digest);
    let path = args.out.clone().unwrap_or_else(default);
    Folder::check(&path, &plan.digest).map_err(anyhow::Error::from)?;

    let progress = Progress::new(args.quiet)?;
    let found = sensing.run(args.threads, &progress).map_err(anyhow::Error::from)?;
    progress.finish();
    let Some(found) = found else {
        return Err(Failure::Interrupted("interrupted: nothing is known before all is, so nothing was written".into()));
    };
    let text = match args.format {
        TextFormat::Table => sense_table(&found, width(), color),
        TextFormat::Json => sense_json(&found).map_err(anyhow::Error::from)?,
    };
    print(text.as_bytes())?;
    let command = format!("chaselab sense {}", args.typed());
    let folder = sense_folder(&found, &command).map_err(anyhow::Error::from)?;
    folder.write(&path).map_err(anyhow::Error::from)?;
    if !args.quiet {
        note(&format!("Results, charts and the report are in {}", path.display()));
    }
    Ok(())
}
