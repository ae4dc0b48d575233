//! Some cells of a system, ready to be changed and looked at again.

use super::{rows, skills};
use crate::flags::{By, Flag, Looked};
use crate::game::Question;
use crate::kernel::Played;
use crate::plan::{Cell, Factor, set_factors};
use crate::player::{Luck, Player, Seen, prepare};
use crate::scenario::Scenario;
use chaselab_core::Place;
use chaselab_core::tree::{Node, Path, Value};
use chaselab_solve::{Exact, Limits};
use chaselab_systems::SystemId;
use rayon::prelude::*;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::ops::Range;

/// Up to how many states something is done again and again.
#[derive(Clone, Copy)]
struct Most {
    /// A chain is computed.
    chain: usize,
    /// A game is built.
    game: usize,
    /// A game is solved.
    solved: usize,
}

const MOST: Most = Most { chain: 5_000, game: 10_000, solved: 200 };
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
    spots: Vec<Spot<'a>>,
    of: u64,
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
    /// The same, what is free in it being decided by chance: nothing has to be solved.
    Random(Option<&'a Question>, Vec<u64>),
    /// A hash of the whole game, and how many states a changed one may have.
    Game(&'a Question, u64, usize),
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
        Self::up_to(MOST, scenario, cells, of, question, stopped)
    }

    /// The same with other sizes.
    fn up_to(
        most: Most,
        scenario: &'a Scenario,
        cells: &[&Cell],
        of: u64,
        question: Option<&'a Question>,
        stopped: &'a (dyn Fn() -> bool + Sync),
    ) -> Self {
        let spot = |cell: &&Cell| if stopped() { None } else { Spot::new(most, scenario, cell, question) };
        Self {
            system: cells[0].system,
            then: cells[0].player.then(),
            scenario,
            spots: cells.par_iter().filter_map(spot).collect(),
            of,
            stopped,
        }
    }

    /// What nothing depends on; nothing at all when it was stopped.
    pub fn flags(&self) -> Option<Vec<Flag>> {
        let flag = |found| Flag { system: self.system, then: self.then, solved: false, found };
        let found = rows::unreached(self, &self.spots).into_iter().chain(skills::idle(self, &self.spots));
        let found: Vec<Flag> = found.map(flag).collect();
        (!self.is_stopped()).then_some(found)
    }

    /// Where this looks.
    pub(super) fn looked(&self, spots: &[Spot<'_>]) -> Looked {
        let by = spots.iter().map(|spot| match &spot.base {
            Base::Chain(..) => By::Chain,
            Base::Chases(chases) => By::Chases(chases.len() as u64),
            Base::Random(_, chases) => By::Random(chases.len() as u64),
            Base::Game(..) => By::Game,
        });
        // Nobody is surer of all cells than of the one of which is known least.
        Looked { cells: spots.len(), of: self.of, by: by.max().unwrap_or(By::Chain) }
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
    /// A cell; nothing where its factors do not go together any more.
    fn new(most: Most, scenario: &Scenario, cell: &Cell, question: Option<&'a Question>) -> Option<Self> {
        let mut root = scenario.root.clone();
        set_factors(&mut root, &cell.factors).ok()?;
        let luck = Luck { seed: scenario.seed, cell: cell.key };
        let player = cell.player.as_ref();
        // More than the run itself would be out of proportion.
        let few = || 0..CHASES.min(scenario.chases);
        let base = match question {
            Some(question) => match player.fingerprint(question, limits(most.game)) {
                Ok(game) => Base::Game(question, game, GROWTH * most.game),
                Err(_) => Base::Random(Some(question), random(player, Some(question), luck, 0..CHASES)),
            },
            // Whoever asks the solver has it solve a game of any size, so that the size is asked first.
            None if player.is_solved() => {
                match player.size(limits(most.solved)).and_then(|_| player.exact(limits(most.solved))) {
                    Ok(exact) => Base::Chain(exact, GROWTH * most.solved),
                    Err(_) => Base::Random(None, random(player, None, luck, few())),
                }
            }
            None => match player.exact(limits(most.chain)) {
                Ok(exact) => Base::Chain(exact, GROWTH * most.chain),
                Err(_) => Base::Chases(hashes(player, luck, few())),
            },
        };
        Some(Self { root, factors: cell.factors.clone(), system: cell.system, luck, base })
    }

    /// Whether a changed cell is as this one is.
    fn is_same(&self, player: &dyn Player) -> bool {
        match &self.base {
            Base::Chain(base, most) => {
                let fits = !player.is_solved() || player.size(limits(*most)).is_ok();
                fits && player.exact(limits(*most)).is_ok_and(|exact| are_same(base, &exact))
            }
            Base::Game(question, base, most) => {
                player.fingerprint(question, limits(*most)).is_ok_and(|game| game == *base)
            }
            Base::Chases(base) => are_played(base, |chases| hashes(player, self.luck, chases)),
            Base::Random(question, base) => are_played(base, |chases| random(player, *question, self.luck, chases)),
        }
    }
}

/// Whether the same chases are played again, block by block.
fn are_played(base: &[u64], play: impl Fn(Range<u64>) -> Vec<u64>) -> bool {
    base.chunks(BLOCK as usize).zip(0..).all(|(known, block)| {
        let first = block * BLOCK;
        play(first..first + known.len() as u64) == known
    })
}

const fn limits(states: usize) -> Limits {
    Limits { states, bytes: 256 << 20, turns: usize::MAX }
}

/// A hash of each chase.
fn hashes(player: &dyn Player, luck: Luck, chases: Range<u64>) -> Vec<u64> {
    hashed(|seen| player.each(luck, chases, None, seen))
}

/// The same, what is free being decided by chance.
fn random(player: &dyn Player, question: Option<&Question>, luck: Luck, chases: Range<u64>) -> Vec<u64> {
    hashed(|seen| player.each_at_random(question, luck, chases, seen))
}

/// How each chase ended, after how many turns, and what happened in it.
fn hashed(play: impl FnOnce(&mut Seen<'_>)) -> Vec<u64> {
    let mut hashes = Vec::new();
    play(&mut |Played { end, detail, turns }, events| {
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
    use crate::flags::Found;
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

    /// Everything is too large.
    const NONE: Most = Most { chain: 0, game: 0, solved: 0 };

    /// What is found up to some sizes, without where it was looked for.
    fn found(most: Most, plan: &Plan) -> Vec<String> {
        found_for(most, plan, None)
    }

    /// The same of what is played, or of the games for a question.
    fn found_for(most: Most, plan: &Plan, question: Option<&Question>) -> Vec<String> {
        let cells: Vec<&Cell> = plan.cells.iter().collect();
        let bench = Bench::up_to(most, &plan.scenario, &cells, cells.len() as u64, question, &|| false);
        let flags = bench.flags().unwrap().into_iter();
        flags
            .map(|flag| match flag.found {
                Found::Unreached { table, rows, looked, .. } => {
                    assert_eq!(looked.by.is_played(), most.chain == 0);
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
            let exact = found(MOST, &plan);
            assert_eq!(exact[0], rows);
            assert_eq!(found(NONE, &plan), exact);
        }
        let mapped = plan("systems = [\"thw\"]\nprey.driving = \"Good\"");
        let exact = found(MOST, &mapped);
        assert_eq!(exact, ["prey.driving Some(\"Great\") None"]);
        assert_eq!(found(NONE, &mapped), exact);
    }

    #[test]
    fn the_rows_that_a_failure_cannot_come_to_are_found_and_no_others() {
        let rows = |text: &str| found(MOST, &plan(text)).into_iter().find(|said| said.starts_with("crash"));
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
    fn what_is_too_large_to_be_solved_again_is_played_at_random() {
        let plan = plan(SOLVED_GAPS);
        let cells: Vec<&Cell> = plan.cells.iter().collect();
        let bench = Bench::new(&plan.scenario, &cells, cells.len() as u64, None, &|| false);
        let most: Vec<Option<usize>> = bench
            .spots
            .iter()
            .map(|spot| match &spot.base {
                // What is solved again is let grow by its own limit.
                Base::Chain(_, most) => Some(*most),
                Base::Random(None, chases) if chases.len() as u64 == CHASES => None,
                _ => panic!("neither solved nor at random"),
            })
            .collect();
        let solved = Some(GROWTH * MOST.solved);
        assert_eq!(most, [solved, None, solved]);
        assert_eq!(bench.looked(&bench.spots), Looked { cells: 3, of: 3, by: By::Random(CHASES) });
        // Whatever the order of cells, the line says how least is known.
        assert!(By::Random(1) > By::Chases(CHASES) && By::Chases(1) > By::Game && By::Game > By::Chain);
    }

    #[test]
    fn games_and_chases_at_random_find_the_same() {
        let question = Question::new("free", None).unwrap();
        // The highest risk against the worst roll fails by 1, and what that comes to makes nothing worse.
        let bound = "systems = [\"fths\"]\n[fths]\nrules = { damage = \"off\", break_off = 4 }\n\
            course = { kind = \"fixed\", segments = [[\"straight\"]] }\n\
            prey = { driving = 4, max_risk = 1, stability = 0 }\n\
            catcher = { driving = 4, max_risk = 1, stability = 0 }\n";
        for text in [bound, "systems = [\"thw\"]\nprey.driving = \"Good\""] {
            let plan = plan(text);
            let games = found_for(MOST, &plan, Some(&question));
            assert!(!games.is_empty(), "{text}");
            assert_eq!(found_for(NONE, &plan, Some(&question)), games, "{text}");
        }
    }

    /// A fight in which blows reach every wound but the last.
    const FIGHT: &str = "systems = [\"fudge\"]\n[fudge]\nmax_turns = 20\n\
        prey = { act = \"fight\", damage_factor = 2 }\ncatcher = { act = \"fight\", damage_factor = 3, capacity = 1 }\n";

    #[test]
    fn a_row_of_which_a_part_can_say_nothing_else_is_not_told() {
        // The row is one wide: it cannot begin later, and nothing else in it matters.
        let narrow = "tables.wounds.near-death.from = 8";
        for (text, changes) in [(narrow, true), ("tables.wounds.near-death.from = 9", false)] {
            let plan = plan(&format!("{FIGHT}{text}\n"));
            let told =
                found(MOST, &plan).into_iter().any(|said| said.starts_with("wounds") && said.contains("incapacitated"));
            assert!(!told, "{text}");
            // Beginning earlier it does matter.
            let free = |text: &str| self::plan(text).cells[0].player.exact(limits(100_000)).unwrap();
            let earlier = format!("{FIGHT}{text}\ntables.wounds.incapacitated.from = 6\n");
            assert!(!are_same(&free(&format!("{FIGHT}{text}\n")), &free(&earlier)), "{changes}");
        }
    }

    /// Where two rows come to the same, their chances are added up in another order when one of them begins elsewhere.
    #[test]
    fn games_that_differ_by_rounding_alone_are_the_same() {
        let question = Question::new("free", None).unwrap();
        let plan = plan(&FIGHT.replace("\"fight\"", "\"equilibrium\""));
        let exact = found(MOST, &self::plan(FIGHT));
        let game = found_for(MOST, &plan, Some(&question));
        let wounds = |said: &[String]| said.iter().find(|said| said.starts_with("wounds")).cloned();
        assert!(wounds(&exact).is_some(), "{exact:?}");
        assert_eq!(wounds(&game), wounds(&exact));
    }

    #[test]
    fn games_are_the_same_only_when_nothing_differs() {
        let question = Question::new("free", None).unwrap();
        let game = |text: &str| plan(text).cells[0].player.fingerprint(&question, limits(MOST.game)).unwrap();
        let thw = "systems = [\"thw\"]\nprey.driving = ";
        assert_eq!(game(&format!("{thw}\"Good\"")), game(&format!("{thw}\"Great\"")));
        assert_ne!(game(&format!("{thw}\"Good\"")), game(&format!("{thw}\"Fair\"")));
    }
}
