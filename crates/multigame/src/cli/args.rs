//! The command line as data; the texts here are the `--help`.

use super::dump::stages;
use super::matches::{self, Hypotheses};
use super::settings;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Parser, Subcommand, ValueEnum};
use search::Clock;
use std::path::PathBuf;
use std::time::Duration;

/// Board games from a page of rules.
#[derive(Parser, Debug)]
#[command(
    name = "multigame",
    version,
    about = "Board games from a page of rules: check them, list moves, count, play",
    after_help = "Examples:\n  \
        multigame games                      the games that are built in\n  \
        multigame play chess                 play against the computer\n  \
        multigame analyze othello --time 5s  the best moves and what they lead to\n  \
        multigame match chess --a level=3 --b level=2 --games 20   which is stronger?\n  \
        multigame uci                        be an engine for chess software\n  \
        multigame perft chess 4              count move sequences\n  \
        multigame moves mygame.mg --why      list moves and their conditions\n  \
        multigame check mygame.mg            find mistakes in rules\n\n\
        A GAME is a built-in name or the path of a rules file.\n\
        Exit codes: 0 yes, 1 no (fmt --check, check --strict, bench, solve), 2 wrong input, 130 Ctrl-C,\n\
        141 the reader of the output went away. Ctrl-C lets perft and bench say how far they\n\
        came; a second one ends them at once."
)]
pub(super) struct Args {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Subcommand, Debug)]
pub(super) enum Command {
    /// List the games that are built in
    Games(GamesArgs),
    /// Find mistakes in rules files
    Check(CheckArgs),
    /// Lay out rules files in the one canonical form
    Fmt(FmtArgs),
    /// List the legal moves of a position
    Moves(MovesArgs),
    /// Count move sequences of a given length
    Perft(PerftArgs),
    /// Show what the evaluations of a game say about a position
    Eval(EvalArgs),
    /// Play in the terminal, against the computer or another person
    Play(PlayArgs),
    /// Prove who wins a position, and by which moves
    Solve(SolveArgs),
    /// Show the best moves of a position and what they lead to
    Analyze(AnalyzeArgs),
    /// Let two ways to play meet many times, and tell which is stronger
    Match(MatchArgs),
    /// Let another program play any game over the Universal Game Interface
    Ugi(UgiArgs),
    /// Let chess software play chess and its kin over the Universal Chess Interface
    Uci(UciArgs),
    /// Check a saved game and show where it ends; convert between formats
    Replay(ReplayArgs),
    /// Show a stage of the pipeline as text
    Dump(DumpArgs),
    /// Measure how fast games are played and counted
    Bench(BenchArgs),
    /// Make a program of its own for one game
    Build(BuildArgs),
    /// Print a script that completes commands in your shell
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
}

/// A game and a position of it.
#[derive(clap::Args, Debug)]
pub(super) struct PositionArgs {
    /// A built-in name, the path of a rules file, or `-` for standard input
    pub(super) game: String,
    /// The position, in the text form of the game (FEN for chess); default: the start
    #[arg(short, long, value_name = "TEXT")]
    pub(super) position: Option<String>,
    /// Moves to make first, separated by blanks or commas
    #[arg(short, long, value_name = "MOVES")]
    pub(super) after: Option<String>,
    /// Rules, pieces, counters, ... to take out, as `without` does in a variant
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(super) without: Vec<String>,
    /// Play by machine code or by the interpreter; default: native, where the game has code
    #[arg(long, value_enum, value_name = "WHICH")]
    pub(super) backend: Option<Backend>,
}

/// What plays a game. Both give the same answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Backend {
    // The variants have no texts: with them the help of a command would be twice as long.
    Native,
    Interp,
}

