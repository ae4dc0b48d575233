//! What a game comes to, in sentences that can be quoted.

use super::Amount;
use super::amount::share;
use crate::shown::minus;
use chaselab_core::{Action, Decision, Side, Words};
use chaselab_lab::game::{Answer, CellAnswer, Choices, Verdict};
use chaselab_solve::{Rule, RuleValue};

/// A rule that is harder to follow is told where it saves a tenth of a percentage point; relative to the scale of the
/// objective.
const NOTICED: f64 = 0.001;

/// The names of actions.
pub(crate) fn names(words: &Words, decision: Decision, actions: &[Action]) -> Vec<String> {
    actions.iter().map(|&action| shown(words, decision, action)).collect()
}

fn shown(words: &Words, decision: Decision, action: Action) -> String {
    minus(words.action(decision, action))
}

fn decision_name(words: &Words, decision: Decision) -> &str {
    &words.decisions[usize::from(decision.0)].name
}

/// A rule in words, such as `−1 up to 2, 1 from 3 on`.
pub(crate) fn playable_rule(words: &Words, decision: Decision, rule: &Rule) -> String {
    match rule {
        Rule::One(action) => format!("always {}", shown(words, decision, *action)),
        Rule::ByGap(bands) if bands.len() == 1 => format!("always {}", shown(words, decision, bands[0].1)),
        Rule::ByGap(bands) => {
            let gap = &words.view[0];
            let part = |(index, &(from, action)): (usize, &(i16, Action))| {
                let action = shown(words, decision, action);
                match bands.get(index + 1) {
                    Some(&(next, _)) if index == 0 => format!("{action} up to {gap} {}", next - 1),
                    Some(&(next, _)) if next - 1 == from => format!("{action} at {from}"),
                    Some(&(next, _)) => format!("{action} at {from} to {}", next - 1),
                    None => format!("{action} from {from} on"),
                }
            };
            bands.iter().enumerate().map(part).collect::<Vec<_>>().join(", ")
        }
    }
}

/// Whether all actions, kept to, lose the same to the digits that are shown: then none is the best, nor the worst.
pub(crate) fn tied(choices: &Choices, amount: Amount) -> bool {
    choices.kept.len() > 1 && amount.loss(choices.best_kept().loss) == amount.loss(choices.worst_kept().loss)
}

/// The value of the chase.
pub fn value(answer: &Answer, objective: &str, amount: Amount) -> String {
    let certificate = answer.certificate;
    let said = match (objective, amount) {
        ("free", _) => format!("the prey gets free in {} of chases", amount.value(certificate.value)),
        _ => format!("{objective} comes to {}", amount.value(certificate.value)),
    };
    let gap = match amount.lost(certificate.exploitability()).as_str() {
        "nothing" => "anything".to_owned(),
        some => format!("more than {}", some.trim_start_matches("less than ")),
    };
    format!("When both sides play their best, {said}. Exact: by leaving its policy neither side gains {gap}.")
}

/// The values of several cells, from one to another.
pub fn range(values: [f64; 2], objective: &str, amount: Amount) -> String {
    let [low, high] = values.map(|value| amount.value(value));
    let values = if low == high { low } else { format!("{low} to {high}") };
    match objective {
        "free" => format!("when both sides play their best, the prey gets free in {values} of chases"),
        _ => format!("when both sides play their best, {objective} comes to {values}"),
    }
}

/// In how many cells a side's choice is of which kind.
pub fn kinds(cells: &[CellAnswer], side: Side) -> String {
    let kind = |cell: &CellAnswer| match cell.answer.main_choices(side).map(|choices| &choices.verdict) {
        None => "nothing to decide",
        Some(Verdict::Idle) => "hardly matters",
        Some(Verdict::Foregone(_)) => "a foregone conclusion",
        Some(Verdict::ByDistance) => "by distance",
        Some(Verdict::ByState) => "by turns left",
        Some(Verdict::Real) => "a real choice",
    };
    let mut found: Vec<(&str, usize)> = Vec::new();
    for cell in cells {
        match found.iter_mut().find(|(known, _)| *known == kind(cell)) {
            Some((_, many)) => *many += 1,
            None => found.push((kind(cell), 1)),
        }
    }
    let told: Vec<String> = found
        .iter()
        .map(|(kind, many)| format!("{kind} in {many}{}", if *many == 1 { " cell" } else { " cells" }))
        .collect();
    format!("The {}'s choice: {}.", side.name(), told.join(", "))
}

