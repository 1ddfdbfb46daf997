//! What a game is like, found by letting it be played: how long it lasts, how many moves there
//! are, who wins, how often the lead changes, how games begin, and where fields change.
//!
//! Both sides search as the game is usually searched and look at the same number of positions
//! for each move; the first moves are drawn at random, so that games differ.

use game::{Rng, mix};
use multigame::{Error, Found, Game, Player, Position, Search, Verdict};
use serde::Serialize;
use std::collections::BTreeMap;

/// A search remembers positions of one game in this many bytes.
const TABLE: usize = 16 << 20;
/// The tree of openings is this deep ...
const DEEP: usize = 3;
/// ... and each position of it shows this many moves.
const WIDE: usize = 5;

/// How a report is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// How many games are played.
    pub games: u32,
    /// How many positions are looked at for a move.
    pub nodes: u64,
    /// How many moves are drawn at random at the start of each game.
    pub random: u32,
    /// Games are broken off after this many turns.
    pub max_turns: u32,
    /// What chance begins with.
    pub seed: u64,
}

/// A game that was played.
pub struct Played {
    /// How many moves there were in each turn.
    widths: Vec<usize>,
    /// The first moves.
    opening: Vec<String>,
    winner: Option<Player>,
    /// Whether the rules ended it.
    is_finished: bool,
    lead_changes: usize,
    /// How many turns changed each field.
    changes: Vec<usize>,
}

/// What games of a plan show.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// How many games were played.
    pub games: usize,
    /// How many turns they lasted.
    pub length: Spread,
    /// How many moves there were in a turn.
    pub branching: Spread,
    /// The power of ten of the number of games that branching and length suggest.
    pub complexity: f64,
    /// How many games each player won.
    pub wins: [usize; 2],
    /// How many games nobody won.
    pub draws: usize,
    /// Games that were broken off.
    pub unfinished: usize,
    /// The share of the points that the first player got.
    pub share_of_first: f64,
    /// The share of the games that somebody won.
    pub decisive: f64,
    /// How often the lead changed, a game.
    pub lead_changes: f64,
    /// The first moves that were made most often, and what followed them.
    pub openings: Vec<Opening>,
    /// The share of the turns that changed each field.
    pub heat: Vec<f64>,
}

/// Numbers of games or turns.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Spread {
    /// Their mean.
    pub mean: f64,
    /// The least of them.
    pub least: usize,
    /// The greatest.
    pub most: usize,
}

/// A move at the beginning, and what it led to.
#[derive(Clone, Debug, Serialize)]
pub struct Opening {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// In how many games it was made.
    pub games: usize,
    /// The share of the points that the first player got then.
    pub share_of_first: f64,
    /// The moves that followed most often.
    pub then: Vec<Opening>,
}

/// Why there can be no report of a game, if there cannot.
pub fn refusal(game: &Game) -> Option<&'static str> {
    let facts = game.facts();
    match (facts.hidden, facts.n_players()) {
        (true, _) => Some("something is hidden in it"),
        (_, 1) => Some("it is a puzzle"),
        _ => None,
    }
}

/// Plays the game of a number.
pub fn play(game: &Game, plan: &Plan, number: u32) -> Result<Played, Error> {
    let mut random = Rng::new(mix(plan.seed) ^ u64::from(number));
    // Each game has a search of its own, so that it does not depend on those before it.
    let search = Search::new(game).memory(TABLE).threads(1).nodes(plan.nodes);
    let mut position = game.start();
    let mut played = Played {
        widths: Vec::new(),
        opening: Vec::new(),
        winner: None,
        is_finished: false,
        lead_changes: 0,
        changes: vec![0; game.facts().board.n_fields()],
    };
    let mut leader = None;
    while played.widths.len() < plan.max_turns as usize {
        if let Some(outcome) = position.outcome()? {
            (played.winner, played.is_finished) = (outcome.winner(), true);
            break;
        }
        let moves = position.moves()?;
        let is_random = played.widths.len() < plan.random as usize;
        let chosen = match is_random || moves.len() == 1 {
            true => random.below(moves.len()),
            false => {
                let found = search.best(&position)?;
                let now = leads(&position, &found);
                if now.is_some() && leader.is_some() && now != leader {
                    played.lead_changes += 1;
                }
                leader = now.or(leader);
                let is_best = |made: &multigame::Move| found.best() == Some(made);
                moves.iter().position(is_best).unwrap_or(0)
            }
        };
        let before = position.setup();
        position.play(&moves[chosen]);
        let after = position.setup();
        for (i, n) in played.changes.iter_mut().enumerate() {
            *n += usize::from(before.board[i] != after.board[i]);
        }
        if played.opening.len() < DEEP {
            played.opening.push(moves[chosen].text().to_string());
        }
        played.widths.push(moves.len());
    }
    Ok(played)
}

/// Who is ahead, as a search sees it; nobody if it is even.
fn leads(position: &Position, found: &Found) -> Option<Player> {
    let value = match (found.verdict(), found.win_share()) {
        (Verdict::Open(_), Some(share)) => share - 0.5,
        (Verdict::Points(points), _) => f64::from(points),
        _ => f64::from(found.score()),
    };
    let player = position.player();
    match value {
        v if v > 0.0 => Some(player),
        v if v < 0.0 => Some(player.other()),
        _ => None,
    }
}

impl Played {
    /// The points of the first player, from 0 to 1.
    fn points(&self) -> f64 {
        match self.winner {
            Some(Player::First) => 1.0,
            Some(Player::Second) => 0.0,
            None => 0.5,
        }
    }
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

impl Report {
    /// What some games show.
    pub fn new(n_fields: usize, games: &[Played]) -> Report {
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
        let all: Vec<&Played> = games.iter().collect();
        Report {
            games: games.len(),
            complexity: length.mean * branching.mean.max(1.0).log10(),
            length,
            branching,
            wins,
            draws: games.len() - wins[0] - wins[1] - unfinished,
            unfinished,
            share_of_first: games.iter().map(Played::points).sum::<f64>() / n_games,
            decisive: (wins[0] + wins[1]) as f64 / n_games,
            lead_changes: games.iter().map(|it| it.lead_changes).sum::<usize>() as f64 / n_games,
            openings: openings(&all, 0),
            heat: (0..n_fields).map(heat).collect(),
        }
    }
}

/// The moves that games made most often after this many, and what they led to.
fn openings(games: &[&Played], depth: usize) -> Vec<Opening> {
    let mut by_move: BTreeMap<&str, Vec<&Played>> = BTreeMap::new();
    for game in games {
        if let Some(text) = game.opening.get(depth) {
            by_move.entry(text).or_default().push(game);
        }
    }
    let opening = |(text, games): (&str, Vec<&Played>)| Opening {
        text: text.to_string(),
        games: games.len(),
        share_of_first: games.iter().map(|it| it.points()).sum::<f64>() / games.len() as f64,
        then: openings(&games, depth + 1),
    };
    let mut openings: Vec<Opening> = by_move.into_iter().map(opening).collect();
    openings.sort_by_key(|opening| std::cmp::Reverse(opening.games));
    openings.truncate(WIDE);
    openings
}
