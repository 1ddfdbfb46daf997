//! Games without a board: random graphs with cycles, on which a refutation that
//! only holds on one way is easily taken for one that always holds.

use game::{
    Board, Facts, Game, Move, Outcome, Player, Rng, RulesError, Setup, SetupError, Turn, TurnWorker,
};
use search::{Limits, Method, Stopper, Task, prove};

/// Nodes with an owner and edges; a node without edges is an end, which its owner
/// has won.
struct Graph {
    facts: Facts,
    owners: Vec<Player>,
    edges: Vec<Vec<u16>>,
    /// By how many points, if the game has points.
    points: Option<Vec<i32>>,
}

const NODES: usize = 14;

impl Graph {
    fn random(seed: u64, scored: bool) -> Graph {
        let mut rng = Rng::new(seed);
        let facts =
            Facts::new("graph", Board::lines(None, &[vec!["a".to_string(), "b".to_string()]]));
        let owner = |n| if n == 0 { Player::First } else { Player::Second };
        let owners = (0..NODES).map(|_| owner(rng.below(2))).collect();
        let mut edges = Vec::new();
        for _ in 0..NODES {
            let n = [0, 1, 2, 2, 3, 3][rng.below(6)];
            let mut to: Vec<u16> = (0..n).map(|_| rng.below(NODES) as u16).collect();
            to.sort_unstable();
            to.dedup();
            edges.push(to);
        }
        let points = scored.then(|| (0..NODES).map(|_| rng.below(4) as i32).collect());
        Graph { facts, owners, edges, points }
    }

    /// How the game ends in a node that is an end.
    fn end(&self, i: usize) -> Outcome {
        let sign = if self.owners[i] == Player::First { 1 } else { -1 };
        let points = self.points.as_ref().map_or(1, |points| points[i]);
        Outcome { value: sign * points, scored: self.points.is_some() }
    }

    /// The nodes from which a player can force this many points, by definition: that
    /// takes no more turns than there are nodes.
    fn forced(&self, player: Player, points: i32) -> Vec<bool> {
        let is_end = |i: usize| self.edges[i].is_empty();
        let mut won: Vec<bool> =
            (0..NODES).map(|i| is_end(i) && self.end(i).for_player(player) >= points).collect();
        for _ in 0..NODES {
            for i in (0..NODES).filter(|&i| !is_end(i)) {
                let mut kept = self.edges[i].iter().map(|&to| won[usize::from(to)]);
                won[i] |= match self.owners[i] == player {
                    true => kept.any(|won| won),
                    false => kept.all(|won| won),
                };
            }
        }
        won
    }

    /// What each node is worth to the first player; play without end is a draw.
    fn values(&self) -> Vec<i32> {
        let mut values = vec![0; NODES];
        for points in 1..4 {
            let (first, second) =
                (self.forced(Player::First, points), self.forced(Player::Second, points));
            for (i, value) in values.iter_mut().enumerate() {
                *value += i32::from(first[i]) - i32::from(second[i]);
            }
        }
        values
    }
}

impl Game for Graph {
    type Position = u16;

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn start(&self) -> u16 {
        0
    }

    fn position(&self, setup: &Setup) -> Result<u16, SetupError> {
        Ok(setup.round as u16)
    }

    fn setup(&self, position: &u16) -> Setup {
        Setup { round: u32::from(*position), ..self.facts.start.clone() }
    }

    fn signature(&self, position: &u16) -> u64 {
        u64::from(*position)
    }

    fn player(&self, position: &u16) -> Player {
        self.owners[usize::from(*position)]
    }

    fn turn(&self, position: &u16, _: &[u16]) -> Result<Turn<u16>, RulesError> {
        let edges = &self.edges[usize::from(*position)];
        if edges.is_empty() {
            return Ok(Turn::Over(self.end(usize::from(*position))));
        }
        let played = |&to: &u16| Move {
            text: to.to_string(),
            synonyms: Vec::new(),
            to,
            outcome: None,
            cost: 0,
            told: Vec::new(),
        };
        Ok(Turn::Moves(edges.iter().map(played).collect()))
    }

    fn evaluate(&self, _: &u16, _: usize) -> Result<i32, RulesError> {
        Ok(0)
    }

    fn bound(&self, _: &u16, _: usize) -> Result<i32, RulesError> {
        Ok(0)
    }

    fn asks_for_past(&self) -> bool {
        false
    }

    fn outcome(&self, _: &u16) -> Option<Outcome> {
        None
    }

    type Worker<'g> = TurnWorker<'g, Graph>;

    fn worker<'g>(&'g self, past: &[u16]) -> TurnWorker<'g, Graph> {
        TurnWorker::new(self, past)
    }
}

/// Compares methods with the definition.
fn check(scored: bool, methods: &[Method]) {
    let mut seen = [0; 3];
    for seed in 0..1500 {
        let graph = Graph::random(seed, scored);
        let values = graph.values();
        seen[(values[0].signum() + 1) as usize] += 1;
        let alone = methods.iter().map(|&method| (method, 1));
        // More threads prove nothing else.
        let together = alone.clone().filter(|&(method, _)| {
            matches!(method, Method::DfPn | Method::AlphaBeta) && seed < 500
        });
        for (method, threads) in alone.chain(together.map(|(method, _)| (method, 3))) {
            let (limits, stopper) = (Limits::default(), Stopper::default());
            let task = Task {
                method,
                limits,
                memory: 1 << 24,
                threads,
                symmetries: true,
                wins: None,
                local: None,
                stopper,
            };
            let proof = prove(&graph, &0, &[], &task, &mut |_| {})
                .unwrap_or_else(|why| panic!("{why:?}: seed {seed}, {method:?}"));
            let as_known = |value: i32| if proof.exact { value } else { value.signum() };
            assert_eq!(proof.outcome.value, as_known(values[0]), "seed {seed}, {method:?}");
            for &to in &proof.moves {
                let value = as_known(values[usize::from(to)]);
                assert_eq!(value, proof.outcome.value, "seed {seed}, {method:?}, move {to}");
            }
        }
    }
    assert!(seen.iter().all(|&n| n > 50), "{seen:?}");
}

#[test]
fn cycles_make_no_difference() {
    check(false, &[Method::Sweep, Method::DfPn, Method::ProofNumber]);
}

#[test]
fn points_go_backward() {
    check(true, &[Method::Sweep, Method::DfPn]);
}
