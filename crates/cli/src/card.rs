//! `multigame report`: what a game is like, found by letting it be played: how long it lasts,
//! how many moves there are, who wins, how often the lead changes, and where pieces go.

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
use game::Facts;
use multigame::{Game, Search};
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
        games.push(play(&game, &plan, n)?);
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
    let found = Report::new(facts.board.n_fields(), games);
    let heat = found.heat.iter().map(|it| round(*it, 3));
    let opening = |it: report::Opening| Opening {
        text: it.text,
        games: it.games,
        share_of_first: it.share_of_first,
    };
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
        heat: facts.board.names.iter().cloned().zip(heat).collect(),
        drawn: drawn(facts, &found.heat),
        openings: found.openings.into_iter().map(opening).collect(),
        reason: None,
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