#[derive(clap::Args, Debug)]
pub(super) struct GamesArgs {
    /// Print the rules of this game
    pub(super) game: Option<String>,
    /// As JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame check mygame.mg\n  multigame check --strict games/*/*.mg\n\nThe rules are studied, and then played at random for a while (--positions) to find\nwhat only shows in play."
)]
pub(super) struct CheckArgs {
    /// Rules files or built-in names
    #[arg(required = true)]
    pub(super) games: Vec<String>,
    /// Exit with 1 if there are warnings
    #[arg(long)]
    pub(super) strict: bool,
    /// How many positions to visit in random play, however long it takes; 0: none.
    /// Default: 200, or fewer if they take more than a moment
    #[arg(long, value_name = "N")]
    pub(super) positions: Option<u32>,
    /// Seed of the random play
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// As JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame fmt mygame.mg            rewrite the file\n  multigame fmt --check games/*/*.mg say which files are not in canonical form\n  multigame fmt - < mygame.mg        from standard input to standard output"
)]
pub(super) struct FmtArgs {
    /// Rules files; `-` for standard input
    #[arg(required = true)]
    pub(super) files: Vec<PathBuf>,
    /// Change nothing; exit with 1 if a file is not in canonical form
    #[arg(long)]
    pub(super) check: bool,
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame moves chess\n  multigame moves chess --after 'e2e4 e7e5' --why\n  multigame moves othello --json"
)]
pub(super) struct MovesArgs {
    #[command(flatten)]
    pub(super) position: PositionArgs,
    /// Say under which conditions the rules make each move
    #[arg(long)]
    pub(super) why: bool,
    /// As JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame perft chess 4\n  multigame perft chess 3 --divide --position 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'\n  multigame perft chess 3 --without limit   ignoring rules on draws"
)]
pub(super) struct PerftArgs {
    #[command(flatten)]
    pub(super) position: PositionArgs,
    /// How many moves deep
    pub(super) depth: u32,
    /// Show the count behind each first move
    #[arg(short, long)]
    pub(super) divide: bool,
    /// Make the last moves, too, instead of only counting them; the count is the same
    #[arg(long)]
    pub(super) made: bool,
    /// Passes that native code does without: `-NAME,-NAME` or `none` for no pass at all
    #[arg(long, value_name = "LIST", value_delimiter = ',', allow_hyphen_values = true)]
    pub(super) passes: Vec<String>,
    /// As JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame eval amazons\n  multigame eval fifteen --name manhattan"
)]
pub(super) struct EvalArgs {
    #[command(flatten)]
    pub(super) position: PositionArgs,
    /// Only the evaluation or bound of this name
    #[arg(short, long)]
    pub(super) name: Option<String>,
    /// As JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// How a search is done.
#[derive(clap::Args, Clone, Debug, Default)]
pub(super) struct SearchArgs {
    /// The algorithm; a wrong name lists them
    #[arg(long, value_name = "NAME")]
    pub(super) algorithm: Option<String>,
    /// What makes it faster: `all`, `none`, names, or `-NAME,-NAME` for all but these
    #[arg(long, value_name = "LIST", value_delimiter = ',', allow_hyphen_values = true)]
    pub(super) heuristics: Vec<String>,
    /// The evaluation of the rules to search with, or `none`; default: the first
    #[arg(long, value_name = "NAME")]
    pub(super) evaluation: Option<String>,
    /// Memory for what was found, such as `64M` or `1G`
    #[arg(long, value_name = "SIZE", value_parser = settings::size)]
    pub(super) hash: Option<usize>,
}

/// How far a search goes.
#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub(super) struct LimitArgs {
    /// Look so many turns ahead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=200))]
    pub(super) depth: Option<u32>,
    /// Visit so many positions
    #[arg(long, value_name = "N")]
    pub(super) nodes: Option<u64>,
    /// Think for so long, such as `2s`, `500ms` or `1m30s`
    #[arg(long, value_name = "TIME", value_parser = settings::duration)]
    pub(super) time: Option<Duration>,
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame analyze chess --time 10s\n  multigame analyze othello --depth 8 --lines 3\n  multigame analyze chess --position '6k1/5ppp/8/8/8/8/8/R5K1 w' --depth 3 --json\n\nWithout a limit the search goes on until Ctrl-C, or until somebody wins by force."
)]
pub(super) struct AnalyzeArgs {
    #[command(flatten)]
    pub(super) position: PositionArgs,
    #[command(flatten)]
    pub(super) limits: LimitArgs,
    #[command(flatten)]
    pub(super) search: SearchArgs,
    /// How many of the best moves to show
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) lines: u16,
    /// As JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// Who makes the moves of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Side {
    /// A person at the terminal
    Human,
    /// A random mover
    Random,
    /// The computer
    Computer,
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame play chess                      against the computer\n  multigame play chess --level 3            against a weaker one\n  multigame play othello --first computer --second human\n  multigame play chess --clock 5m+3s        with a clock\n  multigame play othello --second human     two people\n  multigame play chess --load game.pgn      go on with a saved game\n\nLevels 1 to 4 look so many turns ahead; 5 to 10 think for 0.2, 0.5, 1, 2, 5 and 15 seconds.\nType `help` while playing."
)]
pub(super) struct PlayArgs {
    #[command(flatten)]
    pub(super) position: PositionArgs,
    /// Who moves first
    #[arg(long, value_enum, default_value_t = Side::Human)]
    pub(super) first: Side,
    /// Who moves second
    #[arg(long, value_enum, default_value_t = Side::Computer)]
    pub(super) second: Side,
    /// How strong the computer plays, from 1 to 10
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=10))]
    pub(super) level: u8,
    #[command(flatten)]
    pub(super) limits: LimitArgs,
    /// Time for all moves of a player, and what each move adds: `5m` or `5m+3s`
    #[arg(long, value_name = "TIME+TIME", value_parser = settings::clock)]
    pub(super) clock: Option<Clock>,
    #[command(flatten)]
    pub(super) search: SearchArgs,
    /// Say what the computer thinks of its moves
    #[arg(short, long)]
    pub(super) verbose: bool,
    /// Seed of the random mover; printed at the start
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,
    /// Go on with a saved game (a record, or PGN where the game allows it)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "after"])]
    pub(super) load: Option<PathBuf>,
    /// Stop after so many turns
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub(super) max_turns: u32,
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame solve tictactoe\n  multigame solve chess --position 'r5k1/6pp/8/6N1/8/8/8/5QK1 w - - 0 1' --method df-pn\n  multigame solve connect4 --after 'd1 d2 d3 d4 d5 d6' --memory 4G --time 10m"
)]
pub(super) struct SolveArgs {
    #[command(flatten)]
    pub(super) position: PositionArgs,
    /// How to prove it
    #[arg(short, long, value_name = "NAME", default_value = "auto", value_parser = PossibleValuesParser::new(methods()))]
    pub(super) method: String,
    /// The most memory: a number with K, M or G behind it
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = settings::size)]
    pub(super) memory: usize,
    /// The longest time: a number with ms, s, m or h behind it; default: no limit
    #[arg(short, long, value_name = "TIME", value_parser = settings::duration)]
    pub(super) time: Option<Duration>,
    /// The most positions that are looked at
    #[arg(long, value_name = "N")]
    pub(super) nodes: Option<u64>,
    /// As JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame match othello --a depth=4 --b depth=3 --games 100\n  multigame match chess --a evaluation=active --b evaluation=material --time 100ms\n  multigame match connect4 --a 'depth=6 heuristics=-table' --b random --games 20 --json\n\nSETTINGS are words like depth=N, nodes=N, time=TIME, level=N, algorithm=NAME,\nheuristics=LIST, evaluation=NAME and hash=SIZE with blanks between them, or `random`."
)]
pub(super) struct MatchArgs {
    #[command(flatten)]
    pub(super) position: PositionArgs,
    /// How side A plays
    #[arg(long, value_name = "SETTINGS")]
    pub(super) a: String,
    /// How side B plays
    #[arg(long, value_name = "SETTINGS")]
    pub(super) b: String,
    /// How many games; each opening is played twice, with colors exchanged
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) games: u32,
    /// What both sides may use for a move unless their settings say so; default: 100ms
    #[command(flatten)]
    pub(super) limits: LimitArgs,
    /// Random turns that begin each pair of games
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(super) opening: u32,
    /// Seed of the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// Games that are played at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) threads: u16,
    /// A game that lasts longer is a draw
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(super) max_turns: u32,
    /// End when it is clear whether A is stronger by the first or the second number of Elo points
    #[arg(long, value_name = "LOW,HIGH", value_parser = matches::hypotheses, allow_hyphen_values = true)]
    pub(super) sprt: Option<Hypotheses>,
    /// As JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// The ways to prove something, with what they do.
