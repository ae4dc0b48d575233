//! `chaselab playtest`: is a hand-played record consistent with these rules?

use crate::args::{TextFormat, option, sets};
use crate::diagnose::show_warnings;
use crate::failure::Failure;
use crate::output::{print, width};
use crate::progress::Progress;
use chaselab_core::{End, Group};
use chaselab_lab::plan::Plan;
use chaselab_lab::playtest::{Record, playtest as judge};
use chaselab_lab::run::{Watch, run};
use chaselab_lab::scenario::{Scenario, Setting, Wanted};
use chaselab_lab::summary::summarize;
use chaselab_report::{playtest_json, playtest_table};
use clap::Args;
use std::path::PathBuf;

/// Options of `playtest`.
#[derive(Debug, Args)]
pub struct PlaytestArgs {
    /// The scenario file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// How many chases were played by hand.
    #[arg(long, value_name = "N")]
    pub chases: u64,

    /// How many turns they took together.
    #[arg(long, value_name = "N")]
    pub turns: Option<u64>,

    /// How they ended, as far as it was noted.
    #[command(flatten)]
    pub ends: EndArgs,

    /// The confidence of the verdict and of every interval [default: 0.95].
    #[arg(long, value_name = "C")]
    pub confidence: Option<String>,

    /// The seed of what has to be played by the program.
    #[arg(long, value_name = "S")]
    pub seed: Option<String>,

    /// How the rules' chances are made: auto, sampled or exact.
    #[arg(long, value_name = "METHOD")]
    pub method: Option<String>,

    /// Change anything in the scenario, such as fths.start=2 (repeatable).
    #[arg(long, value_name = "PATH=VALUE")]
    pub set: Vec<String>,

    /// Threads [default: as many as the machine has].
    #[arg(long, value_name = "T", default_value_t = 0, hide_default_value = true)]
    pub threads: usize,

    /// What standard output carries.
    #[arg(long, value_enum, default_value_t = TextFormat::Table)]
    pub format: TextFormat,

    /// Show the verdict alone: no progress, no notes.
    #[arg(long)]
    pub quiet: bool,
}

/// How many chases ended how; every end and group by its name.
#[derive(Debug, Args)]
#[command(next_help_heading = "How many chases ended so")]
pub struct EndArgs {
    /// The prey outran or lost the catcher.
    #[arg(long, value_name = "N")]
    pub escaped: Option<u64>,
    /// The catcher wrecked itself.
    #[arg(long, value_name = "N", alias = "catcher_crashed")]
    pub catcher_crashed: Option<u64>,
    /// The catcher was shot or rammed to a stop.
    #[arg(long, value_name = "N", alias = "catcher_disabled")]
    pub catcher_disabled: Option<u64>,
    /// Blocked, reached, passed, yielded.
    #[arg(long, value_name = "N")]
    pub caught: Option<u64>,
    /// The prey wrecked itself.
    #[arg(long, value_name = "N", alias = "prey_crashed")]
    pub prey_crashed: Option<u64>,
    /// The prey was shot or rammed to a stop.
    #[arg(long, value_name = "N", alias = "prey_disabled")]
    pub prey_disabled: Option<u64>,
    /// Both wrecked themselves at once.
    #[arg(long, value_name = "N", alias = "both_crashed")]
    pub both_crashed: Option<u64>,
    /// Both were stopped at once.
    #[arg(long, value_name = "N", alias = "both_disabled")]
    pub both_disabled: Option<u64>,
    /// The most turns were played.
    #[arg(long, value_name = "N")]
    pub timeout: Option<u64>,
    /// The prey got away, however.
    #[arg(long, value_name = "N")]
    pub free: Option<u64>,
    /// The prey did not get away.
    #[arg(long, value_name = "N")]
    pub stopped: Option<u64>,
    /// Not decided when the turns ran out.
    #[arg(long, value_name = "N")]
    pub open: Option<u64>,
}

impl EndArgs {
    const fn end(&self, end: End) -> Option<u64> {
        match end {
            End::Escaped => self.escaped,
            End::CatcherCrashed => self.catcher_crashed,
            End::CatcherDisabled => self.catcher_disabled,
            End::Caught => self.caught,
            End::PreyCrashed => self.prey_crashed,
            End::PreyDisabled => self.prey_disabled,
            End::BothCrashed => self.both_crashed,
            End::BothDisabled => self.both_disabled,
            End::Timeout => self.timeout,
        }
    }

    const fn group(&self, group: Group) -> Option<u64> {
        match group {
            Group::Free => self.free,
            Group::Stopped => self.stopped,
            Group::Open => self.open,
        }
    }
}

impl PlaytestArgs {
    fn record(&self) -> Result<Record, Failure> {
        let ends = End::ALL.into_iter().filter_map(|end| Some((end, self.ends.end(end)?))).collect();
        let groups = Group::ALL.into_iter().filter_map(|group| Some((group, self.ends.group(group)?))).collect();
        Record { chases: self.chases, turns: self.turns, ends, groups }.checked().map_err(Failure::bad_option)
    }

    fn settings(&self) -> Vec<Setting> {
        let named = [("confidence", &self.confidence), ("seed", &self.seed), ("method", &self.method)];
        sets(&self.set)
            .chain(named.into_iter().filter_map(|(name, value)| Some(option(name, value.as_ref()?))))
            .collect()
    }
}

/// Holds the record against every cell of the scenario.
///
/// # Errors
/// When the record or the scenario is wrong, or a cell cannot be computed.
pub fn playtest(args: &PlaytestArgs, color: bool) -> Result<(), Failure> {
    let record = args.record()?;
    let mut scenario = Scenario::load(&args.file, &args.settings())?;
    if scenario.method == Wanted::Both {
        // One law is needed, and the exact one where it can be had.
        scenario.method = Wanted::Auto;
    }
    let plan = Plan::new(scenario)?;
    show_warnings(&plan, args.quiet, color);
    let progress = Progress::new(args.quiet)?;
    let found = run(&plan, args.threads, &progress).map_err(anyhow::Error::from)?;
    progress.finish();
    if progress.stopped() {
        return Err(Failure::Interrupted("interrupted: a record is judged by every cell or not at all".into()));
    }
    let judged = judge(summarize(&plan, &found), record);
    let text = match args.format {
        TextFormat::Table => playtest_table(&judged, width(), color),
        TextFormat::Json => playtest_json(&judged).map_err(anyhow::Error::from)?,
    };
    print(text.as_bytes())
}
