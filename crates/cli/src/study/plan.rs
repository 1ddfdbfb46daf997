//! What a study runs: every algorithm with every depth, number of threads, platform,
//! opponent and player. What the library refuses is left out, with its reason.

use super::super::args::{Opponent, SearchArgs, Searcher, StudyArgs};
use super::super::report::Failure;
use super::super::settings::{algorithm, unknown};
use clap::ValueEnum;
use game::{Facts, Player};
use search::{Algorithm, Heuristics, OutcomeValue, Platform, Settings};
use std::str::FromStr;

/// Settings of a published study.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Preset {
    /// The Othello paper: no table, no deepening, wins that are all worth the same,
    /// threads that share the moves of the root, and positions that are worth their
    /// mobility, where the rules have an evaluation of that name.
    Paper,
}

impl Preset {
    /// The settings of the preset for an algorithm.
    fn settings(self, settings: Settings) -> Settings {
        let Preset::Paper = self;
        let first_by_evaluation = settings.algorithm == Algorithm::Pvs;
        Settings {
            heuristics: Heuristics { first_by_evaluation, ..Heuristics::NONE },
            outcomes: OutcomeValue::Flat,
            evaluates_ends: true,
            ..settings
        }
    }

    /// How its threads share the work.
    fn platform(self) -> Platform {
        let Preset::Paper = self;
        Platform::RootParallel
    }

    /// The evaluation of its positions, if nobody asks for another.
    fn evaluation(self, facts: &Facts) -> Option<String> {
        let Preset::Paper = self;
        facts.evaluations.iter().find(|name| *name == MOBILITY).cloned()
    }
}

/// What rules call an evaluation that counts the moves of both sides, as the paper did.
const MOBILITY: &str = "mobility";

/// Depths in turns, in ascending order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Depths(pub(super) Vec<u32>);

/// The greatest depth that a study takes.
const DEEPEST: u32 = 60;

impl FromStr for Depths {
    type Err = String;

    fn from_str(text: &str) -> Result<Depths, String> {
        let wrong =
            || format!("depths from 1 to {DEEPEST} are needed, such as `8`, `1..8` or `4,6`");
        let number = |text: &str| {
            let read = text.trim().trim_start_matches('=').parse::<u32>().ok();
            read.filter(|n| (1..=DEEPEST).contains(n)).ok_or_else(wrong)
        };
        let mut depths = Vec::new();
        for part in text.split(',') {
            match part.split_once("..") {
                Some((low, high)) => depths.extend(number(low)?..=number(high)?),
                None => depths.push(number(part)?),
            }
        }
        depths.sort_unstable();
        depths.dedup();
        if depths.is_empty() { Err(wrong()) } else { Ok(Depths(depths)) }
    }
}

/// Which evaluation a preset has chosen, if nobody asked for one: what rules call
/// `mobility` need not be what the paper does.
pub(super) fn note(args: &StudyArgs, facts: &Facts) -> Option<String> {
    let preset = args.preset.filter(|_| args.evaluation.is_none())?;
    Some(match (preset.evaluation(facts), facts.evaluations.first()) {
        (Some(name), _) => format!("positions are worth what the rules call `{name}`"),
        (None, Some(first)) => {
            format!("the rules have no evaluation `{MOBILITY}`: positions are worth `{first}`")
        }
        (None, None) => "the rules have no evaluation: only the ends of games count".to_string(),
    })
}

/// One way to search, which plays some games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Case {
    pub(super) settings: Settings,
    pub(super) depth: u32,
    pub(super) opponent: Opponent,
    pub(super) player: Player,
}

impl Case {
    pub(super) fn algorithm(&self) -> &'static str {
        self.settings.algorithm.name()
    }

    pub(super) fn platform(&self) -> &'static str {
        self.settings.platform.name()
    }

    pub(super) fn opponent(&self) -> &'static str {
        match self.opponent {
            Opponent::First => "first",
            Opponent::Random => "random",
        }
    }

    /// How many games it plays: against an opponent that always does the same, all games are
    /// the same.
    pub(super) fn n_games(&self, args: &StudyArgs) -> u32 {
        match self.opponent {
            Opponent::First => 1,
            Opponent::Random => args.games,
        }
    }

    /// How it searches, without the depth.
    pub(super) fn way(&self) -> String {
        match self.settings.threads {
            1 => self.algorithm().to_string(),
            n => format!("{}, {} {n}", self.algorithm(), self.platform()),
        }
    }
}

