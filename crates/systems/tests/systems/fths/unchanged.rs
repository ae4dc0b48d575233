//! With damage off the chase is what it always was: the same states, the same questions, the same luck. Each hash is
//! over two thousand sampled chases, every phase of them, and was recorded before vehicle damage was played at all.

use crate::exact::read;
use crate::looked::Looked;
use chaselab_systems::fths::{Fths, Plain, State};
use chaselab_systems::{Playable, Use};

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
