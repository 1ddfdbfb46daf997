//! The two sides of a match as users write them: `depth=4 algorithm=alpha-beta`,
//! `level=3`, `random`.

use super::super::args::{LimitArgs, SearchArgs};
use super::super::position::is_automatic;
use super::super::report::Failure;
use super::super::settings;
use game::Facts;
use search::{Limits, Settings};
use std::time::Duration;

/// How a side plays.
#[derive(Clone, Copy, Debug)]
pub(super) enum Side {
    /// It draws its moves.
    Random,
    /// It searches.
    Search(Settings, Limits),
}

/// A move takes so long if nobody says otherwise.
const TIME: Duration = Duration::from_millis(100);
/// The table, which each game empties, is small if nobody says otherwise.
const HASH: usize = 16 << 20;

/// Whether a side asks for the evaluation that a study of the rules finds.
pub(super) fn ask_for_automatic(sides: &[&str]) -> bool {
    let words = sides.iter().flat_map(|side| side.split([' ', ';']));
    words.into_iter().any(|word| is_automatic(word.strip_prefix("evaluation=")))
}

impl Side {
    /// Reads the settings of a side. What it does not say, both sides share.
    pub(super) fn parse(text: &str, shared: LimitArgs, facts: &Facts) -> Result<Side, Failure> {
        let mut search = SearchArgs { hash: Some(HASH), ..SearchArgs::default() };
        let mut own = LimitArgs::default();
        let mut level = None;
        let wrong = |why: String| {
            Failure::new(why).hint("settings are like `depth=4 algorithm=alpha-beta` or `random`")
        };
        for word in text.split([' ', ';']).filter(|word| !word.is_empty()) {
            if word == "random" {
                return Ok(Side::Random);
            }
            let Some((key, value)) = word.split_once('=') else {
                return Err(wrong(format!("`{word}` is no setting")));
            };
            let number = || {
                let read = value.parse::<u64>().ok().filter(|n| *n > 0);
                read.ok_or_else(|| wrong(format!("`{key}` needs a number, not `{value}`")))
            };
            match key {
                "depth" => own.depth = Some(number()?.min(200) as u32),
                "nodes" => own.nodes = Some(number()?),
                "time" => own.time = Some(settings::duration(value).map_err(wrong)?),
                "level" => level = Some(settings::level(number()?.min(10) as u8)),
                "hash" => search.hash = Some(settings::size(value).map_err(wrong)?),
                "algorithm" => search.algorithm = Some(value.to_string()),
                "evaluation" => search.evaluation = Some(value.to_string()),
                "heuristics" => {
                    search.heuristics = value.split(',').map(str::to_string).collect();
                }
                _ => return Err(wrong(format!("there is no setting `{key}`"))),
            }
        }
        let limits = match (own.is_given(), level, shared.is_given()) {
            (true, ..) => own.limits(),
            (_, Some(level), _) => level,
            (_, _, true) => shared.limits(),
            _ => Limits { time: Some(TIME), ..Limits::default() },
        };
        Ok(Side::Search(search.settings(facts)?, limits))
    }
}
