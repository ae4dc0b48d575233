//! The scenarios of the repository that fight, fly and sail: read as they stand, and played.

use crate::exact::read;
use chaselab_core::{Action, End, Next, Pace, Pair, Roll, System};
use chaselab_systems::fths::Fths;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use std::collections::HashMap;

/// Ends and events of five hundred chases.
fn played(text: &str) -> (HashMap<End, u32>, HashMap<String, u32>) {
    let prepared = read::<Fths>(text);
    let system = &prepared.system;
    let (mut ends, mut events) = (HashMap::new(), HashMap::new());
    for seed in 0..500 {
        let mut chance = Roll::new(Pcg64Mcg::seed_from_u64(seed));
        let mut state = system.start(&mut chance);
        let mut turns = 0;
        let end = loop {
            match system.next(&state) {
                Next::Over(end, _) => break end,
                Next::Resolve if system.resolve(&mut state, &mut chance) == Pace::NextTurn => {
                    turns += 1;
                    if turns == prepared.max_turns {
                        break End::Timeout;
                    }
                }
                Next::Resolve => {}
                Next::Choose(choices) => {
                    let gap = system.view(&state).gap();
                    let picks = Pair::of(|side| match choices[side].waits() {
                        true => Action(0),
                        false => {
                            let behaviour = &prepared.behaviours[side][usize::from(choices[side].decision.0)];
                            behaviour.distribution(choices[side], gap)[0].action
                        }
                    });
                    system.choose(&mut state, picks);
                }
            }
        };
        assert!(system.words().ends.contains(&end));
        *ends.entry(end).or_default() += 1;
        for (name, &count) in system.words().events.iter().zip(chance.events()) {
            *events.entry(name.clone()).or_default() += u32::from(count);
        }
    }
    (ends, events)
}

#[test]
fn gunfight_in_traffic() {
    let (ends, events) = played(include_str!("../../../../../scenarios/gunfight-in-traffic.toml"));
    assert!(ends.contains_key(&End::PreyDisabled) && ends.contains_key(&End::CatcherDisabled), "{ends:?}");
    assert!(events["prey_shots"] > 100 && events["shots_that_hit"] > 100, "{events:?}");
}

#[test]
fn helicopter_after_car() {
    let (ends, events) = played(include_str!("../../../../../scenarios/helicopter-after-car.toml"));
    assert!(ends[&End::PreyDisabled] > 50, "{ends:?}");
    assert!(events["prey_shots"] == 0 && events["catcher_shots"] > 500, "{events:?}");
    // The helicopter is above the traffic; the car does not mind buildings.
    assert_eq!((events["catcher_hits_vehicle"], events["prey_hits_other"]), (0, 0));
    assert!(events["prey_hits_vehicle"] > 0, "{events:?}");
}

#[test]
fn boats_in_a_channel() {
    let (ends, events) = played(include_str!("../../../../../scenarios/boats-in-a-channel.toml"));
    assert!(events["rams"] > 50, "{events:?}");
    assert!(ends.contains_key(&End::PreyDisabled), "{ends:?}");
}
