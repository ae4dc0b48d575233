//! Answers as JSON.

use crate::error::ReportError;
use crate::format::{json_value, object};
use chaselab_core::{Action, Decision, Mixed, Pair, Side, Words};
use chaselab_lab::game::{Answers, CellAnswer, Choices, Fight, Matrix, Position, Reply, Verdict};
use chaselab_lab::results::VERSION;
use chaselab_solve::{Dominance, Rule, RuleValue};
use serde_json::{Map, Value as Json, json};
use std::io::Write;

/// One object; every cell stands on its own line.
///
/// # Errors
/// When `to` does not take it.
pub fn json(answers: &Answers, to: &mut impl Write) -> Result<(), ReportError> {
    writeln!(to, "{{")?;
    for (key, value) in head(answers) {
        writeln!(to, "  {}: {value},", Json::String(key))?;
    }
    write!(to, "  \"cells\": [")?;
    for (index, found) in answers.cells.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        write!(to, "{comma}\n    {}", Json::Object(cell(found)))?;
    }
    writeln!(to, "\n  ]\n}}")?;
    Ok(())
}

/// One object a cell.
///
/// # Errors
/// When `to` does not take it.
pub fn ndjson(answers: &Answers, to: &mut impl Write) -> Result<(), ReportError> {
    for found in &answers.cells {
        let mut line = head(answers);
        line.extend(cell(found));
        writeln!(to, "{}", Json::Object(line))?;
    }
    Ok(())
}

fn head(answers: &Answers) -> Map<String, Json> {
    object([
        ("chaselab", json!(VERSION)),
        ("scenario", json!(answers.title)),
        ("digest", json!(answers.digest)),
        ("objective", json!(answers.question.text)),
        ("free", json!(answers.question.freed())),
    ])
}

fn cell(cell: &CellAnswer) -> Map<String, Json> {
    let answer = &cell.answer;
    let words = &cell.words;
    let factors = cell.factors.iter().map(|factor| (factor.path.to_string(), json_value(&factor.value)));
    let switches = cell.switches.iter().filter(|switch| switch.is_changed());
    let by_side = |of: &dyn Fn(Side) -> Json| Json::Object(object(Side::BOTH.map(|side| (side.name(), of(side)))));
    let first = |side: Side| match answer.main_choices(side) {
        Some(choices) => match &choices.first_turn {
            Some(shares) => named(words, choices.decision, &choices.actions, shares),
            None => Json::Null,
        },
        None => Json::Null,
    };
    let mut members = object([
        ("cell", json!(cell.cell)),
        ("system", json!(cell.system.name())),
        ("factors", Json::Object(object(factors))),
        ("value", json!(answer.certificate.value)),
        ("low", json!(answer.certificate.low)),
        ("high", json!(answer.certificate.high)),
        ("exploitability", json!(answer.certificate.exploitability())),
        ("decision", json!(answer.matrix.as_ref().map(|matrix| name(words, matrix.decision)))),
        ("matrix", answer.matrix.as_ref().map_or(Json::Null, |matrix| self::matrix(words, matrix))),
        ("best_reply", answer.matrix.as_ref().map_or(Json::Null, |matrix| best_reply(words, matrix))),
        ("committed", answer.matrix.as_ref().map_or(Json::Null, |matrix| committed(words, matrix))),
        ("equilibrium", by_side(&first)),
        ("as_written", json!(answer.written)),
        (
            "reply_to_scenario",
            by_side(&|side| answer.replies[side].as_ref().map_or(Json::Null, |told| reply(words, told))),
        ),
        ("choices", by_side(&|side| answer.choices[side].iter().map(|told| choices(words, told)).collect())),
        ("playable_loss", by_side(&|side| json!(answer.playable[side]))),
        ("max_turns", json!(answer.max_turns)),
        ("states_of_model", json!(answer.states)),
        ("switches", Json::Object(object(switches.map(|switch| (switch.name, json!(switch.value)))))),
        ("states", answer.positions.iter().map(|at| position(words, &answer.fields, at)).collect()),
    ]);
    if let Some(then) = cell.then {
        members.insert("then".into(), json!(then.name()));
        members.insert("fights".into(), answer.fights.iter().map(fight).collect());
    }
    members
}

