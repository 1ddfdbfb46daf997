//! Single histories: the turns that lead through some positions, by their texts.

use crate::limits::InfosetError;
use crate::observation::Observation;
use game::{Made, Perceived, Player, Referee, Rng, Turn};

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
#[derive(Clone, Copy)]
pub(crate) struct Between<'a, P> {
    pub(crate) before: &'a P,
    pub(crate) from: &'a P,
    pub(crate) to: &'a P,
    pub(crate) past: &'a [P],
}

/// The turns that lead from a position to another and fit what was perceived, in
/// ascending order.
pub(crate) fn steps<G: Referee>(
    game: &G,
    player: Player,
    turn: &Perceived,
    between: Between<'_, G::Position>,
) -> Result<Vec<Step>, InfosetError> {
    let Between { before, from, to, past } = between;
    let own = |text: &String| Step { text: text.clone(), refused: false };
    match &turn.made {
        Made::Move(text) => return Ok(vec![own(text)]),
        Made::Refused(text) => return Ok(vec![Step { refused: true, ..own(text) }]),
        Made::Hidden => {}
    }
    let Turn::Moves(moves) = game.turn(from, past)? else { return Ok(Vec::new()) };
    let mut steps: Vec<Step> =
        moves.iter().filter(|made| made.to == *to).map(|made| own(&made.text)).collect();
    let can_pass = game.can_refusal_pass() && turn.refused.is_empty() && turn.mover != player;
    if can_pass {
        let refusal = game.refusal(from, before)?;
        let heard = game::heard_by(player, &refusal.told);
        if refusal.passed.as_ref() == Some(to) && turn.may_have_said(&heard) {
            let tries = game.tries(from, before, past)?.into_iter();
            let illegal = tries.filter(|text| !moves.iter().any(|made| made.is_called(text)));
            steps.extend(illegal.map(|text| Step { text, refused: true }));
        }
    }
    // Two moves never lead to the same position, but a move and a refusal may; what
    // the move says must be what was heard.
    steps.retain(|step| {
        let is_said = |made: &game::Move<G::Position>| {
            made.text != step.text || turn.may_have_said(&game::heard_by(player, &made.told))
        };
        step.refused || moves.iter().all(is_said)
    });
    steps.sort();
    Ok(steps)
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
    ) -> Result<Histories, InfosetError> {
        let mut choices = Vec::with_capacity(turns.len());
        for (i, turn) in turns.iter().enumerate() {
            let before = &positions[i.saturating_sub(1)];
            let (from, to, past) = (&positions[i], &positions[i + 1], &positions[..i]);
            choices.push(steps(game, player, turn, Between { before, from, to, past })?);
        }
        let is_possible = choices.iter().all(|steps| !steps.is_empty());
        let next = is_possible.then(|| vec![0; choices.len()]);
        Ok(Histories { choices, next })
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
    Histories::through(game, observation.player, &observation.turns, path.positions)
}
