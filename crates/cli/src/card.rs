//! `multigame report`: what a game is like, found by letting it be played: how long it lasts,
//! how many moves there are, who wins, how often the lead changes, and where pieces go.

mod page;
mod played;

use super::answer::{exit_code, give, reason};
use super::args::ReportArgs;
use super::files::{check_new, replace};
use super::library;
use super::report::Failure;
use super::terminal::{self, Progress};
use super::text_board::rows;
use super::words::{count, rounded};
use game::Facts;
use multigame::{Game, Player, Search};
use played::{Played, play};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::{self, Display};

/// The report of a game.
#[derive(Serialize)]
struct Card {
    game: String,
    players: Vec<String>,
    games: usize,
    nodes: u64,
    seed: u64,
    length: Spread,
    branching: Spread,
    /// The power of ten of the number of games that branching and length suggest.
    #[serde(serialize_with = "rounded::<1, _>")]
    complexity: f64,
    wins: [usize; 2],
    draws: usize,
    /// Games that were broken off.
    unfinished: usize,
    /// The share of the points that the first player got.
    #[serde(serialize_with = "rounded::<3, _>")]
    share_of_first: f64,
    /// The share of the games that somebody won.
    #[serde(serialize_with = "rounded::<3, _>")]
    decisive: f64,
    /// How often the lead changed, a game.
    #[serde(serialize_with = "rounded::<2, _>")]
    lead_changes: f64,
    openings: Vec<Opening>,
    /// The share of the turns that changed each field, by its name.
    heat: BTreeMap<String, f64>,
    #[serde(skip)]
    drawn: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

/// Numbers of games or turns.
#[derive(Serialize)]
struct Spread {
    #[serde(serialize_with = "rounded::<1, _>")]
    mean: f64,
    least: usize,
    most: usize,
}

/// A first move and what it led to.
#[derive(Serialize)]
struct Opening {
    #[serde(rename = "move")]
    text: String,
    games: usize,
    #[serde(serialize_with = "rounded::<3, _>")]
    share_of_first: f64,
}

impl Spread {
    fn of(numbers: impl Iterator<Item = usize>) -> Spread {
        let numbers: Vec<usize> = numbers.collect();
        let sum: usize = numbers.iter().sum();
        Spread {
            mean: sum as f64 / numbers.len().max(1) as f64,
            least: numbers.iter().copied().min().unwrap_or(0),
            most: numbers.iter().copied().max().unwrap_or(0),
        }
    }
}

pub(super) fn run(args: &ReportArgs) -> Result<u8, Failure> {
    if let Some(path) = &args.html {
        check_new(path, args.force)?;
    }
    let game = Game::options().compile(&library::find(&args.game)?)?;
    let facts = game.facts();
    if facts.hidden || facts.n_players() != 2 {
        let why = if facts.hidden { "something is hidden in it" } else { "it is a puzzle" };
        return Err(Failure::new(format!("there is no report of `{}`: {why}", facts.name))
            .hint("reports are for games of two players who see everything"));
    }
    let is_tree = Search::new(&game).settings().algorithm.grows_tree();
    let game = if is_tree { game } else { game.with_evaluation()? };
    terminal::wait_for_interrupt();
    let (mut games, mut progress) = (Vec::new(), Progress::new());
    for n in 0..args.games {
        if terminal::interrupted() {
            break;
        }
        progress.show(|_| format!("game {} of {}", n + 1, args.games));
        games.push(play(&game, args, n)?);
    }
    progress.clear();
    let stopped = terminal::interrupted();
    let card = Card { reason: reason(stopped), ..card(&game, args, &games) };
    if let Some(path) = &args.html {
        replace(path, &page::page(&card, game.facts()))?;
    }
    give(&card, args.json)?;
    exit_code(stopped)
}

fn card(game: &Game, args: &ReportArgs, games: &[Played]) -> Card {
    let facts = game.facts();
    let won_by = |player| games.iter().filter(|it| it.winner == Some(player)).count();
    let wins = Player::BOTH.map(won_by);
    let unfinished = games.iter().filter(|it| !it.is_finished).count();
    let n_games = games.len().max(1) as f64;
    let length = Spread::of(games.iter().map(|it| it.widths.len()));
    let branching = Spread::of(games.iter().flat_map(|it| it.widths.iter().copied()));
    let n_turns: usize = games.iter().map(|it| it.widths.len()).sum();
    let heat = |field: usize| {
        let changed: usize = games.iter().map(|it| it.changes[field]).sum();
        changed as f64 / n_turns.max(1) as f64
    };
    let heat: Vec<f64> = (0..facts.board.n_fields()).map(heat).collect();
    let named = facts.board.names.iter().cloned().zip(heat.iter().map(|it| round3(*it)));
    Card {
        game: facts.name.clone(),
        players: facts.players.clone(),
        games: games.len(),
        nodes: args.nodes,
        seed: args.seed,
        complexity: length.mean * branching.mean.max(1.0).log10(),
        length,
        branching,
        wins,
        draws: games.len() - wins[0] - wins[1] - unfinished,
        unfinished,
        share_of_first: games.iter().map(Played::points).sum::<f64>() / n_games,
        decisive: (wins[0] + wins[1]) as f64 / n_games,
        lead_changes: games.iter().map(|it| it.lead_changes).sum::<usize>() as f64 / n_games,
        openings: openings(games),
        heat: named.collect(),
        drawn: drawn(facts, &heat),
        reason: None,
    }
}

fn round3(number: f64) -> f64 {
    super::words::round(number, 3)
}

/// The first moves that were made most often, and what they led to.
fn openings(games: &[Played]) -> Vec<Opening> {
    let mut by_move: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for game in games {
        by_move.entry(&game.opening).or_default().push(game.points());
    }
    let mut openings: Vec<Opening> = by_move
        .into_iter()
        .map(|(text, points)| Opening {
            text: text.to_string(),
            games: points.len(),
            share_of_first: points.iter().sum::<f64>() / points.len() as f64,
        })
        .collect();
    openings.sort_by_key(|opening| std::cmp::Reverse(opening.games));
    openings.truncate(5);
    openings
}

/// The board as rows of digits: 9 for the field that changes most.
fn drawn(facts: &Facts, heat: &[f64]) -> Vec<String> {
    let most = heat.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let digit = |field: &Option<game::Field>| match field {
        Some(field) => format!("{:.0}", 9.0 * heat[field.index()] / most),
        None => " ".to_string(),
    };
    let indent = |y: usize| match facts.board.shape {
        game::Shape::Hexagonal => " ".repeat(y),
        _ => String::new(),
    };
    let line = |(y, row): (usize, &Vec<Option<game::Field>>)| {
        let digits: Vec<String> = row.iter().map(digit).collect();
        format!("{}{}", indent(y), digits.join(" ")).trim_end().to_string()
    };
    rows(facts).iter().enumerate().map(line).collect()
}

impl Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Card { players, length, branching, wins, draws, .. } = self;
        let percent = |share: f64| format!("{:.0}%", 100.0 * share);
        writeln!(
            f,
            "{}: {}, {} looked at for a move, seed {}",
            self.game,
            count(self.games, "game"),
            count(self.nodes, "position"),
            self.seed
        )?;
        writeln!(f, "length     {:.1} turns ({} to {})", length.mean, length.least, length.most)?;
        writeln!(
            f,
            "branching  {:.1} moves ({} to {}); about 10^{:.0} games",
            branching.mean, branching.least, branching.most, self.complexity
        )?;
        let unfinished = match self.unfinished {
            0 => String::new(),
            n => format!(", broken off {n}"),
        };
        writeln!(
            f,
            "balance    {} {}, {} {}, draws {draws}{unfinished}: {} of the points for {}",
            players[0],
            wins[0],
            players[1],
            wins[1],
            percent(self.share_of_first),
            players[0]
        )?;
        writeln!(f, "decisive   {} of the games", percent(self.decisive))?;
        writeln!(f, "lead       changes {:.1} times a game", self.lead_changes)?;
        for Opening { text, games, share_of_first } in &self.openings {
            let games = count(*games, "game");
            writeln!(
                f,
                "opening    {text}: {games}, {} for {}",
                percent(*share_of_first),
                players[0]
            )?;
        }
        writeln!(f, "where fields change, from 0 to 9:")?;
        self.drawn.iter().try_for_each(|line| writeln!(f, "  {line}"))
    }
}
