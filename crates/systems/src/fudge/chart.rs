//! The wound track (rules/fudge.md 3): which wounds a fighter has, as one small number, and what one more makes of them.

use super::state::Fighter;

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

/// Every set of marks that leaves a fighter standing, and where each wound leads from it.
#[derive(Clone, Debug)]
pub(super) struct Chart {
    /// By fighter: by wound, who it becomes and what is marked.
    marked: Vec<[(Fighter, Wound); 5]>,
    /// By fighter: its condition.
    conditions: Vec<u8>,
}

impl Chart {
    /// The chart with so many boxes a wound.
    ///
    /// Marks are numbered with the worst wound as the leading digit, so that lower numbers are better off.
    pub(super) fn new(boxes: [u8; 5]) -> Self {
        let radix = [0, 1, 2].map(|wound: usize| u16::from(boxes[wound]) + 1);
        let fighter = |marks: [u16; STANDING]| Fighter((marks[2] * radix[1] + marks[1]) * radix[0] + marks[0]);
        let (mut marked, mut conditions) = (Vec::new(), Vec::new());
        for number in 0..radix.iter().product() {
            let marks = [number % radix[0], number / radix[0] % radix[1], number / radix[0] / radix[1]];
            conditions.push(marks.iter().rposition(|&marks| marks > 0).map_or(0, |worst| worst as u8 + 1));
            marked.push(Wound::ALL.map(|wound| {
                // A full level passes the wound up; the last two are out whatever has been marked before.
                let free = (wound as usize..STANDING).find(|&level| marks[level] < u16::from(boxes[level]));
                match free {
                    Some(level) => {
                        let mut after = marks;
                        after[level] += 1;
                        (fighter(after), Wound::ALL[level])
                    }
                    None if wound < Wound::NearDeath && boxes[3] > 0 => (Fighter::OUT, Wound::Incapacitated),
                    None => (Fighter::OUT, Wound::NearDeath),
                }
            }));
        }
        Self { marked, conditions }
    }

    /// Who a standing fighter becomes by a wound, and which wound is marked.
    #[inline]
    pub(super) fn mark(&self, fighter: Fighter, wound: Wound) -> (Fighter, Wound) {
        self.marked[usize::from(fighter.0)][wound as usize]
    }

    /// The condition of a standing fighter: 0 unhurt, else one more than the worst wound.
    #[inline]
    pub(super) fn condition(&self, fighter: Fighter) -> u8 {
        self.conditions[usize::from(fighter.0)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Wound::*;

    /// The wounds that are marked when these come in order.
    fn marks(boxes: [u8; 5], wounds: &[Wound]) -> Vec<Wound> {
        let chart = Chart::new(boxes);
        let mut fighter = Fighter::FRESH;
        let mut marked = Vec::new();
        for &wound in wounds {
            let (after, mark) = chart.mark(fighter, wound);
            marked.push(mark);
            if after == Fighter::OUT {
                break;
            }
            assert!(after > fighter, "worse off is a higher number");
            fighter = after;
        }
        marked
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
    fn the_worst_wound_is_the_condition() {
        let chart = Chart::new([3, 1, 1, 1, 1]);
        let after = |wounds: &[Wound]| {
            let fighter = wounds.iter().fold(Fighter::FRESH, |fighter, &wound| chart.mark(fighter, wound).0);
            chart.condition(fighter)
        };
        assert_eq!(after(&[]), 0);
        assert_eq!(after(&[Scratch, Scratch]), 1);
        assert_eq!(after(&[Scratch, Hurt]), 2);
        assert_eq!(after(&[VeryHurt, Hurt, Scratch]), 3);
        assert_eq!(chart.conditions.len(), 4 * 2 * 2);
    }
}
