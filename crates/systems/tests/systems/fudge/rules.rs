//! Round by round: what the page says, by given results. The dice of a duel show the relative degree itself.

use super::played::{NONE, Picks, Played};
use chaselab_core::End;

/// A duel in which damage is the relative degree.
fn duel(more: &str) -> String {
    format!("[fudge]\n{more}\n")
}

#[test]
pub fn every_row_of_the_wound_track() {
    // Degree 1 to 8 at factor 1: damage 2 to 9.
    for (degree, wound, condition) in [
        (1, "scratch", 1),
        (2, "hurt", 2),
        (3, "hurt", 2),
        (4, "very_hurt", 3),
        (5, "very_hurt", 3),
        (6, "incapacitated", 4),
        (7, "incapacitated", 4),
        (8, "near_death", 4),
    ] {
        let text = duel("prey = { damage_factor = 1, stun = false }");
        let played = Played::new(&text, NONE, NONE, &[degree], 1);
        assert_eq!(played.events, [format!("catcher_{wound}")], "degree {degree}");
        assert_eq!(played.conditions(), (0, condition), "degree {degree}");
        assert_eq!(played.end(), (condition == 4).then_some((End::CatcherDisabled, "")));
    }
}

/// What a weapon does at a relative degree of 1 to 7 or so to a catcher of Fair toughness, in the hands of somebody of
/// Good strength: the factor, 1 more where muscles move it, and whether it only stuns.
const WEAPONS: [(&str, i16, bool); 8] = [
    ("unarmed", 1, true),
    ("club", 2, false),
    ("knife", 2, false),
    ("sword", 3, false),
    ("taser", 2, true),
    ("pistol", 3, false),
    ("shotgun", 4, false),
    ("rifle", 4, false),
];

#[test]
pub fn every_weapon() {
    for (weapon, factor, stuns) in WEAPONS {
        let text = duel(&format!("prey = {{ weapon = \"{weapon}\", strength = \"Good\" }}"));
        let wound = |damage: i16| Played::new(&text, NONE, NONE, &[damage - factor], 1).events.join(" ");
        // A degree of 1 is the least that hits; damage 4 is hurt, 5 very hurt.
        let (least, name) = (factor + 1, ["scratch", "scratch", "scratch", "hurt", "hurt", "very_hurt"]);
        assert_eq!(wound(least), format!("catcher_{}", name[least as usize]), "{weapon}");
        assert_eq!((wound(6), wound(7)), ("catcher_very_hurt".into(), "catcher_incapacitated".into()), "{weapon}");
        // Damage 9 is near death, which stunning never is.
        let worst = if stuns { "catcher_incapacitated" } else { "catcher_near_death" };
        assert_eq!((wound(8), wound(9)), ("catcher_incapacitated".into(), worst.into()), "{weapon}");
    }
}

#[test]
fn the_winner_hits_and_a_draw_hits_nobody() {
    let text = duel("");
    let lost = Played::new(&text, NONE, NONE, &[-3], 1);
    assert_eq!((lost.conditions(), lost.events[0].as_str()), ((2, 0), "prey_hurt"));
    assert_eq!(lost.told, ["The prey 1 is wounded: hurt."]);
    let drawn = Played::new(&text, NONE, NONE, &[0], 1);
    assert_eq!((drawn.conditions(), drawn.told[0].as_str()), ((0, 0), "Nobody is hurt."));
    assert_eq!(drawn.asked, ["Fair (+0) + 4dF vs Fair (+0) + 4dF"]);
    // Below 1 there is no damage, however the roll was won.
    assert_eq!(Played::new(&duel("catcher.capacity = 2"), NONE, NONE, &[2], 1).conditions(), (0, 0));
    assert_eq!(Played::new(&duel("catcher.capacity = 2"), NONE, NONE, &[3], 1).conditions(), (0, 1));
    // A draw is no blow, whatever the weapon.
    assert_eq!(Played::new(&duel("prey.damage_factor = 9"), NONE, NONE, &[0], 1).conditions(), (0, 0));
}

