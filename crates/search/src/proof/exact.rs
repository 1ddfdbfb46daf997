//! Alpha-beta to the ends of the game, with outcomes as values and a table of whole
//! positions (Knuth and Moore, 1975; the table as in Greenblatt's program, 1967).
//!
//! Every bound follows from bounds that were found before it, down to ends of the
//! game; so it holds whatever else the game can do, and no cycle can be part of
//! it. If a position comes back on the way the search gives up.

use super::ground::{Ground, Path};
use super::retrograde::{MOST, outcome_of, worth};
use super::store::Store;
use super::{Found, Unproved};
use game::{Game, Outcome, Player};

/// Entries of the history, a power of two.
const HISTORY: usize = 1 << 14;
/// The longest way: every position on it has a place on the stack.
const DEEPEST: usize = 1000;

/// What is known of a position, for the player to move.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    lower: i32,
    upper: i32,
    best: u16,
}

struct Exact<'s, 'g, 'p, G: Game> {
    ground: &'s mut Ground<'g, 'p, G>,
    store: Store<G::Position, Bounds>,
    path: Path<G::Position>,
    /// How often a move was good, by its signature difference.
    history: Vec<i32>,
    scored: bool,
}

/// The value of a position of a game that ends.
pub(super) fn exact<G: Game>(
    ground: &mut Ground<'_, '_, G>,
    at: &G::Position,
    memory: usize,
) -> Result<Found<G::Position>, Unproved> {
    let outside = ground.position_bytes() - std::mem::size_of::<G::Position>();
    let (store, history) = (Store::new(memory, outside), vec![0; HISTORY]);
    let mut search = Exact { ground, store, path: Path::new(), history, scored: false };
    let found = |worth: i32, scored: bool, by: Option<G::Position>| Found {
        outcome: outcome_of(worth, scored),
        exact: true,
        moves: by.into_iter().collect(),
        all_moves: false,
        turns: None,
    };
    let list = match search.ground.expand(at)? {
        Ok(list) => list,
        Err(outcome) => return Ok(found(worth(outcome), outcome.scored, None)),
    };
    search.path.push(at);
    let player = search.ground.player(at);
    let (mut best, mut by) = (-MOST, None);
    for &(_, i) in &search.order(at, &list, None) {
        let child = &list[usize::from(i)];
        let value = search.child(player, child, (best, MOST))?;
        if value > best || by.is_none() {
            (best, by) = (value, Some(child.clone()));
        }
        if best == MOST {
            break;
        }
    }
    // Every move of a lost position is as good as the others.
    let by = by.filter(|_| best != -MOST);
    let worth = if player == Player::First { best } else { -best };
    Ok(found(worth, search.scored, by))
}

impl<G: Game> Exact<'_, '_, '_, G> {
    /// The value of a position for the player to move, exact between alpha and beta.
    fn value(
        &mut self,
        at: &G::Position,
        (mut alpha, mut beta): (i32, i32),
    ) -> Result<i32, Unproved> {
        // Step 1: the table may know the value, or narrow the window.
        let began = self.ground.nodes;
        self.ground.count()?;
        let known = self.store.get(at);
        let mut bounds = known.unwrap_or(Bounds { lower: -MOST, upper: MOST, best: u16::MAX });
        (alpha, beta) = (alpha.max(bounds.lower), beta.min(bounds.upper));
        if alpha >= beta {
            return Ok(if bounds.lower >= beta { bounds.lower } else { bounds.upper });
        }
        // Step 2: a game that comes back has no end to go to.
        if self.path.place(at).is_some() {
            return Err(Unproved::Cyclic);
        }
        if self.path.len() >= DEEPEST {
            return Err(Unproved::Deep);
        }
        // Step 3: at the end of the game there is a number.
        let list = match self.ground.expand(at)? {
            Ok(list) => list,
            Err(outcome) => return Ok(self.worth(outcome, self.ground.player(at))),
        };
        // Step 4: what is known of the moves may be enough.
        let player = self.ground.player(at);
        let (mut best, mut best_move) = self.at_once(player, &list, beta);
        // Step 5: each move in turn, until one is too good to be allowed.
        if best < beta {
            self.path.push(at);
            let order = self.order(at, &list, known.map(|known| known.best));
            for (tried, &(_, i)) in order.iter().enumerate() {
                let child = &list[usize::from(i)];
                let value = self.child(player, child, (alpha.max(best), beta))?;
                if value > best {
                    (best, best_move) = (value, i);
                }
                if best >= beta {
                    self.learn(at, &list, &order[..=tried]);
                    break;
                }
            }
            self.path.pop();
        }
        self.ground.done(list);
        // Step 6: what was found is remembered.
        if best > alpha {
            bounds.lower = bounds.lower.max(best);
        }
        if best < beta {
            bounds.upper = bounds.upper.min(best);
        }
        bounds.best = best_move;
        self.store.put(at.clone(), self.ground.nodes - began, bounds);
        self.ground.positions = self.store.len() as u64;
        Ok(best)
    }

    /// The value of a move for the player who makes it. He may move again.
    fn child(
        &mut self,
        player: Player,
        child: &G::Position,
        (alpha, beta): (i32, i32),
    ) -> Result<i32, Unproved> {
        if let Some(outcome) = self.ground.outcome(child) {
            return Ok(self.worth(outcome, player));
        }
        match self.ground.player(child) == player {
            true => self.value(child, (alpha, beta)),
            false => Ok(-self.value(child, (-beta, -alpha))?),
        }
    }

    fn worth(&mut self, outcome: Outcome, player: Player) -> i32 {
        self.scored |= outcome.scored;
        if player == Player::First { worth(outcome) } else { -worth(outcome) }
    }

    /// A move that is known to be too good to be allowed, with its value.
    fn at_once(&mut self, player: Player, list: &[G::Position], beta: i32) -> (i32, u16) {
        for (i, child) in list.iter().enumerate() {
            let least = if let Some(outcome) = self.ground.outcome(child) {
                self.worth(outcome, player)
            } else if let Some(bounds) = self.store.get(child) {
                match self.ground.player(child) == player {
                    true => bounds.lower,
                    false => -bounds.upper,
                }
            } else {
                continue;
            };
            if least >= beta {
                return (least, i as u16);
            }
        }
        // Nothing is worse than a loss without points.
        (-MOST, u16::MAX)
    }

    /// The numbers of moves in the order in which they are tried.
    fn order(&self, at: &G::Position, list: &[G::Position], best: Option<u16>) -> Vec<(i32, u16)> {
        let key = |(i, child): (usize, &G::Position)| match Some(i as u16) == best {
            true => (i32::MIN, i as u16),
            false => (-self.history[self.place(at, child)], i as u16),
        };
        let mut order: Vec<(i32, u16)> = list.iter().enumerate().map(key).collect();
        order.sort_unstable();
        order
    }

    fn place(&self, at: &G::Position, child: &G::Position) -> usize {
        let game = self.ground.game();
        ((game.signature(at) ^ game.signature(child)) >> 40) as usize & (HISTORY - 1)
    }

    /// The last of these moves was too good to be allowed, those before it were not.
    fn learn(&mut self, at: &G::Position, list: &[G::Position], tried: &[(i32, u16)]) {
        let Some(((_, good), others)) = tried.split_last() else { return };
        for (_, i) in others {
            let place = self.place(at, &list[usize::from(*i)]);
            self.history[place] -= 1;
        }
        let place = self.place(at, &list[usize::from(*good)]);
        self.history[place] += others.len() as i32;
    }
}