/// All cases of a study, and why some are left out.
pub(super) fn cases(args: &StudyArgs, facts: &Facts) -> Result<(Vec<Case>, Vec<String>), Failure> {
    let (ways, left_out) = ways(args, facts)?;
    let players: &[Player] = match args.side {
        Searcher::First => &[Player::First],
        Searcher::Second => &[Player::Second],
        Searcher::Both => &[Player::First, Player::Second],
    };
    let mut cases = Vec::new();
    for &opponent in &args.opponents {
        for &settings in &ways {
            for &depth in &args.depth.0 {
                for &player in players {
                    let case = Case { settings, depth, opponent, player };
                    if !cases.contains(&case) {
                        cases.push(case);
                    }
                }
            }
        }
    }
    Ok((cases, left_out))
}

/// The ways to search: algorithms, platforms and numbers of threads.
fn ways(args: &StudyArgs, facts: &Facts) -> Result<(Vec<Settings>, Vec<String>), Failure> {
    let (mut ways, mut left_out, mut reason) = (Vec::new(), Vec::new(), None);
    for name in &args.algorithms {
        algorithm(name)?;
        for &threads in &args.threads {
            for platform in platforms(args, threads)? {
                match way(args, facts, name, platform, threads) {
                    Ok(settings) if ways.contains(&settings) => {}
                    Ok(settings) => ways.push(settings),
                    Err(failure) => {
                        let platform = platform.map_or("", Platform::name);
                        let why = failure.message();
                        left_out.push(format!("{name}, {platform} {threads} is left out: {why}"));
                        reason.get_or_insert(failure);
                    }
                }
            }
        }
    }
    match (ways.is_empty(), reason) {
        (true, Some(failure)) => Err(failure),
        _ => Ok((ways, left_out)),
    }
}

/// The platforms to try with this many threads; nothing stands for what suits.
fn platforms(args: &StudyArgs, threads: usize) -> Result<Vec<Option<Platform>>, Failure> {
    if threads == 1 {
        return Ok(vec![Some(Platform::Serial)]);
    }
    let mut platforms = Vec::new();
    for name in &args.platforms {
        let known = Platform::ALL.iter().map(|(_, name, _)| *name);
        let found = Platform::from_name(name).ok_or_else(|| unknown("platform", name, known))?;
        platforms.push(Some(found).filter(|platform| *platform != Platform::Serial));
    }
    if platforms.is_empty() {
        platforms.push(args.preset.map(Preset::platform));
    }
    Ok(platforms)
}

fn way(
    args: &StudyArgs,
    facts: &Facts,
    name: &str,
    platform: Option<Platform>,
    threads: usize,
) -> Result<Settings, Failure> {
    let usual = args.preset.and_then(|preset| preset.evaluation(facts));
    let search = SearchArgs {
        algorithm: Some(name.to_string()),
        platform: platform.map(|platform| platform.name().to_string()),
        threads: Some(threads),
        heuristics: args.heuristics.clone(),
        evaluation: args.evaluation.clone().or(usual),
        hash: args.hash,
        seed: Some(args.seed),
        ..SearchArgs::default()
    };
    let settings = search.settings(facts)?;
    let settings = args.preset.map_or(settings, |preset| preset.settings(settings));
    settings.check(facts)?;
    Ok(settings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_are_lists_and_ranges() {
        let read = |text: &str| text.parse::<Depths>().map(|depths| depths.0).ok();
        assert_eq!(read("8"), Some(vec![8]));
        assert_eq!(read("1..3"), Some(vec![1, 2, 3]));
        assert_eq!(read("6,2..=3,6"), Some(vec![2, 3, 6]));
        for wrong in ["", "0", "3..1", "1..99999999999", "x", "1...2", ",", "..", "1..61"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
