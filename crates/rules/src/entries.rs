//! Names with all their definitions, one for each file that has one: what `base`
//! and `without` need to tell apart.

use crate::inherit::Level;
use rustc_hash::FxHashMap;
use syntax::Span;
use syntax::ast::Name;

/// One definition of a name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Version<'a, T> {
    pub(crate) name: &'a Name,
    pub(crate) body: T,
    /// The file that defines it.
    pub(crate) level: Level,
    /// The file that takes it out.
    pub(crate) gone: Option<Level>,
    /// Where `without` says so.
    pub(crate) without: Option<Span>,
}

/// A name with all its definitions, the newest last.
#[derive(Clone, Debug)]
pub(crate) struct Entry<'a, T> {
    versions: Vec<Version<'a, T>>,
}

impl<'a, T: Copy> Entry<'a, T> {
    /// The definition that holds.
    pub(crate) fn newest(&self) -> Version<'a, T> {
        self.versions[self.versions.len() - 1]
    }

    /// The definition with this number.
    pub(crate) fn version(&self, number: usize) -> Version<'a, T> {
        self.versions[number]
    }

    /// The number of the definition that holds.
    pub(crate) fn newest_number(&self) -> usize {
        self.versions.len() - 1
    }

    /// The number of the definition that `base` means in a file of this level.
    pub(crate) fn base_number(&self, level: Level) -> Option<usize> {
        self.versions.iter().rposition(|version| version.level < level)
    }
}

/// The entries of one kind in order of their first definition.
#[derive(Clone, Debug)]
pub(crate) struct Entries<'a, T> {
    pub(crate) list: Vec<Entry<'a, T>>,
    index: FxHashMap<&'a str, usize>,
}

impl<T> Default for Entries<'_, T> {
    fn default() -> Self {
        Entries { list: Vec::new(), index: FxHashMap::default() }
    }
}

impl<'a, T: Copy> Entries<'a, T> {
    /// The number of the entry of this name.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.index.get(name).copied()
    }

    /// The definitions that hold, in order.
    pub(crate) fn newest(&self) -> impl Iterator<Item = Version<'a, T>> + '_ {
        self.list.iter().map(Entry::newest)
    }

    /// Adds or replaces; returns the first definition if this file already has one.
    pub(crate) fn define(&mut self, name: &'a Name, body: T, level: Level) -> Result<(), Span> {
        let version = Version { name, body, level, gone: None, without: None };
        match self.find(&name.text) {
            Some(i) => {
                let newest = self.list[i].newest();
                if newest.level == level {
                    return Err(newest.name.span);
                }
                self.list[i].versions.push(version);
            }
            None => {
                self.index.insert(&name.text, self.list.len());
                self.list.push(Entry { versions: vec![version] });
            }
        }
        Ok(())
    }

    pub(crate) fn take_out(&mut self, name: &Name, level: Level) {
        if let Some(i) = self.find(&name.text)
            && let Some(newest) = self.list[i].versions.last_mut()
        {
            newest.gone.get_or_insert(level);
            newest.without.get_or_insert(name.span);
        }
    }
}
