//! A book as a tree of moves: the best ones of each position, and what they are worth.

use super::{Opened, Summary};
use crate::answer::give;
use crate::args::ShowBookArgs;
use crate::engine::{Engine, Job};
use crate::position::Table;
use crate::report::Failure;
use crate::words::count;
use ::book::{Shown, tree};
use game::{Facts, Player};
use search::Verdict;
use serde::Serialize;
use std::fmt::{self, Display};

/// What is shown of a book.
#[derive(Serialize)]
struct Tree {
    #[serde(flatten)]
    summary: Summary,
    moves: Vec<Branch>,
}

/// A move of the tree.
#[derive(Serialize)]
struct Branch {
    #[serde(rename = "move")]
    name: String,
    value: Option<i32>,
    depth: u32,
    games: u64,
    /// Whether moves in another order lead to what follows, which is shown there.
    elsewhere: bool,
    then: Vec<Branch>,
    #[serde(skip)]
    words: String,
}

impl Branch {
    fn new(facts: &Facts, shown: &Shown) -> Branch {
        let Shown { name, player, value, depth, games, then, is_elsewhere, .. } = shown;
        let mut words: Vec<String> =
            value_words(facts, *player, *value, *depth).into_iter().collect();
        if *games > 0 {
            words.push(count(*games, "game"));
        }
        if *is_elsewhere {
            words.push("as above".to_string());
        }
        Branch {
            name: name.clone(),
            value: *value,
            depth: *depth,
            games: *games,
            elsewhere: *is_elsewhere,
            then: then.iter().map(|then| Branch::new(facts, then)).collect(),
            words: words.join(", "),
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, indent: usize) -> fmt::Result {
        writeln!(f, "{:indent$}{}  {}", "", self.name, self.words)?;
        self.then.iter().try_for_each(|branch| branch.write(f, indent + 2))
    }
}

impl Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.summary)?;
        if self.moves.is_empty() {
            writeln!(f, "the book does not have this position")?;
        }
        self.moves.iter().try_for_each(|branch| branch.write(f, 0))
    }
}

/// What a move is worth to whoever makes it, in words; nothing if it was not searched.
pub(super) fn value_words(
    facts: &Facts,
    player: Player,
    value: Option<i32>,
    depth: u32,
) -> Option<String> {
    let value = value?;
    let open = || format!("{value:+} at depth {depth}");
    Some(Verdict::of(value).describe(facts, player).unwrap_or_else(open))
}

pub(super) fn run(args: &ShowBookArgs) -> Result<u8, Failure> {
    args.position.look(&Shows { args })
}

struct Shows<'a> {
    args: &'a ShowBookArgs,
}

impl Job for Shows<'_> {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        let args = self.args;
        let table = Table::new(game, &args.position)?;
        let (game, line) = (&table.game, &table.line);
        let opened = Opened::new(game, args.file.book.as_ref())?;
        let (book, keys) = (&opened.book, &opened.keys);
        let (turns, width) = (args.turns as usize, args.width as usize);
        let shown = tree(book, keys, game, line, turns, width, &|_, played| played.text.clone())?;
        let facts = game.facts();
        let moves = shown.iter().map(|shown| Branch::new(facts, shown)).collect();
        give(&Tree { summary: Summary::new(&opened), moves }, args.file.json)
    }
}
