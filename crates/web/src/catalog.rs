//! The games that can be asked about: those that are built in, those that whoever started the
//! server has named, and texts that visitors send. Compiled games are kept, the ones that were
//! used last, so that a page that asks again does not wait again.

use crate::drawings::{Drawing, Drawn};
use crate::limits::{GAMES, RULES};
use crate::referees::Backed;
use crate::refusal::Refusal;
use crate::steps::Steps;
use multigame::{Backend, Error, Game, Search, Text};
use serde::{Deserialize, Serialize};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Which game is meant: one of ours by name, or the rules themselves.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Wanted {
    #[serde(default)]
    pub(crate) game: String,
    pub(crate) rules: Option<String>,
}

/// A game that was compiled.
pub(crate) struct Entry {
    /// Another number for each, so that positions of two games are never mixed up.
    pub(crate) id: u64,
    pub(crate) text: Text,
    /// Interpreted: ready at once, bounded in everything, and fast enough for one position.
    pub(crate) shown: Game,
    pub(crate) steps: Steps,
    pub(crate) drawn: Drawn,
    /// With native code and an evaluation, for searches; made by the first of them.
    played: OnceLock<Result<Game, Error>>,
    /// By its own types, for questions that the facade does not answer; made by the first of them.
    refereed: OnceLock<Result<Backed, Error>>,
    /// Whether the rules came from a visitor.
    is_visitors: bool,
}

impl Entry {
    /// The game that is searched.
    pub(crate) fn played(&self) -> Result<&Game, Error> {
        let made = self.played.get_or_init(|| {
            let game = Game::options().compile(&self.text)?;
            // A search that plays random games needs no evaluation, and to find one takes long.
            let plays_at_random = Search::new(&game).settings().algorithm.grows_tree();
            match plays_at_random {
                true => Ok(game),
                false => game.with_evaluation(),
            }
        });
        made.as_ref().map_err(Clone::clone)
    }

    /// The game by its own types.
    pub(crate) fn refereed(&self) -> Result<&Backed, Refusal> {
        let made = self.refereed.get_or_init(|| Backed::new(&self.text, self.is_visitors));
        made.as_ref().map_err(|why| why.clone().into())
    }
}

/// A line of the list of games.
#[derive(Clone, Serialize)]
pub(crate) struct About {
    name: String,
    about: String,
    /// Whether it belongs to whoever started the server.
    own: bool,
}

/// All games.
#[derive(Default)]
pub(crate) struct Catalog {
    own: Vec<Text>,
    drawings: Vec<Drawing>,
    kept: Mutex<Kept>,
    /// Whether rules of visitors are compiled as all others.
    trusts: bool,
}

#[derive(Default)]
struct Kept {
    next_id: u64,
    /// The one that was used last comes last.
    entries: Vec<(String, Arc<Entry>)>,
}

impl Catalog {
    pub(crate) fn new(own: Vec<Text>, drawings: Vec<Drawing>) -> Catalog {
        Catalog { own, drawings, ..Catalog::default() }
    }

    /// That of a process which does one task under limits: it compiles rules of visitors, too.
    pub(crate) fn alone() -> Catalog {
        Catalog { trusts: true, ..Catalog::default() }
    }

    /// The games that have names here.
    pub(crate) fn list(&self) -> Vec<About> {
        let own = self.own.iter().map(|text| (text.clone(), true));
        let is_hidden = |name: &str| self.own.iter().any(|text| text.name == name);
        let built_in = Game::names().filter(|name| !is_hidden(name));
        let built_in = built_in.filter_map(|name| Some((Text::built_in(name).ok()?, false)));
        own.chain(built_in)
            .map(|(text, own)| About { about: text.about(), name: text.name, own })
            .collect()
    }

    /// A game, compiled now if it is not kept.
    pub(crate) fn find(&self, wanted: &Wanted) -> Result<Arc<Entry>, Refusal> {
        let key = match &wanted.rules {
            Some(rules) => format!("{}\n{rules}", wanted.game),
            None => wanted.game.clone(),
        };
        if let Some(entry) = self.kept().used(&key) {
            return Ok(entry);
        }
        let text = self.text(wanted)?;
        let game = Game::options().backend(Backend::Interpreter).compile(&text)?;
        let steps = Steps::new(game.facts());
        let drawn = Drawn::new(&self.drawings, &text, game.facts());
        let mut kept = self.kept();
        kept.next_id += 1;
        let (id, played, refereed) = (kept.next_id, OnceLock::new(), OnceLock::new());
        let is_visitors = wanted.rules.is_some() && !self.trusts;
        let entry = Entry { id, text, shown: game, steps, drawn, played, refereed, is_visitors };
        let entry = Arc::new(entry);
        kept.entries.push((key, Arc::clone(&entry)));
        if kept.entries.len() > GAMES {
            kept.entries.remove(0);
        }
        Ok(entry)
    }

    /// The text of a game. What rules of visitors extend is built in.
    pub(crate) fn text(&self, wanted: &Wanted) -> Result<Text, Refusal> {
        let Some(rules) = &wanted.rules else {
            if wanted.game.is_empty() {
                return Err(Refusal::bad("`game` is missing", "name a game, or send `rules`"));
            }
            let own = self.own.iter().find(|text| text.name == wanted.game);
            return Ok(own.cloned().map_or_else(|| Text::built_in(&wanted.game), Ok)?);
        };
        if rules.len() > RULES {
            let error = format!("the rules are longer than {} kB", RULES >> 10);
            return Err(Refusal::bad(error, "make them shorter, or extend a built-in game"));
        }
        let is_word = |name: &str| name.chars().all(|c| c.is_alphanumeric() || "_-".contains(c));
        let is_name = (1..=60).contains(&wanted.game.len()) && is_word(&wanted.game);
        Ok(Text::new(if is_name { &wanted.game } else { "mine" }, rules))
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Kept> {
        // What is kept is whole at any moment, whoever broke down.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn used(&mut self, key: &str) -> Option<Arc<Entry>> {
        let place = self.entries.iter().position(|(known, _)| known == key)?;
        let found = self.entries.remove(place);
        let entry = Arc::clone(&found.1);
        self.entries.push(found);
        Some(entry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever visitors' rules do to the compiler, they do not do it here.
    #[test]
    fn rules_of_visitors_are_interpreted() {
        let catalog = Catalog::default();
        let find = |rules: Option<String>| {
            catalog.find(&Wanted { game: "tictactoe".into(), rules }).expect("a game")
        };
        let rules = Text::built_in("tictactoe").expect("a game").text;
        let (known, sent) = (find(None), find(Some(rules)));
        assert!(matches!(known.refereed().expect("a referee"), Backed::Native(_)));
        assert!(matches!(sent.refereed().expect("a referee"), Backed::Interp(_)));
        // What was compiled is kept for the next question.
        let again = find(None);
        let [first, second] = [&known, &again].map(|it| it.refereed().expect("a referee"));
        assert!(std::ptr::eq(first, second));
    }
}
