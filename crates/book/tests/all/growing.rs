//! Books that grow: the same by one thread, on from where they were, and to the end of a game.

use crate::support::{Saves, load};
use book::Book;
use game::Game;

#[test]
fn one_thread_makes_the_same_book_again_and_goes_on() {
    let known = load("connect4");
    let (mut once, mut again, mut parts) = (known.empty(), known.empty(), known.empty());
    let grown = known.grow(&mut once, 1, 6);
    assert_eq!(known.grow(&mut again, 1, 6), grown);
    assert_eq!(once, again);
    assert_eq!((grown.expanded, once.n_expanded()), (6, 6));
    assert_eq!(once.n_searched(), once.entries.len());
    // A search that begins again has an empty table, so that values may differ a little.
    known.grow(&mut parts, 1, 2);
    let read = Book::read(&parts.write(), known.rules);
    assert_eq!(read.as_ref(), Ok(&parts));
    let mut parts = read.expect("a book");
    known.grow(&mut parts, 1, 4);
    assert_eq!(parts.n_expanded(), 6);
}

#[test]
fn a_book_that_is_saved_on_the_way_becomes_the_same() {
    let known = load("connect4");
    let (mut at_once, mut saved, mut saves) = (known.empty(), known.empty(), Saves::default());
    let grown = known.grow(&mut at_once, 1, 5);
    assert_eq!(known.grow_watched(&mut saved, (1, 5), &mut saves), grown);
    assert_eq!(saved, at_once);
    let expanded: Vec<usize> = saves.0.iter().map(Book::n_expanded).collect();
    assert_eq!(expanded, [1, 2, 3, 4, 5]);
    assert_eq!(saves.0.last(), Some(&at_once));
}

#[test]
fn mirror_images_are_one_position() {
    let known = load("connect4");
    let mut book = known.empty();
    known.grow(&mut book, 1, 1);
    // The start, three columns with a mirror image, and the one in the middle.
    assert_eq!(book.entries.len(), 1 + 4);
    let known = load("tictactoe");
    let mut book = known.empty();
    known.grow(&mut book, 1, 1);
    assert_eq!(book.entries.len(), 1 + 3);
}

#[test]
fn several_threads_grow_one_book() {
    let known = load("connect4");
    let mut book = known.empty();
    let grown = known.grow(&mut book, 3, 20);
    assert!(grown.expanded >= 20 && grown.expanded < 23, "{grown:?}");
    assert_eq!(book.n_expanded() as u64, grown.expanded);
    let read = Book::read(&book.write(), known.rules);
    assert_eq!(read, Ok(book));
}

#[test]
fn a_small_game_is_searched_to_its_end() {
    let known = load("tictactoe");
    let mut book = known.empty();
    let grown = known.grow(&mut book, 2, u64::MAX);
    assert!(grown.is_done);
    let start = book.get(known.keys.key(&known.game, &known.game.start())).expect("the start");
    assert_eq!(start.searched.map(|searched| searched.value), Some(0), "a draw");
    assert!(book.entries.len() < 800, "{} of 5478 are left", book.entries.len());
}
