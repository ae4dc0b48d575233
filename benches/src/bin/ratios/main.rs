//! Chaselab against naive programs of the same rules and against others, interleaved in one run:
//! `cargo run --release -p chaselab-benches`. A system's name after `--` measures its chases alone.
//!
//! Each peer is first checked to give the same answer. Machines differ and are noisy, so what counts is the ratio of
//! medians; one thread each, but where threads are compared. Rounds are short and many, so that most of them are not
//! interrupted by whatever else the machine does.

mod game;
#[path = "../../../peers/naive/mod.rs"]
mod naive;
mod python;
mod sampled;
mod targets;
mod whole;

use targets::Target;

fn main() {
    let system = std::env::args().nth(1);
    let mut table = sampled::measure(system.as_deref());
    if system.is_none() {
        table.extend(targets::measure());
        table.push(game::measure());
        table.extend(whole::measure());
    }
    println!("\n{:<48} {:>14} {:>20}", "target", "wanted", "measured");
    for Target { what, at_least, measured } in table {
        println!("{what:<48} {at_least:>14} {measured:>20}");
    }
    if system.is_none() {
        python::compare();
    }
}
