//! Sampled and exact agree in the systems of the Fudge family, with all that their rules have, and on designers' tracks.

use crate::agreement::agree;

/// Fudge chases with full damage: fire, rams and blocks, traffic, air, water and speed. Few turns, or few shots, keep the
/// states of what is worn to a number that fits.
pub const CHASES: [(&str, &str); 11] = [
    (
        "fths",
        "[prey]\nweapon = \"pistol\"\n[catcher]\nweapon = \"rifle\"\n[fths]\nrules.damage = \"full\"\nmax_turns = 3\nstart = 1\n\
         course = { kind = \"open\" }\nprey = { risk = -4, shots = 1 }\ncatcher = { risk = -1, shots = 1 }",
    ),
    (
        "fths",
        "[prey]\nweapon = \"pistol\"\n[catcher]\nweapon = \"rifle\"\n[fths]\nrules.damage = \"full\"\nstart = 2\n\
         course = { kind = \"open\" }\nmax_turns = 12\n\
         prey = { risk = -2, shots = 2, called_shot = \"engine\", gunner = \"none\", action = [\"fire\", \"open\"], size = 10 }\n\
         catcher = { risk = -4, shots = 4, called_shot = \"power\", targeting = 2, size = 7 }",
    ),
    (
        "fths",
        "[fths]\nrules = { damage = \"full\", ram_difference = \"performance\" }\nstart = 0\nmax_turns = 4\ncourse = { kind = \"open\" }\n\
         prey = { risk = 1, maneuver = 2, answer = \"ram\" }\ncatcher = { risk = 2, maneuver = 1, action = [\"block\", \"ram\", \"close\"] }",
    ),
    (
        "fths",
        "[prey]\nvehicle = \"motorcycle\"\n[catcher]\nvehicle = \"bulldozer\"\n[fths]\nrules.damage = \"full\"\nstart = 0\nmax_turns = 2\n\
         course = { kind = \"fixed\", segments = [[\"straight\"], [\"sharp-turn\"]] }\nprey.risk = 0\ncatcher = { risk = 1, maneuver = 3, action = \"ram\" }",
    ),
    (
        "fths",
        "[fths]\nrules.damage = \"full\"\nmax_turns = 3\ncourse = { kind = \"fixed\", segments = [[\"heavy-traffic\", \"hairpin\"]] }\n\
         prey.risk = -4\ncatcher.risk = 3",
    ),
    (
        "fths",
        "[terrain]\nkind = \"city\"\n[fths]\nrules = { damage = \"full\", crash_spice = \"2dF\", break_off = 4 }\nmax_turns = 2\n\
         prey.risk = -4\ncatcher.risk = 2",
    ),
    (
        "fths",
        "[catcher]\nvehicle = \"helicopter\"\nweapon = \"rifle\"\n[fths]\nrules.damage = \"full\"\nmax_turns = 6\nstart = 1\n\
         course = { kind = \"fixed\", segments = [[\"straight\", \"tall-buildings\"], [\"sharp-turn\"]] }\n\
         prey.risk = -4\ncatcher = { risk = -4, shots = 3, targeting = 2 }",
    ),
    (
        "fths",
        "[catcher]\nvehicle = \"helicopter\"\n[fths]\nrules.damage = \"full\"\nmax_turns = 3\nstart = 1\n\
         course = { kind = \"fixed\", segments = [[\"tall-buildings\"], [\"canyon\"]] }\nprey.risk = -4\ncatcher.risk = 3",
    ),
    (
        "fths",
        "[prey]\nvehicle = \"jet\"\n[catcher]\nvehicle = \"jet\"\nweapon = \"rocket\"\n[fths]\nrules.damage = \"full\"\nstart = 1\nmax_turns = 3\n\
         course = { kind = \"random\", weights = [[1, [\"canyon\"]], [2, []]] }\nprey = { risk = 3, piloting = 0 }\ncatcher.risk = -4",
    ),
    (
        "fths",
        "[prey]\nvehicle = \"speedboat\"\n[catcher]\nvehicle = \"patrol-boat\"\nweapon = \"heavy-machine-gun\"\n[fths]\nrules.damage = \"full\"\n\
         max_turns = 3\nstart = 2\ncourse = { kind = \"fixed\", segments = [[\"channel\"], [\"moored-boats\"]] }\nprey.risk = 2\n\
         catcher = { risk = -4, shots = 2 }",
    ),
    (
        "fths",
        "[prey]\nvehicle = \"sports-car\"\nweapon = \"pistol\"\n[catcher]\nvehicle = \"motorcycle\"\nweapon = \"rifle\"\n[fths]\nrules.damage = \"full\"\n\
         start = 1\nmax_turns = 9\ncourse = { kind = \"open\", contest = \"speed\", acceleration_turns = 2 }\n\
         prey = { risk = 1, shots = 1, called_shot = \"tyres\" }\ncatcher = { risk = 2, shots = 2 }",
    ),
];

