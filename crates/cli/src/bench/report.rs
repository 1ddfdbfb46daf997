//! What was measured, as numbers: medians and spreads, ratios within a round,
//! JSON, and what the chart shows.

use super::super::args::{BenchArgs, What};
use super::super::svg::bars::{Bar, Group, Panel};
use super::native::NATIVE;
use super::plan::Task;
use super::reference;
use super::runner::{Done, INTERPRETER};
use crate::answer::{as_map, reason};
use serde::{Serialize, Serializer};

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
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Spread {
    #[serde(serialize_with = "short")]
    pub(super) median: f64,
    #[serde(rename = "min", serialize_with = "short")]
    pub(super) low: f64,
    #[serde(rename = "max", serialize_with = "short")]
    pub(super) high: f64,
}

/// Writes a number; more digits than these would be noise.
fn short<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(format!("{number:.4e}").parse().unwrap_or(*number))
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
}

/// The programs of which there are figures, each with its spread.
impl Serialize for Figures {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let names = self.programs.iter().map(|(name, _)| *name);
        serializer.collect_map(names.filter_map(|name| Some((name, self.spread(name)?))))
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

/// Everything for programs; people get a table, row by row.
#[derive(Serialize)]
pub(super) struct Report<'a> {
    rounds: u32,
    milliseconds: u64,
    seed: u64,
    passes_off: &'a [String],
    games: Vec<GameReport<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

#[derive(Serialize)]
struct GameReport<'a> {
    game: &'a str,
    first_count_seconds: &'a Figures,
    first_game_seconds: &'a Figures,
    #[serde(serialize_with = "as_map")]
    position_bytes: Vec<(&'static str, usize)>,
    measurements: Vec<Measurement<'a>>,
}

#[derive(Serialize)]
struct Measurement<'a> {
    what: &'static str,
    position: &'a str,
    #[serde(flatten)]
    detail: Detail,
    per_second: &'a Figures,
    #[serde(serialize_with = "as_map")]
    ratios: Vec<(String, Spread)>,
}

/// What differs between random games and counts.
#[derive(Serialize)]
#[serde(untagged)]
enum Detail {
    Games {
        #[serde(serialize_with = "as_map")]
        turns_per_game: Vec<(&'static str, f64)>,
    },
    Counts {
        depth: u32,
        #[serde(serialize_with = "as_map")]
        counts: Vec<(&'static str, u64)>,
    },
}

impl<'a> Report<'a> {
    pub(super) fn new(
        args: &BenchArgs,
        passes_off: &'a [String],
        games: &'a [Measured],
        stopped: bool,
    ) -> Report<'a> {
        let game = |game: &'a Measured| GameReport {
            game: &game.game,
            first_count_seconds: &game.first_count,
            first_game_seconds: &game.first_game,
            position_bytes: game.position_bytes.clone(),
            measurements: game.rates.iter().map(Measurement::new).collect(),
        };
        Report {
            rounds: args.rounds,
            milliseconds: args.time,
            seed: args.seed,
            passes_off,
            games: games.iter().map(game).collect(),
            reason: reason(stopped),
        }
    }
}

impl<'a> Measurement<'a> {
    fn new(rates: &'a Rates) -> Measurement<'a> {
        let details = rates.counts().into_iter();
        let ratio = |(fast, slow)| {
            let ratio = rates.figures.ratio(fast, slow)?;
            Some((format!("{fast}/{slow}"), ratio))
        };
        Measurement {
            what: name(rates.task.what),
            position: rates.task.position.as_deref().unwrap_or("initial"),
            detail: match rates.task.what {
                What::Playouts => {
                    let turns = details.map(|(name, turns)| (name, turns.round()));
                    Detail::Games { turns_per_game: turns.collect() }
                }
                What::Made | What::Counted => {
                    let counts = details.map(|(name, count)| (name, count as u64));
                    Detail::Counts { depth: rates.task.depth, counts: counts.collect() }
                }
            },
            per_second: &rates.figures,
            ratios: PAIRS.into_iter().filter_map(ratio).collect(),
        }
    }
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