fn methods() -> Vec<PossibleValue> {
    let all = search::Method::ALL.iter();
    all.map(|(_, name, sentence)| PossibleValue::new(name).help(sentence)).collect()
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Example:\n  printf 'position startpos\\ngo depth 6\\n' | multigame ugi othello"
)]
pub(super) struct UgiArgs {
    /// A built-in name or the path of a rules file
    pub(super) game: String,
    #[command(flatten)]
    pub(super) protocol: ProtocolArgs,
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame uci              name this as the command of a chess engine\n  multigame uci gardner      chess on a board of 5 by 5"
)]
pub(super) struct UciArgs {
    /// A built-in name or the path of a rules file
    #[arg(default_value = "chess")]
    pub(super) game: String,
    #[command(flatten)]
    pub(super) protocol: ProtocolArgs,
}

/// What programs that talk to others have in common.
#[derive(clap::Args, Debug)]
pub(super) struct ProtocolArgs {
    /// Rules, pieces, counters, ... to take out, as `without` does in a variant
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(super) without: Vec<String>,
    /// Play by machine code or by the interpreter; default: native, where the game has code
    #[arg(long, value_enum, value_name = "WHICH")]
    pub(super) backend: Option<Backend>,
    #[command(flatten)]
    pub(super) search: SearchArgs,
}

