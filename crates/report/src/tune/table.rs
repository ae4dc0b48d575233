//! What a terminal shows of a search for a value.

use crate::rows::{Rows, drawn};
use crate::screen::wrapped;
use crate::shown;
use chaselab_core::tree::Value;
use chaselab_lab::results::{Mean, Rate};
use chaselab_lab::tune::{Found, Jump, Point, Response, Shape, Target, Tuned, TunedCell};

/// Each cell's answer in words, then what the chase comes to over the whole range; text is at most `width` columns wide
/// where words allow it.
pub fn table(tuned: &Tuned, width: usize, color: bool) -> String {
    let mut text = format!("{}\n\n", tuned.title);
    for cell in &tuned.cells {
        for line in answer(tuned, cell) {
            text.push_str(&wrapped(&line, width, "", false));
        }
    }
    text.push_str(&format!("\n{}\n", drawn(&rows(tuned), color).trim_fmt()));
    text.push('\n');
    for line in method(tuned) {
        text.push_str(&wrapped(&line, width, "", false));
    }
    text.push_str(&format!("Digest {}.\n", tuned.digest));
    text
}

/// What a cell is called.
fn name(cell: &TunedCell) -> String {
    let factors: Vec<String> = cell.factors.iter().map(|it| format!("{} = {}", it.path, it.shown())).collect();
    let with = if factors.is_empty() { String::new() } else { format!(", {}", factors.join(", ")) };
    format!("{}{with}", cell.system.title())
}

/// The answer, and what is odd about it.
fn answer(tuned: &Tuned, cell: &TunedCell) -> Vec<String> {
    let (path, target) = (&tuned.wish.path, &tuned.wish.target);
    let wanted = number(target, target.wanted);
    let told = |point: &Point| format!("{} ({})", value(&point.value), response(target, &point.response));
    let head = name(cell);
    let mut lines = Vec::new();
    if cell.found.is_empty() {
        let [least, most] = cell.range();
        lines.push(format!(
            "{head}: no {path} from {} to {} brings {} to {wanted}. It can be brought from {} at {} to {} at {}.",
            value(&tuned.bounds[0]),
            value(&tuned.bounds[1]),
            target.text,
            response(target, &least.response),
            value(&least.value),
            response(target, &most.response),
            value(&most.value)
        ));
    }
    let (jumps, others): (Vec<&Found>, Vec<&Found>) = cell.found.iter().partition(|found| found.jump.is_some());
    let found = self::found(cell, &others, &told);
    if !found.is_empty() {
        lines.push(format!("{head}: {} = {wanted} with {path} {}.", target.text, found.join("; and ")));
    }
    for found in jumps {
        if let (Some(jump), Some(pair)) = (&found.jump, &found.between) {
            let sides = pair.each_ref().map(|point| response(target, &point.response));
            lines.push(format!("{head}: {} passes {wanted} where {path} {}.", target.text, self::jump(jump, &sides)));
        }
    }
    match cell.shape {
        Shape::Bent => lines.push(format!(
            "{} does not simply rise or fall with {path}: it turns around, so look at every answer, and at the values below.",
            target.text
        )),
        Shape::Flat if cell.found.len() < cell.scan.len() => {
            lines.push(format!("{} does not change with {path}, as far as can be seen.", target.text));
        }
        _ => {}
    }
    lines
}

/// Every place where the target is met; neighbours that meet it are told together.
fn found(cell: &TunedCell, all: &[&Found], told: &dyn Fn(&Point) -> String) -> Vec<String> {
    let place = |point: &Point| cell.scan.iter().position(|seen| seen.value == point.value);
    let mut runs: Vec<Vec<&Found>> = Vec::new();
    for &found in all {
        let at = |found: &Found| found.between.is_none().then(|| found.at.as_ref().and_then(place)).flatten();
        let last = runs.last().and_then(|run| at(run.last()?));
        match runs.last_mut() {
            Some(run) if last.is_some() && at(found) == last.map(|last| last + 1) => run.push(found),
            _ => runs.push(vec![found]),
        }
    }
    let shown = |run: &Vec<&Found>| match (&run[0].at, &run[run.len() - 1].at, &run[0].between) {
        (Some(first), Some(last), None) if run.len() > 1 => format!("from {} to {}", told(first), told(last)),
        (Some(at), _, None) => format!("at {}", told(at)),
        (Some(at), _, Some([low, high])) => {
            format!("about {}, with confidence between {} and {}", told(at), told(low), told(high))
        }
        (None, _, Some([low, high])) => format!("between {} and {}", told(low), told(high)),
        (None, _, None) => "nowhere".to_owned(),
    };
    runs.iter().map(shown).collect()
}

