//! A told chase: in words, and as data.

use crate::error::ReportError;
use crate::format::json_value;
use chaselab_core::{Against, Decision, Line, Question, Side, View, Words};
use chaselab_lab::plan::{Cell, Plan};
use chaselab_lab::results::VERSION;
use chaselab_lab::then;
use chaselab_lab::told::{Happening, Told, ToldFight};
use chaselab_systems::SystemId;
use serde_json::{Map, Value as Json, json};
use std::io::Write;

/// A chase and where it comes from.
#[derive(Clone, Copy)]
pub struct Tale<'a> {
    /// The run.
    pub plan: &'a Plan,
    /// The cell.
    pub cell: &'a Cell,
    /// The number of the chase; nothing for a script.
    pub chase: Option<u64>,
    /// What happened.
    pub told: &'a Told,
}

impl<'a> Tale<'a> {
    /// The chase in words and numbers, turn by turn.
    pub fn text(&self) -> String {
        let part = self.chase();
        let mut text = format!("{}\n{}", self.heading(), part.text());
        if let Some(fight) = &self.told.then {
            let by = if fight.by.is_empty() { String::new() } else { format!(", {}", fight.by) };
            text.push_str(&format!(
                "\nThe chase ends {}: {}{by}, {}.\n",
                when(fight.chase.turns),
                fight.chase.end.name(),
                part.distance(self.told.last)
            ));
            let stunned = match stunned(fight)[..] {
                [] => String::new(),
                ref sides => format!(" The {} begins stunned.", sides.join(" and the ")),
            };
            text.push_str(&format!("\nThe fight that follows.{stunned}\n{}", of_fight(fight).text()));
        }
        text.push_str(&format!("\n{}\n", self.end()));
        let counted = self.events();
        if !counted.is_empty() {
            let counted: Vec<String> = counted.iter().map(|(name, count)| format!("{name} {count}")).collect();
            text.push_str(&format!("Counted: {}.\n", counted.join(", ")));
        }
        text
    }

    /// One JSON object.
    ///
    /// # Errors
    /// When `to` does not take it.
    pub fn json(&self, to: &mut impl Write) -> Result<(), ReportError> {
        let Self { plan, cell, chase, told } = self;
        let factors = cell.factors.iter().map(|factor| (factor.path.to_string(), json_value(&factor.value)));
        let events = self.events().into_iter().map(|(name, count)| (name.to_owned(), json!(count)));
        let mut object = json!({
            "chaselab": VERSION,
            "scenario": plan.scenario.title,
            "digest": plan.digest,
            "seed": plan.scenario.seed,
            "system": cell.system.name(),
            "cell": cell.index,
            "factors": factors.collect::<Map<_, _>>(),
            "chase": chase,
            "end": told.played.map(|played| played.end.name()),
            "group": told.played.map(|played| played.end.group().name()),
            "detail": self.detail(),
            "turns": told.played.map(|played| played.turns),
            "gap": told.last.gap(),
            "events": events.collect::<Map<_, _>>(),
            "told": self.chase().json(),
        });
        if let Some(fight) = &told.then {
            object["then"] = json!({
                "system": cell.player.then().map(SystemId::name),
                "after": { "end": fight.chase.end.name(), "detail": (!fight.by.is_empty()).then_some(&fight.by) },
                "stunned": stunned(fight),
                "rounds": fight.told.played.map(|played| played.turns),
                "told": of_fight(fight).json(),
            });
        }
        serde_json::to_writer_pretty(&mut *to, &object)?;
        writeln!(to)?;
        Ok(())
    }

    fn heading(&self) -> String {
        let Self { plan, cell, chase, .. } = self;
        let factors: Vec<String> =
            cell.factors.iter().map(|factor| format!("{} = {}", factor.path, factor.shown())).collect();
        let setting = if factors.is_empty() { String::new() } else { format!(" ({})", factors.join(", ")) };
        let which = match chase {
            Some(chase) => format!("chase {chase} of seed {}", plan.scenario.seed),
            None => "as scripted".into(),
        };
        let played = then::heading(cell.system, cell.player.then());
        format!("{}\n{played}, cell {}{setting}, {which}", plan.scenario.title, cell.index)
    }

    /// The chase itself.
    fn chase(&self) -> Part<'a> {
        Part { told: self.told, words: self.cell.player.words(), turn: "Turn" }
    }

    fn detail(&self) -> Option<&str> {
        let detail = self.told.played?.detail.0;
        let name = self.cell.player.words().details.get(usize::from(detail))?;
        (detail > 0).then_some(name)
    }

    fn end(&self) -> String {
        let distance = self.chase().distance(self.told.last);
        let Some(played) = self.told.played else {
            return format!("The script ends here, the chase does not: {distance}.");
        };
        let detail = self.detail().map(|detail| format!(", {detail}")).unwrap_or_default();
        let ended = format!("{}{detail} (counts as {})", played.end.name(), played.end.group().name());
        match self.told.then.as_ref().and_then(|fight| fight.told.played) {
            Some(fight) => format!("The end, {} and round {} of the fight: {ended}.", when(played.turns), fight.turns),
            None => format!("The end, {}: {ended}, {distance}.", when(played.turns)),
        }
    }

    /// Events that happened, with how often.
    fn events(&self) -> Vec<(&str, u16)> {
        let named = self.cell.player.words().events.iter().zip(&self.told.events);
        named.filter(|&(_, &count)| count > 0).map(|(name, &count)| (name.as_str(), count)).collect()
    }
}

fn when(turns: u16) -> String {
    if turns == 0 { "before the first turn".into() } else { format!("in turn {turns}") }
}