#[test]
pub fn penalties_do_not_add_up_and_full_levels_pass_on() {
    // Hurt, very hurt, and then three scratches: the roll stays two down.
    let played = Played::new(&duel(""), NONE, NONE, &[-3, -5, -1, 1, -1, -1, -1], 7);
    let name = |own: &str| format!("{own} + 4dF vs Fair (+0) + 4dF");
    assert_eq!(played.asked[1], name("Mediocre (-1)"));
    assert_eq!(played.asked[2], name("Poor (-2)"));
    assert_eq!(played.asked[6], "Poor (-2) + 4dF vs Fair (+0) + 4dF");
    // The fourth scratch finds every box before incapacitated marked.
    assert_eq!(played.events.last().unwrap(), "prey_incapacitated");
    assert_eq!(played.end(), Some((End::PreyDisabled, "")));
    // A second hurt is a very hurt.
    assert_eq!(Played::new(&duel(""), NONE, NONE, &[3, 3], 2).events, ["catcher_hurt", "catcher_very_hurt"]);
}

#[test]
fn stun_is_never_worse_than_incapacitated() {
    let stun = |stun: bool| duel(&format!("prey = {{ damage_factor = 9, stun = {stun} }}"));
    assert_eq!(Played::new(&stun(true), NONE, NONE, &[1], 1).events, ["catcher_incapacitated"]);
    assert_eq!(Played::new(&stun(false), NONE, NONE, &[1], 1).events, ["catcher_near_death"]);
}

#[test]
fn mass_scale_and_strength() {
    // Five up in scale: that much stronger and tougher.
    let big = duel("prey = { scale = 5, muscle = true, damage_factor = 0 }");
    assert_eq!(Played::new(&big, NONE, NONE, &[1], 1).events, ["catcher_very_hurt"]);
    assert_eq!(Played::new(&big, NONE, NONE, &[-5], 1).conditions(), (0, 0));
    assert_eq!(Played::new(&big, NONE, NONE, &[-6], 1).conditions(), (1, 0));
    // A gun does not care who holds it.
    let gun = duel("prey = { scale = 5, strength = \"Great\", muscle = false, damage_factor = 0 }");
    assert_eq!(Played::new(&gun, NONE, NONE, &[1], 1).events, ["catcher_scratch"]);
    let strong = duel("prey = { strength = \"Great\", muscle = true, damage_factor = 0 }");
    assert_eq!(Played::new(&strong, NONE, NONE, &[1], 1).events, ["catcher_hurt"]);
}

#[test]
fn one_against_several() {
    let text = duel("catcher.fighters = 3");
    let turn = |faces: &[i16]| Played::new(&text, NONE, NONE, faces, 1);
    // It equals or beats all, and hits the one beaten by most.
    let best = turn(&[2, 1, -1, 2]);
    assert_eq!(best.asked, ["Fair (+0) + 4dF"; 4]);
    assert_eq!(
        (best.events.clone(), best.told.last().unwrap().as_str()),
        (vec!["catcher_hurt".to_owned()], "The catcher 2 is wounded: hurt.")
    );
    // One of them is better: it hits nobody, and is hit by each who beats it.
    let beaten = turn(&[0, 1, -3, 3]);
    assert_eq!(beaten.events, ["prey_scratch", "prey_hurt"]);
    // All equal: nothing.
    assert!(turn(&[1, 1, 1, 1]).events.is_empty());
    // Once it is out, the others need not roll.
    let text = duel("catcher = { fighters = 3, damage_factor = 6, stun = false }");
    let out = Played::new(&text, NONE, NONE, &[0, 1], 1);
    assert_eq!(out.end(), Some((End::PreyDisabled, "")));
}

