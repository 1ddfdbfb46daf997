//! How a search is done and how far it goes, as users write it: names, sizes,
//! times, levels.

use super::args::{ANY, InfosetArgs, LimitArgs, SearchArgs, number};
use super::ranks::is_one_of_many;
use super::report::Failure;
use super::terminal;
use game::{Facts, Game};
use search::{Algorithm, Clock, Limits, Platform, Settings, SettingsError};
use std::time::Duration;
use tune::{Given, write_size};

/// Threads of searches that nobody gave a number of, if the environment says so.
const THREADS_VARIABLE: &str = "MULTIGAME_THREADS";

/// Refuses what the environment says if it means nothing.
#[allow(clippy::disallowed_methods, reason = "this is the edge: the environment is read here")]
pub(super) fn check_environment() -> Result<(), Failure> {
    match std::env::var_os(THREADS_VARIABLE) {
        None => Ok(()),
        Some(text) => threads(&text.to_string_lossy())
            .map(drop)
            .map_err(|why| Failure::new(why).at(THREADS_VARIABLE)),
    }
}

/// How many threads a command uses that nobody gave a number of: all processors, unless the
/// environment says otherwise, and one where ranks share the processors out.
#[allow(clippy::disallowed_methods, reason = "this is the edge: the environment is read here")]
pub(super) fn usual_threads() -> usize {
    let said = std::env::var(THREADS_VARIABLE).ok().and_then(|text| threads(&text).ok());
    said.unwrap_or_else(|| match is_one_of_many() {
        true => 1,
        false => std::thread::available_parallelism().map_or(1, usize::from),
    })
    .min(search::MOST_THREADS)
}

/// What a game suggests, looked for no longer than the user is ready to wait.
pub(super) fn suggested<G: Game>(game: &G) -> Settings {
    tune::derive_while(game, &mut terminal::waits_for_study).settings
}

impl InfosetArgs {
    /// How many threads search.
    pub(super) fn n_threads(&self) -> usize {
        self.threads.unwrap_or_else(usual_threads)
    }
}

impl SearchArgs {
    /// The settings that a user asked for, over those that the file of the game holds, over
    /// others, with this many threads unless one of them says otherwise.
    pub(super) fn settings_over(
        &self,
        base: Settings,
        facts: &Facts,
        threads: usize,
    ) -> Result<Settings, Failure> {
        let given = [&self.habits.given, &self.flags()?];
        let mut settings = Given::layered(base, facts, &given, threads)?;
        // Where ranks speak to each other changes no answer, so that no file of a game says it.
        settings.fork_depth = self.fork_depth.unwrap_or(settings.fork_depth);
        settings.remote_depth = self.remote_depth.unwrap_or(settings.remote_depth);
        settings.told_depth = self.told_depth.or(settings.told_depth);
        Ok(settings)
    }

    /// The same over what a game suggests.
    pub(super) fn settings_of<G: Game>(
        &self,
        game: &G,
        threads: usize,
    ) -> Result<Settings, Failure> {
        self.settings_over(suggested(game), game.facts(), threads)
    }

    /// The same by one thread, of a game of which only the declarations are known.
    pub(super) fn settings(&self, facts: &Facts) -> Result<Settings, Failure> {
        self.settings_over(Settings::new(facts), facts, 1)
    }

    /// The same for this many ranks: several share a search, unless the user chose another
    /// platform or they cannot.
    pub(super) fn settings_for(
        &self,
        base: Settings,
        facts: &Facts,
        n_ranks: usize,
        threads: usize,
    ) -> Result<Settings, Failure> {
        let settings = self.settings_over(base, facts, threads)?;
        if n_ranks == 1 || self.platform.is_some() {
            return Ok(settings);
        }
        let shared = [Platform::Stealing, Platform::Lazy].into_iter();
        let mut shared = shared.map(|platform| Settings { platform, ..settings });
        Ok(shared.find(|settings| settings.check(facts).is_ok()).unwrap_or(settings))
    }

    /// Sets what is called by a name, as clients do; whether there is such a thing.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<bool, String> {
        let given = (!value.is_empty()).then(|| value.to_string());
        match name {
            "algorithm" => self.algorithm = given,
            "platform" => self.platform = given,
            "threads" => self.threads = Some(threads(value)?),
            "evaluation" => self.evaluation = given,
            "hash" => self.hash = Some(size(value)?),
            "seed" => self.seed = Some(number(ANY)(value)?),
            "heuristics" => {
                let list = value.split([',', ' ']).filter(|word| !word.is_empty());
                self.heuristics = list.map(str::to_string).collect();
            }
            _ if Settings::number(name).is_some() => self.set.push(format!("{name}={value}")),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// What was given, by name, as it could be given again.
    pub(super) fn given(&self) -> Vec<(&'static str, String)> {
        let list = |list: &[String]| (!list.is_empty()).then(|| list.join(","));
        let all = [
            ("algorithm", self.algorithm.clone()),
            ("platform", self.platform.clone()),
            ("threads", self.threads.map(|n| n.to_string())),
            ("heuristics", list(&self.heuristics)),
            ("evaluation", self.evaluation.clone()),
            ("hash", self.hash.map(write_size)),
            ("seed", self.seed.map(|n| n.to_string())),
            ("set", list(&self.set)),
        ];
        all.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }

    /// What was given on the command line or by a client, as settings.
    pub(super) fn flags(&self) -> Result<Given, Failure> {
        let mut flags = Given::default();
        for (name, value) in self.given().iter().filter(|(name, _)| *name != "set") {
            flags.add(name, value)?;
        }
        for word in &self.set {
            let Some((name, value)) = word.split_once('=') else {
                let failure = Failure::new(format!("`{word}` sets nothing"));
                return Err(failure.hint("write it like `--set mcts.turns=40`"));
            };
            flags.add(name, value)?;
        }
        Ok(flags)
    }

    /// Which evaluation is asked for by its name, by a user or by the file of the game.
    pub(super) fn asked(&self) -> Vec<&str> {
        let given = self.evaluation.as_deref().or(self.habits.given.get("evaluation"));
        given.into_iter().collect()
    }

    /// The options that were given, but for the seed: players that know only their view
    /// take none of them.
    pub(super) fn unseeded(&self) -> impl Iterator<Item = String> {
        let given = self.given().into_iter().filter(|(name, _)| *name != "seed");
        given.map(|(name, _)| format!("--{name}"))
    }
}

impl From<SettingsError> for Failure {
    fn from(error: SettingsError) -> Failure {
        Failure::new(error.message).hint(error.hint)
    }
}

/// The algorithm of a name.
pub(super) fn algorithm(name: &str) -> Result<Algorithm, Failure> {
    Ok(tune::algorithm(name)?)
}

/// The words with which a user says how a side plays.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', ';']).filter(|word| !word.is_empty())
}

