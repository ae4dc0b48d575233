//! Some cells of a system, ready to be changed and looked at again.

use super::{rows, skills};
use crate::flags::{By, Flag, Found, Looked};
use crate::game::Question;
use crate::kernel::Played;
use crate::plan::{Cell, Factor, set_factors};
use crate::player::{Luck, Player, prepare};
use crate::scenario::Scenario;
use chaselab_core::Place;
use chaselab_core::tree::{Node, Path, Value};
use chaselab_solve::{Exact, Limits};
use chaselab_systems::SystemId;
use rayon::prelude::*;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// The largest chain of states that is computed again and again.
const CHAIN: usize = 5_000;
/// The largest game that is built again and again, and the largest that is solved again and again.
const GAME: usize = 10_000;
const SOLVED: usize = 200;
/// How much larger a changed one may become before that counts as a change by itself.
const GROWTH: usize = 4;
/// How many chases of each cell are played again and again where its states are too many.
const CHASES: u64 = 4_000;
/// As many are played before one looks whether anything has changed.
const BLOCK: u64 = 50;
/// Chances that are this close are the same but for rounding.
const SAME: f64 = 1e-12;

/// Some cells of a system.
pub(in crate::flags) struct Bench<'a> {
    pub(super) system: SystemId,
    pub(super) then: Option<SystemId>,
    pub(super) scenario: &'a Scenario,
    /// Those that are not too large to be looked at again and again.
    spots: Vec<Spot<'a>>,
    /// Why the first of the others is.
    why: Option<String>,
    of: u64,
    most: usize,
    stopped: &'a (dyn Fn() -> bool + Sync),
}

/// One cell as it is.
pub(super) struct Spot<'a> {
    /// The scenario with the cell's factors.
    pub root: Node,
    /// Those.
    pub factors: Vec<Factor>,
    system: SystemId,
    luck: Luck,
    base: Base<'a>,
}

/// What a changed cell is held against.
enum Base<'a> {
    /// With how many states a changed one may have.
    Chain(Exact, usize),
    /// A hash of each chase.
    Chases(Vec<u64>),
    /// A hash of the whole game.
    Game(&'a Question, u64),
}

/// What came of a change, the least telling first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Change {
    /// The rules do not take it, which says nothing.
    Refused,
    /// Nothing depends on it.
    None,
    /// Something does.
    Some,
}

impl<'a> Bench<'a> {
    /// These cells, of so many that the system has, which are played, or whose games are solved for a question.
    pub fn new(
        scenario: &'a Scenario,
        cells: &[&Cell],
        of: u64,
        question: Option<&'a Question>,
        stopped: &'a (dyn Fn() -> bool + Sync),
    ) -> Self {
        Self::up_to(CHAIN, scenario, cells, of, question, stopped)
    }

    /// The same with chains of up to so many states.
    fn up_to(
        chain: usize,
        scenario: &'a Scenario,
        cells: &[&Cell],
        of: u64,
        question: Option<&'a Question>,
        stopped: &'a (dyn Fn() -> bool + Sync),
    ) -> Self {
        let spot = |cell: &&Cell| (!stopped()).then(|| Spot::new(chain, scenario, cell, question));
        let looked: Vec<Result<Spot<'a>, String>> = cells.par_iter().filter_map(spot).collect();
        let why = looked.iter().find_map(|spot| spot.as_ref().err().cloned());
        Self {
            system: cells[0].system,
            then: cells[0].player.then(),
            scenario,
            spots: looked.into_iter().flatten().collect(),
            why,
            of,
            most: if question.is_some() { GAME } else { SOLVED },
            stopped,
        }
    }

    /// What nothing depends on; nothing at all when it was stopped.
    pub fn flags(&self) -> Option<Vec<Flag>> {
        let flag = |found| Flag { system: self.system, then: self.then, solved: false, found };
        let found = match (&self.why, &self.spots[..]) {
            (Some(why), []) => vec![Found::NotLooked { most: self.most, why: why.clone() }],
            (_, spots) => {
                let mut found = rows::unreached(self, spots);
                found.extend(skills::idle(self, spots));
                found
            }
        };
        (!self.is_stopped()).then(|| found.into_iter().map(flag).collect())
    }

