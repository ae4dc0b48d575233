//! Sampled and exact agree in `fistful`: open roads with and without arms, and roads of curves.

use crate::agreement::agree;

pub const SETTINGS: [(&str, &str); 8] = [
    ("fistful", "terrain.kind = \"open\""),
    ("fistful", "terrain.kind = \"open\"\nprey.temper = \"bold\"\ncatcher.temper = \"bold\""),
    (
        "fistful",
        "terrain.kind = \"open\"\nprey.vehicle = \"motorcycle\"\ncatcher = { vehicle = \"truck\", temper = \"bold\" }",
    ),
    (
        "fistful",
        "terrain.kind = \"open\"\ncatcher = { weapon = \"pistol\", temper = \"bold\" }\n[fistful]\n\
         start = 9\nprey = { speed = 12, occupants = [\"extra\"] }\ncatcher = { speed = 12, occupants = [\"extra\"] }",
    ),
    (
        "fistful",
        "terrain.kind = \"open\"\ncatcher.temper = \"bold\"\n[fistful]\nrules = { reactions = \"on\", unit = \"inch\" }",
    ),
    (
        "fistful",
        "terrain.kind = \"open\"\n[fistful]\nprey.dice = { mix = { \"2\" = 0.5, \"3\" = 0.5 } }\n\
         catcher.dice = { \"0..20\" = 2, \"21+\" = 3 }",
    ),
    // Lengths that share a large divisor, and no rams that push, keep the places on a road of curves few.
    (
        "fistful",
        "[fistful]\nstart = 15\nroad = { curve_every_cm = 45, obstacles = false, immovables = true }\nmax_turns = 12\n\
         prey = { dice = 3, speed = 15, turn = 15 }\ncatcher = { dice = 3, speed = 15, turn = 15, ram = \"never\" }",
    ),
    (
        "fistful",
        "[fistful]\nstart = 15\nroad = { curve_every_cm = 60, obstacles = false }\nmax_turns = 12\n\
         prey = { dice = 3, speed = 15, turn = 7.5, stunt = \"always\" }\n\
         catcher = { quality = 4, speed = 15, turn = 15, ram = \"never\" }",
    ),
];

#[test]
fn sampled_agrees_with_exact_in_eight_settings() {
    agree(&SETTINGS, 200_000);
}
