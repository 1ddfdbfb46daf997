//! What was measured, as numbers: medians and spreads, ratios within a round,
//! JSON, and what the chart shows.

use super::super::args::{BenchArgs, What};
use super::super::chart::{Bar, Group, Panel};
use super::native::NATIVE;
use super::plan::Task;
use super::reference;
use super::runner::{Done, INTERPRETER};
use serde_json::{Map, Value, json};

/// All figures of a game.
pub(super) struct Measured {
    pub(super) game: String,
    /// Seconds from rules to the first turn counted.
    pub(super) first_count: Figures,
    /// Seconds from rules to the end of the first random game.
    pub(super) first_game: Figures,
    pub(super) position_bytes: Vec<(&'static str, usize)>,
    pub(super) rates: Vec<Rates>,
    /// Whether programs counted differently.
    pub(super) disagreement: bool,
}

/// The figures of a task: games or leaves a second.
pub(super) struct Rates {
    pub(super) task: Task,
    pub(super) figures: Figures,
    /// Which programs cannot do it.
    pub(super) failed: Vec<bool>,
    /// Of each program the turns of a game, or the whole count.
    details: Vec<Option<f64>>,
}

/// One number for each program and round, as far as there are any.
pub(super) struct Figures {
    programs: Vec<(&'static str, Vec<Option<f64>>)>,
}

/// Some numbers in short.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spread {
    pub(super) median: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Spread {
    pub(super) fn of(numbers: impl IntoIterator<Item = f64>) -> Option<Spread> {
        let mut numbers: Vec<f64> = numbers.into_iter().collect();
        numbers.sort_by(f64::total_cmp);
        let middle = numbers.len() / 2;
        let median = match numbers.len() {
            0 => return None,
            n if n % 2 == 0 => (numbers[middle - 1] + numbers[middle]) / 2.0,
            _ => numbers[middle],
        };
        Some(Spread { median, low: numbers[0], high: numbers[numbers.len() - 1] })
    }

    pub(super) fn to_json(self) -> Value {
        // More digits than these would be noise.
        let round = |number: f64| json!(format!("{number:.4e}").parse().unwrap_or(number));
        json!({ "median": round(self.median), "min": round(self.low), "max": round(self.high) })
    }
}

impl Figures {
    pub(super) fn new(programs: &[&'static str], rounds: usize) -> Figures {
        Figures { programs: programs.iter().map(|name| (*name, vec![None; rounds])).collect() }
    }

    pub(super) fn set(&mut self, program: usize, round: usize, number: f64) {
        self.programs[program].1[round] = Some(number);
    }

    fn of(&self, program: &str) -> Option<&[Option<f64>]> {
        let found = self.programs.iter().find(|(name, _)| *name == program);
        found.map(|(_, numbers)| &numbers[..])
    }

    pub(super) fn spread(&self, program: &str) -> Option<Spread> {
        Spread::of(self.of(program)?.iter().copied().flatten())
    }

    /// How many times as fast one program is as another, round by round.
    pub(super) fn ratio(&self, fast: &str, slow: &str) -> Option<Spread> {
        let rounds = self.of(fast)?.iter().zip(self.of(slow)?);
        Spread::of(rounds.filter_map(|(fast, slow)| Some((*fast)? / (*slow)?)))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.programs.iter().all(|(_, numbers)| numbers.iter().all(Option::is_none))
    }

    pub(super) fn to_json(&self) -> Value {
        let entries = self
            .programs
            .iter()
            .filter_map(|(name, _)| Some((name.to_string(), self.spread(name)?.to_json())));
        Value::Object(entries.collect())
    }
}

impl Rates {
    pub(super) fn new(task: Task, figures: Figures) -> Rates {
        let n = figures.programs.len();
        Rates { task, figures, failed: vec![false; n], details: vec![None; n] }
    }

    pub(super) fn add(&mut self, program: usize, round: usize, done: Done) {
        self.figures.set(program, round, done.amount as f64 / done.time.as_secs_f64());
        if let Some(detail) = done.detail {
            self.details[program] = Some(match self.task.what {
                What::Playouts => detail as f64 / done.amount.max(1) as f64,
                What::Made | What::Counted => detail as f64,
            });
        }
    }

    /// The whole counts of the programs that reached them.
    pub(super) fn counts(&self) -> Vec<(&'static str, f64)> {
        let names = self.figures.programs.iter().map(|(name, _)| *name);
        names.zip(&self.details).filter_map(|(name, detail)| Some((name, (*detail)?))).collect()
    }

