//! The search in one cell: over the whole range, then closer.

use super::{Domain, Found, Jump, Point, Response, Shape, TunedCell, Tuning, planned};
use crate::counts::Counts;
use crate::diff::ADAPT;
use crate::plan::{CHUNK, Plan};
use crate::player::Luck;
use crate::run::{AUTO, EXACT, RunError, Watch};
use crate::scenario::Wanted;
use rayon::ThreadPool;
use rayon::prelude::*;

/// Exact numbers this close are the same.
const SAME: f64 = 1e-9;

/// The search in one cell.
pub(super) struct Search<'a> {
    pub tuning: &'a Tuning,
    pub place: usize,
    pub pool: &'a ThreadPool,
    pub watch: &'a dyn Watch,
}

/// On which side of the target a value lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Below,
    Above,
    /// It meets it, or cannot be told from one that does.
    At,
}

/// A position with what was found there.
#[derive(Clone)]
struct Tried {
    position: f64,
    point: Point,
    side: Side,
}

impl Search<'_> {
    /// Looks at the whole range, then closes in; nothing when it was stopped.
    pub fn cell(&self) -> Result<Option<TunedCell>, RunError> {
        let mut scan = Vec::new();
        for position in self.tuning.domain.scan() {
            match self.at(position)? {
                Some(tried) => scan.push(tried),
                None => return Ok(None),
            }
        }
        let mut found: Vec<Found> = scan
            .iter()
            .filter(|tried| tried.side == Side::At && tried.point.response.chases.is_none())
            .map(|tried| Found::met(&tried.point))
            .collect();
        let decided: Vec<&Tried> = scan.iter().filter(|tried| tried.side != Side::At).collect();
        for pair in decided.windows(2).filter(|pair| pair[0].side != pair[1].side) {
            // An exact value in between has been found already.
            let exact = |tried: &Tried| tried.point.response.chases.is_none() && tried.side == Side::At;
            let inside = |tried: &&Tried| pair[0].position < tried.position && tried.position < pair[1].position;
            if !scan.iter().filter(inside).any(exact) {
                match self.close_in(pair[0].clone(), pair[1].clone())? {
                    Some(place) => found.push(place),
                    None => return Ok(None),
                }
            }
        }
        if found.is_empty() {
            // Played values that cannot be told from the target, on one side of which nothing was seen.
            let open = scan.iter().filter(|tried| tried.side == Side::At);
            found.extend(open.map(|tried| Found::met(&tried.point)));
        }
        let plan = self.plan(scan[0].position)?;
        let cell = &plan.cells[self.place];
        let points: Vec<Point> = scan.into_iter().map(|tried| tried.point).collect();
        Ok(Some(TunedCell {
            cell: cell.index,
            system: cell.system,
            factors: cell.factors.clone(),
            shape: shape(&points),
            scan: points,
            found,
        }))
    }

    /// Halves down to neighbours, or to a value that meets the target.
    fn close_in(&self, mut low: Tried, mut high: Tried) -> Result<Option<Found>, RunError> {
        while let Some(middle) = self.tuning.domain.between(low.position, high.position) {
            let Some(tried) = self.at(middle)? else { return Ok(None) };
            match tried.side {
                Side::At => {
                    let sampled = tried.point.response.chases.is_some();
                    let between = sampled.then_some([low.point, high.point]);
                    return Ok(Some(Found { at: Some(tried.point), between, jump: None }));
                }
                side if side == low.side => low = tried,
                _ => high = tried,
            }
        }
        if matches!(self.tuning.domain, Domain::Steps(_)) {
            return Ok(Some(Found { at: None, between: Some([low.point, high.point]), jump: None }));
        }
        if (low.point.response.value - high.point.response.value).abs() <= 1e-6 {
            return Ok(Some(Found::met(&low.point)));
        }
        self.jump(low, high)
    }

    /// The edge between two numbers that are all but the same: of the numbers from one to the other the roundest, on
    /// whichever side of the edge it lies.
    fn jump(&self, mut low: Tried, mut high: Tried) -> Result<Option<Found>, RunError> {
        let edge = roundest(low.position, high.position);
        if low.position < edge && edge < high.position {
            let Some(tried) = self.at(edge)? else { return Ok(None) };
            if tried.side == low.side { low = tried } else { high = tried }
        }
        let from_edge_on = high.position <= edge;
        let changes = self.changes(low.position, high.position)?;
        let jump = Some(Jump { edge, from_edge_on, changes });
        Ok(Some(Found { at: None, between: Some([low.point, high.point]), jump }))
    }

    /// What is another number to the system with the one value than with the other.
    fn changes(&self, low: f64, high: f64) -> Result<Vec<String>, RunError> {
        let [below, above] = [self.plan(low)?, self.plan(high)?];
        let [below, above] = [&below, &above].map(|plan| plan.cells[self.place].player.explained());
        let pairs = below.iter().filter_map(|one| Some((one, above.iter().find(|other| other.what == one.what)?)));
        let moved = pairs.filter(|(one, other)| one.value != other.value);
        Ok(moved.map(|(one, other)| format!("{} {} becomes {}", one.what, one.value, other.value)).collect())
    }

    fn plan(&self, position: f64) -> Result<Plan, RunError> {
        let value = self.tuning.domain.value(position);
        planned(&self.tuning.scenario, &self.tuning.wish.path, &value).map_err(|unusable| RunError::Unfit {
            cell: self.place,
            system: "the scenario",
            why: format!("with {} = {value}: {}", self.tuning.wish.path, unusable.problem),
        })
    }

    /// What the chase comes to at a position; nothing when it was stopped.
    fn at(&self, position: f64) -> Result<Option<Tried>, RunError> {
        if self.watch.stopped() {
            return Ok(None);
        }
        let plan = self.plan(position)?;
        let cell = &plan.cells[self.place];
        let unfit = |why: String| RunError::Unfit { cell: cell.index, system: cell.system.name(), why };
        let Tuning { wish, scenario, .. } = self.tuning;
        let exact = match &wish.adapt {
            Some(question) => {
                Some(cell.player.equilibrium(question, ADAPT).map_err(|error| unfit(error.to_string()))?.exact)
            }
            None => {
                cell.player.solve().map_err(unfit)?;
                match scenario.method {
                    Wanted::Sampled => None,
                    Wanted::Exact => Some(cell.player.exact(EXACT).map_err(unfit)?),
                    Wanted::Auto | Wanted::Both => cell.player.exact(AUTO).ok(),
                }
            }
        };
        let response = match exact {
            Some(exact) => Some(wish.target.exact(&exact)),
            None => self.played(&plan),
        };
        Ok(response.map(|response| Tried {
            position,
            side: side(&response, wish.target.wanted),
            point: Point { value: self.tuning.domain.value(position), response },
        }))
    }

    /// Plays the first chunk, then twice as many each time, until the interval leaves out the target. Every value is
    /// played with the same luck.
    fn played(&self, plan: &Plan) -> Option<Response> {
        let (scenario, target) = (&self.tuning.scenario, &self.tuning.wish.target);
        let cell = &plan.cells[self.place];
        let chunks = scenario.chases.div_ceil(CHUNK);
        let looks = 1 + chunks.next_power_of_two().ilog2();
        let alpha = (1.0 - scenario.confidence) / (f64::from(looks) * self.tuning.domain.probes() as f64);
        let compiled = cell.player.quicker(scenario.chases);
        // One luck for all values, though the varied term may be a factor's neighbour: the key has no value in it.
        let luck = Luck { seed: scenario.seed, cell: cell.key };
        let mut counts = Counts::new(cell.player.max_turns(), cell.player.words());
        let mut done = 0;
        loop {
            let until = if done == 0 { 1 } else { 2 * done }.min(chunks);
            let chunk = |chunk: u64| {
                let range = chunk * CHUNK..((chunk + 1) * CHUNK).min(scenario.chases);
                cell.player.play(luck, range, compiled.as_ref())
            };
            let more: Vec<Counts> = self.pool.install(|| (done..until).into_par_iter().map(chunk).collect());
            more.iter().for_each(|more| counts.add(more));
            done = until;
            let response = target.counted(&counts, alpha);
            if done == chunks || side(&response, target.wanted) != Side::At {
                return Some(response);
            }
            if self.watch.stopped() {
                return None;
            }
        }
    }
}

