//! `chaselab replay`: one chase told turn by turn.

use crate::args::{ScenarioArgs, TextFormat};
use crate::diagnose::show_problems;
use crate::failure::Failure;
use crate::output;
use anyhow::anyhow;
use chaselab_core::{End, Group, Place, Problem};
use chaselab_lab::estimate::Estimator;
use chaselab_lab::find;
use chaselab_lab::plan::{Cell, Plan, Sweep};
use chaselab_lab::player::{Luck, Tale as Which};
use chaselab_lab::scenario::{Scenario, Unusable};
use chaselab_report::told::Tale;
use clap::Args;

/// Options of `replay`.
#[derive(Debug, Args)]
pub struct ReplayArgs {
    /// The scenario and its changes; `--chases` bounds the search of `--find`.
    #[command(flatten)]
    pub scenario: ScenarioArgs,

    /// The system [default: the scenario's first].
    #[arg(long, value_name = "ID")]
    pub system: Option<String>,

    /// The cell of that system, counted from 0 in the order of the grid.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub cell: usize,

    /// The chase, counted from 0 [default: the scenario's [script], else 0].
    #[arg(long, value_name = "N")]
    pub chase: Option<u64>,

    /// Tell the first chase that ends so, such as prey_crashed or free; with --chase the first from there on.
    #[arg(long, value_name = "END")]
    pub find: Option<String>,

    /// What standard output carries.
    #[arg(long, value_enum, default_value_t = TextFormat::Table)]
    pub format: TextFormat,
}

/// Tells the chase that was asked for.
///
/// # Errors
/// When the scenario or its script is wrong, there is no such cell, or no chase ends as wanted.
pub fn replay(args: &ReplayArgs, color: bool) -> Result<(), Failure> {
    let scenario = Scenario::load(&args.scenario.file, &args.scenario.settings())?;
    let script = scenario.root.get("script").filter(|_| args.chase.is_none() && args.find.is_none()).cloned();
    if let (Some(script), Some(node)) = (&script, scenario.root.get("script")) {
        node.mark_used();
        script.mark_used();
    }
    let mut sweep = Sweep::new(scenario)?;
    sweep.check()?;
    show_problems(&sweep.warnings, &sweep.scenario.sources, false, color);
    let plan = part(&sweep, args)?;
    let cell = &plan.cells[0];
    cell.player.solve().map_err(|why| anyhow!("cell {} cannot be played: {why}", cell.index))?;
    let (which, chase) = match &script {
        Some(script) => (Which::Script(script), None),
        None => {
            let luck = Luck { seed: plan.scenario.seed, cell: cell.key };
            let chase = chase(&plan, cell, luck, args)?;
            (Which::Chase(luck, chase), Some(chase))
        }
    };
    let told = cell.player.tell(which);
    let told = told.map_err(|problem| Unusable { problem, sources: plan.scenario.sources.clone() })?;
    let tale = Tale { plan: &plan, cell, chase, told: &told };
    let mut bytes = Vec::new();
    match args.format {
        TextFormat::Table => bytes.extend(tale.text().into_bytes()),
        TextFormat::Json => tale.json(&mut bytes).map_err(anyhow::Error::from)?,
    }
    output::print(&bytes)
}

/// The plan of one cell, by its number among those of its system.
fn part(sweep: &Sweep, args: &ReplayArgs) -> Result<Plan, Failure> {
    let names: Vec<&str> = sweep.scenario.systems.iter().map(|system| system.name()).collect();
    let name = args.system.as_deref().unwrap_or(names[0]);
    if !names.contains(&name) {
        let place = Place::from(format!("--system {name}").as_str());
        let problem = Problem::new(&place, format!("the scenario does not play `{name}`")).nearest(name, names);
        return Err(Failure::bad_option(problem));
    }
    let mut first = 0;
    for grid in sweep.grids.iter().take_while(|grid| grid.system.name() != name) {
        first += grid.cells;
    }
    let own = sweep.grids.iter().find(|grid| grid.system.name() == name).map_or(0, |grid| grid.cells);
    let wanted = args.cell as u64;
    if wanted >= own {
        return Err(Failure::usage(
            &format!("--cell {wanted}"),
            format!("there is no cell {wanted} of {name}"),
            if own == 1 { "cell 0".into() } else { format!("a cell from 0 to {}", own - 1) },
        ));
    }
    Ok(sweep.part(first + wanted..first + wanted + 1)?)
}

/// The number of the chase that is wanted, or the first that ends as wanted.
fn chase(plan: &Plan, cell: &Cell, luck: Luck, args: &ReplayArgs) -> Result<u64, Failure> {
    let from = args.chase.unwrap_or(0);
    let Some(wanted) = &args.find else { return Ok(from) };
    let ends = ends(wanted, &cell.player.words().ends)?;
    let chases = plan.scenario.chases;
    if from >= chases {
        return Err(Failure::usage(
            &format!("--chase {from}"),
            format!("the search would begin behind the last of {chases} chases"),
            format!("a chase from 0 to {}, or more --chases", chases - 1),
        ));
    }
    find::first(&*cell.player, luck, &ends, from..chases).ok_or_else(|| {
        let high = Estimator::new(plan.scenario.confidence).rate(0, chases - from).high * 100.0;
        let among = if from == 0 { format!("the {chases} chases") } else { format!("chases {from} to {}", chases - 1) };
        Failure::Failed(anyhow!(
            "none of {among} of cell {} ends {wanted}; that happens in less than {high:.2e} % of all chases. More --chases \
             search further",
            cell.index
        ))
    })
}

/// The ends that are wanted: one by its name, or those of a group.
fn ends(wanted: &str, known: &[End]) -> Result<Vec<End>, Failure> {
    let is_wanted = |end: &End| end.name() == wanted || end.group().name() == wanted;
    let ends: Vec<End> = known.iter().copied().filter(is_wanted).collect();
    if ends.is_empty() {
        let place = Place::from(format!("--find {wanted}").as_str());
        let problem = Problem::new(&place, format!("no chase here ends `{wanted}`"));
        let names = known.iter().map(|end| end.name()).chain(Group::ALL.map(Group::name));
        return Err(Failure::bad_option(problem.nearest(wanted, names)));
    }
    Ok(ends)
}
