//! Every command in the README and the docs is run, and prints what stands there.
//!
//! `CHASELAB_UPDATE=1 cargo test --release --workspace documents` writes what the commands print now.

use crate::{chaselab, repository, stderr};
use std::fs;
use std::path::{Path, PathBuf};

/// What a reader types in front of the arguments.
const PROMPTS: [&str; 2] = ["$ cargo run --release -- ", "$ chaselab "];

#[test]
fn commands_print_what_the_documents_show() {
    let folder = tempfile::tempdir().unwrap();
    copy(&repository().join("scenarios"), &folder.path().join("scenarios"));
    let update = std::env::var_os("CHASELAB_UPDATE").is_some();
    let mut commands = 0;
    for path in documents() {
        let text = fs::read_to_string(&path).unwrap();
        let (shown, count) = with_output(&text, folder.path());
        commands += count;
        if update {
            fs::write(&path, shown).unwrap();
        } else {
            for (here, there) in text.lines().zip(shown.lines()) {
                assert_eq!(here, there, "{} is not what the program prints; see the head of this file", path.display());
            }
            assert!(text == shown, "{} ends otherwise", path.display());
        }
    }
    assert!(commands > 0, "no document shows a command");
}

#[test]
fn the_readme_names_the_commands_that_take_threads_and_cells() {
    let readme = fs::read_to_string(repository().join("README.md")).unwrap().replace('\n', " ");
    let commands = String::from_utf8(chaselab(&repository(), &["--help"]).stdout).unwrap();
    let commands = commands.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // What is further indented goes on with the line before.
    let names = commands.filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')));
    let names: Vec<&str> = names.filter_map(|line| line.split(' ').next()).filter(|name| *name != "help").collect();
    for option in ["--threads", "--cell"] {
        let takes = |name: &&&str| {
            let help = chaselab(&repository(), &[name, "--help"]);
            String::from_utf8(help.stdout).unwrap().contains(&format!(" {option} <"))
        };
        let mut taken: Vec<String> = names.iter().filter(takes).map(|name| format!("`{name}`")).collect();
        taken.sort();
        let (last, others) = taken.split_last().unwrap();
        let sentence = format!("{} and {last} take `{option}`", others.join(", "));
        assert!(readme.contains(&sentence), "not in the README: {sentence}");
    }
}

fn documents() -> Vec<PathBuf> {
    let docs = fs::read_dir(repository().join("docs")).into_iter().flatten().map(|entry| entry.unwrap().path());
    let mut found: Vec<PathBuf> = docs.filter(|path| path.extension().is_some_and(|ending| ending == "md")).collect();
    found.sort();
    found.insert(0, repository().join("README.md"));
    found
}

/// The text with every `console` block's output replaced by what its command prints; and how many there were.
fn with_output(text: &str, folder: &Path) -> (String, usize) {
    let mut shown = String::new();
    let mut commands = 0;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        shown.push_str(line);
        shown.push('\n');
        if line != "```console" {
            continue;
        }
        for line in lines.by_ref() {
            if line == "```" {
                shown.push_str("```\n");
                break;
            }
            if let Some(typed) = PROMPTS.iter().find_map(|prompt| line.strip_prefix(prompt)) {
                shown.push_str(line);
                shown.push('\n');
                shown.push_str(&printed(typed, folder));
                commands += 1;
            }
        }
    }
    (shown, commands)
}

/// What a command prints: its results, or its message where it fails.
fn printed(typed: &str, folder: &Path) -> String {
    let arguments = words(typed);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let output = chaselab(folder, &arguments);
    let text = if output.stdout.is_empty() { stderr(&output) } else { String::from_utf8(output.stdout).unwrap() };
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let text = lines.join("\n");
    if text.is_empty() { text } else { format!("{text}\n") }
}

/// The words of a command, with single and double quotes as in a shell.
fn words(typed: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quote, mut begun) = (String::new(), None, false);
    for c in typed.chars() {
        match (c, quote) {
            ('\'' | '"', None) => (quote, begun) = (Some(c), true),
            (c, Some(open)) if c == open => quote = None,
            (' ', None) => {
                if begun {
                    words.push(std::mem::take(&mut word));
                }
                begun = false;
            }
            (c, _) => {
                word.push(c);
                begun = true;
            }
        }
    }
    if begun {
        words.push(word);
    }
    words
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() { copy(&path, &target) } else { fs::copy(&path, &target).map(|_| ()).unwrap() }
    }
}
