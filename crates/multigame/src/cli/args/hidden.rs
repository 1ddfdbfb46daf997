//! Commands for games in which players do not see everything.

use crate::cli::settings;
use clap::ValueEnum;
use std::path::PathBuf;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame referee kriegspiel game.mgr\n  multigame referee kriegspiel game.mgr --player white > white.txt\n\nIn the record refused tries stand in brackets before the move: `[g5d8] b1c3`."
)]
pub(in crate::cli) struct RefereeArgs {
    /// A built-in name or the path of a rules file
    pub(in crate::cli) game: String,
    /// The full record of the game
    pub(in crate::cli) record: PathBuf,
    /// Only what this player perceived
    #[arg(short, long, value_name = "NAME")]
    pub(in crate::cli) player: Option<String>,
    /// As JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

/// How sets are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Method {
    /// Turn by turn; equal positions are one and count their histories
    Merged,
    /// One history after the other, left at the first contradiction
    DepthFirst,
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame infoset kriegspiel white.txt\n  multigame infoset kriegspiel game.mgr --player black --ply 10 --belief\n  multigame infoset phantom_tictactoe game.mgr --player white --list\n\nThe transcript is what `multigame referee` writes for a player, or a full record with\n`--player`. A history is the sequence of the moves of both players. Refused tries of the\nenemy belong to it only if they cost the turn; otherwise there must have been as many\nthat he could make."
)]
pub(in crate::cli) struct InfosetArgs {
    /// A built-in name or the path of a rules file
    pub(in crate::cli) game: String,
    /// What a player perceived, or a full record
    pub(in crate::cli) transcript: PathBuf,
    /// Whose set; needed if the file is a full record
    #[arg(short, long, value_name = "NAME")]
    pub(in crate::cli) player: Option<String>,
    /// The set after so many turns; default: after all
    #[arg(long, value_name = "N")]
    pub(in crate::cli) ply: Option<usize>,
    /// How to find it; both ways find the same
    #[arg(short, long, value_enum, default_value = "merged")]
    pub(in crate::cli) method: Method,
    /// List the histories
    #[arg(short, long)]
    pub(in crate::cli) list: bool,
    /// List the positions with their numbers of histories, the likeliest first
    #[arg(long)]
    pub(in crate::cli) positions: bool,
    /// Draw so many histories at random
    #[arg(long, value_name = "N", conflicts_with = "list")]
    pub(in crate::cli) sample: Option<usize>,
    /// What the draw begins with; the same seed draws the same
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(in crate::cli) seed: u64,
    /// Show how likely a piece of the enemy is on each field, and what is certain
    #[arg(short, long)]
    pub(in crate::cli) belief: bool,
    /// Do not ask whether the game is over after the last turn
    #[arg(long)]
    pub(in crate::cli) ignore_end: bool,
    /// The most memory: a number with K, M or G behind it
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = settings::size)]
    pub(in crate::cli) memory: usize,
    /// As JSON
    #[arg(long)]
    pub(in crate::cli) json: bool,
}
