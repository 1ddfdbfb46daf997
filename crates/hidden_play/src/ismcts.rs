//! Information-set Monte-Carlo tree search with a tree for each player (MO-ISMCTS:
//! Cowling, Powley and Whitehouse, "Information set Monte Carlo tree search", 2012).
//!
//! A node of a player's tree is what they have perceived since the root, so what they do
//! there cannot depend on more. In each iteration
//! 1. a world is drawn that fits what the player at the root knows;
//! 2. both players go down their trees through the same game. The one to move has the
//!    attempts that are possible in this world; if one of them is new in their node, it is
//!    made, otherwise the one with the greatest upper confidence bound, where an attempt
//!    is compared with how often it could have been made (subset-armed bandits);
//! 3. a refused attempt leads to a node of its own, in which less is left to attempt and
//!    more is known. Whoever hears of it goes on to another node, too;
//! 4. after the first new attempt the game is played at random, or judged;
//! 5. what came of it is counted for every attempt on the way, for the player who made
//!    it.
//!
//! What the enemy knows at the root differs from world to world. They begin in the node
//! of the board as they know it.

use crate::judge::{Judge, share_of};
use crate::mind::{Look, Mind};
use crate::perception::heard_and_seen;
use crate::player::Thought;
use crate::sampling::Sampling;
use crate::settings::{PlayError, Settings};
use game::{Message, Move, Outcome, Player, Referee, Rng, Turn, Worker, heard_by};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// How much is tried out that seems worse (the constant of the paper).
const EXPLORATION: f64 = 0.7;
/// The longest way down the trees.
const DEEPEST: usize = 200;
/// This many worlds are remembered with their moves.
const BATCH: usize = 256;

/// An attempt in a node.
#[derive(Clone, Debug)]
struct Arm {
    text: String,
    visits: f64,
    /// How often it could have been made.
    available: f64,
    /// The shares of the points that came of it.
    sum: f64,
}

#[derive(Default)]
struct Node {
    arms: Vec<Arm>,
    /// Where something that is perceived leads to, by its hash.
    next: FxHashMap<u64, usize>,
}

/// What a player knows, as a tree.
struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    fn new() -> Tree {
        Tree { nodes: vec![Node::default()] }
    }

    /// The node after something that is perceived in a node.
    fn child(&mut self, node: usize, perceived: u64) -> usize {
        let new = self.nodes.len();
        let child = *self.nodes[node].next.entry(perceived).or_insert(new);
        if child == new {
            self.nodes.push(Node::default());
        }
        child
    }
}

/// A game on the way down the trees.
struct Walk<P> {
    at: P,
    before: P,
    past: Vec<P>,
    /// The nodes of both players.
    nodes: [usize; 2],
    /// What was refused in this turn.
    refused: Vec<String>,
    /// The attempts on the way: the player, their node, and the number of the arm.
    path: Vec<(Player, usize, usize)>,
}

/// What is thought about, and with what.
struct Search<'s, 'g, G: Referee> {
    game: &'g G,
    judge: &'s Judge,
    trees: [Tree; 2],
    worker: G::Worker<'g>,
    rng: Rng,
    turns: u64,
}

/// Finds what to attempt; nothing if no world is left.
pub(crate) fn think<'g, G: Referee>(
    mind: &Mind<'g, G>,
    judge: &Judge,
    settings: &Settings,
    tries: &[String],
    goes_on: &mut dyn FnMut() -> bool,
) -> Result<Option<Thought>, PlayError> {
    let mut search = Search {
        game: mind.game,
        judge,
        trees: [Tree::new(), Tree::new()],
        worker: mind.game.worker(&[]),
        rng: Rng::new(settings.seed.wrapping_add(mind.moment() << 8)),
        turns: 0,
    };
    let mut samples = 0;
    let most = settings.samples.unwrap_or(usize::MAX);
    let model = judge.model(mind.game, mind.player.other(), settings.model);
    let mut sampling = Sampling::new(mind, BATCH, tries, model, &mut search.rng);
    while samples < most && (samples == 0 || goes_on()) {
        // Step 1.
        let Some(place) = sampling.sample(&mut search.rng, goes_on)? else { break };
        search.iterate(mind, &sampling.drawn[place].0)?;
        samples += 1;
    }
    let root = &search.trees[mind.player.index()].nodes[0];
    // Of equal ones the first.
    let best = root.arms.iter().reduce(|best, arm| {
        if (arm.visits, arm.sum) > (best.visits, best.sum) { arm } else { best }
    });
    Ok(best.map(|arm| Thought {
        text: arm.text.clone(),
        share: (arm.visits > 0.0).then(|| arm.sum / arm.visits),
        samples,
        nodes: search.turns,
    }))
}

impl<G: Referee> Search<'_, '_, G> {
    /// Goes down the trees once.
    fn iterate(&mut self, mind: &Mind<'_, G>, look: &Look<G::Position>) -> Result<(), PlayError> {
        let enemy = mind.player.other();
        let view = self.game.view(&look.position, &look.before, enemy)?;
        let mut nodes = [0, 0];
        nodes[enemy.index()] = self.trees[enemy.index()].child(0, hash_of(&view));
        let mut walk = Walk {
            at: look.position.clone(),
            before: look.before.clone(),
            past: look.past.clone(),
            nodes,
            refused: Vec::new(),
            path: Vec::new(),
        };
        let illegal = &look.illegal;
        let open = |made: &&Move<G::Position>| !mind.is_answered(&made.text);
        let moves: Vec<Move<G::Position>> = look.moves.iter().filter(open).cloned().collect();
        let shares = self.descend(&mut walk, moves, illegal.clone())?;
        // Step 5.
        for (player, node, arm) in walk.path {
            let arm = &mut self.trees[player.index()].nodes[node].arms[arm];
            arm.visits += 1.0;
            arm.sum += shares[player.index()];
        }
        Ok(())
    }