    /// Where this looks.
    pub(super) fn looked(&self, spots: &[Spot<'_>]) -> Looked {
        // Whoever played some cells and computed others is no surer than of what was played.
        let by = spots.iter().map(|spot| match &spot.base {
            Base::Chain(..) => By::Chain,
            Base::Chases(chases) => By::Chases(chases.len() as u64),
            Base::Game(..) => By::Game,
        });
        let played = by.clone().find(|by| matches!(by, By::Chases(_)));
        Looked { cells: spots.len(), of: self.of, by: played.or_else(|| by.clone().next()).unwrap_or(By::Chain) }
    }

    pub(super) fn is_stopped(&self) -> bool {
        (self.stopped)()
    }

    /// What comes of changes in a cell.
    pub(super) fn change(&self, spot: &Spot<'_>, changes: &[(&Path, &Value)]) -> Change {
        if self.is_stopped() {
            return Change::None;
        }
        let mut root = spot.root.clone();
        for (path, value) in changes {
            if root.set(path, Node::new((*value).clone(), Place::Default)).is_err() {
                return Change::Refused;
            }
        }
        match prepare(&root, spot.system) {
            Ok(player) if spot.is_same(player.as_ref()) => Change::None,
            Ok(_) => Change::Some,
            Err(_) => Change::Refused,
        }
    }
}

impl<'a> Spot<'a> {
    /// A cell, or why it is not looked at.
    fn new(chain: usize, scenario: &Scenario, cell: &Cell, question: Option<&'a Question>) -> Result<Self, String> {
        let mut root = scenario.root.clone();
        set_factors(&mut root, &cell.factors).map_err(|problem| problem.to_string())?;
        let luck = Luck { seed: scenario.seed, cell: cell.key };
        let player = cell.player.as_ref();
        let base = match question {
            Some(question) => Base::Game(question, player.fingerprint(question, limits(GAME))?),
            None if player.is_solved() => {
                player.size(limits(SOLVED))?;
                Base::Chain(player.exact(limits(SOLVED))?, GROWTH * SOLVED)
            }
            None => match player.exact(limits(chain)) {
                Ok(exact) => Base::Chain(exact, GROWTH * CHAIN),
                // More than the run itself would be out of proportion.
                Err(_) => Base::Chases(hashes(player, luck, 0..CHASES.min(scenario.chases))),
            },
        };
        Ok(Self { root, factors: cell.factors.clone(), system: cell.system, luck, base })
    }

