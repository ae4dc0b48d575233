//! Why a command did not do what it was asked, and the exit code that says so.

use crate::diagnose::render;
use crate::output::note;
use chaselab_core::tree::Sources;
use chaselab_core::{Place, Problem};
use chaselab_lab::scenario::Unusable;
use std::process::ExitCode;

/// Why a command did not do what it was asked.
#[derive(Debug)]
pub enum Failure {
    /// Something that the user wrote is wrong.
    BadInput {
        /// What.
        problem: Box<Problem>,
        /// The texts that its place points into.
        sources: Sources,
    },
    /// It could not be carried out.
    Failed(anyhow::Error),
    /// The user interrupted it.
    Interrupted(String),
}

impl Failure {
    /// Something in the options is wrong.
    pub fn usage(option: &str, message: impl Into<String>, expected: impl Into<String>) -> Self {
        Self::bad_option(Problem::new(&Place::from(option), message).expected(expected))
    }

    /// A problem in the options, which stands in no file.
    pub fn bad_option(problem: Box<Problem>) -> Self {
        Self::BadInput { problem, sources: Sources::default() }
    }

    /// Says on standard error what went wrong.
    pub fn report(&self, color: bool) {
        match self {
            Self::BadInput { problem, sources } => note(&render(problem, sources, "error", color)),
            Self::Failed(error) => note(&format!("error: {error:#}")),
            Self::Interrupted(message) => note(message),
        }
    }

    /// 2 for bad input, 1 for a failure, 130 for an interruption.
    pub fn code(&self) -> ExitCode {
        match self {
            Self::BadInput { .. } => ExitCode::from(2),
            Self::Failed(_) => ExitCode::from(1),
            Self::Interrupted(_) => ExitCode::from(130),
        }
    }
}

impl From<Unusable> for Failure {
    fn from(Unusable { problem, sources }: Unusable) -> Self {
        Self::BadInput { problem, sources }
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::Failed(error)
    }
}
