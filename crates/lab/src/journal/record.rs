//! A record of the journal: what was found of one cell, or of some of its chases. See docs/saving.md.

use crate::counts::Counts;
use crate::spans::Spans;
use chaselab_core::{Detail, End};
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

    /// The record of a cell of which this is `nothing` counted yet; nothing when it does not make sense.
    pub fn read(json: &Json, nothing: &Counts) -> Option<Self> {
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
        Some(Self::Counts(spans, Box::new(read_counts(json.get("counts")?, nothing)?)))
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
    let events = counts.events().iter().copied().enumerate().filter(|&(_, (sum, _))| sum > 0);
    let events: Vec<Json> = events.map(|(index, (sum, squares))| json!([index, sum, squares])).collect();
    json!({ "ends": ends, "events": events })
}

fn read_counts(json: &Json, nothing: &Counts) -> Option<Counts> {
    let mut counts = nothing.nothing();
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

/// By end and detail the probabilities of its lengths, from the first that occurs to the last.
fn exact_json(exact: &Exact) -> Json {
    let outcomes = exact.outcomes_by_length().filter_map(|(end, detail, row)| {
        let occurs = |&p: &f64| p != 0.0;
        let (first, last) = (row.iter().position(occurs)?, row.iter().rposition(occurs)?);
        Some(json!([end.name(), detail.0, first, row[first..=last]]))
    });
    let outcomes: Vec<Json> = outcomes.collect();
    json!({ "outcomes": outcomes, "turns": exact.lengths().len(), "events": exact.events() })
}

fn read_exact(json: &Json) -> Option<Exact> {
    // A chase has at most as many turns as a limit of turns can say.
    let turns =
        usize::try_from(json.get("turns")?.as_u64()?).ok().filter(|&turns| turns <= usize::from(u16::MAX) + 1)?;
    let outcome = |outcome: &Json| {
        let name = outcome.get(0)?.as_str()?;
        let end = End::ALL.into_iter().find(|end| end.name() == name)?;
        let detail = u8::try_from(outcome.get(1)?.as_u64()?).ok()?;
        let first = usize::try_from(outcome.get(2)?.as_u64()?).ok()?;
        let mut lengths = vec![0.0; turns];
        for (index, p) in outcome.get(3)?.as_array()?.iter().enumerate() {
            *lengths.get_mut(first.checked_add(index)?)? = p.as_f64()?;
        }
        Some((end, Detail(detail), lengths))
    };
    let outcomes = json.get("outcomes")?.as_array()?.iter().map(outcome).collect::<Option<Vec<_>>>()?;
    let events = json.get("events")?.as_array()?.iter().map(Json::as_f64).collect::<Option<Vec<_>>>()?;
    Some(Exact::new(outcomes, events))
}
