//! How a search is done and how far it goes: what all commands that search take.

use crate::cli::settings;
use std::time::Duration;

/// How a search is done.
#[derive(clap::Args, Clone, Debug, Default)]
pub(in crate::cli) struct SearchArgs {
    /// The algorithm; a wrong name lists them
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) algorithm: Option<String>,
    /// What makes it faster: `all`, `none`, names, or `-NAME,-NAME` for all but these
    #[arg(long, value_name = "LIST", value_delimiter = ',', allow_hyphen_values = true)]
    pub(in crate::cli) heuristics: Vec<String>,
    /// The evaluation of the rules to search with, `automatic` or `none`; default: the first
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) evaluation: Option<String>,
    /// Memory for what was found, such as `64M` or `1G`
    #[arg(long, value_name = "SIZE", value_parser = settings::size)]
    pub(in crate::cli) hash: Option<usize>,
}

/// How far a search goes.
#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub(in crate::cli) struct LimitArgs {
    /// Look so many turns ahead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=200))]
    pub(in crate::cli) depth: Option<u32>,
    /// Visit so many positions
    #[arg(long, value_name = "N")]
    pub(in crate::cli) nodes: Option<u64>,
    /// Think for so long, such as `2s`, `500ms` or `1m30s`
    #[arg(long, value_name = "TIME", value_parser = settings::duration)]
    pub(in crate::cli) time: Option<Duration>,
}
