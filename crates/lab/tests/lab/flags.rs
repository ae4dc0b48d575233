//! tmp
use super::*;
use chaselab_lab::flags;
use chaselab_lab::game::{Depth, Question, answers};
use chaselab_lab::run::Runner;
use std::time::Instant;

#[test]
fn tmp_measure() {
    let only = std::env::var("ONLY").unwrap_or_default();
    let mut files: Vec<_> = std::fs::read_dir("../../scenarios").unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    for file in files.iter().filter(|f| f.extension().is_some_and(|e| e == "toml") && f.to_str().unwrap().contains(&only)) {
        let scenario = Scenario::load(file, &[Setting { option: "--set".into(), text: "chases=20000".into() }]).unwrap();
        if scenario.root.get("script").is_some() { continue; }
        let plan = Plan::new(scenario).unwrap();
        let mut runner = Runner::new(0, &Unwatched, None).unwrap();
        let t = Instant::now();
        let found = runner.run(&plan, 0).unwrap();
        let results = summarize(&plan, &found);
        let ran = t.elapsed();
        let t = Instant::now();
        let flags = flags::of_run(&results, &plan, &runner).unwrap();
        println!("== {} cells {} run {:?} flags {:?} exact {:?}", file.display(), plan.cells.len(), ran, t.elapsed(), plan.cells.iter().map(|c| c.player.size(chaselab_lab::run::AUTO).map(|s| s.states).unwrap_or(0)).max());
        for flag in flags { println!("   {} {:?}", flag.system.name(), flag.found); }
        if std::env::var("GAME").is_ok() {
            let t = Instant::now();
            let question = Question::new("free", None).unwrap();
            match answers(&plan, &question, Some(0), Depth::Whole, &|| false) {
                Err(e) => println!("   no game: {e}"),
                Ok(answers) => {
                    let ran = t.elapsed();
                    let t = Instant::now();
                    let flags = flags::of_game(&answers, &plan, 0, &|| false).unwrap().unwrap();
                    println!("== GAME {} solve {:?} flags {:?} states {:?}", file.display(), ran, t.elapsed(), answers.cells.iter().map(|c| c.answer.states).collect::<Vec<_>>());
                    for flag in flags { println!("   {} {:?}", flag.system.name(), flag.found); }
                }
            }
        }
    }
}
