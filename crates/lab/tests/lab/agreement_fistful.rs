//! Sampled and exact agree in `fistful`: open roads with and without arms, and roads of curves.

use crate::agreement::agree;

#[test]
fn sampled_agrees_with_exact_in_seven_settings() {
    let open = "[terrain]\nkind = \"open\"\n";
    let curves = "road = { curve_every_cm = 90, obstacles = false, immovables = true }\nmax_turns = 12\n";
    agree(
        "fistful",
        &[
            open,
            &format!("{open}[prey]\ntemper = \"bold\"\n[catcher]\ntemper = \"bold\"\n"),
            &format!("{open}[prey]\nvehicle = \"motorcycle\"\n[catcher]\nvehicle = \"truck\"\ntemper = \"bold\"\n"),
            &format!(
                "{open}[catcher]\nweapon = \"pistol\"\ntemper = \"bold\"\ndriving = \"Poor\"\n\
                 [fistful]\nmax_turns = 10\nrules = {{ reactions = \"on\", unit = \"inch\" }}\n"
            ),
            &format!(
                "{open}[fistful]\nprey.dice = {{ mix = {{ \"2\" = 0.5, \"3\" = 0.5 }} }}\n\
                 catcher.dice = {{ \"0..20\" = 2, \"21+\" = 3 }}\n"
            ),
            &format!("[fistful]\n{curves}prey.dice = 3\ncatcher = {{ dice = 3, ram = \"never\" }}\n"),
            &format!("[fistful]\n{curves}prey = {{ dice = 3, stunt = \"always\" }}\ncatcher.quality = 4\n"),
        ],
    );
}
