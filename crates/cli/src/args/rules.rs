//! Commands about rules: listing, checking, laying out, showing stages, making programs.

use super::SearchArgs;
use super::number::{ANY, number, u32_from};
use crate::dump::stages;
use clap::builder::PossibleValuesParser;
use std::path::PathBuf;

/// What chance begins with in a check unless the user says otherwise.
pub(crate) const CHECK_SEED: u64 = 1;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame games\n  multigame games --search draughts   those that mention it\n  multigame games othello             the rules of one"
)]
pub(crate) struct GamesArgs {
    /// Print the rules of this game
    pub(crate) game: Option<String>,
    /// Only games that mention this word: in the name, the family or what they are
    #[arg(long, value_name = "WORD", conflicts_with = "game")]
    pub(crate) search: Option<String>,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame check mygame.mg\n  multigame check --strict games/*/*.mg\n\nThe rules are studied, and then played at random for a while (--positions) to find\nwhat only shows in play."
)]
pub(crate) struct CheckArgs {
    /// Rules files or built-in names; `-` for standard input
    #[arg(required = true)]
    pub(crate) games: Vec<String>,
    /// Exit with 1 if there are warnings
    #[arg(long)]
    pub(crate) strict: bool,
    /// How many positions to visit in random play, however long it takes; 0: none.
    /// Default: 200, or fewer if they take more than a moment
    #[arg(long, value_name = "N", value_parser = number::<u32>(u32_from(0)))]
    pub(crate) positions: Option<u32>,
    /// Seed of the random play
    #[arg(long, value_name = "N", default_value_t = CHECK_SEED, value_parser = number::<u64>(ANY))]
    pub(crate) seed: u64,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame fmt mygame.mg            rewrite the file\n  multigame fmt --check games/*/*.mg say which files are not in canonical form\n  multigame fmt - < mygame.mg        from standard input to standard output"
)]
pub(crate) struct FmtArgs {
    /// Rules files; `-` for standard input
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Change nothing; exit with 1 if a file is not in canonical form
    #[arg(long)]
    pub(crate) check: bool,
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame dump tictactoe --stage ir\n  multigame dump tictactoe --stage inline_calls --passes -split_sides"
)]
pub(crate) struct DumpArgs {
    /// A built-in name, the path of a rules file, or `-` for standard input
    pub(crate) game: String,
    /// Which stage
    #[arg(short, long, default_value = "ir", value_parser = PossibleValuesParser::new(stages()))]
    pub(crate) stage: String,
    /// Passes that stages after `ir` do without: `-NAME,-NAME` or `none` for no pass at all
    #[arg(long, value_name = "LIST", value_delimiter = ',', allow_hyphen_values = true)]
    pub(crate) passes: Vec<String>,
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame build chess -o mychess      then: ./mychess play\n  multigame build mygame.mg -o mygame --force\n  multigame build othello -o fast --threads 2 --hash 256M --level 8\n\nThe program searches as the options say, unless it is told otherwise when it runs."
)]
pub(crate) struct BuildArgs {
    /// A built-in name, the path of a rules file, or `-` for standard input
    pub(crate) game: String,
    /// The program to make
    #[arg(short, long, value_name = "PROGRAM")]
    pub(crate) output: PathBuf,
    /// Replace the file if it exists
    #[arg(short, long)]
    pub(crate) force: bool,
    /// How strong the program plays, from 1 to 10, if nobody says otherwise
    #[arg(long, value_name = "N", value_parser = number::<u8>(1..=10))]
    pub(crate) level: Option<u8>,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
}