/// A format for saved games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Multigame's own, for all games
    Record,
    /// Portable Game Notation, for chess-like games
    Pgn,
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame replay game.mgr\n  multigame replay game.pgn --game chess --to record > game.mgr"
)]
pub(super) struct ReplayArgs {
    /// A saved game
    pub(super) file: PathBuf,
    /// The game, if the file does not say or to play it by other rules
    #[arg(short, long)]
    pub(super) game: Option<String>,
    /// Write it in this format instead of showing it
    #[arg(long, value_enum)]
    pub(super) to: Option<Format>,
    /// Play by machine code or by the interpreter; default: native, where the game has code
    #[arg(long, value_enum, value_name = "WHICH")]
    pub(super) backend: Option<Backend>,
    /// As JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame dump tictactoe --stage ir\n  multigame dump tictactoe --stage inline_calls --passes -split_sides"
)]
pub(super) struct DumpArgs {
    /// A built-in name or the path of a rules file
    pub(super) game: String,
    /// Which stage
    #[arg(short, long, default_value = "ir", value_parser = PossibleValuesParser::new(stages()))]
    pub(super) stage: String,
    /// Passes that stages behind `ir` do without: `-NAME,-NAME` or `none` for no pass at all
    #[arg(long, value_name = "LIST", value_delimiter = ',', allow_hyphen_values = true)]
    pub(super) passes: Vec<String>,
}

/// What a benchmark measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum What {
    /// Games of random moves, played to the end
    Playouts,
    /// Sequences of moves, every last one made
    Made,
    /// Sequences of moves, the last ones counted without being made
    Counted,
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame bench chess\n  multigame bench othello hex --what playouts --svg speed.svg\n  multigame bench chess --passes -footprints   without one pass\n\nEvery program is measured in every round, one after another, and a ratio compares what was\nmeasured in the same round. Shown are the median of the rounds and how far they spread."
)]
pub(super) struct BenchArgs {
    /// Built-in names or rules files; default: all games that are built in
    pub(super) games: Vec<String>,
    /// How many rounds
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(super) rounds: u32,
    /// How long one measurement takes, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..=600_000))]
    pub(super) time: u64,
    /// Seed of the random games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// What to measure, separated by commas; default: all
    #[arg(long, value_enum, value_name = "LIST", value_delimiter = ',')]
    pub(super) what: Vec<What>,
    /// The program with the hand-written references; default: `references` beside this one
    #[arg(long, value_name = "PATH")]
    pub(super) references: Option<PathBuf>,
    /// Passes that native code does without: `-NAME,-NAME` or `none` for no pass at all
    #[arg(long, value_name = "LIST", value_delimiter = ',', allow_hyphen_values = true)]
    pub(super) passes: Vec<String>,
    /// Leave the interpreter out
    #[arg(long)]
    pub(super) no_interp: bool,
    /// As JSON
    #[arg(long)]
    pub(super) json: bool,
    /// Draw a bar chart into this file
    #[arg(long, value_name = "FILE")]
    pub(super) svg: Option<PathBuf>,
    /// Replace the file of the chart if it exists
    #[arg(long, requires = "svg")]
    pub(super) force: bool,
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame build chess -o mychess      then: ./mychess play\n  multigame build mygame.mg -o mygame --force"
)]
pub(super) struct BuildArgs {
    /// A built-in name, the path of a rules file, or `-` for standard input
    pub(super) game: String,
    /// The program to make
    #[arg(short, long, value_name = "PROGRAM")]
    pub(super) output: PathBuf,
    /// Replace the file if it exists
    #[arg(short, long)]
    pub(super) force: bool,
}