/// What the fights are worth that can follow, in a sentence; nothing where none does.
pub fn fights(answer: &Answer, amount: Amount) -> Option<String> {
    let told: Vec<String> = answer
        .fights
        .iter()
        .map(|fight| {
            let stunned: Vec<&str> =
                Side::BOTH.into_iter().filter(|&side| fight.stunned[side]).map(Side::name).collect();
            let when = match stunned.as_slice() {
                [] if answer.fights.len() == 1 => String::new(),
                [] => " with nobody stunned".to_owned(),
                some => format!(" with the {} stunned", some.join(" and the ")),
            };
            format!("{}{when}", amount.value(fight.worth.solved))
        })
        .collect();
    (!told.is_empty()).then(|| {
        format!("A caught prey fights on; when both sides fight their best, that is worth to it {}.", told.join(", "))
    })
}

/// One side's choice, in sentences.
pub fn sentences(cell: &CellAnswer, choices: &Choices, amount: Amount) -> Vec<String> {
    let words = &cell.words;
    let decision = choices.decision;
    let name = decision_name(words, decision);
    let (mine, other) = (choices.side.name(), choices.side.other().name());
    let loss = |value: &RuleValue| amount.lost(value.loss);
    let at_most = |value: &RuleValue| amount.bound("at most", value.loss);
    let up_to = |value: &RuleValue| amount.bound("up to", value.loss);
    let rule = |value: &RuleValue| playable_rule(words, decision, &value.rule);
    let (best, worst) = (choices.best_kept(), choices.worst_kept());
    let tied = tied(choices, amount);
    let unchanging = if tied {
        format!("no {name} that never changes is any good: each loses {}", up_to(best))
    } else {
        format!("the best that never changes, {}, loses {}", rule(best), up_to(best))
    };
    let by_gap = choices.by_gap.as_ref();
    let by_distance = || match by_gap.filter(|value| best.loss - value.loss > NOTICED * cell.answer.scale) {
        Some(value) => format!("; by distance, {} loses {}", rule(value), up_to(value)),
        None => String::new(),
    };
    let head = match choices.verdict {
        Verdict::Idle if tied => {
            format!("The {mine}'s {name} hardly matters: whichever is kept to, it loses {}.", at_most(worst))
        }
        Verdict::Idle => {
            format!("The {mine}'s {name} hardly matters: even {}, the worst, loses {}.", rule(worst), at_most(worst))
        }
        Verdict::Foregone(_) => format!(
            "The {mine}'s {name} is a foregone conclusion: {} loses {}, whatever the {other} does.",
            rule(best),
            at_most(best)
        ),
        Verdict::ByDistance => format!(
            "The {mine}'s {name} depends on the distance, but need not be hidden: {} loses {}; {unchanging}.",
            by_gap.map(rule).unwrap_or_default(),
            by_gap.map(at_most).unwrap_or_default(),
        ),
        Verdict::ByState => format!(
            "The {mine}'s {name} depends on the turns left, or on what else has happened: {}{}. It need not be hidden: the {other} has nothing to decide.",
            unchanging.replace(" up to ", " "),
            by_distance()
        ),
        Verdict::Real => {
            format!("The {mine}'s {name} is a real choice: {unchanging} to a {other} who knows it{}.", by_distance())
        }
    };
    let mut sentences = vec![head];
    if choices.verdict != Verdict::Idle {
        sentences.push(ever_right(words, choices));
        let cost = match choices.side {
            Side::Prey => choices.kept.iter().map(|kept| kept.against_solved).fold(f64::INFINITY, f64::min),
            Side::Catcher => choices.kept.iter().map(|kept| kept.against_solved).fold(f64::NEG_INFINITY, f64::max),
        };
        let cost = (cost - cell.answer.certificate.value).abs();
        let cost = amount.bound("up to", cost);
        let (wrong, which) =
            if tied { ("Any one", String::new()) } else { ("The wrong one", format!(" ({})", rule(worst))) };
        sentences.push(if choices.verdict == Verdict::ByState {
            format!("{wrong}, kept to for the whole chase, costs {cost}{which}.")
        } else {
            format!(
                "{wrong}, kept to for the whole chase, costs {cost} even against a {other} who does not adapt, and {}{which} against one who does.",
                loss(worst),
            )
        });
    }
    sentences
}

