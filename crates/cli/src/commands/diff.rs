//! `chaselab diff`: what a change of tables or rules does.

use crate::args::{option, sets, typed_files};
use crate::diagnose::show_warnings;
use crate::failure::Failure;
use crate::output::{note, print, width};
use crate::progress::Progress;
use chaselab_lab::diff::Differing;
use chaselab_lab::game::Question;
use chaselab_lab::scenario::{Scenario, Setting};
use chaselab_report::{Folder, difference_json, difference_table};
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};

/// Options of `diff`.
#[derive(Debug, Args)]
pub struct DiffArgs {
    /// The scenario as it was.
    #[arg(value_name = "BASE")]
    pub base: PathBuf,

    /// The scenario as it is to be; or leave it out and say what changes in BASE by --overlay and --set.
    #[arg(value_name = "CHANGED", conflicts_with_all = ["overlay", "set"], required_unless_present_any = ["overlay", "set"])]
    pub changed: Option<PathBuf>,

    /// An overlay of tables as the change (repeatable).
    #[arg(long, value_name = "FILE")]
    pub overlay: Vec<PathBuf>,

    /// A value as the change, such as fths.tables.crash.5.out=no (repeatable).
    #[arg(long, value_name = "PATH=VALUE")]
    pub set: Vec<String>,

    /// Chases per cell, the same in both.
    #[arg(long, value_name = "N")]
    pub chases: Option<String>,

    /// The confidence of every interval [default: 0.95].
    #[arg(long, value_name = "C")]
    pub confidence: Option<String>,

    /// The seed of all luck.
    #[arg(long, value_name = "S")]
    pub seed: Option<String>,

    /// How numbers are made: auto, sampled or exact.
    #[arg(long, value_name = "METHOD")]
    pub method: Option<String>,

    /// Players as the scenarios have them, or those who adapt beside them.
    #[arg(long, value_enum, default_value_t = Players::Adapt)]
    pub policy: Players,

    /// What a prey that adapts maximises and the catcher minimises.
    #[arg(long, value_name = "EXPR", default_value = "free", allow_hyphen_values = true)]
    pub objective: String,

    /// Threads [default: as many as the machine has].
    #[arg(long, value_name = "T", default_value_t = 0, hide_default_value = true)]
    pub threads: usize,

    /// What standard output carries.
    #[arg(long, value_enum, default_value_t = DiffFormat::Table)]
    pub format: DiffFormat,

    /// The folder for results, charts and the report [default: reports/SCENARIO-diff-DIGEST].
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Show the difference alone: no progress, no notes.
    #[arg(long)]
    pub quiet: bool,
}

/// Which players are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Players {
    /// As the scenarios have them.
    Fixed,
    /// Beside them those who adapt: both sides solved anew.
    Adapt,
}

/// What standard output carries of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DiffFormat {
    /// A verdict and tables to read.
    Table,
    /// One JSON object.
    Json,
}

impl DiffArgs {
    /// What holds for both.
    fn common(&self) -> Vec<Setting> {
        let named = [
            ("chases", &self.chases),
            ("confidence", &self.confidence),
            ("seed", &self.seed),
            ("method", &self.method),
        ];
        named.into_iter().filter_map(|(name, value)| Some(option(name, value.as_ref()?))).collect()
    }

    /// The command that reproduces the numbers.
    fn command(&self) -> String {
        let named = |name: &'static str, path: &PathBuf| option(name, &path.display().to_string());
        let mut options: Vec<Setting> = self.overlay.iter().map(|path| named("overlay", path)).collect();
        options.extend(sets(&self.set).chain(self.common()));
        options.extend((self.policy == Players::Fixed).then(|| option("policy", "fixed")));
        options.extend((self.objective != "free").then(|| option("objective", &self.objective)));
        let files: Vec<&Path> = std::iter::once(&self.base).chain(&self.changed).map(PathBuf::as_path).collect();
        format!("chaselab diff {}", typed_files(&files, &options))
    }
}

/// Holds a changed scenario against what it was, shows what changes and writes the report.
///
/// # Errors
/// When a scenario is wrong, the two have nothing in common, a cell cannot be computed, or the folder cannot be written.
pub fn diff(args: &DiffArgs, color: bool) -> Result<(), Failure> {
    let question = Question::new(&args.objective, None).map_err(Failure::bad_option)?;
    let question = (args.policy == Players::Adapt).then_some(question);
    let common = args.common();
    let base = Scenario::load(&args.base, &common)?;
    let changed = match &args.changed {
        Some(file) => Scenario::load(file, &common)?,
        None => {
            let settings: Vec<Setting> = common.into_iter().chain(sets(&args.set)).collect();
            Scenario::load_with(&args.base, &args.overlay, &settings)?
        }
    };
    let differing = Differing::new(base, changed, question)?;
    let plan = differing.base();
    show_warnings(plan, args.quiet, color);
    let default = || Folder::default_path(&format!("{}-diff", plan.scenario.name), &plan.digest);
    let path = args.out.clone().unwrap_or_else(default);
    Folder::check(&path, &plan.digest).map_err(anyhow::Error::from)?;

    let progress = Progress::new(args.quiet)?;
    let difference = differing.run(args.threads, &progress).map_err(anyhow::Error::from)?;
    progress.finish();
    let Some(difference) = difference else {
        return Err(Failure::Interrupted(
            "interrupted: a difference is shown whole or not at all, so nothing was written".into(),
        ));
    };
    let text = match args.format {
        DiffFormat::Table => difference_table(&difference, width(), color),
        DiffFormat::Json => difference_json(&difference).map_err(anyhow::Error::from)?,
    };
    print(text.as_bytes())?;
    let folder = Folder::of_difference(&difference, &args.command()).map_err(anyhow::Error::from)?;
    folder.write(&path).map_err(anyhow::Error::from)?;
    if !args.quiet {
        note(&format!("Charts, data and the report are in {}", path.display()));
    }
    Ok(())
}
