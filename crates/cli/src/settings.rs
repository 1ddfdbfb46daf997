//! How a search is done and how far it goes, as users write it: names, sizes,
//! times, levels.

use super::args::{ANY, LimitArgs, SearchArgs, number};
use super::report::Failure;
use game::Facts;
use search::{
    Algorithm, Clock, Evaluation, Heuristics, Limits, Method, Platform, PuzzleMethod, Settings,
    SettingsError,
};
use std::time::Duration;
use syntax::closest;

/// Platforms in the order in which they are tried if a user gives only a number of
/// threads.
const PLATFORMS: [Platform; 3] =
    [Platform::YoungBrothers, Platform::SharedTable, Platform::RootParallel];

impl SearchArgs {
    /// The settings that a user asked for.
    pub(super) fn settings(&self, facts: &Facts) -> Result<Settings, Failure> {
        let mut settings = Settings::new(facts);
        if let Some(name) = &self.algorithm {
            settings.algorithm = algorithm(name)?;
            settings.heuristics = Heuristics::of(settings.algorithm);
        }
        if !self.heuristics.is_empty() {
            settings.heuristics = heuristics(&self.heuristics, settings.heuristics)?;
        }
        if let Some(name) = &self.evaluation {
            settings.evaluation = match facts.evaluations.iter().position(|known| known == name) {
                Some(n) => Evaluation::Rules(n),
                None if name == "none" => Evaluation::None,
                None => {
                    let known = facts.evaluations.iter().map(String::as_str);
                    let known = known.filter(|name| *name != study::NAME);
                    return Err(unknown("evaluation", name, known.chain([study::NAME, "none"])));
                }
            };
        }
        let asked_for =
            self.heuristics.iter().any(|word| word.trim_start_matches('+') == "quiescence");
        if settings.evaluation == Evaluation::None && !asked_for {
            settings.heuristics.quiescence = false;
        }
        settings.table_bytes = self.hash.unwrap_or(settings.table_bytes);
        settings.seed = self.seed.unwrap_or(settings.seed);
        settings.threads = self.threads.unwrap_or(1);
        settings.platform = match &self.platform {
            Some(name) => Platform::from_name(name).ok_or_else(|| {
                unknown("platform", name, Platform::ALL.iter().map(|(_, name, _)| *name))
            })?,
            None if settings.threads == 1 => settings.platform,
            None => suitable(settings, facts),
        };
        settings.check(facts)?;
        Ok(settings)
    }

    /// The same for this many ranks: several share a search, unless the user chose another
    /// platform or they cannot.
    pub(super) fn settings_for(&self, facts: &Facts, n_ranks: usize) -> Result<Settings, Failure> {
        let settings = self.settings(facts)?;
        if n_ranks == 1 || self.platform.is_some() {
            return Ok(settings);
        }
        let shared = [Platform::Stealing, Platform::Lazy].into_iter();
        let mut shared = shared.map(|platform| Settings { platform, ..settings });
        Ok(shared.find(|settings| settings.check(facts).is_ok()).unwrap_or(settings))
    }

    /// Sets what is called by a name, as clients and sides of a match do; whether
    /// there is such a thing.
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
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// What was given, by name, as it could be given again.
    pub(super) fn given(&self) -> Vec<(&'static str, String)> {
        let heuristics = self.heuristics.join(",");
        let all = [
            ("algorithm", self.algorithm.clone()),
            ("platform", self.platform.clone()),
            ("threads", self.threads.map(|n| n.to_string())),
            ("heuristics", (!heuristics.is_empty()).then_some(heuristics)),
            ("evaluation", self.evaluation.clone()),
            ("hash", self.hash.map(write_size)),
            ("seed", self.seed.map(|n| n.to_string())),
        ];
        all.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }

