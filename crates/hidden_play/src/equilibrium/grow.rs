//! Grows the tree of a game turn by turn, as long as there is room for it.
//!
//! A turn is several layers: what can be attempted first, what can be attempted after one
//! refusal, and so on. An attempt that would be refused wherever the player could be, with the
//! same words, and of which the other one hears nothing, tells nobody anything: it is left out.

use super::bounds::{Bounds, TooLarge, Unsolved};
use super::tree::{END, Info, MOST_EDGES, MOST_NODES, NEXT, Tree};
use game::{Made, Message, Move, Outcome, Perceived, Player, Referee, RulesError, Turn, heard_by};
use infoset::Ended;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What solving takes for a node, an edge and an attempt of an information set, in bytes: the
/// tree, the chances to get there and the values; regrets and strategies.
const NODE_BYTES: usize = 8 + 24;
const EDGE_BYTES: usize = 4;
const ATTEMPT_BYTES: usize = 2 + 5 * 8;
/// Somebody is asked whether to go on after this many nodes.
const WATCH_EVERY: usize = 1024;

/// A node that has no edges yet.
struct State<P> {
    position: P,
    /// All earlier positions, or where rules do not ask for them only the last one.
    past: Arc<Vec<P>>,
    /// What both players knew before this turn.
    knows: [u32; 2],
    /// What can be attempted in this turn, as the number of a list, and which of it is legal.
    list: u32,
    legal: Arc<[bool]>,
    /// The numbers of what was refused in this turn.
    refused: Vec<u16>,
}

impl<P> State<P> {
    fn before(&self) -> &P {
        self.past.last().unwrap_or(&self.position)
    }
}

/// What a player to move knows: who they are, what they knew before the turn, what they can
/// attempt, what was refused, and what they heard about that.
type Knows = (Player, u32, u32, Vec<u16>, Vec<String>);

/// An information set whose attempts are not known yet.
struct NewInfo {
    /// For each attempt whether it can tell somebody something.
    useful: Vec<bool>,
    /// What is said about a refusal in the first of its nodes.
    told: Vec<Message>,
    refused: Vec<u16>,
}

/// A tree that grows.
struct Growth<'g, G: Referee> {
    game: &'g G,
    bounds: Bounds,
    tree: Tree,
    lists: FxHashMap<Arc<[String]>, u32>,
    /// What a player knows after a turn of which they perceived something, for the turn
    /// under way.
    known: [FxHashMap<(u32, Perceived), u32>; 2],
    n_known: u32,
    next: Vec<State<G::Position>>,
}

impl Tree {
    /// The whole game from a position that both players know. `goes_on` is asked now and
    /// then, with the number of nodes.
    pub fn grow<G: Referee>(
        game: &G,
        start: &G::Position,
        bounds: Bounds,
        goes_on: &mut dyn FnMut(usize) -> bool,
    ) -> Result<Tree, Unsolved> {
        let mut growth = Growth {
            game,
            bounds,
            tree: Tree::default(),
            lists: FxHashMap::default(),
            known: Default::default(),
            n_known: 1,
            next: Vec::new(),
        };
        match growth.state(start, Arc::new(Vec::new()), [0, 0])? {
            Ok(first) => growth.next.push(first),
            Err(outcome) => return Err(Unsolved::Over(outcome)),
        }
        while !growth.next.is_empty() {
            growth.turn(goes_on)?;
        }
        let mut tree = growth.tree;
        tree.layers.push(tree.info_of.len());
        Ok(tree)
    }
}

