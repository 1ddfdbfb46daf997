//! `multigame report`: what a game is like, found by letting it be played: how long it lasts,
//! how many moves there are, who wins and by which moves, how often the lead changes, how games
//! begin, and where pieces go.

mod page;

use super::answer::{exit_code, give, reason};
use super::args::ReportArgs;
use super::files::{check_new, replace};
use super::library;
use super::report::Failure;
use super::terminal::{self, Progress};
use super::text_board::rows;
use super::words::{count, round, rounded};
use ::web::report::{self, Plan, Played, Report, play};
use game::{Facts, Piece};
use multigame::{Game, Search};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::{self, Display};

/// Lines of text name this many moves that won.
const NAMED: usize = 8;

/// Shares of the turns, by the names of fields.
type Heat = BTreeMap<String, f64>;

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
    /// How many moves there are at the start, how many of them games began with, with how many
    /// of those the first player has won, and which won most games.
    first_moves: usize,
    first_made: usize,
    n_first_winning: usize,
    first_winning: Vec<report::Winning>,
    /// How many different moves ended a game that somebody won, and those that ended most.
    n_winning: usize,
    winning: Vec<report::Winning>,
    /// The share of the turns that changed each field, by its name.
    heat: Heat,
    /// The share of the turns in which a piece came to each field, by the name of the piece.
    goes: BTreeMap<String, Heat>,
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
    then: Vec<Opening>,
}

impl From<report::Opening> for Opening {
    fn from(it: report::Opening) -> Opening {
        Opening {
            text: it.text,
            games: it.games,
            share_of_first: it.share_of_first,
            then: it.then.into_iter().map(Opening::from).collect(),
        }
    }
}

impl From<report::Spread> for Spread {
    fn from(report::Spread { mean, least, most }: report::Spread) -> Spread {
        Spread { mean, least, most }
    }
}

pub(super) fn run(args: &ReportArgs) -> Result<u8, Failure> {
    if let Some(path) = &args.html {
        check_new(path, args.force)?;
    }
    let game = Game::options().compile(&library::find(&args.game)?)?;
    if let Some(why) = report::refusal(&game) {
        return Err(Failure::new(format!("there is no report of `{}`: {why}", game.name()))
            .hint("reports are for games of two players who see everything"));
    }
    let is_tree = Search::new(&game).settings().algorithm.grows_tree();
    let game = if is_tree { game } else { game.with_evaluation()? };
    let ReportArgs { games, nodes, random, max_turns, seed, .. } = *args;
    let plan = Plan { games, nodes, random, max_turns, seed };
    terminal::wait_for_interrupt();
    let (mut games, mut progress) = (Vec::new(), Progress::new());
    for n in 0..args.games {
        if terminal::interrupted() {
            break;
        }
        progress.show(|_| format!("game {} of {}", n + 1, args.games));
        games.extend(play(&game, &plan, n, &mut || !terminal::interrupted())?);
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
    let found = Report::new(facts, games);
    let named = |heat: &[f64]| -> Heat {
        facts.board.names.iter().cloned().zip(heat.iter().map(|it| round(*it, 3))).collect()
    };
    let pieces: Vec<Piece> = facts.pieces().collect();
    let goes = |it: &report::Goes| (called(facts, pieces[it.piece]), named(&it.heat));
    Card {
        game: facts.name.clone(),
        players: facts.players.clone(),
        games: found.games,
        nodes: args.nodes,
        seed: args.seed,
        complexity: found.complexity,
        length: found.length.into(),
        branching: found.branching.into(),
        wins: found.wins,
        draws: found.draws,
        unfinished: found.unfinished,
        share_of_first: found.share_of_first,
        decisive: found.decisive,
        lead_changes: found.lead_changes,
        heat: named(&found.heat),
        goes: found.goes.iter().map(goes).collect(),
        drawn: drawn(facts, &found.heat),
        openings: found.openings.into_iter().map(Opening::from).collect(),
        first_moves: found.first_moves,
        first_made: found.first_made,
        n_first_winning: found.n_first_winning,
        first_winning: found.first_winning,
        n_winning: found.n_winning,
        winning: found.winning,
        reason: None,
    }
}

/// What a piece is called, with its owner.
fn called(facts: &Facts, piece: Piece) -> String {
    let kind = &facts.kinds[piece.kind().index()].name;
    match piece.owner().player() {
        Some(player) => format!("{} {kind}", facts.player_name(player)),
        None => kind.clone(),
    }
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
        self.openings.iter().try_for_each(|opening| self.write_opening(f, opening, 0))?;
        if !self.openings.is_empty() {
            let [all, made, won] = [self.first_moves, self.first_made, self.n_first_winning];
            let named = some_of(&self.first_winning, won);
            writeln!(f, "first move {made} of {all} made, {won} of them won{named}")?;
        }
        if !self.winning.is_empty() {
            let named = some_of(&self.winning, self.n_winning);
            writeln!(f, "won by     {}{named}", count(self.n_winning, "move"))?;
        }
        writeln!(f, "where fields change, from 0 to 9:")?;
        self.drawn.iter().try_for_each(|line| writeln!(f, "  {line}"))
    }
}

impl Card {
    /// A move at the beginning, and those of its answers that were made more than once.
    fn write_opening(
        &self,
        f: &mut fmt::Formatter<'_>,
        opening: &Opening,
        depth: usize,
    ) -> fmt::Result {
        let Opening { text, games, share_of_first, then } = opening;
        let label = if depth == 0 { "opening    " } else { "           " };
        writeln!(
            f,
            "{label}{}{text}: {}, {} for {}",
            "  ".repeat(depth),
            count(*games, "game"),
            percent(*share_of_first),
            self.players[0]
        )?;
        let often = then.iter().filter(|it| it.games > 1);
        often.into_iter().try_for_each(|it| self.write_opening(f, it, depth + 1))
    }
}

fn percent(share: f64) -> String {
    format!("{:.0}%", 100.0 * share)
}

/// The moves that won most games, of this many, after a colon; nothing if there are none.
fn some_of(winning: &[report::Winning], n_all: usize) -> String {
    let named = winning.iter().take(NAMED).map(|it| format!("{} ({})", it.text, it.games));
    let named: Vec<String> = named.collect();
    let more = if n_all > named.len() { ", …" } else { "" };
    if named.is_empty() { String::new() } else { format!(": {}{more}", named.join(", ")) }
}