/// Fights in all three modes: several fighters, points, stun, mass scale, flights and yielding.
pub const FIGHTS: [(&str, &str); 9] = [
    ("fudge", ""),
    ("fudge", "[fudge]\nmode = \"story\"\nprey.skill = \"Good\"\nmax_turns = 3"),
    (
        "fudge",
        "[prey]\nweapon = \"pistol\"\n[catcher]\nweapon = \"rifle\"\n[fudge]\nmode = \"blow-by-blow\"\nprey = { skill = 1, capacity = 3 }\n\
         catcher.capacity = 2",
    ),
    (
        "fudge",
        "[fudge]\nprey = { fighters = 2, weapon = \"sword\", skill = 1 }\ncatcher = { fighters = 3, weapon = \"club\" }\nboxes = [1, 1, 1, 1, 1]",
    ),
    (
        "fudge",
        "[fudge]\nprey = { points = 2, act = [\"fight+4\", \"fight\"], weapon = \"knife\", reroll = \"hurt\" }\n\
         catcher = { points = 1, reroll = \"always\", reduce = \"very-hurt\", weapon = \"sword\" }",
    ),
    (
        "fudge",
        "[fudge]\nprey = { weapon = \"taser\", skill = 2, out_of_action = 1 }\ncatcher = { fighters = 2, weapon = \"unarmed\", strength = \"Great\" }",
    ),
    (
        "fudge",
        "[fudge]\nprey = { scale = 3, weapon = \"club\", skill = -1 }\ncatcher = { fighters = 2, scale = -1, weapon = \"sword\", skill = 2 }",
    ),
    (
        "fudge",
        "[fudge]\nrules = { cap = \"legendary..terrible\", first_blow = \"catcher\" }\nmode = \"blow-by-blow\"\n\
         prey = { flee = \"hurt\", movement = 1, weapon = \"knife\" }\ncatcher = { yield_at = \"very-hurt\", flee = \"never\", weapon = \"knife\" }",
    ),
    (
        "fudge",
        "[fudge]\nrules.failed_flight = \"safe\"\nprey = { act = { mix = { fight = 0.6, flee = 0.3, yield = 0.1 } } }\n\
         catcher = { act = { \"0\" = \"fight\", \"1+\" = { mix = { fight = 0.5, flee = 0.5 } } } }",
    ),
];

/// Tracks of one marker and of two counters, with every kind of check and effect.
pub const TRACKS: [(&str, &str); 7] = [
    ("track", ""),
    ("track", "[track]\nstart = \"1d4 + 1\"\nfree_at = 8\nmax_turns = 15\nstopped_at = 1"),
    (
        "track",
        "[track]\nmode = \"scores\"\nprey_wins_at = 6\ncatcher_wins_at = 2\nprey.maneuvers.attempt = { roll = \"1d20\", check = 11, effect = { \">= 0\" = 1, \"< 0\" = { other = 1 } } }",
    ),
    (
        "track",
        "[track]\nmode = \"scores\"\ntie = \"go-on\"\nprey.maneuvers.run = { roll = \"2d6\", check = 7, effect = { \"0+\" = 1, \"-5\" = \"crash\" } }\n\
         catcher.maneuvers.run = { roll = \"4dF + 1\", check = 1, effect = { \"0..2\" = 1, \"3+\" = 2 } }",
    ),
    (
        "track",
        "[track]\nstart = 2\nfree_at = 7\nmax_turns = 20\nprey.maneuver = { \"0..2\" = \"leap\", \"3+\" = { mix = { run = 0.7, leap = 0.3 } } }\n\
         prey.maneuvers.run = { roll = \"1d20 + 4\", effect = { \">= 5\" = 1 } }\n\
         prey.maneuvers.leap = { roll = \"1d20\", check = { \"<= 3\" = 12, \"4+\" = 15 }, effect = { \">= 0\" = 2, \"< -10\" = \"crash\" } }\n\
         catcher.maneuvers.run = { roll = \"1d20 + 5\", effect = { \">= 1\" = 1 } }",
    ),
    (
        "track",
        "[track]\nstart = 3\nfree_at = 9\norder = \"prey-first\"\nmax_turns = 12\nprey.maneuver = { mix = { run = 0.5, wait = 0.5 } }\n\
         prey.maneuvers.run = { roll = \"3d6\", effect = { \">= 1\" = 1 } }\nprey.maneuvers.wait = { roll = \"4d6 high 3\", check = 12, effect = { \"0+\" = 1 } }\n\
         catcher.maneuvers.run = { roll = \"3d6 + 1\", effect = { \">= 2\" = 1, \"<= -9\" = \"crash\" } }",
    ),
    (
        "track",
        "[track]\nstart = 4\nstopped_at = 0\nmax_turns = 30\nprey.maneuvers.run = { roll = \"1d8\", check = 5, effect = { \"< 0\" = -1, \"3\" = 1 } }",
    ),
];

#[test]
fn chases_with_full_damage() {
    agree(&CHASES, 100_000);
}

#[test]
fn fights() {
    agree(&FIGHTS, 100_000);
}

#[test]
fn tracks() {
    agree(&TRACKS, 200_000);
}
