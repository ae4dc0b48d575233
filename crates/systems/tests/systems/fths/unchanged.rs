//! With damage off the chase is what it always was: the same states, the same questions, the same luck. Each hash is
//! over two thousand sampled chases, every phase of them, and was recorded before vehicle damage was played at all.

use crate::exact::read;
use chaselab_core::contract::{Limits, check};
use chaselab_core::{Action, Next, Pace, Pair, Roll};
use chaselab_systems::fths::{Fths, Plain, State};
use chaselab_systems::{Playable, Prepared, Use};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

/// FNV-1a, over numbers.
struct Hash(u64);

impl Hash {
    fn add(&mut self, number: i16) {
        for byte in number.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

fn hash<S: Playable>(prepared: &Prepared<S>) -> u64 {
    let system = &prepared.system;
    let mut hash = Hash(0xcbf2_9ce4_8422_2325);
    for seed in 0..2_000 {
        let mut chance = Roll::new(Pcg64Mcg::seed_from_u64(seed));
        let mut state = system.start(&mut chance);
        let mut turn = 0;
        while turn < prepared.max_turns {
            system.view(&state).0.iter().for_each(|&number| hash.add(number));
            match system.next(&state) {
                Next::Choose(choices) => {
                    let gap = system.view(&state).gap();
                    let picks = Pair::of(|side| match choices[side].waits() {
                        true => Action(0),
                        false => {
                            let decision = usize::from(choices[side].decision.0);
                            prepared.behaviours[side][decision].distribution(choices[side], gap)[0].action
                        }
                    });
                    system.choose(&mut state, picks);
                }
                Next::Resolve => {
                    if system.resolve(&mut state, &mut chance) == Pace::NextTurn {
                        turn += 1;
                    }
                }
                Next::Over(end, detail) => {
                    hash.add(end as i16);
                    hash.add(detail.0.into());
                    break;
                }
            }
        }
        chance.events().iter().for_each(|&count| hash.add(count as i16));
    }
    hash.0
}

/// A setting, the states that play can reach in it (at most 4,000 are looked at), and the hash.
const KNOWN: [(&str, usize, u64); 8] = [
    ("course = { kind = \"fixed\", segments = [[\"straight\", \"medium-traffic\"]] }", 4000, 0xca5d_da7d_4396_3f0a),
    (
        "rules.break_off = 4\ncourse = { kind = \"fixed\", segments = [[\"straight\", \"medium-traffic\"]] }",
        2666,
        0x0fc1_7bbd_8b6e_e65e,
    ),
    ("rules.crash_spice = \"2dF\"\nprey = { risk = 2 }\ncatcher = { risk = 3 }", 4000, 0xaf09_7531_ccbe_d258),
    (
        "rules.break_off = 6\nprey = { risk = 1, action = [\"open\"] }\ncatcher = { tracking = true, risk = 1 }",
        4000,
        0x3641_bae2_9bb0_1547,
    ),
    (
        "rules.min_crash_level = \"none\"\nprey = { stability = 2, risk = 3 }\ncatcher = { risk = 2 }",
        4000,
        0xf1b9_6588_2621_4d8b,
    ),
    (
        "max_turns = 40\ncourse = { kind = \"random\", weights = [[3, [\"straight\"]], [1, [\"sharp-turn\", \"light-traffic\"]]] }\nprey = { risk = 1 }",
        4000,
        0xd8f2_6607_6134_ac66,
    ),
    (
        "rules.repeat_points = \"yes\"\ncourse = { kind = \"fixed\", segments = [[\"hairpin\"], [], [\"roadworks\", \"pedestrian-crossing\"]], after = \"last\" }\nstrike = [{ turn = 3, side = \"prey\", element = \"hairpin\" }]\nprey = { risk = 1 }\ncatcher = { risk = 2 }",
        4000,
        0xf205_1cde_8ccf_b480,
    ),
    (
        "rules.lose_elements = \"catcher\"\nstart = 5\nprey = { risk = { \"0..2\" = 2, \"3+\" = 0 } }",
        4000,
        0x84b6_3e0c_e3a5_b764,
    ),
];

/// How many states play can reach, the hash, and the size of a state.
struct Looked;

impl Use for Looked {
    type Output = (usize, u64, usize);

    fn prepared<S: Playable>(self, prepared: Prepared<S>) -> Self::Output {
        let looked = check(&prepared.system, Limits { states: 4_000, sampled: 0, ..Limits::default() });
        (looked.states, hash(&prepared), size_of::<S::State>())
    }
}

#[test]
fn damage_off_is_what_it_was() {
    for (setting, states, known) in KNOWN {
        let prepared = read::<Fths>(&text(setting));
        assert_eq!(Looked.prepared(prepared), (states, known, size_of::<State>()), "{setting}");
    }
}

#[test]
fn what_has_no_part_in_a_setting_is_left_out_and_changes_nothing() {
    const STREET: &str = "course = { kind = \"fixed\", segments = [[\"straight\", \"medium-traffic\"]] }";
    // A course of one segment is rolled for all the same, where it is drawn.
    const DRAWN: [&str; 2] = [
        "max_turns = 40\ncourse = { kind = \"random\", weights = [[2, [\"straight\", \"medium-traffic\"]]] }",
        "course = { kind = \"independent\", weights = [[2, [\"straight\", \"medium-traffic\"]]] }",
    ];
    assert!(size_of::<State<Plain>>() <= 16);
    for setting in KNOWN.map(|(setting, ..)| setting).into_iter().chain(DRAWN) {
        let setting = if setting.contains("course") { setting.to_owned() } else { format!("{setting}\n{STREET}") };
        let (states, hash, _) = Looked.prepared(read::<Fths>(&text(&setting)));
        let size = if setting.contains(STREET) { size_of::<State<Plain>>() } else { size_of::<State>() };
        assert_eq!(Fths::lean(read(&text(&setting)), Looked), (states, hash, size), "{setting}");
    }
}

fn text(setting: &str) -> String {
    format!("[fths]\nrules.damage = \"off\"\n{setting}\n")
}
