//! A record of the journal: what was found of one cell, or of some of its chases. See docs/saving.md.

use crate::counts::Counts;
use crate::spans::Spans;
use chaselab_core::{Detail, End, MAX_EVENTS};
use chaselab_solve::Exact;
use serde_json::{Map, Value as Json, json};

/// What one line of the journal keeps.
#[derive(Clone, Debug, PartialEq)]
pub enum Record {
    /// The exact distribution of a cell, or why there is none.
    Exact(Result<Exact, String>),
    /// Counts of the chases in some chunks of a cell.
    Counts(Spans, Box<Counts>),
}

impl Record {
    /// The record of the cell at a place, as JSON.
    pub fn json(&self, place: usize) -> Json {
        match self {
            Self::Exact(Ok(exact)) => json!({ "cell": place, "exact": exact_json(exact) }),
            Self::Exact(Err(why)) => json!({ "cell": place, "unfit": why }),
            Self::Counts(spans, counts) => {
                let chunks: Vec<[u64; 2]> = spans.ranges().iter().map(|range| [range.start, range.end]).collect();
                json!({ "cell": place, "chunks": chunks, "counts": counts_json(counts) })
            }
        }
    }

    /// The place of the cell that a record tells of.
    pub fn place(json: &Json) -> Option<usize> {
        usize::try_from(json.get("cell")?.as_u64()?).ok()
    }

    /// The record of a cell whose chases take so many turns at most; nothing when it does not make sense.
    pub fn read(json: &Json, max_turns: u16) -> Option<Self> {
        if let Some(exact) = json.get("exact") {
            return Some(Self::Exact(Ok(read_exact(exact)?)));
        }
        if let Some(why) = json.get("unfit") {
            return Some(Self::Exact(Err(why.as_str()?.to_owned())));
        }
        let mut spans = Spans::default();
        for range in json.get("chunks")?.as_array()? {
            let [start, end] = range.as_array()?.as_slice() else { return None };
            if !spans.add(start.as_u64()?..end.as_u64()?) {
                return None;
            }
        }
        Some(Self::Counts(spans, Box::new(read_counts(json.get("counts")?, max_turns)?)))
    }
}

/// Ends by name; of lengths and details those that were seen.
fn counts_json(counts: &Counts) -> Json {
    let seen = |numbers: &mut dyn Iterator<Item = u64>| -> Json {
        numbers.enumerate().filter(|&(_, count)| count > 0).map(|(index, count)| json!([index, count])).collect()
    };
    let mut ends = Map::new();
    for end in End::ALL.into_iter().filter(|&end| counts.end(end) > 0) {
        let lengths = seen(&mut counts.lengths(end).iter().copied());
        let details = seen(&mut counts.details(end).iter().copied());
        ends.insert(end.name().into(), json!({ "turns": lengths, "details": details }));
    }
    let events = (0..MAX_EVENTS).map(|index| (index, counts.event(index))).filter(|&(_, (sum, _))| sum > 0);
    let events: Vec<Json> = events.map(|(index, (sum, squares))| json!([index, sum, squares])).collect();
    json!({ "ends": ends, "events": events })
}

fn read_counts(json: &Json, max_turns: u16) -> Option<Counts> {
    let mut counts = Counts::new(max_turns);
    let pairs = |json: &Json| -> Option<Vec<(usize, u64)>> {
        let pair = |pair: &Json| Some((usize::try_from(pair.get(0)?.as_u64()?).ok()?, pair.get(1)?.as_u64()?));
        json.as_array()?.iter().map(pair).collect()
    };
    for (name, seen) in json.get("ends")?.as_object()? {
        let end = End::ALL.into_iter().find(|end| end.name() == name)?;
        counts.restore_end(end, &pairs(seen.get("turns")?)?, &pairs(seen.get("details")?)?)?;
    }
    for event in json.get("events")?.as_array()? {
        let number = |index: usize| event.get(index)?.as_u64();
        counts.restore_event(usize::try_from(number(0)?).ok()?, (number(1)?, number(2)?))?;
    }
    Some(counts)
}

/// By end the probabilities of its lengths, from the first that occurs to the last.
fn exact_json(exact: &Exact) -> Json {
    let outcomes: Vec<Json> =
        exact.outcomes().iter().map(|&(end, detail, p)| json!([end.name(), detail.0, p])).collect();
    let mut lengths = Map::new();
    for end in End::ALL {
        let row = exact.length(Some(end));
        let occurs = |&p: &f64| p != 0.0;
        if let (Some(first), Some(last)) = (row.iter().position(occurs), row.iter().rposition(occurs)) {
            lengths.insert(end.name().into(), json!([first, row[first..=last]]));
        }
    }
    let events = exact.events();
    let last = events.iter().rposition(|&mean| mean != 0.0).map_or(0, |last| last + 1);
    json!({
        "outcomes": outcomes, "turns": exact.lengths().len(), "lengths": lengths, "events": events[..last],
    })
}

fn read_exact(json: &Json) -> Option<Exact> {
    let named = |name: &str| End::ALL.into_iter().find(|end| end.name() == name);
    let outcome = |outcome: &Json| {
        let detail = u8::try_from(outcome.get(1)?.as_u64()?).ok()?;
        Some((named(outcome.get(0)?.as_str()?)?, Detail(detail), outcome.get(2)?.as_f64()?))
    };
    let outcomes = json.get("outcomes")?.as_array()?.iter().map(outcome).collect::<Option<Vec<_>>>()?;
    // A chase has at most as many turns as a limit of turns can say.
    let turns = usize::try_from(json.get("turns")?.as_u64()?).ok().filter(|&turns| turns <= usize::from(u16::MAX) + 1);
    let mut lengths = vec![[0.0; End::ALL.len()]; turns?];
    for (name, row) in json.get("lengths")?.as_object()? {
        let end = named(name)?;
        let first = usize::try_from(row.get(0)?.as_u64()?).ok()?;
        for (index, p) in row.get(1)?.as_array()?.iter().enumerate() {
            lengths.get_mut(first.checked_add(index)?)?[end as usize] = p.as_f64()?;
        }
    }
    let mut events = [0.0; MAX_EVENTS];
    for (index, mean) in json.get("events")?.as_array()?.iter().enumerate() {
        *events.get_mut(index)? = mean.as_f64()?;
    }
    Some(Exact::new(outcomes, lengths, events))
}
