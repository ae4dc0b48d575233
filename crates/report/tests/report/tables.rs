//! What a terminal shows.

use crate::fixture;
use chaselab_report::table;

#[test]
fn shows() {
    for results in fixture::all() {
        println!("{}", table(&results, 120, false));
    }
    println!("{}", table(&fixture::eight_risks(), 160, false));
}
