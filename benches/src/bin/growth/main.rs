//! How cost grows: time against chases, cells, turns and states, with fitted exponents and a chart
//! (`cargo run --release -p chaselab-benches --bin growth`).
//!
//! Each measurement is the least of several, because whatever else the machine does only adds to it.

mod chart;

use chaselab_benches::{nanoseconds, plan, repository};
use chaselab_lab::plan::Plan;
use chaselab_lab::run::{Unwatched, run};
use chaselab_solve::Limits;
use std::fs;

/// Rounds of every measurement.
const ROUNDS: usize = 7;

/// Why an exact cell has an answer.
const FITS: &str = "a street in traffic fits";

/// The chart's place in the repository.
const CHART: &str = "docs/growth.svg";

/// What grows, and what it then costs.
struct Growth {
    what: &'static str,
    /// Pairs of a size and milliseconds.
    points: Vec<(f64, f64)>,
}

impl Growth {
    fn measure<T>(what: &'static str, sizes: impl IntoIterator<Item = T>, cost: impl Fn(T) -> (f64, f64)) -> Self {
        Self { what, points: sizes.into_iter().map(cost).collect() }
    }

    /// The exponent of the power law through the larger half of the points, by least squares of logarithms: small ones
    /// are what does not grow.
    fn exponent(&self) -> f64 {
        let large = &self.points[self.points.len() / 2..];
        let logs: Vec<(f64, f64)> = large.iter().map(|(size, cost)| (size.ln(), cost.ln())).collect();
        let n = logs.len() as f64;
        let mean = logs.iter().fold((0.0, 0.0), |sum, log| (sum.0 + log.0 / n, sum.1 + log.1 / n));
        let spread: f64 = logs.iter().map(|log| (log.0 - mean.0).powi(2)).sum();
        logs.iter().map(|log| (log.0 - mean.0) * (log.1 - mean.1)).sum::<f64>() / spread
    }
}

fn main() {
    let growths = [
        Growth::measure("chases by the rules", (8..=17).map(|power| 1_u64 << power), by_rules),
        Growth::measure("chases in lanes", (17..=26).map(|power| 1_u64 << power), in_lanes),
        Growth::measure("exact cells", (0..=10).map(|power| 1_u64 << power), cells),
        Growth::measure("turns of an exact cell", (4..=12).map(|power| 1_u64 << power), turns),
        Growth::measure("states of an exact cell", 1..=8, states),
    ];
    println!("{:<26} {:>14} {:>14} {:>14} {:>9}", "what grows", "from", "to", "costs (ms)", "exponent");
    for growth in &growths {
        let (Some(first), Some(last)) = (growth.points.first(), growth.points.last()) else { continue };
        println!("{:<26} {:>14} {:>14} {:>14.3} {:>9.2}", growth.what, first.0, last.0, last.1, growth.exponent());
    }
    let place = repository(CHART);
    match chart::draw(&growths).map(|chart| fs::write(&place, chart)) {
        Ok(Ok(())) => println!("\nThe chart is {CHART}."),
        Ok(Err(error)) => eprintln!("{}: {error}", place.display()),
        Err(error) => eprintln!("the chart cannot be drawn: {error}"),
    }
}

/// The least of some rounds, in milliseconds.
fn least(mut work: impl FnMut()) -> f64 {
    (0..ROUNDS).map(|_| nanoseconds(&mut work)).fold(f64::INFINITY, f64::min) / 1e6
}

fn played(plan: &Plan) -> f64 {
    least(|| {
        run(plan, 1, &Unwatched).expect("the scenario can be played");
    })
}

/// The first cell alone, without a run around it.
fn computed(plan: &Plan) -> f64 {
    least(|| {
        plan.cells[0].player.exact(Limits::default()).expect(FITS);
    })
}

fn by_rules(chases: u64) -> (f64, f64) {
    // With damage the states do not fit, so that the rules themselves are played.
    let sets = ["grid={}", "fths.rules.damage=\"full\"", "method=sampled", &format!("chases={chases}")];
    (chases as f64, played(&plan("jon-and-mad", &sets)))
}

fn in_lanes(chases: u64) -> (f64, f64) {
    (chases as f64, played(&plan("jon-and-mad", &["grid={}", "method=sampled", &format!("chases={chases}")])))
}

fn cells(cells: u64) -> (f64, f64) {
    // Numbers that have room for sixteen values, and one for the rest.
    let prey = cells.min(16);
    let catcher = (cells / prey).min(16);
    // From both ends, so that few cells have as many states each as many do.
    let value = |index: u64| if index.is_multiple_of(2) { 1 + index / 2 } else { 16 - index / 2 };
    let range = |most: u64| format!("{:?}", (0..most).map(value).collect::<Vec<_>>());
    let grid = format!(
        "grid={{ \"fths.prey.stability\" = {}, \"fths.catcher.stability\" = {}, \"fths.start\" = {} }}",
        range(prey),
        range(catcher),
        format_args!("{{ from = 1, to = {} }}", cells / prey / catcher)
    );
    let plan = plan("jon-and-mad", &[&grid, "method=exact"]);
    assert_eq!(plan.cells.len() as u64, cells);
    (cells as f64, played(&plan))
}

fn turns(turns: u64) -> (f64, f64) {
    // Both wait, so that no chase is over before its last turn.
    let sets = ["grid={}", "method=exact", "fths.prey.action=\"wait\"", "fths.catcher.action=\"wait\""];
    let plan = plan("jon-and-mad", &[&sets[..], &[&format!("fths.max_turns={turns}")]].concat());
    (turns as f64, computed(&plan))
}

fn states(risks: i32) -> (f64, f64) {
    let share = 1.0 / f64::from(risks);
    let parts: Vec<String> = (0..risks).map(|risk| format!("\"{}\" = {share}", risk - 4)).collect();
    let mix = format!("{{ mix = {{ {} }} }}", parts.join(", "));
    let sets = [format!("fths.prey.risk={mix}"), format!("fths.catcher.risk={mix}")];
    let plan = plan("jon-and-mad", &["grid={}", "method=exact", &sets[0], &sets[1]]);
    let size = plan.cells[0].player.size(Limits::default()).expect(FITS);
    (size.states as f64, computed(&plan))
}