#[test]
fn several_against_several_fight_in_pairs() {
    let text = duel("prey.fighters = 2\ncatcher = { fighters = 3, damage_factor = 6, stun = false }");
    // The third doubles up on the first; the second has the second to itself.
    let played = Played::new(&text, NONE, NONE, &[0, 0, 1, 3], 1);
    assert_eq!(played.asked[3], "Fair (+0) + 4dF vs Fair (+0) + 4dF");
    assert_eq!(played.events, ["prey_incapacitated", "catcher_hurt"]);
    assert_eq!(played.standing(), (1, 3));
}

#[test]
fn one_falls_on_each_side() {
    // Each loses one in its own fight, and the two that are left meet.
    let text = duel("prey = { fighters = 2, damage_factor = 9 }\ncatcher = { fighters = 2, damage_factor = 9 }");
    let played = Played::new(&text, NONE, NONE, &[1, -1, -2], 2);
    assert_eq!(played.views[1][1..3], [1, 1]);
    assert_eq!(played.end(), Some((End::PreyDisabled, "")));
}

#[test]
fn blow_by_blow_each_attacks_in_turn() {
    let text = duel("mode = \"blow-by-blow\"");
    let played = Played::new(&text, NONE, NONE, &[3, 3, -2, -3], 2);
    // The prey hits and the catcher, hurt, misses; then the prey misses and is hit.
    assert_eq!(played.events, ["catcher_hurt", "prey_hurt"]);
    assert_eq!(played.asked[1], "Fair (+0) + 4dF vs Mediocre (-1) + 4dF");
    // Who is put out does not strike back.
    let played = Played::new(&duel("mode = \"blow-by-blow\"\nprey.damage_factor = 9"), NONE, NONE, &[1], 1);
    assert_eq!(played.end(), Some((End::CatcherDisabled, "")));
}

#[test]
fn blow_by_blow_with_several() {
    let text = duel(
        "mode = \"blow-by-blow\"\nprey = { fighters = 2, damage_factor = 9 }\ncatcher = { fighters = 3, damage_factor = 9 }",
    );
    // Prey 1 puts catcher 1 out; prey 2 misses catcher 2, who puts prey 2 out; catcher 3 doubles up on prey 1.
    let played = Played::new(&text, NONE, NONE, &[1, -1, -1, 0], 1);
    assert_eq!(played.events, ["catcher_incapacitated", "prey_incapacitated"]);
    assert_eq!(played.standing(), (1, 2));
    // Whose opponent is out turns to the first who stands: prey 2 takes catcher 1, since catcher 2 never was.
    let text = duel("mode = \"blow-by-blow\"\nprey = { fighters = 2, damage_factor = 9 }");
    let played = Played::new(&text, NONE, NONE, &[0, 0, 1], 1);
    assert_eq!(played.end(), Some((End::CatcherDisabled, "")));
}

#[test]
fn a_story_is_one_roll() {
    let won = Played::new(&duel("mode = \"story\"\ncatcher.fighters = 5"), NONE, NONE, &[1], 1);
    assert_eq!((won.end(), won.asked.len()), (Some((End::CatcherDisabled, "")), 1));
    let lost = Played::new(&duel("mode = \"story\""), NONE, NONE, &[-1], 1);
    assert_eq!(lost.end(), Some((End::PreyDisabled, "")));
    let drawn = Played::new(&duel("mode = \"story\""), NONE, NONE, &[0, 1], 2);
    assert_eq!((drawn.told[0].as_str(), drawn.views.len()), ("Neither side gets the better of the other.", 3));
}

const ASKED: &str = "prey.act = \"fight\"\ncatcher.act = \"fight\"";

/// One pick of `act`.
fn act<'a>(picks: &'a [&'a str]) -> [(&'a str, &'a [&'a str]); 1] {
    [("act", picks)]
}

