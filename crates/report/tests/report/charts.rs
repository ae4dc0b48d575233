//! Pictures.

use crate::fixture;
use chaselab_report::charts;

#[test]
fn draws() {
    let Ok(to) = std::env::var("CHARTS") else { return };
    for results in fixture::all() {
        for chart in charts(&results) {
            let path = format!("{to}/{}-{}", results.name, chart.name);
            std::fs::write(format!("{path}.png"), chart.png().unwrap()).unwrap();
            std::fs::write(format!("{path}.svg"), chart.svg().unwrap()).unwrap();
        }
    }
}
