//! What batches write in a hurry is what the positions say that are looked at one by one: planes
//! by lists of pieces, numbers by positions, and ends by the rules.

use crate::batches::{Arrays, batch};
use game::{Contents, Game, Worker};
use testing::{load, load_native};
use training::{Actions, Planes, explored, numbered};

/// What one game should show.
struct Expected {
    mask: Vec<u8>,
    planes: Vec<u8>,
    player: u8,
}

/// Looks at a position of a game that is not over.
fn look<G: Game>(
    game: &G,
    (actions, planes): (&Actions, &Planes),
    (at, past): (&G::Position, &[G::Position]),
) -> Expected {
    let mut list = Vec::new();
    let over = game.worker(past).expand(at, &mut list).expect("sound rules");
    assert_eq!(over, None, "a game that is over begins again");
    let mut mask = vec![0; actions.len()];
    let numbers = numbered(game, actions, at, &list).expect("numbers for all moves");
    numbers.iter().for_each(|number| mask[*number as usize] = 1);
    let mut seen = vec![0; planes.size()];
    planes.write(game, at, game.player(at), &mut Contents::default(), &mut seen);
    Expected { mask, planes: seen, player: game.player(at).index() as u8 }
}

/// Plays some games at once, and looks at each of them after every step.
fn check(name: &str, n: usize, steps: usize) {
    let game = load_native(name);
    let actions = explored(&game).expect("sound rules").expect("not too many moves");
    let planes = Planes::new(game.facts());
    let (mut games, mut arrays) = batch(load_native(name), n, 1, 7);
    games.reset(None, arrays.out()).expect("a start");
    let mut drawn = vec![0; n];
    for step in 0..steps {
        let Arrays { mask, planes: seen, player, .. } = &arrays;
        for lane in 0..n {
            let (at, past) = games.position(lane).expect("it has begun").expect("such a game");
            let expected = look(&game, (&actions, &planes), (&at, &past));
            let place = format!("{name}, step {step}, game {lane}");
            let n_actions = actions.len();
            assert!(mask[lane * n_actions..][..n_actions] == expected.mask, "{place}");
            let size = planes.size();
            assert!(seen[lane * size..][..size] == expected.planes, "{place}");
            assert_eq!(player[lane], expected.player, "{place}");
        }
        games.draw(&mut drawn).expect("moves");
        games.step(&drawn, arrays.out()).expect("a step");
    }
}

/// Few steps of enough games that no graph holds them.
#[test]
fn games_without_a_graph() {
    check("connect4", 600, 60);
    check("othello", 300, 70);
    check("breakthrough", 300, 70);
}

/// Rules that look back have no graph from the beginning; some of their moves change kinds, drop
/// pieces or move two.
#[test]
fn games_with_a_past() {
    check("chess", 8, 150);
    check("minishogi", 8, 80);
    check("checkers", 8, 80);
    check("amazons6", 4, 20);
}

/// Moves that only their texts tell apart; of arimaa the positions before count.
#[test]
fn games_numbered_by_texts() {
    check("pentago", 4, 40);
    check("arimaa", 2, 60);
}

/// Lists leave signatures out, but whoever asks for a position gets one with its own, and so do all
/// before it.
#[test]
fn positions_have_their_signatures() {
    for (name, n) in [("connect4", 600), ("chess", 4)] {
        let game = load_native(name);
        let (mut games, mut arrays) = batch(load_native(name), n, 1, 7);
        games.reset(None, arrays.out()).expect("a start");
        let mut drawn = vec![0; n];
        for _ in 0..60 {
            games.draw(&mut drawn).expect("moves");
            games.step(&drawn, arrays.out()).expect("a step");
        }
        for lane in 0..n {
            let (at, past) = games.position(lane).expect("it has begun").expect("such a game");
            for at in past.iter().chain([&at]) {
                let signed = game.position(&game.setup(at)).expect("a position");
                assert_eq!(game.signature(at), game.signature(&signed), "{name}, game {lane}");
            }
        }
    }
}

/// Plays the same numbers by native code and by the interpreter, whose positions are no rows; how many
/// games ended.
fn check_back_ends(name: &str, n: usize, steps: usize) -> usize {
    let (mut quick, mut arrays) = batch(load_native(name), n, 1, 3);
    let (mut slow, mut expected) = batch(load(name), n, 1, 3);
    quick.reset(None, arrays.out()).expect("a start");
    slow.reset(None, expected.out()).expect("a start");
    let (mut drawn, mut ended) = (vec![0; n], 0);
    for step in 0..steps {
        assert!(arrays == expected, "{name}, step {step}");
        quick.draw(&mut drawn).expect("moves");
        quick.step(&drawn, arrays.out()).expect("a step");
        slow.step(&drawn, expected.out()).expect("a step");
        ended += arrays.done.iter().filter(|it| **it == 1).count();
    }
    ended
}

/// Where few men go to and fro, many games end because a position has occurred often enough.
#[test]
fn games_end_as_the_interpreter_says() {
    let games = [
        ("mu_torere", 8, 200),
        ("three_mens_morris", 8, 150),
        ("dobutsu", 4, 120),
        ("checkers", 3, 150),
    ];
    for (name, n, steps) in games {
        assert!(check_back_ends(name, n, steps) > 0, "{name}");
    }
}
