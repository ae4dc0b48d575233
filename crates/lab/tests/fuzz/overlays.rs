//! Overlay files, by themselves and under a scenario.

use crate::corpus::{CELLS, ODD, OVERLAYS};
use crate::families::each;
use crate::mutate::mutated;
use crate::random::Random;
use crate::refusal;
use crate::scenarios::{Bytes, try_file};
use chaselab_lab::catalogue;
use chaselab_lab::scenario::Unusable;

#[test]
fn overlays() {
    let folder = tempfile::tempdir().unwrap();
    let (overlay, scenario) = (folder.path().join("overlay.toml"), folder.path().join("scenario.toml"));
    let make = |random: &mut Random| {
        if random.once_in(3) {
            // A single cell, which no other mutation gets past.
            let cell = random.pick::<String>(&CELLS).split_once(".tables.").map_or("", |(_, cell)| cell);
            return Bytes(format!("{cell} = {}\n", random.pick::<String>(&ODD)).into_bytes());
        }
        Bytes(mutated(random, &OVERLAYS))
    };
    each("overlays", 1200, make, |Bytes(bytes)| {
        std::fs::write(&overlay, bytes).unwrap();
        match catalogue::check(&overlay, None) {
            Ok(checked) => {
                for system in chaselab_systems::SystemId::ALL.iter().map(|system| system.name()) {
                    if [system, "neutral"].contains(&checked.system) {
                        let lines =
                            format!("systems = [\"{system}\"]\n{}.overlays = [\"overlay.toml\"]\n", checked.system);
                        std::fs::write(&scenario, lines).unwrap();
                        try_file(&scenario, &[]);
                    }
                }
                true
            }
            Err(Unusable { problem, sources }) => {
                refusal::check(&problem, &sources);
                false
            }
        }
    });
}
