//! What `multigame book` takes: a game, its book, and what is done with it.

use super::number::{ANY, number};
use super::{PositionArgs, SearchArgs};
use crate::settings;
use clap::{Subcommand, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame book build chess --time 10m              search openings, and write chess.mgb\n  multigame book import chess games.pgn              add games that were played\n  multigame book show chess --turns 3                the moves that the book thinks best\n  multigame book probe chess --after 'e2e4 e7e5'     what it knows of one position\n  multigame book merge chess a.mgb b.mgb --book all.mgb\n  multigame book export chess --turns 10 > chess.pgn\n  multigame play chess --book chess.mgb              the computer plays by it\n\nA book is a file that is called GAME.mgb unless `--book` names another. `play`, `uci` and `ugi` use\none by `--book`, a side of `match` by `book=FILE`."
)]
pub(crate) struct BookArgs {
    #[command(subcommand)]
    pub(crate) command: BookCommand,
}

#[derive(Subcommand, Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one, read once from the command line")]
pub(crate) enum BookCommand {
    /// Let a book grow by searches, where good moves lead
    Build(BuildBookArgs),
    /// Show the moves of a book as a tree
    Show(ShowBookArgs),
    /// Show what a book knows of the moves of a position
    Probe(ProbeBookArgs),
    /// Put books together
    Merge(MergeBooksArgs),
    /// Add games that were played: records, or PGN where the game allows it
    Import(ImportBookArgs),
    /// Print a book as one game of PGN with variations
    Export(ExportBookArgs),
}

/// A game and a file of it.
#[derive(clap::Args, Debug)]
pub(crate) struct BookGame {
    /// A built-in name, the path of a rules file, or `-` for standard input
    pub(crate) game: String,
    /// Rules, pieces, counters, ... to take out, as `without` does in a variant
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) without: Vec<String>,
}

/// The file of a book.
#[derive(clap::Args, Debug)]
pub(crate) struct BookFile {
    /// The file of the book; default: the name of the game and `.mgb`
    #[arg(long, value_name = "FILE")]
    pub(crate) book: Option<PathBuf>,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct BuildBookArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    #[command(flatten)]
    pub(crate) file: BookFile,
    /// Go on for this long, such as `10m`; default: one minute, unless another limit is given
    #[arg(long, value_name = "TIME", value_parser = settings::duration)]
    pub(crate) time: Option<Duration>,
    /// Until all searches together have visited this many positions
    #[arg(long, value_name = "N", value_parser = number::<u64>(ANY))]
    pub(crate) nodes: Option<u64>,
    /// Until the moves of this many positions were searched
    #[arg(long, value_name = "N", value_parser = number::<u64>(ANY))]
    pub(crate) positions: Option<u64>,
    /// How many positions the search of each move may visit
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = number::<u64>(1..=1 << 40))]
    pub(crate) each: u64,
    /// How many positions are searched at the same time; default: one for each processor
    #[arg(long, value_name = "N", value_parser = settings::threads)]
    pub(crate) threads: Option<usize>,
    /// The evaluation to search with; default: that of `analyze`
    #[arg(long, value_name = "NAME")]
    pub(crate) evaluation: Option<String>,
    /// How the game is searched, once that was found.
    #[arg(skip)]
    pub(crate) search: SearchArgs,
}

#[derive(clap::Args, Debug)]
pub(crate) struct ShowBookArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    #[command(flatten)]
    pub(crate) file: BookFile,
    /// How many turns are shown
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = number::<u64>(1..=200))]
    pub(crate) turns: u64,
    /// How many moves of each position are shown
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = number::<u64>(1..=1000))]
    pub(crate) width: u64,
}

#[derive(clap::Args, Debug)]
pub(crate) struct ProbeBookArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    #[command(flatten)]
    pub(crate) file: BookFile,
}

#[derive(clap::Args, Debug)]
pub(crate) struct MergeBooksArgs {
    #[command(flatten)]
    pub(crate) game: BookGame,
    /// The books to put together
    #[arg(required = true, value_name = "FILES")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) file: BookFile,
    /// Replace the file of `--book` if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct ImportBookArgs {
    #[command(flatten)]
    pub(crate) game: BookGame,
    /// Saved games; `-` for standard input
    #[arg(required = true, value_name = "FILES")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) file: BookFile,
    /// How many turns of each game are added
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = number::<u64>(1..=100_000))]
    pub(crate) turns: u64,
}

#[derive(clap::Args, Debug)]
pub(crate) struct ExportBookArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// The file of the book; default: the name of the game and `.mgb`
    #[arg(long, value_name = "FILE")]
    pub(crate) book: Option<PathBuf>,
    /// How many turns are written
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = number::<u64>(1..=200))]
    pub(crate) turns: u64,
    /// How many moves of each position are written
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = number::<u64>(1..=1000))]
    pub(crate) width: u64,
}

/// How a move of a book is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum BookChoice {
    // The variants have no texts: with them the help of a command would be twice as long.
    #[default]
    Best,
    Varied,
}

impl BookChoice {
    /// Its name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            BookChoice::Best => "best",
            BookChoice::Varied => "varied",
        }
    }
}

/// The book of a command that plays.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct OpeningArgs {
    /// Play by this opening book, which the command `book` makes, as long as it has the position
    #[arg(long, value_name = "FILE")]
    pub(crate) book: Option<PathBuf>,
    /// Always the best move of the book, or any that is about as good
    #[arg(long, value_enum, value_name = "WHICH", default_value_t)]
    pub(crate) book_choice: BookChoice,
}