    /// The options that were given, but for the seed: players that know only their view
    /// take none of them.
    pub(super) fn unseeded(&self) -> impl Iterator<Item = String> {
        let given = self.given().into_iter().filter(|(name, _)| *name != "seed");
        given.map(|(name, _)| format!("--{name}"))
    }

    /// These arguments, with what they leave open taken from others.
    pub(super) fn or(self, other: &SearchArgs) -> SearchArgs {
        SearchArgs {
            algorithm: self.algorithm.or(other.algorithm.clone()),
            platform: self.platform.or(other.platform.clone()),
            threads: self.threads.or(other.threads),
            heuristics: match self.heuristics.is_empty() {
                true => other.heuristics.clone(),
                false => self.heuristics,
            },
            evaluation: self.evaluation.or(other.evaluation.clone()),
            hash: self.hash.or(other.hash),
            seed: self.seed.or(other.seed),
        }
    }
}

/// The first platform that makes sense with the other settings.
fn suitable(settings: Settings, facts: &Facts) -> Platform {
    let all = PLATFORMS.into_iter().chain(Platform::ALL.iter().map(|(platform, ..)| *platform));
    let makes_sense =
        |platform: &Platform| Settings { platform: *platform, ..settings }.check(facts).is_ok();
    // If there is none, the reason for the first is as good as any.
    all.clone().find(makes_sense).unwrap_or(PLATFORMS[0])
}

impl From<SettingsError> for Failure {
    fn from(error: SettingsError) -> Failure {
        Failure::new(error.message).hint(error.hint)
    }
}

/// A list of heuristics: those that are on, or with `+` and `-` what is changed in the usual
/// ones.
fn heuristics(words: &[String], usual: Heuristics) -> Result<Heuristics, Failure> {
    let changes = words.iter().all(|word| word.starts_with(['-', '+']));
    let mut on = if changes { usual } else { Heuristics::NONE };
    for word in words {
        match word.as_str() {
            "all" => on = usual,
            "none" => on = Heuristics::NONE,
            word => {
                let name = word.trim_start_matches(['-', '+']);
                let Some(one) = on.by_name(name) else {
                    return Err(unknown("heuristic", name, Heuristics::NAMES.into_iter()));
                };
                *one = !word.starts_with('-');
            }
        }
    }
    Ok(on)
}

/// The algorithm of a name. What solves positions, and how threads share the work, is
/// chosen elsewhere.
pub(super) fn algorithm(name: &str) -> Result<Algorithm, Failure> {
    if let Some(algorithm) = Algorithm::from_name(name) {
        return Ok(algorithm);
    }
    let known = Algorithm::ALL.iter().map(|(_, name, _)| *name);
    let solves = Method::from_name(name).is_some() || PuzzleMethod::from_name(name).is_some();
    let hint = match Platform::from_name(name) {
        Some(_) => format!("this is how threads share the work: `--platform {name}`"),
        None if solves => format!("this solves positions: `multigame solve GAME --method {name}`"),
        None => return Err(unknown("algorithm", name, known)),
    };
    Err(Failure::new(format!("there is no algorithm `{name}`")).hint(hint))
}

/// The words with which a user says how a side plays.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', ';']).filter(|word| !word.is_empty())
}

/// That there is nothing of a name, with what there is.
pub(super) fn unknown<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str>) -> Failure {
    let known: Vec<&str> = known.collect();
    let near = match closest(name, known.iter().copied()) {
        Some(close) => format!("did you mean `{close}`? "),
        None => String::new(),
    };
    Failure::new(format!("there is no {what} `{name}`"))
        .hint(format!("{near}there is {}", known.join(", ")))
}

impl LimitArgs {
    /// Whether any limit was given.
    pub(super) fn is_given(&self) -> bool {
        self.depth.is_some() || self.nodes.is_some() || self.time.is_some()
    }

    pub(super) fn limits(&self) -> Limits {
        Limits { depth: self.depth, nodes: self.nodes, time: self.time }
    }
}