/// A fight that can follow, with what it is worth to the prey.
fn fight(fight: &Fight) -> Json {
    let stunned: Vec<&str> = Side::BOTH.into_iter().filter(|&side| fight.stunned[side]).map(Side::name).collect();
    let worth = fight.worth;
    json!({
        "after": fight.after,
        "stunned": stunned,
        "value": worth.solved,
        "as_written": worth.written,
        "reply_to_scenario": { "prey": worth.replies.prey, "catcher": worth.replies.catcher },
    })
}

fn name(words: &Words, decision: Decision) -> &str {
    &words.decisions[usize::from(decision.0)].name
}

/// Numbers under the names of actions.
fn named<T>(words: &Words, decision: Decision, actions: &[Action], numbers: &[T]) -> Json
where
    T: Clone,
    Json: From<T>,
{
    let entries = actions
        .iter()
        .zip(numbers)
        .map(|(&action, number)| (words.action(decision, action), Json::from(number.clone())));
    Json::Object(object(entries))
}

fn matrix(words: &Words, matrix: &Matrix) -> Json {
    let columns = matrix.actions.catcher.len();
    let rows: Vec<Json> = matrix
        .payoff
        .chunks_exact(columns)
        .map(|row| named(words, matrix.decision, &matrix.actions.catcher, row))
        .collect();
    named(words, matrix.decision, &matrix.actions.prey, &rows)
}

/// For each side, its best replies to every action of the other side.
fn best_reply(words: &Words, matrix: &Matrix) -> Json {
    let of = |side: Side| {
        let to = &matrix.actions[side.other()];
        let replies: Vec<Vec<&str>> = (0..to.len())
            .map(|index| {
                let best = matrix.best_replies(side, index).into_iter();
                best.map(|reply| words.action(matrix.decision, matrix.actions[side][reply])).collect()
            })
            .collect();
        named(words, matrix.decision, to, &replies)
    };
    json!({ "prey": of(Side::Prey), "catcher": of(Side::Catcher) })
}

/// The game in which both sides commit themselves before the chase.
fn committed(words: &Words, matrix: &Matrix) -> Json {
    let mix = |side: Side| named(words, matrix.decision, &matrix.actions[side], &matrix.mixes[side]);
    let dominated = |side: Side| dominated(words, matrix.decision, &matrix.actions[side], &matrix.dominated[side]);
    json!({
        "value": matrix.committed,
        "prey": mix(Side::Prey),
        "catcher": mix(Side::Catcher),
        "dominated": { "prey": dominated(Side::Prey), "catcher": dominated(Side::Catcher) },
    })
}

fn dominated(words: &Words, decision: Decision, actions: &[Action], dominated: &[Option<Dominance>]) -> Json {
    let by = |index: usize| words.action(decision, actions[index]);
    let mix = |shares: &[f64]| {
        let parts = shares.iter().enumerate().filter(|&(_, &share)| share > 0.0);
        Json::Object(object(parts.map(|(index, share)| (by(index), json!(share)))))
    };
    let told = |dominance: &Dominance| match dominance {
        Dominance::Strict(index) => json!({ "kind": "strict", "by": by(*index) }),
        Dominance::Weak(index) => json!({ "kind": "weak", "by": by(*index) }),
        Dominance::StrictMix(shares) => json!({ "kind": "strict", "by": mix(shares) }),
        Dominance::WeakMix(shares) => json!({ "kind": "weak", "by": mix(shares) }),
    };
    let entries = actions.iter().zip(dominated);
    let entries =
        entries.filter_map(|(&action, dominance)| Some((words.action(decision, action), told(dominance.as_ref()?))));
    Json::Object(object(entries))
}

