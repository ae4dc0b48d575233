//! The chaselab program: what designers type.

mod args;
mod commands;
mod diagnose;
mod failure;
mod output;
mod progress;

use args::{Cli, Command};
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let color = cli.color.wanted(&std::io::stdout());
    let done = match cli.command {
        Command::Run(args) => commands::run::run(&args, color),
        Command::Replay(args) => commands::replay::replay(&args, color),
        Command::Check(args) => commands::check::check(&args, color),
        Command::Tables(args) => commands::tables::tables(&args, color),
        Command::Schema(args) => commands::schema::schema(&args),
        Command::Completions { shell } => commands::shell::completions(shell),
        Command::Man => commands::shell::man(),
        Command::Dice(args) => commands::dice::dice(&args, color),
        Command::Solve(args) => commands::solve::solve(&args, color),
        Command::Verify(args) => commands::verify::verify(&args, color),
        Command::Sense(args) => commands::sense::sense(&args, color),
        Command::Compare(args) => commands::compare::compare(&args, color),
        Command::Diff(args) => commands::diff::diff(&args, color),
        Command::Tune(args) => commands::tune::tune(&args, color),
        Command::Best(args) => commands::best::best(&args, color),
        Command::Playtest(args) => commands::playtest::playtest(&args, color),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.report(cli.color.wanted(&std::io::stderr()));
            failure.code()
        }
    }
}
