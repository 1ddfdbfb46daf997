//! Commands for games in which players do not see everything.

use super::Backend;
use super::number::{ANY, number, u32_from};
use crate::settings;
use clap::ValueEnum;
use experiments::{Costs, Letter, Letters};
use infoset::{Balance, Grain};
use std::path::PathBuf;
use std::time::Duration;

const LETTERS: &str = "X=capture,T=pawn try,+=check,refused=no";

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame referee kriegspiel game.mgr\n  multigame referee kriegspiel game.mgr --player white > white.txt\n  multigame referee kriegspiel -o game.mgr            two people at this terminal\n  multigame referee dark_hex --second 'pimc time=2s'  against a player that sees its view\n  multigame referee kriegspiel --first-program ./mine --second-program ./yours -o game.mgr\n  multigame referee phantom_tictactoe --first ismcts --second random --seed 1\n\nIn the record refused tries are in brackets before the move: `[g5d8] b1c3`.\nSides are `human`, `random`, `pimc` and `ismcts`; the last two may be followed by samples=N,\ntime=TIME, nodes=N, worlds=N, memory=SIZE, endings=no, evaluation=NAME and seed=N. Programs get the\ntranscript of their side and answer `attempt?` (docs/records.md). Files are written after every turn,\nso that Ctrl-C keeps what was played."
)]
pub(crate) struct RefereeArgs {
    /// A built-in name, the path of a rules file, or `-` for standard input
    pub(crate) game: String,
    /// The full record of the game, `-` for standard input; without it, a game is played and refereed now
    #[arg(conflicts_with_all = ["first", "second", "first_program", "second_program", "output", "position", "seed", "max_turns", "patience", "verbose"])]
    pub(crate) record: Option<PathBuf>,
    /// Who moves first; default: a person
    #[arg(long, value_name = "SIDE", conflicts_with = "first_program")]
    pub(crate) first: Option<String>,
    /// Who moves second; default: a person
    #[arg(long, value_name = "SIDE", conflicts_with = "second_program")]
    pub(crate) second: Option<String>,
    /// A program that moves first
    #[arg(long, value_name = "COMMAND")]
    pub(crate) first_program: Option<String>,
    /// A program that moves second
    #[arg(long, value_name = "COMMAND")]
    pub(crate) second_program: Option<String>,
    /// Write the full record in this file, and what each player perceived in others beside it
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Replace files
    #[arg(long, requires = "output")]
    pub(crate) force: bool,
    /// Begin with this position instead of the start of the game
    #[arg(long, value_name = "POSITION")]
    pub(crate) position: Option<String>,
    /// How long a program may take for an attempt before it loses
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = settings::duration)]
    pub(crate) patience: Duration,
    /// What everything random is drawn from; default: the clock
    #[arg(long, value_name = "N", value_parser = number::<u64>(ANY))]
    pub(crate) seed: Option<u64>,
    /// Stop after this many turns
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = number::<u32>(u32_from(0)))]
    pub(crate) max_turns: u32,
    /// Say on standard error what players think
    #[arg(short, long)]
    pub(crate) verbose: bool,
    /// Only what this player perceived
    #[arg(short, long, value_name = "NAME", requires = "record")]
    pub(crate) player: Option<String>,
    /// In the notation of the kriegspiel paper instead, if it has letters for everything
    #[arg(long, requires = "record")]
    pub(crate) figure: bool,
    /// What the letters of that notation stand for
    #[arg(long, value_name = "LIST", default_value = LETTERS, value_parser = letters)]
    pub(crate) letters: Letters,
    /// Play by machine code or by the interpreter; default: native, where the game has code
    #[arg(long, value_enum, value_name = "WHICH")]
    pub(crate) backend: Option<Backend>,
    /// As JSON
    #[arg(long, requires = "record")]
    pub(crate) json: bool,
}

/// How sets are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Method {
    /// Turn by turn; equal positions are one and count their histories
    Merged,
    /// One history after the other, left at the first contradiction
    DepthFirst,
}

/// How tasks come to threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Placement {
    /// Each new task goes to a random thread
    Random,
    /// A thread that has nothing to do takes a task from another
    Stealing,
    /// A thread that has more than its neighbors gives them some
    Averaging,
}

