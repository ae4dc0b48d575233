//! The rules against their twin: every end and the mean length, to a billionth.

use super::twin::{Car, Setting, play};
use crate::exact::{Exact, exact, read};
use chaselab_core::End;
use chaselab_systems::reflex::Reflex;

fn engine(setting: &Setting) -> Exact {
    let side = |car: &Car| {
        // A skill value that has so many dice.
        let driving = [1, 4, 8, 16][car.dice as usize - 1];
        let Car { coordination, bonus, safe, .. } = car;
        let speed = car.aims_at as f64 / 2.0;
        format!(
            "{{ coordination = {coordination}, driving = {driving}, initiative = {bonus}, safe_speed = {safe}, \
             speed = {speed} }}"
        )
    };
    let bends = match setting.bends {
        None => "\"none\"".to_owned(),
        Some((every, modifier)) => format!("{{ every = {every}, angle = {} }}", [10, 45, 75][modifier as usize]),
    };
    let text = format!(
        "[reflex]\nstart = {}\nbreak_off = {}\nmax_turns = {}\nbends = {bends}\nprey = {}\ncatcher = {}\n",
        setting.start,
        setting.break_off,
        setting.exchanges,
        side(&setting.prey),
        side(&setting.catcher)
    );
    let prepared = read::<Reflex>(&text);
    exact(&prepared.system, &prepared.behaviours, prepared.max_turns)
}

fn agree(setting: &Setting) -> Exact {
    let (ends, length) = play(setting);
    let exact = engine(setting);
    for end in End::ALL {
        let (twin, rules) = (ends.get(&end).copied().unwrap_or(0.0), exact.end(end));
        assert!((twin - rules).abs() < 1e-9, "{end:?}: {twin} by the twin, {rules} by the rules");
    }
    assert!((length - exact.turns).abs() < 1e-9, "length: {length} by the twin, {} by the rules", exact.turns);
    exact
}

const CAR: Car = Car { coordination: 7, dice: 2, bonus: 0, safe: 10, aims_at: 3 };

#[test]
fn without_bends() {
    // 60 m, 25 m more in each exchange: 300 m after 10.
    let faster = Car { aims_at: 4, ..CAR };
    let setting = Setting { prey: faster, catcher: CAR, start: 60, break_off: 300, bends: None, exchanges: 20 };
    let escaped = agree(&setting);
    assert_eq!((escaped.end(End::Escaped), escaped.turns), (1.0, 10.0));
    // The other way round: caught in the twelfth move, which is in the third exchange.
    let caught = agree(&Setting { prey: CAR, catcher: faster, ..setting });
    assert_eq!((caught.end(End::Caught), caught.turns), (1.0, 3.0));
    let level = agree(&Setting { catcher: faster, ..setting });
    assert_eq!((level.end(End::Timeout), level.turns), (1.0, 20.0));
}

#[test]
fn one_bend_an_exchange() {
    // 15 m a move, 75 m an exchange, a bend of 45 degrees every 75 m.
    let setting = Setting { prey: CAR, catcher: CAR, start: 60, break_off: 130, bends: Some((75, 1)), exchanges: 6 };
    let exact = agree(&setting);
    for end in [End::Escaped, End::Caught, End::PreyCrashed, End::CatcherCrashed, End::Timeout] {
        assert!(exact.end(end) > 1e-3, "{end:?}");
    }
}

#[test]
fn many_bends_and_different_drivers() {
    // Several bends in a move, speeds above twice the safe one, damage that limits them, and penalties that last.
    let prey = Car { coordination: 9, dice: 3, bonus: 30, safe: 10, aims_at: 6 };
    let catcher = Car { coordination: 8, dice: 4, bonus: 25, safe: 9, aims_at: 5 };
    let setting = Setting { prey, catcher, start: 30, break_off: 100, bends: Some((29, 0)), exchanges: 2 };
    let exact = agree(&setting);
    assert!(exact.end(End::BothCrashed) > 1e-6);
    let poor = Car { coordination: 5, dice: 1, bonus: 20, safe: 10, aims_at: 1 };
    let slow = Car { aims_at: 2, ..poor };
    agree(&Setting { prey: poor, catcher: slow, start: 30, break_off: 60, bends: Some((6, 2)), exchanges: 1 });
}
