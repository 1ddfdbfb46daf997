//! Single histories: the turns that lead through some positions, by their texts.

use crate::limits::InfosetError;
use crate::observation::Observation;
use game::{Counter, Made, Perceived, Player, Referee, Rng, Turn};
use rustc_hash::FxHashMap;

/// A turn of a history.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// The text of the move, or of the try.
    pub text: String,
    /// Whether it is a try whose refusal cost the turn.
    pub refused: bool,
}

impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.refused {
            true => write!(f, "[{}]", self.text),
            false => f.write_str(&self.text),
        }
    }
}

/// A whole history: a turn after the other.
pub type History = Vec<Step>;

/// Positions around a turn, with what the rules may ask for.
pub(crate) struct Between<'a, P> {
    pub(crate) before: &'a P,
    pub(crate) from: &'a P,
    pub(crate) to: &'a P,
    pub(crate) past: &'a [P],
    /// Counters that `to` does not have.
    pub(crate) forgotten: &'a [Counter],
}

impl<P> Clone for Between<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Between<'_, P> {}

/// The turns that lead from a position to another and fit what was perceived, in
/// ascending order.
pub(crate) fn steps<G: Referee>(
    game: &G,
    player: Player,
    turn: &Perceived,
    between: Between<'_, G::Position>,
) -> Result<Vec<Step>, InfosetError> {
    match own_step(turn) {
        Some(step) => Ok(vec![step]),
        None => Ok(leading_to(game, &named(game, player, turn, between)?, between)),
    }
}

/// The player's own turn.
fn own_step(turn: &Perceived) -> Option<Step> {
    match &turn.made {
        Made::Move(text) => Some(Step { text: text.clone(), refused: false }),
        Made::Refused(text) => Some(Step { text: text.clone(), refused: true }),
        Made::Hidden => None,
    }
}

/// Of these turns those that lead to a position, which has forgotten some counters.
fn leading_to<G: Referee>(
    game: &G,
    turns: &[(Step, G::Position)],
    between: Between<'_, G::Position>,
) -> Vec<Step> {
    let is_there = |position: &G::Position| match between.forgotten {
        [] => position == between.to,
        forgotten => {
            let mut position = position.clone();
            game.forget(&mut position, forgotten);
            position == *between.to
        }
    };
    let there = turns.iter().filter(|(_, to)| is_there(to));
    there.map(|(step, _)| step.clone()).collect()
}

/// Turns, each with where it leads.
type Named<P> = Vec<(Step, P)>;

/// The enemy's turns that fit what was heard when they ended, in ascending order, each with
/// where it leads.
fn named<G: Referee>(
    game: &G,
    player: Player,
    turn: &Perceived,
    between: Between<'_, G::Position>,
) -> Result<Named<G::Position>, InfosetError> {
    let Between { before, from, past, .. } = between;
    let Turn::Moves(moves) = game.turn(from, past)? else { return Ok(Vec::new()) };
    let mut steps = Vec::new();
    let can_pass = game.can_refusal_pass() && turn.refused.is_empty() && turn.mover != player;
    if can_pass {
        let refusal = game.refusal(from, before)?;
        let heard = game::heard_by(player, &refusal.told);
        if let Some(to) = refusal.passed.filter(|_| turn.may_have_said(&heard)) {
            let tries = game.tries(from, before, past)?.into_iter();
            let illegal = tries.filter(|text| !moves.iter().any(|made| made.is_called(text)));
            steps.extend(illegal.map(|text| (Step { text, refused: true }, to.clone())));
        }
    }
    // What a move says must be what was heard.
    for made in moves {
        if turn.may_have_said(&game::heard_by(player, &made.told)) {
            steps.push((Step { text: made.text, refused: false }, made.to));
        }
    }
    steps.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok(steps)
}

/// Where a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct NodeAt {
    /// The level, counted in turns.
    pub(crate) depth: usize,
    /// The number there.
    pub(crate) number: u32,
}

