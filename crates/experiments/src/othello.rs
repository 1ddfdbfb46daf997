//! The Othello study of Johnson and Handlman: settings under which a search does what
//! the study's program did, and its games against a player of first moves.

use game::{Facts, Game, Player, RulesError, Worker, parse_position};
use search::{
    Algorithm, Evaluation, Heuristics, Limits, OutcomeValue, Platform, Report, Search, Settings,
};

/// The study plays from the mirror image of the usual start.
pub const START: &str = "8/8/8/3OX3/3XO3/8/8/8 b 1";

/// What the study searched with.
pub fn settings(facts: &Facts, algorithm: Algorithm, platform: Platform) -> Settings {
    let first_by_evaluation = algorithm == Algorithm::Pvs;
    Settings {
        algorithm,
        heuristics: Heuristics { first_by_evaluation, ..Heuristics::NONE },
        // The second one of the rules, `mobility`.
        evaluation: Evaluation::Rules(1),
        outcomes: OutcomeValue::Flat,
        evaluates_ends: true,
        table_bytes: 0,
        platform,
        threads: if platform == Platform::Serial { 1 } else { 2 },
        ..Settings::new(facts)
    }
}

/// A game of the study.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Nodes of all searches.
    pub nodes: u64,
    /// How often the searching side moved.
    pub turns: u32,
}

/// Does what it is handed, and returns what that returned.
pub type Timed<'a, R> = dyn FnMut(&mut dyn FnMut() -> R) -> R + 'a;

/// Plays a game from [`START`] in which one side searches to a depth and the other makes
/// the first move of its list. `timed` is handed each search to do, so that its caller
/// can measure how long it takes.
pub fn against_first_moves<G: Game>(
    game: &G,
    settings: Settings,
    depth: u32,
    searcher: Player,
    timed: &mut Timed<'_, Report<G::Position>>,
) -> Result<Played, RulesError> {
    let setup = parse_position(game.facts(), START).expect("the game is othello");
    let mut at = game.position(&setup).expect("the start of the study is a position");
    let search = Search::new(game, settings).expect("the settings of the study make sense");
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut worker = game.worker(&[]);
    let mut played = Played::default();
    loop {
        let mut list = Vec::new();
        if worker.expand(&at, &mut list)?.is_some() {
            return Ok(played);
        }
        at = match game.player(&at) == searcher {
            true => {
                let report = timed(&mut || search.best(&at, &[], &limits, &mut |_| {}));
                played.nodes += report.nodes;
                played.turns += 1;
                report.best.expect("a game that goes on has a move").positions.swap_remove(0)
            }
            false => list.swap_remove(0),
        };
    }
}
