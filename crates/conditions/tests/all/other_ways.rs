//! Other ways to the same move are listed: whatever single field is changed so that
//! a condition fails and the same move is still there, one of the listed ways tells
//! why; and each of them is enough by itself.

use super::{Effect, Studied, changed, effects, games, is_same, positions, tops, words};
use conditions::{Condition, Conditions, Contents, Reasons};
use game::{Field, Game, Piece, Rng};
use interp::{Interp, Position};
use std::cell::OnceCell;

/// A move with what it does and all ways to it.
pub(super) struct Move {
    pub(super) effect: Effect,
    pub(super) why: Reasons,
}

pub(super) fn moves(game: &Interp, position: &Position) -> Option<Vec<Move>> {
    let why = Conditions::of(game).reasons(position, &[]).ok()?;
    let effects = effects(game, position)?;
    let both = why.into_iter().zip(effects);
    Some(both.map(|(why, (_, effect))| Move { effect, why }).collect())
}

fn ways(why: &Reasons) -> impl Iterator<Item = &Vec<Condition>> {
    std::iter::once(&why.conditions).chain(&why.other_ways)
}

/// What each condition says about a field: what it may hold without any look at it
/// seeing something else.
fn allowed(game: &Interp, condition: &Condition, at: Field) -> Option<Contents> {
    match condition {
        Condition::Field { field, allowed } if *field == at => Some(allowed.clone()),
        Condition::No { reads, .. } | Condition::Same { reads, .. } => {
            Some(reads.allowed(game.facts(), at))
        }
        _ => None,
    }
}

/// Whether a condition holds as it is said in words: a rule that is not to succeed may
/// fail after looking at something else.
fn holds(game: &Interp, condition: &Condition, there: &Position, same: &[Condition]) -> bool {
    let is_said = |other: &Condition| match (condition, other) {
        (Condition::No { name, .. }, Condition::No { name: other, .. }) => name == other,
        (Condition::Same { name, .. }, Condition::Same { name: other, .. }) => name == other,
        _ => false,
    };
    Conditions::of(game).holds(condition, there) || same.iter().any(is_said)
}

/// A position with one field changed: its moves, and why they are there, once it
/// matters.
pub(super) struct Changed {
    pub(super) position: Position,
    pub(super) tops: Vec<Option<Piece>>,
    pub(super) moves: Vec<(String, Effect)>,
    why: OnceCell<Vec<(String, Vec<Condition>)>>,
}

impl Changed {
    pub(super) fn new(game: &Interp, position: Position) -> Option<Changed> {
        let (tops, moves) = (tops(game, &position), effects(game, &position)?);
        Some(Changed { position, tops, moves, why: OnceCell::new() })
    }

    fn why(&self, game: &Interp, text: &str) -> &[Condition] {
        let why = self
            .why
            .get_or_init(|| Conditions::of(game).why(&self.position, &[]).expect("it plays"));
        &why.iter().find(|(it, _)| it == text).expect("it is there").1
    }
}

/// Checks that one of the ways to a move that is still there holds.
pub(super) fn demand(
    name: &str,
    game: &Interp,
    (here, m): (&Position, &Move),
    there: &Changed,
    text: &str,
) {
    let position = &there.position;
    let is_open =
        |way: &Vec<Condition>| way.iter().all(|it| Conditions::of(game).holds(it, position));
    if m.why.is_cut || ways(&m.why).any(is_open) {
        return;
    }
    let same = there.why(game, text);
    let told = |way: &Vec<Condition>| way.iter().all(|it| holds(game, it, position, same));
    assert!(
        ways(&m.why).any(told),
        "{name}: `{}` of {} is still in {}, but needs: {}",
        m.why.text,
        game::write_position(game.facts(), &game.setup(here)),
        game::write_position(game.facts(), &game.setup(position)),
        ways(&m.why).map(|way| words(game, here, way)).collect::<Vec<_>>().join("\n or: "),
    );
}

/// The position with one other field; the game must know it.
fn with(game: &Interp, position: &Position, field: Field, new: Option<Piece>) -> Option<Position> {
    let mut setup = game.setup(position);
    setup.board[field.index()] = new.into_iter().collect();
    game.position(&setup).ok()
}

/// Checks the moves of a position; gives how many moves were gone and how many were
/// still there without a condition.
fn check(name: &str, game: &Interp, position: &Position, budget: &mut i32) -> [usize; 2] {
    let mut n_found = [0, 0];
    let Some(here) = moves(game, position) else { return n_found };
    let before = tops(game, position);
    let fields = (0..before.len()).map(|i| Field(i as u16));
    let with_any = |field| Contents::every(game.facts()).map(move |new| (field, new));
    let mut changes: Vec<(Field, Option<Piece>)> = fields.flat_map(with_any).collect();
    let mut random = Rng::new(11);
    while *budget > 0 && !changes.is_empty() {
        let (field, new) = changes.swap_remove(random.below(changes.len()));
        let at = field.index();
        // Moves that need this field as it is and leave it alone.
        let needs = |m: &&Move| {
            let forbids =
                |it: &Condition| allowed(game, it, field).is_some_and(|it| !it.allows(new));
            m.effect.leaves(field, before[at]) && m.why.conditions.iter().any(forbids)
        };
        let needing: Vec<&Move> = here.iter().filter(needs).collect();
        if new == before[at] || needing.is_empty() {
            continue;
        }
        let Some(other) = with(game, position, field, new) else { continue };
        let Some(there) = Changed::new(game, other) else { continue };
        *budget -= 10 + there.moves.len() as i32;
        for m in needing {
            // Otherwise it is not the same that it does: where a turn moves many pieces, another
            // one may leave the board like this.
            let is_it = |(text, effect): &&(String, Effect)| {
                *text == m.why.text
                    && effect.leaves(field, there.tops[at])
                    && is_same(&before, &m.effect, &there.tops, effect)
            };
            let same = there.moves.iter().find(is_it);
            n_found[usize::from(same.is_some())] += 1;
            if let Some((text, _)) = same {
                demand(name, game, (position, m), &there, text);
            }
        }
    }
    n_found
}

