//! Contests laid out for whoever plays many chases: what a word says of its dice is one look-up, and what both rolls come
//! to is another, whichever way the rules hold them against each other.

use super::contest::Contest;
use super::maneuver::Maneuver;
use super::state::Turn;
use chaselab_core::{Answers, Bands, Chance, Dice, Pair};
use std::iter::once;
use std::num::NonZero;
use std::sync::Arc;

/// All contests of a setting, laid out for every gap.
#[derive(Clone, Debug)]
pub(super) struct Layouts {
    /// Band by band of the gaps at which all checks are the same.
    layouts: Vec<Layout>,
    /// Where those of a gap's band begin.
    begins: Bands<u16>,
}

/// What two picked maneuvers come to at a gap. As large as a power of two, so that the next one is found without a
/// multiplication: what the next turn waits for begins here.
#[derive(Clone, Debug)]
#[repr(align(4096))]
pub(super) struct Layout {
    /// Where the turns of the first roll begin among all, and one more: a number that cannot be 0 has room for "unknown".
    first: Answers<NonZero<u16>>,
    /// Where the second roll stands among those, and one more.
    second: Answers<NonZero<u16>>,
    /// Whether there is a second roll.
    both: bool,
    /// All that the rolls can come to; the first two are none of them.
    turns: Vec<Turn>,
}

/// The most ways that the dice of all contests can fall: few enough that laying them out takes less than a millisecond.
const MOST_FALLS: usize = 1 << 15;

/// Any contest takes about as long as one whose dice can fall in so many ways.
const LEAST_FALLS: usize = 1 << 9;

impl Layouts {
    /// The contests, by the prey's maneuver, then the catcher's; nothing where their dice are too many or too wide.
    pub(super) fn new(contests: &[Contest], maneuvers: Pair<&[Maneuver]>) -> Self {
        let all = maneuvers.prey.iter().chain(maneuvers.catcher);
        let checks = all.filter_map(|maneuver| maneuver.check.as_ref());
        let mut changes: Vec<i16> = checks.flat_map(|check| check.changes()).map(|&gap| gap as i16).collect();
        changes.sort_unstable();
        changes.dedup();
        let room = |contest| falls(contest).into_iter().product::<usize>().max(LEAST_FALLS);
        let few = contests.iter().map(room).sum::<usize>() * (1 + changes.len()) <= MOST_FALLS;
        let gaps = once(changes.first().map_or(0, |first| first - 1)).chain(changes.iter().copied());
        let lay_out = || {
            let dice: Vec<[Arc<Dice>; 2]> = contests.iter().map(dice).collect();
            let at = |gap| contests.iter().zip(&dice).map(move |(contest, dice)| Layout::new(contest, dice, gap));
            gaps.flat_map(at).collect::<Option<Vec<Layout>>>()
        };
        let layouts = if few { lay_out() } else { None };
        // Few falls are few layouts.
        let bands = if layouts.is_some() { changes.as_slice() } else { &[] };
        let begins = bands.iter().copied().zip((1..).map(|band| band * contests.len() as u16));
        Self {
            begins: Bands::new(0, begins).expect("gaps ascend, and are near 0"),
            layouts: layouts.unwrap_or_default(),
        }
    }

    /// A contest at a gap, where it is laid out.
    #[inline(always)]
    pub(super) fn at(&self, contest: usize, gap: i16) -> Option<&Layout> {
        self.layouts.get(contest + usize::from(self.begins.at(gap)))
    }
}

impl Layout {
    /// What a contest comes to at this gap, by playing it with every fall of its dice; nothing where these show values too
    /// far from each other for a table.
    fn new(contest: &Contest, dice: &[Arc<Dice>; 2], gap: i16) -> Option<Self> {
        let [firsts, seconds] = falls(contest);
        let lowest = dice.each_ref().map(|dice| dice.range().0);
        let mut all = Vec::with_capacity(firsts * seconds);
        for first in 0..firsts as i16 {
            for second in 0..seconds as i16 {
                all.push(contest.roll(gap, &mut Fallen([lowest[0] + first, lowest[1] + second].into_iter())));
            }
        }
        let rows: Vec<&[Turn]> = all.chunks(seconds).collect();
        // Faces in a row that come to the same need not be told apart.
        let firsts = starts(firsts, |face| rows[face] == rows[face - 1]);
        let seconds = starts(seconds, |face| rows.iter().all(|row| row[face] == row[face - 1]));
        let turns = firsts.iter().flat_map(|&first| seconds.iter().map(move |&second| (first, second)));
        let turns = turns.map(|(first, second)| rows[first][second]);
        Some(Self {
            first: answers(&dice[0], &firsts, seconds.len())?,
            second: answers(&dice[1], &seconds, 1)?,
            both: contest.dice().1.is_some(),
            turns: [Turn::default(); 2].into_iter().chain(turns).collect(),
        })
    }

    /// What the rolls of a turn come to.
    #[inline(always)]
    pub(super) fn roll<C: Chance>(&self, chance: &mut C) -> Turn {
        let (first, second) = chance.answer_two(&self.first, &self.second, self.both);
        self.turns[usize::from(first.get()) + usize::from(second.get())]
    }
}

/// The dice of a contest; one that always falls alike where there is no second roll.
fn dice(contest: &Contest) -> [Arc<Dice>; 2] {
    let (first, second) = contest.dice();
    let nothing = || Arc::new(Dice::from_weights("nothing", [(0, 1)]).expect("one face with one way"));
    [Arc::clone(first), second.cloned().unwrap_or_else(nothing)]
}

/// How many values each of them can show.
fn falls(contest: &Contest) -> [usize; 2] {
    let (first, second) = contest.dice();
    [Some(first), second].map(|dice| dice.map_or(1, |dice| dice.each().count()))
}

/// The faces, counted from the lowest, that do not come to the same as the one before.
fn starts(faces: usize, same_as_before: impl Fn(usize) -> bool) -> Vec<usize> {
    (0..faces).filter(|&face| face == 0 || !same_as_before(face)).collect()
}

/// Where what a roll comes to begins, and one more, a `step` for each run of faces.
fn answers(dice: &Arc<Dice>, starts: &[usize], step: usize) -> Option<Answers<NonZero<u16>>> {
    let place = |run: usize| NonZero::new((run * step + 1) as u16).expect("it is at least 1");
    let row = |(run, &face): (usize, &usize)| (dice.range().0 + face as i16, place(run));
    let rows = starts.iter().enumerate().skip(1).map(row);
    Some(Answers::new(dice, Bands::new(place(0), rows).ok()?))
}

/// Dice that have fallen.
struct Fallen(std::array::IntoIter<i16, 2>);

impl Chance for Fallen {
    fn draw(&mut self, _: &Dice) -> i16 {
        self.0.next().expect("nobody rolls more than twice")
    }
}
