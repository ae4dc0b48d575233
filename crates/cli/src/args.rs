//! What can be typed; the options of a command stand with the command.

mod format;
mod scenario;
mod unneeded;

pub use format::{Format, ListFormat, TextFormat};
pub use scenario::{ChangeArgs, ScenarioArgs, option, sets, typed, typed_files};
pub use unneeded::UnneededArgs;

use crate::commands::best::BestArgs;
use crate::commands::check::CheckArgs;
use crate::commands::compare::CompareArgs;
use crate::commands::dice::DiceArgs;
use crate::commands::diff::DiffArgs;
use crate::commands::playtest::PlaytestArgs;
use crate::commands::replay::ReplayArgs;
use crate::commands::run::RunArgs;
use crate::commands::schema::SchemaArgs;
use crate::commands::sense::SenseArgs;
use crate::commands::solve::SolveArgs;
use crate::commands::tables::TablesArgs;
use crate::commands::tune::TuneArgs;
use crate::commands::verify::VerifyArgs;
use clap::{Parser, Subcommand, ValueEnum};
use std::io::IsTerminal;

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
    /// Tell one chase turn by turn: why did it end so?
    Replay(ReplayArgs),
    /// Validate scenarios and print the resolved plan; nothing runs.
    Check(CheckArgs),
    /// Show, export and check the tables that designers edit.
    Tables(TablesArgs),
    /// Show the exact distribution of rolls and checks.
    Dice(DiceArgs),
    /// Print the JSON Schema of scenario files, for editors.
    Schema(SchemaArgs),
    /// Print a script that completes commands and options in a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page.
    Man,
    /// Say what each side should do: best replies, equilibrium, and rules for the table; exact.
    Solve(SolveArgs),
    /// Hold sampled against exact chances, cell by cell.
    Verify(VerifyArgs),
    /// Find which parameters and table cells matter most.
    Sense(SenseArgs),
    /// Set the same scenario side by side in all systems that it names.
    Compare(CompareArgs),
    /// Say what a change of tables or rules does, with players as they were and with players who adapt.
    Diff(DiffArgs),
    /// Find the value that brings a rate or a length to a target.
    Tune(TuneArgs),
    /// Find the best of a scenario's cells with as few chases as it takes, and see it again on fresh seeds.
    Best(BestArgs),
    /// Say whether chases played by hand are consistent with these rules.
    Playtest(PlaytestArgs),
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
    /// Whether to use colours on a stream.
    pub fn wanted(self, stream: &impl IsTerminal) -> bool {
        match self {
            Self::Auto => stream.is_terminal() && std::env::var_os("NO_COLOR").is_none(),
            Self::Always => true,
            Self::Never => false,
        }
    }
}
