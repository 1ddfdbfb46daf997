//! Books of built-in games for tests.

use book::{Book, Effort, Go, Grown, Keys, Watch, grow};
use game::{Fold, Game};
use interp::Interp;
use search::{Limits, Settings, Stopper};

/// A game with what makes keys of its positions.
pub(crate) struct Keyed {
    pub(crate) game: Interp,
    pub(crate) keys: Keys,
    pub(crate) rules: u64,
}

pub(crate) fn load(name: &str) -> Keyed {
    let game = testing::load(name);
    let program = game.program();
    let clocks: Vec<bool> = ir::analyses::clocks(program).iter().map(Option::is_some).collect();
    let symmetries = ir::analyses::folded(program, Fold::Players);
    let keys = Keys::new(game.facts(), symmetries, &clocks);
    let rules = ir::fingerprint(program);
    Keyed { game, keys, rules }
}

/// Asks for the book again and again, as often as it may: each time one position more is known.
#[derive(Default)]
pub(crate) struct Saves(pub(crate) Vec<Book>);

impl Watch for Saves {
    fn look(&mut self, _: &Grown) -> Go {
        Go::Save
    }

    fn save(&mut self, book: &Book) {
        self.0.push(book.clone());
    }
}

impl Keyed {
    pub(crate) fn empty(&self) -> Book {
        Book::new(self.rules, &self.game.facts().name)
    }

    /// Lets a book grow from the start until the moves of this many positions are known.
    pub(crate) fn grow(&self, book: &mut Book, threads: usize, positions: u64) -> Grown {
        /// Lets it grow.
        struct Patient;
        impl Watch for Patient {
            fn look(&mut self, _: &Grown) -> Go {
                Go::On
            }
            fn save(&mut self, _: &Book) {
                unreachable!("nobody asked for it")
            }
        }
        self.grow_watched(book, (threads, positions), &mut Patient)
    }

    /// The same before the eyes of somebody.
    pub(crate) fn grow_watched(
        &self,
        book: &mut Book,
        (threads, positions): (usize, u64),
        watch: &mut dyn Watch,
    ) -> Grown {
        let settings = Settings { table_bytes: 1 << 20, ..Settings::new(self.game.facts()) };
        let effort = Effort {
            threads,
            settings,
            limits: Limits { depth: Some(2), ..Limits::default() },
            nodes: None,
            positions: Some(positions),
            stopper: Stopper::default(),
        };
        let at = self.game.start();
        grow(&self.game, &self.keys, book, &at, &effort, watch).expect("it grows")
    }
}
