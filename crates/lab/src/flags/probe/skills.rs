//! Steps of a skill that change nothing.

use super::bench::{Bench, Change, Spot};
use crate::compare::dial::{Kind, dials};
use crate::flags::Found;
use crate::player::prepare;
use crate::scenario::Scenario;
use crate::sense::{Levels, own_terms};
use chaselab_core::tree::{Node, Path, Value};
use chaselab_core::{Place, Side};
use rayon::prelude::*;

/// A skill, and its neighbouring values.
struct Skill {
    path: Path,
    own: Value,
    down: Option<Value>,
    up: Option<Value>,
    /// Whether whoever has it may have nothing to use it on.
    idle_hands: bool,
}

/// The steps that change nothing.
pub(super) fn idle(bench: &Bench<'_>, spots: &[Spot<'_>]) -> Vec<Found> {
    let Some(first) = spots.first() else { return Vec::new() };
    let skills: Vec<Skill> = skills(bench, first).into_iter().filter(|skill| is_read(bench, first, skill)).collect();
    let found: Vec<Option<Found>> = skills
        .par_iter()
        .map(|skill| {
            let nothing = |to: &Option<Value>| {
                let to = to.as_ref()?;
                let is_idle = |spot: &Spot<'_>| bench.change(spot, &[(&skill.path, to)]) == Change::None;
                spots.iter().all(is_idle).then(|| said(to))
            };
            let (up, down) = (nothing(&skill.up), nothing(&skill.down));
            // Who has nothing to shoot with is no better for shooting well.
            if skill.idle_hands && up.is_some() && down.is_some() {
                return None;
            }
            (up.is_some() || down.is_some()).then(|| Found::Idle {
                skill: skill.path.clone(),
                own: said(&skill.own),
                up,
                down,
                looked: bench.looked(spots),
            })
        })
        .collect();
    found.into_iter().flatten().collect()
}

/// The skills of both sides that no factor varies: what a factor varies, its cells tell.
fn skills(bench: &Bench<'_>, spot: &Spot<'_>) -> Vec<Skill> {
    let scenario = Scenario { root: spot.root.clone(), ..bench.scenario.clone() };
    let mut skills: Vec<Skill> = dials(&scenario)
        .into_iter()
        .filter(|dial| dial.kind.is_skill())
        .map(|dial| {
            let at = |steps| dial.stepped(steps).map(|place| dial.values[place].1.clone());
            let weapon = dial.side.and_then(|side| spot.root.get(side.name())).and_then(|side| side.get("weapon"));
            Skill {
                own: dial.values[dial.at].1.clone(),
                down: at(-1),
                up: at(1),
                idle_hands: dial.kind == Kind::Gunnery && weapon.is_none(),
                path: dial.path.clone(),
            }
        })
        .collect();
    for system in [Some(bench.system), bench.then].into_iter().flatten() {
        for (side, key) in Side::BOTH.into_iter().flat_map(|side| system.skills().iter().map(move |key| (side, *key))) {
            let keys = [system.name(), side.name(), key];
            let written = keys.iter().try_fold(&spot.root, |node, key| node.get(key));
            skills.extend(written.and_then(|written| own_skill(&keys, written)));
        }
    }
    let varies = |path: &Path| spot.factors.iter().any(|factor| factor.path == *path);
    skills.into_iter().filter(|skill| !varies(&skill.path)).collect()
}

/// A skill that the scenario writes in a system's own terms.
fn own_skill(keys: &[&str], written: &Node) -> Option<Skill> {
    let mut terms = Vec::new();
    own_terms(keys, written, &mut terms);
    let term = terms.into_iter().find(|term| term.path.keys().len() == keys.len())?;
    let Levels::Each(values) = term.levels else { return None };
    let at = values.iter().position(|value| said(value).eq_ignore_ascii_case(&said(&written.value)))?;
    let near = |place: Option<usize>| place.and_then(|place| values.get(place)).cloned();
    Some(Skill {
        path: term.path,
        own: values[at].clone(),
        down: near(at.checked_sub(1)),
        up: near(at.checked_add(1)),
        idle_hands: false,
    })
}

/// Whether the system reads a skill: what something of its own hides cannot change anything.
fn is_read(bench: &Bench<'_>, spot: &Spot<'_>, skill: &Skill) -> bool {
    let mut root = spot.root.clone();
    root.set(&skill.path, Node::new(skill.own.clone(), Place::Default)).is_ok()
        && prepare(&root, bench.system).is_ok()
        && root.used_at(&skill.path) == Some(true)
}

/// A value as it is shown: a text without quotes.
fn said(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        other => other.to_string(),
    }
}
