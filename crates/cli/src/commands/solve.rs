//! `chaselab solve`: what each side should do.

use crate::args::{UnneededArgs, option, sets, typed};
use crate::diagnose::show_warnings;
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use anyhow::anyhow;
use chaselab_lab::flags::of_game;
use chaselab_lab::game::{Answers, Depth, GameError, Question, UnfitCell, Unsolved, answers, digest};
use chaselab_lab::plan::Plan;
use chaselab_lab::run::Watch;
use chaselab_lab::scenario::Scenario;
use chaselab_lab::scenario::Setting;
use chaselab_report::{Folder, game_folder, game_json, game_ndjson, game_table};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Options of `solve`.
#[derive(Debug, Args)]
pub struct SolveArgs {
    /// The scenario file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// What the prey maximises and the catcher minimises: a sum of ends, groups and turns, such as
    /// 'escaped - 0.5*prey_crashed'.
    #[arg(long, value_name = "EXPR", default_value = "free", allow_hyphen_values = true)]
    pub objective: String,

    /// The decisions that are free, such as prey.risk,catcher.risk, or risk for both [default: every decision].
    #[arg(long, value_name = "LIST")]
    pub free: Option<String>,

    /// Solve this cell of the grid alone.
    #[arg(long, value_name = "N")]
    pub cell: Option<usize>,

    /// Change anything in the scenario, such as fths.start=2 (repeatable).
    #[arg(long, value_name = "PATH=VALUE")]
    pub set: Vec<String>,

    /// What standard output carries.
    #[arg(long, value_enum, default_value_t = SolveFormat::Table)]
    pub format: SolveFormat,

    /// The folder for results, charts and the report [default: reports/SCENARIO-DIGEST].
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Show results alone: no notes.
    #[arg(long)]
    pub quiet: bool,

    /// Common options that are of no use here.
    #[command(flatten)]
    pub unneeded: UnneededArgs,
}

impl SolveArgs {
    /// What the command line changes.
    pub fn settings(&self) -> Vec<Setting> {
        sets(&self.set).collect()
    }

    /// The options that change numbers, as typed, for the command that reproduces them.
    pub fn typed(&self) -> String {
        let objective = (self.objective != "free").then(|| option("objective", &self.objective));
        let free = self.free.as_ref().map(|free| option("free", free));
        let cell = self.cell.map(|cell| option("cell", &cell.to_string()));
        typed(&self.file, &sets(&self.set).chain(objective).chain(free).chain(cell).collect::<Vec<_>>())
    }
}

/// What standard output of `solve` carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SolveFormat {
    /// A verdict and tables to read.
    Table,
    /// One JSON object, with every state.
    Json,
    /// One JSON object a cell and line.
    Ndjson,
}

/// Solves every cell of a scenario, or one, and says what each side should do.
///
/// # Errors
/// When the scenario or the question is wrong, a game has no answer, or the results cannot be written.
pub fn solve(args: &SolveArgs, color: bool) -> Result<(), Failure> {
    args.unneeded.note("solve", args.quiet);
    let question = Question::new(&args.objective, args.free.as_deref())
        .map_err(|problem| Failure::BadInput { problem, sources: Default::default() })?;
    let scenario = Scenario::load(&args.file, &args.settings())?;
    let plan = Plan::new(scenario)?;
    show_warnings(&plan, args.quiet, color);
    let asked = plan.cells.iter().filter(|cell| args.cell.is_none_or(|only| cell.index == only)).count();
    if let (0, Some(cell)) = (asked, args.cell) {
        let last = plan.cells.iter().map(|cell| cell.index).max().unwrap_or(0);
        return Err(Failure::usage(
            &format!("--cell {cell}"),
            "there is no such cell",
            format!("a number from 0 to {last}"),
        ));
    }
    let digest = digest(&plan, &question, args.cell);
    let path = args.out.clone().unwrap_or_else(|| Folder::default_path(&plan.scenario.name, &digest));
    Folder::check(&path, &digest).map_err(anyhow::Error::from)?;

    // Of many cells, each gets a line on screen; all that is known of one is shown.
    let depth = if asked > 1 && args.format == SolveFormat::Table { Depth::Brief } else { Depth::Whole };
    let progress = Progress::new(args.quiet)?;
    let solved = answers(&plan, &question, args.cell, depth, &|| progress.stopped());
    let mut found = solved.map_err(|unsolved| failure(unsolved, &plan, asked))?;
    let flags = match found.cells.len() {
        solved if solved == asked => of_game(&found, &plan, 0, &|| progress.stopped()),
        _ => Ok(None),
    };
    progress.finish();
    let flags = flags.map_err(anyhow::Error::from)?;
    let whole = flags.is_some();
    found.flags = flags.unwrap_or_default();
    output::print(&shown(&found, args.format, color)?)?;
    if found.cells.len() + found.unfit.len() == asked && !found.unfit.is_empty() && !found.cells.is_empty() {
        return Err(Failure::Failed(unanswered(&found, asked)));
    }
    if !whole {
        return Err(Failure::Interrupted(format!(
            "interrupted: {} of {asked} cells were solved and are shown; nothing was written. Solve one with --cell N",
            found.cells.len()
        )));
    }
    let folder = game_folder(&found, &format!("chaselab solve {}", args.typed())).map_err(anyhow::Error::from)?;
    folder.write(&path).map_err(anyhow::Error::from)?;
    if !args.quiet {
        output::note(&format!("Results, charts and the report are in {}", path.display()));
    }
    Ok(())
}

/// Which cells have no answer, and why.
fn unanswered(found: &Answers, asked: usize) -> anyhow::Error {
    let alike = |one: &UnfitCell, other: &UnfitCell| (one.system, &one.why) == (other.system, &other.why);
    let lines = found.unfit.chunk_by(alike).map(|unfit| {
        let cells: Vec<String> = unfit.iter().map(|unfit| unfit.cell.to_string()).collect();
        let these = if unfit.len() == 1 { "cell" } else { "cells" };
        format!("\n  {these} {} of {}: {}", cells.join(", "), unfit[0].system.name(), unfit[0].why)
    });
    anyhow!(
        "of {asked} cells {} have no answer; the others are shown, and nothing was written. --cell N solves one alone, \
         --set 'systems=[\"{}\"]' leaves other systems out{}",
        found.unfit.len(),
        found.cells[0].system.name(),
        lines.collect::<String>()
    )
}

/// What the user asked wrongly is bad input; what cannot be solved is a failure.
fn failure(unsolved: Unsolved, plan: &Plan, asked: usize) -> Failure {
    match unsolved.source {
        GameError::Question(problem) => Failure::BadInput { problem, sources: plan.scenario.sources.clone() },
        GameError::Unfit(_) if asked > 1 => {
            let error = anyhow::Error::from(unsolved);
            Failure::Failed(anyhow!("{error:#}; no other cell has an answer, or was tried: --cell N solves one alone"))
        }
        _ => Failure::Failed(unsolved.into()),
    }
}

fn shown(found: &Answers, format: SolveFormat, color: bool) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    match format {
        SolveFormat::Table => bytes.extend(game_table(found, output::width(), color).into_bytes()),
        SolveFormat::Json => game_json(found, &mut bytes).map_err(anyhow::Error::from)?,
        SolveFormat::Ndjson => game_ndjson(found, &mut bytes).map_err(anyhow::Error::from)?,
    }
    Ok(bytes)
}
