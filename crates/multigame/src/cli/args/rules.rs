//! Commands about rules: listing, checking, laying out, showing stages, making programs.

use super::SearchArgs;
use super::number::{ANY, number, u32_from};
use crate::cli::dump::stages;
use clap::builder::PossibleValuesParser;
use std::path::PathBuf;

#[derive(clap::Args, Debug)]
pub(in crate::cli) struct GamesArgs {
    /// Print the rules of this game
    pub(in crate::cli) game: Option<String>,
    /// As JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame check mygame.mg\n  multigame check --strict games/*/*.mg\n\nThe rules are studied, and then played at random for a while (--positions) to find\nwhat only shows in play."
)]
pub(in crate::cli) struct CheckArgs {
    /// Rules files or built-in names; `-` for standard input
    #[arg(required = true)]
    pub(in crate::cli) games: Vec<String>,
    /// Exit with 1 if there are warnings
    #[arg(long)]
    pub(in crate::cli) strict: bool,
    /// How many positions to visit in random play, however long it takes; 0: none.
    /// Default: 200, or fewer if they take more than a moment
    #[arg(long, value_name = "N", value_parser = number::<u32>(u32_from(0)))]
    pub(in crate::cli) positions: Option<u32>,
    /// Seed of the random play
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(ANY))]
    pub(in crate::cli) seed: u64,
    /// As JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame fmt mygame.mg            rewrite the file\n  multigame fmt --check games/*/*.mg say which files are not in canonical form\n  multigame fmt - < mygame.mg        from standard input to standard output"
)]
pub(in crate::cli) struct FmtArgs {
    /// Rules files; `-` for standard input
    #[arg(required = true)]
    pub(in crate::cli) files: Vec<PathBuf>,
    /// Change nothing; exit with 1 if a file is not in canonical form
    #[arg(long)]
    pub(in crate::cli) check: bool,
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame dump tictactoe --stage ir\n  multigame dump tictactoe --stage inline_calls --passes -split_sides"
)]
pub(in crate::cli) struct DumpArgs {
    /// A built-in name, the path of a rules file, or `-` for standard input
    pub(in crate::cli) game: String,
    /// Which stage
    #[arg(short, long, default_value = "ir", value_parser = PossibleValuesParser::new(stages()))]
    pub(in crate::cli) stage: String,
    /// Passes that stages behind `ir` do without: `-NAME,-NAME` or `none` for no pass at all
    #[arg(long, value_name = "LIST", value_delimiter = ',', allow_hyphen_values = true)]
    pub(in crate::cli) passes: Vec<String>,
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame build chess -o mychess      then: ./mychess play\n  multigame build mygame.mg -o mygame --force\n  multigame build othello -o fast --threads 2 --hash 256M --level 8\n\nThe program searches as the options say, unless it is told otherwise when it runs."
)]
pub(in crate::cli) struct BuildArgs {
    /// A built-in name, the path of a rules file, or `-` for standard input
    pub(in crate::cli) game: String,
    /// The program to make
    #[arg(short, long, value_name = "PROGRAM")]
    pub(in crate::cli) output: PathBuf,
    /// Replace the file if it exists
    #[arg(short, long)]
    pub(in crate::cli) force: bool,
    /// How strong the program plays, from 1 to 10, if nobody says otherwise
    #[arg(long, value_name = "N", value_parser = number::<u8>(1..=10))]
    pub(in crate::cli) level: Option<u8>,
    #[command(flatten)]
    pub(in crate::cli) search: SearchArgs,
}
