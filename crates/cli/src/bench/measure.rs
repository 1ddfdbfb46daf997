//! The rounds: every program does every task of a game, one after another, and
//! that several times.

use super::super::args::What;
use super::super::report::Failure;
use super::super::terminal::{self, Progress};
use super::plan::Task;
use super::report::{Figures, Measured, Rates, task_label};
use super::runner::{Done, Runner, Trouble};
use std::time::Duration;

/// How everything is measured, and the line that says how far it is.
pub(super) struct Session {
    pub(super) rounds: u32,
    pub(super) time: Duration,
    pub(super) seed: u64,
    pub(super) progress: Progress,
}

/// Measures a game; stops early if Ctrl-C was pressed.
pub(super) fn measure(
    game: &str,
    runners: &mut [Box<dyn Runner + '_>],
    tasks: Vec<Task>,
    session: &mut Session,
) -> Measured {
    let names: Vec<&'static str> = runners.iter().map(|runner| runner.name()).collect();
    let rounds = session.rounds as usize;
    let empty = || Figures::new(&names, rounds);
    let mut measured = Measured {
        game: game.to_string(),
        first_count: empty(),
        first_game: empty(),
        position_bytes: runners
            .iter()
            .filter_map(|runner| Some((runner.name(), runner.position_bytes()?)))
            .collect(),
        rates: tasks.into_iter().map(|task| Rates::new(task, empty())).collect(),
        disagreement: false,
    };
    'rounds: for round in 0..rounds {
        firsts(&mut measured, runners, round);
        for rates in &mut measured.rates {
            for n in 0..runners.len() {
                let i = (n + round) % runners.len();
                let label = format!("{game}: {}", task_label(&rates.task));
                session
                    .progress
                    .show(|_| format!("{label}, {}, round {} of {rounds}", names[i], round + 1));
                if rates.failed[i] {
                    continue;
                }
                match one(runners[i].as_mut(), &rates.task, round, session) {
                    Ok(done) => rates.add(i, round, done),
                    Err(Trouble::Stopped) => break 'rounds,
                    Err(Trouble::Told) => rates.failed[i] = true,
                    Err(Trouble::Message(why)) => {
                        rates.failed[i] = true;
                        session.progress.clear();
                        terminal::complain(&format!("{label}: {}: {why}", names[i]));
                    }
                }
            }
        }
    }
    session.progress.clear();
    for sentence in disagreements(&measured) {
        let hint = "one of them does not play by the rules; their speeds mean nothing";
        Failure::new(sentence).hint(hint).print();
        measured.disagreement = true;
    }
    measured
}

/// Measures how long each program takes for its first count and its first game. In each
/// round another program is the first one.
fn firsts(measured: &mut Measured, runners: &mut [Box<dyn Runner + '_>], round: usize) {
    for n in 0..runners.len() {
        let i = (n + round) % runners.len();
        if let Ok(Some(time)) = runners[i].first_count() {
            measured.first_count.set(i, round, time.as_secs_f64());
        }
        if let Ok(Some(time)) = runners[i].first_game() {
            measured.first_game.set(i, round, time.as_secs_f64());
        }
    }
}

/// One program does one task for the time of a measurement.
fn one(
    runner: &mut dyn Runner,
    task: &Task,
    round: usize,
    session: &Session,
) -> Result<Done, Trouble> {
    if terminal::interrupted() {
        return Err(Trouble::Stopped);
    }
    match task.what {
        What::Playouts => {
            let seed = session.seed.wrapping_add(round as u64);
            runner.playouts(task, seed, session.time)
        }
        What::Made | What::Counted => runner.perft(task, session.time),
    }
}

/// Where programs counted differently, one sentence for each task.
fn disagreements(measured: &Measured) -> Vec<String> {
    let mut found = Vec::new();
    for rates in measured.rates.iter().filter(|rates| rates.task.what != What::Playouts) {
        if let [(first, count), others @ ..] = &rates.counts()[..]
            && let Some((other, differing)) = others.iter().find(|(_, other)| other != count)
        {
            let label = task_label(&rates.task);
            let game = &measured.game;
            found.push(format!("{game}: {label}: {first} counts {count}, {other} {differing}"));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::plan::plan;
    use super::*;

    /// Counts whatever it is made to count.
    struct Fake(&'static str, Result<u64, Trouble>);

    impl Runner for Fake {
        fn name(&self) -> &'static str {
            self.0
        }

        fn playouts(&mut self, _: &Task, seed: u64, time: Duration) -> Result<Done, Trouble> {
            Ok(Done { amount: seed, time, detail: Some(seed * 7) })
        }

        fn perft(&mut self, _: &Task, time: Duration) -> Result<Done, Trouble> {
            self.1.clone().map(|leaves| Done { amount: leaves * 2, time, detail: Some(leaves) })
        }
    }

    fn check(fakes: [Fake; 2]) -> Measured {
        let game = multigame::parts::load("tictactoe").expect("it loads").game;
        let rows = "made,initial,3\nplayouts,initial,100\n";
        let tasks = plan(rows, &game, &[What::Made, What::Playouts]).expect("it is a plan");
        let mut runners: Vec<Box<dyn Runner>> =
            fakes.into_iter().map(|fake| Box::new(fake) as Box<dyn Runner>).collect();
        let time = Duration::from_secs(1);
        let mut session = Session { rounds: 3, time, seed: 10, progress: Progress::new() };
        measure("tictactoe", &mut runners, tasks, &mut session)
    }

    #[test]
    fn every_round_has_its_figures() {
        let measured = check([Fake("a", Ok(504)), Fake("b", Ok(504))]);
        assert!(!measured.disagreement);
        let [playouts, made] = &measured.rates[..] else { panic!("two tasks") };
        // The seed of each round is another: 10, 11 and 12.
        let spread = playouts.figures.spread("a").expect("it was measured");
        assert_eq!((spread.low, spread.median, spread.high), (10.0, 11.0, 12.0));
        assert_eq!(playouts.counts(), [("a", 7.0), ("b", 7.0)]);
        assert_eq!(made.figures.spread("b").expect("it was measured").median, 1008.0);
    }

    #[test]
    fn different_counts_are_noticed() {
        let measured = check([Fake("a", Ok(504)), Fake("b", Ok(505))]);
        assert!(measured.disagreement);
        assert_eq!(disagreements(&measured), ["tictactoe: made 3: a counts 504, b 505"]);
    }

    #[test]
    fn a_program_that_fails_leaves_the_others_alone() {
        let measured = check([Fake("a", Err(Trouble::Told)), Fake("b", Ok(504))]);
        let [playouts, made] = &measured.rates[..] else { panic!("two tasks") };
        assert!(made.figures.spread("a").is_none() && made.figures.spread("b").is_some());
        assert!(playouts.figures.spread("a").is_some());
        assert!(!measured.disagreement && !measured.is_empty());
    }
}
