//! The wound track (rules/fudge.md 3): which wounds a fighter has, as one small number, and what one more makes of them.

use super::drivers::Spend;
use super::state::Fighter;
use super::words::Count;
use chaselab_core::{Event, Side};

/// How bad a wound is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Wound {
    Scratch,
    Hurt,
    VeryHurt,
    Incapacitated,
    NearDeath,
}

impl Wound {
    pub(super) const ALL: [Self; 5] = [Self::Scratch, Self::Hurt, Self::VeryHurt, Self::Incapacitated, Self::NearDeath];

    /// The name in tables and on screen.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Scratch => "scratch",
            Self::Hurt => "hurt",
            Self::VeryHurt => "very-hurt",
            Self::Incapacitated => "incapacitated",
            Self::NearDeath => "near-death",
        }
    }
}

/// How many conditions a standing fighter can be in: unhurt, or by the worst wound that is marked.
pub(super) const CONDITIONS: usize = 4;

/// The wounds that leave a fighter standing.
const STANDING: usize = CONDITIONS - 1;

/// What a wound makes of a fighter.
///
/// It is one word, so that it is read as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(8))]
pub(super) struct Marked {
    /// Who the fighter becomes.
    pub after: Fighter,
    /// What is marked; of no meaning where nothing is.
    pub wound: Wound,
    /// Whether anything is marked.
    pub hurts: bool,
    /// What that counts as.
    pub event: Event,
    /// Whether the fighter is asked for a Fudge point that makes a scratch of it, and would be better off: the bits of
    /// its party's points that are looked at, all or none.
    pub reducible: u8,
}

/// Every set of marks that leaves a fighter standing, and where each wound leads from it.
#[derive(Clone, Debug)]
pub(super) struct Chart {
    /// By fighter: by wound, and last without one.
    marked: Vec<[Marked; 6]>,
}

impl Chart {
    /// A side's chart with so many boxes a wound, of which none worse than `worst` is ever marked, for those who are
    /// asked for a Fudge point when they are wounded so.
    ///
    /// Marks are numbered with the worst wound as the leading digit, so that lower numbers are better off.
    pub(super) fn new(side: Side, boxes: [u8; 5], worst: Wound, reduce: Spend) -> Self {
        let radix = [0, 1, 2].map(|wound: usize| u16::from(boxes[wound]) + 1);
        let fighter = |marks: [u16; STANDING]| {
            let condition = marks.iter().rposition(|&marks| marks > 0).map_or(0, |worst| worst as u8 + 1);
            Fighter::new(condition, (marks[2] * radix[1] + marks[1]) * radix[0] + marks[0])
        };
        let mut marked = Vec::new();
        for number in 0..radix.iter().product() {
            let marks = [number % radix[0], number / radix[0] % radix[1], number / radix[0] / radix[1]];
            let mark = |wound: Wound| {
                // A full level passes the wound up; the last two are out whatever has been marked before.
                let free = (wound as usize..STANDING).find(|&level| marks[level] < u16::from(boxes[level]));
                match free {
                    Some(level) => {
                        let mut after = marks;
                        after[level] += 1;
                        (fighter(after), Wound::ALL[level])
                    }
                    None if wound < Wound::NearDeath && boxes[3] > 0 => (Fighter::OUT, Wound::Incapacitated),
                    None => (Fighter::OUT, Wound::NearDeath.min(worst)),
                }
            };
            marked.push(std::array::from_fn(|wound| {
                let event = |wound| Count::Wound(wound).of(side);
                let Some(&wound) = Wound::ALL.get(wound) else {
                    let wound = Wound::Scratch;
                    return Marked { after: fighter(marks), wound, hurts: false, event: event(wound), reducible: 0 };
                };
                let (after, wound) = mark(wound);
                let reducible = reduce.is_asked(wound) && mark(Wound::Scratch).0 < after;
                let reducible = if reducible { u8::MAX } else { 0 };
                Marked { after, wound, hurts: true, event: event(wound), reducible }
            }));
        }
        Self { marked }
    }

