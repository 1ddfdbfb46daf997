//! Games without a board: random graphs with cycles, on which a refutation that
//! only holds on one way is easily taken for one that always holds.

use game::{
    Board, Facts, Game, Move, Outcome, Player, Rng, RulesError, Setup, SetupError, Turn, TurnWorker,
};
use search::{Limits, Method, Stopper, Task, prove};

/// Nodes with an owner and edges; a node without edges is an end.
struct Graph {
    facts: Facts,
    owners: Vec<Player>,
    edges: Vec<Vec<u16>>,
}

const NODES: usize = 14;

impl Graph {
    /// A graph in which every third node or so is an end, won by its owner.
    fn random(seed: u64) -> Graph {
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
        Graph { facts, owners, edges }
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
            let value = if self.player(position) == Player::First { 1 } else { -1 };
            return Ok(Turn::Over(Outcome { value, scored: false }));
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

/// What a node is worth, from the definition: whoever can force an end of his has
/// won, and that takes no more turns than there are nodes.
fn by_definition(graph: &Graph, winner: Player) -> Vec<bool> {
    let mut won: Vec<bool> =
        (0..NODES).map(|i| graph.edges[i].is_empty() && graph.owners[i] == winner).collect();
    for _ in 0..NODES {
        for i in 0..NODES {
            let to = &graph.edges[i];
            let mut kept = to.iter().map(|&to| won[usize::from(to)]);
            won[i] |= match graph.owners[i] == winner {
                true => kept.any(|won| won),
                false => !to.is_empty() && kept.all(|won| won),
            };
        }
    }
    won
}

#[test]
fn cycles_make_no_difference() {
    let mut seen = [0; 3];
    for seed in 0..1500 {
        let graph = Graph::random(seed);
        let (first, second) =
            (by_definition(&graph, Player::First), by_definition(&graph, Player::Second));
        let value = i32::from(first[0]) - i32::from(second[0]);
        seen[(value + 1) as usize] += 1;
        for method in [Method::Sweep, Method::DfPn, Method::ProofNumber] {
            let limits = Limits::default();
            let task = Task { method, limits, memory: 1 << 24, stopper: Stopper::default() };
            let proof = prove(&graph, &0, &[], &task, &mut |_| {}).expect("a proof");
            assert_eq!(proof.outcome.value, value, "seed {seed}, {method:?}");
            for &to in &proof.moves {
                let to = usize::from(to);
                assert_eq!(i32::from(first[to]) - i32::from(second[to]), value, "seed {seed}");
            }
        }
    }
    assert!(seen.iter().all(|&n| n > 50), "{seen:?}");
}
