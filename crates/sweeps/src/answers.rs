//! Questions of which only some answers are known: where a path goes on after a yes, and where
//! after a no.

use crate::vague::{Membership, Path};
use game::Field;
use infoset::Contents;

/// Ways of a path to go on after a yes and after a no.
pub(crate) struct Answers {
    pub(crate) yes: Option<Path>,
    pub(crate) no: Option<Path>,
}

impl Answers {
    pub(crate) fn known(answer: bool, path: &Path) -> Answers {
        let path = Some(path.clone());
        if answer { Answers { yes: path, no: None } } else { Answers { yes: None, no: path } }
    }

    pub(crate) fn unknown(path: &Path) -> Answers {
        let vague = Some(path.clone().exact_if(false));
        Answers { yes: vague.clone(), no: vague }
    }

    /// Whether a field is in a set.
    pub(crate) fn of(membership: Membership, field: Field, path: &Path) -> Answers {
        let Membership { must, may } = membership;
        let now = path.first[field.index()];
        let yes = path.narrowed(field, may).map(|it| it.exact_if((now & may).is_within(must)));
        let no = path.narrowed(field, Contents::ANYTHING.minus(must));
        let no = no.map(|it| it.exact_if(!now.minus(must).meets(may)));
        Answers { yes, no }
    }
}

/// What the results of a question have in common.
#[derive(Default)]
pub(crate) struct Found {
    n: usize,
    /// Whether it has a result, whatever the fields hold.
    pub(crate) is_sure: bool,
    /// What each field may hold in at least one of them.
    all: Vec<Contents>,
    /// Whether there is one with just that, which is exact.
    is_exact: bool,
    /// With each of these alone there is a result.
    enough: Vec<(Field, Contents)>,
    /// Whether there is none without them.
    is_all: bool,
}

impl Found {
    pub(crate) fn add(&mut self, path: &Path, before: &Path) {
        self.is_sure |= path.is_exact && path.first == before.first;
        let only = path.only_difference(before).filter(|_| path.is_exact);
        self.is_all = only.is_some() && (self.is_all || self.n == 0);
        self.enough.extend(only);
        self.n += 1;
        if self.n == 1 {
            (self.all, self.is_exact) = (path.first.to_vec(), path.is_exact);
            return;
        }
        let is_same = self.all[..] == path.first[..];
        self.is_exact &= is_same && path.is_exact;
        self.all.iter_mut().zip(&*path.first).for_each(|(all, it)| *all = *all | *it);
    }

    pub(crate) fn answers(&self, before: &Path) -> Answers {
        if self.is_sure {
            return Answers::known(true, before);
        }
        if self.n == 0 {
            return Answers::known(false, before);
        }
        let first = self.all.as_slice().into();
        let yes = Path { first, is_exact: before.is_exact && self.is_exact };
        Answers { yes: Some(yes), no: self.without(before) }
    }

    /// What is left where none of the results is there.
    pub(crate) fn without(&self, before: &Path) -> Option<Path> {
        let mut no = before.clone().exact_if(self.is_all || self.n == 0);
        for (field, contents) in &self.enough {
            no = no.narrowed(*field, Contents::ANYTHING.minus(*contents))?;
        }
        Some(no)
    }
}
