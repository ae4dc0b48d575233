//! Sampled and exact agree in `reflex`: open roads, few bends, water, a drawn road, and drivers who mix.

use crate::agreement::agree;

const SMALL: &str = "start = 40\nbreak_off = 90\nmax_turns = 8\n";

/// A side of 5 m a move.
fn side(more: &str) -> String {
    format!("{{ safe_speed = 5, coordination = 8, driving = 4, {more} }}")
}

#[test]
fn sampled_agrees_with_exact_in_six_settings() {
    let [slow, steady, fast] = ["speed = 1", "speed = 1.5", "speed = 2"].map(side);
    let mixed = side("speed = { \"0..40\" = { mix = { \"1\" = 0.5, \"2\" = 0.5 } }, \"41+\" = 1.5 }");
    let reckless = side("speed = 3, initiative = 15, control = -2");
    agree(
        "reflex",
        &[
            // Where nothing is rolled, a mix is all that chance decides.
            &format!("[reflex]\nbends = \"none\"\nstart = 50\nbreak_off = 80\nprey = {mixed}\ncatcher = {steady}"),
            &format!("[reflex]\n{SMALL}bends = {{ every = 75, angle = 45 }}\nprey = {fast}\ncatcher = {fast}"),
            &format!("[reflex]\n{SMALL}bends = [[60, 20], [100, 90]]\nprey = {reckless}\ncatcher = {fast}"),
            &format!(
                "[reflex]\n{SMALL}surface = \"water\"\nbends = {{ every = 50, angle = 60 }}\nvisual_range = -1\n\
                 prey = {steady}\ncatcher = {steady}"
            ),
            &format!(
                "[reflex]\nstart = 40\nbreak_off = 90\nmax_turns = 4\nbends = {{ weights = [[3, [40, 20]], [1, [60, 75]]] }}\n\
                 prey = {fast}\ncatcher = {steady}"
            ),
            &format!(
                "[reflex]\n{SMALL}bends = {{ every = 50, angle = 60 }}\nprey = {slow}\ncatcher = {steady}\n\
                 rules = {{ sixty = \"upper\", speed_rows = \"stack\", penalties = \"sum\", early_mishaps = \"banded\" }}"
            ),
        ],
    );
}
