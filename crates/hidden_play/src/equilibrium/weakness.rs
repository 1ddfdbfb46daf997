//! How much can be gained against a player: the best response of the other side, exactly, by going
//! through everything that this side can come to know, depth first.
//!
//! 1. What the responding side knows is a list of positions with what the other one knows there,
//!    each as likely as the other one makes it.
//! 2. Where it is to move, it takes the attempt that is best over all of them together.
//! 3. Where the other one is to move, each of the attempts that it may make there is followed, as
//!    often as it makes it; it is asked once for everything that it can know.
//! 4. After a turn the positions are divided by what the responding side perceived.
//!
//! The game as a whole, in which both sides could do anything, is never there: that is why this
//! goes further than [`solve`](super::solve). Lists that are equal are worth the same, however
//! they came about, so each is looked at once.

use super::asked::{Known, Moment, Policies, Rival};
use super::offers::{Offer, Offers, Open};
use super::possible::{Results, World, hash};
use crate::settings::PlayError;
use game::{Made, Message, Outcome, Player as Side, Referee, Refusal, heard_by, write_position};
use infoset::Ended;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::hash::Hash;
use std::sync::Arc;

/// Likelihoods that differ by less than this part are the same.
const EQUAL: f64 = 1e-12;

/// What a player is worth as one side, if the other one plays as well as possible against it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weakness {
    /// What the first player gets.
    pub value: f64,
    /// In how many information sets it was asked.
    pub asked: usize,
}

/// How far the search for a best response is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// How often the responding side chose.
    pub chosen: usize,
    /// In how many information sets the player was asked.
    pub asked: usize,
    /// How many turns the play is long that is looked at.
    pub turns: usize,
    /// How many positions and what was found of them are in memory, about.
    pub kept: usize,
}

/// Asks a player what it does as this side wherever it gets, and finds the best response. A game
/// that has not ended after `turns` is a draw. Where the responding side can do nothing from which
/// anybody learns, that is a draw, too. Nothing if `goes_on` said no, which is asked again and
/// again.
pub fn weakness<G: Referee>(
    game: &G,
    start: &G::Position,
    side: Side,
    rival: Rival,
    turns: Option<usize>,
    goes_on: &mut dyn FnMut(Extent) -> bool,
) -> Result<Option<Weakness>, PlayError> {
    let is_other = *start != game.start();
    let text = is_other.then(|| write_position(game.facts(), &game.setup(start)));
    let mut response = Response {
        game,
        side,
        policies: Policies::new(game, text, side, rival),
        turns,
        offers: Offers::new(game),
        values: FxHashMap::default(),
        progress: Extent::default(),
        goes_on,
    };
    let first = World { at: start.clone(), past: Arc::new(Vec::new()), known: 0, weight: 1.0 };
    let value = match response.turn(&[first], 0) {
        Ok(value) => value,
        Err(Broken::Stopped) => return Ok(None),
        Err(Broken::Play(why)) => return Err(why),
    };
    let value = if side == Side::First { -value } else { value };
    Ok(Some(Weakness { value, asked: response.policies.n_asked() }))
}

/// Why there is no answer.
enum Broken {
    Stopped,
    Play(PlayError),
}

impl<E: Into<PlayError>> From<E> for Broken {
    fn from(why: E) -> Broken {
        Broken::Play(why.into())
    }
}

/// A position in the middle of a turn.
struct Middle<'w, P> {
    world: &'w World<P>,
    offer: Arc<Offer<P>>,
    weight: f64,
}

impl<P> Middle<'_, P> {
    fn open(&self) -> Option<&Open<P>> {
        match &*self.offer {
            Offer::Over(_) => None,
            Offer::Open(open) => Some(open),
        }
    }
}

struct Response<'g, 'o, G: Referee> {
    game: &'g G,
    /// The side that is asked.
    side: Side,
    policies: Policies<'g, G>,
    turns: Option<usize>,
    offers: Offers<'g, G>,
    /// What lists of positions are worth, by two hashes.
    values: FxHashMap<(u64, u64), f64>,
    progress: Extent,
    goes_on: &'o mut dyn FnMut(Extent) -> bool,
}

impl<G: Referee> Response<'_, '_, G> {
    /// Asks whether to go on, with so much more in memory.
    fn step(&mut self, more: usize) -> Result<(), Broken> {
        let (asked, kept) = (self.policies.n_asked(), self.progress.kept + self.values.len());
        let now = Extent { asked, kept: kept + more, ..self.progress };
        if (self.goes_on)(now) { Ok(()) } else { Err(Broken::Stopped) }
    }

    /// What the responding side gets from these positions together, at the beginning of a turn.
    fn turn(&mut self, worlds: &[World<G::Position>], n_turns: usize) -> Result<f64, Broken> {
        self.progress.kept += worlds.len();
        self.progress.turns = n_turns;
        let value = self.together(worlds, n_turns);
        self.progress.kept -= worlds.len();
        value
    }

