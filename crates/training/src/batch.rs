//! Many games that are stepped at once, into arrays that belong to the caller. A game that is
//! over begins again in the same step, so that every lane always waits for a move.

use crate::actions::Actions;
use crate::graph::Graph;
use crate::lane::{Lane, Status, Tools, rewards};
use crate::planes::Planes;
use game::{Game, Outcome, Player, Rng, RulesError, crew};
use std::sync::Arc;

/// Why a step is not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// This game was told a number that is no legal move.
    Illegal {
        /// Which of the games.
        lane: usize,
        /// The number.
        number: i64,
    },
    /// The rules did something that they should not do.
    Rules(Box<RulesError>),
    /// A position has more moves without numbers of their own than there are numbers for them.
    Unnumbered,
    /// The game is over before anybody can move.
    OverAtOnce,
}

/// Where a step writes: each array holds what belongs to the first game, then to the second, …
#[derive(Debug)]
pub struct Outputs<'a> {
    /// For each number, 1 if it is a legal move.
    pub mask: &'a mut [u8],
    /// The position as the player to move sees it.
    pub planes: &'a mut [u8],
    /// What the game that has just ended brought the first and the second player: 1, 0 or -1.
    pub rewards: &'a mut [f32],
    /// 0, or 1 if a game has ended, or 2 if it was broken off.
    pub done: &'a mut [u8],
    /// Who is to move: 0 or 1.
    pub player: &'a mut [u8],
}

/// Games under way.
pub struct Batch<G: Game> {
    game: Arc<G>,
    actions: Arc<Actions>,
    planes: Arc<Planes>,
    /// What each thread steps.
    parts: Vec<Part<G::Position>>,
    /// Games are broken off after this many turns.
    limit: u32,
    start: G::Position,
}

/// The games of one thread.
struct Part<P> {
    lanes: Vec<Lane<P>>,
    /// The node of each lane, as long as there is a graph.
    nodes: Vec<u32>,
    graph: Option<Graph<P>>,
    rng: Rng,
    tools: Tools,
}

/// What is known after a move.
enum Known {
    /// All of it: whether the game is over.
    Node(Option<Outcome>),
    /// The position only.
    Nothing,
}

/// What all parts share.
struct Common<'a, G: Game> {
    game: &'a G,
    actions: &'a Actions,
    planes: &'a Planes,
    limit: u32,
    start: &'a G::Position,
}

/// What is done with a part, the moves that were chosen in it, and where it writes.
type Work<'w, G> = dyn Fn(&mut Part<<G as Game>::Position>, &Common<'_, G>, &[i64], Outputs<'_>) -> Result<(), Problem>
    + Sync
    + 'w;

impl<G: Game> Batch<G> {
    /// This many games from the start, on this many threads.
    pub fn new(
        game: Arc<G>,
        (actions, planes): (Arc<Actions>, Arc<Planes>),
        size: usize,
        threads: usize,
        limit: u32,
        seed: u64,
    ) -> Batch<G> {
        let start = game.start();
        let threads = threads.clamp(1, size.max(1));
        let has_graph = !game.asks_for_past();
        let part = |number: usize| {
            let size = size / threads + usize::from(number < size % threads);
            let graph = has_graph.then(|| Graph::new(planes.size()));
            let rng = Rng::new(seed.wrapping_add(number as u64));
            let lanes = (0..size).map(|_| Lane::new(start.clone())).collect();
            let (reader, contents) = Default::default();
            // A graph compares positions, and so do rules that look back.
            let tools = Tools { reader, contents, needs_signatures: true };
            Part { lanes, nodes: vec![0; size], graph, rng, tools }
        };
        let parts = (0..threads).map(part).collect();
        Batch { game, actions, planes, parts, limit: limit.max(1), start }
    }

    /// How many games there are.
    #[allow(clippy::len_without_is_empty, reason = "a batch of no games is of no use")]
    pub fn len(&self) -> usize {
        self.parts.iter().map(|part| part.lanes.len()).sum()
    }

    /// Begins all games again.
    pub fn reset(&mut self, seed: Option<u64>, out: Outputs<'_>) -> Result<(), Problem> {
        for (number, part) in self.parts.iter_mut().enumerate() {
            if let Some(seed) = seed {
                part.rng = Rng::new(seed.wrapping_add(number as u64));
            }
        }
        out.mask.fill(0);
        self.each(&[], out, &|part, common, _, out| part.reset(common, out))
    }

    /// Makes a move in every game. If one of the numbers is no legal move, nothing is changed.
    pub fn step(&mut self, chosen: &[i64], out: Outputs<'_>) -> Result<(), Problem> {
        let n = self.actions.len();
        for (lane, &number) in chosen.iter().enumerate() {
            let legal = usize::try_from(number).ok().filter(|number| *number < n);
            if legal.is_none_or(|number| out.mask[lane * n + number] == 0) {
                return Err(Problem::Illegal { lane, number });
            }
        }
        self.each(chosen, out, &|part, common, chosen, out| part.step(common, chosen, out))
    }

