//! From the results of a turn to its moves: what leads to the same position is
//! one move, and each move gets its shortest text, or a longer one if that names another.
//!
//! Where several ways lead to the same, [`compare_ways`] decides which of them counts,
//! also in the middle of a turn: a loop that meets a position again goes on with the way
//! that comes first in this order. So names do not depend on the order in which a back
//! end looks for results.
//!
//! Back ends find the results; what a result is called and when results
//! contradict each other is decided here, once for all of them.

use crate::facts::Facts;
use crate::ids::Player;
use crate::turn::{Event, Message, Move, Outcome};
use crate::{Turn, move_text};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::hash::Hash;

/// One way to make a move, as far as the move shows it.
pub trait Way {
    /// What the text of the move usually tells.
    fn usual_events(&self) -> Vec<Event>;

    /// Everything that happened, for a text that must tell more than usual.
    fn all_events(&self) -> Vec<Event>;

    /// What the move costs, made this way.
    fn cost(&self) -> i32;

    /// What the referee says.
    fn told(&self) -> Vec<Message>;
}

/// Which of two ways to the same result names it: the one with the shorter text, the text
/// that comes first, the same for texts that tell everything, and then what is said.
pub fn compare_ways<W: Way>(facts: &Facts, player: Player, a: &W, b: &W) -> Ordering {
    let [text_a, text_b] = [a, b].map(|way| move_text(facts, player, &way.usual_events()));
    compare_texts(&text_a, &text_b).then_with(|| tell_apart(facts, player, a, b))
}

/// Shorter texts come first.
fn compare_texts(a: &str, b: &str) -> Ordering {
    (a.len(), a).cmp(&(b.len(), b))
}

/// Which of two ways with the same text comes first.
fn tell_apart<W: Way>(facts: &Facts, player: Player, a: &W, b: &W) -> Ordering {
    let [all_a, all_b] = [a, b].map(|way| move_text(facts, player, &way.all_events()));
    compare_texts(&all_a, &all_b).then_with(|| a.told().cmp(&b.told()))
}

/// A position that the turn can lead to, with the ways to it and their texts.
#[derive(Clone, Debug)]
struct Successor<P, W> {
    to: P,
    outcome: Option<Outcome>,
    ways: Vec<(String, W)>,
}

/// The results of a turn, sorted out as they come in.
#[derive(Clone, Debug)]
pub struct Collector<'f, P, W> {
    facts: &'f Facts,
    /// The player whose turn it is.
    player: Player,
    over: Option<Outcome>,
    successors: Vec<Successor<P, W>>,
    /// The successor of each position, its outcome left out.
    by_position: FxHashMap<P, usize>,
    /// The bytes of all texts so far.
    text_bytes: usize,
}

/// What is wrong with the results of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnProblem<P> {
    /// The position is over in two ways.
    TwoOutcomes(Outcome, Outcome),
    /// The move of this text leads to one position with two outcomes, or one and none.
    TwoEnds(Option<Outcome>, Option<Outcome>, String),
    /// The position is over and has the move of this text.
    OverAndMoves(Outcome, String),
    /// Two moves have one text.
    SameText(String, Box<[P; 2]>),
    /// There is no move and no outcome.
    Stuck,
}

/// What a turn offers.
#[derive(Clone, Debug)]
pub enum Offer<P, W> {
    /// The game is over.
    Over(Outcome),
    /// The moves in the order of their texts, each with the way that named it.
    Moves(Vec<(Move<P>, W)>),
}

impl<P, W> From<Offer<P, W>> for Turn<P> {
    fn from(offer: Offer<P, W>) -> Turn<P> {
        match offer {
            Offer::Over(outcome) => Turn::Over(outcome),
            Offer::Moves(moves) => Turn::Moves(moves.into_iter().map(|(made, _)| made).collect()),
        }
    }
}

