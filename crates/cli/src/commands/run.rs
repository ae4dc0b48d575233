//! `chaselab run`: the main job.

use crate::args::RunArgs;
use crate::failure::Failure;
use crate::progress::Progress;
use chaselab_lab::plan::Plan;
use chaselab_lab::run::run as play;
use chaselab_lab::scenario::Scenario;
use chaselab_lab::summary::summarize;

/// Plays every cell of a scenario, shows the rates and writes the results.
pub fn run(args: &RunArgs, color: bool) -> Result<(), Failure> {
    let scenario = Scenario::load(&args.scenario.file, &args.scenario.settings())?;
    let plan = Plan::new(scenario)?;
    let progress = Progress::new(plan.chases(), args.quiet)?;
    let start = std::time::Instant::now();
    let counts = play(&plan, args.threads, &progress).map_err(anyhow::Error::from)?;
    progress.finish();
    eprintln!("{:?}", start.elapsed());
    let results = summarize(&plan, &counts);
    let _ = color;
    for cell in &results.cells {
        println!(
            "{} {:?} free {:?}",
            cell.system.name(),
            cell.factors.iter().map(|f| f.shown()).collect::<Vec<_>>(),
            cell.group(chaselab_core::Group::Free)
        );
    }
    Ok(())
}
