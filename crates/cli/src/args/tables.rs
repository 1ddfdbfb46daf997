//! What `multigame tables` takes: what is to be built or shown, and where tables are.

use super::number::number;
use super::{Backend, PositionArgs};
use crate::settings;
use clap::Subcommand;
use std::path::PathBuf;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame tables build chess --class KRK         king and rook against king, and what they lead to\n  multigame tables build chess --men 3             all endings with three men\n  multigame tables build tictactoe --all           every position from the start on\n  multigame tables build awari --seeds 8           all positions with at most eight seeds\n  multigame tables show chess                      wins, draws, losses and the longest wins\n  multigame tables probe chess --position '8/8/8/4k3/8/8/8/R3K3 w - - 0 1'\n  multigame tables verify chess --class KRk        every entry against its successors\n\nTables are in a folder for each game, in the folder `tables` unless `--tables` names another."
)]
pub(crate) struct TablesArgs {
    #[command(subcommand)]
    pub(crate) command: TablesCommand,
}

#[derive(Subcommand, Debug)]
pub(crate) enum TablesCommand {
    /// Build tables, and whatever they lead to
    Build(BuildTablesArgs),
    /// Show what tables come to
    Show(ShowTablesArgs),
    /// Show what a position and its moves are worth
    Probe(ProbeTablesArgs),
    /// Compare the entries of tables with their successors
    Verify(VerifyTablesArgs),
}

/// The rules, and where their tables are.
#[derive(clap::Args, Debug)]
pub(crate) struct TableGame {
    /// A built-in name, the path of a rules file, or `-` for standard input
    pub(crate) game: String,
    /// Rules, pieces, counters, ... to take out, as `without` does in a variant
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) without: Vec<String>,
    /// The folder of tables; those of a game are in a folder of its name inside
    #[arg(long, value_name = "FOLDER", default_value = "tables")]
    pub(crate) tables: PathBuf,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Debug)]
#[command(group(clap::ArgGroup::new("what").required(true).multiple(true).args(["men", "class", "all"])))]
pub(crate) struct BuildTablesArgs {
    #[command(flatten)]
    pub(crate) game: TableGame,
    /// All classes with at most this many men, kings and what is in reserve included
    #[arg(long, value_name = "N", visible_alias = "seeds", value_parser = number::<u32>(1..=64))]
    pub(crate) men: Option<u32>,
    /// This class, in the symbols of the game: `KRk`; where there is always one king, `KRK`
    #[arg(long, value_name = "PIECES", value_delimiter = ',')]
    pub(crate) class: Vec<String>,
    /// The class of the first position and all that follow
    #[arg(long)]
    pub(crate) all: bool,
    /// The most memory: a number and K, M or G
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = settings::size)]
    pub(crate) memory: usize,
    /// How many threads build; default: one for each processor
    #[arg(long, value_name = "N", value_parser = settings::threads)]
    pub(crate) threads: Option<usize>,
    /// Play by machine code or by the interpreter; default: native, where the game has code
    #[arg(long, value_enum, value_name = "WHICH")]
    pub(crate) backend: Option<Backend>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct ShowTablesArgs {
    #[command(flatten)]
    pub(crate) game: TableGame,
    /// Only this class, with the line of its longest win
    #[arg(long, value_name = "PIECES")]
    pub(crate) class: Option<String>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct ProbeTablesArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// The folder of tables; those of a game are in a folder of its name inside
    #[arg(long, value_name = "FOLDER", default_value = "tables")]
    pub(crate) tables: PathBuf,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct VerifyTablesArgs {
    #[command(flatten)]
    pub(crate) game: TableGame,
    /// Only this class
    #[arg(long, value_name = "PIECES")]
    pub(crate) class: Option<String>,
    /// Only every so many positions
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(1..=1 << 40))]
    pub(crate) every: u64,
    /// Play by machine code or by the interpreter, which is the other one than tables are
    /// built by
    #[arg(long, value_enum, value_name = "WHICH", default_value = "interp")]
    pub(crate) backend: Backend,
    /// How many threads compare; default: one for each processor
    #[arg(long, value_name = "N", value_parser = settings::threads)]
    pub(crate) threads: Option<usize>,
}
