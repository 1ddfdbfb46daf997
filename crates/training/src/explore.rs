//! Finds out which shapes the moves of a game have, by playing some games at random. A shape
//! that does not occur there has no numbers; its moves share those at the end. Where that would be too
//! few numbers, or too many, texts are numbered instead.

use crate::actions::{Actions, Key, OTHERS, Shape, TooMany};
use crate::changes::Reader;
use crate::wording::{Wording, read};
use game::{Facts, Game, Kind, Rng, RulesError, Turn, Worker};

/// How many games are played, how many turns of each and of all, and how many moves are looked at.
const GAMES: u64 = 64;
const MOST_TURNS: usize = 400;
const MOST_ALL_TURNS: usize = 3000;
const MOST_ALL_MOVES: usize = 200_000;

/// Third fields are needed where more than one move in this many has the key of another.
const RARE: usize = 100;

/// More numbers than that are worth a look at the texts, which are slower to number.
const MANY: usize = 1 << 20;

/// What was seen of the moves of a game.
#[derive(Default)]
pub(crate) struct Shapes {
    /// With third fields, and without.
    full: Vec<Shape>,
    short: Vec<Shape>,
    moves: usize,
    /// How many of them had the key of another, without third fields.
    shared: usize,
    /// The most moves of a position that had the key of another, with third fields and without.
    most_alike: [usize; 2],
}

impl Shapes {
    /// Takes the keys of the moves of one position.
    pub(crate) fn take(&mut self, keys: &[Key]) {
        let mut short: Vec<Key> = keys.iter().map(|key| Key { third: None, ..*key }).collect();
        self.full.extend(keys.iter().map(Key::shape));
        self.short.extend(short.iter().map(Key::shape));
        for shapes in [&mut self.full, &mut self.short] {
            shapes.sort_unstable();
            shapes.dedup();
        }
        self.moves += short.len();
        let alike = [count_alike(&mut keys.to_vec()), count_alike(&mut short)];
        self.shared += alike[1];
        for (most, alike) in self.most_alike.iter_mut().zip(alike) {
            *most = alike.max(*most);
        }
    }

    /// Whether keys tell moves apart only with third fields.
    fn need_third(&self) -> bool {
        self.shared * RARE > self.moves
    }

    /// The most moves of a position that had the key of another, by the parts that keys have.
    fn most_others(&self) -> usize {
        self.most_alike[usize::from(!self.need_third())]
    }

    /// The numbers that tell the moves apart.
    pub(crate) fn numbered(self, facts: &Facts) -> Result<Actions, TooMany> {
        let has_third = self.need_third();
        let mut shapes = if has_third { self.full } else { self.short };
        // A kind that can be chosen is one of several, also if random games did not choose it.
        let promotions = facts.kinds.iter().flat_map(|kind| kind.promotes.iter().copied());
        let promotions: Vec<Kind> = promotions.collect();
        let like = |shape: &Shape| -> Vec<Shape> {
            let kinds = match (shape.kind, shape.fields[0]) {
                (None, _) => &[][..],
                (Some(_), true) => &promotions,
                (Some(_), false) => &facts.placed,
            };
            kinds.iter().map(|&kind| Shape { kind: Some(kind), ..*shape }).collect()
        };
        let more: Vec<Shape> = shapes.iter().flat_map(like).collect();
        shapes.extend(more);
        Actions::new(facts, shapes, has_third)
    }
}

/// How many keys another one has, too.
fn count_alike(keys: &mut [Key]) -> usize {
    keys.sort_unstable();
    keys.windows(2).filter(|pair| pair[0] == pair[1]).count()
}

/// The numbers of the moves of a game that shows everything.
pub fn explored<G: Game>(game: &G) -> Result<Result<Actions, TooMany>, RulesError> {
    let (mut shapes, mut reader, mut list) = (Shapes::default(), Reader::default(), Vec::new());
    let mut turns = 0;
    for seed in 0..GAMES {
        let (mut rng, mut at) = (Rng::new(seed), game.start());
        let mut worker = game.worker(&[]);
        for _ in 0..MOST_TURNS {
            list.clear();
            if turns >= MOST_ALL_TURNS || shapes.moves >= MOST_ALL_MOVES {
                break;
            }
            if worker.expand(&at, &mut list)?.is_some() {
                break;
            }
            turns += 1;
            reader.begin(game, &at);
            let keys: Vec<Key> = list.iter().map(|to| reader.slow_key(game, &at, to)).collect();
            shapes.take(&keys);
            // Back ends list moves in orders of their own, and all must draw the same.
            let mut order: Vec<usize> = (0..list.len()).collect();
            order.sort_by_key(|&i| (keys[i], game.signature(&list[i])));
            let Some(&next) = rng.choose(&order) else { break };
            if game.outcome(&list[next]).is_some() {
                break;
            }
            worker.enter(&at);
            at = list.swap_remove(next);
        }
    }
    let n_others = shapes.most_others();
    let is_crowded = n_others > OTHERS;
    let by_changes = shapes.numbered(game.facts()).map(|actions| actions.with_room(n_others));
    let size = |actions: &Result<Actions, TooMany>| match actions {
        Ok(actions) => actions.len(),
        Err(TooMany { actions }) => *actions,
    };
    if size(&by_changes) <= MANY && !is_crowded {
        return Ok(by_changes);
    }
    let by_texts = Actions::of_texts(game.facts(), &wordings(game)?);
    let is_better = by_texts.is_ok() && is_crowded || size(&by_texts) < size(&by_changes);
    Ok(if is_better { by_texts } else { by_changes })
}

/// The wordings of the moves of some random games.
fn wordings<G: Game>(game: &G) -> Result<Vec<Wording>, RulesError> {
    let (mut found, mut turns, mut n_moves) = (Vec::new(), 0, 0);
    for seed in 0..GAMES {
        let (mut rng, mut at, mut past) = (Rng::new(seed), game.start(), Vec::new());
        for _ in 0..MOST_TURNS {
            if turns >= MOST_ALL_TURNS || n_moves >= MOST_ALL_MOVES {
                break;
            }
            let Turn::Moves(mut moves) = game.turn(&at, &past)? else { break };
            (turns, n_moves) = (turns + 1, n_moves + moves.len());
            found.extend(moves.iter().map(|made| read(game.facts(), &made.text).0));
            found.sort_unstable();
            found.dedup();
            moves.sort_by_cached_key(|made| (made.text.clone(), game.signature(&made.to)));
            let Some(made) = rng.choose(&moves).filter(|made| made.outcome.is_none()) else {
                break;
            };
            let from = std::mem::replace(&mut at, made.to.clone());
            if game.asks_for_past() {
                past.push(from);
            }
        }
    }
    Ok(found)
}
