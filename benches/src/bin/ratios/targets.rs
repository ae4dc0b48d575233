//! What is wanted of exact answers and whole runs, and what is measured.

use chaselab_benches::{median, nanoseconds, plan};
use chaselab_lab::patterns::Patterns;
use chaselab_lab::plan::Plan;
use chaselab_lab::run::{LANES_FROM, Unwatched, run};
use chaselab_lab::solution::Size;
use chaselab_solve::Limits;

/// A target with its measure beside it.
pub struct Target {
    /// What is measured.
    pub what: String,
    /// How fast it is wanted.
    pub at_least: &'static str,
    /// How fast it is.
    pub measured: String,
}

/// All pairs of risks.
pub const GRID: &str =
    r#"grid={ "fths.prey.risk" = { from = -4, to = 3 }, "fths.catcher.risk" = { from = -4, to = 3 } }"#;

/// The same for drivers of four ranks each: 1,024 cells.
const LARGE_GRID: &str = "grid={ 'fths.prey.risk' = { from = -4, to = 3 }, 'fths.catcher.risk' = { from = -4, to = 3 }, \
    'fths.prey.driving' = ['Mediocre', 'Fair', 'Good', 'Great'], \
    'fths.catcher.driving' = ['Mediocre', 'Fair', 'Good', 'Great'] }";

/// Measures exact answers, and a grid of all pairs of risks in every way.
pub fn measure() -> Vec<Target> {
    // A setting of about a hundred states, and one with longer rows and more than twice as many.
    let (small, large) = (Cell::at(2, -2), Cell::at(0, 0));
    let [exact, thousand] = [GRID, LARGE_GRID].map(|grid| plan("jon-and-mad", &[grid, "method=exact"]));
    let sampled = |chases: u64| plan("jon-and-mad", &[GRID, "method=sampled", &format!("chases={chases}")]);
    let (rules, few, many) = (sampled(LANES_FROM - 1), sampled(200_000), sampled(1_000_000));
    let [exact, thousand] =
        seconds([&mut || play(&exact, 1), &mut || play(&thousand, 1)], 21).map(|rounds| rounds.median());
    let [few] = seconds([&mut || play(&few, 2)], 11).map(|rounds| rounds.median());
    let [rules, rules_two, rules_twice, lanes, lanes_two, lanes_twice] = seconds(
        [
            &mut || play(&rules, 1),
            &mut || play(&rules, 2),
            &mut || play_twice(&rules),
            &mut || play(&many, 1),
            &mut || play(&many, 2),
            &mut || play_twice(&many),
        ],
        15,
    );
    let target = |what: &str, at_least, measured| Target { what: what.to_owned(), at_least, measured };
    vec![
        target("exact answer of 100 states, 60 turns", "50 us", small.in_words(small.nanoseconds)),
        target("the same with more states", "50 us a 100", large.in_words(large.nanoseconds)),
        target("100 states in the order of the cell before", "50 us", small.in_words(small.alike)),
        target("more states in that order", "50 us a 100", large.in_words(large.alike)),
        target("1,024 cells exact, one thread", "1 s", format!("{thousand:.2} s")),
        target("64 cells exact, one thread", "1 s", format!("{exact:.3} s")),
        target("64 cells x 200,000 chases in lanes, two threads", "1 s", format!("{few:.2} s")),
        target("64 cells x 1,000,000 chases, the same", "-", format!("{:.2} s", lanes_two.median())),
        target("two threads over one, by the rules", "1.9 x", rules.over(&rules_two, 1.0)),
        target("two runs of one thread at once, by the rules", "-", rules.over(&rules_twice, 2.0)),
        target("two threads over one, lanes", "1.9 x", lanes.over(&lanes_two, 1.0)),
        target("two runs of one thread at once, lanes", "-", lanes.over(&lanes_twice, 2.0)),
    ]
}

fn play(plan: &Plan, threads: usize) {
    run(plan, threads, &Unwatched).expect("a street in traffic fits");
}

/// Two runs that do not wait for each other: what a second core is worth here just then, to these chases. A core that a
/// neighbour or a second thread of its own uses gives less than a whole one.
fn play_twice(plan: &Plan) {
    std::thread::scope(|scope| {
        scope.spawn(|| play(plan, 1));
        scope.spawn(|| play(plan, 1));
    });
}

/// How long something takes, round by round.
struct Seconds(Vec<f64>);

impl Seconds {
    fn median(&self) -> f64 {
        median(self.0.clone())
    }

    /// How many times as fast something is that does so many times as much: in the middle of the rounds, and from the
    /// first quarter of them to the last.
    fn over(&self, other: &Self, as_much: f64) -> String {
        let mut ratios: Vec<f64> = self.0.iter().zip(&other.0).map(|(own, other)| own * as_much / other).collect();
        ratios.sort_by(f64::total_cmp);
        let [low, middle, high] = [1, 2, 3].map(|quarter| ratios[ratios.len() * quarter / 4]);
        format!("{middle:.2} x ({low:.2} to {high:.2})")
    }
}

/// How long each of these takes, in rounds that take turns.
fn seconds<const N: usize>(mut works: [&mut dyn FnMut(); N], rounds: usize) -> [Seconds; N] {
    let mut taken = [const { Vec::new() }; N];
    for _ in 0..rounds {
        for (taken, work) in taken.iter_mut().zip(&mut works) {
            taken.push(nanoseconds(work) / 1e9);
        }
    }
    taken.map(Seconds)
}

/// A cell of two risks, computed exactly.
struct Cell {
    size: Size,
    nanoseconds: f64,
    /// Where the structure of its graph is known.
    alike: f64,
}

impl Cell {
    fn at(prey: i16, catcher: i16) -> Self {
        let risks = [format!("fths.prey.risk={prey}"), format!("fths.catcher.risk={catcher}")];
        let cell = plan("jon-and-mad", &["grid={}", &risks[0], &risks[1]]);
        let player = cell.cells[0].player.as_ref();
        let nanoseconds = times(5_001, || {
            player.exact(Limits::default()).expect("a street in traffic fits");
        });
        let mut patterns = Patterns::default();
        let alike = times(5_001, || {
            player.exact_like(&mut patterns, Limits::default()).expect("it fitted");
        });
        Self { size: player.size(Limits::default()).expect("it fitted"), nanoseconds, alike }
    }

    fn in_words(&self, nanoseconds: f64) -> String {
        let Size { states, transitions } = self.size;
        let micros = nanoseconds / 1e3;
        format!(
            "{micros:.0} us: {states} states, {transitions} transitions, {:.0} us a 100",
            micros * 100.0 / states as f64
        )
    }
}

fn times(rounds: usize, mut work: impl FnMut()) -> f64 {
    median((0..rounds).map(|_| nanoseconds(&mut work)).collect())
}
