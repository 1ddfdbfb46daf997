//! Positions in which whoever is to move would rather not be: the same men with the other
//! player to move are worth more to them.

use crate::scheme::{Scheme, Seen};
use crate::tables::Table;
use crate::value::Value;
use game::Player;

/// How many pairs of positions are such, and the number of the first.
pub(crate) fn zugzwangs(scheme: &Scheme, table: &Table) -> (u64, Option<u64>) {
    let (mut n, mut first) = (0, None);
    let mut seen = Seen::default();
    let mut passed = Seen::default();
    for number in 0..table.classes.size {
        let (slice, within) = table.classes.place(number);
        let slice = &table.classes.slices[slice];
        let value = table.value(number);
        // Each pair is looked at from one side; who has won would not rather pass.
        let has_won = !matches!(value, Some(Value::Draw | Value::Loss(_) | Value::Score(_)));
        if slice.player == Player::Second || has_won {
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
        let Some(Some(opposite)) = table.value(other).map(size) else { continue };
        let Some(own) = value.and_then(size) else { continue };
        // Where both sides have the same men, a pair would be met twice.
        let is_twice = table.classes.place(other).0 == table.classes.place(number).0;
        if own < -opposite && !(is_twice && other < number) {
            n += 1;
            first.get_or_insert(number);
        }
    }
    (n, first)
}

/// Who wins, seen by the player to move, and by how much.
fn size(value: Value) -> Option<i32> {
    Some(match value {
        Value::Win(_) => 1,
        Value::Draw => 0,
        Value::Loss(_) => -1,
        Value::Score(points) => points,
        Value::Impossible => return None,
    })
}