/// A jump, with what the chase comes to on both sides of it.
fn jump(jump: &Jump, [below, above]: &[String; 2]) -> String {
    let edge = value(&Value::Float(jump.edge));
    let sides = if jump.from_edge_on {
        format!("just below it {below}, from {edge} on {above}")
    } else {
        format!("up to {edge} {below}, just above it {above}")
    };
    let changes = if jump.changes.is_empty() { String::new() } else { format!(" ({})", jump.changes.join(", ")) };
    format!("jumps at {edge}: {sides}{changes}")
}

/// A value as a designer writes it.
fn value(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        Value::Float(number) => {
            let text = format!("{number:.7}");
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
        other => other.to_string(),
    }
}

/// A number in the target's unit.
fn number(target: &Target, number: f64) -> String {
    if target.is_rate() { format!("{} %", plain(number * 100.0)) } else { plain(number) }
}

fn plain(number: f64) -> String {
    let text = format!("{number:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// What the chase comes to.
fn response(target: &Target, response: &Response) -> String {
    let Response { value, low, high, chases } = *response;
    if target.is_rate() {
        let count = chases.map(|chases| (value * chases as f64).round() as u64);
        return shown::rate(&Rate { count, rate: value, low, high }).line();
    }
    shown::mean(&Mean { mean: value, low, high }).line()
}

/// The values that were looked at first, and in their places those that the answer names. The neighbours of a jump would be
/// written alike.
fn points(cell: &TunedCell) -> Vec<&Point> {
    let mut points: Vec<&Point> = cell.scan.iter().collect();
    let named = cell.found.iter().filter(|found| found.jump.is_none());
    for point in named.flat_map(|found| found.at.iter().chain(found.between.iter().flatten())) {
        if points.iter().all(|other| other.value != point.value) {
            // Words are all looked at first.
            points.insert(points.partition_point(|other| other.value.number() < point.value.number()), point);
        }
    }
    points
}

/// A row for each value.
fn rows(tuned: &Tuned) -> Rows {
    let target = &tuned.wish.target;
    let several = tuned.cells.len() > 1;
    let rows = tuned.cells.iter().flat_map(|cell| {
        let name = several.then(|| name(cell));
        points(cell).into_iter().map(move |point| {
            let numbers = [value(&point.value), response(target, &point.response)];
            let chases = point.response.chases.map_or_else(|| "exact".to_owned(), shown::count);
            name.clone().into_iter().chain(numbers).chain([chases]).collect()
        })
    });
    let head = several.then(|| "cell".to_owned()).into_iter();
    let head = head.chain([tuned.wish.path.to_string(), target.text.clone(), "chases".to_owned()]);
    Rows { heading: String::new(), head: head.collect(), names: 1 + usize::from(several), rows: rows.collect() }
}

/// How the numbers came to be.
fn method(tuned: &Tuned) -> Vec<String> {
    let points = || tuned.cells.iter().flat_map(|cell| &cell.scan);
    let mut lines = Vec::new();
    if points().any(|point| point.response.chases.is_some()) {
        lines.push(format!(
            "Played, seed {}, with the same luck at every value, each until it could be told from the target: all intervals together hold with a confidence of {}, and so does what encloses the target.",
            tuned.seed,
            shown::confidence(tuned.confidence)
        ));
    } else {
        lines.push("Exact at every value.".to_owned());
    }
    lines.push(match &tuned.wish.adapt {
        Some(question) => {
            format!("Players adapt: both sides are solved anew at each value; the prey maximises {}.", question.text)
        }
        None => "Players stay as the scenario has them.".to_owned(),
    });
    lines
}
