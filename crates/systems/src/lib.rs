//! The rules systems of Chaselab, each a folder with its tables, and how they are read from a scenario.
//!
//! A further system is one folder that implements [`Playable`], and one word in [`systems!`] below.

mod explain;
pub mod fistful;
pub mod fths;
pub mod fudge;
mod load;
pub mod neutral;
mod parts;
mod policy;
mod reading;
pub mod reflex;
pub mod thw;
pub mod track;

pub use explain::{Explained, Scale, Switch, TurnLength};
pub use load::{Input, all_tables};

use chaselab_core::tables::Tables;
use chaselab_core::{Behaviour, Detail, Pair, Problem, System};

/// A system that can be read from a scenario.
pub trait Playable: System {
    /// The name on screen.
    const TITLE: &'static str;

    /// The system's own tables as `(name, text of the file)`.
    const TABLES: &'static [(&'static str, &'static str)];

    /// What may stand in the system's own section, as a JSON Schema object; `tables` and `overlays` are added to it.
    const SCHEMA: &'static str = "{}";

    /// How long a unit of the gap is, where the rules say it.
    const GAP: Option<Scale> = None;

    /// Paths of other systems' terms that this one reads too, such as `fths.tables.maneuver`.
    const ALSO_READS: &'static [&'static [&'static str]] = &[];

    /// The terms of a side, in the system's own section, that are skills of whoever is aboard.
    const SKILLS: &'static [&'static str] = &[];

    /// How long a turn lasts, where the rules say it or an assumption is stated.
    const TURN: Option<TurnLength> = None;

    /// Whether its chases are played quicker by its rules compiled into questions than by the rules themselves, as measured
    /// (docs/speed.md). The chases are the same.
    const QUICKER_COMPILED: bool = false;

    /// Every detail with which a prey is caught, and who is stunned then, where a fight can follow; nothing where nobody
    /// is left to fight (rules/fudge.md 4).
    const CAUGHT: &'static [(Detail, Option<Pair<bool>>)] = &[(Detail::NONE, Some(NOBODY_STUNNED))];

    /// Hands a prepared system on as the type that does no more than its setting needs, where there is such a type: the
    /// chases are the same.
    fn lean<U: Use>(prepared: Prepared<Self>, user: U) -> U::Output {
        user.prepared(prepared)
    }

    /// Checks what the rules need of all tables, whichever rows of them a scenario will use.
    ///
    /// # Errors
    /// Numbers that no rule can play, bands that leave a gap or overlap, and the like.
    fn check_tables(tables: &Tables) -> Result<(), Box<Problem>> {
        let _ = tables;
        Ok(())
    }

    /// The system for a scenario, with how both sides behave.
    ///
    /// # Errors
    /// The first thing in the scenario that the rules cannot play.
    fn read(input: &Input<'_>) -> Result<Prepared<Self>, Box<Problem>>;
}

/// Both sides are active when a chase is over.
pub const NOBODY_STUNNED: Pair<bool> = Pair::new(false, false);

/// A system, ready to be played or solved.
#[derive(Debug)]
pub struct Prepared<S> {
    /// The rules for this setting.
    pub system: S,
    /// What each side does, by decision.
    pub behaviours: Pair<Vec<Behaviour>>,
    /// The most turns; a chase that lasts longer is a timeout.
    pub max_turns: u16,
    /// Every switch and how it is set.
    pub switches: Vec<Switch>,
    /// Each side's numbers and where they came from.
    pub explained: Vec<Explained>,
}

impl<S> Prepared<S> {
    /// The same with another form of its rules.
    pub(crate) fn map<T>(self, change: impl FnOnce(S) -> T) -> Prepared<T> {
        let Self { system, behaviours, max_turns, switches, explained } = self;
        Prepared { system: change(system), behaviours, max_turns, switches, explained }
    }
}

/// Does something with a prepared system, whichever type its setting needs.
pub trait Use {
    /// What it gives.
    type Output;

    /// Called with the system.
    fn prepared<S: Playable>(self, prepared: Prepared<S>) -> Self::Output;
}

/// Does something with a system that is known only by its id.
pub trait Visitor {
    /// What it gives.
    type Output;

    /// Called with the type of the system.
    fn visit<S: Playable>(self) -> Self::Output;
}

/// Makes the list of systems, and the way from an id to a type.
macro_rules! systems {
    ($($module:ident :: $system:ident),+ $(,)?) => {
        /// A system that Chaselab plays.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum SystemId {
            $(
                #[doc = concat!("`", stringify!($module), "`")]
                $system,
            )+
        }

        impl SystemId {
            /// All systems in the order in which they are listed.
            pub const ALL: &'static [Self] = &[$(Self::$system),+];

            /// The id in scenario files.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$system => <$module::$system as System>::ID,)+
                }
            }

            /// The name on screen.
            pub const fn title(self) -> &'static str {
                match self {
                    $(Self::$system => <$module::$system as Playable>::TITLE,)+
                }
            }

            /// What may stand in the system's own section, as a JSON Schema object.
            pub const fn schema(self) -> &'static str {
                match self {
                    $(Self::$system => <$module::$system as Playable>::SCHEMA,)+
                }
            }

            /// Hands the system's type to `visitor`.
            pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {
                match self {
                    $(Self::$system => visitor.visit::<$module::$system>(),)+
                }
            }

            /// The system's own tables, as embedded.
            pub fn tables(self) -> &'static Tables {
                match self {
                    $(Self::$system => {
                        static TABLES: std::sync::LazyLock<Tables> = std::sync::LazyLock::new(|| {
                            Tables::embedded(<$module::$system as System>::ID, <$module::$system as Playable>::TABLES)
                        });
                        &TABLES
                    })+
                }
            }

            /// Checks what the rules need of all tables, whichever rows of them a scenario will use.
            ///
            /// # Errors
            /// Numbers that no rule can play, bands that leave a gap or overlap, and the like.
            pub fn check_tables(self, tables: &Tables) -> Result<(), Box<Problem>> {
                match self {
                    $(Self::$system => <$module::$system as Playable>::check_tables(tables),)+
                }
            }

            /// Paths of other systems' terms that this one reads too.
            pub const fn also_reads(self) -> &'static [&'static [&'static str]] {
                match self {
                    $(Self::$system => <$module::$system as Playable>::ALSO_READS,)+
                }
            }

            /// The terms of a side, in the system's own section, that are skills.
            pub const fn skills(self) -> &'static [&'static str] {
                match self {
                    $(Self::$system => <$module::$system as Playable>::SKILLS,)+
                }
            }

            /// How long a turn lasts, where that is known or assumed.
            pub const fn turn(self) -> Option<TurnLength> {
                match self {
                    $(Self::$system => <$module::$system as Playable>::TURN,)+
                }
            }
        }
    };
}

systems! { fths::Fths, thw::Thw, reflex::Reflex, fistful::Fistful, fudge::Fudge, track::Track }

impl SystemId {
    /// The system with this id.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|system| system.name() == name)
    }
}
