//! Commands that other programs talk to.

use super::{Backend, OpeningArgs, SearchArgs};

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Example:\n  printf 'position startpos\\ngo depth 6\\n' | multigame ugi othello"
)]
pub(crate) struct UgiArgs {
    /// A built-in name or the path of a rules file
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) protocol: ProtocolArgs,
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame uci              name this as the command of a chess engine\n  multigame uci gardner      chess on a board of 5 by 5"
)]
pub(crate) struct UciArgs {
    /// A built-in name or the path of a rules file
    #[arg(default_value = "chess")]
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) protocol: ProtocolArgs,
}

/// What programs that talk to others have in common.
#[derive(clap::Args, Debug)]
pub(crate) struct ProtocolArgs {
    /// Rules, pieces, counters, ... to take out, as `without` does in a variant
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) without: Vec<String>,
    /// Play by machine code or by the interpreter; default: native, where the game has code
    #[arg(long, value_enum, value_name = "WHICH")]
    pub(crate) backend: Option<Backend>,
    #[command(flatten)]
    pub(crate) opening: OpeningArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
}
