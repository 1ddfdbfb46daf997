//! What a book knows of the moves of a position.

use super::Opened;
use super::show::value_words;
use crate::answer::{Place, give};
use crate::args::ProbeBookArgs;
use crate::engine::{Engine, Job};
use crate::position::Table;
use crate::report::Failure;
use crate::words::count;
use ::book::{Book, BookMove, Keys, Pick, choose, known_moves};
use game::{Facts, Game, Line, Player, Rng, RulesError};
use serde::Serialize;
use std::fmt::{self, Display};

/// What is known of a position.
#[derive(Serialize)]
struct Probed {
    #[serde(flatten)]
    place: Place,
    #[serde(flatten)]
    known: KnownMoves,
}

/// The moves of a position that a book knows.
#[derive(Serialize)]
pub(crate) struct KnownMoves {
    /// Whether all moves were searched.
    pub(crate) complete: bool,
    /// The move that is made.
    pub(crate) best: Option<String>,
    pub(crate) moves: Vec<Probe>,
}

/// A move that a book knows.
#[derive(Serialize)]
pub(crate) struct Probe {
    #[serde(rename = "move")]
    pub(crate) name: String,
    /// What it is worth to whoever makes it.
    pub(crate) value: Option<i32>,
    depth: u32,
    /// Games that were won, drawn, lost and broken off by whoever made it.
    pub(crate) games: [u32; 4],
    #[serde(skip)]
    pub(crate) words: String,
}

impl KnownMoves {
    /// Asks a book.
    pub(crate) fn new<G: Game>(
        book: &Book,
        keys: &Keys,
        game: &G,
        line: &Line<G::Position>,
    ) -> Result<KnownMoves, RulesError> {
        let known = known_moves(book, keys, game, line)?;
        let entry = book.get(keys.key(game, line.position()));
        let complete = entry.is_some_and(|entry| entry.expanded);
        let best = choose(&known, complete, Pick::Best, &mut Rng::new(0));
        let (facts, player) = (game.facts(), line.player(game));
        let best = best.map(|best| known[best].played.text.clone());
        let moves = known.iter().map(|known| Probe::new(facts, player, known)).collect();
        Ok(KnownMoves { complete, best, moves })
    }
}

impl Probe {
    fn new<P>(facts: &Facts, player: Player, known: &BookMove<P>) -> Probe {
        let words = value_words(facts, player, known.value, known.depth);
        let mut words: Vec<String> = words.into_iter().collect();
        if known.n_games() > 0 {
            let [won, drawn, lost, _] = known.games;
            let games = count(known.n_games(), "game");
            words.push(format!("{games}: {won} won, {drawn} drawn, {lost} lost"));
        }
        Probe {
            name: known.played.text.clone(),
            value: known.value,
            depth: known.depth,
            games: known.games,
            words: words.join("; "),
        }
    }
}

impl Display for Probed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let KnownMoves { best, moves, .. } = &self.known;
        match (best, moves.is_empty()) {
            (Some(best), _) => writeln!(f, "the book plays {best}")?,
            (None, true) => writeln!(f, "the book does not have this position")?,
            (None, false) => writeln!(f, "the book knows some moves, and not enough to play one")?,
        }
        let width = moves.iter().map(|probe| probe.name.chars().count()).max().unwrap_or(0);
        for probe in moves {
            writeln!(f, "  {:<width$}  {}", probe.name, probe.words)?;
        }
        Ok(())
    }
}

pub(super) fn run(args: &ProbeBookArgs) -> Result<u8, Failure> {
    args.position.look(&Probes { args })
}

struct Probes<'a> {
    args: &'a ProbeBookArgs,
}

impl Job for Probes<'_> {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        let table = Table::new(game, &self.args.position)?;
        let (game, line) = (&table.game, &table.line);
        let opened = Opened::new(game, self.args.file.book.as_ref())?;
        let known = KnownMoves::new(&opened.book, &opened.keys, game, line)?;
        let answer = Probed { place: Place::new(&table, line.outcome(game)?), known };
        give(&answer, self.args.file.json)
    }
}
