//! What inputs are made from: the scenarios and overlays that the repository ships, the keys of the schemas, and odd values.

use chaselab_core::tables::Tables;
use chaselab_lab::schema;
use chaselab_systems::{SystemId, all_tables};
use serde_json::Value as Json;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Where the scenarios stand.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios")
}

fn texts_in(folder: &Path) -> Vec<String> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "toml"));
    files.sort();
    files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect()
}

/// All scenarios, and the shortest of each system.
pub static SCENARIOS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut texts = texts_in(&folder());
    texts.extend(texts_in(&folder().join("examples")));
    texts.extend(SystemId::ALL.iter().map(|system| format!("systems = [\"{}\"]\n", system.name())));
    let all: Vec<String> = SystemId::ALL.iter().map(|system| format!("\"{}\"", system.name())).collect();
    texts.push(format!("systems = [{}]\n", all.join(", ")));
    texts.push("systems = [\"fths\", \"thw\"]\nthen = \"fudge\"\nprey.weapon = \"pistol\"\n".into());
    assert!(texts.len() > 20, "the scenarios are not where they were");
    texts
});

/// All overlays, and every system's tables as exported.
pub static OVERLAYS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut texts = texts_in(&folder().join("examples/tables"));
    texts.extend(all_tables().flat_map(Tables::iter).map(|table| table.overlay()));
    texts
});

/// Dotted keys of a scenario: those of the schema, at any depth.
pub static PATHS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let schema = schema::scenario();
    let mut paths = Vec::new();
    collect(&schema, &schema, "", 0, &mut paths);
    paths.sort();
    paths.dedup();
    assert!(paths.len() > 300, "{} paths", paths.len());
    paths
});

/// Paths of cells of tables.
pub static CELLS: LazyLock<Vec<String>> =
    LazyLock::new(|| PATHS.iter().filter(|path| path.contains(".tables.")).cloned().collect());

/// Paths of everything else.
pub static TERMS: LazyLock<Vec<String>> =
    LazyLock::new(|| PATHS.iter().filter(|path| !path.contains(".tables.")).cloned().collect());

fn collect(root: &Json, schema: &Json, path: &str, depth: usize, paths: &mut Vec<String>) {
    if depth > 8 {
        return;
    }
    if let Some(definition) = schema["$ref"].as_str().and_then(|name| name.strip_prefix("#/")) {
        let found = definition.split('/').fold(root, |schema, key| &schema[key]);
        return collect(root, found, path, depth + 1, paths);
    }
    for part in ["anyOf", "oneOf", "allOf"] {
        for schema in schema[part].as_array().into_iter().flatten() {
            collect(root, schema, path, depth + 1, paths);
        }
    }
    for (key, inner) in schema["properties"].as_object().into_iter().flatten() {
        let bare = key.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
        let key = if bare { key.clone() } else { format!("\"{key}\"") };
        let path = if path.is_empty() { key } else { format!("{path}.{key}") };
        paths.push(path.clone());
        collect(root, inner, &path, depth + 1, paths);
    }
}

/// Values that somebody may write anywhere.
pub static ODD: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut values: Vec<String> = [
        "9223372036854775807",
        "-9223372036854775808",
        "99999999999999999999",
        "0",
        "-0",
        "1",
        "-1",
        "2",
        "3",
        "20",
        "21",
        "-20",
        "-21",
        "32767",
        "32768",
        "-32769",
        "255",
        "256",
        "65536",
        "10000",
        "10001",
        "1e3",
        "3.0",
        "0.5",
        "-0.5",
        "1.5",
        "nan",
        "-nan",
        "inf",
        "-inf",
        "1e400",
        "-1e400",
        "1e308",
        "-1e308",
        "-0.0",
        "1e-320",
        "0x10",
        "0o7",
        "0b11",
        "1_000",
        "0.1",
        "0.333333333333",
        "1e18",
        "1e9",
        "true",
        "false",
        "\"\"",
        "''",
        "\"Good\"",
        "\"x\"",
        "\"NaN\"",
        "\"+1\"",
        "\"-4\"",
        "\"none\"",
        "\"off\"",
        "\"best-reply\"",
        "\"equilibrium\"",
        "\"\\u0000\"",
        "\"\\u001b[31m\"",
        "\"\u{202e}abc\"",
        "\"e\u{301}\u{1F600}\"",
        "\"a\\nb\"",
        "[]",
        "{}",
        "[[]]",
        "[1]",
        "[1, 2]",
        "[0, 1, 2, 3, 4]",
        "[\"Good\"]",
        "[1, \"a\", true]",
        "{ from = 0, to = 5 }",
        "{ from = 0, to = 1e9 }",
        "{ from = 0, to = 1, step = 1e-9 }",
        "{ a = 1 }",
        "{ \"0+\" = 1 }",
        "{ \"0..3\" = 1, \"4+\" = 2 }",
        "{ mix = { \"1\" = 0.5, \"2\" = 0.5 } }",
        "{ mix = {} }",
        "{ mix = { \"1\" = 1e-320 } }",
        "{ base = \"van\" }",
        "1979-05-27",
        "07:32:00",
        "\"1d20\"",
        "\"2d6 + 3\"",
        "\"1000d6\"",
        "\"1d1000000000000\"",
        "\"4dF vs 4dF\"",
        "\"1dFx3+1dF+5\"",
        "\"10000d6\"",
        "[\"highway\", \"city\"]",
        "[{}]",
        "[{ name = \"run\" }]",
    ]
    .map(str::to_owned)
    .to_vec();
    values.push(format!("\"{}\"", "z".repeat(5000)));
    values.push(format!("{}1{}", "[".repeat(70), "]".repeat(70)));
    values.push(format!("{}1{}", "{ a = ".repeat(30), " }".repeat(30)));
    values.push(format!("[{}]", vec!["1"; 3000].join(", ")));
    values.push(format!("[{}]", (0..3000).map(|i| i.to_string()).collect::<Vec<_>>().join(", ")));
    values.push(format!("{{ {} }}", (0..2000).map(|i| format!("k{i} = {i}")).collect::<Vec<_>>().join(", ")));
    values
});