/// What the levels of the computer mean: the low ones look this many turns ahead, but
/// not for long, the others think for this many milliseconds.
pub(super) fn level(level: u8) -> Limits {
    let (depth, time) = match level {
        0..=4 => (Some(u32::from(level.max(1))), 1_000),
        5 => (None, 200),
        6 => (None, 500),
        7 => (None, 1_000),
        8 => (None, 2_000),
        9 => (None, 5_000),
        _ => (None, 15_000),
    };
    Limits { depth, nodes: None, time: Some(Duration::from_millis(time)) }
}

/// A size in bytes: `64M`, `1G`, `512K`, or megabytes without a letter.
pub(super) fn size(text: &str) -> Result<usize, String> {
    let shown = "such as `64M` or `1G`";
    let upper = text.trim().to_ascii_uppercase();
    let upper = upper.strip_suffix('B').unwrap_or(&upper);
    let (digits, shift) = match upper.chars().last() {
        Some('K') => (&upper[..upper.len() - 1], 10),
        Some('M') => (&upper[..upper.len() - 1], 20),
        Some('G') => (&upper[..upper.len() - 1], 30),
        _ => (upper, 20),
    };
    let number: usize = digits.parse().map_err(|_| format!("a size is needed, {shown}"))?;
    // No machine has more, and a typing error should not bring this one down.
    let most: usize = 1 << 42;
    match number.checked_mul(1 << shift) {
        Some(0) | None => Err(format!("a size is needed, {shown}")),
        Some(bytes) if bytes > most => Err("that is more than 4096G".to_string()),
        Some(bytes) => Ok(bytes),
    }
}

/// A size as it could be given again; sizes are whole kilobytes.
fn write_size(bytes: usize) -> String {
    let units = [(30, 'G'), (20, 'M')];
    let fits = units.into_iter().find(|(shift, _)| bytes.trailing_zeros() >= *shift);
    let (shift, unit) = fits.unwrap_or((10, 'K'));
    format!("{}{unit}", bytes >> shift)
}

/// A number of threads.
pub(super) fn threads(text: &str) -> Result<usize, String> {
    match text.trim().parse() {
        Ok(n) if (1..=search::MOST_THREADS).contains(&n) => Ok(n),
        _ => Err(format!("a number from 1 to {} is needed, such as 2", search::MOST_THREADS)),
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
    let (left, increment) = match text.split_once('+') {
        Some((left, increment)) => (duration(left)?, duration(increment)?),
        None => (duration(text)?, Duration::ZERO),
    };
    Ok(Clock { left, increment, moves_to_go: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_times_are_read() {
        assert_eq!(size("64M"), Ok(64 << 20));
        assert_eq!(size("2"), Ok(2 << 20));
        assert_eq!((size("1gb"), size("512k")), (Ok(1 << 30), Ok(512 << 10)));
        for text in ["3G", "1025M", "7K"] {
            assert_eq!(size(text).map(write_size).as_deref(), Ok(text));
        }
        for wrong in ["", "M", "-1", "0", "999999999999G", "1é", "é"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
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
        assert!(clock("5m+").is_err());
    }

    #[test]
    fn heuristics_are_added_or_taken_away() {
        let read = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(ToString::to_string).collect();
            heuristics(&words, Heuristics::ALL).ok()
        };
        let without = Heuristics { killers: false, history: false, ..Heuristics::ALL };
        assert_eq!(read(&["-killers", "-history"]), Some(without));
        let only = Heuristics { table: true, ..Heuristics::NONE };
        assert_eq!((read(&["table"]), read(&["none"])), (Some(only), Some(Heuristics::NONE)));
        assert_eq!(read(&["all", "-killers", "-history"]), Some(without));
        assert_eq!(read(&["tables"]), None);
        let more = Heuristics { killers: false, first_by_evaluation: true, ..Heuristics::ALL };
        assert_eq!(read(&["+first-by-evaluation", "-killers"]), Some(more));
    }
}
