//! `multigame replay`: checks a saved game, shows where it ends, converts it. A record of a
//! referee, with refused tries in brackets, is refereed again.

use super::answer::{Ended, as_map, give_json};
use super::args::{Format, ReplayArgs};
use super::engine::{self, Choice, Engine, Job};
use super::position::load_game;
use super::referee::refereed_game;
use super::report::Failure;
use super::saved::{self, Saved, has_refusals};
use super::terminal;
use super::text_board::draw;
use super::words::count;
use game::{Game, GameResult, Line, Record, Referee};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::path::Path;

/// A saved game that was replayed.
#[derive(Serialize)]
struct Replayed {
    game: String,
    #[serde(serialize_with = "as_map")]
    headers: Vec<(String, String)>,
    /// Nothing where a refusal cost the turn.
    moves: Vec<Option<String>>,
    position: String,
    outcome: Option<Ended>,
    recorded_result: String,
    /// The tries that were refused in each turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<Vec<Vec<String>>>,
    /// The last position, drawn.
    #[serde(skip)]
    board: String,
}

impl Display for Replayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, all legal", count(self.moves.len(), "move"))?;
        if let Some(refused) = &self.refused {
            let n: usize = refused.iter().map(Vec::len).sum();
            write!(f, " but for {}", count(n, "refused try"))?;
        }
        let unfinished = GameResult::Unfinished.to_string();
        match &self.outcome {
            Some(outcome) => write!(f, "; {}", outcome.result),
            None if self.recorded_result != unfinished => {
                write!(f, "; the game is not over, and recorded as {}", self.recorded_result)
            }
            None => write!(f, "; the game is not over"),
        }?;
        write!(f, "\n\n{}", self.board)
    }
}

pub(super) fn run(args: &ReplayArgs) -> Result<u8, Failure> {
    let saved = Saved::read(&args.file)?;
    let named = match (&args.game, saved.format()) {
        (Some(game), _) => game.clone(),
        (None, Format::Record) => saved.record()?.game,
        (None, Format::Pgn) => variant(&saved.text).ok_or_else(|| {
            Failure::new("the PGN file does not say by which rules it is played")
                .hint("add `--game chess`, or another game")
        })?,
    };
    let loaded = load_game(&beside(&args.file, named), &[]).map_err(|failure| match args.game {
        Some(_) => failure,
        None => failure.hint("its rules may also be beside the record, or be given by `--game`"),
    })?;
    let is_record = saved.format() == Format::Record;
    let is_refereed = is_record && saved.record().is_ok_and(|record| has_refusals(&record));
    let is_refereed = is_refereed && loaded.game.facts().hidden;
    let replay = Replay { args, saved, is_refereed };
    match is_refereed {
        true => refereed_game(loaded.game, &[], args.backend, &replay),
        false => engine::run(loaded.game, &Choice::of(args.backend), &replay),
    }
}

/// A file that is to be replayed.
struct Replay<'a> {
    args: &'a ReplayArgs,
    saved: Saved,
    /// Whether a referee has to judge its tries again.
    is_refereed: bool,
}

impl Job for Replay<'_> {
    fn run<G: Engine>(&self, game: G) -> Result<u8, Failure> {
        if self.is_refereed { self.referee(&game) } else { self.replay(&game) }
    }
}

impl Replay<'_> {
    /// Replays all games of the file.
    fn replay<G: Game>(&self, game: &G) -> Result<u8, Failure> {
        let records = self.saved.records(game)?;
        if records.is_empty() {
            return Err(self.saved.empty());
        }
        let mut replayed = Vec::new();
        for mut record in records {
            // The record may name its game by the path that was loaded.
            record.game = game.facts().name.clone();
            let line = self.saved.line(game, &record)?;
            let proper = line.record(game)?;
            match self.args.to {
                Some(format) => convert(game, &record, &line, proper, format)?,
                None => replayed.push(Replayed::new(game, &record, &line, &proper)?),
            }
        }
        self.show(&replayed)
    }

    /// Referees the one game of the file.
    fn referee<G: Referee>(&self, game: &G) -> Result<u8, Failure> {
        let (session, record) = (self.saved.session(game)?, self.saved.record()?);
        let (line, proper) = (session.line(), session.record()?);
        if let Some(format) = self.args.to {
            convert(game, &record, line, proper, format)?;
            return Ok(0);
        }
        self.show(&[Replayed::new(game, &record, line, &proper)?])
    }

    /// Shows all games, unless they were written in another format.
    fn show(&self, replayed: &[Replayed]) -> Result<u8, Failure> {
        match (self.args.to, self.args.json) {
            (Some(_), _) => {}
            (None, true) => give_json(&replayed)?,
            (None, false) => {
                let texts: String = replayed.iter().map(Replayed::to_string).collect();
                terminal::print(&texts)?;
            }
        }
        Ok(0)
    }
}

/// Writes a game in another format. `proper` is its record as it would be written.
fn convert<G: Game>(
    game: &G,
    record: &Record,
    line: &Line<G::Position>,
    mut proper: Record,
    format: Format,
) -> Result<(), Failure> {
    proper.headers = record.headers.clone();
    // A game that was given up has a result that its last position does not.
    if line.outcome(game)?.is_none() {
        proper.result = record.result;
    }
    terminal::print(&saved::write(game, &proper, line, format)?)
}

impl Replayed {
    fn new<G: Game>(
        game: &G,
        record: &Record,
        line: &Line<G::Position>,
        proper: &Record,
    ) -> Result<Replayed, Failure> {
        let (facts, setup) = (game.facts(), game.setup(line.position()));
        let turns: Vec<_> = proper.moves.iter().map(|turn| attempts(turn)).collect();
        let has_refused = turns.iter().any(|(refused, _)| !refused.is_empty());
        let texts = |list: &[&str]| list.iter().map(ToString::to_string).collect();
        let refused = turns.iter().map(|(refused, _)| texts(refused));
        let headers: BTreeMap<String, String> = record.headers.iter().cloned().collect();
        Ok(Replayed {
            game: facts.name.clone(),
            headers: headers.into_iter().collect(),
            moves: turns.iter().map(|(_, made)| made.map(str::to_string)).collect(),
            position: game::write_position(facts, &setup),
            outcome: Ended::maybe(facts, line.outcome(game)?),
            recorded_result: record.result.to_string(),
            refused: has_refused.then(|| refused.collect()),
            board: draw(facts, &setup),
        })
    }
}

/// A turn of a record: the tries that were refused in it, and the move, which is missing
/// where a refusal cost the turn.
fn attempts(turn: &str) -> (Vec<&str>, Option<&str>) {
    let (refused, made) = turn.rsplit_once(']').unwrap_or(("", turn));
    let refused = refused.split(|c: char| c.is_whitespace() || "[]".contains(c));
    let made = Some(made.trim()).filter(|made| !made.is_empty());
    (refused.filter(|text| !text.is_empty()).collect(), made)
}

/// A game that is not built in may be beside the record.
fn beside(record: &Path, named: String) -> String {
    let file = record.with_file_name(format!("{}.mg", named.trim_end_matches(".mg")));
    match games::text(&named).is_none() && !Path::new(&named).is_file() && file.is_file() {
        true => file.display().to_string(),
        false => named,
    }
}

/// The game that a PGN file names in its tag `Variant`, as ours do.
fn variant(pgn: &str) -> Option<String> {
    let tag = pgn.lines().find_map(|line| line.trim().strip_prefix("[Variant \""))?;
    let name = tag.split('"').next()?.to_lowercase().replace(' ', "_");
    Some(name).filter(|name| games::text(name).is_some())
}
