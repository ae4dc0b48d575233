//! What was noted of chases that were played by hand.

use chaselab_core::{End, Group, Place, Problem};

/// The most chases that anybody plays by hand.
const MOST_CHASES: u64 = 10_000;

/// What was noted of chases that were played by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// How many chases.
    pub chases: u64,
    /// How many turns they took together.
    pub turns: Option<u64>,
    /// How many ended so, for the ends that were noted.
    pub ends: Vec<(End, u64)>,
    /// How many ended in a group of ends, for those that were noted.
    pub groups: Vec<(Group, u64)>,
}

impl Record {
    /// Checks that a record can be one.
    ///
    /// # Errors
    /// When it says nothing, or what no chases can have done.
    pub fn checked(self) -> Result<Self, Box<Problem>> {
        let chases = self.chases;
        let wrong = |option: String, message: String| Problem::new(&Place::from(option.as_str()), message);
        if !(1..=MOST_CHASES).contains(&chases) {
            return Err(wrong(format!("--chases {chases}"), format!("nobody plays {chases} chases by hand"))
                .expected(format!("a number from 1 to {MOST_CHASES}"))
                .help("chases that the program plays, where it has to, are --set chases=N"));
        }
        if self.turns.is_none() && self.ends.is_empty() && self.groups.is_empty() {
            return Err(wrong(format!("--chases {chases}"), "the record says nothing but how many chases".into())
                .expected("--turns N, or how many ended how, such as --escaped N"));
        }
        let named = self.ends.iter().map(|&(end, count)| (end.name(), count));
        for (name, count) in named.chain(self.groups.iter().map(|&(group, count)| (group.name(), count))) {
            if count > chases {
                let message = format!("{count} of {chases} chases cannot have ended so");
                return Err(wrong(option(name, count), message).expected(format!("at most {chases}")));
            }
        }
        let mut least = 0;
        for group in Group::ALL {
            let ends: u64 = self.ends.iter().filter(|(end, _)| end.group() == group).map(|&(_, count)| count).sum();
            match self.groups.iter().find(|&&(this, _)| this == group) {
                Some(&(_, count)) if ends > count => {
                    let message = format!("{ends} chases ended by ends that count as {}", group.name());
                    return Err(wrong(option(group.name(), count), message).expected(format!("at least {ends}")));
                }
                Some(&(_, count)) => least += count,
                None => least += ends,
            }
        }
        if least > chases {
            return Err(wrong(
                format!("--chases {chases}"),
                format!("the ends that were noted sum up to {least} chases"),
            )
            .expected(format!("at least {least}")));
        }
        Ok(self)
    }
}

/// An option as it is typed.
fn option(name: &str, count: u64) -> String {
    format!("--{} {count}", name.replace('_', "-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(chases: u64, ends: &[(End, u64)], groups: &[(Group, u64)]) -> Result<Record, String> {
        Record { chases, turns: None, ends: ends.to_vec(), groups: groups.to_vec() }
            .checked()
            .map_err(|problem| problem.message)
    }

    #[test]
    fn what_cannot_have_been_is_refused() {
        assert!(record(25, &[(End::Escaped, 14), (End::Caught, 11)], &[(Group::Free, 14)]).is_ok());
        assert_eq!(record(25, &[(End::Escaped, 26)], &[]).unwrap_err(), "26 of 25 chases cannot have ended so");
        assert_eq!(
            record(25, &[(End::Escaped, 14)], &[(Group::Free, 13)]).unwrap_err(),
            "14 chases ended by ends that count as free"
        );
        // 14 free and 12 stopped.
        let both = record(25, &[(End::Escaped, 14)], &[(Group::Stopped, 12)]);
        assert_eq!(both.unwrap_err(), "the ends that were noted sum up to 26 chases");
        assert!(record(25, &[], &[]).unwrap_err().contains("says nothing"));
        assert!(record(0, &[(End::Escaped, 0)], &[]).unwrap_err().contains("nobody plays 0"));
    }
}