/// Names turns, and remembers those of nodes that were asked for: histories have most of their
/// nodes in common.
pub(crate) struct Namer<'g, G: Referee> {
    game: &'g G,
    player: Player,
    /// By the node from which they lead on.
    known: FxHashMap<NodeAt, Named<G::Position>>,
    n_known: usize,
    most: usize,
}

impl<'g, G: Referee> Namer<'g, G> {
    /// A namer whose memory takes no more than this, roughly.
    pub(crate) fn new(game: &'g G, player: Player, bytes: usize) -> Namer<'g, G> {
        let each = game.position_bytes() + size_of::<Step>() + 32;
        Namer { game, player, known: FxHashMap::default(), n_known: 0, most: bytes / each }
    }

    /// The turns from a node to another, as [`steps`] finds them.
    pub(crate) fn steps(
        &mut self,
        node: NodeAt,
        turn: &Perceived,
        between: Between<'_, G::Position>,
    ) -> Result<Vec<Step>, InfosetError> {
        if let Some(step) = own_step(turn) {
            return Ok(vec![step]);
        }
        if let Some(turns) = self.known.get(&node) {
            return Ok(leading_to(self.game, turns, between));
        }
        let turns = named(self.game, self.player, turn, between)?;
        let steps = leading_to(self.game, &turns, between);
        if self.n_known + turns.len() > self.most {
            self.known.clear();
            self.n_known = 0;
        }
        self.n_known += turns.len();
        self.known.insert(node, turns);
        Ok(steps)
    }
}

/// The histories that lead through some positions, one by one in ascending order. There
/// are as many as the products of their choices, so they are never all there at once.
#[derive(Clone, Debug)]
pub struct Histories {
    /// What each turn can have been.
    choices: Vec<Vec<Step>>,
    /// Which choices come next; nothing after the last history.
    next: Option<Vec<usize>>,
}

impl Histories {
    pub(crate) fn through<G: Referee>(
        game: &G,
        player: Player,
        turns: &[Perceived],
        positions: &[G::Position],
        forgotten: &[Counter],
    ) -> Result<Histories, InfosetError> {
        let mut choices = Vec::with_capacity(turns.len());
        for (i, turn) in turns.iter().enumerate() {
            let before = &positions[i.saturating_sub(1)];
            let (from, to, past) = (&positions[i], &positions[i + 1], &positions[..i]);
            choices.push(steps(game, player, turn, Between { before, from, to, past, forgotten })?);
        }
        Ok(Histories::of(choices))
    }

    /// The histories of these choices.
    pub(crate) fn of(choices: Vec<Vec<Step>>) -> Histories {
        let is_possible = choices.iter().all(|steps| !steps.is_empty());
        let next = is_possible.then(|| vec![0; choices.len()]);
        Histories { choices, next }
    }

    /// One of them, each equally likely: turns are chosen independently.
    pub fn draw(&self, rng: &mut Rng) -> Option<History> {
        self.choices.iter().map(|steps| rng.choose(steps).cloned()).collect()
    }
}

impl Iterator for Histories {
    type Item = History;

    fn next(&mut self) -> Option<History> {
        let mut at = self.next.take()?;
        let chosen = self.choices.iter().zip(&at).map(|(steps, &i)| steps[i].clone());
        let history = chosen.collect();
        // Counts up, the last turn first.
        for (i, steps) in at.iter_mut().zip(&self.choices).rev() {
            *i += 1;
            if *i < steps.len() {
                self.next = Some(at);
                break;
            }
            *i = 0;
        }
        Some(history)
    }
}

/// The histories of a path that depth-first search found.
pub fn histories_of<G: Referee>(
    game: &G,
    observation: &Observation,
    path: crate::Path<'_, G::Position>,
) -> Result<Histories, InfosetError> {
    Histories::through(game, observation.player, &observation.turns, path.positions, &[])
}