    fn together(&mut self, worlds: &[World<G::Position>], n_turns: usize) -> Result<f64, Broken> {
        let Some(first) = worlds.first() else { return Ok(0.0) };
        let mut value = 0.0;
        if self.game.player(&first.at) == self.side {
            let mut results = Results::default();
            for world in worlds {
                self.follow(world, n_turns, &mut results)?;
            }
            value += self.go_on(results, n_turns)?;
        } else {
            // Whoever is to move is told what may be tried.
            let mut groups: BTreeMap<Arc<[String]>, Vec<Middle<'_, G::Position>>> = BTreeMap::new();
            for world in worlds {
                let offer = self.offers.at(&world.at, &world.past)?;
                match &*offer {
                    Offer::Over(outcome) => value += world.weight * self.worth(*outcome),
                    Offer::Open(open) => groups
                        .entry(Arc::clone(&open.texts))
                        .or_default()
                        .push(Middle { world, offer: Arc::clone(&offer), weight: world.weight }),
                }
            }
            for (texts, group) in groups {
                value += self.choose(&texts, &group, &mut Vec::new(), n_turns)?;
            }
        }
        Ok(value)
    }

    /// Step 4: the turns after one that is over.
    fn go_on(&mut self, results: Results<G::Position>, n_turns: usize) -> Result<f64, Broken> {
        let mut value = results.value;
        for possible in results.open.into_values() {
            value += self.turn(&possible.worlds, n_turns + 1)?;
        }
        Ok(value)
    }

