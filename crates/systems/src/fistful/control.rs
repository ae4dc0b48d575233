//! Keeping control of a vehicle, and losing it (rules/fistful.md 2, 3).

use super::effects::{Control, Free, Verdict};
use super::parts::Parts;
use super::road::Way;
use super::scene::{Scene, Wreck};
use super::state::Kind;
use super::words::Count;
use chaselab_core::{Chance, Side};

impl<K: Parts, C: Chance> Scene<'_, K, C> {
    /// A quality test, or none, for a vehicle that moves: one that stands keeps standing.
    pub(super) fn control(&mut self, side: Side, control: Control) {
        if self.state.stalled[side] {
            return;
        }
        match control {
            Control::Kept => {}
            Control::Test(modifier) if self.quality_test(side, modifier) => {}
            Control::Test(_) | Control::Lost => self.lose_control(side),
        }
    }

    /// 1d6 at or above quality: 1 fails, 6 succeeds; a hit tyre costs 1.
    fn quality_test(&mut self, side: Side, modifier: i16) -> bool {
        let quality = self.rules.setup.sides[side].quality;
        let modifier = modifier - i16::from(self.state.wear.tyre[side]);
        let needed = (quality - modifier).clamp(2, 6);
        let passed = self.chance.at_least(&self.rules.d6, needed);
        self.chance.tell(|| {
            let comes = if passed { "passes" } else { "fails" };
            format!("The {} tests quality {quality} at {modifier:+}, so {needed} or more: {comes}.", side.name())
        });
        passed
    }

    /// Anywhere within the forward half, then a stop and a stalled engine.
    #[inline(never)]
    pub(super) fn lose_control(&mut self, side: Side) {
        if self.state.stalled[side] || self.lost[side] {
            return;
        }
        self.lost[side] = true;
        self.state.stalled[side] = true;
        if K::ROAD {
            self.state.road.straight[side] = 0;
        }
        let setup = &self.rules.setup;
        let skid = self.chance.band(&self.rules.d6, &setup.skids, 0);
        self.chance.tell(|| {
            let goes = match (skid.aside, skid.halves) {
                (true, _) => "leaves the road",
                (false, 0) => "spins where it is",
                (false, 1) => "skids half its speed on",
                _ => "skids straight on",
            };
            format!("The {} loses control, {goes} and stalls.", side.name())
        });
        if skid.halves > 0 {
            self.drive(side, Way::straight(skid.halves * setup.sides[side].speed / 2));
        }
        if K::WEAR && skid.aside {
            self.chance.note(Count::Collisions.of(side));
            self.immovable(side);
        }
    }

    /// Into an obstacle, of which nothing is left in the way.
    pub(super) fn collide(&mut self, side: Side, kind: Kind) {
        self.chance.note(Count::Collisions.of(side));
        self.state.road.obstacle = None;
        if kind == Kind::Stationary {
            return self.immovable(side);
        }
        let setup = &self.rules.setup;
        let (combat, traffic) = (setup.sides[side].combat, setup.traffic);
        let shift = combat + setup.heavier(combat, traffic) - traffic - setup.heavier(traffic, combat);
        self.chance.tell(|| format!("The {} runs into traffic: {shift:+} on the difference.", side.name()));
        if let Verdict::Target(effect) = self.chance.band(&self.rules.duel, &setup.contests.traffic, shift) {
            self.suffer(side, effect, Wreck::Collided);
        }
    }

    /// Into something immovable, which does not roll.
    fn immovable(&mut self, side: Side) {
        let setup = &self.rules.setup;
        let (combat, immovable) = (setup.sides[side].combat, setup.modifiers.immovable);
        self.chance
            .tell(|| format!("The {} hits what cannot be moved: {combat} + 1d6 against {immovable}.", side.name()));
        match self.chance.band(&self.rules.d6, &setup.contests.immovable, combat - immovable) {
            Verdict::Tie => {}
            Verdict::Attacker(effect) => self.suffer(side, effect, Wreck::Collided),
            Verdict::Target(effect) if self.wreck[side] == Wreck::Whole => {
                if effect.reaction {
                    self.react(side);
                }
                self.evade(side, effect.free);
            }
            Verdict::Target(_) => {}
        }
    }

    /// A driver who stops in time or evades has kept the engine running. The dice of an evasion are rolled once in an
    /// activation, so that it ends.
    fn evade(&mut self, side: Side, free: Free) {
        match free {
            Free::Nothing => {}
            Free::MoveOrDice if !self.state.wear.evaded[side] => {
                self.state.wear.evaded[side] = true;
                self.state.stalled[side] = false;
                self.evades = Some(side);
            }
            Free::Move | Free::MoveOrDice => self.free_move(side),
        }
    }

    /// The move of an evasion.
    #[inline(never)]
    pub(super) fn evading_move(&mut self, active: Side, who: Side) -> bool {
        self.free_move(who);
        self.close(active)
    }

    /// A straight move that costs nothing, up to what is in the way.
    pub(super) fn free_move(&mut self, side: Side) {
        self.state.stalled[side] = false;
        self.chance.tell(|| format!("The {} gets clear, and moves.", side.name()));
        self.drive(side, Way::careful(self.rules.setup.sides[side].speed));
    }

    /// One action at once.
    pub(super) fn react(&mut self, side: Side) {
        self.chance.tell(|| format!("The {} gets a reaction.", side.name()));
        self.state.left[side] += 1;
    }
}
