//! A scenario on the command line, and what is changed in it there.

use chaselab_lab::scenario::Setting;
use clap::Args;
use std::path::{Path, PathBuf};

/// A scenario, and what the command line changes in it.
#[derive(Clone, Debug, Args)]
pub struct ScenarioArgs {
    /// The scenario file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// What the command line changes.
    #[command(flatten)]
    pub changes: ChangeArgs,
}

impl ScenarioArgs {
    /// What the command line changes, in the order in which it holds.
    pub fn settings(&self) -> Vec<Setting> {
        self.changes.settings()
    }

    /// The options that change numbers, as typed, for the command that reproduces them.
    pub fn typed(&self) -> String {
        typed(&self.file, &self.settings())
    }
}

/// What the command line changes in a scenario.
#[derive(Clone, Debug, Args)]
pub struct ChangeArgs {
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

impl ChangeArgs {
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
}

/// What `--set` changes.
pub fn sets(texts: &[String]) -> impl Iterator<Item = Setting> {
    texts.iter().map(|text| Setting { option: format!("--set {text}"), text: text.clone() })
}

/// What an option of its own name changes.
pub fn option(name: &str, value: &str) -> Option<Setting> {
    Some(Setting { option: format!("--{name} {value}"), text: format!("{name}={value}") })
}

/// A file and options as a shell reads them back.
pub fn typed(file: &Path, settings: &[Setting]) -> String {
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
