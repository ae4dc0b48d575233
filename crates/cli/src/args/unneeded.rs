//! The common options of long runs, on commands that need neither.

use clap::Args;

/// The options of long runs: taken, so that a script may give them everywhere, and said to be of no use.
#[derive(Clone, Debug, Args)]
pub struct UnneededArgs {
    /// Not needed here: nothing is left unfinished that could be gone on with.
    #[arg(long)]
    pub resume: bool,

    /// Not needed here: no plan is refused for its cost.
    #[arg(long)]
    pub yes: bool,
}

impl UnneededArgs {
    /// Says on standard error what is of no use to this command.
    pub fn note(&self, command: &str, quiet: bool) {
        let notes = [
            (
                self.resume,
                format!("--resume is not needed: {command} starts from the beginning, and keeps no unfinished work"),
            ),
            (self.yes, format!("--yes is not needed: {command} refuses no plan for its cost")),
        ];
        for (_, note) in notes.into_iter().filter(|(given, _)| *given && !quiet) {
            crate::output::note(&format!("note: {note}"));
        }
    }
}