/// The evaluations for which those words ask.
pub(super) fn evaluations(side: &str) -> impl Iterator<Item = &str> {
    words(side).filter_map(|word| word.strip_prefix("evaluation="))
}

/// That there is nothing of a name, with what there is.
pub(super) fn unknown<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str>) -> Failure {
    tune::unknown(what, name, known).into()
}

impl LimitArgs {
    /// Whether any limit was given.
    pub(super) fn is_given(&self) -> bool {
        self.depth.is_some() || self.nodes.is_some() || self.time.is_some()
    }

    pub(super) fn limits(&self) -> Limits {
        Limits { depth: self.depth, nodes: self.nodes, time: self.time, ..Limits::default() }
    }
}

/// A size in bytes: `64M`, `1G`, `512K`, or megabytes without a letter.
pub(super) fn size(text: &str) -> Result<usize, String> {
    tune::read_size(text)
}

/// A number of threads.
pub(super) fn threads(text: &str) -> Result<usize, String> {
    match text.trim().parse() {
        Ok(n) if (1..=search::MOST_THREADS).contains(&n) => Ok(n),
        _ => Err(format!("a number from 1 to {} is needed, such as 2", search::MOST_THREADS)),
    }
}

/// How much somebody may gain: a number above 0.
pub(super) fn gain(text: &str) -> Result<f64, String> {
    match text.trim().parse::<f64>() {
        Ok(gain) if gain > 0.0 && gain.is_finite() => Ok(gain),
        _ => Err("a number above 0 is needed, such as 0.001".to_string()),
    }
}

/// A time: `2s`, `500ms`, `1m30s`, or seconds without a letter.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || "a time is needed, such as `2s`, `500ms` or `1m30s`".to_string();
    let mut rest = text.trim();
    let mut seconds = 0.0;
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let number: f64 = rest[..end].parse().map_err(|_| wrong())?;
        let unit_end = rest[end..].find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len() - end);
        let (unit, after) = rest[end..].split_at(unit_end);
        seconds += number
            * match unit {
                "ms" => 0.001,
                "" | "s" => 1.0,
                "m" | "min" => 60.0,
                "h" => 3600.0,
                _ => return Err(wrong()),
            };
        rest = after;
    }
    // Whatever is done with such a time, it stays within what clocks can hold.
    let most = 366.0 * 24.0 * 3600.0;
    match Duration::try_from_secs_f64(seconds) {
        _ if seconds > most => Err("that is more than a year".to_string()),
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err(wrong()),
    }
}

/// A clock: a time, and after a `+` what each move adds.
pub(super) fn clock(text: &str) -> Result<Clock, String> {
    let wrong = |_| "a clock is needed, such as `5m` or `5m+3s`".to_string();
    let read = |text: &str| duration(text).map_err(wrong);
    let is_zero = |text: &str| matches!(text.trim(), "0" | "0s" | "0m" | "0ms");
    let read_increment = |text: &str| if is_zero(text) { Ok(Duration::ZERO) } else { read(text) };
    let (left, increment) = match text.split_once('+') {
        Some((left, increment)) => (read(left)?, read_increment(increment)?),
        None => (read(text)?, Duration::ZERO),
    };
    Ok(Clock { left, increment, moves_to_go: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        let millis = |text: &str| duration(text).map(|time| time.as_millis());
        assert_eq!((millis("2s"), millis("500ms"), millis("0.5")), (Ok(2000), Ok(500), Ok(500)));
        assert_eq!((millis("1m30s"), millis("2h")), (Ok(90_000), Ok(7_200_000)));
        for wrong in ["", "0", "x", "1x", "é", "1..2", "s", "1e400h", "-1s"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
        assert_eq!(millis("8760h"), Ok(8760 * 3_600_000));
        for long in ["9000h", "9223372036854775807s", "1e9s"] {
            assert!(duration(long).is_err(), "{long}");
        }
        let blitz = clock("5m+3s").expect("a clock");
        assert_eq!((blitz.left.as_secs(), blitz.increment.as_secs()), (300, 3));
        assert_eq!(clock("5m+0s").map(|clock| clock.increment), Ok(Duration::ZERO));
        assert!(clock("5m+").is_err());
    }
}
