//! What the experiment of `multigame study` takes: lists, where a search takes one.

use super::PositionArgs;
use super::number::{ANY, number, u32_from};
use crate::settings;
use crate::study::{Depths, Preset};
use clap::ValueEnum;
use std::path::PathBuf;

/// Who plays against the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Opponent {
    // The variants have no texts: the help of the option has them.
    First,
    Random,
}

/// Which player searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Searcher {
    First,
    Second,
    Both,
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame study othello -o results --depth 1..8\n  multigame study amazons -o results --depth 1,2 --turns 10\n  multigame study chess -o results --depth 5 --threads 1,2 --platforms ybw,abdada\n\nThe experiment of the Othello paper (Johnson and Handlman), which begins with the mirror\nimage of the usual start:\n  multigame study othello -o paper --preset paper --depth 11 --threads 1,2 --side second \\\n    --opponents first --position '8/8/8/3OX3/3XO3/8/8/8 b'\n\nThe folder gets turns.csv (each turn of the search), games.csv, time.svg, nodes.svg and,\nwith several numbers of threads, speedup.svg."
)]
pub(crate) struct StudyArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// The folder for data and charts
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: PathBuf,
    /// Replace the files of an earlier study in the folder
    #[arg(short, long)]
    pub(crate) force: bool,
    /// Turns to look ahead: `8`, `1..8` or `4,6,8`
    #[arg(long, value_name = "LIST", default_value = "1..5")]
    pub(crate) depth: Depths,
    /// Algorithms, separated by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "alpha-beta,pvs")]
    pub(crate) algorithms: Vec<String>,
    /// Numbers of threads, separated by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "1", value_parser = settings::threads)]
    pub(crate) threads: Vec<usize>,
    /// How several threads share the work, separated by commas; default: what suits
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub(crate) platforms: Vec<String>,
    /// What makes it faster, as for `analyze`; default: what goes with the algorithm
    #[arg(long, value_name = "LIST", value_delimiter = ',', allow_hyphen_values = true)]
    pub(crate) heuristics: Vec<String>,
    /// The evaluation to search with, a file that `learn` wrote, `automatic` or `none`; default:
    /// the first of the rules
    #[arg(long, value_name = "NAME")]
    pub(crate) evaluation: Option<String>,
    /// Memory for what was found, such as `64M` or `1G`
    #[arg(long, value_name = "SIZE", value_parser = settings::size)]
    pub(crate) hash: Option<usize>,
    /// Settings of a published study: `paper` does what the Othello paper did
    #[arg(long, value_enum, value_name = "NAME", conflicts_with_all = ["platforms", "heuristics", "hash"])]
    pub(crate) preset: Option<Preset>,
    /// Who plays against it: always the first move of the list, or one at random
    #[arg(
        long,
        value_enum,
        value_name = "LIST",
        value_delimiter = ',',
        default_value = "first,random"
    )]
    pub(crate) opponents: Vec<Opponent>,
    /// Which player searches
    #[arg(long, value_enum, default_value = "both")]
    pub(crate) side: Searcher,
    /// Games against the random opponent, for each player and way to search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u32>(1..=10_000))]
    pub(crate) games: u32,
    /// End a game after this many turns of the search
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number::<u32>(u32_from(1)))]
    pub(crate) turns: u32,
    /// Seed of the random opponent
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(ANY))]
    pub(crate) seed: u64,
    /// A folder that keeps the games that were played; the same command goes on from it
    #[arg(long, value_name = "FOLDER")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}
