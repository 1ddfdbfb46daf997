//! What books know of positions: from games, from searches, and put together.

use crate::support::{Keyed, load};
use book::{Book, Pick, add_game, choose, known_moves, refresh, tree};
use game::{Game, GameResult, Line, Rng};
use interp::Interp;

type At = <Interp as Game>::Position;

/// The line of some moves.
fn line(known: &Keyed, moves: &str) -> Line<At> {
    let mut line = Line::new(known.game.start());
    for text in moves.split_whitespace() {
        line.play(&known.game, text).expect("a move");
    }
    line
}

/// The move that a book makes after some others.
fn check(known: &Keyed, book: &Book, moves: &str, pick: Pick, seed: u64) -> Option<String> {
    let line = line(known, moves);
    let found = known_moves(book, &known.keys, &known.game, &line).expect("moves");
    let entry = book.get(known.keys.key(&known.game, line.position()));
    let complete = entry.is_some_and(|entry| entry.expanded);
    let chosen = choose(&found, complete, pick, &mut Rng::new(seed));
    chosen.map(|chosen| found[chosen].played.text.clone())
}

#[test]
fn moves_are_made_as_often_as_they_were_played() {
    let known = load("chess");
    let mut book = known.empty();
    let mut add = |moves: &str, result| {
        add_game(&mut book, &known.keys, &known.game, &line(&known, moves), result, 4);
    };
    add("e2e4 e7e5 g1f3 b8c6 f1b5", GameResult::FirstWins);
    add("e2e4 c7c5", GameResult::SecondWins);
    add("d2d4 d7d5", GameResult::Draw);
    assert_eq!(check(&known, &book, "", Pick::Best, 1).as_deref(), Some("e2e4"));
    assert_eq!(check(&known, &book, "e2e4 e7e5 g1f3", Pick::Best, 1).as_deref(), Some("b8c6"));
    // Only four turns of a game are added.
    assert_eq!(check(&known, &book, "e2e4 e7e5 g1f3 b8c6", Pick::Best, 1), None);
    // Another order of moves leads to the same position, whatever the clock of pawns says.
    assert_eq!(check(&known, &book, "g1f3 e7e5 e2e4", Pick::Best, 1).as_deref(), Some("b8c6"));
    let all: Vec<_> = (0..20).filter_map(|n| check(&known, &book, "", Pick::Varied, n)).collect();
    let n_other = all.iter().filter(|text| *text == "d2d4").count();
    assert!(all.len() == 20 && n_other > 0 && n_other < 14, "{all:?}");
    let found = known_moves(&book, &known.keys, &known.game, &line(&known, "")).expect("moves");
    let king_pawn = found.iter().find(|it| it.played.text == "e2e4").expect("a move");
    assert_eq!(king_pawn.games, [1, 0, 1, 0], "won, drawn, lost by the player who made it");
}

#[test]
fn a_book_that_was_searched_plays_its_best_move_in_all_images() {
    let known = load("tictactoe");
    let mut book = known.empty();
    known.grow(&mut book, 1, u64::MAX);
    // A mark beside the corner is answered in the same manner wherever the corner is.
    for (corner, answer) in [("a1", "b2"), ("a3", "b2"), ("c1", "b2"), ("c3", "b2")] {
        assert_eq!(check(&known, &book, corner, Pick::Best, 1).as_deref(), Some(answer));
        for seed in 0..5 {
            let varied = check(&known, &book, corner, Pick::Varied, seed);
            assert_eq!(varied.as_deref(), Some(answer), "all others lose");
        }
    }
    assert_eq!(check(&known, &book, "a1 b1 b2 c3 c1 a3 a2", Pick::Best, 1), None, "it is over");
}

#[test]
fn books_are_put_together() {
    let known = load("connect4");
    let (mut one, mut other) = (known.empty(), known.empty());
    known.grow(&mut one, 1, 6);
    add_game(&mut other, &known.keys, &known.game, &line(&known, "d1 d2"), GameResult::Draw, 9);
    let searched = one.clone();
    one.merge(&other);
    one.merge(&other);
    refresh(&known.game, &known.keys, &mut one, &known.game.start()).expect("it is played");
    assert_eq!((one.n_expanded(), one.n_searched()), (6, searched.n_searched()));
    for (key, entry) in &searched.entries {
        assert_eq!(one.get(*key).and_then(|it| it.searched), entry.searched);
    }
    let start = one.get(known.keys.key(&known.game, &known.game.start())).expect("the start");
    assert_eq!((start.n_games(), start.expanded), (2, true));
}

#[test]
fn trees_show_each_position_once() {
    let known = load("tictactoe");
    let mut book = known.empty();
    known.grow(&mut book, 1, 30);
    let name = |_: &Line<At>, played: &game::Move<At>| played.text.clone();
    let (keys, game) = (&known.keys, &known.game);
    let shown = tree(&book, keys, game, &line(&known, ""), 3, 9, &name).expect("a tree");
    assert_eq!(shown.len(), 9, "all images of a move are moves");
    let followed = shown.iter().filter(|it| !it.is_elsewhere).count();
    assert_eq!(followed, 3, "corner, side and middle");
    assert!(shown.iter().all(|it| it.is_elsewhere || !it.then.is_empty()));
}
