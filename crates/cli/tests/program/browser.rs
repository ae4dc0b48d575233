//! Reports in a browser: they load nothing, complain of nothing, and their tables sort and filter.
//!
//! A Chromium on the `PATH` is used. `CHASELAB_BROWSER=install` has it installed from Debian's packages, as root on
//! Debian. Where there is none the tests say that they were skipped.

use crate::{chaselab, folder, repository, stdout};
use serde_json::Value as Json;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

/// What Debian and others call it.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

static CHROMIUM: LazyLock<Option<PathBuf>> = LazyLock::new(|| found().or_else(|| installed().then(found).flatten()));

fn found() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let places: Vec<PathBuf> = std::env::split_paths(&path).collect();
    NAMES.iter().flat_map(|name| places.iter().map(move |place| place.join(name))).find(|file| file.is_file())
}

/// Installs it where that is wanted and can be done.
fn installed() -> bool {
    let wanted = std::env::var_os("CHASELAB_BROWSER").is_some_and(|value| value == "install");
    let quiet = |program: &str, arguments: &[&str]| {
        let mut command = Command::new(program);
        command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive").stdout(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    wanted
        && Path::new("/etc/debian_version").is_file()
        && quiet("apt-get", &["update", "-q", "-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=20"])
        && quiet("apt-get", &["install", "-q", "-y", "--no-install-recommends", "chromium"])
}

/// What a browser makes of a file.
struct Shown {
    /// The document once its script has run.
    document: String,
    /// What the console says.
    console: Vec<String>,
}

/// Opens a file; nothing where there is no browser.
fn shown(file: &Path) -> Option<Shown> {
    let Some(chromium) = CHROMIUM.as_ref() else {
        eprintln!("skipped: no Chromium");
        return None;
    };
    let profile = tempfile::tempdir().unwrap();
    let output = Command::new(chromium)
        .args(["--headless", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"])
        .args(["--disable-component-update", "--host-resolver-rules=MAP * ~NOTFOUND", "--disable-dev-shm-usage"])
        // Its own walls need rights that a container does not give. What it opens was written by these tests.
        .args(["--no-sandbox", "--enable-logging=stderr", "--virtual-time-budget=5000", "--dump-dom"])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg(format!("file://{}", file.display()))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    let console = said.lines().filter(|line| line.contains("CONSOLE")).map(str::to_owned).collect();
    Some(Shown { document: String::from_utf8(output.stdout).unwrap(), console })
}

/// What a script gives that runs in a copy of a report after its own.
fn probed(report: &str, script: &str) -> Option<(Json, Vec<String>)> {
    let own = report.find("script-src ").expect("a policy");
    let end = own + report[own..].find(';').expect("its end");
    let opened = format!("{}script-src 'unsafe-inline'{}", &report[..own], &report[end..]);
    let probe = format!(
        r#"<script>{{
            const given = (() => {{ {script} }})();
            const text = JSON.stringify(given).replace(/[<>&]/g, (c) => "\\u00" + c.charCodeAt(0).toString(16));
            document.body.append(Object.assign(document.createElement("pre"), {{ id: "probe", textContent: text }}));
        }}</script></body>"#
    );
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("report.html");
    fs::write(&file, opened.replace("</body>", &probe)).unwrap();
    let shown = shown(&file)?;
    let start = shown.document.find("<pre id=\"probe\">").unwrap_or_else(|| panic!("no answer: {:?}", shown.console));
    let text = &shown.document[start + "<pre id=\"probe\">".len()..];
    let text = &text[..text.find("</pre>").expect("its end")];
    Some((serde_json::from_str(text).unwrap(), shown.console))
}

fn gallery(name: &str) -> PathBuf {
    repository().join("reports/gallery").join(name).join("report.html")
}

/// How many things were asked for, what has no name, and whether the page is wider than the window.
const NOTHING_WRONG: &str = r#"
    const unnamed = (part) => !(part.getAttribute("aria-label") || part.textContent.trim());
    const ids = Array.from(document.querySelectorAll("[id]"), (part) => part.id);
    const labels = Array.from(document.querySelectorAll("[aria-describedby], [aria-labelledby], label[for]"),
        (part) => part.getAttribute("aria-describedby") || part.getAttribute("aria-labelledby") || part.htmlFor);
    const levels = Array.from(document.querySelectorAll("h1, h2, h3"), (part) => Number(part.tagName[1]));
    return {
        requests: performance.getEntriesByType("resource").map((entry) => entry.name),
        unnamed: Array.from(document.querySelectorAll("button, svg, table, a")).filter(unnamed).length,
        twice: ids.filter((id, at) => ids.indexOf(id) !== at),
        lost: labels.filter((id) => !document.getElementById(id)),
        jumps: levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1).length,
        // A part that has no role takes no name (WAI-ARIA 1.2, 5.2.8.6).
        roleless: document.querySelectorAll(":is(div, pre, p, span)[aria-label]:not([role])").length,
        regions: Array.from(document.querySelectorAll(".scroll")).filter((part) =>
            (part.scrollWidth > part.clientWidth) !== (part.getAttribute("role") === "region" && !!part.ariaLabel)).length,
        wide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
        charts: document.querySelectorAll("figure svg[role=img]").length,
        filters: Array.from(document.querySelectorAll(".tools"), (part) => part.hidden).filter(Boolean).length,
    };
