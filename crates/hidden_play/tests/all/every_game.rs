//! Every built-in game that hides something, played by every kind of player against an
//! attempter at random: turns end, attempts are answered, and sets that outgrow their
//! bounds become samples in which the truth could still be.

use game::{Game, Player as Side, Referee, Rng};
use hidden_play::{Method, Player, Settings};
use infoset::{Session, SessionError};
use native::Native;
use testing::hidden::{built_in, hidden_games};

/// Makes the turn of a player in a session; the number of attempts that it took.
pub(crate) fn take_turn<G: Referee>(
    game: &G,
    session: &mut Session<'_, G>,
    player: &mut Player<'_, G>,
    side: Side,
) -> usize {
    for n in 1.. {
        let thought = player.attempt(&session.tries().unwrap(), &mut || true).unwrap();
        match session.attempt(&thought.text) {
            Ok(answer) if answer.is_turn_over => return n,
            Ok(answer) => player.refused(&thought.text, game::heard_by(side, &answer.said)),
            Err(SessionError::Impossible(_)) => player.impossible(&thought.text),
            Err(why) => panic!("{}: {}: {why}", game.facts().name, thought.text),
        }
        assert!(n < 1000, "{}: no attempt is accepted", game.facts().name);
    }
    0
}

/// Plays some turns; what the player says about himself.
fn play<G: Referee>(game: &G, settings: Settings, side: Side, n_turns: usize) -> Vec<String> {
    let mut rng = Rng::new(settings.seed);
    let mut session = Session::new(game, game.start()).unwrap();
    let mut player = Player::new(game, session.view(side), settings).unwrap();
    let mut notes = Vec::new();
    while session.line().len() < n_turns {
        if session.line().outcome(game).unwrap().is_some() {
            break;
        }
        match session.line().player(game) == side {
            true => {
                take_turn(game, &mut session, &mut player, side);
            }
            false => {
                let attempts = session.attemptable().unwrap();
                session.attempt(rng.choose(&attempts).unwrap()).unwrap();
            }
        }
        let n_told = player.n_turns();
        for turn in &session.view(side).turns[n_told..] {
            player.perceive(turn, &mut || 1.0).unwrap();
        }
        notes.extend(player.notes());
    }
    notes
}

fn play_by_all_methods<G: Referee>(game: &G) {
    for (method, samples) in [(Method::Pimc, 2), (Method::Ismcts, 4)] {
        let settings = Settings {
            samples: Some(samples),
            nodes: 40,
            worlds: Some(50),
            ..Settings::new(game.facts(), method)
        };
        let side = if method == Method::Pimc { Side::First } else { Side::Second };
        play(game, settings, side, 3);
    }
}

#[test]
fn every_game_is_played() {
    for game in hidden_games() {
        play_by_all_methods(&game);
    }
}

#[test]
fn every_game_is_played_by_code() {
    let compiled = hidden_games().into_iter().filter_map(|game| Native::new(game, &[]).ok());
    let n_compiled = compiled.inspect(play_by_all_methods).count();
    assert!(n_compiled >= 9, "there is code for {n_compiled} games only");
}

#[test]
fn a_set_that_is_too_large_becomes_a_sample_and_this_is_told() {
    let game = built_in("kriegspiel");
    let settings = Settings {
        samples: Some(1),
        nodes: 1,
        worlds: Some(30),
        ..Settings::new(game.facts(), Method::Pimc)
    };
    let notes = play(&game, settings, Side::First, 8);
    let said =
        notes.iter().filter(|note| note.contains("a sample of at most 30 positions")).count();
    assert_eq!(said, 1, "{notes:?}");
    // Memory bounds it, too.
    let settings = Settings { worlds: Some(100_000), memory: 20_000, ..settings };
    let notes = play(&game, settings, Side::First, 5);
    assert!(notes.iter().any(|note| note.contains("a sample of at most")), "{notes:?}");
    assert!(notes.iter().all(|note| !note.contains("100000")), "{notes:?}");
}

#[test]
fn a_player_that_may_not_go_on_makes_do_with_what_he_has() {
    let game = built_in("dark_hex3");
    for (_, method) in Method::NAMED {
        let mut session = Session::new(&game, game.start()).unwrap();
        session.attempt(&session.attemptable().unwrap()[0]).unwrap();
        let settings = Settings { nodes: 1 << 60, ..Settings::new(game.facts(), method) };
        let mut player = Player::new(&game, session.view(Side::Second), settings).unwrap();
        // Without this the search of a single world would not end.
        player.stopper().iter().for_each(search::Stopper::stop);
        let thought = player.attempt(&session.tries().unwrap(), &mut || false).unwrap();
        assert!(thought.samples <= 1, "{}: {thought:?}", game.facts().name);
    }
}