    /// Draws a legal move for every game, each equally likely.
    pub fn draw(&mut self, into: &mut [i64]) {
        let mut into = into.iter_mut();
        for part in &mut self.parts {
            for lane in 0..part.lanes.len() {
                let numbers = match &part.graph {
                    Some(graph) => graph.numbers(part.nodes[lane]),
                    None => &part.lanes[lane].numbers,
                };
                let number = part.rng.choose(numbers).map_or(-1, |number| i64::from(*number));
                if let Some(place) = into.next() {
                    *place = number;
                }
            }
        }
    }

    /// The position of a game, and those before it as far as the rules ask for them.
    pub fn position(&self, lane: usize) -> Option<(G::Position, Vec<G::Position>)> {
        let mut lane = lane;
        for part in &self.parts {
            if let Some(found) = part.lanes.get(lane) {
                return Some(match &part.graph {
                    Some(graph) => (graph.position(part.nodes[lane]).clone(), Vec::new()),
                    None => (found.at.clone(), found.past.clone()),
                });
            }
            lane -= part.lanes.len();
        }
        None
    }

    /// The legal moves of a game: their numbers, and where each leads.
    pub fn legal(&self, lane: usize) -> Vec<(u32, G::Position)> {
        let mut lane = lane;
        for part in &self.parts {
            if let Some(found) = part.lanes.get(lane) {
                let (numbers, next) = match &part.graph {
                    Some(graph) => graph.moves(part.nodes[lane]),
                    None => (&found.numbers[..], &found.next[..]),
                };
                return numbers.iter().copied().zip(next.iter().cloned()).collect();
            }
            lane -= part.lanes.len();
        }
        Vec::new()
    }

    /// Does something with every part, each on a thread of its own.
    fn each(
        &mut self,
        mut chosen: &[i64],
        out: Outputs<'_>,
        work: &Work<'_, G>,
    ) -> Result<(), Problem> {
        let Batch { game, actions, planes, limit, start, parts } = self;
        let common = Common { game: &**game, actions, planes, limit: *limit, start };
        let mut left = out;
        let mut jobs = Vec::new();
        for part in parts.iter_mut() {
            let n = part.lanes.len();
            let (mine, rest) = left.split(n, common.actions.len(), common.planes.size());
            left = rest;
            let (my_moves, others) = chosen.split_at(n.min(chosen.len()));
            chosen = others;
            jobs.push((part, my_moves, mine));
        }
        let mut jobs = jobs.into_iter();
        let Some((part, moves, out)) = jobs.next() else { return Ok(()) };
        let common = &common;
        std::thread::scope(|scope| {
            let helpers: Vec<_> = jobs
                .map(|(part, moves, out)| {
                    crew::spawn(scope, move || work(part, common, moves, out))
                })
                .collect();
            let mut answer = work(part, common, moves, out);
            for helper in helpers {
                match helper {
                    Ok(helper) => answer = answer.and(crew::join(helper)),
                    Err(_) => answer = answer.and(Err(Problem::Unnumbered)),
                }
            }
            answer
        })
    }
}

impl<'a> Outputs<'a> {
    /// What belongs to the first games, and the rest.
    fn split(self, n: usize, actions: usize, planes: usize) -> (Outputs<'a>, Outputs<'a>) {
        let (mask, masks) = self.mask.split_at_mut(n * actions);
        let (plane, other_planes) = self.planes.split_at_mut(n * planes);
        let (reward, other_rewards) = self.rewards.split_at_mut(2 * n);
        let (done, dones) = self.done.split_at_mut(n);
        let (player, players) = self.player.split_at_mut(n);
        (
            Outputs { mask, planes: plane, rewards: reward, done, player },
            Outputs {
                mask: masks,
                planes: other_planes,
                rewards: other_rewards,
                done: dones,
                player: players,
            },
        )
    }
}

impl<P: Clone + Eq + std::hash::Hash> Part<P> {
    fn reset<G: Game<Position = P>>(
        &mut self,
        common: &Common<'_, G>,
        mut out: Outputs<'_>,
    ) -> Result<(), Problem> {
        let mut worker = common.game.worker(&[]);
        for lane in 0..self.lanes.len() {
            self.lanes[lane].restart(common.start);
            if self.enter(common, &mut worker, lane, &mut out)?.is_some() {
                return Err(Problem::OverAtOnce);
            }
            self.note(common, lane, &mut out, Status::GoesOn);
        }
        Ok(())
    }

    fn step<G: Game<Position = P>>(
        &mut self,
        common: &Common<'_, G>,
        chosen: &[i64],
        mut out: Outputs<'_>,
    ) -> Result<(), Problem> {
        if self.graph.as_ref().is_some_and(Graph::is_full) {
            self.leave_graph(common)?;
        }
        let mut worker = None;
        for (lane, &number) in chosen.iter().enumerate() {
            self.clear(common, lane, &mut out);
            let illegal = Problem::Illegal { lane, number };
            let over = match self.advance(common, lane, number as u32).ok_or(illegal)? {
                Known::Node(over) => over,
                Known::Nothing => {
                    let worker = worker.get_or_insert_with(|| common.game.worker(&[]));
                    self.enter(common, worker, lane, &mut out)?
                }
            };
            let status = match over {
                Some(outcome) => Status::Over(outcome),
                None if self.lanes[lane].turns >= common.limit => Status::BrokenOff,
                None => Status::GoesOn,
            };
            if status != Status::GoesOn {
                self.clear(common, lane, &mut out);
                self.lanes[lane].restart(common.start);
                let worker = worker.get_or_insert_with(|| common.game.worker(&[]));
                if self.enter(common, worker, lane, &mut out)?.is_some() {
                    return Err(Problem::OverAtOnce);
                }
            }
            self.note(common, lane, &mut out, status);
        }
        Ok(())
    }

