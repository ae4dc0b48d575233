//! The reports in `reports/gallery` are what the program writes.
//!
//! `CHASELAB_UPDATE=1 cargo test --release --workspace gallery` remakes them.

use crate::{chaselab, repository, scenario, stderr};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Name in the gallery, command, scenario and further options. Scenarios that keep to exact numbers stay quick.
const REPORTS: [(&str, &str, &str, &[&str]); 6] = [
    ("two-cars-downtown", "run", "two-cars-downtown.toml", &[]),
    ("which-risk", "solve", "which-risk.toml", &[]),
    ("fudge-or-thw", "compare", "two-cars-downtown.toml", &[]),
    ("one-getaway-four-games", "compare", "one-getaway-four-games.toml", &["--chases", "20_000"]),
    ("down-the-pass", "compare", "down-the-pass.toml", &["--chases", "20_000"]),
    ("best-shot", "best", "helicopter-after-car.toml", &["--objective", "stopped", "--method", "sampled"]),
];

#[test]
fn gallery_is_current() {
    let update = std::env::var_os("CHASELAB_UPDATE").is_some();
    let gallery = repository().join("reports/gallery");
    for (name, command, file, options) in REPORTS {
        let folder = tempfile::tempdir().unwrap();
        // The report names the scenario as it was typed, so it is typed as in the README.
        fs::create_dir(folder.path().join("scenarios")).unwrap();
        fs::copy(scenario(file), folder.path().join("scenarios").join(file)).unwrap();
        let typed = format!("scenarios/{file}");
        let arguments = [&[command, &typed, "--out", "report", "--quiet"], options].concat();
        let output = chaselab(folder.path(), &arguments);
        assert!(output.status.success(), "{}", stderr(&output));
        let made = documents(&folder.path().join("report"));
        assert!(made.len() > 1, "{name} has no charts");
        let kept = gallery.join(name);
        if update {
            let _ = fs::remove_dir_all(&kept);
            for (file, bytes) in &made {
                let path = kept.join(file);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, bytes).unwrap();
            }
        } else {
            let kept = documents(&kept);
            assert!(made.keys().eq(kept.keys()), "{name} in the gallery has other files; see the head of this test");
            for (file, bytes) in &made {
                assert!(bytes == &kept[file], "{name}/{file} in the gallery is not current; see the head of this test");
            }
        }
    }
}

/// Reports and charts of a folder: Markdown, HTML and SVG.
fn documents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for inner in ["", "charts"] {
        for entry in fs::read_dir(folder.join(inner)).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path
                .extension()
                .is_some_and(|ending| ["html", "md", "svg"].contains(&ending.to_str().unwrap_or_default()))
            {
                let name = Path::new(inner).join(path.file_name().unwrap()).display().to_string();
                found.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    found
}
