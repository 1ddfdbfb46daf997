//! The command that describes a game by playing it.

use super::number::{ANY, number, u32_from};
use std::path::PathBuf;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame report breakthrough\n  multigame report mygame.mg --games 50 --nodes 2000\n  multigame report hex --html hex.html     a page with maps of the board\n\nBoth sides search as the game is usually searched, and look at the same number of positions\nfor each move; the first moves are drawn at random, so that games differ. The same seed gives\nthe same report. Ctrl-C ends it after the game under way."
)]
pub(crate) struct ReportArgs {
    /// A built-in name or the path of a rules file
    pub(crate) game: String,
    /// How many games are played
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = number::<u32>(1..=100_000))]
    pub(crate) games: u32,
    /// How many positions are looked at for a move
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = number::<u64>(ANY))]
    pub(crate) nodes: u64,
    /// How many moves are drawn at random at the start of each game
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = number::<u32>(u32_from(0)))]
    pub(crate) random: u32,
    /// Games are broken off after this many turns
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = number::<u32>(u32_from(1)))]
    pub(crate) max_turns: u32,
    /// What chance begins with
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(ANY))]
    pub(crate) seed: u64,
    /// Write the report as a page of its own, with maps of where pieces go and how games begin
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long, requires = "html")]
    pub(crate) force: bool,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}