    /// Step 2: the best attempt after these were refused.
    fn choose(
        &mut self,
        texts: &Arc<[String]>,
        group: &[Middle<'_, G::Position>],
        refused: &mut Vec<u16>,
        n_turns: usize,
    ) -> Result<f64, Broken> {
        let whole: f64 = group.iter().map(|middle| middle.weight).sum();
        let key = key(group, whole, refused, self.turns.map(|_| n_turns));
        if let Some(value) = self.values.get(&key) {
            return Ok(whole * value);
        }
        self.progress.chosen += 1;
        self.step(0)?;
        let mut best: Option<f64> = None;
        for place in 0..texts.len() as u16 {
            if refused.contains(&place) || !self.tells(group, place) {
                continue;
            }
            let value = self.attempt(texts, group, place, refused, n_turns)?;
            best = Some(best.map_or(value, |best| best.max(value)));
        }
        let best = best.unwrap_or(0.0);
        self.values.insert(key, best / whole);
        Ok(best)
    }

    /// Whether somebody can learn something from an attempt, or a turn ends by it.
    fn tells(&self, group: &[Middle<'_, G::Position>], place: u16) -> bool {
        let (own, other) = (self.side.other(), self.side);
        let opens = || group.iter().filter_map(Middle::open);
        if opens().any(|open| open.moves[usize::from(place)].is_some()) {
            return true;
        }
        let mut told = opens().map(|open| open.refusal.as_ref());
        let Some(first) = told.next() else { return false };
        let heard = |refusal: Option<&Refusal<G::Position>>, by| {
            refusal.map(|it| heard_by(by, &it.told)).unwrap_or_default()
        };
        let tells = |refusal: Option<&Refusal<G::Position>>| {
            refusal.is_some_and(|it| it.passed.is_some())
                || !heard(refusal, other).is_empty()
                || heard(refusal, own) != heard(first, own)
        };
        tells(first) || told.any(tells)
    }

    /// What an attempt of the responding side is worth.
    fn attempt(
        &mut self,
        texts: &Arc<[String]>,
        group: &[Middle<'_, G::Position>],
        place: u16,
        refused: &mut Vec<u16>,
        n_turns: usize,
    ) -> Result<f64, Broken> {
        let own = self.side.other();
        let mut results = Results::default();
        // Those where it is refused and the turn goes on, by what is heard.
        let mut again: FxHashMap<Vec<String>, Vec<Middle<'_, G::Position>>> = FxHashMap::default();
        for middle in group {
            if self.end(middle, place, refused, n_turns, &mut results)? {
                continue;
            }
            let told = middle.open().and_then(|open| open.refusal.as_ref());
            let heard = told.map(|it| heard_by(own, &it.told)).unwrap_or_default();
            let Middle { world, offer, weight } = middle;
            let middle = Middle { world, offer: Arc::clone(offer), weight: *weight };
            again.entry(heard).or_default().push(middle);
        }
        let mut value = self.go_on(results, n_turns)?;
        refused.push(place);
        for group in again.into_values() {
            value += self.choose(texts, &group, refused, n_turns)?;
        }
        refused.pop();
        Ok(value)
    }

    /// Step 3: what the side that is asked may do in a position. Orders of its tries that are
    /// refused are one.
    fn follow(
        &mut self,
        world: &World<G::Position>,
        n_turns: usize,
        results: &mut Results<G::Position>,
    ) -> Result<(), Broken> {
        let offer = self.offers.at(&world.at, &world.past)?;
        let open = match &*offer {
            Offer::Over(outcome) => {
                results.value += world.weight * self.worth(*outcome);
                return Ok(());
            }
            Offer::Open(open) => open,
        };
        let mut layer: BTreeMap<Vec<u16>, f64> = BTreeMap::from([(Vec::new(), world.weight)]);
        while !layer.is_empty() {
            let mut next = BTreeMap::new();
            for (refused, weight) in layer {
                self.step(next.len() + results.len())?;
                let told = open.refusal.as_ref().filter(|_| !refused.is_empty());
                let heard = told.map(|it| heard_by(self.side, &it.told)).unwrap_or_default();
                let (known, offered) = (world.known, Arc::clone(&open.texts));
                let moment = Moment { known, offered, refused: refused.clone(), heard };
                let policy = self.policies.policy(moment, &open.tries)?;
                for (place, likely) in (0..).zip(policy.iter()).filter(|(_, it)| **it > 0.0) {
                    let weight = weight * likely;
                    let middle = Middle { world, offer: Arc::clone(&offer), weight };
                    if !self.end(&middle, place, &refused, n_turns, results)? {
                        let mut refused = refused.clone();
                        refused.push(place);
                        refused.sort_unstable();
                        *next.entry(refused).or_insert(0.0) += weight;
                    }
                }
            }
            layer = next;
        }
        Ok(())
    }

    /// Ends a turn by an attempt; false if the attempt is refused and the turn goes on.
    fn end(
        &mut self,
        middle: &Middle<'_, G::Position>,
        place: u16,
        refused: &[u16],
        n_turns: usize,
        results: &mut Results<G::Position>,
    ) -> Result<bool, Broken> {
        let Some(open) = middle.open() else { return Ok(true) };
        let (world, text) = (middle.world, open.texts[usize::from(place)].clone());
        let (made, to, said, over) = match (&open.moves[usize::from(place)], &open.refusal) {
            (Some(made), _) => (Made::Move(text), &made.to, &made.told, made.outcome),
            (None, Some(Refusal { passed: Some(to), told })) => {
                (Made::Refused(text), to, told, None)
            }
            (None, _) => return Ok(false),
        };
        let is_last = self.turns.is_some_and(|most| n_turns + 1 >= most);
        if let Some(outcome) = over.or_else(|| self.game.outcome(to)) {
            results.value += middle.weight * self.worth(outcome);
        } else if !is_last {
            let said_before = open.refusal.as_ref().map_or(&[][..], |it| &it.told);
            let text_of = |place: &u16| open.texts[usize::from(*place)].clone();
            let mut refused: Vec<(String, Vec<Message>)> =
                refused.iter().map(|place| (text_of(place), said_before.to_vec())).collect();
            refused.sort_by(|a, b| a.0.cmp(&b.0));
            let ended = Ended { from: &world.at, to, refused: &refused, made, said, over: None };
            let ([first, second], _) = ended.perceived(self.game)?;
            let [own, other] = match self.side {
                Side::First => [second, first],
                Side::Second => [first, second],
            };
            let known = self.policies.after(world.known, other);
            let past = self.past(world);
            let next = World { at: to.clone(), past, known, weight: middle.weight };
            results.add(own, next);
        }
        Ok(true)
    }

    fn past(&self, world: &World<G::Position>) -> Arc<Vec<G::Position>> {
        let mut past = match self.game.asks_for_past() {
            true => world.past.to_vec(),
            false => Vec::new(),
        };
        if self.offers.looks_back() {
            past.push(world.at.clone());
        }
        Arc::new(past)
    }

    /// What an outcome is worth for the responding side.
    fn worth(&self, outcome: Outcome) -> f64 {
        let value = match outcome.scored {
            true => f64::from(outcome.value),
            false => f64::from(outcome.value.signum()),
        };
        if self.side == Side::Second { value } else { -value }
    }
}

/// What equal lists have in common, in whatever order and with whatever weight as a whole, after
/// these tries were refused in whatever order.
fn key<P: Hash>(
    group: &[Middle<'_, P>],
    whole: f64,
    refused: &[u16],
    n_turns: Option<usize>,
) -> (u64, u64) {
    let part = |Middle { world, weight, .. }: &Middle<'_, P>| {
        let part = (weight / whole / EQUAL).round() as u64;
        (world.known, part, hash(&(&world.at, &world.past)))
    };
    let mut parts: Vec<(Known, u64, u64)> = group.iter().map(part).collect();
    parts.sort_unstable();
    let mut refused = refused.to_vec();
    refused.sort_unstable();
    let both = [1, 2].map(|seed| hash(&(seed, n_turns, &refused, &parts)));
    (both[0], both[1])
}
