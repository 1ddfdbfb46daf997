//! What a game is like, found by letting it be played: how long it lasts, how many moves there
//! are, who wins and by which moves, how often the lead changes, how games begin, and where
//! pieces go.
//!
//! Both sides search as the game is usually searched and look at the same number of positions
//! for each move; the first moves are drawn at random, so that games differ.

use game::{Facts, Piece, Rng, Setup, mix};
use multigame::{Error, Found, Game, Player, Position, Search, Verdict};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// A search remembers positions of one game in this many bytes.
const TABLE: usize = 16 << 20;
/// The tree of openings is this deep ...
const DEEP: usize = 3;
/// ... and each position of it shows this many moves.
const WIDE: usize = 5;
/// Of moves that won, this many are named.
const WINNING: usize = 20;

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
    /// The last move.
    last: String,
    winner: Option<Player>,
    /// Whether the rules ended it.
    is_finished: bool,
    lead_changes: usize,
    /// How many turns changed each field.
    changes: Vec<usize>,
    /// In how many turns each piece came to each field.
    arrivals: BTreeMap<Piece, Vec<usize>>,
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
    /// How many moves there are at the start.
    pub first_moves: usize,
    /// How many of them games began with.
    pub first_made: usize,
    /// How many of those won at all: the first player has won a game that began with them.
    pub n_first_winning: usize,
    /// Those of them that won most games.
    pub first_winning: Vec<Winning>,
    /// How many different moves ended games that somebody won.
    pub n_winning: usize,
    /// Those of them that ended most games.
    pub winning: Vec<Winning>,
    /// The share of the turns that changed each field.
    pub heat: Vec<f64>,
    /// Where pieces go: those that came anywhere, in the order in which the game declares them.
    pub goes: Vec<Goes>,
}

/// Where a piece goes.
#[derive(Clone, Debug, Serialize)]
pub struct Goes {
    /// Its number among the pieces of the game.
    pub piece: usize,
    /// The share of the turns in which one came to each field: it moved or was put there, or what
    /// stood there was turned over or promoted and became one.
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

/// A move that was the first or the last of games that were won.
#[derive(Clone, Debug, Serialize)]
pub struct Winning {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// How many of them it began or ended, according to the list.
    pub games: usize,
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

/// Plays the game of a number, or the beginning of it: before each turn `wanted` is asked, and
/// nothing is returned once it says no.
pub fn play(
    game: &Game,
    plan: &Plan,
    number: u32,
    wanted: &mut dyn FnMut() -> bool,
) -> Result<Option<Played>, Error> {
    let mut random = Rng::new(mix(plan.seed) ^ u64::from(number));
    // Each game has a search of its own, so that it does not depend on those before it.
    let search = Search::new(game).memory(TABLE).threads(1).nodes(plan.nodes);
    let mut position = game.start();
    let mut played = Played {
        widths: Vec::new(),
        opening: Vec::new(),
        last: String::new(),
        winner: None,
        is_finished: false,
        lead_changes: 0,
        changes: vec![0; game.facts().board.n_fields()],
        arrivals: BTreeMap::new(),
    };
    let mut leader = None;
    while played.widths.len() < plan.max_turns as usize {
        if !wanted() {
            return Ok(None);
        }
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
        played.see(&before, &position.setup());
        if played.opening.len() < DEEP {
            played.opening.push(moves[chosen].text().to_string());
        }
        played.last = moves[chosen].text().to_string();
        played.widths.push(moves.len());
    }
    Ok(Some(played))
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
    /// Counts what a turn changed, and which pieces came where.
    fn see(&mut self, before: &Setup, after: &Setup) {
        for (i, (was, is)) in before.board.iter().zip(&after.board).enumerate() {
            self.changes[i] += usize::from(was != is);
            // Nothing has come to a field from which something was only taken.
            let Some(top) = is.last().filter(|_| !was.starts_with(is)) else { continue };
            let n_fields = after.board.len();
            self.arrivals.entry(*top).or_insert_with(|| vec![0; n_fields])[i] += 1;
        }
    }

    /// The first move.
    fn first(&self) -> Option<&str> {
        self.opening.first().map(String::as_str)
    }

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
    /// What some games of this one show.
    pub fn new(facts: &Facts, games: &[Played]) -> Report {
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
        let won = games.iter().filter(|it| it.winner.is_some());
        let winning = winning_moves(won.map(|it| it.last.as_str()));
        let by_first = games.iter().filter(|it| it.winner == Some(Player::First));
        let first_winning = winning_moves(by_first.filter_map(Played::first));
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
            first_moves: games
                .iter()
                .filter_map(|it| it.widths.first())
                .copied()
                .next()
                .unwrap_or(0),
            first_made: games.iter().filter_map(Played::first).collect::<BTreeSet<_>>().len(),
            n_first_winning: first_winning.len(),
            first_winning: first_winning.into_iter().take(WINNING).collect(),
            n_winning: winning.len(),
            winning: winning.into_iter().take(WINNING).collect(),
            heat: (0..facts.board.n_fields()).map(heat).collect(),
            goes: goes(facts, games, n_turns),
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

/// The moves of won games, those that won most of them first.
fn winning_moves<'g>(texts: impl Iterator<Item = &'g str>) -> Vec<Winning> {
    let mut by_move: BTreeMap<&str, usize> = BTreeMap::new();
    texts.for_each(|text| *by_move.entry(text).or_default() += 1);
    let winning = |(text, games): (&str, usize)| Winning { text: text.to_string(), games };
    let mut winning: Vec<Winning> = by_move.into_iter().map(winning).collect();
    winning.sort_by_key(|winning| std::cmp::Reverse(winning.games));
    winning
}

/// Where each piece came to, as shares of all turns.
fn goes(facts: &Facts, games: &[Played], n_turns: usize) -> Vec<Goes> {
    let mut came: BTreeMap<Piece, Vec<usize>> = BTreeMap::new();
    for (piece, fields) in games.iter().flat_map(|it| &it.arrivals) {
        let sums = came.entry(*piece).or_insert_with(|| vec![0; fields.len()]);
        sums.iter_mut().zip(fields).for_each(|(sum, n)| *sum += n);
    }
    let share = |n: &usize| *n as f64 / n_turns.max(1) as f64;
    let goes = |(number, piece): (usize, Piece)| {
        let heat = came.get(&piece)?.iter().map(share).collect();
        Some(Goes { piece: number, heat })
    };
    facts.pieces().enumerate().filter_map(goes).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where turns take long, a whole game would be too long a wait.
    #[test]
    fn a_game_that_is_not_wanted_any_more_is_given_up_between_turns() {
        let game = Game::load("connect4").expect("a game");
        let plan = Plan { games: 1, nodes: 10, random: 2, max_turns: 300, seed: 1 };
        let played = |most: u32| {
            let mut asked = 0;
            let found = play(&game, &plan, 0, &mut || {
                asked += 1;
                asked < most
            });
            (found.expect("sound rules"), asked)
        };
        let (whole, asked) = played(u32::MAX);
        let turns = whole.expect("nobody stops it").widths.len();
        assert!(asked as usize >= turns && turns >= 7, "{turns}");
        let (begun, asked) = played(5);
        assert!(begun.is_none() && asked == 5, "{asked}");
    }
}
