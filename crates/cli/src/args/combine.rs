//! What the search for combinations takes.

use super::PositionArgs;
use super::number::{number, u32_from};
use crate::settings;
use std::path::PathBuf;
use std::time::Duration;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame combine chess --position 'r5k1/6pp/8/6N1/8/8/8/5QK1 w - - 0 1'\n  multigame combine tictactoe --after 'b2 a2' --tree\n  multigame combine gomoku --after 'h8 a1 i8 a3 j8 a5' --quiet --svg win.svg\n\nA move threatens if it brings the last thing that the rules need for a win, or if the\nopponent has lost unless a move of theirs changes something. What is found has been checked\nagainst every answer. What is not found may still be there: not every win is by threats.\n\nExit codes: 0 if a win was found, 1 if none was, 2 for wrong input, 130 after Ctrl-C."
)]
pub(crate) struct CombineArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// A move that leaves more answers than that is no threat
    #[arg(long, value_name = "N", default_value_t = defaults().most_answers, value_parser = number::<usize>(u32_from(0)))]
    pub(crate) answers: usize,
    /// Read the rules for wins that need up to this many fields to change
    #[arg(long, value_name = "N", default_value_t = defaults().most_missing as u8, value_parser = number::<u8>(0..=16))]
    pub(crate) missing: u8,
    /// Look deeper: at moves, too, that only threaten to make two threats at once
    #[arg(long)]
    pub(crate) quiet: bool,
    /// Look at this many positions
    #[arg(long, value_name = "N", default_value_t = defaults().most_nodes, value_parser = number::<u64>(1..=u64::MAX))]
    pub(crate) nodes: u64,
    /// Look for this long, such as `2s`, `500ms` or `1m30s`
    #[arg(short, long, value_name = "TIME", value_parser = settings::duration)]
    pub(crate) time: Option<Duration>,
    /// Look for wins in up to this many moves of the winner
    #[arg(long, value_name = "N", default_value_t = defaults().most_moves, value_parser = number::<u32>(1..=250))]
    pub(crate) moves: u32,
    /// Show all answers with all that follows, not only the longest line
    #[arg(long)]
    pub(crate) tree: bool,
    /// Draw the boards of the longest line in this file; `-` prints the drawing alone
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long, requires = "svg")]
    pub(crate) force: bool,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl CombineArgs {
    pub(crate) fn settings(&self) -> combine::Settings {
        combine::Settings {
            most_answers: self.answers,
            most_missing: self.missing.into(),
            quiet: self.quiet,
            most_nodes: self.nodes,
            most_moves: self.moves,
        }
    }
}

/// Whether a win by threats is looked for before anything else is done.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(crate) struct ProbeArgs {
    /// Look for a win by threats first, as `combine` does
    #[arg(long)]
    pub(crate) combinations: bool,
    /// Look at this many positions for it
    #[arg(long, value_name = "N", default_value_t = 20_000, requires = "combinations", value_parser = number::<u64>(1..=u64::MAX))]
    pub(crate) combination_nodes: u64,
}

fn defaults() -> combine::Settings {
    combine::Settings::default()
}