fn reply(words: &Words, reply: &Reply) -> Json {
    let plays = reply.plays.iter().map(|(decision, actions, distances)| {
        let at = distances.iter().map(|at| (at.gap.to_string(), named(words, *decision, actions, &at.mix)));
        (name(words, *decision), Json::Object(object(at)))
    });
    json!({ "value": reply.value, "gain": reply.gain, "plays": Json::Object(object(plays)) })
}

fn choices(words: &Words, choices: &Choices) -> Json {
    let decision = choices.decision;
    let per_action = |numbers: &[f64]| named(words, decision, &choices.actions, numbers);
    let kept: Vec<Json> = choices.kept.iter().map(kept).collect();
    let distances = choices.distances.iter().map(|at| {
        json!({
            "distance": at.gap, "met": at.met, "value": at.value,
            "mix": per_action(&at.mix), "regret": named(words, decision, &choices.actions, &at.regret),
        })
    });
    let verdict = match choices.verdict {
        Verdict::Idle => "idle",
        Verdict::Foregone(_) => "foregone",
        Verdict::ByDistance => "by-distance",
        Verdict::ByState => "by-state",
        Verdict::Real => "real",
    };
    json!({
        "decision": name(words, decision),
        "verdict": verdict,
        "right": per_action(&choices.right),
        "taken": per_action(&choices.taken),
        "always": named(words, decision, &choices.actions, &kept),
        "by_distance": choices.by_gap.as_ref().map(|value| by_gap(words, decision, value)),
        "distances": distances.collect::<Vec<_>>(),
    })
}

fn kept(value: &RuleValue) -> Json {
    json!({ "against_equilibrium": value.against_solved, "guaranteed": value.guaranteed, "loss": value.loss })
}

fn by_gap(words: &Words, decision: Decision, value: &RuleValue) -> Json {
    let bands = match &value.rule {
        Rule::One(action) => vec![(0, *action)],
        Rule::ByGap(bands) => bands.clone(),
    };
    let bands = bands.iter().map(|&(from, action)| json!({ "from": from, "action": words.action(decision, action) }));
    let mut told = Map::from_iter([("rule".to_owned(), bands.collect::<Json>())]);
    if let Json::Object(values) = kept(value) {
        told.extend(values);
    }
    Json::Object(told)
}

fn position(words: &Words, fields: &[usize], at: &Position) -> Json {
    let state = fields.iter().map(|&field| (words.view[field].as_str(), json!(at.view[field])));
    let mix = |side: Side| {
        let share = |action: &Action| {
            let part = at.mix(side).iter().find(|part: &&Mixed| part.action == *action);
            part.map_or(0.0, |part| part.probability)
        };
        let shares: Vec<f64> = at.stage.actions[side].iter().map(share).collect();
        at.asked[side].map_or_else(|| json!({}), |decision| named(words, decision, &at.stage.actions[side], &shares))
    };
    let dominated = |side: Side| {
        let of = |decision| dominated(words, decision, &at.stage.actions[side], &at.dominated[side]);
        at.asked[side].map_or_else(|| json!({}), of)
    };
    let regret = |side: Side| {
        let of = |decision| named(words, decision, &at.stage.actions[side], &at.regret[side]);
        at.asked[side].map_or_else(|| json!({}), of)
    };
    let both = |of: &dyn Fn(Side) -> Json| json!({ "prey": of(Side::Prey), "catcher": of(Side::Catcher) });
    let decisions: Pair<Option<&str>> = at.asked.map(|decision| decision.map(|decision| name(words, decision)));
    json!({
        "state": Json::Object(object(state)),
        "decisions": { "prey": decisions.prey, "catcher": decisions.catcher },
        "turn": at.turn,
        "holds_until_turn": at.holds_until_turn,
        "met": at.met,
        "value": at.certificate.value, "low": at.certificate.low, "high": at.certificate.high,
        "prey": mix(Side::Prey),
        "catcher": mix(Side::Catcher),
        "dominated": both(&dominated),
        "regret": both(&regret),
    })
}
