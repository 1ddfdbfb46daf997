//! What most commands begin with: a game, a position of it, and the moves that
//! led there.

use super::args::{PositionArgs, StartArgs};
use super::engine::{self, Choice, Job};
use super::ranks::journal::JournalFile;
use super::ranks::rules_number;
use super::report::Failure;
use super::terminal;
use crate::{learned, library};
use ::ranks::Team;
use game::{Facts, Game, Line, parse_position};
use interp::Limits;
use multigame::Text;
use multigame::parts::{Loaded, automatic, doubtful, has_learned, load_text};
use rules::NamedValue;
use std::path::Path;
use syntax::ast::ValueRole;

/// A game with a line of play in it.
pub(super) struct Table<G: Game> {
    pub(super) game: G,
    pub(super) line: Line<G::Position>,
}

/// Loads the game that a user named, with what they took out.
pub(super) fn load_game(game: &str, without: &[String]) -> Result<Loaded, Failure> {
    load_found(&find_game(game, without)?)
}

/// Finds the text of the game that a user named, with what they took out.
pub(super) fn find_game(game: &str, without: &[String]) -> Result<Text, Failure> {
    let text = library::find(game)?;
    Ok(if without.is_empty() { text } else { library::without(&text, without) })
}

/// Loads a game to search it, with the evaluations that were asked for by name, and with one
/// that a study finds where there is no other.
pub(super) fn load_to_search(
    game: &str,
    without: &[String],
    asked: &[&str],
) -> Result<Loaded, Failure> {
    let text = find_game(game, without)?;
    let loaded = load_found(&text)?;
    with_evaluation(&text, loaded, asked)
}

/// The same without what the program carries beside the rules: whatever is measured or learned
/// with that would depend on its version.
pub(super) fn load_to_measure(
    game: &str,
    without: &[String],
    asked: &[&str],
) -> Result<Loaded, Failure> {
    let text = find_game(game, without)?;
    let mut loaded = with_automatic(&text, load_found(&text)?, asked, false)?;
    loaded.game = learned::attach_files(loaded.game, asked)?;
    Ok(loaded)
}

/// A game that was loaded, with the evaluations that were asked for by name: the one that a
/// study finds, which is found, too, where there is no other, and those of files. One that a
/// variant inherits and that its outcomes contradict is taken out, unless it was asked for.
pub(super) fn with_evaluation(
    text: &Text,
    loaded: Loaded,
    asked: &[&str],
) -> Result<Loaded, Failure> {
    let carried = has_learned(&loaded.game);
    let is_open = asked.is_empty() && !carried;
    let wanted = terminal::waits_for_study;
    if let Some(doubtful) = is_open.then(|| doubtful(&loaded.rules, &loaded.game, wanted)).flatten()
    {
        terminal::note(&format!("{doubtful}; it is not used"));
        let text = library::without(text, &doubtful.inherited);
        let loaded = load_found(&text)?;
        return with_evaluation(&text, loaded, asked);
    }
    let is_inherited = |value: &NamedValue| value.inherited && value.role == ValueRole::Evaluation;
    if is_open && !wanted() && loaded.rules.values.iter().any(is_inherited) {
        terminal::note(
            "there was no time to see whether the inherited evaluation fits these rules",
        );
    }
    let mut loaded = with_automatic(text, loaded, asked, carried)?;
    loaded.game = learned::attach(loaded.game, asked)?;
    Ok(loaded)
}

/// A game that was loaded, with the evaluation that a study finds, if that was asked for or
/// nothing else is there; `has_other` if something is that the rules do not name.
fn with_automatic(
    text: &Text,
    loaded: Loaded,
    asked: &[&str],
    has_other: bool,
) -> Result<Loaded, Failure> {
    let known = &loaded.rules.facts.evaluations;
    let has_some = !known.is_empty() || has_other;
    let is_asked = asked.contains(&study::NAME) && !known.iter().any(|name| name == study::NAME);
    if has_some && !is_asked {
        return Ok(loaded);
    }
    // Whoever asks for it by its name waits for it.
    let wanted: fn() -> bool = if is_asked { || true } else { terminal::waits_for_study };
    let lines = automatic(text, &loaded, wanted);
    if lines.is_none() && !wanted() {
        terminal::note("there was no time to find an evaluation for this game");
    }
    match lines {
        Some(lines) => load_found(&text.with(&lines)),
        None => Ok(loaded),
    }
}

