//! `chaselab completions` and `chaselab man`.

use crate::args::Cli;
use crate::failure::Failure;
use crate::output;
use anyhow::Context;
use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;

/// Prints the completions for a shell.
///
/// # Errors
/// When standard output cannot be written to.
pub fn completions(shell: Shell) -> Result<(), Failure> {
    let mut bytes = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "chaselab", &mut bytes);
    output::print(&bytes)
}

/// Prints one manual page: the program, then every command.
///
/// # Errors
/// When standard output cannot be written to.
pub fn man() -> Result<(), Failure> {
    let mut cli = Cli::command();
    cli.build();
    let mut bytes = Vec::new();
    let failed = "cannot make the manual page";
    Man::new(cli.clone()).render(&mut bytes).context(failed)?;
    for command in cli.get_subcommands().filter(|command| command.get_name() != "help") {
        let man = Man::new(command.clone());
        man.render_name_section(&mut bytes).context(failed)?;
        man.render_synopsis_section(&mut bytes).context(failed)?;
        man.render_options_section(&mut bytes).context(failed)?;
    }
    output::print(&bytes)
}
