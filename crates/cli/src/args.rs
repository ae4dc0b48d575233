//! What can be typed.

use chaselab_lab::scenario::Setting;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// Find out what the rules of a tabletop vehicle chase really do.
#[derive(Debug, Parser)]
#[command(name = "chaselab", version, max_term_width = 100)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,

    /// When to use colours.
    #[arg(long, value_enum, default_value_t = Color::Auto, global = true)]
    pub color: Color,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play every cell of a scenario and show how chases end.
    Run(RunArgs),
    /// Set the same scenario side by side in all systems that it names.
    Compare(CompareArgs),
    /// Say what each side should do: best replies, equilibrium, and rules for the table; exact.
    Solve(SolveArgs),
    /// Hold sampled against exact chances, cell by cell.
    Verify(VerifyArgs),
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Color {
    /// Whether to use colours now.
    pub fn wanted(self) -> bool {
        match self {
            Self::Auto => std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
            Self::Always => true,
            Self::Never => false,
        }
    }
}

/// A scenario, and what the command line changes in it.
#[derive(Clone, Debug, Args)]
pub struct ScenarioArgs {
    /// The scenario file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Chases per cell.
    #[arg(long, value_name = "N")]
    pub chases: Option<String>,

    /// Stop a cell when the interval of every group is this narrow (half-width).
    #[arg(long, value_name = "P")]
    pub precision: Option<String>,

    /// The confidence of every interval [default: 0.95].
    #[arg(long, value_name = "C")]
    pub confidence: Option<String>,

    /// The seed of all luck.
    #[arg(long, value_name = "S")]
    pub seed: Option<String>,

    /// How numbers are made: auto, sampled, exact or both.
    #[arg(long, value_name = "METHOD")]
    pub method: Option<String>,

    /// Change anything in the scenario, such as fths.start=2 (repeatable).
    #[arg(long, value_name = "PATH=VALUE")]
    pub set: Vec<String>,
}

impl ScenarioArgs {
    /// What the command line changes, in the order in which it holds.
    pub fn settings(&self) -> Vec<Setting> {
        let sets = sets(&self.set);
        let named = [
            ("chases", &self.chases),
            ("precision", &self.precision),
            ("confidence", &self.confidence),
            ("seed", &self.seed),
            ("method", &self.method),
        ];
        let named = named.into_iter().filter_map(|(name, value)| option(name, value.as_ref()?));
        sets.chain(named).collect()
    }

    /// The options that change numbers, as typed, for the command that reproduces them.
    pub fn typed(&self) -> String {
        typed(&self.file, &self.settings())
    }
}

/// What `--set` changes.
fn sets(texts: &[String]) -> impl Iterator<Item = Setting> {
    texts.iter().map(|text| Setting { option: format!("--set {text}"), text: text.clone() })
}

/// What an option of its own name changes.
fn option(name: &str, value: &str) -> Option<Setting> {
    Some(Setting { option: format!("--{name} {value}"), text: format!("{name}={value}") })
}

/// A file and options as a shell reads them back.
fn typed(file: &Path, settings: &[Setting]) -> String {
    let mut words = vec![quoted(&file.display().to_string())];
    for Setting { option, .. } in settings {
        let (name, value) = option.split_once(' ').unwrap_or((option, ""));
        words.push(name.to_owned());
        words.push(quoted(value));
    }
    words.join(" ")
}

/// A word as a shell reads it back.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=+,:".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

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
}

/// What standard output carries of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CompareFormat {
    /// Tables and sentences to read.
    Table,
    /// One JSON object.
    Json,
}

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
}

impl SolveArgs {
    /// What the command line changes.
    pub fn settings(&self) -> Vec<Setting> {
        sets(&self.set).collect()
    }

    /// The options that change numbers, as typed, for the command that reproduces them.
    pub fn typed(&self) -> String {
        let objective = (self.objective != "free").then(|| option("objective", &self.objective)).flatten();
        let free = self.free.as_ref().and_then(|free| option("free", free));
        let cell = self.cell.and_then(|cell| option("cell", &cell.to_string()));
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
        sets(&self.set).chain(named.into_iter().filter_map(|(name, value)| option(name, value.as_ref()?))).collect()
    }
}

/// What standard output carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A table to read.
    Table,
    /// One JSON object.
    Json,
    /// One JSON object a cell and line.
    Ndjson,
    /// One row a cell and end.
    Csv,
    /// One row a cell and end, as a Parquet file.
    Parquet,
}