    /// Steps 2 to 4: the shares of both players.
    fn descend(
        &mut self,
        walk: &mut Walk<G::Position>,
        mut moves: Vec<Move<G::Position>>,
        mut illegal: Vec<String>,
    ) -> Result<[f64; 2], PlayError> {
        let game = self.game;
        for _ in 0..DEEPEST {
            let player = game.player(&walk.at);
            let node = walk.nodes[player.index()];
            let texts = moves.iter().map(|made| &made.text).chain(&illegal);
            let Some((arm, is_new)) = self.select(player, node, texts) else { break };
            walk.path.push((player, node, arm));
            self.turns += 1;
            let text = self.trees[player.index()].nodes[node].arms[arm].text.clone();
            let over = match moves.into_iter().find(|made| made.text == text) {
                Some(made) => self.accept(walk, player, &text, made)?,
                None => {
                    let refusal = game.refusal(&walk.at, &walk.before)?;
                    self.refuse(walk, player, &text, &refusal.told);
                    match refusal.passed {
                        Some(to) => self.end_turn(walk, to, &refusal.told)?,
                        None => None,
                    }
                }
            };
            if let Some(outcome) = over {
                return Ok(Player::BOTH.map(|player| share_of(outcome, player)));
            }
            let turn = game.turn(&walk.at, &walk.past)?;
            moves = match turn {
                Turn::Over(outcome) => {
                    return Ok(Player::BOTH.map(|player| share_of(outcome, player)));
                }
                Turn::Moves(moves) => moves,
            };
            if is_new {
                break;
            }
            illegal = match game.can_refuse() {
                true => game.tries(&walk.at, &walk.before, &walk.past)?,
                false => Vec::new(),
            };
            illegal.retain(|text| {
                !walk.refused.contains(text) && !moves.iter().any(|made| made.is_called(text))
            });
        }
        // Step 4.
        for past in &walk.past {
            self.worker.enter(past);
        }
        let share =
            self.judge.play(self.game, &mut self.worker, &walk.at, Player::First, &mut self.rng);
        walk.past.iter().for_each(|_| self.worker.leave());
        let share = share?;
        Ok([share, 1.0 - share])
    }

    /// Step 2: the arm to try, and whether it is new; nothing if there is none.
    fn select<'t>(
        &mut self,
        player: Player,
        node: usize,
        texts: impl Iterator<Item = &'t String>,
    ) -> Option<(usize, bool)> {
        let arms = &mut self.trees[player.index()].nodes[node].arms;
        let (mut known, mut new) = (Vec::new(), Vec::new());
        for text in texts {
            match arms.iter().position(|arm| arm.text == *text) {
                Some(place) => {
                    arms[place].available += 1.0;
                    known.push(place);
                }
                None => new.push(text),
            }
        }
        if let Some(text) = self.rng.choose(&new) {
            let text = (*text).clone();
            arms.push(Arm { text, visits: 0.0, available: 1.0, sum: 0.0 });
            return Some((arms.len() - 1, true));
        }
        let bound = |place: &usize| {
            let arm = &arms[*place];
            let visits = f64::max(arm.visits, 1.0);
            arm.sum / visits + EXPLORATION * (arm.available.ln().max(0.0) / visits).sqrt()
        };
        let best = known.into_iter().max_by(|a, b| bound(a).total_cmp(&bound(b)));
        best.map(|place| (place, false))
    }

    /// A legal move is made.
    fn accept(
        &mut self,
        walk: &mut Walk<G::Position>,
        player: Player,
        text: &str,
        made: Move<G::Position>,
    ) -> Result<Option<Outcome>, PlayError> {
        let node = &mut walk.nodes[player.index()];
        *node = self.trees[player.index()].child(*node, hash_of(&(text, true)));
        self.end_turn(walk, made.to, &made.told).map(|over| made.outcome.or(over))
    }

    /// Step 3: a refusal leads whoever notices it to another node.
    fn refuse(
        &mut self,
        walk: &mut Walk<G::Position>,
        mover: Player,
        text: &str,
        told: &[Message],
    ) {
        walk.refused.push(text.to_string());
        for player in Player::BOTH {
            let heard = heard_by(player, told);
            let perceived = match player == mover {
                true => hash_of(&(text, false, heard)),
                false if heard.is_empty() => continue,
                false => hash_of(&heard),
            };
            let node = &mut walk.nodes[player.index()];
            *node = self.trees[player.index()].child(*node, perceived);
        }
    }

    /// Lets both players perceive that a turn is over.
    fn end_turn(
        &mut self,
        walk: &mut Walk<G::Position>,
        to: G::Position,
        said: &[Message],
    ) -> Result<Option<Outcome>, PlayError> {
        let game = self.game;
        let before = std::mem::replace(&mut walk.at, to);
        let over = game.outcome(&walk.at);
        if over.is_none() {
            let told = game.told(&walk.at, &before)?;
            for player in Player::BOTH {
                let heard = [said, &told];
                let perceived = heard_and_seen(game, &before, &walk.at, player, heard)?;
                let node = &mut walk.nodes[player.index()];
                *node = self.trees[player.index()].child(*node, perceived);
            }
        }
        walk.refused.clear();
        walk.past.push(before.clone());
        walk.before = before;
        Ok(over)
    }
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}