impl<'f, P: Clone + Eq + Hash, W: Way + Clone> Collector<'f, P, W> {
    /// No results yet.
    pub fn new(facts: &'f Facts, player: Player) -> Collector<'f, P, W> {
        Collector {
            facts,
            player,
            over: None,
            successors: Vec::new(),
            by_position: FxHashMap::default(),
            text_bytes: 0,
        }
    }

    /// The bytes of all texts so far.
    pub fn text_bytes(&self) -> usize {
        self.text_bytes
    }

    /// Adds that the position itself is over.
    pub fn over(&mut self, outcome: Outcome) -> Result<(), TurnProblem<P>> {
        match self.over.replace(outcome) {
            Some(other) if other != outcome => Err(TurnProblem::TwoOutcomes(other, outcome)),
            _ => Ok(()),
        }
    }

    /// Adds a way to a position. `undecided` is that position whatever the turn
    /// said about the outcome.
    pub fn add(
        &mut self,
        undecided: P,
        to: P,
        outcome: Option<Outcome>,
        way: W,
    ) -> Result<(), TurnProblem<P>> {
        let text = move_text(self.facts, self.player, &way.usual_events());
        self.text_bytes += text.len();
        let index = *self.by_position.entry(undecided).or_insert(self.successors.len());
        let Some(known) = self.successors.get_mut(index) else {
            self.successors.push(Successor { to, outcome, ways: vec![(text, way)] });
            return Ok(());
        };
        if known.outcome != outcome {
            return Err(TurnProblem::TwoEnds(known.outcome, outcome, text));
        }
        known.ways.push((text, way));
        Ok(())
    }

    /// Decides between an outcome and moves, and names the moves.
    pub fn finish(self) -> Result<Offer<P, W>, TurnProblem<P>> {
        match (self.over, self.successors.first()) {
            (Some(outcome), None) => return Ok(Offer::Over(outcome)),
            (Some(outcome), Some(some)) => {
                return Err(TurnProblem::OverAndMoves(outcome, some.ways[0].0.clone()));
            }
            (None, None) => return Err(TurnProblem::Stuck),
            (None, Some(_)) => {}
        }
        Ok(Offer::Moves(self.name()?))
    }

    /// The successors that each text names: the first, and another if there is one.
    fn named_by(&self) -> FxHashMap<&str, (usize, Option<usize>)> {
        let mut named_by: FxHashMap<&str, (usize, Option<usize>)> = FxHashMap::default();
        for (i, successor) in self.successors.iter().enumerate() {
            for (text, _) in &successor.ways {
                let names = named_by.entry(text).or_insert((i, None));
                if names.0 != i {
                    names.1.get_or_insert(i);
                }
            }
        }
        named_by
    }

    /// Names each move by the first of its ways. If others have that text too, the text
    /// tells everything that happened. No other way decides: how many of them are known
    /// depends on how much a back end still tells apart on the way.
    fn name(&self) -> Result<Vec<(Move<P>, W)>, TurnProblem<P>> {
        let sorted: Vec<Vec<&(String, W)>> =
            self.successors.iter().map(|it| self.sorted(it)).collect();
        let mut shares: FxHashMap<&str, u32> = FxHashMap::default();
        for ways in &sorted {
            *shares.entry(&ways[0].0).or_default() += 1;
        }
        let names = sorted.iter().map(|ways| match ways[0] {
            (text, _) if shares[&**text] == 1 => text.clone(),
            (_, way) => move_text(self.facts, self.player, &way.all_events()),
        });
        let names: Vec<String> = names.collect();
        let mut named: FxHashMap<&str, usize> = FxHashMap::default();
        for (i, name) in names.iter().enumerate() {
            if let Some(other) = named.insert(name, i) {
                let both = [other, i].map(|i| self.successors[i].to.clone());
                return Err(TurnProblem::SameText(name.clone(), Box::new(both)));
            }
        }
        let texts = self.named_by();
        let is_free = |text: &str| texts[text].1.is_none() && !named.contains_key(text);
        let mut moves = Vec::new();
        for ((successor, ways), name) in self.successors.iter().zip(&sorted).zip(&names) {
            let others = ways.iter().map(|(text, _)| text).filter(|text| is_free(text));
            let made = Move {
                text: name.clone(),
                synonyms: others.cloned().collect(),
                to: successor.to.clone(),
                outcome: successor.outcome,
                cost: successor.ways.iter().map(|(_, way)| way.cost()).min().unwrap_or(1),
                told: ways[0].1.told(),
            };
            moves.push((made, ways[0].1.clone()));
        }
        moves.sort_by(|(a, _), (b, _)| a.text.cmp(&b.text));
        Ok(moves)
    }

    /// The ways to a position, one for each text, the one that names it first.
    fn sorted<'a>(&self, successor: &'a Successor<P, W>) -> Vec<&'a (String, W)> {
        let mut ways: Vec<&(String, W)> = successor.ways.iter().collect();
        ways.sort_by(|(a, way_a), (b, way_b)| {
            compare_texts(a, b).then_with(|| tell_apart(self.facts, self.player, way_a, way_b))
        });
        ways.dedup_by_key(|(text, _)| text);
        ways
    }
}
