//! Puts books together: of a position that several have, the deeper search is believed, and
//! games are added up.

use super::{Opened, Summary, keys, path, read};
use crate::answer::give;
use crate::args::MergeBooksArgs;
use crate::engine::{self, Choice, Engine, Job};
use crate::files::check_new;
use crate::position::load_game;
use crate::report::Failure;
use ::book::Book;

pub(super) fn run(args: &MergeBooksArgs) -> Result<u8, Failure> {
    let game = load_game(&args.game.game, &args.game.without)?.game;
    engine::run(game, &Choice::of(None), &Merges { args })
}

struct Merges<'a> {
    args: &'a MergeBooksArgs,
}

impl Job for Merges<'_> {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        let args = self.args;
        let (keys, rules) = keys(&game)?;
        let path = path(args.file.book.as_ref(), game.facts());
        check_new(&path, args.force)?;
        let mut book = Book::new(rules, &game.facts().name);
        for file in &args.files {
            book.merge(&read(file, rules)?);
        }
        // What one book has searched deeper may change what positions before it are worth.
        ::book::refresh(&game, &keys, &mut book, &game.start())?;
        let opened = Opened { path, book, keys };
        opened.save()?;
        give(&Summary::new(&opened), args.file.json)
    }
}