impl<G: Referee> Growth<'_, G> {
    /// A position at the beginning of a turn, or how the game has ended there.
    fn state(
        &mut self,
        position: &G::Position,
        past: Arc<Vec<G::Position>>,
        knows: [u32; 2],
    ) -> Result<Result<State<G::Position>, Outcome>, RulesError> {
        let before = past.last().unwrap_or(position);
        let moves = match self.game.turn(position, &past)? {
            Turn::Over(outcome) => return Ok(Err(outcome)),
            Turn::Moves(moves) => moves,
        };
        let mut texts: Vec<String> = match self.game.can_refuse() {
            true => self.game.tries(position, before, &past)?,
            false => Vec::new(),
        };
        texts.retain(|text| !moves.iter().any(|made| made.is_called(text)));
        texts.extend(moves.iter().map(|made| made.text.clone()));
        texts.sort();
        let legal = texts.iter().map(|text| moves.iter().any(|made| made.text == *text));
        let legal: Arc<[bool]> = legal.collect();
        let list = self.list(texts.into());
        let (position, refused) = (position.clone(), Vec::new());
        Ok(Ok(State { position, past, knows, list, legal, refused }))
    }

    fn list(&mut self, texts: Arc<[String]>) -> u32 {
        let lists = &mut self.tree.lists;
        *self.lists.entry(texts).or_insert_with_key(|texts| {
            lists.push(Arc::clone(texts));
            lists.len() as u32 - 1
        })
    }

    /// All layers of a turn.
    fn turn(&mut self, goes_on: &mut dyn FnMut(usize) -> bool) -> Result<(), Unsolved> {
        self.known.iter_mut().for_each(FxHashMap::clear);
        let first_edge = self.tree.edges.len();
        let mut layer = std::mem::take(&mut self.next);
        while !layer.is_empty() {
            layer = self.layer(layer, goes_on)?;
        }
        // Nodes of the next turn get their numbers now.
        let base = self.tree.info_of.len() as u32;
        for edge in &mut self.tree.edges[first_edge..] {
            if *edge & (NEXT | END) == NEXT {
                *edge = base + (*edge & !NEXT);
            }
        }
        self.tree.n_turns += 1;
        Ok(())
    }

    /// Gives the nodes of a layer their edges; the nodes of the next one.
    fn layer(
        &mut self,
        layer: Vec<State<G::Position>>,
        goes_on: &mut dyn FnMut(usize) -> bool,
    ) -> Result<Vec<State<G::Position>>, Unsolved> {
        let base = self.tree.info_of.len();
        self.tree.layers.push(base);
        self.inform(&layer, goes_on)?;
        let after = (base + layer.len()) as u32;
        let mut refused = Refused { after, states: Vec::new(), places: FxHashMap::default() };
        for (number, state) in layer.into_iter().enumerate() {
            if number % WATCH_EVERY == 0 {
                self.is_room(refused.states.len())?;
                if !goes_on(base + number) {
                    return Err(Unsolved::Stopped);
                }
            }
            self.expand(base + number, &state, &mut refused)?;
        }
        Ok(refused.states)
    }

    /// Says that there is no room for more than this many nodes besides those of the tree.
    fn is_room(&self, n_more: usize) -> Result<(), Unsolved> {
        let tree = &self.tree;
        let n_open = n_more + self.next.len();
        let nodes = tree.info_of.len() + n_open;
        // Nodes of a turn share what was before it, and the nodes after it have it once each.
        let positions = tree.n_turns + 2;
        let each = size_of::<State<G::Position>>() + positions * self.game.position_bytes() + 64;
        let memory = nodes * NODE_BYTES
            + tree.edges.len() * EDGE_BYTES
            + tree.attempt.len() * ATTEMPT_BYTES
            + n_open * each;
        let by_memory = memory > self.bounds.memory;
        // Edges are numbered in 32 bits.
        let are_few = tree.edges.len().max(tree.attempt.len()) < MOST_EDGES;
        if !by_memory && are_few && nodes <= self.bounds.nodes.min(MOST_NODES) {
            return Ok(());
        }
        let (turns, infos) = (tree.n_turns, tree.n_infos());
        Err(Unsolved::TooLarge(TooLarge { turns, nodes, infos, by_memory }))
    }

    /// Finds the information sets of a layer, and what can be attempted in each of them.
    fn inform(
        &mut self,
        layer: &[State<G::Position>],
        goes_on: &mut dyn FnMut(usize) -> bool,
    ) -> Result<(), Unsolved> {
        let (game, n_before) = (self.game, self.tree.infos.len());
        let first_node = self.tree.info_of.len();
        let mut infos: FxHashMap<Knows, u32> = FxHashMap::default();
        let mut new: Vec<NewInfo> = Vec::new();
        for (number, state) in layer.iter().enumerate() {
            if number % WATCH_EVERY == 0 && !goes_on(first_node) {
                return Err(Unsolved::Stopped);
            }
            let player = game.player(&state.position);
            let said = match game.can_refuse() {
                true => Some(game.refusal(&state.position, state.before())?),
                false => None,
            };
            let passes = said.as_ref().is_some_and(|it| it.passed.is_some());
            let told = said.map(|it| it.told).unwrap_or_default();
            let heard = match state.refused.is_empty() {
                true => Vec::new(),
                false => heard_by(player, &told),
            };
            let knows = state.knows[player.index()];
            let key = (player, knows, state.list, state.refused.clone(), heard);
            let node = self.tree.info_of.len() as u32;
            let tree = &mut self.tree;
            let info = *infos.entry(key).or_insert_with(|| {
                let list = state.list;
                tree.infos.push(Info { player, first: 0, n: 0, list, node });
                let (useful, refused) = (vec![false; state.legal.len()], state.refused.clone());
                new.push(NewInfo { useful, told: told.clone(), refused });
                tree.infos.len() as u32 - 1
            });
            self.tree.info_of.push(info);
            let new = &mut new[info as usize - n_before];
            let tells = passes
                || !heard_by(player.other(), &told).is_empty()
                || heard_by(player, &told) != heard_by(player, &new.told);
            for (useful, legal) in new.useful.iter_mut().zip(state.legal.iter()) {
                *useful |= tells || *legal;
            }
        }
        for (info, NewInfo { useful, refused, .. }) in
            self.tree.infos[n_before..].iter_mut().zip(new)
        {
            info.first = self.tree.attempt.len() as u32;
            let numbers = (0..=u16::MAX).zip(useful).filter(|(_, useful)| *useful);
            let open = numbers.map(|(number, _)| number).filter(|it| !refused.contains(it));
            self.tree.attempt.extend(open);
            info.n = self.tree.attempt.len() as u32 - info.first;
        }
        Ok(())
    }

    /// Gives a node its edges.
    fn expand(
        &mut self,
        node: usize,
        state: &State<G::Position>,
        refused: &mut Refused<G::Position>,
    ) -> Result<(), RulesError> {
        let game = self.game;
        let Turn::Moves(moves) = game.turn(&state.position, &state.past)? else { return Ok(()) };
        let refusal = match game.can_refuse() {
            true => Some(game.refusal(&state.position, state.before())?),
            false => None,
        };
        let told = refusal.as_ref().map_or(&[][..], |it| &it.told);
        let list = Arc::clone(&self.tree.lists[state.list as usize]);
        let mut earlier = match game.asks_for_past() {
            true => state.past.to_vec(),
            false => Vec::new(),
        };
        earlier.push(state.position.clone());
        let turn = EndedTurn {
            state,
            past: Arc::new(earlier),
            refused: state
                .refused
                .iter()
                .map(|it| (list[*it as usize].clone(), told.to_vec()))
                .collect(),
        };
        self.tree.first_edge.push(self.tree.edges.len() as u32);
        let info = self.tree.infos[self.tree.info_of[node] as usize].clone();
        for place in info.attempts() {
            let number = self.tree.attempt[place];
            let text = &list[number as usize];
            let edge = match moves.iter().find(|made| made.text == *text) {
                Some(Move { outcome: Some(outcome), .. }) => self.over(Some(*outcome)),
                Some(made) => self.follow(&turn, Made::Move(text.clone()), &made.to, &made.told)?,
                None => match refusal.as_ref().and_then(|it| it.passed.as_ref()) {
                    Some(to) => self.follow(&turn, Made::Refused(text.clone()), to, told)?,
                    None => refused.edge(state, number),
                },
            };
            self.tree.edges.push(edge);
        }
        Ok(())
    }

    /// The edge to the next turn, which is a node of its own for each that leads there.
    fn follow(
        &mut self,
        turn: &EndedTurn<'_, G::Position>,
        made: Made,
        to: &G::Position,
        said: &[Message],
    ) -> Result<u32, RulesError> {
        let game = self.game;
        if let Some(outcome) = game.outcome(to) {
            return Ok(self.over(Some(outcome)));
        }
        let mut next = match self.state(to, Arc::clone(&turn.past), turn.state.knows)? {
            Ok(next) => next,
            Err(outcome) => return Ok(self.over(Some(outcome))),
        };
        if self.bounds.turns.is_some_and(|most| self.tree.n_turns + 1 >= most) {
            return Ok(self.over(None));
        }
        let (from, refused) = (&turn.state.position, &turn.refused);
        let ended = Ended { from, to, refused, made, said, over: None };
        let (perceived, _) = ended.perceived(game)?;
        for (player, mut perceived) in Player::BOTH.into_iter().zip(perceived) {
            // The order of tries that were refused tells nothing.
            perceived.refused.sort_by(|a, b| a.text.cmp(&b.text));
            let knows = &mut next.knows[player.index()];
            let n_known = &mut self.n_known;
            *knows = *self.known[player.index()].entry((*knows, perceived)).or_insert_with(|| {
                *n_known += 1;
                *n_known
            });
        }
        self.next.push(next);
        Ok(NEXT | (self.next.len() as u32 - 1))
    }

    /// The edge to an end; nothing if the game lasts too long, which is a draw.
    fn over(&mut self, outcome: Option<Outcome>) -> u32 {
        let worth = |outcome: Outcome| match outcome.scored {
            true => f64::from(outcome.value),
            false => f64::from(outcome.value.signum()),
        };
        let value = outcome.map_or(0.0, worth);
        let ends = &mut self.tree.ends;
        let known = ends.iter().position(|it| *it == value);
        let place = known.unwrap_or_else(|| {
            ends.push(value);
            ends.len() - 1
        });
        END | place as u32
    }
}

/// A turn that ends, with what came before.
struct EndedTurn<'s, P> {
    state: &'s State<P>,
    past: Arc<Vec<P>>,
    refused: Vec<(String, Vec<Message>)>,
}

/// The next layer of a turn, in which more was refused.
struct Refused<P> {
    /// The number of its first node.
    after: u32,
    states: Vec<State<P>>,
    /// The places of its nodes, by what both players knew before the turn, and what was
    /// refused.
    places: FxHashMap<([u32; 2], Vec<u16>), u32>,
}

impl<P: Clone> Refused<P> {
    /// The edge to the node where this was refused, too.
    fn edge(&mut self, state: &State<P>, number: u16) -> u32 {
        let mut refused = state.refused.clone();
        refused.push(number);
        refused.sort_unstable();
        let states = &mut self.states;
        let place =
            *self.places.entry((state.knows, refused)).or_insert_with_key(|(_, refused)| {
                let State { position, past, knows, list, legal, .. } = state;
                states.push(State {
                    position: position.clone(),
                    past: Arc::clone(past),
                    knows: *knows,
                    list: *list,
                    legal: Arc::clone(legal),
                    refused: refused.clone(),
                });
                states.len() as u32 - 1
            });
        self.after + place
    }
}
