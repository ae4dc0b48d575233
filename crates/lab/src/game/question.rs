//! What is asked of the solver: what the prey maximises, and which decisions are free.

use chaselab_core::{Behaviour, Pair, Place, Problem, Side, Words};
use chaselab_solve::{Objective, ObjectiveError};

/// What is asked of the solver.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// What the prey maximises and the catcher minimises.
    pub objective: Objective,
    /// The objective as typed.
    pub text: String,
    /// The decisions that are free; `None` frees all.
    free: Option<Vec<Freed>>,
}

/// A decision that is free.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Freed {
    /// Whose; `None` is both sides'.
    side: Option<Side>,
    decision: String,
}

impl Freed {
    fn concerns(&self, side: Side) -> bool {
        self.side.is_none_or(|whose| whose == side)
    }

    fn shown(&self) -> String {
        self.side.map_or_else(|| self.decision.clone(), |side| format!("{}.{}", side.name(), self.decision))
    }
}

impl Question {
    /// From the texts of `--objective` and `--free`.
    ///
    /// # Errors
    /// When one of them cannot be read.
    pub fn new(objective: &str, free: Option<&str>) -> Result<Self, Box<Problem>> {
        let parsed = self::objective("--objective", objective)?;
        let free = free.map(|text| text.split(',').map(|part| freed(part.trim(), text)).collect()).transpose()?;
        Ok(Self { objective: parsed, text: objective.trim().to_owned(), free })
    }

    /// The chance to get free, every decision of both sides being free.
    pub fn free() -> Self {
        Self { objective: Objective::free(), text: "free".into(), free: None }
    }

    /// What is free, as typed; `None` where all is.
    pub fn freed(&self) -> Option<Vec<String>> {
        self.free.as_ref().map(|free| free.iter().map(Freed::shown).collect())
    }

    /// Checks that what is free is a decision of one of the systems that are played.
    ///
    /// # Errors
    /// When it is none.
    pub(crate) fn check(&self, played: &[&Words]) -> Result<(), Box<Problem>> {
        for part in self.free.iter().flatten() {
            if played.iter().all(|words| words.decision(&part.decision).is_none()) {
                let names = played.iter().flat_map(|words| &words.decisions).map(|decision| decision.name.as_str());
                let option = format!("--free {}", part.shown());
                let message = format!("there is no decision `{}` in this system", part.decision);
                return Err(Problem::new(&Place::from(option.as_str()), message).nearest(&part.decision, names));
            }
        }
        Ok(())
    }

    /// The behaviours of the game: free decisions are the solver's to give, and so is what the scenario leaves to it.
    pub(crate) fn game(&self, words: &Words, behaviours: &Pair<Vec<Behaviour>>) -> Pair<Vec<Behaviour>> {
        let free = |side: Side, index: usize| match &self.free {
            None => true,
            Some(list) => {
                let name = words.decisions[index].name.as_str();
                list.iter().any(|part| part.decision == name && part.concerns(side))
            }
        };
        Pair::of(|side| {
            let decisions = behaviours[side].iter().enumerate();
            decisions
                .map(|(index, behaviour)| {
                    if free(side, index) || behaviour.is_solved() { Behaviour::Equilibrium } else { behaviour.clone() }
                })
                .collect()
        })
    }
}

/// An objective from the text of an option.
///
/// # Errors
/// When it cannot be read, or tells nothing apart.
pub fn objective(option: &str, text: &str) -> Result<Objective, Box<Problem>> {
    let place = Place::from(format!("{option} '{text}'").as_str());
    let objective: Objective = text.parse().map_err(|error: ObjectiveError| {
        let problem = Problem::new(&place, error.to_string());
        match error {
            ObjectiveError::Name { name } => problem.nearest(&name, terms()),
            ObjectiveError::Syntax { .. } | ObjectiveError::Factor { .. } => {
                problem.expected("a sum such as escaped - 0.5*prey_crashed")
            }
        }
    })?;
    if objective.scale(1) == 0.0 {
        return Err(Problem::new(&place, "every chase is worth the same, however it ends".to_owned())
            .expected("a sum that tells ends apart, such as free"));
    }
    Ok(objective)
}

fn freed(part: &str, all: &str) -> Result<Freed, Box<Problem>> {
    let option = format!("--free {all}");
    let unknown = |message: String| {
        Problem::new(&Place::from(option.as_str()), message)
            .expected("a list such as prey.risk,catcher.risk, or a decision alone for both sides")
    };
    match part.split_once('.') {
        _ if part.is_empty() => Err(unknown("a part of the list is empty".into())),
        None => Ok(Freed { side: None, decision: part.to_owned() }),
        Some((side, decision)) => {
            let side = Side::BOTH.into_iter().find(|known| known.name() == side);
            let side = side.ok_or_else(|| unknown(format!("`{part}` names no side")))?;
            Ok(Freed { side: Some(side), decision: decision.to_owned() })
        }
    }
}

/// Everything that an objective can be made of.
fn terms() -> impl Iterator<Item = &'static str> {
    let ends = chaselab_core::End::ALL.into_iter().map(chaselab_core::End::name);
    ends.chain(chaselab_core::Group::ALL.into_iter().map(chaselab_core::Group::name)).chain(["turns"])
}

#[cfg(test)]
mod tests {
    use super::*;
    use chaselab_core::{Action, DecisionWords};

    fn words() -> Words {
        let decision = |name: &str| DecisionWords { name: name.into(), actions: vec!["no".into(), "yes".into()] };
        Words { decisions: vec![decision("risk"), decision("action")], ..Words::default() }
    }

    fn solved(free: Option<&str>) -> Pair<Vec<bool>> {
        let fixed = vec![Behaviour::always(Action(0)), Behaviour::always(Action(1))];
        let question = Question::new("free", free).unwrap();
        question
            .game(&words(), &Pair::new(fixed.clone(), fixed))
            .map(|side| side.iter().map(Behaviour::is_solved).collect())
    }

    #[test]
    fn decisions_are_freed_by_side_or_for_both() {
        assert_eq!(solved(None), Pair::new(vec![true, true], vec![true, true]));
        assert_eq!(solved(Some("risk")), Pair::new(vec![true, false], vec![true, false]));
        assert_eq!(solved(Some("prey.risk, catcher.action")), Pair::new(vec![true, false], vec![false, true]));
    }

    #[test]
    fn what_cannot_be_read_is_said() {
        let message = |objective, free| Question::new(objective, free).unwrap_err().message;
        assert_eq!(message("escape", None), "`escape` is neither an end, nor a group of ends, nor `turns`");
        let same = "every chase is worth the same, however it ends";
        assert_eq!([message("0*free", None), message("free + stopped + open", None)], [same; 2]);
        assert_eq!(message("free", Some("thief.risk")), "`thief.risk` names no side");
        assert_eq!(message("free", Some("risk,,action")), "a part of the list is empty");
        let question = Question::new("free", Some("rsik")).unwrap();
        let problem = question.check(&[&words()]).unwrap_err();
        assert_eq!(problem.message, "there is no decision `rsik` in this system");
        assert!(format!("{:?}", problem.help).contains("risk"), "{problem:?}");
    }
}
