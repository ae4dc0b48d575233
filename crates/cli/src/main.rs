//! The chaselab program: what designers type.

mod args;
mod commands;
mod diagnose;
mod failure;
mod progress;

use args::{Cli, Command};
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let color = cli.color.wanted();
    let done = match cli.command {
        Command::Run(args) => commands::run::run(&args, color),
        Command::Compare(args) => commands::compare::compare(&args, color),
        Command::Solve(args) => commands::solve::solve(&args, color),
        Command::Verify(args) => commands::verify::verify(&args, color),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.report(color);
            failure.code()
        }
    }
}
