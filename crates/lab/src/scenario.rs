//! A scenario file, read as it stands: the tree with its places, after overlays and options.

use crate::catalogue;
use crate::{flags, keys, then, unplayed};
use chaselab_core::tree::{Entry, Node, Path, Reader, Sources, Value, parse_file, parse_value};
use chaselab_core::{Place, Problem};
use chaselab_systems::SystemId;
use std::path::{Component, Path as FilePath, PathBuf};
use thiserror::Error;

/// The largest scenario or overlay that is read, in bytes: a thousand times what any needs.
const LARGEST_FILE: u64 = 4 << 20;

/// The longest title, in characters: more than a chart has room for.
const LONGEST_TITLE: usize = 120;

/// A scenario, as far as it concerns everybody; what belongs to a system is read by the system.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The whole tree, vehicles and tables included.
    pub root: Node,
    /// The texts that places point into.
    pub sources: Sources,
    /// The file name without its ending.
    pub name: String,
    /// The title; the name unless written.
    pub title: String,
    /// Systems to play, at least one.
    pub systems: Vec<SystemId>,
    /// The fight that follows a caught prey, where one does.
    pub then: Option<SystemId>,
    /// The seed; 1 unless written.
    pub seed: u64,
    /// Chases per cell, with a precision the most; 200,000 unless written.
    pub chases: u64,
    /// The half-width at which a cell's chases stop; it plays them all unless written.
    pub precision: Option<f64>,
    /// How numbers are to be made.
    pub method: Wanted,
    /// The confidence of intervals; 0.95 unless written.
    pub confidence: f64,
    /// From where on a chase is too long.
    pub flags: flags::Limits,
}

/// How numbers are to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// As fits best.
    Auto,
    /// By playing.
    Sampled,
    /// From the chain of states.
    Exact,
    /// Both, held against each other.
    Both,
}

/// A value that the command line gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The option as typed, for messages, such as `--set fths.start=2`.
    pub option: String,
    /// `PATH=VALUE`.
    pub text: String,
}

impl Setting {
    fn apply(&self, root: &mut Node) -> Read<()> {
        let place = Place::from(self.option.as_str());
        let (path, value) = self.text.split_once('=').ok_or_else(|| {
            Problem::new(&place, format!("`{}` sets nothing", self.text)).expected("PATH=VALUE, such as fths.start=2")
        })?;
        let path = Path::parse(path.trim(), &place)?;
        root.set(&path, parse_value(value, &self.option)?)
    }
}

/// A scenario that cannot be used, with the texts that the problem points into.
#[derive(Debug, Error)]
#[error("{problem}")]
pub struct Unusable {
    /// What is wrong.
    pub problem: Box<Problem>,
    /// The texts.
    pub sources: Sources,
}

type Read<T> = Result<T, Box<Problem>>;

/// Keys of a scenario that belong to no system.
const KEYS: [&str; 16] = [
    "title",
    "systems",
    "then",
    "seed",
    "chases",
    "precision",
    "method",
    "confidence",
    "prey",
    "catcher",
    "terrain",
    "gap",
    "neutral",
    "flags",
    "grid",
    "script",
];

impl Scenario {
    /// Reads a file and applies the settings of the command line.
    ///
    /// # Errors
    /// When the file cannot be read, or something in it is wrong; nothing is run.
    pub fn load(file: &FilePath, settings: &[Setting]) -> Result<Self, Unusable> {
        Self::load_with(file, &[], settings)
    }

    /// The same, with overlays that the command line names laid over what the file says.
    ///
    /// # Errors
    /// The same, and when an overlay does not fit.
    pub fn load_with(file: &FilePath, overlays: &[PathBuf], settings: &[Setting]) -> Result<Self, Unusable> {
        let mut sources = Sources::default();
        match read(file, overlays, settings, &mut sources) {
            Ok(scenario) => Ok(Self { sources, ..scenario }),
            Err(problem) => Err(Unusable { problem, sources }),
        }
    }

    /// Takes the grid away; whether there was one.
    pub fn take_grid(&mut self) -> bool {
        let Value::Table(entries) = &mut self.root.value else { return false };
        let before = entries.len();
        entries.retain(|entry| entry.key != "grid");
        entries.len() < before
    }

