//! How often a player wins an ending, and in how many turns, against an attempter at random and
//! against a player of the same kind: from positions that random turns lead to.
//!
//! `cargo run --release -p multigame-hidden-play --example endings -- kriegspiel '8/8/8/4k3/8/8/8/R3K3 w' 100`
//! plays 100 games each; a fourth argument `plain` leaves the search over what is heard out.

#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "this is a program of its own, which says what it finds"
)]

use game::{Game, Player as Side, Rng, heard_by, parse_position};
use hidden_play::{Method, Player, Settings};
use infoset::Session;
use native::Native;

/// Random turns before the players begin.
const OPENING: usize = 10;
/// A game that lasts longer is not won.
const LONGEST: usize = 100;

fn main() {
    let mut args = std::env::args().skip(1);
    let name = args.next().unwrap_or_else(|| "kriegspiel".to_string());
    let text = args.next().unwrap_or_else(|| "8/8/8/4k3/8/8/8/R3K3 w".to_string());
    let n_games: u64 = args.next().and_then(|it| it.parse().ok()).unwrap_or(10);
    let endings = args.next().is_none_or(|it| it != "plain");
    let game = testing::load_native(&name);
    let setup = parse_position(game.facts(), &text).unwrap_or_else(|why| panic!("{why}"));
    let start = game.position(&setup).unwrap_or_else(|why| panic!("{why}"));
    for rival in [Rival::Random, Rival::Player] {
        let (mut won, mut n_turns, mut n_attempts) = (0, 0, 0);
        for seed in 1..=n_games {
            let settings = Settings { seed, endings, ..Settings::new(game.facts(), Method::Pimc) };
            let played = play(&game, start.clone(), settings, rival);
            n_attempts += played.attempts;
            match played.won {
                Some(turns) => (won, n_turns) = (won + 1, n_turns + turns),
                None => println!("{rival:?}: not won with seed {seed}"),
            }
        }
        let mean = n_turns as f64 / f64::from(u32::max(won, 1));
        println!(
            "{rival:?}: {won} of {n_games} won within {LONGEST} turns, after {mean:.1} turns on \
             average, {n_attempts} attempts"
        );
    }
}

#[derive(Clone, Copy, Debug)]
enum Rival {
    Random,
    Player,
}

struct Played {
    /// After how many turns the first player has won.
    won: Option<usize>,
    attempts: usize,
}

/// A game after an opening in which nothing was taken.
fn opened(game: &Native, start: native::Position, seed: u64) -> Session<'_, Native> {
    let n_pieces = game.pieces(&start);
    let mut rng = Rng::new(seed);
    loop {
        let mut session = Session::new(game, start.clone()).unwrap();
        while session.line().len() < OPENING {
            let attempts = session.attemptable().unwrap();
            let Some(text) = rng.choose(&attempts) else { break };
            session.attempt(text).unwrap();
        }
        let is_open = session.line().outcome(game).unwrap().is_none();
        if is_open && game.pieces(session.line().position()) == n_pieces {
            return session;
        }
    }
}

fn play(game: &Native, start: native::Position, settings: Settings, rival: Rival) -> Played {
    let mut session = opened(game, start, settings.seed);
    let mut rng = Rng::new(settings.seed);
    let began = session.line().len();
    let new = |side: Side| Player::new(game, session.view(side), settings).unwrap();
    let mut players = Side::BOTH.map(new);
    let mut attempts = 0;
    loop {
        let turns = session.line().len() - began;
        match session.line().outcome(game).unwrap() {
            Some(over) => {
                let won = (over.winner() == Some(Side::First)).then_some(turns);
                return Played { won, attempts };
            }
            None if turns >= LONGEST => return Played { won: None, attempts },
            None => {}
        }
        let side = session.line().player(game);
        let is_random = side == Side::Second && matches!(rival, Rival::Random);
        let text = match is_random {
            true => rng.choose(&session.attemptable().unwrap()).unwrap().clone(),
            false => {
                attempts += usize::from(side == Side::First);
                let tries = session.tries().unwrap();
                players[side.index()].attempt(&tries, &mut || true).unwrap().text
            }
        };
        let answer = session.attempt(&text).unwrap();
        if !answer.is_turn_over {
            players[side.index()].refused(&text, heard_by(side, &answer.said));
            continue;
        }
        for side in Side::BOTH {
            let told = players[side.index()].n_turns();
            let is_unused = side == Side::Second && matches!(rival, Rival::Random);
            for turn in session.view(side).turns[told..].iter().filter(|_| !is_unused) {
                players[side.index()].perceive(turn, &mut || 1.0).unwrap();
            }
        }
    }
}