fn of_fight(fight: &ToldFight) -> Part<'_> {
    Part { told: &fight.told, words: &fight.words, turn: "Round" }
}

fn stunned(fight: &ToldFight) -> Vec<&'static str> {
    Side::BOTH.into_iter().filter(|&side| fight.stunned[side]).map(Side::name).collect()
}

/// The turns of a chase, or the rounds of a fight.
struct Part<'a> {
    told: &'a Told,
    words: &'a Words,
    /// What a turn is called.
    turn: &'static str,
}

impl Part<'_> {
    fn text(&self) -> String {
        let words = self.words;
        let mut text = String::new();
        for turn in &self.told.turns {
            let name = self.turn;
            let head = match turn.turn {
                0 => format!("Before the first {}", name.to_lowercase()),
                number => format!("{name} {number}"),
            };
            text.push_str(&format!("\n{head}: {}\n", self.distance(turn.view)));
            let mut happenings = turn.happenings.iter().peekable();
            while let Some(happening) = happenings.next() {
                match happening {
                    Happening::Pick { side, decision, action } => {
                        let mut picks = vec![(*side, words.action(*decision, *action))];
                        if let Some(Happening::Pick { side, decision: same, action }) = happenings.peek()
                            && same == decision
                        {
                            picks.push((*side, words.action(*decision, *action)));
                            happenings.next();
                        }
                        text.push_str(&format!("  {}\n", picked(words, *decision, &picks)));
                    }
                    Happening::Line(Line::Told(line)) => text.push_str(&format!("  {line}\n")),
                    Happening::Line(Line::Roll { by, dice, face, question }) => {
                        text.push_str(&format!("    {}\n", roll(*by, dice, *face, *question)));
                    }
                    Happening::Line(Line::Event(_)) => {}
                }
            }
        }
        text
    }

    fn json(&self) -> Vec<Json> {
        let turns = self.told.turns.iter().map(|turn| {
            json!({
                "turn": turn.turn,
                "gap": turn.view.gap(),
                "metres": self.metres(turn.view),
                "happenings": turn.happenings.iter().map(|happening| self.happening(happening)).collect::<Vec<_>>(),
            })
        });
        turns.collect()
    }

    fn distance(&self, view: View) -> String {
        let (gap, unit) = (view.gap(), &self.words.gap_unit);
        let unit = if gap == 1 { unit.trim_end_matches('s') } else { unit };
        match (self.told.scale, self.metres(view)) {
            (Some(scale), Some(metres)) => format!("{gap} {unit} apart ({metres} m {})", scale.when),
            _ => format!("{gap} {unit} apart"),
        }
    }

    fn metres(&self, view: View) -> Option<f64> {
        Some(f64::from(view.gap()) * self.told.scale?.metres)
    }

    fn happening(&self, happening: &Happening) -> Json {
        let words = self.words;
        match happening {
            Happening::Pick { side, decision, action } => json!({ "pick": {
                "side": side.name(),
                "decision": words.decisions[usize::from(decision.0)].name,
                "action": words.action(*decision, *action),
            }}),
            Happening::Line(Line::Told(line)) => json!({ "told": line }),
            Happening::Line(Line::Event(event)) => json!({ "event": words.events[usize::from(event.0)] }),
            Happening::Line(Line::Roll { by, dice, face, question }) => {
                let mut object = json!({ "dice": dice, "face": face });
                if let Some((side, against)) = by {
                    object["side"] = json!(side.name());
                    match against {
                        Against::Question | Against::Margin => {}
                        Against::AtMost(most) => object["at_most"] = json!(most),
                        Against::Over(check) => object["against"] = json!(check),
                    }
                }
                match question {
                    Question::Face => {}
                    Question::AtLeast(threshold) => object["at_least"] = json!(threshold),
                    Question::Band(shift) => object["plus"] = json!(shift),
                }
                json!({ "roll": object })
            }
        }
    }
}

fn picked(words: &Words, decision: Decision, picks: &[(Side, &str)]) -> String {
    let name = &words.decisions[usize::from(decision.0)].name;
    match picks {
        [(one, action), (other, theirs)] => {
            format!("Picks of {name}: {} {action}, {} {theirs}.", one.name(), other.name())
        }
        _ => {
            let picks: Vec<String> = picks.iter().map(|(side, action)| format!("{} {action}", side.name())).collect();
            format!("Pick of {name}: {}.", picks.join(", "))
        }
    }
}

fn roll(by: Option<(Side, Against)>, dice: &str, face: i16, question: Question) -> String {
    let Some((side, against)) = by else { return answered(dice, face, question) };
    let told = match against {
        Against::Question => answered(dice, face, question),
        Against::AtMost(most) if face <= most => {
            format!("{dice} shows {face}, {most} or less was needed: made by {}", most - face)
        }
        Against::AtMost(most) => format!("{dice} shows {face}, {most} or less was needed: missed by {}", face - most),
        Against::Over(check) => format!("{dice} makes {face} against {check}: margin {:+}", face - check),
        Against::Margin => format!("{dice}: margin {face:+}"),
    };
    format!("{}: {told}", side.name())
}

/// A roll by what the rules asked of it.
fn answered(dice: &str, face: i16, question: Question) -> String {
    match question {
        Question::Face => format!("{dice} shows {face}"),
        Question::AtLeast(threshold) => {
            let reached = if face >= threshold { "reached" } else { "missed" };
            format!("{dice} shows {face}, {threshold} or more was needed: {reached}")
        }
        Question::Band(0) => format!("{dice} shows {face}"),
        Question::Band(shift) => format!("{dice} shows {face}, with {shift:+} it makes {:+}", face + shift),
    }
}