fn side(response: &Response, wanted: f64) -> Side {
    let rounding = if response.chases.is_none() { SAME } else { 0.0 };
    if response.high < wanted - rounding {
        Side::Below
    } else if response.low > wanted + rounding {
        Side::Above
    } else {
        Side::At
    }
}

/// The number with the fewest digits from one to another that is larger.
fn roundest(low: f64, high: f64) -> f64 {
    if low <= 0.0 && high >= 0.0 {
        return 0.0;
    }
    // From the power of ten that is no smaller than either down to the last digits of an f64.
    let largest = low.abs().max(high.abs()).log10().ceil() as i32;
    let rounded = (0..18).map(|digits| {
        let decimals = digits - largest;
        let scale = 10_f64.powi(decimals.abs());
        // Scaled up and back by the same whole power, so that what is short in decimals stays so.
        if decimals >= 0 { (low * scale).ceil() / scale } else { (low / scale).ceil() * scale }
    });
    rounded.into_iter().find(|number| (low..=high).contains(number)).unwrap_or(high)
}

/// How a response goes over values in rising order, as far as intervals tell them apart.
fn shape(points: &[Point]) -> Shape {
    let step = |pair: &[Point]| {
        let [before, after] = [&pair[0].response, &pair[1].response];
        if after.low > before.high + SAME {
            1
        } else if after.high < before.low - SAME {
            -1
        } else {
            0
        }
    };
    let steps: Vec<i32> = points.windows(2).map(step).collect();
    match (steps.contains(&1), steps.contains(&-1)) {
        (true, true) => Shape::Bent,
        (true, false) => Shape::Rising,
        (false, true) => Shape::Falling,
        (false, false) => Shape::Flat,
    }
}

#[cfg(test)]
mod tests {
    use super::roundest;

    #[test]
    fn edges_are_round_numbers() {
        assert_eq!(roundest(19.999_999_962_7, 20.0), 20.0);
        assert_eq!(roundest(20.0, 20.000_000_01), 20.0);
        assert_eq!(roundest(0.949_999_999, 0.950_000_001), 0.95);
        assert_eq!(roundest(-2.500_000_001, -2.499_999_999), -2.5);
        assert_eq!(roundest(-0.000_000_001, 0.000_000_001), 0.0);
        assert_eq!(roundest(1_199.999_99, 1_200.000_01), 1_200.0);
    }
}
