//! What the documents say the program prints is what it prints. With `UPDATE_DOCS=1` the documents are rewritten.

use crate::{chaselab, repository, text};
use std::path::Path;

/// The page as it would be with what the program prints now: in ```console blocks each `$ command` is followed by all
/// that it prints.
fn current(page: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    copy(&repository().join("scenarios"), &folder.path().join("scenarios"));
    let mut parts = page.split("```");
    let mut current = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        current.push_str("```");
        match part.strip_prefix("console\n") {
            Some(block) => current.push_str(&format!("console\n{}", replayed(folder.path(), block))),
            None => current.push_str(part),
        }
    }
    current
}

/// A block with its commands run again.
fn replayed(folder: &Path, block: &str) -> String {
    let commands = block.lines().filter_map(|line| line.strip_prefix("$ "));
    commands.map(|command| format!("$ {command}\n{}", run(folder, command))).collect()
}

/// What a command prints, without spaces at the ends of lines.
fn run(folder: &Path, command: &str) -> String {
    let words = words(command);
    assert_eq!(words[0], "chaselab", "only the program itself is run: {command}");
    let args: Vec<&str> = words[1..].iter().map(String::as_str).collect();
    let output = chaselab(folder, &args);
    let printed = text(&output.stdout) + &text(&output.stderr);
    printed.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// A command line as a shell splits it, with single quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().unwrap().push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

#[test]
fn documents_show_what_the_program_prints() {
    for (name, commands) in [("docs/tables.md", 5), ("docs/replay.md", 2)] {
        let file = repository().join(name);
        let page = std::fs::read_to_string(&file).unwrap();
        assert!(page.matches("\n$ chaselab ").count() >= commands, "{name} shows too little");
        let current = current(&page);
        if std::env::var_os("UPDATE_DOCS").is_some() {
            std::fs::write(&file, current).unwrap();
        } else {
            assert_eq!(page, current, "{name} shows what the program no longer prints");
        }
    }
}