/// Which actions are ever right, and which never.
fn ever_right(words: &Words, choices: &Choices) -> String {
    let all = names(words, choices.decision, &choices.actions);
    let mut right: Vec<(f64, &String)> =
        choices.right.iter().copied().zip(&all).filter(|&(right, _)| right > 0.0).collect();
    right.sort_by(|one, other| other.0.total_cmp(&one.0));
    let told: Vec<String> = right.iter().map(|(right, name)| format!("{name} ({} %)", share(*right))).collect();
    let never: Vec<String> = choices
        .right
        .iter()
        .zip(&choices.taken)
        .zip(&all)
        .filter(|&((&right, _), _)| right == 0.0)
        .map(|((_, &taken), name)| match taken {
            0.0 => name.clone(),
            taken => format!("{name} (its {} % of all decisions are those in which nothing matters)", share(taken)),
        })
        .collect();
    let never =
        if never.is_empty() { "none is never right".into() } else { format!("never right: {}", never.join(", ")) };
    // Several may be right at once.
    let over = choices.right.iter().sum::<f64>() > 1.0 + 1e-9;
    let several =
        if over { "; where several are equally good each counts, so that these sum to more than 100 %" } else { "" };
    format!("Right at some point, in so many of the decisions that matter: {}{several}; {never}.", told.join(", "))
}

/// A side's rules for all decisions together, where it has several.
pub fn playable(answer: &Answer, side: Side, amount: Amount) -> Option<String> {
    let loss = answer.playable[side].filter(|_| answer.choices[side].len() > 1)?;
    Some(format!(
        "With one action a distance in every decision, the {} loses {} in all.",
        side.name(),
        amount.bound("at most", loss)
    ))
}

/// What leaving the scenario's own policy would gain.
pub fn replies(cell: &CellAnswer, amount: Amount) -> Vec<String> {
    let answer = &cell.answer;
    let Some(written) = answer.written else { return Vec::new() };
    let mut sentences = vec![format!("As the scenario has both sides drive: {}.", amount.value(written))];
    for side in Side::BOTH {
        let Some(reply) = &answer.replies[side] else { continue };
        let mut plays = Vec::new();
        let asked = reply.plays.iter().filter(|(.., distances)| !distances.is_empty());
        for (decision, actions, distances) in asked {
            let all = names(&cell.words, *decision, actions);
            let at = |gap: &chaselab_lab::game::Distance| {
                let top = gap.mix.iter().copied().enumerate().max_by(|one, other| one.1.total_cmp(&other.1));
                let (index, part) = top.unwrap_or((0, 0.0));
                let mostly = if part < 0.9995 { "mostly " } else { "" };
                (format!("{mostly}{}", all[index]), gap.gap)
            };
            let told: Vec<(String, i16)> = distances.iter().map(at).collect();
            let name = decision_name(&cell.words, *decision);
            plays.push(format!("{name}: {}", by_gap(&told, &cell.words.view[0])));
        }
        sentences.push(format!(
            "Against that, the {} does best with {}; that makes {} and gains {}.",
            side.name(),
            plays.join("; "),
            amount.value(reply.value),
            amount.lost(reply.gain)
        ));
    }
    sentences
}

/// Words by distance, neighbours with the same word together.
fn by_gap(told: &[(String, i16)], gap: &str) -> String {
    let mut parts: Vec<(String, i16, i16)> = Vec::new();
    for (word, at) in told {
        match parts.last_mut() {
            Some((known, _, last)) if known == word => *last = *at,
            _ => parts.push((word.clone(), *at, *at)),
        }
    }
    if let [(word, ..)] = &parts[..] {
        return format!("{word} always");
    }
    let place = |first: i16, last: i16| if first == last { format!("{first}") } else { format!("{first}–{last}") };
    let parts = parts.iter().map(|(word, first, last)| format!("{word} at {}", place(*first, *last)));
    format!("{} (by {gap})", parts.collect::<Vec<_>>().join(", "))
}

/// A side's choice in a few words, for tables of many cells.
pub fn brief(cell: &CellAnswer, side: Side, amount: Amount) -> String {
    let Some(choices) = cell.answer.main_choices(side) else { return "nothing to decide".into() };
    let best = playable_rule(&cell.words, choices.decision, &choices.best_kept().rule);
    let unchanging = if tied(choices, amount) { "each, kept to," } else { &best };
    match choices.verdict {
        Verdict::Idle => "hardly matters".into(),
        Verdict::Foregone(_) => best,
        Verdict::ByDistance => "by distance".into(),
        Verdict::ByState => format!("by turns left ({unchanging} loses {})", amount.lost(choices.best_kept().loss)),
        Verdict::Real => format!("it depends ({unchanging} loses {})", amount.lost(choices.best_kept().loss)),
    }
}
