//! Commands that find out about a position: analyzing and solving it.

use super::number::{ANY, number, u16_from};
use super::{LimitArgs, PositionArgs, ProbeArgs, SearchArgs};
use crate::settings;
use clap::builder::{PossibleValue, PossibleValuesParser};
use std::path::PathBuf;
use std::time::Duration;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame analyze chess --time 10s\n  multigame analyze othello --depth 8 --lines 3\n  multigame analyze chess --depth 8 --threads 2 --compare\n  multigame analyze chess --position '6k1/5ppp/8/8/8/8/8/R5K1 w' --depth 3 --json\n\nWithout a limit the search goes on until Ctrl-C, or until somebody wins by force.\nThe time is for the whole answer, from reading the rules on; only `--compare` comes after it."
)]
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// With several threads: search again with one, and say what they gained
    #[arg(long)]
    pub(crate) compare: bool,
    /// How many of the best moves to show
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = number::<u16>(u16_from(1)))]
    pub(crate) lines: u16,
    #[command(flatten)]
    pub(crate) probe: ProbeArgs,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame solve tictactoe\n  multigame solve chess --position 'r5k1/6pp/8/6N1/8/8/8/5QK1 w - - 0 1' --method df-pn\n  multigame solve connect4 --after 'd1 d2 d3 d4 d5 d6' --memory 4G --time 10m\n  multigame solve fifteen --method ida-star --threads 2 --compare\n  multigame solve tictactoe --proof tictactoe.proof   write what `verify` checks\n  multigame solve phantom_tictactoe --position 'X2/1O1/3 w 2' --against ismcts\n\nA game that hides something is solved by regrets over what players can know: the answer is how\nboth mix their attempts, what that is worth, and how much anybody could still gain."
)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// How to prove it, or how to solve a puzzle
    #[arg(short, long, value_name = "NAME", default_value = "auto", value_parser = PossibleValuesParser::new(methods()))]
    pub(crate) method: String,
    /// The most memory: a number and K, M or G
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = settings::size)]
    pub(crate) memory: usize,
    /// The longest time: a number and ms, s, m or h; default: no limit
    #[arg(short, long, value_name = "TIME", value_parser = settings::duration)]
    pub(crate) time: Option<Duration>,
    /// The most positions that are looked at
    #[arg(long, value_name = "N", value_parser = number::<u64>(ANY))]
    pub(crate) nodes: Option<u64>,
    /// How many threads search: for puzzles, and for proofs by `alpha-beta` or `df-pn`; default:
    /// one for each processor
    #[arg(long, value_name = "N", value_parser = settings::threads)]
    pub(crate) threads: Option<usize>,
    /// With several threads: do it again with one, and say what they gained
    #[arg(long)]
    pub(crate) compare: bool,
    /// The folder of endgame tables to ask first, which the command `tables` builds
    #[arg(long, value_name = "FOLDER")]
    pub(crate) tables: Option<PathBuf>,
    /// A folder that keeps how far a puzzle, a sweep, alpha-beta or df-pn is; the same command goes
    /// on from it
    #[arg(long, value_name = "DIR")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Write the proof to this file, which the command `verify` checks; by alpha-beta
    #[arg(long, value_name = "FILE", conflicts_with_all = ["checkpoint", "combinations", "compare", "tables"])]
    pub(crate) proof: Option<PathBuf>,
    /// Replace the file of `--proof` if it exists
    #[arg(long, requires = "proof")]
    pub(crate) force: bool,
    /// With several ranks: who visits which position of a puzzle
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(platforms()))]
    pub(crate) platform: Option<String>,
    /// In a game that hides something: go on until nobody can gain more than this, in wins;
    /// default: 0.001
    #[arg(long, value_name = "X", value_parser = settings::gain)]
    pub(crate) within: Option<f64>,
    /// In a game that hides something: a game that lasts longer is a draw
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=1_000_000))]
    pub(crate) max_turns: Option<u32>,
    /// In a game that hides something: instead, how much can be gained against this player, as
    /// `random` or `pimc samples=50`; may be given several times
    #[arg(long, value_name = "PLAYER")]
    pub(crate) against: Vec<String>,
    /// With `--against`: how often players are asked in each information set, with other seeds;
    /// default: 8
    #[arg(long, value_name = "N", requires = "against", value_parser = number::<u32>(1..=1000))]
    pub(crate) runs: Option<u32>,
    #[command(flatten)]
    pub(crate) probe: ProbeArgs,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame solve tictactoe --proof tictactoe.proof\n  multigame verify tictactoe.proof\n  multigame verify c4.proof --game mygame.mg --json\n\nThe proof is checked by the interpreter alone: every answer of the opponent is tried.\nThe exit code is 1 if it does not hold."
)]
pub(crate) struct VerifyArgs {
    /// The file that `solve --proof` has written
    pub(crate) file: PathBuf,
    /// The rules that it is about; default: those that it names
    #[arg(long, value_name = "GAME")]
    pub(crate) game: Option<String>,
    /// Rules, pieces, counters, ... to take out, as `without` does in a variant
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) without: Vec<String>,
    /// The most memory: a number and K, M or G
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = settings::size)]
    pub(crate) memory: usize,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// The ways to share a puzzle out to ranks, with what they do.
fn platforms() -> Vec<PossibleValue> {
    let all = search::PuzzlePlatform::ALL.iter();
    all.map(|(_, name, about)| PossibleValue::new(*name).help(*about)).collect()
}

/// The ways to prove something and then those to solve puzzles, with what they do.
fn methods() -> Vec<PossibleValue> {
    let proofs = search::Method::ALL.iter().map(|(_, name, about)| (*name, about.to_string()));
    let puzzles = search::PuzzleMethod::ALL.iter().skip(1);
    let puzzles = puzzles.map(|(_, name, about)| (*name, format!("for puzzles: {about}")));
    proofs.chain(puzzles).map(|(name, about)| PossibleValue::new(name).help(about)).collect()
}
