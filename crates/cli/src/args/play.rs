//! Commands that play games: with people, between settings, and from saved files.

use super::number::{number, u32_from};
use super::{Backend, LimitArgs, OpeningArgs, PositionArgs, ProbeArgs, SearchArgs};
use crate::matches;
use crate::settings;
use clap::ValueEnum;
use hidden_play::Method;
use search::Clock;
use std::path::PathBuf;
use std::time::Duration;
use tune::Hypotheses;

/// Who makes the moves of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Side {
    /// A person at the terminal
    Human,
    /// A random mover
    Random,
    /// The computer
    Computer,
}

/// A player that knows only its view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HiddenPlayer(pub(crate) Method);

fn hidden_player(text: &str) -> Result<HiddenPlayer, String> {
    let found = Method::NAMED.iter().find(|(name, _)| *name == text);
    found
        .map(|(_, method)| HiddenPlayer(*method))
        .ok_or_else(|| "there is pimc and ismcts".to_string())
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame play chess                      against the computer\n  multigame play chess --level 3            against a weaker one\n  multigame play othello --first computer --second human\n  multigame play chess --clock 5m+3s        with a clock\n  multigame play othello --second human     two people\n  multigame play chess --load game.pgn      go on with a saved game\n  multigame play chess --book chess.mgb     by an opening book, as long as it goes\n  multigame play kriegspiel                 through a referee: you see only your view\n\nLevels 1 to 4 look 3 to 5 turns ahead and choose among moves that seem about as good; 5 to 10\nthink for 0.2, 0.5, 1, 2, 5 and 15 seconds.\nType `help` while playing."
)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Who moves first
    #[arg(long, value_enum, default_value_t = Side::Human)]
    pub(crate) first: Side,
    /// Who moves second
    #[arg(long, value_enum, default_value_t = Side::Computer)]
    pub(crate) second: Side,
    /// How strong the computer plays, from 1 to 10
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = number::<u8>(1..=10))]
    pub(crate) level: u8,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// Time for all moves of a player, and what each move adds: `5m` or `5m+3s`
    #[arg(long, value_name = "TIME+TIME", value_parser = settings::clock)]
    pub(crate) clock: Option<Clock>,
    /// Say what the computer thinks of its moves
    #[arg(short, long)]
    pub(crate) verbose: bool,
    /// Let the computer think while you do; default: in a terminal, if it plays by time
    #[arg(long, conflicts_with = "no_ponder")]
    pub(crate) ponder: bool,
    /// Let it think only when it is its turn
    #[arg(long)]
    pub(crate) no_ponder: bool,
    #[command(flatten)]
    pub(crate) probe: ProbeArgs,
    /// In a game that hides something, show everything to everybody
    #[arg(long)]
    pub(crate) open: bool,
    /// How the computer plays a game that hides something: `pimc` or `ismcts`; default: pimc
    #[arg(long, value_name = "NAME", value_parser = hidden_player)]
    pub(crate) player: Option<HiddenPlayer>,
    /// Go on with a saved game (a record, or PGN where the game allows it); `-` for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "after"])]
    pub(crate) load: Option<PathBuf>,
    /// Stop after this many turns
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = number::<u32>(u32_from(0)))]
    pub(crate) max_turns: u32,
    #[command(flatten)]
    pub(crate) opening: OpeningArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame match othello --a depth=4 --b depth=3 --games 100\n  multigame match chess --a evaluation=active --b evaluation=material --time 100ms\n  multigame match connect4 --a 'depth=6 heuristics=-table' --b random --games 20 --json\n  multigame match chess --a time=1s --b-program stockfish --b 'nodes=500 Hash=16'\n  multigame match chess --a time=1s --b 'uci:stockfish elo=1800 time=1s' --save games.pgn\n  multigame match othello --players level=1 level=2 level=3 --games 20\n  multigame match othello --a-program './old ugi' --b-program './new ugi' --clock 10s+0.1s\n  multigame match kriegspiel --a 'pimc time=1s' --b random --games 100\n  multigame match phantom_tictactoe --a ismcts --b random --vary samples=10,100,1000\n\nSETTINGS are words like depth=N, nodes=N, time=TIME, level=N, algorithm=NAME,\nplatform=NAME, threads=N, heuristics=LIST, evaluation=NAME, hash=SIZE, combinations=N (look for a\nwin by threats in N positions first), tables=FOLDER, book=FILE and book_choice=best or varied,\nseparated by spaces, or `random`. What they do not say, the options below say for both.\nA program is named by --b-program COMMAND, or by `uci:COMMAND` or `ugi:COMMAND` before its settings:\ndepth=N, nodes=N, time=TIME, elo=N (how strong it should play), and options of its own, as Hash=64\nor option.Skill_Level=3. One that crashes, hangs or makes a move that is not legal loses the game.\n\nIf a side is `pimc` or `ismcts`, the game goes through a referee, and each side knows only its\nview. These words may be followed by samples=N, time=TIME, nodes=N, worlds=N, memory=SIZE,\nendings=no, evaluation=NAME and seed=N. `random` attempts whatever may be attempted,\nand programs talk as in `multigame referee`."
)]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// How side A plays
    #[arg(long, value_name = "SETTINGS", required_unless_present_any = ["a_program", "players"])]
    pub(crate) a: Option<String>,
    /// How side B plays
    #[arg(long, value_name = "SETTINGS", required_unless_present_any = ["b_program", "players"])]
    pub(crate) b: Option<String>,
    /// Players of whom each meets each other, instead of two sides
    #[arg(long, value_name = "SETTINGS", num_args = 2.., conflicts_with_all = ["a", "b", "a_program", "b_program", "sprt", "vary", "save"])]
    pub(crate) players: Vec<String>,
    /// A program that plays side A, over UGI or UCI
    #[arg(long, value_name = "COMMAND", alias = "first-program")]
    pub(crate) a_program: Option<String>,
    /// A program that plays side B
    #[arg(long, value_name = "COMMAND", alias = "second-program")]
    pub(crate) b_program: Option<String>,
    /// How many games, rounded up to pairs: each opening is played twice, with colors exchanged
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number::<u32>(u32_from(1)))]
    pub(crate) games: u32,
    /// What both sides may use for a move unless their settings say so; default: 100ms
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// Time for all moves of a player, and what each move adds: `10s` or `10s+0.1s`
    #[arg(long, value_name = "TIME+TIME", value_parser = settings::clock, conflicts_with = "time")]
    pub(crate) clock: Option<Clock>,
    /// How long a program may take to start, and for a move without time or clock
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = settings::duration)]
    pub(crate) patience: Duration,
    /// What a program may take beyond its time before it loses
    #[arg(long, value_name = "TIME", default_value = "500ms", value_parser = settings::duration)]
    pub(crate) margin: Duration,
    /// Random turns that begin each pair of games; default: 4, and 0 through a referee
    #[arg(long, value_name = "N", value_parser = number::<u32>(u32_from(0)))]
    pub(crate) opening: Option<u32>,
    /// Take openings as they are drawn; otherwise the most balanced one of several is taken
    #[arg(long)]
    pub(crate) any_opening: bool,
    /// Save the games: in a folder, or all of them in a file that ends in `.pgn`
    #[arg(long, value_name = "PLACE")]
    pub(crate) save: Option<PathBuf>,
    /// Replace saved games
    #[arg(long, requires = "save")]
    pub(crate) force: bool,
    /// Games that are played at once; default: one for each processor, fewer where sides use
    /// several threads
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..=1024))]
    pub(crate) concurrency: Option<u16>,
    /// A game that lasts longer, with its opening, is a draw
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number::<u32>(u32_from(0)))]
    pub(crate) max_turns: u32,
    /// Play it through a referee for several values of a setting of A, as a table
    #[arg(long, value_name = "SETTING=VALUES", conflicts_with = "sprt")]
    pub(crate) vary: Option<String>,
    /// End when it is clear whether A is stronger by the first or the second number of Elo points
    #[arg(long, value_name = "LOW,HIGH", value_parser = matches::hypotheses, allow_hyphen_values = true)]
    pub(crate) sprt: Option<Hypotheses>,
    /// A folder that keeps what was played; the same command goes on from it
    #[arg(long, value_name = "FOLDER")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
}

/// A format for saved games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Multigame's own, for all games
    Record,
    /// Portable Game Notation, for chess-like games
    Pgn,
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame replay game.mgr\n  multigame replay game.pgn --game chess --to record > game.mgr"
)]
pub(crate) struct ReplayArgs {
    /// A saved game; `-` for standard input
    pub(crate) file: PathBuf,
    /// The game, if the file does not say or to play it by other rules
    #[arg(short, long)]
    pub(crate) game: Option<String>,
    /// Write it in this format instead of showing it
    #[arg(long, value_enum)]
    pub(crate) to: Option<Format>,
    /// Play by machine code or by the interpreter; default: native, where the game has code
    #[arg(long, value_enum, value_name = "WHICH")]
    pub(crate) backend: Option<Backend>,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}
