//! `then = "fudge"`: what follows a caught prey that can still fight (rules/fudge.md 4).

use chaselab_core::Problem;
use chaselab_core::tree::Reader;
use chaselab_systems::SystemId;

type Read<T> = Result<T, Box<Problem>>;

/// The key.
const KEY: &str = "then";
/// Nothing follows: what holds when nothing is written.
const NONE: &str = "none";
/// The only system that can follow another.
const FIGHT: SystemId = SystemId::Fudge;

/// The system that follows, where one does.
///
/// # Errors
/// When it is none that can.
pub fn read(root: Reader<'_>) -> Read<Option<SystemId>> {
    let Some(node) = root.get(KEY) else { return Ok(None) };
    let name = node.text(KEY)?;
    if name == NONE {
        return Ok(None);
    }
    match SystemId::parse(name) {
        Some(FIGHT) => Ok(Some(FIGHT)),
        Some(chase) => {
            let message = format!("{} ({name}) cannot follow a chase: it is one itself", chase.title());
            Err(Problem::new(&node.place, message).expected(format!("\"{}\", or \"{NONE}\"", FIGHT.name())))
        }
        None => Err(Problem::new(&node.place, format!("nothing called `{name}` can follow a chase"))
            .nearest(name, [FIGHT.name(), NONE])),
    }
}

/// Checks that what follows is not among what it follows.
///
/// # Errors
/// When a fight would follow itself.
pub fn check(root: Reader<'_>, then: Option<SystemId>, systems: &[SystemId]) -> Read<()> {
    match then {
        Some(fight) if systems.contains(&fight) => {
            let place = root.get(KEY).map_or_else(|| root.place(), |node| node.place.clone());
            let name = fight.name();
            let message = format!("a fight follows a chase, not itself: {name} is among the systems");
            Err(Problem::new(&place, message).help(format!("take {name} out of systems, or leave out `{KEY}`")))
        }
        _ => Ok(()),
    }
}

/// How a system that is not played could be.
pub fn help(system: SystemId) -> String {
    let name = system.name();
    let follow = if system == FIGHT { format!(", or write {KEY} = \"{name}\"") } else { String::new() };
    format!("add \"{name}\" to systems{follow}")
}

/// The ids of a system and of what follows it.
pub fn ids(system: SystemId, then: Option<SystemId>) -> String {
    let then = then.map(|fight| format!(" and {}", fight.name())).unwrap_or_default();
    format!("{}{then}", system.name())
}

/// What a system and what follows it are called on screen.
pub fn title(system: SystemId, then: Option<SystemId>) -> String {
    match then {
        None => system.title().to_owned(),
        Some(fight) => format!("{}, then {}", system.title(), fight.title()),
    }
}

/// The same with ids.
pub fn heading(system: SystemId, then: Option<SystemId>) -> String {
    match then {
        None => format!("{} ({})", system.title(), system.name()),
        Some(fight) => format!("{} ({}), then {} ({})", system.title(), system.name(), fight.title(), fight.name()),
    }
}
