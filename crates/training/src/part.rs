//! The games of a batch that one thread steps: each is a lane of its own or, as long as the game has
//! few positions, a node of a graph that all lanes of the thread share.

use crate::actions::Actions;
use crate::batch::{Outputs, Problem, Sizes};
use crate::choosing::{draw_all, find_all};
use crate::graph::{Graph, Listed, START};
use crate::lane::{Lane, Status, Tools};
use crate::planes::Planes;
use crate::rows::RowReader;
use game::{Game, Outcome, Player, Rng, mix};
use std::hash::Hash;

/// The games of one thread.
pub(crate) struct Part<P> {
    pub(crate) lanes: Vec<Lane<P>>,
    /// How many turns each game has had.
    pub(crate) turns: Vec<u32>,
    /// The node of each lane, as long as there is a graph.
    nodes: Vec<u32>,
    /// The place of each lane's next move in its list: what was drawn or what was chosen.
    pub(crate) places: Vec<u32>,
    graph: Option<Graph<P>>,
    /// The start as lanes copy it where there is no graph, once one has begun again.
    pub(crate) start: Option<(Lane<P>, Vec<u8>)>,
    rng: Rng,
    pub(crate) tools: Tools,
}

/// What is known after a move.
enum After {
    /// All of it: whether the game is over.
    Node(Option<Outcome>),
    /// The position only.
    Nothing,
}

/// What all parts share.
pub(crate) struct Common<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) actions: &'a Actions,
    pub(crate) planes: &'a Planes,
    pub(crate) limit: u32,
    pub(crate) start: &'a G::Position,
}

/// What the chance of a part is drawn from. The first part has the seed itself; the others are far
/// from those of other seeds, so that two batches do not play the same games.
pub(crate) fn part_rng(seed: u64, part: usize) -> Rng {
    Rng::new(if part == 0 { seed } else { mix(mix(seed).wrapping_add(part as u64)) })
}

/// Shows in a lane what a graph keeps of a node: its mask, if masks are kept, its planes, and who
/// is to move.
#[inline]
fn copy_node<P: Clone + Eq + Hash>(
    graph: &Graph<P>,
    node: u32,
    lane: usize,
    out: &mut Outputs<'_>,
) {
    let (mask, planes) = graph.shown(node);
    out.mask[lane * mask.len()..][..mask.len()].copy_from_slice(mask);
    out.planes[lane * planes.len()..][..planes.len()].copy_from_slice(planes);
    out.player[lane] = u8::from(graph.node(node).player == Player::Second);
}

/// What reads the rows of a game, where they tell the numbers of moves.
fn rows_of<G: Game>(game: &G, actions: &Actions, planes: &Planes) -> Option<RowReader> {
    let rows = game.rows().filter(|_| !actions.has_third && !actions.are_of_texts())?;
    Some(RowReader::new(rows, game.facts(), actions, planes))
}

impl<P: Clone + Eq + Hash> Part<P> {
    /// This many games from the start, which have not begun.
    pub(crate) fn new<G: Game<Position = P>>(
        game: &G,
        start: &P,
        actions: &Actions,
        planes: &Planes,
        size: usize,
        rng: Rng,
    ) -> Part<P> {
        let has_graph = !game.asks_for_past();
        let graph = has_graph
            .then(|| Graph::new(Sizes::new(actions, planes), game.facts().board.n_fields()));
        let lanes = (0..size).map(|_| Lane::new(start.clone())).collect();
        let (reader, contents) = Default::default();
        let rows = if has_graph { None } else { rows_of(game, actions, planes) };
        // A graph compares positions, and so do rules that look back.
        let tools = Tools { reader, contents, rows, needs_signatures: true };
        Part {
            lanes,
            turns: vec![0; size],
            nodes: vec![0; size],
            places: vec![0; size],
            graph,
            start: None,
            rng,
            tools,
        }
    }

    /// How many games there are.
    pub(crate) fn len(&self) -> usize {
        self.lanes.len()
    }

    /// Begins to draw again.
    pub(crate) fn reseed(&mut self, seed: u64, number: usize) {
        self.rng = part_rng(seed, number);
    }

    /// The numbers of the legal moves of a game that has begun.
    fn legal(&self, lane: usize) -> &[u32] {
        match &self.graph {
            Some(graph) => graph.numbers(self.nodes[lane]),
            None => &self.lanes[lane].numbers,
        }
    }

    /// Finds the places of the moves that were chosen, or the lane in which that is none.
    pub(crate) fn find(&mut self, chosen: &[i64]) -> Result<(), usize> {
        let Part { graph, nodes, lanes, places, .. } = self;
        match graph {
            Some(graph) => find_all(nodes.iter().map(|node| graph.numbers(*node)), places, chosen),
            None => find_all(lanes.iter().map(|lane| &lane.numbers[..]), places, chosen),
        }
    }