#[test]
fn whoever_yields_ends_the_fight() {
    let end = |prey: &str, catcher: &str| {
        let (prey, catcher) = ([prey], [catcher]);
        Played::new(&duel(ASKED), &act(&prey), &act(&catcher), &[], 1).end
    };
    assert_eq!(end("yield", "fight"), Some((End::Caught, "yielded".into())));
    assert_eq!(end("fight", "yield"), Some((End::CatcherDisabled, "yielded".into())));
    assert_eq!(end("yield", "yield"), Some((End::BothDisabled, "yielded".into())));
    assert_eq!(end("yield", "flee"), Some((End::Caught, "yielded".into())));
    assert_eq!(end("flee", "flee"), Some((End::Escaped, "parted".into())));
}

#[test]
fn whoever_flees_defends_when_it_fails() {
    let play = |side: &str, faces: &[i16]| {
        let picks: [&str; 1] = ["flee"];
        let fights: [&str; 1] = ["fight"];
        let (prey, catcher) = if side == "prey" { (&picks, &fights) } else { (&fights, &picks) };
        Played::new(&duel(ASKED), &act(prey), &act(catcher), faces, 1)
    };
    let away = play("prey", &[1]);
    assert_eq!((away.end(), away.events.clone()), (Some((End::Escaped, "fled")), vec!["prey_flights".to_owned()]));
    assert_eq!(play("catcher", &[-1]).end(), Some((End::Escaped, "catcher_fled")));
    // It fails, and is hit; or wins the exchange of blows and hits nobody.
    let hit = play("prey", &[0, -3]);
    assert_eq!((hit.conditions(), hit.told[0].as_str()), ((2, 0), "The prey does not get away."));
    assert_eq!(play("prey", &[-2, 4]).conditions(), (0, 0));
    assert_eq!(play("catcher", &[1, 3]).conditions(), (0, 2));
    // Nor does a lone fighter that flees from several.
    let text = duel("prey.act = \"flee\"\ncatcher.fighters = 2");
    let lone = Played::new(&text, &act(&["flee"]), NONE, &[0, 4, 0, 0], 1);
    assert!(lone.events == ["prey_flights"] && lone.conditions() == (0, 0));
}

#[test]
fn the_slowest_flees_and_the_fastest_follows() {
    let text = duel("prey = { fighters = 2, flee = \"hurt\", damage_factor = -20 }\ncatcher = { fighters = 2 }");
    // One of the prey is hurt, the party's best-off is not: it fights on.
    let played = Played::new(&text, &act(&[]), NONE, &[-3, 0, 0, 0], 2);
    assert_eq!(played.asked.len(), 4);
    // When both are, it flees at the penalty of the worst: very hurt.
    let played = Played::new(&text, &act(&["flee"]), NONE, &[-3, -5, 1], 2);
    assert_eq!(played.asked[2], "Poor (-2) + 4dF vs Fair (+0) + 4dF");
    assert_eq!(played.end(), Some((End::Escaped, "fled")));
}

#[test]
fn out_of_action_for_a_round() {
    let text = duel("prey.out_of_action = 1");
    // The stunned come to Poor without a roll, hit nobody, and fight on afterwards.
    let played = Played::new(&text, NONE, NONE, &[-3, 2], 2);
    assert_eq!(played.asked, ["Poor (-2) vs Fair (+0) + 4dF", "Mediocre (-1) + 4dF vs Fair (+0) + 4dF"]);
    assert_eq!(played.conditions(), (2, 1));
    assert_eq!(Played::new(&text, NONE, NONE, &[2], 1).conditions(), (0, 0));
    // Nobody follows who is out of action, beyond what Poor can do.
    let flight = duel("prey.act = \"flee\"\ncatcher.out_of_action = 2");
    let flees: Picks<'_> = &[("act", &["flee"])];
    assert_eq!(Played::new(&flight, flees, NONE, &[3], 1).end(), Some((End::Escaped, "fled")));
    assert_eq!(Played::new(&flight, flees, NONE, &[-2], 1).end(), None);
    // Both: the round passes.
    let both = duel("prey.out_of_action = 1\ncatcher.out_of_action = 1");
    assert_eq!(Played::new(&both, NONE, NONE, &[1], 2).conditions(), (0, 1));
}
