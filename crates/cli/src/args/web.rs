//! The command that serves a page.

use super::number::number;
use std::net::IpAddr;
use std::path::PathBuf;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame web                        all games, on a page at http://127.0.0.1:8787\n  multigame web chess                  the page begins with chess\n  multigame web mygame.mg              a game of your own, beside those that are built in\n  multigame web --port 0               at any port that is free\n  multigame web --rooms games          hidden games survive a restart, in the folder `games`\n\nThe page is for this machine alone unless `--address` says otherwise; then anybody who reaches\nthe address can play and let this machine think. Ctrl-C ends it."
)]
pub(crate) struct WebArgs {
    /// The game that the page begins with; more than one are added to the list
    #[arg(value_name = "GAME")]
    pub(crate) games: Vec<String>,
    /// The port to listen at; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = 8787, value_parser = number::<u16>(0..=65535))]
    pub(crate) port: u16,
    /// The address to listen at; `0.0.0.0` is every address of this machine
    #[arg(long, value_name = "IP", default_value = "127.0.0.1")]
    pub(crate) address: IpAddr,
    /// A name of this machine by which browsers may call it
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Vec<String>,
    /// How many searches run at a time; default: one for each processor
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..=1000))]
    pub(crate) searches: Option<u16>,
    /// Keep games in which something is hidden in this folder, so that a restart loses none
    #[arg(long, value_name = "FOLDER")]
    pub(crate) rooms: Option<PathBuf>,
    /// A folder with endgame tables, which analysis shows (see `multigame tables`)
    #[arg(long, value_name = "FOLDER")]
    pub(crate) tables: Option<PathBuf>,
    /// An opening book, whose moves analysis shows (see `multigame book`); may be given again
    #[arg(long, value_name = "FILE")]
    pub(crate) book: Vec<PathBuf>,
    /// Answer one question of a server as a process of its own
    #[arg(long, hide = true)]
    pub(crate) child: bool,
    /// Read the files of the page from this folder, to work on them
    #[arg(long, value_name = "FOLDER", hide = true)]
    pub(crate) assets: Option<PathBuf>,
}