"#;

/// Every kind of report: those of the gallery, and two made here.
#[test]
fn every_report_opens_without_a_request_or_an_error() {
    let small = folder(SMALL);
    let file = "scenarios/small.toml";
    let made = small.path();
    stdout(&chaselab(made, &["diff", file, "--set", "prey.driving=\"Great\"", "--out", "diff", "--quiet"]));
    stdout(&chaselab(made, &["sense", file, "--vary", "prey.driving=Fair..Great", "--out", "sense", "--quiet"]));
    let mut reports: Vec<PathBuf> = fs::read_dir(repository().join("reports/gallery"))
        .unwrap()
        .map(|entry| entry.unwrap().path().join("report.html"))
        .collect();
    reports.extend(["diff", "sense"].map(|name| made.join(name).join("report.html")));
    for report in reports {
        let text = fs::read_to_string(&report).unwrap();
        let Some(Shown { console, document }) = shown(&report) else { return };
        assert!(console.is_empty(), "{}: {console:#?}", report.display());
        assert!(!document.contains("class=\"tools\" hidden"), "{}: the script did not run", report.display());
        let (found, console) = probed(&text, NOTHING_WRONG).unwrap();
        assert!(console.is_empty(), "{}: {console:#?}", report.display());
        let charts = fs::read_dir(report.with_file_name("charts")).unwrap();
        let svg = charts.filter(|entry| entry.as_ref().unwrap().path().extension().is_some_and(|end| end == "svg"));
        let expected = serde_json::json!({
            "requests": [], "unnamed": 0, "twice": [], "lost": [], "jumps": 0, "roleless": 0, "regions": 0, "wide": false,
            "charts": svg.count(), "filters": 0,
        });
        assert_eq!(found, expected, "{}", report.display());
    }
}

/// The checks above would notice.
#[test]
fn a_report_that_asks_for_something_is_found_out() {
    let report = fs::read_to_string(gallery("which-risk")).unwrap();
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("report.html");
    fs::write(&file, report.replace("</main>", "<img src=\"picture.png\" alt=\"\"></main>")).unwrap();
    let Some(Shown { console, .. }) = shown(&file) else { return };
    assert!(console.iter().any(|line| line.contains("Content Security Policy")), "{console:#?}");
    // Its own script, changed by one sign, does not run.
    fs::write(&file, report.replace("\"use strict\";", "\"use strict\"; ")).unwrap();
    let shown = shown(&file).unwrap();
    assert!(shown.document.contains("class=\"tools\" hidden") && !shown.console.is_empty(), "{:#?}", shown.console);
}

/// Presses a head of the first table three times; what its column then shows.
fn pressed(report: &str, head: &str) -> Option<Vec<(String, Vec<String>)>> {
    let script = format!(
        r#"
        const table = document.querySelector("table");
        const head = Array.from(table.tHead.rows[0].cells).find((cell) => cell.textContent.trim() === "{head}");
        const button = head.querySelector("button");
        button.focus();
        if (document.activeElement !== button) throw new Error("the keyboard does not reach it");
        return [0, 1, 2].map(() => {{
            button.click();
            const texts = Array.from(table.tBodies[0].rows, (row) => row.cells[head.cellIndex].textContent);
            return [head.getAttribute("aria-sort"), texts];
        }});
        "#
    );
    let (steps, _) = probed(report, &script)?;
    Some(serde_json::from_value(steps).unwrap())
}