    /// Draws a legal move for each game.
    pub(crate) fn draw(&mut self, into: &mut [i64]) {
        let Part { graph, nodes, lanes, places, rng, .. } = self;
        match graph {
            Some(graph) => {
                draw_all(nodes.iter().map(|node| graph.numbers(*node)), places, rng, into);
            }
            None => draw_all(lanes.iter().map(|lane| &lane.numbers[..]), places, rng, into),
        }
    }

    /// The position of a game that has begun, and those before it as far as the rules ask.
    pub(crate) fn position<G: Game<Position = P>>(&self, game: &G, lane: usize) -> (P, Vec<P>) {
        match &self.graph {
            Some(graph) => (graph.position(self.nodes[lane]).clone(), Vec::new()),
            None => self.lanes[lane].positions(game),
        }
    }

    pub(crate) fn reset<G: Game<Position = P>>(
        &mut self,
        common: &Common<'_, G>,
        mut out: Outputs<'_>,
    ) -> Result<(), Problem> {
        let mut worker = None;
        for lane in 0..self.lanes.len() {
            self.begin(common, &mut worker, lane, &mut out)?;
            self.show(common, lane, &mut out);
            out.note(lane, Status::GoesOn);
        }
        Ok(())
    }

    pub(crate) fn step<G: Game<Position = P>>(
        &mut self,
        common: &Common<'_, G>,
        mut out: Outputs<'_>,
    ) -> Result<(), Problem> {
        let (mut worker, mut lane) = (None, 0);
        loop {
            lane = self.step_in_graph(lane, common.limit, &mut out);
            if lane == self.lanes.len() {
                return Ok(());
            }
            if self.graph.is_none() && self.tools.rows.is_some() {
                return self.step_rows(common, &mut worker, lane, &mut out);
            }
            self.step_lane(common, &mut worker, lane, &mut out)?;
            lane += 1;
        }
    }

    /// Steps lanes from this one on as long as the graph knows where their moves lead; the first
    /// lane that it does not know.
    fn step_in_graph(&mut self, from: usize, limit: u32, out: &mut Outputs<'_>) -> usize {
        let n = self.nodes.len();
        let Some(graph) = self.graph.as_ref().filter(|graph| graph.n_mask() > 0) else {
            return from;
        };
        for lane in from..n {
            let Some(next) = graph.known_after(self.nodes[lane], self.places[lane]) else {
                return lane;
            };
            let turns = self.turns[lane] + 1;
            let (status, node) = match (graph.node(next).over, turns >= limit) {
                (Some(outcome), _) => (Status::Over(outcome), START),
                (None, true) => (Status::BrokenOff, START),
                (None, false) => (Status::GoesOn, next),
            };
            self.turns[lane] = if status == Status::GoesOn { turns } else { 0 };
            self.nodes[lane] = node;
            copy_node(graph, node, lane, out);
            out.note(lane, status);
        }
        n
    }

