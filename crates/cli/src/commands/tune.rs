//! `chaselab tune`: the value that brings a rate or a length to a target.

use crate::args::ScenarioArgs;
use crate::commands::diff::Players;
use crate::failure::Failure;
use crate::output::{print, width};
use crate::progress::Progress;
use chaselab_core::Place;
use chaselab_core::tree::Path;
use chaselab_lab::game::Question;
use chaselab_lab::scenario::Scenario;
use chaselab_lab::tune::{Target, Tuned, Tuning, Wish};
use chaselab_report::{tuned_json, tuned_table};
use clap::{Args, ValueEnum};

/// Options of `tune`.
#[derive(Debug, Args)]
pub struct TuneArgs {
    /// The scenario and its changes.
    #[command(flatten)]
    pub scenario: ScenarioArgs,

    /// The term or table cell that is varied, such as thw.getaway or fths.tables.crash.4.distance.
    #[arg(long, value_name = "PATH")]
    pub vary: String,

    /// What is to be reached, such as 'free = 0.5' or 'free = 50 %', 'turns.p50 = 5', 'turns.mean = 8' or 'escaped - 0.5*prey_crashed = 0'.
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true)]
    pub target: String,

    /// The bounds of the value: two numbers, two words of the ladder, two tempers or two gaps [default: those of the term, where it has some].
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true)]
    pub between: Option<String>,

    /// Players as the scenario has them, or both sides solved anew at each value.
    #[arg(long, value_enum, default_value_t = Players::Fixed)]
    pub policy: Players,

    /// What a prey that adapts maximises and the catcher minimises.
    #[arg(long, value_name = "EXPR", default_value = "free", allow_hyphen_values = true)]
    pub objective: String,

    /// Look at this cell of the grid alone [default: each cell has its own answer].
    #[arg(long, value_name = "N")]
    pub cell: Option<usize>,

    /// Threads [default: as many as the machine has].
    #[arg(long, value_name = "T", default_value_t = 0, hide_default_value = true)]
    pub threads: usize,

    /// What standard output carries.
    #[arg(long, value_enum, default_value_t = TuneFormat::Table)]
    pub format: TuneFormat,

    /// Show the answer alone: no progress.
    #[arg(long)]
    pub quiet: bool,
}

/// What standard output carries of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TuneFormat {
    /// The answer and a table to read.
    Table,
    /// One JSON object.
    Json,
}

/// Looks for the value that brings a rate or a length to a target, and shows it.
///
/// # Errors
/// When the scenario or the wish is wrong, a value cannot be played, or the target is out of reach in a cell.
pub fn tune(args: &TuneArgs, color: bool) -> Result<(), Failure> {
    let option = format!("--vary {}", args.vary);
    let question = Question::new(&args.objective, None).map_err(Failure::bad_option)?;
    let wish = Wish {
        path: Path::parse(&args.vary, &Place::from(option.as_str())).map_err(Failure::bad_option)?,
        target: Target::new(&args.target).map_err(Failure::bad_option)?,
        between: args.between.clone(),
        adapt: (args.policy == Players::Adapt).then_some(question),
        cell: args.cell,
    };
    let scenario = Scenario::load(&args.scenario.file, &args.scenario.settings())?;
    let tuning = Tuning::new(scenario, wish)?;
    let progress = Progress::new(args.quiet)?;
    let tuned = tuning.run(args.threads, &progress).map_err(anyhow::Error::from)?;
    progress.finish();
    let Some(tuned) = tuned else {
        return Err(Failure::Interrupted("interrupted: an answer is shown whole or not at all".into()));
    };
    let text = match args.format {
        TuneFormat::Table => tuned_table(&tuned, width(), color),
        TuneFormat::Json => tuned_json(&tuned).map_err(anyhow::Error::from)?,
    };
    print(text.as_bytes())?;
    reached(&tuned)
}

/// A target that is out of reach is a failure, whatever was shown.
fn reached(tuned: &Tuned) -> Result<(), Failure> {
    let out = tuned.cells.iter().filter(|cell| cell.found.is_empty()).count();
    match (out, tuned.cells.len()) {
        (0, _) => Ok(()),
        (_, 1) => Err(anyhow::anyhow!("the target is out of reach").into()),
        (out, all) => Err(anyhow::anyhow!("the target is out of reach in {out} of {all} cells").into()),
    }
}