    /// Takes the moves of a lane out of the mask.
    fn clear<G: Game<Position = P>>(
        &self,
        common: &Common<'_, G>,
        lane: usize,
        out: &mut Outputs<'_>,
    ) {
        let n = common.actions.len();
        let mask = &mut out.mask[lane * n..][..n];
        let numbers = match &self.graph {
            Some(graph) => graph.numbers(self.nodes[lane]),
            None => &self.lanes[lane].numbers,
        };
        numbers.iter().for_each(|number| mask[*number as usize] = 0);
    }

    /// Makes the move of a number, if there is one.
    fn advance<G: Game<Position = P>>(
        &mut self,
        common: &Common<'_, G>,
        lane: usize,
        number: u32,
    ) -> Option<Known> {
        let it = &mut self.lanes[lane];
        let Some(graph) = &mut self.graph else {
            it.advance(common.game, it.place(number)?);
            return Some(Known::Nothing);
        };
        let node = &mut self.nodes[lane];
        let place = graph.numbers(*node).iter().position(|other| *other == number)?;
        it.turns += 1;
        Some(match graph.after(*node, place) {
            Ok(next) => {
                *node = next;
                Known::Node(graph.node(next).over)
            }
            Err(at) => {
                it.at = at;
                Known::Nothing
            }
        })
    }

    /// Looks at the position of a lane, which is new.
    fn enter<G: Game<Position = P>>(
        &mut self,
        common: &Common<'_, G>,
        worker: &mut G::Worker<'_>,
        lane: usize,
        out: &mut Outputs<'_>,
    ) -> Result<Option<Outcome>, Problem> {
        let Common { game, actions, planes, .. } = *common;
        let (it, n) = (&mut self.lanes[lane], actions.len());
        let mask = &mut out.mask[lane * n..][..n];
        if let Some(node) = self.graph.as_ref().and_then(|graph| graph.find(&it.at)) {
            self.nodes[lane] = node;
            return Ok(self.graph.as_ref().and_then(|graph| graph.node(node).over));
        }
        let over = it.look(game, worker, actions, &mut self.tools, mask)?;
        if over.is_some() && self.graph.is_none() {
            return Ok(over);
        }
        let (player, size) = (game.player(&it.at), planes.size());
        let into = &mut out.planes[lane * size..][..size];
        planes.write(game, &it.at, player, &mut self.tools.contents, into);
        if let Some(graph) = &mut self.graph {
            self.nodes[lane] = graph.add(&it.at, player, over, (&it.numbers, &it.next), into);
            it.numbers.iter().for_each(|number| mask[*number as usize] = 0);
        }
        Ok(over)
    }

    /// Writes what a lane shows after a step.
    fn note<G: Game<Position = P>>(
        &self,
        common: &Common<'_, G>,
        lane: usize,
        out: &mut Outputs<'_>,
        status: Status,
    ) {
        let (n, size) = (common.actions.len(), common.planes.size());
        let mask = &mut out.mask[lane * n..][..n];
        let player = match &self.graph {
            Some(graph) => {
                let node = self.nodes[lane];
                graph.numbers(node).iter().for_each(|number| mask[*number as usize] = 1);
                out.planes[lane * size..][..size].copy_from_slice(graph.planes(node));
                graph.node(node).player
            }
            // Its moves and planes were written when it was entered.
            None => common.game.player(&self.lanes[lane].at),
        };
        out.player[lane] = u8::from(player == Player::Second);
        let (done, reward) = match status {
            Status::GoesOn => (0, [0.0; 2]),
            Status::Over(outcome) => (1, rewards(outcome)),
            Status::BrokenOff => (2, [0.0; 2]),
        };
        out.done[lane] = done;
        out.rewards[2 * lane..][..2].copy_from_slice(&reward);
    }

    /// Goes on without the graph, because the game has too many positions for one.
    fn leave_graph<G: Game<Position = P>>(
        &mut self,
        common: &Common<'_, G>,
    ) -> Result<(), Problem> {
        let Some(graph) = self.graph.take() else { return Ok(()) };
        self.tools.needs_signatures = common.game.asks_for_past();
        let mut worker = common.game.worker(&[]);
        let mut mask = vec![0; common.actions.len()];
        for (lane, node) in self.lanes.iter_mut().zip(&self.nodes) {
            lane.at = graph.position(*node).clone();
            lane.look(common.game, &mut worker, common.actions, &mut self.tools, &mut mask)?;
            lane.numbers.iter().for_each(|number| mask[*number as usize] = 0);
        }
        Ok(())
    }
}
