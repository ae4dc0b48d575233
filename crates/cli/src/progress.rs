//! A progress bar on a terminal, and Ctrl-C everywhere.

use chaselab_lab::run::Watch;
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The exit code of who was interrupted.
const INTERRUPTED: i32 = 130;

/// How often who waits for exact numbers sees that the program is at work.
const TICK: Duration = Duration::from_millis(250);

/// Looks on while a plan is played.
pub struct Progress {
    bar: ProgressBar,
    /// How the bar looks once it is known how many chases there are.
    counting: ProgressStyle,
    stopped: Arc<AtomicBool>,
}

impl Progress {
    /// The bar is drawn on a terminal only, and never when `quiet`.
    ///
    /// # Errors
    /// When Ctrl-C cannot be watched for.
    pub fn new(quiet: bool) -> anyhow::Result<Self> {
        let shown = !quiet && std::io::stderr().is_terminal();
        let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let counting =
            ProgressStyle::with_template("{bar:40} {percent:>3} %  {human_pos} chases, {rate}/s, {eta} left")?
                .with_key("rate", |state: &ProgressState, text: &mut dyn std::fmt::Write| {
                    // What cannot be written on a bar is not worth stopping for.
                    let _ = write!(text, "{}", HumanCount(state.per_sec() as u64));
                });
        let working = ProgressStyle::with_template("{spinner} computing, {elapsed}")?;
        let bar = ProgressBar::with_draw_target(Some(0), target).with_style(working);
        if shown {
            bar.enable_steady_tick(TICK);
        }
        let stopped = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stopped);
        ctrlc::set_handler(move || {
            // Whoever asks twice does not want to wait for what is under way.
            if flag.swap(true, Ordering::Relaxed) {
                std::process::exit(INTERRUPTED);
            }
        })?;
        Ok(Self { bar, counting, stopped })
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.finish();
    }
}

impl Watch for Progress {
    fn begins(&self, chases: u64) {
        if chases > 0 {
            self.bar.set_style(self.counting.clone());
            self.bar.inc_length(chases);
        }
    }

    fn played(&self, chases: u64) {
        self.bar.inc(chases);
    }

    fn stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}
