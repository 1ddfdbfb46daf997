//! Positions in which whoever is to move would rather not be: the same men with the other
//! player to move are worth more to them.

use crate::scheme::{Scheme, Seen};
use crate::tables::Table;
use crate::value::Value;
use game::Player;
use std::cmp::Ordering;

/// How many pairs of positions are such, and the number of the first.
pub(crate) fn zugzwangs(scheme: &Scheme, table: &Table) -> (u64, Option<u64>) {
    let (mut n, mut first) = (0, None);
    let mut seen = Seen::default();
    let mut passed = Seen::default();
    for number in 0..table.classes.size {
        let (slice, within) = table.classes.place(number);
        let slice = &table.classes.slices[slice];
        let value = table.store.value(number);
        // Each pair is looked at from one side; who has won would not rather pass.
        if slice.player == Player::Second || !matches!(value, Some(Value::Draw | Value::Loss(_))) {
            continue;
        }
        slice.men(within, &mut seen.men);
        if !slice.is_least(within, &seen.men) {
            continue;
        }
        seen.material.clone_from(&slice.material);
        seen.player = slice.player;
        scheme.pass(&seen, &mut passed);
        let Some(Some(other)) = table.classes.number(&passed) else { continue };
        let Some(Some(opposite)) = table.store.value(other).map(sign) else { continue };
        let Some(own) = value.and_then(sign) else { continue };
        // Where both sides have the same men, a pair would be met twice.
        let is_twice = table.classes.place(other).0 == table.classes.place(number).0;
        if own.cmp(&opposite.reverse()) == Ordering::Less && !(is_twice && other < number) {
            n += 1;
            first.get_or_insert(number);
        }
    }
    (n, first)
}

/// Who wins, seen by the player to move.
fn sign(value: Value) -> Option<Ordering> {
    Some(match value {
        Value::Win(_) => Ordering::Greater,
        Value::Draw => Ordering::Equal,
        Value::Loss(_) => Ordering::Less,
        Value::Impossible => return None,
    })
}
