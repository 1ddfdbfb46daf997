//! Every game of two players who see everything, against a mover who draws at random:
//! what searches never loses, and wins nearly always.
//!
//! A short run is part of the tests. The long one plays this many games with as many
//! nodes a move as a tenth of a second takes, and says how each game went:
//!
//! `RANDOM_MOVER=100 cargo test --release -p multigame strength:: -- --nocapture`
//!
//! `RANDOM_MOVER_GAMES=chess,hex` plays only these, and `RANDOM_MOVER_NODES=3000` looks
//! at this many positions a move: whatever wins with fewer wins with more. `RANDOM_MOVER_SEED=50`
//! begins with the games after the first fifty.

#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "how long the run is, is said from outside, and it says what it finds"
)]

use crate::support::two_at_a_time;
use game::{Game, Line, Outcome, Player, Rng};
use native::Native;
use search::{Limits, Search, Settings};
use std::sync::Mutex;

/// A game that lasts longer is a draw.
const LONGEST: usize = 300;
/// Games of which not even the best player wins all: the start is a draw or lost for a
/// side, and some random movers find their way.
const NOT_ALWAYS: [&str; 2] = ["tictactoe", "three_mens_morris"];

/// How much is played of each game.
#[derive(Clone, Copy)]
struct Plan {
    games: u64,
    nodes: u64,
    seed: u64,
}

fn plan() -> Plan {
    let number = |name| std::env::var(name).ok().and_then(|number| number.parse().ok());
    let (games, nodes) = (number("RANDOM_MOVER"), number("RANDOM_MOVER_NODES"));
    match games {
        Some(games) => {
            let seed = number("RANDOM_MOVER_SEED").unwrap_or(0);
            Plan { games, nodes: nodes.unwrap_or(30_000), seed }
        }
        None => Plan { games: 1, nodes: 1_000, seed: 0 },
    }
}

/// The names of the games to play.
fn names() -> Vec<&'static str> {
    let only = std::env::var("RANDOM_MOVER_GAMES").ok();
    match only {
        Some(only) => games::names().filter(|name| only.split(',').any(|it| it == *name)).collect(),
        None if plan().games > 1 => games::names().collect(),
        None => testing::sampled().collect(),
    }
}

/// A game as a search would load it, if two play it who see everything.
fn load(name: &str) -> Option<interp::Interp> {
    let text = multigame::Text::built_in(name).expect("a game that is built in");
    let loaded = multigame::parts::load_text(&text).expect("rules without a mistake");
    let facts = &loaded.rules.facts;
    if facts.n_players() != 2 || facts.hidden {
        return None;
    }
    let lines = match facts.evaluations.is_empty() {
        true => multigame::parts::automatic(&text, &loaded, || true),
        false => None,
    };
    let text = text.with(&lines.unwrap_or_default());
    Some(multigame::parts::load_text(&text).expect("sound lines").game)
}

/// Plays a game in which one side searches and the other draws its moves.
fn play<G: Game>(game: &G, searcher: Player, seed: u64, nodes: u64) -> Option<Outcome> {
    let settings = Settings { table_bytes: 4 << 20, ..Settings::new(game.facts()) };
    let search = Search::new(game, settings).expect("settings that make sense");
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let (mut line, mut rng) = (Line::new(game.start()), Rng::new(seed));
    for _ in 0..LONGEST {
        let game::Turn::Moves(mut moves) = line.turn(game).expect("sound rules") else {
            return line.outcome(game).expect("sound rules");
        };
        let chosen = match line.player(game) == searcher {
            false => rng.below(moves.len()),
            true => {
                let report = search.best(line.position(), line.past(), &limits, &mut |_| {});
                // With more moves than nodes it may find none, and the commands make the
                // first one.
                report.best.map_or(0, |best| {
                    let found = moves.iter().position(|played| played.to == best.positions[0]);
                    found.expect("the search answers with a legal move")
                })
            }
        };
        line.push(moves.swap_remove(chosen));
    }
    None
}

/// Wins, draws and losses of the side that searches.
fn score<G: Game>(game: &G, plan: Plan, first_seed: u64) -> [u64; 3] {
    let mut score = [0; 3];
    for seed in first_seed..first_seed + plan.games {
        let searcher = if seed % 2 == 0 { Player::First } else { Player::Second };
        let value = play(game, searcher, seed, plan.nodes)
            .map_or(0, |outcome| outcome.for_player(searcher));
        score[(1 - value.signum()) as usize] += 1;
    }
    score
}

/// Plays a game so often as is planned: what is wrong with how it went.
fn judge(name: &str, seed: u64, plan: Plan) -> Option<String> {
    let interp = load(name)?;
    let native = Native::new(interp, &[]).expect("there is code for every game");
    let mut nodes = plan.nodes;
    let [mut wins, mut draws, mut losses] = score(&native, plan, seed);
    // A thousand positions a move are few: a game that was lost is played again with more.
    if plan.games == 1 && losses > 0 {
        nodes *= 10;
        [wins, draws, losses] = score(&native, Plan { nodes, ..plan }, seed);
    }
    let text = format!("{name}: {wins} wins, {draws} draws, {losses} losses, {nodes} nodes a move");
    println!("{text}");
    let may_draw = NOT_ALWAYS.contains(&name) || plan.games < 10;
    (losses > 0 || (!may_draw && draws > 0)).then_some(text)
}

/// Rules without an evaluation have learned one, or get one from a study of them, but for one game.
/// Puzzles have bounds, or need none.
#[test]
fn every_game_has_an_evaluation() {
    let mut without = Vec::new();
    for name in games::names() {
        let text = multigame::Text::built_in(name).expect("a game that is built in");
        let loaded = multigame::parts::load_text(&text).expect("rules without a mistake");
        let facts = &loaded.rules.facts;
        let has_own = !facts.evaluations.is_empty() || games::learned(name).is_some();
        let has_own = has_own || facts.n_players() == 1;
        if !has_own && multigame::parts::automatic(&text, &loaded, || true).is_none() {
            without.push(name);
        }
    }
    // Its players search to the end of the game, and one evaluation that was tried cost them points.
    assert_eq!(without, ["phantom_tictactoe"]);
}

#[test]
fn a_random_mover_never_wins() {
    let (plan, names) = (plan(), names());
    let failed = Mutex::new(Vec::new());
    two_at_a_time(&names, |i, name| {
        // With one game each, the side that searches changes from one to the next.
        let wrong = judge(name, plan.seed + i as u64, plan);
        failed.lock().expect("nobody panics here").extend(wrong);
    });
    let failed = failed.into_inner().expect("all have ended");
    assert!(failed.is_empty(), "{failed:#?}");
}