#[test]
fn tables_sort_up_down_and_back() {
    let report = fs::read_to_string(gallery("two-cars-downtown")).unwrap();
    let Some(steps) = pressed(&report, "free") else { return };
    let [(up, rising), (down, falling), (none, own)] = &steps[..] else { panic!("{steps:?}") };
    assert_eq!([up, down, none], ["ascending", "descending", "none"]);
    let number = |text: &String| text.split(' ').next().unwrap().parse::<f64>().unwrap();
    let sorted = |texts: &[String]| texts.iter().map(number).collect::<Vec<_>>();
    assert!(rising.len() == 6 && sorted(rising).is_sorted(), "{rising:?}");
    let mut back = falling.clone();
    back.reverse();
    assert_eq!(&back, rising);
    let mut all = own.clone();
    all.sort_by(|one, other| number(one).total_cmp(&number(other)));
    assert!(&all == rising && own != rising && own != falling, "{own:?}");

    // A factor goes by the order of the scenario, not of the alphabet; rows of one value keep their order.
    let steps = pressed(&report, "catcher temper").unwrap();
    assert_eq!(steps[0].1, ["steady", "steady", "steady", "bold", "bold", "bold"]);
    assert_eq!(steps[1].1, ["bold", "bold", "bold", "steady", "steady", "steady"]);
    // Bounds on what was never seen stand below everything that was.
    let steps = pressed(&report, "both crashed").unwrap();
    let is_bound = |text: &String| text.starts_with('<');
    let (rising, falling) = (&steps[0].1, &steps[1].1);
    let bounds = rising.iter().filter(|text| is_bound(text)).count();
    assert!((1..rising.len()).contains(&bounds), "{steps:?}");
    assert!(
        rising[..bounds].iter().all(is_bound) && falling[rising.len() - bounds..].iter().all(is_bound),
        "{steps:?}"
    );
}

#[test]
fn tables_show_the_rows_that_hold_all_words() {
    let report = fs::read_to_string(gallery("two-cars-downtown")).unwrap();
    let script = r#"
        const part = document.querySelector(".table");
        const input = part.querySelector("input");
        return ["GREAT bo", "nothing like it", ""].map((words) => {
            input.value = words;
            input.dispatchEvent(new Event("input"));
            const rows = Array.from(part.querySelector("tbody").rows).filter((row) => row.offsetHeight > 0);
            return [rows.map((row) => row.cells[1].textContent + " " + row.cells[2].textContent), part.querySelector("output").value];
        });
    "#;
    let Some((steps, _)) = probed(&report, script) else { return };
    assert_eq!(steps[0], serde_json::json!([["Great bold"], "1 of 6 rows"]));
    assert_eq!(steps[1], serde_json::json!([[], "0 of 6 rows"]));
    // What is seen is striped, whatever is hidden between.
    let script = r#"
        const part = document.querySelector(".table");
        const input = part.querySelector("input");
        return ["Great", ""].map((words) => {
            input.value = words;
            input.dispatchEvent(new Event("input"));
            const rows = Array.from(part.querySelector("tbody").rows).filter((row) => row.offsetHeight > 0);
            return rows.map((row) => getComputedStyle(row.cells[0]).backgroundColor);
        });
    "#;
    let (stripes, _) = probed(&report, script).unwrap();
    for (colors, many) in stripes.as_array().unwrap().iter().zip([2, 6]) {
        let colors = colors.as_array().unwrap();
        assert!(colors.len() == many && colors.windows(2).all(|pair| pair[0] != pair[1]), "{stripes}");
    }
    assert_eq!((steps[2][0].as_array().unwrap().len(), &steps[2][1]), (6, &serde_json::json!("6 rows")));
}

const SMALL: &str = r#"
title = "Small"
systems = ["fths"]
prey.driving = "Good"
prey.vehicle = "sedan"
prey.temper = "bold"
catcher.driving = "Good"
catcher.vehicle = "police-cruiser"
catcher.temper = "bold"
terrain.kind = "city"
fths.rules.damage = "off"
"#;