    /// Steps a lane whose next position has to be looked at.
    fn step_lane<'g, G: Game<Position = P>>(
        &mut self,
        common: &Common<'g, G>,
        worker: &mut Option<G::Worker<'g>>,
        lane: usize,
        out: &mut Outputs<'_>,
    ) -> Result<(), Problem> {
        self.clear(common, lane, out);
        let over = match self.advance(common, lane).ok_or(Problem::NotBegun)? {
            After::Node(over) => over,
            After::Nothing => self.enter(common, worker, lane, out)?,
        };
        let status = match over {
            Some(outcome) => Status::Over(outcome),
            None if self.turns[lane] >= common.limit => Status::BrokenOff,
            None => Status::GoesOn,
        };
        if status != Status::GoesOn {
            self.clear(common, lane, out);
            self.begin(common, worker, lane, out)?;
        }
        self.show(common, lane, out);
        out.note(lane, status);
        Ok(())
    }

    /// Begins the game of a lane, whose mask is empty.
    fn begin<'g, G: Game<Position = P>>(
        &mut self,
        common: &Common<'g, G>,
        worker: &mut Option<G::Worker<'g>>,
        lane: usize,
        out: &mut Outputs<'_>,
    ) -> Result<(), Problem> {
        self.turns[lane] = 0;
        let (n, size) = (common.actions.len(), common.planes.size());
        if self.graph.is_none() {
            self.find_start(common, worker)?;
        }
        if let Some((start, planes)) = &self.start {
            self.lanes[lane].begin_like(start);
            let mask = &mut out.mask[lane * n..][..n];
            start.numbers.iter().for_each(|number| mask[*number as usize] = 1);
            out.planes[lane * size..][..size].copy_from_slice(planes);
            return Ok(());
        }
        self.lanes[lane].restart(common.start);
        match self.enter(common, worker, lane, out)? {
            Some(_) => Err(Problem::OverAtOnce),
            None => Ok(()),
        }
    }

    /// Takes the moves of a lane out of the mask, unless the whole mask is written anyway.
    fn clear<G: Game<Position = P>>(
        &self,
        common: &Common<'_, G>,
        lane: usize,
        out: &mut Outputs<'_>,
    ) {
        if self.graph.as_ref().is_some_and(|graph| graph.n_mask() > 0) {
            return;
        }
        let n = common.actions.len();
        let mask = &mut out.mask[lane * n..][..n];
        self.legal(lane).iter().for_each(|number| mask[*number as usize] = 0);
    }

    /// Makes the move that was chosen, if there is one.
    fn advance<G: Game<Position = P>>(
        &mut self,
        common: &Common<'_, G>,
        lane: usize,
    ) -> Option<After> {
        let (it, place) = (&mut self.lanes[lane], self.places[lane] as usize);
        self.turns[lane] += 1;
        let Some(graph) = &mut self.graph else {
            return it.advance(common.game, place).then_some(After::Nothing);
        };
        let node = &mut self.nodes[lane];
        if place >= graph.numbers(*node).len() {
            return None;
        }
        Some(match graph.after(*node, place) {
            Ok(next) => {
                *node = next;
                After::Node(graph.node(next).over)
            }
            Err(at) => {
                it.at = at;
                After::Nothing
            }
        })
    }

    /// Looks at the position of a lane, which is new.
    fn enter<'g, G: Game<Position = P>>(
        &mut self,
        common: &Common<'g, G>,
        worker: &mut Option<G::Worker<'g>>,
        lane: usize,
        out: &mut Outputs<'_>,
    ) -> Result<Option<Outcome>, Problem> {
        let Common { game, actions, planes, .. } = *common;
        if let Some(graph) = &self.graph {
            if let Some(node) = graph.find(&self.lanes[lane].at) {
                self.nodes[lane] = node;
                return Ok(graph.node(node).over);
            }
            if graph.n_mask() > 0 {
                out.mask[lane * actions.len()..][..actions.len()].fill(0);
            }
            if graph.is_full() {
                self.leave_graph(common, lane)?;
            }
        }
        let (it, n) = (&mut self.lanes[lane], actions.len());
        let mask = &mut out.mask[lane * n..][..n];
        let worker = worker.get_or_insert_with(|| game.worker(&[]));
        let over = it.look(game, worker, actions, &mut self.tools, mask)?;
        if over.is_some() && self.graph.is_none() {
            return Ok(over);
        }
        let (player, size) = (game.player(&it.at), planes.size());
        let into = &mut out.planes[lane * size..][..size];
        planes.write(game, &it.at, player, &mut self.tools.contents, into);
        if let Some(graph) = &mut self.graph {
            let moves = Listed { numbers: &it.numbers, next: &it.next };
            self.nodes[lane] = graph.add(&it.at, player, over, moves, into);
            it.numbers.iter().for_each(|number| mask[*number as usize] = 0);
        }
        Ok(over)
    }

    /// Writes what a lane shows after a step; where there is no graph, its moves and planes were
    /// written when it was entered.
    fn show<G: Game<Position = P>>(
        &self,
        common: &Common<'_, G>,
        lane: usize,
        out: &mut Outputs<'_>,
    ) {
        let Some(graph) = &self.graph else {
            let player = common.game.player(&self.lanes[lane].at);
            out.player[lane] = u8::from(player == Player::Second);
            return;
        };
        let (node, n) = (self.nodes[lane], common.actions.len());
        copy_node(graph, node, lane, out);
        if graph.n_mask() == 0 {
            let mask = &mut out.mask[lane * n..][..n];
            graph.numbers(node).iter().for_each(|number| mask[*number as usize] = 1);
        }
    }

    /// Goes on without the graph, because the game has too many positions for one. This lane has
    /// its new position already, and all others have theirs in the graph.
    fn leave_graph<G: Game<Position = P>>(
        &mut self,
        common: &Common<'_, G>,
        entering: usize,
    ) -> Result<(), Problem> {
        let Some(graph) = self.graph.take() else { return Ok(()) };
        self.tools.needs_signatures = common.game.asks_for_past();
        self.tools.rows = rows_of(common.game, common.actions, common.planes);
        let mut worker = common.game.worker(&[]);
        let mut mask = vec![0; common.actions.len()];
        let lanes = self.lanes.iter_mut().zip(&self.nodes).enumerate();
        for (_, (lane, node)) in lanes.filter(|(number, _)| *number != entering) {
            lane.at = graph.position(*node).clone();
            lane.look(common.game, &mut worker, common.actions, &mut self.tools, &mut mask)?;
            lane.numbers.iter().for_each(|number| mask[*number as usize] = 0);
        }
        Ok(())
    }
}
