//! What commands that look at one position have in common, and those that only look.

use super::number::{number, u32_from};
use clap::ValueEnum;
use std::ops::Deref;
use std::path::PathBuf;

/// A game and a position of it.
#[derive(clap::Args, Debug)]
pub(crate) struct StartArgs {
    /// A built-in name, the path of a rules file, or `-` for standard input
    pub(crate) game: String,
    /// The position, in the text form of the game (FEN for chess); default: the start
    #[arg(short, long, value_name = "TEXT")]
    pub(crate) position: Option<String>,
    /// Moves to make first, separated by spaces or commas
    #[arg(short, long, value_name = "MOVES")]
    pub(crate) after: Option<String>,
    /// Rules, pieces, counters, ... to take out, as `without` does in a variant
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) without: Vec<String>,
}

/// The same, and what plays it.
#[derive(clap::Args, Debug)]
pub(crate) struct PositionArgs {
    #[command(flatten)]
    start: StartArgs,
    /// Play by machine code or by the interpreter; default: native, where the game has code
    #[arg(long, value_enum, value_name = "WHICH")]
    pub(crate) backend: Option<Backend>,
}

impl Deref for PositionArgs {
    type Target = StartArgs;

    fn deref(&self) -> &StartArgs {
        &self.start
    }
}

/// What plays a game. Both give the same answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Backend {
    // The variants have no texts: with them the help of a command would be twice as long.
    Native,
    Interp,
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame moves chess\n  multigame moves chess --after 'e2e4 e7e5' --why\n  multigame moves tictactoe --after 'b2 a1' --if-only 1   moves that lack one condition\n  multigame moves othello --json"
)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Say under which conditions the rules make each move
    #[arg(long)]
    pub(crate) why: bool,
    /// Show instead the moves and outcomes that would be there if this many conditions
    /// were different: 1 or 2
    #[arg(long, value_name = "N", value_parser = number::<u8>(1..=2))]
    pub(crate) if_only: Option<u8>,
    /// Only those that win, draw or lose the game
    #[arg(long, requires = "if_only")]
    pub(crate) outcomes: bool,
    /// Also each move of a piece that would have to be put on the board for that
    #[arg(long, requires = "if_only")]
    pub(crate) all: bool,
    /// At most this many changed positions are looked at
    #[arg(long, value_name = "N", default_value_t = 20_000, requires = "if_only", value_parser = number::<usize>(u32_from(0)))]
    pub(crate) most: usize,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame draw chess --after 'e2e4 e7e5'\n  multigame draw hex --after 'f6 d4 e8' --svg hex.svg\n\nA picture shows the last move of `--after` by an arrow. A piece is a disc with its letter, or\nwithout one where all pieces are of one kind."
)]
pub(crate) struct DrawArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Draw a picture in this file; `-` prints it
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long, requires = "svg")]
    pub(crate) force: bool,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame perft chess 4\n  multigame perft chess 3 --divide --position 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'\n  multigame perft chess 3 --without limit   ignoring rules on draws\n\nMachine code does not write the texts of the moves that it counts, so it does not notice two\nmoves with the same text, a mistake in the rules; `--backend interp` and `multigame check` do."
)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// How many moves deep
    #[arg(value_parser = number::<u32>(u32_from(0)))]
    pub(crate) depth: u32,
    /// Show the count for each first move
    #[arg(short, long)]
    pub(crate) divide: bool,
    /// Make the last moves, too, instead of only counting them; the count is the same
    #[arg(long)]
    pub(crate) made: bool,
    /// Passes that native code does without: `-NAME,-NAME` or `none` for no pass at all
    #[arg(long, value_name = "LIST", value_delimiter = ',', allow_hyphen_values = true)]
    pub(crate) passes: Vec<String>,
    /// A folder that keeps what was counted; the same command goes on from it
    #[arg(long, value_name = "FOLDER")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame eval amazons\n  multigame eval fifteen --name manhattan\n  multigame eval othello --name othello.mgl   what was learned, and what counts most\n  multigame eval mygame.mg --automatic >> mygame.mg"
)]
pub(crate) struct EvalArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Only the evaluation or bound of this name, or one that `learn` wrote, with what counts most
    #[arg(short, long, visible_alias = "evaluation")]
    pub(crate) name: Option<String>,
    /// Study the rules, and print lines that give them the evaluation `automatic`
    #[arg(long, conflicts_with = "name")]
    pub(crate) automatic: bool,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}
