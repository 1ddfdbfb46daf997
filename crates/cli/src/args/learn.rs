//! What `multigame learn` takes: how long, from which seed, and where things are written.

use super::Backend;
use super::number::{ANY, number};
use crate::settings;
use learn::Method;
use std::path::PathBuf;
use std::time::Duration;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame learn othello                          ten minutes, to othello.mgl\n  multigame learn othello --time 1m --svg curve.svg   with a picture of its progress\n  multigame learn chess --time 8h --checkpoint chess.state   goes on where it was stopped\n  multigame learn chess --method fit --nodes 500 --look line=0   from games of players who think\n  multigame learn tictactoe --games 2000 --seed 7     the same file every time\n  multigame match othello --a evaluation=othello.mgl --b evaluation=position   is it any good?\n\nThe file belongs to the rules for which it was made, whatever they are called. All commands\nthat search take it as `--evaluation FILE.mgl`; `eval` shows what counts most."
)]
pub(crate) struct LearnArgs {
    /// A built-in name, the path of a rules file, or `-` for standard input
    pub(crate) game: String,
    /// Rules, pieces, counters, ... to take out, as `without` does in a variant
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) without: Vec<String>,
    /// Play by machine code or by the interpreter; default: native, where the game has code
    #[arg(long, value_enum, value_name = "WHICH")]
    pub(crate) backend: Option<Backend>,
    /// How long to learn, such as `30s` or `10m`; default: `10m`, unless games are counted
    #[arg(long, value_name = "TIME", value_parser = settings::duration)]
    pub(crate) time: Option<Duration>,
    /// How many games to play against itself; the same number and seed give the same file
    #[arg(long, value_name = "N", value_parser = number::<u64>(ANY))]
    pub(crate) games: Option<u64>,
    /// What all that is drawn at random begins with
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(ANY))]
    pub(crate) seed: u64,
    /// How many threads play; default: all. What is learned does not depend on it
    #[arg(long, value_name = "N", value_parser = settings::threads)]
    pub(crate) threads: Option<usize>,
    /// How many turns players look ahead while they learn
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u32>(1..=6))]
    pub(crate) depth: u32,
    /// Let players think with the search that people play against, this many nodes for a move:
    /// slower, but they win what is won; with `--method fit`
    #[arg(long, value_name = "N", value_parser = number::<u64>(100..=1_000_000), conflicts_with = "depth")]
    pub(crate) nodes: Option<u64>,
    /// How weights are found: `differences` after each game, or `fit` to the positions of many
    #[arg(long, value_name = "NAME", default_value = "differences", value_parser = method)]
    pub(crate) method: Method,
    /// The evaluation of the rules that play begins with, `automatic` or `none`; default: the
    /// first one, or the automatic one where there is none
    #[arg(long, value_name = "NAME")]
    pub(crate) teacher: Option<String>,
    /// Begin with what this learned evaluation knows, instead of with a teacher; it says what to
    /// look at, and `--look` may only give it another network. It may be that of another built-in
    /// game with the same fields and pieces
    #[arg(long, value_name = "FILE", conflicts_with = "teacher")]
    pub(crate) from: Option<PathBuf>,
    /// What to look at, as changes such as `line=8 edges=yes players=no`; docs/learning.md
    /// tells what the words mean
    #[arg(long, value_name = "WORDS", default_value = "", hide_default_value = true)]
    pub(crate) look: String,
    /// Where the evaluation is written; default: the name of the game with `.mgl`
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Write over a file that is there
    #[arg(short, long)]
    pub(crate) force: bool,
    /// Draw the progress into this file
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Keep all that is known in this file after every round, and begin with what it holds
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// How weights are found, by its name.
fn method(name: &str) -> Result<Method, String> {
    let known = Method::ALL.iter().find(|(_, known)| *known == name);
    let names = Method::ALL.map(|(_, name)| format!("`{name}`")).join(" or ");
    known.map(|(method, _)| *method).ok_or_else(|| format!("expected {names}"))
}
