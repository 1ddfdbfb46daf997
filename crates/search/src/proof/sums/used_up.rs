//! Whether moves use something up, so that every game of them ends: positions that may come back
//! have no value that is found by going down to the ends.
//!
//! A quantity is how many fields hold something. If no move makes it larger, those that make it
//! smaller come only so often, and they can be left out of the question; the same holds for one
//! that no move makes smaller. What is left when no quantity helps may go on forever.

use super::part::Template;

/// Whether no play of these moves goes on forever, as far as can be seen.
pub(super) fn ends<'t>(n_contents: usize, moves: impl Iterator<Item = &'t Template>) -> bool {
    let Some(mut changes) = moves.map(|it| change(n_contents, it)).collect::<Option<Vec<_>>>()
    else {
        return false;
    };
    changes.sort_unstable();
    changes.dedup();
    while !changes.is_empty() {
        let grows = |i: usize| changes.iter().any(|change| change[i] > 0);
        let shrinks = |i: usize| changes.iter().any(|change| change[i] < 0);
        let Some(used) = (0..n_contents).find(|&i| grows(i) != shrinks(i)) else { return false };
        changes.retain(|change| change[used] == 0);
    }
    true
}

/// By how many fields more or fewer hold each content after a move; nothing where it writes on a
/// field of which it does not say what was there.
fn change(n_contents: usize, template: &Template) -> Option<Vec<i32>> {
    let mut change = vec![0; n_contents];
    for (field, to) in &template.writes {
        let (_, from) = template.needs.iter().find(|(needed, _)| needed == field)?;
        change[usize::from(*from)] -= 1;
        change[usize::from(*to)] += 1;
    }
    Some(change)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn template(needs: &[(u8, u8)], writes: &[(u8, u8)]) -> Template {
        Template { needs: needs.to_vec(), writes: writes.to_vec() }
    }

    #[test]
    fn what_is_used_up_ends() {
        let walk = template(&[(0, 1), (1, 0)], &[(0, 0), (1, 1)]);
        let take = template(&[(0, 1), (1, 2)], &[(0, 0), (1, 1)]);
        let close = template(&[(0, 0)], &[(0, 3)]);
        let open = template(&[(0, 3)], &[(0, 0)]);
        let somewhere = template(&[(0, 1)], &[(1, 3)]);
        assert!(ends(4, [&take].into_iter()));
        assert!(ends(4, [&take, &close].into_iter()));
        assert!(!ends(4, [&walk].into_iter()));
        assert!(!ends(4, [&take, &walk].into_iter()));
        assert!(!ends(4, [&close, &open].into_iter()));
        assert!(!ends(4, [&somewhere].into_iter()));
    }
}
