//! What measurements take.

use super::number::{ANY, number};
use clap::ValueEnum;
use std::path::PathBuf;

/// What a benchmark measures of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum What {
    /// Games of random moves, played to the end
    Playouts,
    /// Sequences of moves, every last one made
    Made,
    /// Sequences of moves, the last ones counted without being made
    Counted,
}

/// What a user can ask a benchmark for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Wanted {
    /// Games of random moves, played to the end
    Playouts,
    /// Sequences of moves, every last one made
    Made,
    /// Sequences of moves, the last ones counted without being made
    Counted,
    /// Searches of a fixed set of games, whose nodes together are a signature; alone
    Search,
    /// Information sets of a fixed set of questions about kriegspiel; alone
    Infoset,
}

impl Wanted {
    /// What is measured game by game; searches and information sets are not.
    pub(crate) fn of_a_game(self) -> Option<What> {
        match self {
            Wanted::Playouts => Some(What::Playouts),
            Wanted::Made => Some(What::Made),
            Wanted::Counted => Some(What::Counted),
            Wanted::Search | Wanted::Infoset => None,
        }
    }
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame bench chess\n  multigame bench othello hex --what playouts --svg speed.svg\n  multigame bench chess --passes -footprints   without one pass\n\nEvery program is measured in every round, one after another, and a ratio compares what was\nmeasured in the same round. Shown are the median of the rounds and how far they spread."
)]
pub(crate) struct BenchArgs {
    /// Built-in names or rules files; default: all games that are built in
    pub(crate) games: Vec<String>,
    /// How many rounds
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = number::<u32>(1..=1000))]
    pub(crate) rounds: u32,
    /// How long one measurement takes, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 300, value_parser = number::<u64>(1..=600_000))]
    pub(crate) time: u64,
    /// Seed of the random games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(ANY))]
    pub(crate) seed: u64,
    /// What to measure, separated by commas; default: all but searches and sets
    #[arg(long, value_enum, value_name = "LIST", value_delimiter = ',')]
    pub(crate) what: Vec<Wanted>,
    /// The program with the hand-written references; default: `references` beside this one
    #[arg(long, value_name = "PATH")]
    pub(crate) references: Option<PathBuf>,
    /// Passes that native code does without: `-NAME,-NAME` or `none` for no pass at all
    #[arg(long, value_name = "LIST", value_delimiter = ',', allow_hyphen_values = true)]
    pub(crate) passes: Vec<String>,
    /// Leave the interpreter out
    #[arg(long)]
    pub(crate) no_interp: bool,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Draw a bar chart into this file
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Replace the file of the chart if it exists
    #[arg(long, requires = "svg")]
    pub(crate) force: bool,
}
