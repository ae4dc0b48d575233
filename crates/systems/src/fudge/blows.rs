//! What relative degrees mean (rules/fudge.md 3), made once.

use super::chart::Wound;
use super::setup::Setup;
use chaselab_core::{Bands, Pair, Side};

/// What an exchange of blows comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Blow {
    /// Whose fighter is hit; the prey's where nobody is.
    pub side: Side,
    /// How badly, before full boxes and Fudge points, if at all.
    pub wound: Option<Wound>,
}

/// Beyond this, a relative degree cannot mean anything else: levels, dice and damage are far within.
const FARTHEST: i16 = 120;

/// Whether a difference is a win, a draw or a loss.
pub(super) fn signs() -> Bands<i16> {
    by_change(i16::signum)
}

/// What a relative degree of `by` does: damage is the degree, plus the factor, less the other side's capacity.
pub(super) fn damage(setup: &Setup, by: Side) -> Bands<Option<Wound>> {
    let net = setup.sides[by].factor - setup.sides[by.other()].capacity;
    // Only a winner hits.
    let wound = |degree: i16| {
        let damage = degree + net;
        (degree > 0)
            .then(|| Wound::ALL.into_iter().rfind(|&wound| damage >= setup.wounds.from[wound as usize]))
            .flatten()
    };
    by_change(wound)
}

/// Who is hit by what the prey's result less the catcher's means, when these attack.
pub(super) fn blows(damage: &Pair<Bands<Option<Wound>>>, attacks: Pair<bool>) -> Bands<Blow> {
    let hit = |by: Side, degree: i16| match damage[by].at(degree).filter(|_| attacks[by]) {
        None => Blow { side: Side::Prey, wound: None },
        wound => Blow { side: by.other(), wound },
    };
    by_change(|degree| if degree > 0 { hit(Side::Prey, degree) } else { hit(Side::Catcher, -degree) })
}

fn by_change<T: Copy + PartialEq>(at: impl Fn(i16) -> T) -> Bands<T> {
    let changes = (-FARTHEST..=FARTHEST).filter(|&degree| at(degree) != at(degree - 1));
    Bands::new(at(-FARTHEST - 1), changes.map(|degree| (degree, at(degree)))).expect("degrees ascend")
}
