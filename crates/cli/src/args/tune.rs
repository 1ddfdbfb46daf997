//! The command that looks for better settings.

use super::number::{ANY, number, u32_from};
use super::{PositionArgs, SearchArgs};
use crate::settings;
use std::path::PathBuf;
use std::time::Duration;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame tune mygame.mg --time 10m       writes mygame.settings, which every command reads\n  multigame tune othello -o othello.settings --move-time 100ms --time 2h\n  multigame tune tictactoe -o t.settings --nodes 200 --games 500 --concurrency 1   the same each time\n\nThe search begins with the settings that the game has, or that the options give. Ctrl-C writes\nthe best so far."
)]
pub(crate) struct TuneArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Tune for this long; default: 10m, if the games are not limited
    #[arg(long, value_name = "TIME", value_parser = settings::duration)]
    pub(crate) time: Option<Duration>,
    /// Play at most this many games
    #[arg(long, value_name = "N", value_parser = number::<u64>(ANY))]
    pub(crate) games: Option<u64>,
    /// What a move may take; default: 50ms
    #[arg(long, value_name = "TIME", value_parser = settings::duration)]
    pub(crate) move_time: Option<Duration>,
    /// Positions that a move may look at, instead of a time
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=u64::MAX))]
    pub(crate) nodes: Option<u64>,
    /// Where the settings go; default: NAME.settings beside the rules
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(short, long)]
    pub(crate) force: bool,
    /// Random turns that begin each pair of games
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = number::<u32>(u32_from(0)))]
    pub(crate) opening: u32,
    /// Games that are played at once; default: one for each processor
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..=1024))]
    pub(crate) concurrency: Option<u16>,
    /// A game that lasts longer is a draw
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = number::<u32>(u32_from(0)))]
    pub(crate) max_turns: u32,
    /// A folder that keeps what was played; the same command goes on from it
    #[arg(long, value_name = "FOLDER")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
}
