//! Finds out which shapes the moves of a game have, by playing some games at random. A shape
//! that does not occur there has no numbers; its moves share those at the end.

use crate::actions::{Actions, Key, Shape, TooMany};
use crate::changes::Reader;
use game::{Facts, Game, Kind, Rng, RulesError, Worker};

/// How many games are played, and how many turns of each and of all.
const GAMES: u64 = 64;
const MOST_TURNS: usize = 400;
const MOST_ALL_TURNS: usize = 3000;

/// Third fields are needed where more than one move in this many has the key of another.
const RARE: usize = 100;

/// What was seen of the moves of a game.
#[derive(Default)]
pub(crate) struct Shapes {
    /// With third fields, and without.
    full: Vec<Shape>,
    short: Vec<Shape>,
    moves: usize,
    /// How many of them had the key of another, without third fields.
    shared: usize,
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
        short.sort_unstable();
        self.shared += short.windows(2).filter(|pair| pair[0] == pair[1]).count();
    }

    /// The numbers that tell the moves apart.
    pub(crate) fn numbered(self, facts: &Facts) -> Result<Actions, TooMany> {
        let has_third = self.shared * RARE > self.moves;
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

/// The numbers of the moves of a game that shows everything.
pub fn explored<G: Game>(game: &G) -> Result<Result<Actions, TooMany>, RulesError> {
    let (mut shapes, mut reader, mut list) = (Shapes::default(), Reader::default(), Vec::new());
    let mut turns = 0;
    for seed in 0..GAMES {
        let (mut rng, mut at) = (Rng::new(seed), game.start());
        let mut worker = game.worker(&[]);
        for _ in 0..MOST_TURNS {
            list.clear();
            if turns >= MOST_ALL_TURNS || worker.expand(&at, &mut list)?.is_some() {
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
    Ok(shapes.numbered(game.facts()))
}
