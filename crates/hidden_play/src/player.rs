//! A player for one side of a game: is told what its side perceives and how its attempts
//! were answered, and says what to attempt.

use crate::ending::Ending;
use crate::ismcts;
use crate::judge::Judge;
use crate::mind::Mind;
use crate::pimc::Pimc;
use crate::settings::{Method, PlayError, Settings};
use crate::worlds::World;
use game::{Field, Perceived, Piece, Referee, Rng};
use infoset::{Belief, Observation};
use search::Stopper;
use std::collections::BTreeMap;

/// What beliefs are parts of.
const BILLION: u128 = 1_000_000_000;

/// An attempt, and what was thought about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The text of the attempt.
    pub text: String,
    /// The share of the points that is expected; nothing if that was not asked.
    pub share: Option<f64>,
    /// Worlds that were searched, or ways down the tree.
    pub samples: usize,
    /// Nodes of the searches, or turns that were played.
    pub nodes: u64,
}

impl Thought {
    /// There was nothing to think about.
    pub(crate) fn at_once(text: &str, samples: usize) -> Thought {
        Thought { text: text.to_string(), share: None, samples, nodes: 0 }
    }
}

/// A player of one side.
///
/// ```
/// use game::Game;
/// use hidden_play::{Player, Settings, Method};
/// use infoset::Session;
/// // In a program of yours: `let game = multigame::parts::load("phantom_tictactoe")?.game;`
/// let game = testing::load("phantom_tictactoe");
/// let mut session = Session::new(&game, game.start()).unwrap();
/// let settings = Settings { samples: Some(50), ..Settings::new(game.facts(), Method::Ismcts) };
/// let view = session.view(game::Player::First);
/// let mut player = Player::new(&game, view, settings).unwrap();
/// let tries = session.tries().unwrap();
/// let thought = player.attempt(&tries, &mut || true).unwrap();
/// assert!(session.attempt(&thought.text).unwrap().accepted);
/// player.perceive(&session.view(game::Player::First).turns[0], &mut || 1.0).unwrap();
/// ```
pub struct Player<'g, G: Referee> {
    mind: Mind<'g, G>,
    judge: Judge,
    pimc: Option<Pimc<'g, G>>,
    ending: Option<Ending<'g, G>>,
    settings: Settings,
    notes: Vec<String>,
}

