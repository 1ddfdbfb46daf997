//! The command line as data; the texts here are the `--help`. One file for each
//! family of commands.

mod analyze;
mod bench;
mod book;
mod card;
mod combine;
mod debug;
mod hidden;
mod learn;
mod lsp;
mod number;
mod play;
mod position;
mod protocol;
mod rules;
mod search;
mod study;
mod tables;
mod tune;
mod web;

pub(super) use analyze::{AnalyzeArgs, SolveArgs, VerifyArgs};
pub(super) use bench::{BenchArgs, Wanted, What};
pub(super) use book::{
    BookArgs, BookChoice, BookCommand, BookFile, BuildBookArgs, ExportBookArgs, ImportBookArgs,
    MergeBooksArgs, OpeningArgs, ProbeBookArgs, ShowBookArgs,
};
pub(super) use card::ReportArgs;
pub(super) use combine::{CombineArgs, ProbeArgs};
pub(super) use debug::DebugArgs;
pub(super) use hidden::{InfosetArgs, Method, RefereeArgs};
pub(super) use learn::LearnArgs;
pub(super) use lsp::LspArgs;
pub(super) use number::{ANY, number};
pub(super) use play::{Format, MatchArgs, PlayArgs, ReplayArgs, Side};
pub(super) use position::{
    Backend, DrawArgs, EvalArgs, MovesArgs, PerftArgs, PositionArgs, StartArgs,
};
pub(super) use protocol::{ProtocolArgs, UciArgs, UgiArgs};
pub(super) use rules::{BuildArgs, CHECK_SEED, CheckArgs, DumpArgs, FmtArgs, GamesArgs};
pub(super) use search::{ExplainArgs, LimitArgs, SearchArgs};
pub(super) use study::{Opponent, Searcher, StudyArgs};
pub(super) use tables::{
    BuildTablesArgs, ProbeTablesArgs, ShowTablesArgs, TablesArgs, TablesCommand, VerifyTablesArgs,
};
pub(super) use tune::TuneArgs;
pub(super) use web::WebArgs;

use clap::{Parser, Subcommand};

/// Board games from a page of rules.
#[derive(Parser, Debug)]
#[command(
    name = "multigame",
    version,
    about = "Board games from a page of rules: check them, list moves, count, play",
    after_help = "Examples:\n  \
        multigame games                      the games that are built in\n  \
        multigame play chess                 play against the computer\n  \
        multigame web                        the same and more on a page in your browser\n  \
        multigame analyze othello --time 5s  the best moves and what they lead to\n  \
        multigame match chess --a level=3 --b level=2 --games 20   which is stronger?\n  \
        multigame tune mygame.mg --time 10m  find settings that play it better\n  \
        multigame uci                        be an engine for chess software\n  \
        multigame perft chess 4              count move sequences\n  \
        multigame moves mygame.mg --why      list moves and their conditions\n  \
        multigame check mygame.mg            find mistakes in rules\n  \
        multigame debug mygame.mg            step through the rules of a turn\n  \
        mpirun -n 8 multigame solve fifteen  share the work with other machines\n\n\
        A GAME is a built-in name or the path of a rules file.\n\
        Exit codes: 0 yes, 1 no (fmt --check, check --strict, bench, solve,\n\
        verify, combine), 2 wrong input, 130 Ctrl-C,\n\
        141 the reader of the output went away. Ctrl-C lets perft, bench, solve, combine, match,\n\
        infoset, study and analyze say how far they came; a second one ends them at once.\n\
        Under `mpirun` or `srun`, perft, solve, analyze, infoset, match, ugi and uci share\n\
        their work out to all processes; MULTIGAME_MPI names the library of MPI, or is `off`."
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
    /// Help editors: messages, completion, definitions and more while rules are written
    Lsp(LspArgs),
    /// List the legal moves of a position
    Moves(MovesArgs),
    /// Step through the rules of a turn, and say why something is no move
    Debug(DebugArgs),
    /// Draw a position, as text or as a picture
    Draw(DrawArgs),
    /// Count move sequences of a given length
    Perft(PerftArgs),
    /// Show what the evaluations of a game say about a position
    Eval(EvalArgs),
    /// Play in the terminal, against the computer or another person
    Play(PlayArgs),
    /// Serve a page in the browser: play, analyze, understand and edit any game
    Web(WebArgs),
    /// Prove who wins a position, and by which moves
    Solve(SolveArgs),
    /// Check a proof that `solve --proof` has written
    Verify(VerifyArgs),
    /// Show the best moves of a position and what they lead to
    Analyze(AnalyzeArgs),
    /// Look for a win by threats, and say why it wins
    Combine(CombineArgs),
    /// Let two ways to play meet many times, and say which is stronger
    Match(MatchArgs),
    /// Let a game be played, and say what it is like: length, balance, lead, where pieces go
    Report(ReportArgs),
    /// Look for settings that play a game better, by matches, and write them to a file
    Tune(TuneArgs),
    /// Say how a game is searched, and why
    ExplainSettings(ExplainArgs),
    /// Let another program play any game over the Universal Game Interface
    Ugi(UgiArgs),
    /// Let chess software play chess and its kin over the Universal Chess Interface
    Uci(UciArgs),
    /// Turn the full record of a game with hidden information into what each player perceived
    Referee(RefereeArgs),
    /// Find every history that fits what a player perceived
    Infoset(InfosetArgs),
    /// Check a saved game and show where it ends; convert between formats
    Replay(ReplayArgs),
    /// Show a stage of the pipeline as text
    Dump(DumpArgs),
    /// Measure how fast games are played and counted
    Bench(BenchArgs),
    /// Measure algorithms, depths and threads over whole games, with charts
    Study(StudyArgs),
    /// Learn an evaluation by playing against itself
    Learn(LearnArgs),
    /// Build and ask endgame tables: what every position with few men is worth
    Tables(TablesArgs),
    /// Make and show opening books: what positions near the start are worth
    Book(BookArgs),
    /// Make a program of its own for one game
    Build(BuildArgs),
    /// Print a script that completes commands in your shell
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
}