    fn to_json(&self) -> Value {
        let details = self.counts().into_iter();
        let what = name(self.task.what);
        let mut entry = json!({
            "what": what,
            "position": self.task.position.as_deref().unwrap_or("initial"),
        });
        match self.task.what {
            What::Playouts => {
                let turns = details.map(|(name, turns)| (name.to_string(), json!(turns.round())));
                entry["turns_per_game"] = turns.collect::<Map<_, _>>().into();
            }
            What::Made | What::Counted => {
                let counts = details.map(|(name, count)| (name.to_string(), json!(count as u64)));
                entry["depth"] = json!(self.task.depth);
                entry["counts"] = counts.collect::<Map<_, _>>().into();
            }
        }
        entry["per_second"] = self.figures.to_json();
        let ratio = |(fast, slow)| {
            let ratio = self.figures.ratio(fast, slow)?;
            Some((format!("{fast}/{slow}"), ratio.to_json()))
        };
        entry["ratios"] = Value::Object(PAIRS.into_iter().filter_map(ratio).collect());
        entry
    }
}

/// The programs that are compared.
const PAIRS: [(&str, &str); 3] =
    [(NATIVE, reference::NAME), (NATIVE, INTERPRETER), (INTERPRETER, reference::NAME)];

impl Measured {
    /// Whether nothing could be measured.
    pub(super) fn is_empty(&self) -> bool {
        self.rates.iter().all(|rates| rates.figures.is_empty())
    }
}

fn name(what: What) -> &'static str {
    match what {
        What::Playouts => "playouts",
        What::Made => "made",
        What::Counted => "counted",
    }
}

/// A task in a few words.
pub(super) fn task_label(task: &Task) -> String {
    let what = name(task.what);
    let label = match task.what {
        What::Playouts => what.to_string(),
        What::Made | What::Counted => format!("{what} {}", task.depth),
    };
    match &task.position {
        None => label,
        Some(text) if text.chars().count() <= 10 => format!("{label} {text}"),
        Some(text) => format!("{label} {}…", text.chars().take(9).collect::<String>()),
    }
}

/// Everything for programs.
pub(super) fn to_json(args: &BenchArgs, off: &[String], games: &[Measured]) -> Value {
    let games = games.iter().map(|game| {
        let bytes = game.position_bytes.iter().map(|(name, n)| (name.to_string(), json!(n)));
        json!({
            "game": game.game,
            "first_count_seconds": game.first_count.to_json(),
            "first_game_seconds": game.first_game.to_json(),
            "position_bytes": bytes.collect::<Map<_, _>>(),
            "measurements": game.rates.iter().map(Rates::to_json).collect::<Vec<_>>(),
        })
    });
    json!({
        "rounds": args.rounds,
        "milliseconds": args.time,
        "seed": args.seed,
        "passes_off": off,
        "games": games.collect::<Vec<_>>(),
    })
}

/// What the chart shows: a panel for each kind of task.
pub(super) fn svg_panels(games: &[Measured]) -> Vec<Panel> {
    let title = |what| match what {
        What::Playouts => "Random games a second",
        What::Made => "Leaves a second, every leaf made",
        What::Counted => "Leaves a second, leaves counted",
    };
    let panel = |what| {
        let rates = games.iter().flat_map(|game| game.rates.iter().map(move |rates| (game, rates)));
        let groups = rates
            .filter(|(_, rates)| rates.task.what == what && !rates.figures.is_empty())
            .map(|(game, rates)| group(game, rates));
        Panel { title: title(what).to_string(), groups: groups.collect() }
    };
    let panels = [What::Playouts, What::Made, What::Counted].map(panel);
    panels.into_iter().filter(|panel| !panel.groups.is_empty()).collect()
}

fn group(game: &Measured, rates: &Rates) -> Group {
    let label = match &rates.task.position {
        None => game.game.clone(),
        Some(_) => format!("{} {}", game.game, task_label(&rates.task)),
    };
    let bars = rates.figures.programs.iter().filter_map(|(name, _)| {
        let Spread { median, low, high } = rates.figures.spread(name)?;
        Some(Bar { series: name, value: median, low, high })
    });
    Group { label, bars: bars.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_and_ratios() {
        assert_eq!(Spread::of([]), None);
        let spread = |median, low, high| Some(Spread { median, low, high });
        assert_eq!(Spread::of([3.0, 1.0, 2.0]), spread(2.0, 1.0, 3.0));
        assert_eq!(Spread::of([4.0, 1.0, 2.0, 3.0]), spread(2.5, 1.0, 4.0));
        let mut figures = Figures::new(&["a", "b"], 3);
        for (round, (a, b)) in [(10.0, 5.0), (30.0, 10.0)].into_iter().enumerate() {
            figures.set(0, round, a);
            figures.set(1, round, b);
        }
        // The third round has no figure of b, so it has no ratio.
        figures.set(0, 2, 1000.0);
        assert_eq!(figures.ratio("a", "b"), spread(2.5, 2.0, 3.0));
        assert_eq!(figures.ratio("a", "c"), None);
    }
}
