//! What is wanted of exact answers and whole runs, and what is measured.

use chaselab_benches::{median, nanoseconds, plan};
use chaselab_lab::patterns::Patterns;
use chaselab_lab::plan::Plan;
use chaselab_lab::run::{LANES_FROM, Unwatched, run};
use chaselab_lab::solution::Size;
use chaselab_solve::Limits;
use std::hint::black_box;

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
const CELLS: f64 = 64.0;

/// Measures exact answers, and a grid of all pairs of risks in every way.
pub fn measure() -> Vec<Target> {
    // A setting of about a hundred states, and one with longer rows and more than twice as many.
    let (small, large) = (Cell::at(2, -2), Cell::at(0, 0));
    let exact = plan("jon-and-mad", &[GRID, "method=exact"]);
    let rules = plan("jon-and-mad", &[GRID, "method=sampled", &format!("chases={}", LANES_FROM - 1)]);
    let few = plan("jon-and-mad", &[GRID, "method=sampled", "chases=200_000"]);
    let many = plan("jon-and-mad", &[GRID, "method=sampled", "chases=1_000_000"]);
    let [Seconds { median: whole, .. }] = seconds([&mut || play(&exact, 1)], 21);
    let [Seconds { median: few, .. }] = seconds([&mut || play(&few, 2)], 11);
    let [rules, rules_two, lanes, lanes_two, spun, spun_two] = seconds(
        [
            &mut || play(&rules, 1),
            &mut || play(&rules, 2),
            &mut || play(&many, 1),
            &mut || play(&many, 2),
            &mut || spin(1),
            &mut || spin(2),
        ],
        15,
    );
    let target = |what: &str, at_least, measured| Target { what: what.to_owned(), at_least, measured };
    vec![
        target("exact answer of 100 states, 60 turns", "50 us", small.in_words(small.nanoseconds)),
        target("the same with more states", "50 us a 100", large.in_words(large.nanoseconds)),
        target("100 states in the order of the cell before", "50 us", small.in_words(small.alike)),
        target("more states in that order", "50 us a 100", large.in_words(large.alike)),
        target("exact grid of 1,000 cells, one thread", "1 s", format!("{:.2} s", whole * 1_000.0 / CELLS)),
        target("64 cells exact, one thread", "1 s", format!("{whole:.3} s")),
        target("64 cells x 200,000 chases in lanes, two threads", "1 s", format!("{few:.2} s")),
        target("64 cells x 1,000,000 chases, the same", "-", format!("{:.2} s", lanes_two.median)),
        target("two threads over one, by the rules", "1.9 x", rules.over(&rules_two)),
        target("two threads over one, lanes", "1.9 x", lanes.over(&lanes_two)),
        target("two threads over one, a loop in registers", "-", spun.over(&spun_two)),
    ]
}

fn play(plan: &Plan, threads: usize) {
    run(plan, threads, &Unwatched).expect("a street in traffic fits");
}

/// Work that needs nothing but registers, shared out to so many threads: what the machine has to give.
fn spin(threads: u32) {
    const STEPS: u32 = 60_000_000;
    std::thread::scope(|scope| {
        for thread in 0..threads {
            scope.spawn(move || {
                black_box((0..STEPS / threads).fold(u64::from(thread), |word, step| {
                    word.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(u64::from(step))
                }))
            });
        }
    });
}

/// How long something takes, in the middle of its rounds and in the least disturbed of them.
struct Seconds {
    median: f64,
    least: f64,
}

impl Seconds {
    /// How many times as long as another.
    fn over(&self, other: &Self) -> String {
        format!("{:.2} x, least {:.2} x", self.median / other.median, self.least / other.least)
    }
}

/// How long each of these takes, in rounds that take turns.
fn seconds<const N: usize>(mut works: [&mut dyn FnMut(); N], rounds: usize) -> [Seconds; N] {
    let mut taken = [const { Vec::new() }; N];
    for _ in 0..rounds {
        for (taken, work) in taken.iter_mut().zip(&mut works) {
            taken.push(nanoseconds(work));
        }
    }
    taken.map(|taken| {
        let least = taken.iter().copied().fold(f64::INFINITY, f64::min);
        Seconds { median: median(taken) / 1e9, least: least / 1e9 }
    })
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