impl<'g, G: Referee> Player<'g, G> {
    /// A player who has perceived this.
    pub fn new(
        game: &'g G,
        observation: &Observation,
        settings: Settings,
    ) -> Result<Player<'g, G>, PlayError> {
        let mind = Mind::new(game, observation, &settings)?;
        let start =
            mind.worlds.list().first().map_or_else(|| game.start(), |it| it.position.clone());
        let evaluation = settings.search.evaluation;
        let judge = Judge::new(game, &start, evaluation, &mut Rng::new(settings.seed))?;
        let pimc = match settings.method {
            Method::Pimc => Some(Pimc::new(game, &settings)?),
            Method::Ismcts => None,
        };
        let ending = settings.endings.then(|| Ending::new(game, settings.endings_memory));
        let mut player = Player { mind, judge, pimc, ending, settings, notes: Vec::new() };
        for turn in &observation.turns {
            player.perceive(turn, &mut || 1.0)?;
        }
        Ok(player)
    }

    /// Takes a turn into account, its own or the enemy's. `left` says which share of the
    /// time for it is left, 1 at first: when nothing is, it is content with fewer
    /// positions, and it keeps as many as can be carried forward in that time.
    pub fn perceive(
        &mut self,
        turn: &Perceived,
        left: &mut dyn FnMut() -> f64,
    ) -> Result<(), PlayError> {
        let (was_whole, was_lost) = (self.mind.worlds.is_whole(), self.is_lost());
        self.mind.perceive(turn, left)?;
        let turns = match self.mind.worlds.n_turns() {
            1 => "1 turn".to_string(),
            n => format!("{n} turns"),
        };
        if was_whole && !self.mind.worlds.is_whole() {
            let most = self.mind.worlds.most();
            self.notes.push(format!(
                "after {turns} there is too much that is possible: a sample of at most \
                 {most} positions is kept"
            ));
        }
        if self.is_lost() && !was_lost {
            self.notes.push(format!(
                "after {turns} nothing of the sample is possible any more: it goes on \
                 with what may be tried"
            ));
        }
        Ok(())
    }

    /// How many turns it was told of.
    pub fn n_turns(&self) -> usize {
        self.mind.worlds.n_turns()
    }

    fn is_lost(&self) -> bool {
        self.mind.worlds.list().is_empty()
    }

    /// An attempt of this turn was refused, and this was heard.
    pub fn refused(&mut self, text: &str, heard: Vec<String>) {
        self.mind.refused(text, heard);
    }

    /// An attempt of this turn was neither legal nor something that may be tried.
    pub fn impossible(&mut self, text: &str) {
        self.mind.impossible(text);
    }

    /// Finds what to attempt. `tries` is what the referee says that may be tried; where
    /// nothing can be refused, these are the legal moves. When `goes_on` says no, it makes
    /// do with what it has found; where time decides, it thinks until then. It is asked
    /// between searches: the one that is under way ends by the [stopper](Self::stopper).
    pub fn attempt(
        &mut self,
        tries: &[String],
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Thought, PlayError> {
        if let Some(ending) = &mut self.ending {
            let is_timed = self.settings.samples.is_none();
            if let Some(thought) = ending.think(&mut self.mind, tries, is_timed)? {
                return Ok(thought);
            }
        }
        let (mind, judge, settings) = (&self.mind, &self.judge, &self.settings);
        let thought = match &self.pimc {
            Some(pimc) => pimc.think(mind, judge, settings, tries, goes_on)?,
            None => ismcts::think(mind, judge, settings, tries, goes_on)?,
        };
        if let Some(thought) = thought {
            return Ok(thought);
        }
        let open: Vec<&String> = tries.iter().filter(|text| !mind.is_answered(text)).collect();
        let mut rng = Rng::new(settings.seed.wrapping_add(mind.moment()));
        let any = rng.choose(&open).ok_or(PlayError::Nothing)?;
        Ok(Thought::at_once(any, 0))
    }

    /// What somebody who watches should know: that only a sample is kept, and the like;
    /// each is told once.
    pub fn notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    /// How many positions are known to be possible, and whether these are all.
    pub fn possible(&self) -> (usize, bool) {
        (self.mind.worlds.list().len(), self.mind.worlds.is_whole())
    }

    /// How likely each piece is on each field, the likeliest first, by the positions that are
    /// known to be possible. Fields are empty in the others.
    pub fn shares(&self) -> Vec<Vec<(Piece, f64)>> {
        let sorted = |pieces: BTreeMap<Piece, (usize, f64)>| {
            let pieces = pieces.into_iter().map(|(piece, (_, share))| (piece, share));
            let mut pieces: Vec<(Piece, f64)> = pieces.collect();
            pieces.sort_by(|a, b| b.1.total_cmp(&a.1));
            pieces
        };
        let worlds: Vec<&World<G::Position>> = self.mind.worlds.list().iter().collect();
        self.likely(&worlds).into_iter().map(sorted).collect()
    }

    /// For each field the pieces that may be there: in how many worlds, and how likely.
    fn likely(&self, worlds: &[&World<G::Position>]) -> Vec<BTreeMap<Piece, (usize, f64)>> {
        let game = self.mind.game;
        let whole: f64 = worlds.iter().map(|world| world.weight).sum();
        let mut fields = vec![BTreeMap::new(); game.facts().board.n_fields()];
        let mut stack = Vec::new();
        for world in worlds {
            for (i, pieces) in fields.iter_mut().enumerate() {
                stack.clear();
                game.stack(&world.position, Field(i as u16), &mut stack);
                // A piece is there once, however many there are in a stack.
                stack.sort_unstable();
                stack.dedup();
                for &piece in &stack {
                    let (n, share) = pieces.entry(piece).or_insert((0, 0.0));
                    (*n, *share) = (*n + 1, *share + world.weight / whole);
                }
            }
        }
        fields
    }

    /// How many positions are possible with the answers of this turn, and how likely each piece
    /// is on each field, in parts of a billion: all of them only where it is in every position.
    pub fn belief(&self) -> Result<(usize, Belief), PlayError> {
        let mut worlds = Vec::new();
        for world in self.mind.worlds.list() {
            if !self.mind.is_asked() || self.mind.look(world, &[])?.is_some() {
                worlds.push(world);
            }
        }
        let part = |(n, share): (usize, f64)| match n == worlds.len() {
            true => BILLION,
            false => ((share * BILLION as f64) as u128).clamp(1, BILLION - 1),
        };
        let parts = |pieces: BTreeMap<Piece, (usize, f64)>| {
            pieces.into_iter().map(|(piece, it)| (piece, part(it))).collect()
        };
        let fields = self.likely(&worlds).into_iter().map(parts).collect();
        Ok((worlds.len(), Belief { histories: BILLION, fields }))
    }

    /// What ends a search of `pimc` that is under way. Whoever has used it resets it.
    pub fn stopper(&self) -> Option<Stopper> {
        self.pimc.as_ref().map(Pimc::stopper)
    }
}