impl From<Placement> for Balance {
    fn from(placement: Placement) -> Balance {
        match placement {
            Placement::Random => Balance::Random,
            Placement::Stealing => Balance::Stealing,
            Placement::Averaging => Balance::Averaging,
        }
    }
}

/// Reads a grain: a number of turns, an amount of work, or `adaptive`.
fn grain(text: &str) -> Result<Grain, String> {
    let work = text.strip_prefix("work=").map(str::parse);
    match (text, text.parse(), work) {
        ("adaptive", ..) => Ok(Grain::Adaptive),
        (_, Ok(levels), _) => Ok(Grain::Levels(levels)),
        (_, _, Some(Ok(work @ 1..=1_000_000_000_000))) => Ok(Grain::Work(work)),
        (_, _, Some(_)) => Err("the work of a task is from 1 to 1000000000000".to_string()),
        _ => Err("write a number of turns, `work=N` or `adaptive`".to_string()),
    }
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame infoset kriegspiel white.txt\n  multigame infoset kriegspiel game.mgr --player black --ply 10 --belief\n  multigame infoset phantom_tictactoe game.mgr --player white --list\n  multigame infoset kriegspiel white.txt --method depth-first --threads 2 --grain 4\n  multigame infoset kriegspiel white.txt --simulate 1,2,16,256,1024,1000000 --svg s.svg\n  multigame infoset kriegspiel white.txt --checkpoint set.mgi     later: --resume set.mgi\n\nThe transcript is what `multigame referee` writes for a player; or, with `--player`, a\nfull record or the notation of the kriegspiel paper's figure 3. A history is the\nsequence of the moves of both players. Refused tries of the enemy belong to it only if\nthey cost the turn; otherwise there must have been as many that they could make.\n\nThe unit of simulated time is one position compared; to look at a position costs one more.\nBy default a task costs as much as five positions, and a message as much as 33, as it is\nbetween threads of one machine; between machines messages take longer, so say how long."
)]
pub(crate) struct InfosetArgs {
    /// A built-in name, the path of a rules file, or `-` for standard input
    pub(crate) game: String,
    /// What a player perceived, or a full record; `-` for standard input
    pub(crate) transcript: PathBuf,
    /// Whose set; needed if the file is a full record
    #[arg(short, long, value_name = "NAME")]
    pub(crate) player: Option<String>,
    /// The set after this many turns; default: after all
    #[arg(long, value_name = "N", value_parser = number::<usize>(u32_from(0)))]
    pub(crate) ply: Option<usize>,
    /// How to find it; both find the same
    #[arg(short, long, value_enum, default_value = "merged")]
    pub(crate) method: Method,
    /// How many threads search; the result is the same for any number; default: one for each
    /// processor
    #[arg(long, value_name = "N", value_parser = settings::threads)]
    pub(crate) threads: Option<usize>,
    /// Depth first: of how many turns each position is a task of its own; with `work=N` a task
    /// gives away what it has left nearest to the root after each N positions; `adaptive` makes
    /// tasks when a thread has nothing to do; default: adaptive
    #[arg(long, value_name = "N", value_parser = grain)]
    pub(crate) grain: Option<Grain>,
    /// Depth first: how tasks come to threads; default: stealing
    #[arg(long, value_enum, value_name = "NAME")]
    #[arg(conflicts_with = "simulate")]
    pub(crate) balance: Option<Placement>,
    /// List the histories
    #[arg(short, long)]
    pub(crate) list: bool,
    /// List the positions with their numbers of histories, the likeliest first
    #[arg(long)]
    pub(crate) positions: bool,
    /// Draw this many histories at random, each equally likely every time
    #[arg(long, value_name = "N", conflicts_with = "list", value_parser = number::<usize>(u32_from(0)))]
    pub(crate) sample: Option<usize>,
    /// What the draw begins with; the same seed draws the same
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = number::<u64>(ANY))]
    pub(crate) seed: u64,
    /// Show how likely a piece of the enemy is on each field, and what is certain
    #[arg(short, long)]
    pub(crate) belief: bool,
    /// Do not find the set, but say what each field can have held after this many turns (default:
    /// all), going by everything that was perceived; it takes no histories to know
    #[arg(long, value_name = "TURN", num_args = 0..=1, require_equals = true)]
    #[arg(value_parser = number::<usize>(u32_from(0)))]
    #[arg(conflicts_with_all = ["list", "sample", "belief", "positions", "simulate", "svg"])]
    #[arg(conflicts_with_all = ["checkpoint", "resume", "prune"])]
    pub(crate) outline: Option<Option<usize>>,
    /// Merged: leave out positions of which such an outline tells that they lead nowhere; not with
    /// `--checkpoint` or `--resume`
    #[arg(long)]
    pub(crate) prune: bool,
    /// Do not ask whether the game is over after the last turn
    #[arg(long)]
    pub(crate) ignore_end: bool,
    /// What the letters of the notation of the kriegspiel paper stand for
    #[arg(long, value_name = "LIST", default_value = LETTERS, value_parser = letters)]
    pub(crate) letters: Letters,
    /// The most memory: a number and K, M or G
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = settings::size)]
    pub(crate) memory: usize,
    /// Merged: the folder for what memory has no room for; default: that for temporary files
    #[arg(long, value_name = "DIR")]
    pub(crate) spill: Option<PathBuf>,
    /// Write what was found to this file, after each turn and on Ctrl-C; depth first: every
    /// ten seconds
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Go on from such a file
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    /// Play by machine code or by the interpreter; default: native, where the game has code
    #[arg(long, value_enum, value_name = "WHICH")]
    pub(crate) backend: Option<Backend>,
    /// Do not find the set, but say how long it would take depth first on this many
    /// processors, for each way to share the work
    #[arg(long, value_name = "P1,P2,…", value_delimiter = ',')]
    #[arg(conflicts_with_all = ["list", "sample", "belief", "positions", "checkpoint", "resume"])]
    #[arg(value_parser = number::<u32>(1..=100_000_000))]
    pub(crate) simulate: Vec<u32>,
    /// Simulated: what a task costs beside its work, in positions compared
    #[arg(long, value_name = "N", default_value_t = Costs::default().task, requires = "simulate")]
    #[arg(value_parser = number::<u64>(0..=1_000_000_000))]
    pub(crate) task_cost: u64,
    /// Simulated: how much more a task costs where a million tasks wait at its processor, in
    /// positions compared; in proportion where fewer do
    #[arg(long, value_name = "N", default_value_t = Costs::default().crowd, requires = "simulate")]
    #[arg(value_parser = number::<u64>(0..=1_000_000_000))]
    pub(crate) crowd_cost: u64,
    /// Simulated: how long a message takes, in positions compared
    #[arg(long, value_name = "N", default_value_t = Costs::default().message)]
    #[arg(requires = "simulate", value_parser = number::<u64>(0..=1_000_000_000))]
    pub(crate) message_cost: u64,
    /// Draw the belief as a board, or what was simulated as curves, in this file
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Replace the files if they exist
    #[arg(long)]
    pub(crate) force: bool,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Reads what the letters stand for: with a move, before a turn, after a move, and