    /// What a wound makes of a standing fighter, or none.
    #[inline]
    pub(super) fn mark(&self, fighter: Fighter, wound: Option<Wound>) -> Marked {
        self.marked[fighter.marks()][wound.map_or(Wound::ALL.len(), |wound| wound as usize)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Wound::*;

    /// The wounds that are marked when these come in order.
    fn marks(boxes: [u8; 5], wounds: &[Wound]) -> Vec<Wound> {
        let chart = Chart::new(Side::Prey, boxes, NearDeath, Spend::Never);
        let mut fighter = Fighter::FRESH;
        let mut all = Vec::new();
        for &wound in wounds {
            let unhurt = chart.mark(fighter, None);
            assert_eq!((unhurt.after, unhurt.hurts), (fighter, false));
            let marked = chart.mark(fighter, Some(wound));
            assert!(marked.hurts);
            all.push(marked.wound);
            if marked.after == Fighter::OUT {
                break;
            }
            assert!(marked.after > fighter, "worse off is a higher number");
            fighter = marked.after;
        }
        all
    }

    #[test]
    fn full_levels_pass_wounds_up() {
        let seed = [3, 1, 1, 1, 1];
        assert_eq!(marks(seed, &[Scratch; 6]), [Scratch, Scratch, Scratch, Hurt, VeryHurt, Incapacitated]);
        assert_eq!(marks(seed, &[Hurt; 3]), [Hurt, VeryHurt, Incapacitated]);
        assert_eq!(marks(seed, &[VeryHurt, Hurt, Hurt]), [VeryHurt, Hurt, Incapacitated]);
        assert_eq!(marks(seed, &[VeryHurt, VeryHurt]), [VeryHurt, Incapacitated]);
        assert_eq!(marks(seed, &[Incapacitated]), [Incapacitated]);
        assert_eq!(marks(seed, &[NearDeath]), [NearDeath]);
        // A heroic chart adds boxes, a harsh one takes them.
        assert_eq!(marks([5, 2, 1, 1, 1], &[Scratch; 9]).len(), 9);
        assert_eq!(marks([0, 0, 0, 0, 1], &[Scratch]), [NearDeath]);
    }

    #[test]
    fn stunning_never_does_worse_than_incapacitate() {
        let chart = Chart::new(Side::Catcher, [0, 0, 0, 0, 1], Incapacitated, Spend::Never);
        let event = Count::Wound(Incapacitated).of(Side::Catcher);
        let out = Marked { after: Fighter::OUT, wound: Incapacitated, hurts: true, event, reducible: 0 };
        assert_eq!(chart.mark(Fighter::FRESH, Some(Scratch)), out);
    }

    #[test]
    fn a_point_is_asked_for_where_it_helps() {
        let reducible = |spend, wounds: &[Wound]| {
            let chart = Chart::new(Side::Prey, [1, 1, 1, 1, 1], NearDeath, spend);
            let (last, before) = wounds.split_last().unwrap();
            let fighter = before.iter().fold(Fighter::FRESH, |fighter, &wound| chart.mark(fighter, Some(wound)).after);
            chart.mark(fighter, Some(*last)).reducible != 0
        };
        assert!(reducible(Spend::Always, &[Hurt]));
        assert!(!reducible(Spend::Never, &[Hurt]));
        // A scratch is no better than a scratch, nor than what it passes up to.
        assert!(!reducible(Spend::Always, &[Scratch]));
        assert!(!reducible(Spend::Always, &[Scratch, Hurt]));
        assert!(reducible(Spend::From(Hurt), &[Hurt]) && !reducible(Spend::From(VeryHurt), &[Hurt]));
        // What is marked counts, not what the blow was.
        assert!(reducible(Spend::From(VeryHurt), &[Hurt, Hurt]));
    }

    #[test]
    fn the_worst_wound_is_the_condition() {
        let chart = Chart::new(Side::Prey, [3, 1, 1, 1, 1], NearDeath, Spend::Never);
        let after = |wounds: &[Wound]| {
            wounds.iter().fold(Fighter::FRESH, |fighter, &wound| chart.mark(fighter, Some(wound)).after).condition()
        };
        assert_eq!(after(&[]), 0);
        assert_eq!(after(&[Scratch, Scratch]), 1);
        assert_eq!(after(&[Scratch, Hurt]), 2);
        assert_eq!(after(&[VeryHurt, Hurt, Scratch]), 3);
        assert_eq!(after(&[NearDeath]), CONDITIONS as u8);
        assert_eq!(chart.marked.len(), 4 * 2 * 2);
    }
}