    /// The scenario as played, one `path = value` a line in the order of the file.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        flatten(&self.root, &mut Vec::new(), &mut lines);
        lines
    }
}

fn read(file: &FilePath, overlays: &[PathBuf], settings: &[Setting], sources: &mut Sources) -> Read<Scenario> {
    let shown = file.display().to_string();
    let text = text_of(file, &Place::Default, &shown)?;
    let source = sources.add(shown.clone(), text.clone());
    let mut root = parse_file(&text, source)?;
    catalogue::no_overlay(&root, &shown)?;
    // Options are laid on twice: first since one may name an overlay, last since they win over overlays.
    for setting in settings {
        setting.apply(&mut root)?;
    }
    let folder = file.parent().unwrap_or(FilePath::new(""));
    apply_overlays(&mut root, folder, sources)?;
    for overlay in overlays {
        let (system, tables) = catalogue::overlay(overlay, sources)?;
        let path = Path::parse(&format!("{system}.tables"), &Place::Default)?;
        let mut below = root.at(&path).cloned().unwrap_or_else(|| Node::new(Value::Table(Vec::new()), Place::Default));
        lay_over(&mut below, tables);
        root.set(&path, below)?;
    }
    for setting in settings {
        setting.apply(&mut root)?;
    }
    let name = file.file_stem().map_or_else(|| "scenario".into(), |stem| stem.to_string_lossy().into_owned());
    mirror(root, name)
}

/// All of a file that is not too large to be one that a designer wrote.
pub(crate) fn text_of(file: &FilePath, place: &Place, shown: &str) -> Read<String> {
    let failed = |error: std::io::Error| {
        let from = match place {
            Place::File { .. } => "the folder of the scenario",
            _ => "the folder where the program is started",
        };
        Problem::new(place, format!("cannot read {shown}: {error}")).expected(format!("a file, looked for from {from}"))
    };
    let about = std::fs::metadata(file).map_err(failed)?;
    if !about.is_file() {
        return Err(Problem::new(place, format!("{shown} is not a file")).expected("a TOML file"));
    }
    if about.len() > LARGEST_FILE {
        return Err(Problem::new(place, format!("{shown} has {} bytes", about.len()))
            .expected(format!("at most {LARGEST_FILE}")));
    }
    let bytes = std::fs::read(file).map_err(failed)?;
    String::from_utf8(bytes).map_err(|error| {
        Problem::new(place, format!("{shown} is not UTF-8: byte {} is not text", error.utf8_error().valid_up_to()))
    })
}

/// Merges overlay files under `SYSTEM.tables`; what the scenario itself writes there wins.
fn apply_overlays(root: &mut Node, folder: &FilePath, sources: &mut Sources) -> Read<()> {
    let sections = SystemId::ALL.iter().map(|system| system.name()).chain(["neutral"]);
    for section in sections {
        let Some(list) = root.get(section).and_then(|own| own.get("overlays")) else { continue };
        let mut merged: Option<Node> = None;
        for item in list.list("overlays", "a list of file names")?.to_vec() {
            let name = item.text("an overlay")?.to_owned();
            let relative = FilePath::new(&name);
            // Whoever types a path may name any file; a scenario that was sent may not.
            let typed = matches!(item.place, Place::Option(_));
            if !typed && relative.components().any(|part| !matches!(part, Component::Normal(_) | Component::CurDir)) {
                return Err(Problem::new(&item.place, format!("the overlay {name} leaves the scenario's folder"))
                    .expected("a file below the folder of the scenario"));
            }
            let file = if typed { relative.to_owned() } else { folder.join(relative) };
            let text = text_of(&file, &item.place, &name)?;
            let source = sources.add(file.display().to_string(), text.clone());
            let overlay = parse_file(&text, source)?;
            catalogue::changes_something(&overlay)?;
            match &mut merged {
                None => merged = Some(overlay),
                Some(below) => lay_over(below, overlay),
            }
        }
        let Some(mut tables) = merged else { continue };
        let path = Path::parse(&format!("{section}.tables"), &Place::Default)?;
        if let Some(written) = root.at(&path) {
            lay_over(&mut tables, written.clone());
        }
        root.set(&path, tables)?;
    }
    Ok(())
}