/// what is said about a refused try, in this order.
fn letters(text: &str) -> Result<Letters, String> {
    let wrong = || format!("write it like the default: {LETTERS}");
    let pairs: Vec<(&str, &str)> = text.split(',').filter_map(|it| it.split_once('=')).collect();
    let [with_move, before_turn, after_move, ("refused", refused)] = pairs.as_slice() else {
        return Err(wrong());
    };
    let letter = |(letter, message): &(&str, &str)| {
        let mut chars = letter.trim().chars();
        match (chars.next(), chars.next()) {
            (Some(letter), None) => Ok(Letter::new(letter, message.trim())),
            _ => Err(wrong()),
        }
    };
    let letters = Letters {
        with_move: letter(with_move)?,
        before_turn: letter(before_turn)?,
        after_move: letter(after_move)?,
        refused: refused.trim().to_string(),
    };
    let [a, b, c] =
        [&letters.with_move, &letters.before_turn, &letters.after_move].map(|it| it.letter);
    match a == b || b == c || a == c {
        true => Err("each letter can stand for only one message".to_string()),
        false => Ok(letters),
    }
}

#[cfg(test)]
mod tests {
    use super::{LETTERS, letters};

    #[test]
    fn a_letter_stands_for_one_message() {
        assert_eq!(letters(LETTERS), Ok(experiments::Letters::default()));
        for twice in ["X=a,X=b,+=c,refused=no", "X=a,T=b,X=c,refused=no", "X=a,T=b,T=c,refused=no"]
        {
            assert!(letters(twice).is_err_and(|why| why.contains("only one")), "{twice}");
        }
    }
}
