//! `chaselab verify`: sampled against exact, cell by cell.

use crate::args::{option, sets};
use crate::diagnose::show_warnings;
use crate::failure::Failure;
use crate::output;
use crate::progress::Progress;
use anyhow::{Context, anyhow};
use chaselab_lab::plan::{Factor, Plan};
use chaselab_lab::run::Watch;
use chaselab_lab::scenario::Scenario;
use chaselab_lab::scenario::Setting;
use chaselab_lab::verify::{FALSE_ALARMS, Verified, comparisons, is_chance, signature, verify as held};
use clap::Args;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Options of `verify`.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// Scenario files [default: all of the folder scenarios].
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Print one hash of how the rules behave, instead: it changes when what is played changes.
    #[arg(long)]
    pub signature: bool,

    /// Chases per cell.
    #[arg(long, value_name = "N")]
    pub chases: Option<String>,

    /// The seed of all luck.
    #[arg(long, value_name = "S")]
    pub seed: Option<String>,

    /// Change anything in the scenarios, such as fths.start=2 (repeatable).
    #[arg(long, value_name = "PATH=VALUE")]
    pub set: Vec<String>,

    /// Threads [default: as many as the machine has].
    #[arg(long, value_name = "T", default_value_t = 0, hide_default_value = true)]
    pub threads: usize,

    /// Show results alone: no progress, no notes.
    #[arg(long)]
    pub quiet: bool,
}

impl VerifyArgs {
    /// What the command line changes in every scenario.
    pub fn settings(&self) -> Vec<Setting> {
        let named = [("chases", &self.chases), ("seed", &self.seed)];
        sets(&self.set)
            .chain(named.into_iter().filter_map(|(name, value)| Some(option(name, value.as_ref()?))))
            .collect()
    }
}

/// The folder that is verified when no file is named.
const FOLDER: &str = "scenarios";

/// Plays and computes every cell, holds one against the other, and fails where they disagree; or prints the signature.
///
/// # Errors
/// When a scenario is wrong, a cell cannot be solved, or sampled and exact disagree.
pub fn verify(args: &VerifyArgs, color: bool) -> Result<(), Failure> {
    let files = if args.files.is_empty() { found(Path::new(FOLDER))? } else { args.files.clone() };
    let mut plans = Vec::with_capacity(files.len());
    for file in &files {
        let plan = Plan::new(Scenario::load(file, &args.settings())?)?;
        show_warnings(&plan, args.quiet || args.signature, color);
        let name = file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        plans.push((name, plan));
    }
    if args.signature {
        let signed = signature(&plans).map_err(|why| anyhow!(why))?;
        return output::print(format!("{signed}\n").as_bytes());
    }
    let progress = Progress::new(args.quiet)?;
    let mut all: Vec<(&str, &Plan, Vec<Verified>)> = Vec::new();
    for (name, plan) in &plans {
        all.push((name, plan, held(plan, args.threads, &progress).map_err(anyhow::Error::from)?));
        if progress.stopped() {
            break;
        }
    }
    progress.finish();
    let cells = || all.iter().flat_map(|(_, _, cells)| cells);
    let compared = comparisons(cells());
    let failed = cells().filter(|cell| cell.worst().is_some_and(|worst| !is_chance(worst.tail, compared))).count();
    let text = all.iter().map(|(name, plan, cells)| lines(name, plan, cells, compared)).collect::<String>();
    output::print(text.as_bytes())?;
    if progress.stopped() {
        return Err(Failure::Interrupted("interrupted: the cells shown were verified; start again for all".into()));
    }
    let exact = cells().filter(|cell| cell.checks.is_ok()).count();
    if failed > 0 {
        return Err(Failure::Failed(anyhow!(
            "sampled and exact disagree in {failed} of {exact} cells: so far off by chance alone lies one in {:.0} verifications",
            1.0 / FALSE_ALARMS
        )));
    }
    let largest = cells().filter_map(Verified::worst).map(|worst| worst.z.abs()).fold(0.0, f64::max);
    let closing = if exact == 0 {
        "\nNothing could be verified: the states of no cell fit.\n".to_owned()
    } else {
        let cells = in_cells(exact);
        format!(
            "\nSampled and exact agree: {compared} counts in {cells}, the one furthest off {largest:.1} standard errors away.\n"
        )
    };
    output::print(closing.as_bytes())
}

/// The scenario files of a folder in the order of their names.
fn found(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = std::fs::read_dir(folder);
    let entries = entries.with_context(|| format!("cannot read the folder {}; name the files", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "toml"));
    files.sort();
    if files.is_empty() {
        return Err(Failure::Failed(anyhow!("there is no scenario in {}; name the files", folder.display())));
    }
    Ok(files)
}

/// A line a cell with how far off every count lies; a line for what could not be computed in a system.
fn lines(name: &str, plan: &Plan, cells: &[Verified], compared: usize) -> String {
    let mut text = format!("{name}\n");
    let mut left_out: Vec<(&str, &str, usize)> = Vec::new();
    for verified in cells {
        let cell = &plan.cells[verified.place];
        let checks = match &verified.checks {
            Ok(checks) => checks,
            Err(why) => {
                match left_out.iter_mut().find(|(system, known, _)| *system == cell.system.name() && known == why) {
                    Some((.., count)) => *count += 1,
                    None => left_out.push((cell.system.name(), why, 1)),
                }
                continue;
            }
        };
        let judged = match verified.worst() {
            Some(worst) if !is_chance(worst.tail, compared) => "DISAGREES",
            _ => "agrees",
        };
        let factors: Vec<String> =
            cell.factors.iter().map(|Factor { path, value }| format!("{path} = {value}")).collect();
        let ends: Vec<String> = checks.iter().map(|check| format!("{} {:+.1}", check.what.name(), check.z)).collect();
        let (system, factors, ends) = (cell.system.name(), factors.join(", "), ends.join(", "));
        let _ = writeln!(text, "  {system} {:>3}  {factors}  {judged}  z: {ends}", cell.index);
    }
    for (system, why, count) in left_out {
        let _ = writeln!(text, "  {system}: not verified in {}: {why}", in_cells(count));
    }
    text
}

fn in_cells(count: usize) -> String {
    if count == 1 { "1 cell".into() } else { format!("{count} cells") }
}
