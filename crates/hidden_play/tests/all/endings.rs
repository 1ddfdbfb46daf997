//! Endings in which one side wins by force: a player that hears only what the referee says wins
//! them, against any replies.

use game::{Game, Player as Side, Referee, Rng, parse_position};
use hidden_play::{Method, Player, Settings};
use infoset::Session;
use native::Native;

fn ending(text: &str) -> (Native, native::Position) {
    let game = testing::load_native("kriegspiel");
    let setup = parse_position(game.facts(), text).unwrap();
    let start = game.position(&setup).unwrap();
    (game, start)
}

/// After how many turns the first player has won; nothing if they have not.
fn play(text: &str, seed: u64, longest: usize) -> Option<usize> {
    let (game, start) = ending(text);
    let mut session = Session::new(&game, start).unwrap();
    let settings = Settings { seed, ..Settings::new(game.facts(), Method::Pimc) };
    let mut player = Player::new(&game, session.view(Side::First), settings).unwrap();
    let mut rng = Rng::new(seed);
    while session.line().len() < longest {
        if let Some(over) = session.line().outcome(&game).unwrap() {
            return (over.winner() == Some(Side::First)).then(|| session.line().len());
        }
        if session.line().player(&game) == Side::First {
            crate::every_game::take_turn(&game, &mut session, &mut player, Side::First);
        } else {
            let attempts = session.attemptable().unwrap();
            session.attempt(rng.choose(&attempts).unwrap()).unwrap();
        }
        for turn in &session.view(Side::First).turns[player.n_turns()..] {
            player.perceive(turn, &mut || 1.0).unwrap();
        }
    }
    None
}

#[test]
fn a_queen_wins_without_seeing_the_king() {
    let turns = play("8/8/8/3k4/8/8/8/Q3K3 w", 1, 100);
    assert!(turns.is_some());
}

/// `ENDINGS=20 cargo test --release -p multigame-hidden-play endings::` plays more of them.
#[test]
fn a_rook_wins_without_seeing_the_king() {
    #[allow(clippy::disallowed_methods, reason = "who runs the tests says how many games")]
    let n: u64 = std::env::var("ENDINGS").ok().and_then(|it| it.parse().ok()).unwrap_or(1);
    for seed in 1..=n {
        let turns = play("8/8/8/4k3/8/8/8/R3K3 w", seed, 100);
        assert!(turns.is_some(), "seed {seed}");
    }
}

#[test]
fn an_ending_without_room_is_played_like_the_rest_of_the_game() {
    let (game, start) = ending("8/8/8/3k4/8/8/8/Q3K3 w");
    let session = Session::new(&game, start).unwrap();
    let tries = session.tries().unwrap();
    let is_planned = |endings_memory| {
        let settings = Settings { endings_memory, ..Settings::new(game.facts(), Method::Pimc) };
        let mut player = Player::new(&game, session.view(Side::First), settings).unwrap();
        // A search says what to expect; a plan is for positions that are won.
        player.attempt(&tries, &mut || true).unwrap().share.is_none()
    };
    assert!(is_planned(1 << 30));
    assert!(!is_planned(1 << 20));
}

#[test]
fn the_past_of_kriegspiel_only_makes_draws() {
    let game = testing::load_native("kriegspiel");
    assert!(game.past_only_draws() && !game.do_tries_look_back());
    // Where a position may not come back, moves depend on the past.
    let stubborn = testing::hidden::given("stubborn", testing::hidden::STUBBORN);
    assert!(!stubborn.past_only_draws());
}