/// Said where a game with hidden information is searched or shown as if there was none.
pub(super) const ALL_SHOWN: &str = "in this game players do not see everything; here all is shown";

/// Notes what it means to search a game with hidden information.
pub(super) fn note_hidden(facts: &Facts) {
    if facts.hidden {
        terminal::note(ALL_SHOWN);
    }
}

/// Loads a game whose text was found.
pub(super) fn load_found(text: &Text) -> Result<Loaded, Failure> {
    let mut loaded = load_text(text)?;
    loaded.game = loaded.game.with_limits(Limits::on_worker());
    Ok(loaded)
}

impl PositionArgs {
    /// Opens the journal that a command about this position keeps in a folder, if one was named;
    /// only the first rank has it.
    pub(super) fn journal(
        &self,
        folder: Option<&Path>,
        team: &Team<'_>,
    ) -> Result<Option<Option<JournalFile>>, Failure> {
        let Some(folder) = folder else { return Ok(None) };
        let rules = rules_number(&find_game(&self.game, &self.without)?);
        JournalFile::open(folder, rules, team).map(Some)
    }

    /// Does a job that looks at the position and at little else.
    pub(super) fn look(&self, job: &impl Job) -> Result<u8, Failure> {
        let game = load_game(&self.game, &self.without)?.game;
        engine::run(game, &self.choice(&[]), job)
    }

    /// Does a job that searches, by these evaluations among others.
    pub(super) fn search(&self, asked: &[&str], job: &impl Job) -> Result<u8, Failure> {
        let game = load_to_search(&self.game, &self.without, asked)?.game;
        engine::run(game, &self.choice(&[]), job)
    }

    /// Does a job that measures searches.
    pub(super) fn measure(&self, asked: &[&str], job: &impl Job) -> Result<u8, Failure> {
        let game = load_to_measure(&self.game, &self.without, asked)?.game;
        engine::run(game, &self.choice(&[]), job)
    }

    /// How what plays is chosen, without these passes.
    pub(super) fn choice<'a>(&'a self, off: &'a [String]) -> Choice<'a> {
        let position = self.position.as_deref();
        Choice { off, position, ..Choice::of(self.backend) }
    }
}

impl StartArgs {
    /// The moves to make first.
    fn moves(&self) -> impl Iterator<Item = &str> {
        let moves = self.after.as_deref().unwrap_or("");
        let is_number = |word: &str| word.trim_end_matches('.').bytes().all(|b| b.is_ascii_digit());
        // Numbers of moves, as records have them, say nothing.
        moves.split([' ', ',', '\n', '\t']).filter(move |word| !is_number(word))
    }
}

/// Where a game begins: where a user says, or at its start.
pub(super) fn start<G: Game>(game: &G, text: Option<&str>) -> Result<G::Position, Failure> {
    let Some(text) = text else { return Ok(game.start()) };
    let setup = parse_position(game.facts(), text);
    let position = setup.and_then(|setup| game.position(&setup));
    position.map_err(|error| Failure::in_text(&error, text))
}

impl<G: Game> Table<G> {
    /// Sets up the position that a user described.
    pub(super) fn new(game: G, args: &StartArgs) -> Result<Table<G>, Failure> {
        let start = start(&game, args.position.as_deref())?;
        let mut table = Table { line: Line::new(start), game };
        for (i, word) in args.moves().enumerate() {
            table
                .make(word)
                .map_err(|failure| failure.at(&format!("move {} of --after", i + 1)))?;
        }
        Ok(table)
    }

    /// Makes the move that a user wrote.
    pub(super) fn make(&mut self, text: &str) -> Result<(), Failure> {
        self.line.play(&self.game, text)?;
        Ok(())
    }

    /// The position as text.
    pub(super) fn position_text(&self) -> String {
        game::write_position(self.game.facts(), &self.game.setup(self.line.position()))
    }
}