#[test]
fn a_move_that_survives_has_another_way() {
    let (mut n_gone, mut n_other) = (0, 0);
    for (name, game) in games() {
        let mut budget = 500;
        for position in positions(&game, 1, 2) {
            if budget <= 0 {
                break;
            }
            let [gone, other] = check(&name, &game, &position, &mut budget);
            n_gone += gone;
            n_other += other;
        }
    }
    assert!(n_gone > 100 && n_other > 100, "{n_gone} moves gone, {n_other} made otherwise");
}

/// Wherever all conditions of another way hold, the move is there and does the same.
#[test]
fn other_ways_are_enough() {
    let mut n_checked = 0;
    for (name, game) in games() {
        let mut random = Rng::new(7);
        let mut budget = 100;
        for position in positions(&game, 1, 6) {
            if budget <= 0 {
                break;
            }
            let Some(here) = moves(&game, &position) else { continue };
            budget -= 10 + here.len() as i32;
            let (setup, tops) = (game.setup(&position), tops(&game, &position));
            let each = |m: Move| {
                let (text, effect) = (m.why.text, m.effect);
                let ways = m.why.other_ways.into_iter();
                ways.map(move |way| (text.clone(), effect.clone(), way))
            };
            let moves: Vec<_> = here.into_iter().flat_map(each).collect();
            if moves.is_empty() {
                continue;
            }
            let studied = Studied { name: name.clone(), position, tops, moves };
            for n_changes in (0..60).map(|i| 1 + i % 3) {
                if let Some(other) = changed(&game, &setup, &mut random, n_changes) {
                    n_checked += super::demand(&game, &studied, &other);
                }
            }
        }
    }
    assert!(n_checked > 100, "only {n_checked} moves could be compared");
}

/// A man may go east if there is no man of the same player to the north.
const EITHER: &str = "dimensions (3,3)
pieces { man 'M' 'm' }
start {
  . . m
  . . .
  M . .   w
}
main = try slide else lose.
slide = find own man, test [ north, step, either points at empty field or points at enemy man ],
    pickup, east, step, points at empty field, putdown.
";

/// What opens only when a condition fails is listed, too.
#[test]
fn a_way_that_is_not_open_yet() {
    let game = testing::load_text("either", EITHER).expect("sound rules");
    let start = game.start();
    let reasons = Conditions::of(&game).reasons(&start, &[]).expect("it plays");
    assert_eq!(reasons.len(), 1);
    let ways: Vec<String> = ways(&reasons[0]).map(|way| words(&game, &start, way)).collect();
    let expected =
        ["own man on a1; a2 is empty; b1 is empty", "own man on a1; enemy man on a2; b1 is empty"];
    assert_eq!(ways, expected);
    assert!(!reasons[0].is_cut);
    let alone = Conditions::of(&game).why_move(&start, &[], "a1b1").expect("it plays");
    assert_eq!(alone.as_ref(), reasons.first());
}

/// A man may go east if there is another man of its player beside it or no enemy.
const FREE: &str = "dimensions (3,3)
pieces { man 'M' 'm' }
start {
  . . .
  M . .
  M . .   w
}
main = try walk else lose.
walk = find own man, free, pickup, east, step, points at empty field, putdown.
free = try test friend else not [ orthogonal, step, points at enemy man ].
friend = orthogonal, step, points at own man.
";

/// Where neither way of a `try` is sure to be open, both are told: the one that is, and the one
/// that would be if what was tried first failed, or succeeded.
#[test]
fn ways_of_a_try_that_may_both_fail() {
    let game = testing::load_text("free", FREE).expect("sound rules");
    let conditions = Conditions::of(&game);
    let a1 = game.facts().board.field("a1").expect("a field");
    let needs_man = |way: &Vec<Condition>| {
        let own = game.facts().pieces().next();
        let is_it = |it: &Condition| matches!(it, Condition::Field { field, allowed } if *field == a1 && allowed.allows(own) && !allowed.allows(None));
        way.iter().any(is_it)
    };
    let with_friend = game.start();
    let without = with(&game, &with_friend, a1, None).expect("a position");
    for (position, is_first) in [(with_friend, true), (without, false)] {
        let why = conditions.why_move(&position, &[], "a2b2").expect("it plays").expect("a move");
        let told: Vec<bool> = ways(&why).map(needs_man).collect();
        assert_eq!(told[0], is_first, "{why:?}");
        assert!(told[1..].contains(&!is_first), "{why:?}");
    }
}