/// Puts `upper` over `lower`, key by key.
fn lay_over(lower: &mut Node, upper: Node) {
    let place = upper.place.clone();
    match (&mut lower.value, upper.value) {
        (Value::Table(below), Value::Table(above)) => {
            for entry in above {
                match below.iter_mut().find(|known| known.key == entry.key) {
                    Some(known) => lay_over(&mut known.node, entry.node),
                    None => below.push(entry),
                }
            }
        }
        (below, above) => {
            *below = above;
            lower.place = place;
        }
    }
}

/// All keys that a scenario may have.
pub(crate) fn top_keys() -> Vec<&'static str> {
    KEYS.into_iter().chain(SystemId::ALL.iter().map(|system| system.name())).collect()
}

/// Reads what concerns everybody.
fn mirror(root: Node, name: String) -> Read<Scenario> {
    let reader = Reader::new(Some(&root), "the scenario")?;
    reader.only(&top_keys())?;
    keys::in_place(&root)?;
    let title = title(reader)?.unwrap_or(&name).to_owned();
    let systems = systems(reader)?;
    let then = then::read(reader)?;
    then::check(reader, then, &systems)?;
    unplayed::check(&root, |system| systems.contains(&system) || then == Some(system))?;
    let methods =
        [("auto", Wanted::Auto), ("sampled", Wanted::Sampled), ("exact", Wanted::Exact), ("both", Wanted::Both)];
    let scenario = Scenario {
        title,
        systems,
        then,
        seed: reader.integer("seed", 0..=i64::MAX)?.map_or(1, i64::unsigned_abs),
        chases: reader.integer("chases", 1..=1_000_000_000_000)?.map_or(200_000, i64::unsigned_abs),
        precision: reader.number("precision", 1e-9..=0.5)?,
        method: reader.one_of("method", &methods)?.unwrap_or(Wanted::Auto),
        confidence: reader.number("confidence", 0.5..=0.999_999)?.unwrap_or(0.95),
        flags: flags::Limits::read(reader)?,
        sources: Sources::default(),
        name,
        root: root.clone(),
    };
    Ok(scenario)
}

/// A title that fits on one line of a chart.
fn title(reader: Reader<'_>) -> Read<Option<&str>> {
    let Some(title) = reader.text("title")? else { return Ok(None) };
    let place = reader.peek("title").map_or(Place::Default, |node| node.place.clone());
    if title.trim().is_empty() {
        return Err(Problem::new(&place, "the title is empty").expected("a text, or no title"));
    }
    if title.chars().any(char::is_control) {
        return Err(Problem::new(&place, "the title has control characters").expected("one line of text"));
    }
    let length = title.chars().count();
    if length > LONGEST_TITLE {
        return Err(Problem::new(&place, format!("the title has {length} characters"))
            .expected(format!("at most {LONGEST_TITLE}")));
    }
    Ok(Some(title))
}

fn systems(reader: Reader<'_>) -> Read<Vec<SystemId>> {
    let example = "a list such as [\"fths\", \"thw\"]";
    let needs = |place: &Place| {
        Problem::new(place, "the scenario names no systems")
            .expected(format!("systems = {}", &example["a list such as ".len()..]))
    };
    let node = reader.get("systems").ok_or_else(|| needs(&reader.place()))?;
    let list = node.list("systems", example)?;
    if list.is_empty() {
        return Err(needs(&node.place));
    }
    let mut systems = Vec::new();
    for item in list {
        let name = item.text("a system")?;
        let system = SystemId::parse(name).ok_or_else(|| {
            Problem::new(&item.place, format!("there is no system `{name}`"))
                .nearest(name, SystemId::ALL.iter().map(|system| system.name()))
        })?;
        if systems.contains(&system) {
            return Err(Problem::new(&item.place, format!("system `{name}` is named twice")).help("name it once"));
        }
        systems.push(system);
    }
    Ok(systems)
}

/// A tree as lines, `path = value`, in the order of the file.
pub(crate) fn flatten(node: &Node, keys: &mut Vec<String>, lines: &mut Vec<String>) {
    match &node.value {
        Value::Table(entries) if !entries.is_empty() => {
            for Entry { key, node, .. } in entries {
                keys.push(key.clone());
                flatten(node, keys, lines);
                keys.pop();
            }
        }
        value => lines.push(format!("{} = {value}", Path::from_keys(keys.iter().cloned()))),
    }
}