    /// Whether a changed cell is as this one is.
    fn is_same(&self, player: &dyn Player) -> bool {
        match &self.base {
            Base::Chain(base, most) => {
                // Whoever asks the solver has it solve a game of any size, so that the size is asked first.
                let fits = !player.is_solved() || player.size(limits(*most)).is_ok();
                fits && player.exact(limits(*most)).is_ok_and(|exact| are_same(base, &exact))
            }
            Base::Game(question, base) => {
                player.fingerprint(question, limits(GROWTH * GAME)).is_ok_and(|game| game == *base)
            }
            Base::Chases(base) => base.chunks(BLOCK as usize).zip(0..).all(|(known, block)| {
                let first = block * BLOCK;
                hashes(player, self.luck, first..first + known.len() as u64) == known
            }),
        }
    }
}

const fn limits(states: usize) -> Limits {
    Limits { states, bytes: 256 << 20, turns: usize::MAX }
}

/// A hash of each chase: how it ended, after how many turns, and what happened in it.
fn hashes(player: &dyn Player, luck: Luck, chases: std::ops::Range<u64>) -> Vec<u64> {
    let mut hashes = Vec::with_capacity((chases.end - chases.start) as usize);
    player.each(luck, chases, None, &mut |Played { end, detail, turns }, events| {
        let mut hash = FxHasher::default();
        (end as u8, detail.0, turns, events).hash(&mut hash);
        hashes.push(hash.finish());
    });
    hashes
}

/// Whether two distributions are the same but for rounding.
fn are_same(one: &Exact, other: &Exact) -> bool {
    let close = |one: &f64, other: &f64| (one - other).abs() <= SAME * one.abs().max(1.0);
    let all = |one: &[f64], other: &[f64]| {
        let longest = one.len().max(other.len());
        (0..longest).all(|at| close(one.get(at).unwrap_or(&0.0), other.get(at).unwrap_or(&0.0)))
    };
    let ends = |exact: &Exact| exact.outcomes_by_length().map(|(end, detail, _)| (end, detail)).collect::<Vec<_>>();
    let found = |exact: &Exact, which| {
        let mut outcomes = exact.outcomes_by_length();
        outcomes.find(|&(end, detail, _)| (end, detail) == which).map(|(.., lengths)| lengths.to_vec())
    };
    let which = [one, other].map(ends).concat();
    all(one.events(), other.events())
        && which
            .into_iter()
            .all(|which| all(&found(one, which).unwrap_or_default(), &found(other, which).unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Plan;

    /// The catcher alone rolls, at skill 0 against a risk of -2: a failure is by 1 or 2, and by up to 4 with what rows 2
    /// and 3 of the crash table take off the next turn's piloting.
    const ROWS: &str = r#"
        systems = ["fths"]
        [fths]
        start = 3
        rules = { damage = "off" }
        course = { kind = "fixed", segments = [["straight"]] }
        prey = { risk = -4 }
        catcher = { driving = "Fair", piloting = 0, stability = 0, risk = -2 }
    "#;

    fn plan(text: &str) -> Plan {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("scenario.toml");
        std::fs::write(&file, text).unwrap();
        Plan::new(Scenario::load(&file, &[]).unwrap()).unwrap()
    }

    /// What is found with chains up to so many states, without where it was looked for.
    fn found(chain: usize, plan: &Plan) -> Vec<String> {
        let cells: Vec<&Cell> = plan.cells.iter().collect();
        let bench = Bench::up_to(chain, &plan.scenario, &cells, cells.len() as u64, None, &|| false);
        let flags = bench.flags().unwrap().into_iter();
        flags
            .map(|flag| match flag.found {
                Found::Unreached { table, rows, looked, .. } => {
                    assert_eq!(matches!(looked.by, By::Chain), chain > 0);
                    format!("{table} {}", rows.join(" "))
                }
                Found::Idle { skill, up, down, .. } => format!("{skill} {up:?} {down:?}"),
                other => panic!("{other:?}"),
            })
            .collect()
    }

    #[test]
    fn chains_and_chases_find_the_same() {
        // A larger risk: rows are met so often that thousands of chases meet all that can be met.
        let risky = ROWS.replace("risk = -2", "risk = 0");
        for (text, rows) in
            [(risky.clone(), "crash 0"), (risky.replace("stability = 0", "stability = -3"), "crash 0 1 2 3")]
        {
            let plan = plan(&text);
            let exact = found(CHAIN, &plan);
            assert_eq!(exact[0], rows);
            assert_eq!(found(0, &plan), exact);
        }
        let mapped = plan("systems = [\"thw\"]\nprey.driving = \"Good\"");
        let exact = found(CHAIN, &mapped);
        assert_eq!(exact, ["prey.driving Some(\"Great\") None"]);
        assert_eq!(found(0, &mapped), exact);
    }

    #[test]
    fn the_rows_that_a_failure_cannot_come_to_are_found_and_no_others() {
        let rows = |text: &str| found(CHAIN, &plan(text)).into_iter().find(|said| said.starts_with("crash"));
        assert_eq!(rows(ROWS).as_deref(), Some("crash 0 5 6+"));
        // Each level is one more: the first failures come to rows 2 and 3, later ones to row 5 at most.
        assert_eq!(rows(&ROWS.replace("stability = 0", "stability = -1")).as_deref(), Some("crash 0 1 6+"));
        // At a risk that cannot fail nobody ever rolls: then the whole table says nothing, and none of it is told.
        assert_eq!(rows(&ROWS.replace("risk = -2", "risk = -4")), None);
    }

    #[test]
    fn nothing_is_said_when_stopped() {
        let plan = plan(ROWS);
        let cells: Vec<&Cell> = plan.cells.iter().collect();
        assert_eq!(Bench::new(&plan.scenario, &cells, 1, None, &|| true).flags(), None);
    }

    /// A foot chase whose policies are solved: the further off its end, the more states.
    const SOLVED_GAPS: &str = r#"
        systems = ["track"]
        [track]
        mode = "gap"
        start = 3
        max_turns = 60
        [track.prey]
        maneuver = "equilibrium"
        maneuvers.sprint = { roll = "1d20 + 5", check = "opposed", effect = { "1..7" = 1, "8+" = 2 } }
        [track.catcher]
        maneuver = "equilibrium"
        maneuvers.sprint = { roll = "1d20 + 6", check = "opposed", effect = { "1..7" = 1, "8+" = 2 } }
        [grid]
        "track.free_at" = [5, 120, 7]
    "#;

    #[test]
    fn cells_that_are_too_large_are_left_out_by_themselves() {
        let of_cells = |text: &str| {
            let plan = plan(text);
            let cells: Vec<&Cell> = plan.cells.iter().collect();
            let bench = Bench::new(&plan.scenario, &cells, cells.len() as u64, None, &|| false);
            let most = bench.spots.iter().map(|spot| match spot.base {
                Base::Chain(_, most) => most,
                _ => panic!("not a chain"),
            });
            (most.collect::<Vec<_>>(), bench.looked(&bench.spots), bench.flags().unwrap())
        };
        // What is solved again is let grow by its own limit.
        let (most, looked, flags) = of_cells(SOLVED_GAPS);
        assert_eq!(most, [GROWTH * SOLVED; 2], "{flags:?}");
        assert_eq!(looked, Looked { cells: 2, of: 3, by: By::Chain });
        assert!(flags.iter().all(|flag| !matches!(flag.found, Found::NotLooked { .. })));
        let (most, _, flags) = of_cells(&SOLVED_GAPS.replace("[5, 120, 7]", "[120]"));
        assert!(most.is_empty());
        let [Flag { found: Found::NotLooked { most: SOLVED, why }, .. }] = &flags[..] else { panic!("{flags:?}") };
        assert!(why.starts_with("the states do not fit: stopped at "), "{why}");
    }

    #[test]
    fn games_are_the_same_only_when_nothing_differs() {
        let question = Question::new("free", None).unwrap();
        let game = |text: &str| plan(text).cells[0].player.fingerprint(&question, limits(GAME)).unwrap();
        let thw = "systems = [\"thw\"]\nprey.driving = ";
        assert_eq!(game(&format!("{thw}\"Good\"")), game(&format!("{thw}\"Great\"")));
        assert_ne!(game(&format!("{thw}\"Good\"")), game(&format!("{thw}\"Fair\"")));
    }
}
